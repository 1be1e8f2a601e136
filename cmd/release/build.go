package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// system is what a program is built for.
type system struct{ os, arch string }

func (s system) String() string { return s.os + "-" + s.arch }

// systems are all for which a release is made. docs/systems.md says what was tested on them.
var systems = []system{
	{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "riscv64"}, {"linux", "386"}, {"linux", "arm"},
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"freebsd", "amd64"}, {"openbsd", "amd64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// chosen returns the systems of these names, or all if there are none.
func chosen(names []string) ([]system, error) {
	if len(names) == 0 {
		return systems, nil
	}
	var some []system
	for _, name := range names {
		i := slices.IndexFunc(systems, func(s system) bool { return s.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("no release is made for %q, only for %v", name, systems)
		}
		some = append(some, systems[i])
	}
	return some, nil
}

// program is the name of the program.
func (s system) program() string {
	if s.os == "windows" {
		return "alike.exe"
	}
	return "alike"
}

// suited returns the files that make sense on a system.
func (s system) suited(files []file) []file {
	return slices.DeleteFunc(slices.Clone(files), func(f file) bool {
		switch {
		case strings.HasPrefix(f.name, "docs/systemd/"):
			return s.os != "linux"
		case strings.HasPrefix(f.name, "man/"):
			return s.os == "windows"
		case strings.HasPrefix(f.name, "completions/"):
			return s.os == "windows" && !strings.HasPrefix(f.name, "completions/powershell/")
		}
		return false
	})
}

// oldest are the oldest processors that programs run on. An experiment of Go's that is
// switched on where the release is built would change the bytes.
var oldest = []string{"GOAMD64=v1", "GOARM64=v8.0", "GOARM=6", "GO386=sse2", "GORISCV64=rva20u64", "GOEXPERIMENT="}

// environment is that of the go command for a system.
func (s system) environment() []string {
	return append([]string{"CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOOS=" + s.os, "GOARCH=" + s.arch}, oldest...)
}

// build builds the program as releases do: static, without paths of this machine, without
// tables for debuggers, and with the commit. The linker gets the commit because Go finds none
// in a worktree of git, and the bytes would depend on where the release is built.
func (r *release) build(ctx context.Context, s system, program string, more ...string) error {
	flags := "-s -w -X alike/cmd/alike/report.commit=" + r.commit
	if r.version != "" {
		flags += " -X alike/cmd/alike/report.release=" + r.version
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", program}, more...)
	_, err := output(ctx, r.root, s.environment(), "go", append(args, "./cmd/alike")...)
	return err
}

// output runs a command in a folder and returns its standard output.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), env...), os.Stderr
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}

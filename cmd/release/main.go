// Command release builds what a release of alike consists of, from the commit that is
// checked out:
//
//	go run ./cmd/release -o DIR --version v1.2.3
//
// For each system DIR gets a tar.gz of the program, its manual pages, completion scripts and
// systemd units, and the licences of all modules in it, and SHA256SUMS for all archives. Two
// runs on one commit with one Go release write the same bytes.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// system is what a program is built for.
type system struct{ os, arch string }

func (s system) String() string { return s.os + "-" + s.arch }

var systems = []system{{"linux", "amd64"}, {"linux", "arm64"}}

// release is what all archives of a release have in common.
type release struct {
	root    string // of the module
	version string // "v1.2.3"; empty if it has none
	commit  string
	name    string // the version, as part of the names of files
	made    time.Time
}

func main() {
	out := pflag.StringP("output", "o", "", "write the archives to the folder `DIR`")
	version := pflag.String("version", "", "the `VERSION` of the release, such as v1.2.3\nWithout it, files are named by the commit.")
	pflag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *out, *version, pflag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, version string, args []string) error {
	if out == "" || len(args) > 0 {
		return errors.New("usage: go run ./cmd/release -o DIR [--version VERSION]")
	}
	r, err := newRelease(ctx, version)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "alike-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	common, err := r.common(ctx, work)
	if err != nil {
		return err
	}
	var names []string
	for _, s := range systems {
		name, err := r.archive(ctx, s, work, out, common)
		if err != nil {
			return fmt.Errorf("%v: %w", s, err)
		}
		fmt.Println(filepath.Join(out, name))
		names = append(names, name)
	}
	return writeSums(out, names)
}

// newRelease asks git for the commit. $SOURCE_DATE_EPOCH overrides its time.
func newRelease(ctx context.Context, version string) (*release, error) {
	root, err := output(ctx, "", nil, "go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, err
	}
	commit, err := output(ctx, root, nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return nil, err
	}
	changed, err := output(ctx, root, nil, "git", "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if changed != "" {
		return nil, fmt.Errorf("%s has changes that are not committed", root)
	}
	commit, seconds, _ := strings.Cut(commit, " ")
	if given := os.Getenv("SOURCE_DATE_EPOCH"); given != "" {
		seconds = given
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the time of the release: %w", err)
	}
	r := &release{root: root, version: version, commit: commit, name: strings.TrimPrefix(version, "v"), made: time.Unix(unix, 0).UTC()}
	if version == "" {
		r.name = commit[:min(12, len(commit))]
	}
	if strings.ContainsAny(r.name, "/ \\'\"") || strings.HasPrefix(r.name, ".") {
		return nil, fmt.Errorf("%q cannot be part of a file name", version)
	}
	return r, nil
}

// archive builds the program for a system and writes its archive to the folder out.
func (r *release) archive(ctx context.Context, s system, work, out string, common []file) (string, error) {
	program := filepath.Join(work, s.String())
	if err := r.build(ctx, s, program); err != nil {
		return "", err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	licences, err := r.licences(ctx, s)
	if err != nil {
		return "", err
	}
	files := append([]file{{"alike", 0o755, binary}}, common...)
	files = append(files, licences...)
	top := "alike-" + r.name + "-" + s.String()
	name := top + ".tar.gz"
	f, err := os.Create(filepath.Join(out, name))
	if err != nil {
		return "", err
	}
	return name, errors.Join(writeArchive(f, top, files, r.made), f.Close())
}

// build builds the program as releases do: static, without paths of this machine, without
// tables for debuggers, and with the commit. The linker gets the commit because Go finds none
// in a worktree of git, and the bytes would depend on where the release is built.
func (r *release) build(ctx context.Context, s system, program string) error {
	env := []string{"CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOOS=" + s.os, "GOARCH=" + s.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="}
	flags := "-s -w -X alike/cmd/alike/report.commit=" + r.commit
	if r.version != "" {
		flags += " -X alike/cmd/alike/report.release=" + r.version
	}
	_, err := output(ctx, r.root, env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", program, "./cmd/alike")
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

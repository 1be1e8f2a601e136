package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alike/testdata"
)

// TestNoCgo checks that only packages of the standard library use cgo, so that
// CGO_ENABLED=0 leaves nothing out. cgo starts threads in a way that dies where address
// space is short.
func TestNoCgo(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{if .CgoFiles}} cgo{{end}}{{end}}", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packages := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(packages) < 20 {
		t.Fatalf("only %d packages:\n%s", len(packages), out)
	}
	for _, p := range packages {
		if strings.HasSuffix(p, " cgo") {
			t.Errorf("%s uses cgo", strings.TrimSuffix(p, " cgo"))
		}
	}
}

// TestLinkerDropsMethods checks that the linker can drop unused methods. If a function that
// is linked calls methods by names or numbers that are not constants, the linker keeps the
// methods of all types, which makes the binary a sixth larger.
func TestLinkerDropsMethods(t *testing.T) {
	t.Parallel()
	testdata.Long(t) // linking takes seconds
	build := exec.Command("go", "build", "-ldflags=-dumpdep", "-o", filepath.Join(t.TempDir(), "alike"), ".")
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-2000):])
	}
	if n := bytes.Count(out, []byte(" -> ")); n < 10_000 {
		t.Fatalf("only %d references are listed", n)
	}
	found := map[string]bool{}
	for _, name := range regexp.MustCompile(`(\S+) <ReflectMethod>`).FindAllSubmatch(out, -1) {
		found[string(name[1])] = true
	}
	for name := range found {
		t.Errorf("%s is linked, which may call any method", name)
	}
}

// TestSmallLimits runs a binary without cgo with little address space and few open files.
func TestSmallLimits(t *testing.T) {
	t.Parallel()
	testdata.Long(t) // the build takes a minute if nothing of it is cached
	dir := t.TempDir()
	alike := filepath.Join(dir, "alike")
	build := exec.Command("go", "build", "-o", alike, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tree := filepath.Join(dir, "tree")
	for i := range 300 {
		name := filepath.Join(tree, fmt.Sprint(i%20), fmt.Sprint(i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text(uint64(i/2), 2000)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, limit := range []string{"-v 1000000", "-n 64"} {
		index := filepath.Join(dir, "index "+limit)
		for _, verb := range []string{"scan", "pairs", "scan --no-ignore", "near", "check"} {
			if words := strings.Fields(verb); len(words) > 1 || verb == "scan" || verb == "pairs" {
				verb += " " + tree
			}
			run := exec.Command("sh", "-c", "ulimit "+limit+" && exec \"$ALIKE\" --index \"$INDEX\" "+verb)
			run.Env = append(os.Environ(), "ALIKE="+alike, "INDEX="+index)
			out, err := run.CombinedOutput()
			if err != nil {
				t.Errorf("ulimit %s: alike %s: %v\n%s", limit, verb, err, out)
			}
		}
	}
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

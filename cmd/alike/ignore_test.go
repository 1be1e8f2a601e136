package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestSlowPatternsAreNamed checks that a scan with -v names files of patterns that cost time, and
// only these.
func TestSlowPatternsAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var slow, fast strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&slow, "*x%d*\n", i)
		fmt.Fprintf(&fast, "*.x%d\n/d%d/**\n", i, i)
	}
	for name, text := range map[string]string{
		"above/.alikeignore": slow.String(), "above/.gitignore": fast.String(), "above/root/file": "text",
		"above/root/slow/.gitignore": slow.String(), "above/root/fast/.gitignore": fast.String(), "list": slow.String(),
	} {
		writeText(t, filepath.Join(dir, name), text)
	}
	args := []string{"--index", filepath.Join(dir, "index"), "--exclude-file", filepath.Join(dir, "list"), filepath.Join(dir, "above", "root")}
	said := output(t, alikeCommand(t, append([]string{"scan", "-v"}, args...)...))
	for _, name := range []string{"above/.alikeignore", "above/root/slow/.gitignore", "list"} {
		if want := "slow: up to 1,500 patterns are tried for each name: " + filepath.Join(dir, name) + "\n"; strings.Count(said, want) != 1 {
			t.Errorf("%s is not named:\n%s", name, said)
		}
	}
	if n := strings.Count(said, "slow: "); n != 3 {
		t.Errorf("%d files are named:\n%s", n, said)
	}
	if said = output(t, alikeCommand(t, append([]string{"scan"}, args...)...)); strings.Contains(said, "slow: ") {
		t.Error(said)
	}
	runAlike(t, "check", "--index", filepath.Join(dir, "index"))
}

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"alike/testdata"
)

// TestDeepVerbs runs the verbs that go through folders on a chain of folders, whose paths together
// would take n²/2 bytes for each letter of a name, and bounds the memory of each. The bound is a
// third of these bytes, or what a verb takes for nothing.
func TestDeepVerbs(t *testing.T) {
	testdata.Sequential(t) // the detector takes memory
	const megabyte = 1 << 20
	depth, least := 20_000, int64(150*megabyte)
	if testdata.IsLong() {
		depth, least = 100_000, 200*megabyte
	}
	top := t.TempDir()
	tree := testdata.Deepen(t, top, "dd", depth, func(level, dirfd int) {
		if level%(depth/10) == 0 {
			testdata.PutAt(t, dirfd, "file", strings.Repeat(fmt.Sprint("content ", level%(depth/5), " "), 100))
		}
	})
	index, lake := filepath.Join(top, "index"), filepath.Join(top, "lake")
	most := max(int64(depth)*int64(depth)*3/2/3, least)
	if testdata.IsLong() {
		most = least
	}
	for _, c := range []struct {
		args   string
		stderr string
	}{
		{"scan " + tree, "scanned 11 files"},
		{"scan " + tree, "scanned 11 files"},
		{"check --sample all", "read again"},
		{"pairs", ""},
		{"dups", ""},
		{"groups", ""},
		{"folders --min-files 1", ""},
		{"changes", ""},
		{"status", ""},
		{"report -o " + filepath.Join(top, "pages"), ""},
		{"export --host web -o " + lake, "left out"},
		{"import --index " + filepath.Join(top, "imported") + " " + lake, "imported"},
		{"forget " + tree, ""},
		{"check", ""},
	} {
		args := strings.Fields(c.args)
		if c.args != "status" { // it has no --memory
			args = append(args, "--memory", "16MiB")
		}
		cmd := alikeCommand(t, args...)
		cmd.Env = append(cmd.Environ(), "ALIKE_INDEX="+index)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			t.Fatalf("alike %.40s: %v\n%.2000s", c.args, err, stderr.String())
		}
		if !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("alike %.40s says %.2000q", c.args, stderr.String())
		}
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if peak := int64(usage.Maxrss) * 1024; peak > most {
			t.Errorf("alike %.40s takes %d MB, at most %d", c.args, peak/megabyte, most/megabyte)
		} else {
			t.Logf("%4d MB, %4d ms: alike %.40s", peak/megabyte, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Milliseconds(), c.args)
		}
	}
}

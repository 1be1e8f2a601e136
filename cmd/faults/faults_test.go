//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alike/testdata"
)

// built is the path of the alike that all tests use.
var built string

func TestMain(m *testing.M) { os.Exit(withAlike(testdata.Patient{M: m}.Run)) }

// withAlike builds alike once.
func withAlike(tests func() int) int {
	dir, err := os.MkdirTemp("", "faults-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	h := &harness{dir: dir}
	if err := h.build(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	built = h.alike
	return tests()
}

// faults runs the harness with its folders in dir.
func faults(t *testing.T, dir string, args ...string) (table string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = run(context.Background(), &stdout, &stderr, append([]string{"--dir", dir}, args...))
	t.Logf("faults %s\n%s%s", strings.Join(args, " "), stdout.String(), stderr.String())
	return stdout.String(), err
}

// TestFaults tries every fault of the short form: all cases, which takes half a
// minute, in a long test and a few cases otherwise. Faults that share a tree run
// together.
func TestFaults(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for trees to settle")
	}
	tried := map[string]bool{}
	for _, group := range []string{"kill,signal,full", "unreadable", "two,flux", "damage,clock", "verbs,escape,forge"} {
		for name := range strings.SplitSeq(group, ",") {
			tried[name] = true
		}
		t.Run(group, func(t *testing.T) {
			t.Parallel()
			args := []string{"--alike", built, "--only", group}
			if !testdata.IsLong() {
				args = append(args, "--quick")
			}
			dir := t.TempDir()
			table, err := faults(t, dir, args...)
			if err != nil {
				t.Fatal(err)
			}
			for name := range strings.SplitSeq(group, ",") {
				checkLine(t, table, name)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
	for _, f := range allFaults() {
		if !f.onlyLong && !tried[f.name] {
			t.Errorf("%s is in no group", f.name)
		}
	}
}

// checkLine checks that a fault was tried, or skipped with a reason, and that alike
// survived all cases.
func checkLine(t *testing.T, table, name string) {
	t.Helper()
	var tried, survived int
	line := lineOf(table, name)
	if _, err := fmt.Sscanf(strings.TrimPrefix(line, name), "%d %d", &tried, &survived); err != nil || survived != tried {
		t.Errorf("%s: %d tried, %d survived, %v: %q", name, tried, survived, err, line)
	}
	if tried == 0 && !strings.Contains(line, "skipped: ") {
		t.Errorf("%s has no cases and gives no reason: %q", name, line)
	}
}

// lineOf returns the line of a fault in the table.
func lineOf(table, name string) string {
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, name+" ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// TestBrokenPrograms checks that the harness can fail: it must find the defect of
// each program and keep the folder of the case.
func TestBrokenPrograms(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs about a dozen scans")
	}
	programs := []struct {
		name, fault string
		script      string // for sh; "$real" is alike
		want        string // in the table
	}{
		{"loses a file after a kill", "kill",
			`case "$1" in
			scan) if [ -e "$ALIKE_INDEX/files" ]; then exec "$real" "$@" --exclude 'f0000*7'; fi ;;
			esac
			exec "$real" "$@"`, "want"},
		{"panics on an interrupted index", "kill",
			`if [ "$1" = check ]; then echo 'panic: runtime error' >&2; exit 2; fi
			exec "$real" "$@"`, "exit code 2, want no crash"},
		{"treats an interruption as failure", "signal",
			`if [ "$1" != scan ]; then exec "$real" "$@"; fi
			trap 'exit 1' TERM INT
			"$real" "$@" & wait`, "want exit code [130]"},
		{"answers from a damaged index", "damage",
			`"$real" "$@"; code=$?
			if [ $code = 12 ]; then echo '{"type":"summary"}'; exit 0; fi
			exit $code`, "want the right answer"},
		{"is silent about damage", "damage",
			`"$real" "$@" 2>/dev/null`, "want one line of error"},
		{"ignores changes if times are odd", "clock",
			`if [ "$1" = scan ] && [ -e "$ALIKE_INDEX/files" ]; then exec "$real" status -f json; fi
			exec "$real" "$@"`, "want"},
	}
	for _, c := range programs[:testdata.Rounds(3, len(programs))] {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			fake := filepath.Join(dir, "fake")
			script := fmt.Sprintf("#!/bin/sh\nreal='%s'\n%s\n", built, c.script)
			if err := os.WriteFile(fake, []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			// Parallel only now: a child process that another test starts inherits the
			// open file until it calls exec, and the kernel refuses to run a file that is
			// open for writing.
			t.Parallel()
			work := filepath.Join(dir, "work")
			if err := os.Mkdir(work, 0o700); err != nil {
				t.Fatal(err)
			}
			args := []string{"--only", c.fault, "--alike", fake}
			if c.fault != "signal" { // some signals come after the end of the scan
				args = append(args, "--quick")
			}
			table, err := faults(t, work, args...)
			if err == nil || !strings.Contains(err.Error(), "broke; they are kept in "+work) {
				t.Errorf("got error %v, want one that names the kept folder", err)
			}
			if !strings.Contains(table, "BROKEN "+c.fault) || !strings.Contains(table, c.want) {
				t.Errorf("the table lacks BROKEN %s or %q", c.fault, c.want)
			}
			stories, gerr := filepath.Glob(filepath.Join(work, "*", c.fault, "*", "what-happened"))
			if gerr != nil || len(stories) == 0 || !strings.Contains(table, filepath.Dir(stories[0])) {
				t.Errorf("the broken cases left %q, %v", stories, gerr)
			}
		})
	}
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--only", "flood"}, {"kill"}, {"--lengthy"}, {"--quick", "--long"}} {
		if _, err := faults(t, t.TempDir(), args...); err == nil {
			t.Errorf("%q was accepted", args)
		}
	}
	if table, err := faults(t, t.TempDir(), "--help"); err != nil || table != "" {
		t.Errorf("--help: %v, %q", err, table)
	}
}

// TestDiffers checks that every single difference between answers is found.
func TestDiffers(t *testing.T) {
	t.Parallel()
	want := answers{[]string{"a", "b"}, "sum", "status"}
	if err := want.differs(answers{[]string{"a", "b"}, "sum", "status"}); err != nil {
		t.Errorf("equal answers: %v", err)
	}
	for _, got := range []answers{
		{[]string{"a"}, "sum", "status"}, {[]string{"a", "b", "c"}, "sum", "status"}, {[]string{"a", "c"}, "sum", "status"},
		{[]string{"a", "b"}, "", "status"}, {[]string{"a", "b"}, "sum", ""},
	} {
		if got.differs(want) == nil {
			t.Errorf("%v and %v count as equal", got, want)
		}
	}
}

// TestWithoutHistory checks that only history is removed from a summary.
func TestWithoutHistory(t *testing.T) {
	t.Parallel()
	results, sum, err := withoutHistory(outcome{stdout: "{\"type\":\"pair\"}\n" +
		`{"type":"summary","seconds":1.5,"files":3,"generation":7,"contents":2}` + "\n"})
	if want := `{"contents":2,"files":3,"type":"summary"}`; err != nil || sum != want || len(results) != 1 {
		t.Errorf("%q and %s, %v, want one result and %s", results, sum, err, want)
	}
	if _, _, err := withoutHistory(outcome{stdout: "no object\n"}); err == nil {
		t.Error("output without a summary was accepted")
	}
}

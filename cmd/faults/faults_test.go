package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// builtAlike builds the program once for a test.
func builtAlike(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "alike")
	if out, err := exec.Command("go", "build", "-o", path, "alike/cmd/alike").CombinedOutput(); err != nil {
		t.Fatalf("build alike: %v\n%s", err, out)
	}
	return path
}

// faults runs the harness in a folder of the test's own.
func faults(t *testing.T, dir string, args ...string) (table string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = run(context.Background(), &stdout, &stderr, append([]string{"--dir", dir}, args...))
	t.Logf("faults %s\n%s%s", strings.Join(args, " "), stdout.String(), stderr.String())
	return stdout.String(), err
}

// TestShortForm lets everything break that does in the short form.
func TestShortForm(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	dir := t.TempDir()
	table, err := faults(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range allFaults() {
		if f.onlyLong {
			continue
		}
		var tried, survived int
		line := lineOf(table, f.name)
		if _, err := fmt.Sscanf(strings.TrimPrefix(line, f.name), "%d %d", &tried, &survived); err != nil || survived != tried {
			t.Errorf("%s: %d tried, %d survived, %v: %q", f.name, tried, survived, err, line)
		}
		if tried == 0 && !strings.Contains(line, "skipped: ") {
			t.Errorf("%s was not tried, and does not say why: %q", f.name, line)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// lineOf returns the line of the table about a fault.
func lineOf(table, name string) string {
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, name+" ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// TestBrokenPrograms proves that the harness can fail: programs that are alike
// but for one fault must be found out, and the folder of the case must stay.
func TestBrokenPrograms(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("scans some dozen times")
	}
	real := builtAlike(t)
	for _, c := range []struct {
		name, fault string
		script      string // of sh; "$real" is alike
		want        string // in the table
	}{
		{"loses a file when it goes on after a kill", "kill",
			`case "$1" in
			scan) if [ -e "$ALIKE_INDEX/files" ]; then exec "$real" "$@" --exclude 'f0000*7'; fi ;;
			esac
			exec "$real" "$@"`, "want"},
		{"panics on an index that was interrupted", "kill",
			`if [ "$1" = check ]; then echo 'panic: runtime error' >&2; exit 2; fi
			exec "$real" "$@"`, "exit code 2, it must not end so"},
		{"takes an interruption for success", "signal",
			`if [ "$1" != scan ]; then exec "$real" "$@"; fi
			trap 'exit 1' TERM INT
			"$real" "$@" & wait`, "want exit code [130]"},
		{"answers from a damaged index", "damage",
			`"$real" "$@"; code=$?
			if [ $code = 12 ]; then echo '{"type":"summary"}'; exit 0; fi
			exit $code`, "it answers wrongly"},
		{"says nothing of what is damaged", "damage",
			`"$real" "$@" 2>/dev/null`, "that is no clear error"},
		{"keeps to what it has when times are odd", "clock",
			`if [ "$1" = scan ] && [ -e "$ALIKE_INDEX/files" ]; then exec "$real" status -f json; fi
			exec "$real" "$@"`, "want"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			fake := filepath.Join(dir, "fake")
			script := fmt.Sprintf("#!/bin/sh\nreal='%s'\n%s\n", real, c.script)
			if err := os.WriteFile(fake, []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			work := filepath.Join(dir, "work")
			if err := os.Mkdir(work, 0o700); err != nil {
				t.Fatal(err)
			}
			table, err := faults(t, work, "--only", c.fault, "--alike", fake)
			if err == nil || !strings.Contains(err.Error(), "broke; they are kept in "+work) {
				t.Errorf("the error is %v", err)
			}
			if !strings.Contains(table, "BROKEN "+c.fault) || !strings.Contains(table, c.want) {
				t.Errorf("the table does not say BROKEN %s and %q", c.fault, c.want)
			}
			stories, gerr := filepath.Glob(filepath.Join(work, "*", c.fault, "*", "what-happened"))
			if gerr != nil || len(stories) == 0 || !strings.Contains(table, filepath.Dir(stories[0])) {
				t.Errorf("of the cases that broke %q is left, %v", stories, gerr)
			}
		})
	}
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--only", "flood"}, {"kill"}, {"--lengthy"}} {
		if _, err := faults(t, t.TempDir(), args...); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	if table, err := faults(t, t.TempDir(), "--help"); err != nil || table != "" {
		t.Errorf("--help: %v, %q", err, table)
	}
}

// TestDiffers compares answers that differ in one thing each.
func TestDiffers(t *testing.T) {
	t.Parallel()
	want := answers{[]string{"a", "b"}, "sum", "status"}
	if err := want.differs(answers{[]string{"a", "b"}, "sum", "status"}); err != nil {
		t.Errorf("the same: %v", err)
	}
	for _, got := range []answers{
		{[]string{"a"}, "sum", "status"}, {[]string{"a", "b", "c"}, "sum", "status"}, {[]string{"a", "c"}, "sum", "status"},
		{[]string{"a", "b"}, "", "status"}, {[]string{"a", "b"}, "sum", ""},
	} {
		if got.differs(want) == nil {
			t.Errorf("%v is taken for %v", got, want)
		}
	}
}

// TestWithoutHistory holds that only history is left out of a summary.
func TestWithoutHistory(t *testing.T) {
	t.Parallel()
	results, sum, err := withoutHistory(outcome{stdout: "{\"type\":\"pair\"}\n" +
		`{"type":"summary","seconds":1.5,"files":3,"generation":7,"contents":2}` + "\n"})
	if want := `{"contents":2,"files":3,"type":"summary"}`; err != nil || sum != want || len(results) != 1 {
		t.Errorf("%q and %s, %v, want one result and %s", results, sum, err, want)
	}
	if _, _, err := withoutHistory(outcome{stdout: "no object\n"}); err == nil {
		t.Error("an output without a summary is taken")
	}
}

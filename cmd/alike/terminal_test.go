package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rivo/uniseg"

	"alike/cmd/alike/terminal"
	"alike/db"
)

// world is the environment of a test, with a terminal if it has columns.
type world struct {
	out, err syncBuffer
	vars     map[string]string
	columns  int

	queryRoom, sortRoom int64 // of the run; 0: the default
}

// syncBuffer is a buffer that progress bars write to from another goroutine.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// run executes a command line in the world and returns its exit code.
func (w *world) run(args ...string) int {
	columns := func() int { return w.columns }
	a := newCommandLine(environment{
		stdin: strings.NewReader(""), stdout: &w.out, stderr: &w.err,
		getenv:     func(name string) string { return w.vars[name] },
		outColumns: columns, errColumns: columns,
	})
	if w.queryRoom != 0 {
		a.queryRoom = w.queryRoom
	}
	if w.sortRoom != 0 {
		a.sortRoom = w.sortRoom
	}
	return exitCode(a.execute(context.Background(), args))
}

// newWorld returns a world with its own index, and a folder with n identical files, one
// that is nearly the same and one that contains their content.
func newWorld(t *testing.T, columns, n int) (w *world, tree string) {
	t.Helper()
	dir := t.TempDir()
	tree = filepath.Join(dir, "tree")
	content := text(1, 1000)
	files := map[string]string{
		"folder/nearly": content + "one more line at the end of it\n",
		"large":         text(2, 3000) + content,
	}
	for i := range n {
		files[fmt.Sprintf("folder/copy%02d", i)] = content
	}
	for name, content := range files {
		path := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &world{columns: columns, vars: map[string]string{"ALIKE_INDEX": filepath.Join(dir, "index")}}, tree
}

// headAbove and askedAbove match lines that are broken because the name of a tree is long.
var (
	headAbove  = regexp.MustCompile(`(?m)^(file|document)s( in .*)\n(.*  (file|document))$`)
	askedAbove = regexp.MustCompile(`\n        \(`)
)

// unfolded returns a table with TREE for the tree, and without these breaks.
func unfolded(table, tree string) string {
	table = askedAbove.ReplaceAllString(headAbove.ReplaceAllString(table, "$3$2"), "  (")
	return strings.ReplaceAll(table, tree, "TREE")
}

// TestPairsOnTerminal checks the table of pairs.
func TestPairsOnTerminal(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{80, 160} {
		w, tree := newWorld(t, columns, 2)
		if code := w.run("pairs", "--color", "never", "--sort=share", tree); code != 0 {
			t.Fatalf("exit code %d\n%s", code, w.err.String())
		}
		got := w.out.String()
		shorter := unfolded(got, tree)
		want := `    distinct  found                size  file in TREE/
  1     100%   100%  identical  8.7 KiB  folder/copy00
               100%             8.7 KiB  folder/copy01
`
		if !strings.HasPrefix(shorter, want) {
			t.Errorf("%d columns:\n%s\nwant at the beginning:\n%s", columns, shorter, want)
		}
		for _, line := range strings.Split(got, "\n")[1:] {
			if uniseg.StringWidth(line) > columns {
				t.Errorf("a line of more than %d columns: %q", columns, line)
			}
		}
		for _, phrase := range []string{"  folder/copy00  (+1 identical file)\n", "  nearly ", "  the same ", "  inside ", "  contains ", "  large\n"} {
			if !strings.Contains(got, phrase) {
				t.Errorf("%d columns: %q is missing from\n%s", columns, phrase, got)
			}
		}
		if strings.Contains(got, "\x1b") {
			t.Errorf("colour with --color never: %q", got)
		}
		if !strings.Contains(w.err.String(), "estimated from fingerprints") {
			t.Errorf("no legend in %q", w.err.String())
		}
	}
}

// TestTerminalLimit checks that a terminal shows 50 results and says how many more there
// are.
func TestTerminalLimit(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 80, 60)
	if code := w.run("pairs", "-q", "--sort=share", tree); code != 0 || w.err.String() != "" {
		t.Fatalf("exit code %d, %q", code, w.err.String())
	}
	if n := strings.Count(w.out.String(), "identical"); n != 50 {
		t.Errorf("%d pairs are shown, want 50", n)
	}
	w.out, w.err = syncBuffer{}, syncBuffer{}
	if code := w.run("pairs", "--no-progress", "--sort=share"); code != 0 || !strings.Contains(w.err.String(), "50 of 62 pairs, by share the first; --limit 0 shows all") {
		t.Errorf("exit code %d, %q does not say how many more there are", code, w.err.String())
	}
	w.out, w.err = syncBuffer{}, syncBuffer{}
	if code := w.run("pairs", "--limit", "0", "-f", "json", "-q"); code != 0 || strings.Count(w.out.String(), "\n") != 63 {
		t.Errorf("exit code %d, --limit 0 prints %d lines, want 63", code, strings.Count(w.out.String(), "\n"))
	}
}

func TestQueryAndDupsOnTerminal(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 100, 3)
	if code := w.run("scan", "-q", tree); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.err.String())
	}
	if code := w.run("query", "--color", "never", tree+"/folder/nearly", tree+"/nothing-there"); code != exitSomeFailed {
		t.Errorf("exit code %d", code)
	}
	for _, phrase := range []string{tree + "/folder/nearly  (", "of it  of file", "nearly same", "contains it", "(+2 identical files)"} {
		if !strings.Contains(unfolded(w.out.String(), tree), strings.ReplaceAll(phrase, tree, "TREE")) {
			t.Errorf("%q is missing from\n%s", phrase, w.out.String())
		}
	}
	w.out = syncBuffer{}
	if code := w.run("dups", "--color", "always"); code != 0 {
		t.Errorf("exit code %d", code)
	}
	plainOut := terminal.Unpainted(w.out.String())
	if want := "3 files of 8.7 KiB, 17 KiB could be saved\n  copy00\n  copy01\n  copy02\n"; !strings.Contains(plainOut, want) {
		t.Errorf("%q is not\n%s", plainOut, want)
	}
	if plainOut == w.out.String() {
		t.Error("no colour with --color always")
	}
}

// TestIndexFormat checks that db.FormatVersion is the version of a new index.
func TestIndexFormat(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	if w.run("scan", tree) != 0 || w.run("status", "-f", "json") != 0 {
		t.Fatal(w.err.String())
	}
	var status struct{ Format int }
	if err := json.Unmarshal([]byte(w.out.String()), &status); err != nil || status.Format != db.FormatVersion {
		t.Errorf("the index has format %d, %v, version says %d", status.Format, err, db.FormatVersion)
	}
}

// TestGroupsOnTerminal checks the table of groups.
func TestGroupsOnTerminal(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{80, 160} {
		w, tree := newWorld(t, columns, 3)
		if code := w.run("groups", "--no-progress", "--color", "never", tree); code != 0 {
			t.Fatalf("exit code %d\n%s", code, w.err.String())
		}
		shorter := strings.ReplaceAll(w.out.String(), tree, "TREE")
		want := `files in TREE/folder/

  1  4 files, 26 KiB in common
     representative      8.8 KiB  nearly
     ~99%   nearly same  8.7 KiB  copy00  (+2 identical files)
`
		if shorter != want {
			t.Errorf("%d columns:\n%s\nwant:\n%s", columns, shorter, want)
		}
		said := w.err.String()
		for _, phrase := range []string{"%: share of both together, ~ estimated", "alike dups lists", "1 group of 4 files, 26 KiB in common\n"} {
			if !strings.Contains(said, phrase) {
				t.Errorf("%q is missing from %q", phrase, said)
			}
		}
		for _, line := range strings.Split(w.out.String()+said, "\n")[1:] {
			if uniseg.StringWidth(line) > columns && !strings.Contains(line, tree) {
				t.Errorf("a line of more than %d columns: %q", columns, line)
			}
		}
		w.out = syncBuffer{}
		w.run("groups", "--by", "smaller", "--color", "never")
		for _, phrase := range []string{"\n     ~100%  inside it ", "  35 KiB  large\n", "  folder/copy00  (+2 identical files)\n"} {
			if !strings.Contains(w.out.String(), phrase) {
				t.Errorf("%q is missing from\n%s", phrase, w.out.String())
			}
		}
	}
}

// TestManyMembersOnTerminal checks that a large group is cut, and shown whole with
// --limit.
func TestManyMembersOnTerminal(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 80, 1)
	for i := range 30 {
		content := text(1, 1000) + text(uint64(100+i), 20)
		if err := os.WriteFile(fmt.Sprintf("%s/folder/variant%02d", tree, i), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args    []string
		members int
		more    bool
	}{{nil, 20, true}, {[]string{"--limit", "0"}, 31, false}, {[]string{"--limit", "7"}, 31, false}} {
		w.out = syncBuffer{}
		if code := w.run(append([]string{"groups", "-q", "--color", "never", tree}, c.args...)...); code != 0 {
			t.Fatalf("exit code %d\n%s", code, w.err.String())
		}
		got := w.out.String()
		if n := strings.Count(got, "nearly same"); n != c.members || strings.Contains(got, "and 11 others\n") != c.more {
			t.Errorf("%v: %d members\n%s", c.args, n, got)
		}
	}
}

// TestSortedOnDisk checks that results sorted on disk are printed as those sorted in
// memory, in every format.
func TestSortedOnDisk(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 40)
	if code := w.run("scan", tree); code != 0 {
		t.Fatal(w.err.String())
	}
	for _, args := range []string{"pairs", "pairs -f csv", "pairs -0", "groups", "groups -f csv", "groups --by smaller"} {
		for _, columns := range []int{0, 80} {
			var got [2]string
			for i, room := range []int64{0, 300} {
				w.columns, w.sortRoom, w.out = columns, room, syncBuffer{}
				if code := w.run(strings.Fields(args + " --limit 0")...); code != 0 {
					t.Fatal(w.err.String())
				}
				got[i] = w.out.String()
			}
			if got[0] != got[1] || got[0] == "" {
				t.Errorf("%s, %d columns: on disk\n%s\nin memory\n%s", args, columns, got[1], got[0])
			}
		}
	}
}

//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alike/testdata"
)

// footprint holds everything about a tree that bench could change.
func footprint(t *testing.T, tree string) string {
	t.Helper()
	var seen strings.Builder
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		var text []byte
		if st.Mode().IsRegular() {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		fmt.Fprintf(&seen, "%s %v %v %x\n", path, st.Mode(), st.ModTime(), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen.String()
}

// TestAgain makes whole runs, on a copy and on a grown tree.
func TestAgain(t *testing.T) {
	testdata.Long(t) // waits for trees to settle
	t.Parallel()
	for _, c := range []struct {
		args  []string
		files int64
	}{{nil, 40}, {[]string{"--files", "90"}, 90}} {
		t.Run(fmt.Sprint(c.files), func(t *testing.T) {
			t.Parallel()
			tree := smallTree(t)
			before := footprint(t, tree)
			var r rescans
			runJSON(t, &r, append(c.args, "--again", "--rounds", "1", tree)...)
			if footprint(t, tree) != before {
				t.Error("the tree of the command line has changed")
			}
			if r.Files != c.files || r.Grown != (c.files == 90) || r.Bytes < 900*c.files {
				t.Errorf("%d files, %d bytes, grown %v", r.Files, r.Bytes, r.Grown)
			}
			checkScans(t, r)
			checkQueries(t, r)
			checkSpace(t, r)
		})
	}
}

func ran(t *testing.T, r row, rounds int) {
	t.Helper()
	if r.Rounds != rounds || r.Seconds <= 0 || r.Least > r.Seconds || r.Most < r.Seconds || r.Peak < 1<<20 || r.Note != "" {
		t.Errorf("want %d rounds, got %+v", rounds, r)
	}
}

func checkScans(t *testing.T, r rescans) {
	t.Helper()
	s := r.Scans
	ran(t, s.Find, 1)
	ran(t, s.Unchanged, 1)
	ran(t, s.Changed, 1)
	if s.Entries <= r.Files || s.Entries > 2*r.Files {
		t.Errorf("find saw %d entries", s.Entries)
	}
	if want := s.Unchanged.Seconds / s.Find.Seconds; math.Abs(s.Ratio/want-1) > 1e-9 {
		t.Errorf("ratio %v, not %v", s.Ratio, want)
	}
	if want := 1000 * (s.Changed.Seconds - s.Unchanged.Seconds); math.Abs(s.More-want) > 1e-9 {
		t.Errorf("%v ms more, not %v", s.More, want)
	}
}

func checkQueries(t *testing.T, r rescans) {
	t.Helper()
	q := r.Queries
	ran(t, q.Scan, max(1, q.Scan.Rounds))
	ran(t, q.Idle, idleQueries*q.Scan.Rounds)
	ran(t, q.Beside, max(leastBeside, q.Beside.Rounds))
	if want := q.Beside.Seconds / q.Idle.Seconds; math.Abs(q.Ratio/want-1) > 1e-9 {
		t.Errorf("ratio %v, not %v", q.Ratio, want)
	}
	if q.ScanFiles != int(timesScanned*r.Files) {
		t.Errorf("%d files scanned", q.ScanFiles)
	}
	// Queries within one scan follow each other.
	if sum := q.Beside.Least * float64(q.Beside.Rounds); sum > q.Scan.Most*float64(q.Scan.Rounds) {
		t.Errorf("%d queries of %v s or more in %d scans of %v s or less", q.Beside.Rounds, q.Beside.Least, q.Scan.Rounds, q.Scan.Most)
	}
}

func checkSpace(t *testing.T, r rescans) {
	t.Helper()
	s := r.Space
	if s.Files != r.Files || s.Bytes < 900*s.Files || len(s.Index) != rewrittenScans || s.Fresh <= 0 {
		t.Fatalf("%+v", s)
	}
	if want := float64(s.Index[rewrittenScans-1]) / float64(s.Fresh); math.Abs(s.Ratio/want-1) > 1e-9 {
		t.Errorf("ratio %v, not %v", s.Ratio, want)
	}
}

func TestRescanTable(t *testing.T) {
	t.Parallel()
	r := rescans{Tree: "/tree", Files: 12, Bytes: 3 * mib}
	r.Scans = nightly{
		Find:      row{Name: "find", Does: "lists", Rounds: 3, Seconds: 0.05},
		Unchanged: row{Name: "unchanged", Rounds: 3, Seconds: 0.15},
		Changed:   row{Name: "changed", Rounds: 3, Seconds: 0.175}, More: 25, Entries: 14,
	}
	r.Queries = querying{
		Idle:   row{Name: "idle", Rounds: 10, Seconds: 0.02},
		Beside: row{Name: "beside", Rounds: 11, Seconds: 0.03},
		Scan:   row{Name: "scan", Rounds: 2, Seconds: 1.5},
	}
	r.Space = space{Files: 7, Bytes: mib, Index: []int64{mib, 2 * mib, 3 * mib}, Fresh: 2 * mib, Ratio: 1.5}
	var table bytes.Buffer
	if err := r.write(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"12 files, 3.0 MiB, copied from /tree, warm; find lists 14 entries", "1.00 × find 50.0 ", "3.00 × find 150.0 ", "3.50 × find 175.0 ",
		"1.00 × idle 20.0 ", "1.50 × idle 30.0 ", " 1500.0 ", "one file changed: +25.0 ms",
		"space: 1.50 × a fresh index: 3.00 MiB after 3 scans with all 7 files (1.0 MiB) changed, 2.00 MiB fresh; after each scan: 1.00 2.00 3.00",
	} {
		if !strings.Contains(strings.Join(strings.Fields(table.String()), " "), want) {
			t.Errorf("%q is not in\n%s", want, table.String())
		}
	}
	if lines := strings.Count(table.String(), "\n"); lines != 3+1+6+3 {
		t.Errorf("%d lines:\n%s", lines, table.String())
	}
	r.Scans.Find = row{Name: "find", Does: "lists", Note: "not installed"}
	r.Grown, r.Seed = true, 4
	table.Reset()
	if err := r.write(&table); err != nil || strings.Contains(table.String(), "× find") ||
		!strings.Contains(table.String(), "find: lists (not installed)") || !strings.Contains(table.String(), "grown from /tree with seed 4") {
		t.Errorf("%v, without find:\n%s", err, table.String())
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	from := time.Now()
	to := from.Add(time.Second)
	for _, c := range []struct {
		began, took time.Duration
		want        bool
	}{
		{0, time.Second, true}, {500 * time.Millisecond, 100 * time.Millisecond, true},
		{-time.Millisecond, 10 * time.Millisecond, false}, {999 * time.Millisecond, 2 * time.Millisecond, false},
		{-time.Second, 3 * time.Second, false}, {2 * time.Second, time.Second, false},
	} {
		a := asking{began: from.Add(c.began), sample: sample{wall: c.took}}
		if got := a.within(from, to); got != c.want {
			t.Errorf("a query from %v for %v: within is %v", c.began, c.took, got)
		}
	}
}

func TestSurvey(t *testing.T) {
	t.Parallel()
	tree := t.TempDir()
	for name, size := range map[string]int{
		"empty": 0, "a/small": 100, "b/near": typicalSize - 50, "c/same": typicalSize + 50, "d/large": 3 * typicalSize, ".hidden": typicalSize, "\xff": typicalSize,
	} {
		if err := writeFile(filepath.Join(tree, name), make([]byte, size)); err != nil {
			t.Fatal(err)
		}
	}
	files, size, typical, err := survey(t.Context(), tree)
	if err != nil || files != 6 || size != 100+6*typicalSize || typical != filepath.Join(tree, "b/near") {
		t.Errorf("%d files, %d bytes, %q, %v", files, size, typical, err)
	}
	hollow := t.TempDir()
	if err := writeFile(filepath.Join(hollow, "empty"), nil); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := survey(t.Context(), hollow); err == nil {
		t.Error("a tree of empty files has a typical file")
	}
}

func TestSizeOnDisk(t *testing.T) {
	t.Parallel()
	du, err := exec.LookPath("du")
	if err != nil {
		t.Skip("du is not installed")
	}
	tree := t.TempDir()
	for name, size := range map[string]int{"a": 1, "b/c": 100_000, "b/d": 5000, "e/f/g": 0} {
		if err := writeFile(filepath.Join(tree, name), bytes.Repeat([]byte("x"), size)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := sizeOnDisk(tree)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(du, "-s", "--block-size=1", tree).Output()
	if err != nil {
		t.Fatal(err)
	}
	if want, _, _ := strings.Cut(string(out), "\t"); fmt.Sprint(got) != want || got < 106_000 {
		t.Errorf("%d bytes, du counts %s", got, want)
	}
	if _, err := sizeOnDisk(filepath.Join(tree, "missing")); err == nil {
		t.Error("a missing folder has a size")
	}
}

// fake returns a bench whose alike always prints the same answer.
func fake(t *testing.T, answer string) *bench {
	t.Helper()
	b := &bench{world: world{lookPath: noPeers}, options: options{timeout: time.Minute, rounds: 1}, dir: t.TempDir()}
	b.alike = filepath.Join(b.dir, "alike")
	says := filepath.Join(b.dir, "answer")
	if err := os.WriteFile(says, []byte(answer), 0o666); err != nil {
		t.Fatal(err)
	}
	script := b.alike + ".sh"
	if err := os.WriteFile(script, []byte("#!/bin/sh\ncat '"+says+"'\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// Another process writes the program. A file that this process has open for
	// writing is open in the children that other tests start at that moment too, and
	// the kernel refuses to execute it.
	if out, err := exec.Command("install", "-m", "755", script, b.alike).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return b
}

// TestWrongScans checks that a scan with an unexpected result ends the run.
func TestWrongScans(t *testing.T) {
	t.Parallel()
	const summary = `{"type":"summary","files":40,"read":1,"changed":39}`
	change := func(kind, path string) string {
		return fmt.Sprintf(`{"type":"change","kind":%q,"file":{"path":%q}}`, kind, path) + "\n"
	}
	for _, c := range []struct {
		answer string
		want   bool
	}{
		{change("changed", "/a") + summary, true},
		{change("changed", "/b") + summary, false},
		{change("gone", "/a") + summary, false},
		{change("changed", "/a") + change("new", "/b") + summary, false},
		{summary, false},
		{"", false}, // nothing has changed
	} {
		n := nights{bench: fake(t, c.answer), file: "/a", changed: true}
		if err := n.checkChange(t.Context()); (err == nil) != c.want {
			t.Errorf("%s: %v", c.answer, err)
		}
	}
	b := fake(t, summary)
	templates, err := newTemplates(t.Context(), smallTree(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.rewrite(t.Context(), templates, 40); err == nil {
		t.Error("a scan that reads one of 40 new files is accepted")
	}
	n := nights{bench: b, tree: t.TempDir()}
	if err := n.scanSettled(t.Context()); err == nil || !strings.Contains(err.Error(), "still reads 1 of 40") {
		t.Errorf("a scan that reads a file every time: %v", err)
	}
}

const summaryLine = `{"type":"summary"}` + "\n"

func TestMatches(t *testing.T) {
	t.Parallel()
	match := `{"type":"match","file":{"path":"/a"}}` + "\n"
	if n, err := fake(t, match+match+summaryLine).matches(t.Context(), "/b"); err != nil || n != 2 {
		t.Errorf("%d matches, %v", n, err)
	}
	if _, err := fake(t, match).matches(t.Context(), "/b"); err == nil {
		t.Error("a truncated answer is accepted")
	}
}

// TestQueriesTooSlow checks that queries do not count if the scan ends at once, and
// that a failing query ends the run.
func TestQueriesTooSlow(t *testing.T) {
	t.Parallel()
	b := fake(t, "")
	if err := os.MkdirAll(b.index(), 0o700); err != nil {
		t.Fatal(err)
	}
	q := besideScan{bench: b, index: filepath.Join(b.dir, "busy")}
	q.query = command{name: "query", kept: true, args: []string{"sleep", "2"}} // far longer than true, on a busy machine too
	q.scan = command{name: "scan", kept: true, args: []string{"true"}}
	if err := q.during(t.Context()); err != nil || len(q.beside) > 0 || q.outside > 1 || len(q.scans) != 1 {
		t.Errorf("%v: %d queries within, %d outside", err, len(q.beside), q.outside)
	}
	q.query.args[1], q.scan.args = "0.2", []string{"sleep", "1"}
	if err := q.round(t.Context()); err != nil || len(q.idle) != idleQueries || len(q.beside) < 1 || len(q.beside) > 4 {
		t.Errorf("%v: %d idle queries, %d beside", err, len(q.idle), len(q.beside))
	}
	q.scan.args = []string{"sleep", "60"}
	q.query.args = []string{"false"}
	if err := q.during(t.Context()); err == nil {
		t.Error("a failing query is accepted")
	}
	q.query.args, q.scan.args = []string{"true"}, []string{"false"}
	if err := q.during(t.Context()); err == nil {
		t.Error("a failing scan is accepted")
	}
}

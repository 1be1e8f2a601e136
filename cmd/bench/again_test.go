package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// footprint is all that a scan could see of a tree change.
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

// TestAgain runs all of it, on a copy and on a grown tree.
func TestAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for trees to settle")
	}
	for _, c := range []struct {
		args  []string
		files int64
	}{{nil, 40}, {[]string{"--files", "90"}, 90}} {
		t.Run(fmt.Sprint(c.files), func(t *testing.T) {
			t.Parallel()
			tree, work := smallTree(t), t.TempDir()
			before := footprint(t, tree)
			var out, said bytes.Buffer
			args := append(c.args, "--again", "--rounds", "1", "-f", "json", "--dir", work, tree)
			if err := run(t.Context(), world{&out, &said, noPeers}, args); err != nil {
				t.Fatalf("%v\n%s", err, said.String())
			}
			if footprint(t, tree) != before {
				t.Error("the tree that was named has changed")
			}
			empty(t, work)
			var r rescans
			if err := json.Unmarshal(out.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			if r.Files != c.files || r.Grown != (c.files == 90) || r.Bytes < 900*c.files || said.Len() > 0 {
				t.Errorf("%d files, %d bytes, grown %v; said %q", r.Files, r.Bytes, r.Grown, said.String())
			}
			checkScans(t, r)
			checkQueries(t, r)
			checkSpace(t, r)
		})
	}
}

// TestAgainInterrupted holds that no trees are left when a run is stopped.
func TestAgainInterrupted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for a tree to settle")
	}
	ctx, cancel := context.WithCancel(t.Context())
	work := t.TempDir()
	look := func(name string) (string, error) { cancel(); return "", exec.ErrNotFound }
	err := run(ctx, world{io.Discard, io.Discard, look}, []string{"--again", "--dir", work, smallTree(t)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	empty(t, work)
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
	// In each scan the queries that count follow each other.
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
	if err := writeRescans(&table, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"12 files, 3.0 MiB, copies of those in /tree, warm; find lists 14 entries", "1.00 × find 50.0 ", "3.00 × find 150.0 ", "3.50 × find 175.0 ",
		"1.00 × idle 20.0 ", "1.50 × idle 30.0 ", " 1500.0 ", "one file changed: +25.0 ms",
		"space: 1.50 × a fresh index: 3.00 MiB after 3 scans of 7 files (1.0 MiB) that all change, 2.00 MiB fresh; after each: 1.00 2.00 3.00",
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
	if err := writeRescans(&table, r); err != nil || strings.Contains(table.String(), "× find") ||
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
		t.Error("a tree of empty files has a typical one")
	}
}

func TestOnDisk(t *testing.T) {
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
	got, err := onDisk(tree)
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
	if _, err := onDisk(filepath.Join(tree, "missing")); err == nil {
		t.Error("a folder that is not there has a size")
	}
}

// pretended is a bench with an alike that always answers the same.
func pretended(t *testing.T, answer string) *bench {
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
	// Another process makes the program: a file that a test has open for writing is
	// open in what other tests start at that moment too, and cannot be run.
	if out, err := exec.Command("install", "-m", "755", script, b.alike).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return b
}

// TestWrongScans holds that scans that do not what is measured end the run.
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
		{"", false}, // as where nothing has changed
	} {
		n := nights{bench: pretended(t, c.answer), file: "/a", changed: true}
		if err := n.checkChange(t.Context()); (err == nil) != c.want {
			t.Errorf("%s: %v", c.answer, err)
		}
	}
	b := pretended(t, summary)
	templates, err := newTemplates(t.Context(), smallTree(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.rewrite(t.Context(), templates, 40); err == nil {
		t.Error("a scan that read one of 40 new files was taken")
	}
	if testing.Short() {
		return // the rest waits for the tree to settle
	}
	n := nights{bench: b, tree: t.TempDir()}
	if err := n.settle(t.Context()); err == nil || !strings.Contains(err.Error(), "still reads 1 of 40") {
		t.Errorf("a scan that reads a file each time: %v", err)
	}
}

const summaryLine = `{"type":"summary"}` + "\n"

func TestMatches(t *testing.T) {
	t.Parallel()
	match := `{"type":"match","file":{"path":"/a"}}` + "\n"
	if n, err := pretended(t, match+match+summaryLine).matches(t.Context(), "/b"); err != nil || n != 2 {
		t.Errorf("%d matches, %v", n, err)
	}
	if _, err := pretended(t, match).matches(t.Context(), "/b"); err == nil {
		t.Error("an answer without its end was taken")
	}
}

// TestQueriesTooSlow holds that a scan that is over at once is no scan to ask
// beside, and that a query that fails ends the run.
func TestQueriesTooSlow(t *testing.T) {
	t.Parallel()
	b := pretended(t, "")
	if err := os.MkdirAll(b.index(), 0o700); err != nil {
		t.Fatal(err)
	}
	q := besideScan{bench: b, index: filepath.Join(b.dir, "busy")}
	q.query = command{name: "query", kept: true, args: []string{"sleep", "0.2"}}
	q.scan = command{name: "scan", kept: true, args: []string{"true"}}
	if err := q.during(t.Context()); err != nil || len(q.beside) > 0 || q.outside > 1 || len(q.scans) != 1 {
		t.Errorf("%v: %d queries within, %d without", err, len(q.beside), q.outside)
	}
	q.scan.args = []string{"sleep", "1"}
	if err := q.round(t.Context()); err != nil || len(q.idle) != idleQueries || len(q.beside) < 1 || len(q.beside) > 4 {
		t.Errorf("%v: %d idle queries, %d beside", err, len(q.idle), len(q.beside))
	}
	q.scan.args = []string{"sleep", "60"}
	q.query.args = []string{"false"}
	if err := q.during(t.Context()); err == nil {
		t.Error("a query that fails was taken")
	}
	q.query.args, q.scan.args = []string{"true"}, []string{"false"}
	if err := q.during(t.Context()); err == nil {
		t.Error("a scan that fails was taken")
	}
}

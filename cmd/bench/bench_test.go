package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary be the plain reader, which bench starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == readVerb {
		if err := readAll(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0},
		{[]float64{7}, 7},
		{[]float64{9, 1}, 5},
		{[]float64{100, 1, 2}, 2},
		{[]float64{4, 1, 3, 1000}, 3.5},
	} {
		given := append([]float64(nil), c.values...)
		if got := median(c.values); got != c.want {
			t.Errorf("median(%v) = %v, want %v", given, got, c.want)
		}
		for i := range given {
			if given[i] != c.values[i] {
				t.Errorf("median has reordered %v", given)
			}
		}
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	rows := []row{{Name: "alike scan", Seconds: 3}, {Name: baseline, Seconds: 2}, {Name: "missing"}}
	addRatios(rows)
	for i, want := range []float64{1.5, 1, 0} {
		if rows[i].Ratio != want {
			t.Errorf("%s: ratio %v, want %v", rows[i].Name, rows[i].Ratio, want)
		}
	}
	alone := []row{{Name: "alike scan", Seconds: 3}, {Name: baseline, Note: "not installed"}}
	addRatios(alone)
	if alone[0].Ratio != 0 {
		t.Errorf("ratio %v to a b3sum that did not run", alone[0].Ratio)
	}
	if got := cells(alone[0])[0]; got != "–" {
		t.Errorf("an unknown ratio is shown as %q", got)
	}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	r := summarize(command{name: "x"}, []sample{
		{wall: 3 * time.Second, cpu: time.Second, peak: 5},
		{wall: time.Second, cpu: 4 * time.Second, peak: 50, floored: true},
		{wall: 8 * time.Second, cpu: 2 * time.Second, peak: 7},
	}, "a note")
	want := row{Name: "x", Rounds: 3, Seconds: 3, CPU: 2, Least: 1, Most: 8, Peak: 7, AtMost: true, Note: "a note"}
	if r != want {
		t.Errorf("got  %+v\nwant %+v", r, want)
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	code := &exitError{code: 3}
	for _, c := range []struct {
		kept  bool
		err   error
		note  string
		out   bool
		fatal bool
	}{
		{false, nil, "", false, false},
		{false, code, "exit code 3", false, false},
		{true, code, "", false, true},
		{true, errTimeout, "ended after 1m0s", true, false},
		{false, os.ErrPermission, "", false, true},
	} {
		note, out, fatal := outcome(command{kept: c.kept}, c.err, time.Minute)
		if note != c.note || out != c.out || (fatal != nil) != c.fatal {
			t.Errorf("kept %v, %v: got %q, %v, %v", c.kept, c.err, note, out, fatal)
		}
	}
}

// TestTimeout holds that a command is ended, and those that it started with it.
func TestTimeout(t *testing.T) {
	t.Parallel()
	b := &bench{options: options{timeout: 200 * time.Millisecond}, dir: t.TempDir()}
	start := time.Now()
	_, err := b.measure(t.Context(), command{args: []string{"sh", "-c", "sleep 60 & wait"}, kept: true})
	if !errors.Is(err, errTimeout) {
		t.Errorf("got %v, want %v", err, errTimeout)
	}
	// The sleeper holds standard error: were it alive, its end would be awaited.
	if d := time.Since(start); d > 30*time.Second {
		t.Errorf("the end of the sleeper was awaited for %v", d)
	}
}

func TestEditIsDeterministic(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("a line of text that is kept or not\nand another one\n", 200))
	one := editCopy(text, 1, 7)
	if !bytes.Equal(one, editCopy(text, 1, 7)) {
		t.Error("the same copy came out differently")
	}
	if bytes.Equal(one, editCopy(text, 1, 8)) || bytes.Equal(one, editCopy(text, 2, 7)) {
		t.Error("another copy or another seed gave the same bytes")
	}
	for number := range uint64(50) {
		edited := editCopy(text, 1, number)
		kept := bytes.Count(edited, []byte("a line of text that is kept or not\n"))
		if bytes.Equal(edited, text) || kept < 120 || kept > 200 {
			t.Errorf("copy %d: %d of 200 lines are left", number, kept)
		}
	}
	if got := editCopy(nil, 1, 1); len(got) == 0 {
		t.Error("a copy of nothing is not edited")
	}
	long := bytes.Repeat([]byte{0xff}, 1<<20)
	for number := range uint64(50) {
		if !bytes.Contains(editCopy(long, 1, number), long) {
			t.Fatal("data in one long line was replaced")
		}
	}
}

// smallTree has 40 files to be measured and two that are not.
func smallTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	if err := os.MkdirAll(filepath.Join(tree, ".hidden"), 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(tree, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		write("f"+strings.Repeat("x", i), string(editCopy(bytes.Repeat([]byte("some line\n"), 100), 1, uint64(i))))
	}
	write(".dot", "hidden")
	write(".hidden/file", "hidden too")
	return tree
}

func noPeers(name string) (string, error) {
	if name == "find" {
		return exec.LookPath(name)
	}
	return "", exec.ErrNotFound
}

// TestCompare runs all of it, as on a machine without any peer but find.
func TestCompare(t *testing.T) {
	t.Parallel()
	tree, work := smallTree(t), t.TempDir()
	var out, said bytes.Buffer
	err := run(t.Context(), world{&out, &said, noPeers}, []string{"--rounds", "2", "--slow", "-f", "json", "--dir", work, tree})
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	var c comparison
	if err := json.Unmarshal(out.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	if c.Files != 40 || c.Index.Files != 40 || c.Index.DiskBytes == 0 || c.Index.Fingerprints == 0 || c.Bytes < 40_000 {
		t.Errorf("listed %d files, %d bytes; index %+v", c.Files, c.Bytes, c.Index)
	}
	if said.Len() > 0 {
		t.Errorf("said %s", said.String())
	}
	ran := 0
	for _, r := range c.Rows {
		if r.Rounds == 0 {
			if r.Note != "not installed" {
				t.Errorf("%s: note %q", r.Name, r.Note)
			}
			continue
		}
		ran++
		if r.Rounds != 2 || r.Seconds <= 0 || r.Least > r.Seconds || r.Most < r.Seconds || r.Peak < 1<<20 || r.Note != "" {
			t.Errorf("%+v", r)
		}
	}
	if ran != 8 || len(c.Rows) != 17 { // six of alike, find and the reader
		t.Errorf("%d of %d rows ran", ran, len(c.Rows))
	}
	empty(t, work)
	var table bytes.Buffer
	if err := writeComparison(&table, c); err != nil || strings.Count(table.String(), "\n") != 3+1+17+2 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

// empty holds that a folder was left as it was found.
func empty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestGrow(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for grown trees to settle")
	}
	tree, work := smallTree(t), t.TempDir()
	var out, said bytes.Buffer
	err := run(t.Context(), world{&out, &said, noPeers}, []string{"--rounds", "1", "--grow", "90,30", "-f", "json", "--dir", work, tree})
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	var g growth
	if err := json.Unmarshal(out.Bytes(), &g); err != nil {
		t.Fatal(err)
	}
	if len(g.Sizes) != 2 || g.Sizes[0].Files != 30 || g.Sizes[1].Files != 90 || g.Sizes[1].Bytes <= g.Sizes[0].Bytes {
		t.Errorf("%+v", g.Sizes)
	}
	empty(t, work)
}

// TestInterrupted holds that nothing is left when a run is stopped in between.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	work := t.TempDir()
	look := func(name string) (string, error) { cancel(); return "", exec.ErrNotFound }
	err := run(ctx, world{io.Discard, io.Discard, look}, []string{"--dir", work, smallTree(t)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	empty(t, work)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--rounds", "0", "."}, {"-f", "xml", "."}, {"--grow", "0", "."}, {".", "."}, {"--nonsense"}, {"/nowhere/at/all"},
		{"--again", "--files", "-1"}, {"--files", "10"}, {"--again", "--grow", "10"}, {"--again", "--slow"},
	} {
		if err := run(t.Context(), world{io.Discard, io.Discard, noPeers}, args); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
	var help bytes.Buffer
	if err := run(t.Context(), world{io.Discard, &help, noPeers}, []string{"--help"}); err != nil || !strings.Contains(help.String(), "--grow") {
		t.Errorf("%v, %s", err, help.String())
	}
}

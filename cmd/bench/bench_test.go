//go:build linux

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

	"alike/testdata"
)

// built is the alike that all tests measure.
var built string

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == readVerb { // as bench starts itself
		if err := readAll(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(withAlike(testdata.Patient{M: m}.Run))
}

// withAlike builds alike once.
func withAlike(tests func() int) int {
	dir, err := os.MkdirTemp("", "bench-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir}
	if err := b.build(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	built = b.alike
	return tests()
}

// hermetic is a world without peers but find.
func hermetic(stdout, stderr io.Writer) world {
	return world{stdout: stdout, stderr: stderr, lookPath: noPeers, alike: built, settling: 2200 * time.Millisecond}
}

func noPeers(name string) (string, error) {
	if name == "find" {
		return exec.LookPath(name)
	}
	return "", exec.ErrNotFound
}

// runJSON runs bench in a temporary folder and decodes its result. It must leave
// nothing behind and write nothing to standard error.
func runJSON(t *testing.T, result any, args ...string) {
	t.Helper()
	work := t.TempDir()
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), hermetic(&stdout, &stderr), append([]string{"-f", "json", "--dir", work}, args...)); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error: %s", stderr.String())
	}
	mustBeEmpty(t, work)
	if err := json.Unmarshal(stdout.Bytes(), result); err != nil {
		t.Fatal(err)
	}
}

func mustBeEmpty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// smallTree returns a tree with 40 files to measure and two hidden ones.
func smallTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	write := func(name, text string) {
		if err := writeFile(filepath.Join(tree, name), []byte(text)); err != nil {
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

// TestCompare makes a whole run on a machine without any peer but find.
func TestCompare(t *testing.T) {
	t.Parallel()
	var c comparison
	runJSON(t, &c, "--rounds", "2", "--slow", smallTree(t))
	if c.Files != 40 || c.Index.Files != 40 || c.Index.DiskBytes == 0 || c.Index.Fingerprints == 0 || c.Bytes < 40_000 {
		t.Errorf("listed %d files, %d bytes; index %+v", c.Files, c.Bytes, c.Index)
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
	var table bytes.Buffer
	if err := c.write(&table); err != nil || strings.Count(table.String(), "\n") != 3+1+17+2 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

func TestGrow(t *testing.T) {
	t.Parallel()
	testdata.Long(t) // waits for grown trees to settle
	var g growth
	runJSON(t, &g, "--rounds", "1", "--grow", "90,30", smallTree(t))
	if len(g.Sizes) != 2 || g.Sizes[0].Files != 30 || g.Sizes[1].Files != 90 || g.Sizes[1].Bytes <= g.Sizes[0].Bytes {
		t.Errorf("%+v", g.Sizes)
	}
	for _, s := range g.Sizes {
		if s.Estimate.Seconds <= 0 || s.Pairs.Seconds <= 0 || s.Folders.Seconds <= 0 {
			t.Errorf("not all searches ran: %+v", s)
		}
	}
	var table bytes.Buffer
	if err := g.write(&table); err != nil || strings.Count(table.String(), "\n") != 3+(1+2)+1+(1+2) {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

// TestOld compares alike with itself.
func TestOld(t *testing.T) {
	t.Parallel()
	testdata.Long(t)
	var v versions
	runJSON(t, &v, "--rounds", "3", "--old", built, smallTree(t))
	if len(v.Rows) != 12 {
		t.Fatalf("%d rows", len(v.Rows))
	}
	for _, r := range v.Rows {
		if r.Old.Rounds != 3 || r.New.Rounds != 3 || r.Ratio <= 0 || r.CPU <= 0 {
			t.Errorf("%+v", r)
		}
	}
	var table bytes.Buffer
	if err := v.write(&table); err != nil || strings.Count(table.String(), "\n") != 3+1+12 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

// TestTurnRatio checks that the ratio is taken within rounds: a slow round slows
// both programs.
func TestTurnRatio(t *testing.T) {
	t.Parallel()
	sampled := func(seconds ...time.Duration) (s []sample) {
		for _, d := range seconds {
			s = append(s, sample{wall: d * time.Second, cpu: 2 * d * time.Second})
		}
		return s
	}
	got := turnOf("scan", sampled(10, 20, 10), sampled(11, 22, 30))
	if got.Ratio != 1.1 || got.CPU != 1.1 || got.Old.Seconds != 10 || got.New.Seconds != 22 {
		t.Errorf("%+v", got)
	}
}

// TestInterrupted checks that an interrupted run leaves nothing behind.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"--again"}} {
		if len(args) > 0 && testing.Short() {
			continue // waits for a tree to settle
		}
		ctx, cancel := context.WithCancel(t.Context())
		work := t.TempDir()
		w := hermetic(io.Discard, io.Discard)
		w.lookPath = func(string) (string, error) { cancel(); return "", exec.ErrNotFound }
		if err := run(ctx, w, append(args, "--dir", work, smallTree(t))); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: got %v, want %v", args, err, context.Canceled)
		}
		mustBeEmpty(t, work)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"--rounds 0 .", "-f xml .", "--grow 0 .", ". .", "--nonsense", "/nowhere/at/all", "--old /nowhere/at/all",
		"--again --files -1", "--files 10", "--again --grow 10", "--again --slow", "--old " + built + " --slow", "--old " + built + " --again",
		"--dedupe 5", "--dedupe -1", "--dedupe 1000 --again", "--dedupe 1000 --grow 10", "--dedupe 1000 .",
	} {
		if err := run(t.Context(), hermetic(io.Discard, io.Discard), strings.Fields(args)); err == nil {
			t.Errorf("%s is accepted", args)
		}
	}
	var help bytes.Buffer
	if err := run(t.Context(), hermetic(io.Discard, &help), []string{"--help"}); err != nil || !strings.Contains(help.String(), "--grow") {
		t.Errorf("%v, %s", err, help.String())
	}
}

func TestEditIsDeterministic(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("a line of text that may be replaced\nand another one\n", 200))
	one := editCopy(text, 1, 7)
	if !bytes.Equal(one, editCopy(text, 1, 7)) {
		t.Error("the same seed and number give other bytes")
	}
	if bytes.Equal(one, editCopy(text, 1, 8)) || bytes.Equal(one, editCopy(text, 2, 7)) {
		t.Error("another number or seed gives the same bytes")
	}
	for number := range uint64(50) {
		edited := editCopy(text, 1, number)
		kept := bytes.Count(edited, []byte("a line of text that may be replaced\n"))
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
			t.Fatal("data in one long line is replaced")
		}
	}
}

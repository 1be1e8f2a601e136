package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"alike/db"
	"alike/db/search"
	"alike/scan"
	"alike/testdata"
)

// answerWithin bounds the time from a signal to the end of the process. Some tenths of a second are
// usual; the rest is for a machine with much else to do.
const answerWithin = 10 * time.Second

// TestInterrupted sends SIGINT or SIGTERM to each verb that writes at random moments. It must end soon
// and by itself, with an index that passes a check, and the same command must then do what it does
// without a signal.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals between processes")
	}
	for _, verb := range interruptedVerbs() {
		t.Run(verb.name, func(t *testing.T) {
			t.Parallel()
			if verb.long {
				testdata.Long(t)
			}
			verb.test(t, testdata.Rounds(2, 10))
		})
	}
	for name, c := range map[string]killCase{
		"dedupe beside the output": {name: "in.jsonl", interrupts: true},
		"dedupe in an index":       {name: "in.jsonl.gz", interrupts: true, indexed: true, packed: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !c.indexed {
				testdata.Long(t)
			}
			c.test(t, testdata.Rounds(2, 10), 1)
		})
	}
}

// interruptedVerb is a verb that writes. Its paths are relative to a folder that is put back before each
// round.
type interruptedVerb struct {
	name    string
	prepare func(t *testing.T, dir string)
	args    []string
	index   string // that the command reads or writes
	// outcome describes what the command left in the folder, and what it printed.
	outcome func(t *testing.T, dir, printed string) string
	long    bool // what it writes, another verb writes too
}

// test interrupts the verb a number of times.
func (v *interruptedVerb) test(t *testing.T, times int) {
	dir, before := filepath.Join(t.TempDir(), "at"), filepath.Join(t.TempDir(), "before")
	v.prepare(t, dir)
	copyTree(t, dir, before)
	command := func() *exec.Cmd { return alikeIn(t, dir, v.args...) }
	begun := time.Now()
	printed := output(t, command())
	took := time.Since(begun)
	want := v.outcome(t, dir, printed)
	random := rand.New(rand.NewPCG(uint64(len(v.name)), 4))
	interrupted, ended := 0, 0
	for round := 1; interrupted < times; round++ {
		if round > 50*times {
			t.Fatalf("interrupted only %d processes in %d rounds", interrupted, round)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		copyTree(t, before, dir)
		cmd := command()
		begun = time.Now()
		printed := interruptedAfter(t, cmd, random, time.Duration(random.Int64N(int64(took))))
		code := cmd.ProcessState.ExitCode()
		switch {
		case code == exitInterrupted:
			interrupted++
		case code == exitDone:
			ended, took = ended+1, min(took, time.Since(begun))
		case wasKilled(cmd.ProcessState, printed): // before it could catch signals
		default:
			t.Fatalf("round %d: exit code %d\n%s", round, code, printed)
		}
		if index := filepath.Join(dir, v.index); pathExists(filepath.Join(index, "files")) {
			output(t, alikeIn(t, dir, "check", "-q", "--index", index))
		}
		if code != exitDone {
			printed = output(t, command())
		}
		if got := v.outcome(t, dir, printed); got != want {
			t.Fatalf("round %d, exit code %d: %s", round, code, firstDifference(got, want))
		}
	}
	t.Logf("interrupted %d, %d too late; the whole takes %v", interrupted, ended, took)
}

// alikeIn returns a command that runs alike in a folder.
func alikeIn(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := alikeCommand(t, args...)
	cmd.Dir = dir
	return cmd
}

// interruptedAfter starts a command, sends it SIGINT or SIGTERM after a time, and returns what it said
// when it has ended. It fails the test if that takes long.
func interruptedAfter(t *testing.T, cmd *exec.Cmd, random *rand.Rand, after time.Duration) string {
	t.Helper()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	sig := []os.Signal{os.Interrupt, syscall.SIGTERM}[random.IntN(2)]
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	deaf := make(chan bool, 1)
	var killing *time.Timer
	signalling := time.AfterFunc(after, func() {
		_ = cmd.Process.Signal(sig)
		killing = time.AfterFunc(answerWithin, func() {
			deaf <- true
			_ = cmd.Process.Kill()
		})
	})
	_ = cmd.Wait() // the caller looks at the exit code
	if !signalling.Stop() && killing != nil {
		killing.Stop()
	}
	select {
	case <-deaf:
		t.Fatalf("%v had not ended %v after %v, which came after %v\n%s", cmd.Args, answerWithin, sig, after, said.String())
	default:
	}
	return said.String()
}

// interruptedVerbs returns the verbs that write, except dedupe.
func interruptedVerbs() []interruptedVerb {
	run := func(t *testing.T, dir string, args ...string) {
		t.Helper()
		output(t, alikeIn(t, dir, args...))
	}
	scan := []string{"scan", "-q", "--index", "index", "tree"}
	random := func() *rand.Rand { return rand.New(rand.NewPCG(6, 4)) }
	fresh := func(t *testing.T, dir string) { writeTexts(t, filepath.Join(dir, "tree"), random(), 150) }
	scanned := func(t *testing.T, dir string) {
		fresh(t, dir)
		run(t, dir, scan...)
	}
	change := func(t *testing.T, dir string) {
		removeSome(t, filepath.Join(dir, "tree"))
		writeTexts(t, filepath.Join(dir, "tree", "more"), random(), 100)
	}
	changed := func(t *testing.T, dir string) {
		scanned(t, dir)
		change(t, dir)
	}
	exported := func(t *testing.T, dir string) {
		scanned(t, dir)
		run(t, dir, "near", "-q", "--index", "index") // makes simhashes
		run(t, dir, "export", "-q", "--index", "index", "-o", "lake", "--host", "web")
	}
	exportedAgain := func(t *testing.T, dir string) {
		exported(t, dir)
		run(t, dir, "import", "-q", "--index", "hosts", "lake")
		change(t, dir)
		run(t, dir, scan...)
	}
	importable := func(t *testing.T, dir string) {
		exportedAgain(t, dir)
		run(t, dir, "export", "-q", "--index", "index", "-o", "lake", "--host", "web")
	}
	files := func(index string) func(t *testing.T, dir, printed string) string {
		return func(t *testing.T, dir, _ string) string {
			return strings.Join(importedFiles(t, filepath.Join(dir, index)), "\n")
		}
	}
	shown := func(_ *testing.T, _, printed string) string { return printed }
	lake := func(t *testing.T, dir, _ string) string {
		if left, err := filepath.Glob(filepath.Join(dir, "lake", "_[no]*")); err != nil || len(left) > 0 {
			t.Errorf("left over: %s, %v", left, err)
		}
		return digest(t, filepath.Join(dir, "lake"), "web")
	}
	return []interruptedVerb{
		{"scan", fresh, scan, "index", files("index"), false},
		{"scan again", changed, scan, "index", files("index"), true},
		{"dups", changed, []string{"dups", "-q", "--index", "index", "tree"}, "index", shown, true},
		{"near", scanned, []string{"near", "-q", "--limit", "0", "--index", "index"}, "index", shown, false},
		{"report", scanned, []string{"report", "-q", "--index", "index", "-o", "pages"}, "index", namesIn, false},
		{"export", exportedAgain, []string{"export", "-q", "--index", "index", "-o", "lake", "--host", "web"}, "index", lake, false},
		{"import", importable, []string{"import", "-q", "--index", "hosts", "lake"}, "hosts", files("hosts"), false},
		{"forget", scanned, []string{"forget", "--index", "index", "tree"}, "index", files("index"), true},
		{"forget what is deep", writeDeep, []string{"forget", "--index", "index", "/deep"}, "index", files("index"), false},
		{"forget records", writeRecords, []string{"forget", "--index", "index", "--id", "77"}, "index", recordsIn, true},
	}
}

// namesIn returns the names in a folder. So what an interrupted report leaves beside its pages is
// found.
func namesIn(t *testing.T, dir, _ string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&names, e.Name())
	}
	return names.String()
}

// writeDeep writes an index of files that are as deep as their paths can be; there are none on the
// disk. Forgetting eight of them once took 23 s, and a signal was answered after 29 s.
func writeDeep(t *testing.T, dir string) {
	t.Helper()
	ix, err := db.Open(t.Context(), filepath.Join(dir, "index"), db.Options{Write: true, Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	spool := w.NewSpool()
	defer spool.Close()
	id, _, err := w.AddContent(db.Content{Checksum: db.Checksum{1}, Size: 1}, spool)
	if err != nil {
		t.Fatal(err)
	}
	for i := range testdata.Rounds(2, 8) {
		l, err := w.Directory(fmt.Sprintf("/deep/%d%s", i, strings.Repeat("/d", 8000)))
		if err == nil {
			err = w.Put(l.ID, db.Entry{Name: "f", Content: id, Stat: db.Stat{Size: 1}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
}

// writeRecords writes an index of records.
func writeRecords(t *testing.T, dir string) {
	t.Helper()
	writeText(t, filepath.Join(dir, "in.jsonl"), recordLines(3, 2000))
	cmd := alikeIn(t, dir, "dedupe", "-q", "--id-field", "id", "--input-format", "jsonl", "--on-error", "drop", "--index", "index", "in.jsonl")
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitSomeFailed {
		t.Fatalf("making the index: %v\n%s", err, out)
	}
}

// recordsIn returns the records of the index in a folder.
func recordsIn(t *testing.T, dir, _ string) string {
	t.Helper()
	ix, err := db.Open(t.Context(), filepath.Join(dir, "index"), db.Options{Kind: db.Records})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	var records strings.Builder
	err = ix.EachRecord(t.Context(), func(n db.RecordID, r db.Record) error {
		fmt.Fprintf(&records, "%d %q\n", n, r.ID)
		return nil
	})
	if err != nil || records.Len() == 0 {
		t.Fatalf("%d bytes of records, %v", records.Len(), err)
	}
	return records.String()
}

// TestInterruptedLook checks that dups looks for no further file of a set once it is cancelled: a set
// can have millions, on a disk far away.
func TestInterruptedLook(t *testing.T) {
	t.Parallel()
	dir, tree := filepath.Join(t.TempDir(), "index"), t.TempDir()
	for i := range 50 {
		writeText(t, filepath.Join(tree, fmt.Sprint(i)), "the same text in each file")
	}
	output(t, alikeCommand(t, "scan", "-q", "--index", dir, tree))
	ix, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	trees, err := scan.TreesOf(ix)
	if err != nil {
		t.Fatal(err)
	}
	sets := 0
	err = search.Duplicates(t.Context(), ix, search.DuplicateQuery{}, func(d search.DuplicateSet) error {
		sets++
		look := newSetLook(ix, trees, true)
		if found, err := look.at(t.Context(), &d); found != 50 || err != nil {
			t.Errorf("it found %d files, %v", found, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if found, err := look.at(ctx, &d); found != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled, it found %d files, %v", found, err)
		}
		ctx, cancel = context.WithCancel(t.Context())
		looked := 0
		living := search.NewLiving(ix, search.PairQuery{}, true, func(string) bool {
			if looked++; looked == 3 {
				cancel()
			}
			return true
		})
		if err := living.File(ctx, &search.File{Path: filepath.Join(tree, "7")}); !errors.Is(err, context.Canceled) || looked != 3 {
			t.Errorf("it looked for %d files, %v", looked, err)
		}
		return nil
	})
	if err != nil || sets != 1 {
		t.Fatalf("%d sets, %v", sets, err)
	}
}

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"alike/db"
	"alike/testdata"
)

// TestDedupeKilled kills a run and its resumptions at random moments until one finishes.
// The outcome must equal that of an uninterrupted run.
func TestDedupeKilled(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	kills, rounds := testdata.Rounds(3, 25), testdata.Rounds(1, 4) // per case
	for name, c := range map[string]killCase{
		"beside the output": {name: "in.jsonl"},
		"in an index":       {name: "in.jsonl.gz", indexed: true, packed: true},
		"from a stream":     {name: "in.jsonl", stream: true, indexed: true, tagged: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.test(t, kills, rounds)
		})
	}
}

// test kills or interrupts runs until there were enough kills and rounds.
func (c *killCase) test(t *testing.T, kills, rounds int) {
	c.prepare(t)
	want, took := c.uninterrupted(t)
	random := rand.New(rand.NewPCG(uint64(len(c.name)), 3))
	killed := 0
	for round := 0; killed < kills || round < rounds; round++ {
		if round > 20*kills {
			t.Fatalf("killed only %d processes in %d rounds", killed, round)
		}
		dir := t.TempDir()
		c.makeIndex(t, dir)
		killed += c.killUntilDone(t, dir, random, took)
		if got := c.outcome(t, dir); got != want {
			t.Fatalf("round %d, seed %d: the outcome after kills differs:\n%s", round, len(c.name), firstDifference(got, want))
		}
	}
	t.Logf("ended %d processes", killed)
}

// killCase describes a run to kill or to interrupt.
type killCase struct {
	name       string
	interrupts bool // by signals that the run catches
	indexed    bool
	stream     bool
	packed     bool   // the outputs are compressed
	tagged     bool   // all records are written
	input      string // its path
}

// outputs returns the names of the outputs.
func (c *killCase) outputs() (out, dropped string) {
	if c.packed {
		return "out.gz", "dropped.jsonl.zst"
	}
	return "out", "dropped.jsonl"
}

// prepare writes the input: two in five records are near-duplicates.
func (c *killCase) prepare(t *testing.T) {
	t.Helper()
	c.input = filepath.Join(t.TempDir(), c.name)
	var text bytes.Buffer
	text.WriteString(recordLines(7, 3000))
	if strings.HasSuffix(c.name, ".gz") {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, err := z.Write(text.Bytes())
		if err = errors.Join(err, z.Close()); err != nil {
			t.Fatal(err)
		}
		text = packed
	}
	if err := os.WriteFile(c.input, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// recordLines returns lines of JSON, some with odd ids.
func recordLines(seed uint64, n int) string {
	random := rand.New(rand.NewPCG(seed, 11))
	var words []string
	for range 3000 {
		words = append(words, fmt.Sprintf("%x", random.Uint32N(1<<20)))
	}
	var b strings.Builder
	var last []string
	for i := range n {
		if last == nil || random.IntN(5) > 1 {
			last = nil
			for range 60 + random.IntN(60) {
				last = append(last, words[random.IntN(len(words))])
			}
		} else {
			last[random.IntN(len(last))] = words[random.IntN(len(words))]
		}
		id := fmt.Sprint(i)
		if i%97 == 0 {
			id += "\t\x1b[2J\u202e\n"
		}
		line, _ := json.Marshal(map[string]string{"id": id, "text": strings.Join(last, " ")})
		b.Write(line)
		b.WriteByte('\n')
		if i%50 == 0 {
			b.WriteString("\n{\"id\":\n")
		}
	}
	return b.String()
}

func (c *killCase) args(dir string) []string {
	out, dropped := c.outputs()
	args := []string{"dedupe", "--id-field", "id", "--commit-every", "16KiB", "--input-format", "jsonl", "-q", "--on-error", "drop",
		"-o", filepath.Join(dir, out), "--dropped", filepath.Join(dir, dropped)}
	if c.tagged {
		args = append(args, "--tag", "of")
	}
	if c.indexed {
		args = append(args, "--index", filepath.Join(dir, "index"))
	}
	if !c.stream {
		args = append(args, c.input)
	}
	return args
}

// command returns a command that runs alike, which is this test binary under another
// name.
func (c *killCase) command(t *testing.T, args []string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Args = append([]string{"alike"}, args...)
	if c.stream {
		in, err := os.Open(c.input)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = in.Close() })
		// A pipe, so that the run cannot seek.
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = reader.Close() })
		go func() {
			_, _ = writer.ReadFrom(in)
			_ = writer.Close()
		}()
		cmd.Stdin = reader
	}
	return cmd
}

// makeIndex creates the index that the run adds to, if it has one.
func (c *killCase) makeIndex(t *testing.T, dir string) {
	t.Helper()
	if !c.indexed {
		return
	}
	old := filepath.Join(dir, "old.jsonl")
	if err := os.WriteFile(old, []byte(recordLines(8, 200)+recordLines(7, 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := (&killCase{}).command(t, []string{"dedupe", "--id-field", "id", "-q", "--on-error", "drop", "--index", filepath.Join(dir, "index"), old})
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitSomeFailed {
		t.Fatalf("making the index: %v\n%s", err, out)
	}
}

// uninterrupted returns the outcome of a run without kills, and its duration.
func (c *killCase) uninterrupted(t *testing.T) (string, time.Duration) {
	t.Helper()
	dir := t.TempDir()
	c.makeIndex(t, dir)
	cmd := c.command(t, c.args(dir))
	start := time.Now()
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitSomeFailed {
		t.Fatalf("uninterrupted: %v\n%s", err, out)
	}
	took := time.Since(start)
	return c.outcome(t, dir), took
}

// killUntilDone kills runs until one finishes, and returns the number of kills.
func (c *killCase) killUntilDone(t *testing.T, dir string, random *rand.Rand, took time.Duration) (killed int) {
	t.Helper()
	args := c.args(dir)
	resume := false
	for range 200 {
		now := args
		if resume {
			now = append(args[:len(args):len(args)], "--resume")
		}
		cmd := c.command(t, now)
		said, stopped := c.stop(t, cmd, random, time.Duration(random.Int64N(int64(took)+int64(took)/5)))
		if stopped {
			killed++
			resume = true
			continue
		}
		switch code := cmd.ProcessState.ExitCode(); {
		case code == exitDone || code == exitSomeFailed:
			return killed
		case resume && strings.Contains(said, "there is no unfinished run to resume"):
			resume = false // killed before it began, or after it had ended
		case killed > 0 && !resume && strings.Contains(said, "exists and is not empty"):
			return killed // it had ended
		default:
			t.Fatalf("exit code %d after %d kills:\n%s", code, killed, said)
		}
	}
	t.Fatalf("not finished after %d kills", killed)
	return killed
}

// stop starts a command, kills or interrupts it after a time, and returns what it said and whether it
// still ran.
func (c *killCase) stop(t *testing.T, cmd *exec.Cmd, random *rand.Rand, after time.Duration) (said string, stopped bool) {
	t.Helper()
	if c.interrupts {
		said = interruptedAfter(t, cmd, random, after)
		return said, cmd.ProcessState.ExitCode() == exitInterrupted || wasKilled(cmd.ProcessState, said)
	}
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait() // the caller looks at the exit code
	timer.Stop()
	return b.String(), wasKilled(cmd.ProcessState, b.String())
}

// outcome returns everything that a run leaves behind: its outputs and the records of the
// index.
func (c *killCase) outcome(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	out, dropped := c.outputs()
	for _, name := range []string{out, dropped} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(unpacked(t, name, data))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		fmt.Fprintln(&b, e.Name())
	}
	if !c.indexed {
		return b.String()
	}
	ix, err := db.Open(t.Context(), filepath.Join(dir, "index"), db.Options{Kind: db.Records})
	if err != nil {
		t.Fatal(err)
	}
	err = ix.EachRecord(t.Context(), func(n db.RecordID, r db.Record) error {
		fmt.Fprintf(&b, "%d %q %+v\n", n, r.ID, r.Hash)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := ix.Check(t.Context(), db.CheckOptions{})
	fmt.Fprintln(&b, "check", report.Problems, err, ix.Records())
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unpacked decompresses a file as its name says. Where its members end depends on the
// kills.
func unpacked(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var from io.Reader = bytes.NewReader(data)
	var err error
	switch filepath.Ext(name) {
	case ".gz":
		from, err = gzip.NewReader(from)
	case ".zst":
		from, err = zstd.NewReader(from)
	}
	if err == nil {
		data, err = io.ReadAll(from)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data
}

// firstDifference describes the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

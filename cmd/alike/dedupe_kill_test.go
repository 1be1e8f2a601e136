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
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"alike/db"
	"alike/scan/dedupe"
	"alike/testdata"
)

// TestDedupeKilled kills a run and its resumptions at random moments until one finishes.
// The outcome must equal that of an uninterrupted run.
func TestDedupeKilled(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	kills, rounds := testdata.Rounds(2, 25), testdata.Rounds(1, 4) // per case
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
		after := time.Duration(random.Int64N(int64(took) + int64(took)/5))
		if random.IntN(3) == 0 {
			after /= 8 // while it claims its outputs
		}
		said, stopped := c.stop(t, cmd, random, after)
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
			if claims, err := filepath.Glob(filepath.Join(dir, "*.alike")); err != nil || len(claims) > 0 {
				t.Fatalf("after %d kills nothing is to be resumed, but there are %q, %v", killed, claims, err)
			}
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

// TestDedupeKilledWhileClaiming leaves an index and claims as a run does that is killed before
// its state is in the index. The same command with --resume must start the run, and a second
// one must find it finished.
func TestDedupeKilledWhileClaiming(t *testing.T) {
	t.Parallel()
	c := killCase{name: "in.jsonl", indexed: true}
	c.prepare(t)
	want, _ := c.uninterrupted(t)
	whole := func(dir string) string { return strconv.QuoteToASCII(filepath.Join(dir, "index")) }
	for name, claims := range map[string]func(dir string) map[string]string{
		"begun":     func(string) map[string]string { return map[string]string{"out": ""} },
		"one":       func(dir string) map[string]string { return map[string]string{"out": whole(dir)} },
		"the other": func(dir string) map[string]string { return map[string]string{"dropped.jsonl": whole(dir)} },
		"both": func(dir string) map[string]string {
			return map[string]string{"out": whole(dir), "dropped.jsonl": whole(dir)}
		},
	} {
		dir := t.TempDir()
		c.makeIndex(t, dir)
		for output, text := range claims(dir) {
			writeText(t, filepath.Join(dir, output+".alike"), text)
		}
		for _, said := range []string{"", "there is nothing to resume"} {
			cmd := c.command(t, append(c.args(dir), "--resume", "--quiet=false"))
			if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitSomeFailed || !strings.Contains(string(out), said) {
				t.Fatalf("%s: %v\n%s", name, err, out)
			}
			if got := c.outcome(t, dir); got != want {
				t.Fatalf("%s: the outcome differs:\n%s", name, firstDifference(got, want))
			}
		}
	}
}

// TestDedupeKilledInTheNextBatch kills a run that has the same command as the last one, which has
// finished, but other records: after its claim and before its state is in the index. With --resume
// it must not be taken for the finished one.
func TestDedupeKilledInTheNextBatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	args := func(index string, more ...string) []string {
		return append([]string{"dedupe", "-q", "--input-format", "lines", "--index", path(index), "-o", path("out"), path("in")}, more...)
	}
	writeText(t, path("in"), "one\n")
	runAlike(t, args("index")...)
	writeText(t, path("in"), "one\ntwo\n")
	hits := 0
	for try := 0; hits < testdata.Rounds(2, 20); try++ {
		if try == 1000 {
			t.Fatalf("of %d runs, only %d were killed between claim and state", try, hits)
		}
		index := fmt.Sprint("index", try)
		copyTree(t, path("index"), path(index))
		_ = os.Remove(path("out"))
		_ = os.Remove(path("out.alike"))
		if !killedOnceThere(t, alikeCommand(t, args(index)...), path("out.alike")) || unfinished(t, path(index)) {
			continue
		}
		hits++
		runAlike(t, args(index, "--resume")...)
		if got, err := os.ReadFile(path("out")); err != nil || string(got) != "two\n" {
			t.Fatalf("try %d: %q, %v", try, got, err)
		}
		runAlike(t, "check", "--index", path(index))
	}
}

// killedOnceThere starts a command, kills it as soon as a file exists, and reports whether both
// happened.
func killedOnceThere(t *testing.T, cmd *exec.Cmd, path string) bool {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for {
		_, err := os.Lstat(path)
		if err == nil {
			_ = cmd.Process.Kill()
			<-ended
			return wasKilled(cmd.ProcessState, "")
		}
		select {
		case <-ended:
			return false
		default:
		}
	}
}

// unfinished reports whether the last run on an index is.
func unfinished(t *testing.T, dir string) bool {
	t.Helper()
	ix, err := db.Open(t.Context(), dir, db.Options{Kind: db.Records})
	if err != nil {
		t.Fatal(err)
	}
	is, err := dedupe.Unfinished(ix)
	if err = errors.Join(err, ix.Close()); err != nil {
		t.Fatal(err)
	}
	return is
}

// TestDedupeLoop runs the loop of docs/dedupe.md with an alike whose runs end with given exit codes,
// with the output claimed (137c) or not (137).
func TestDedupeLoop(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/dedupe.md")
	if err != nil {
		t.Fatal(err)
	}
	loop := regexp.MustCompile(`(?m)(?:^    .*\n)*^    .* \|\| while (?:.*\n)*?    done\n`).FindString(string(doc))
	for runs, want := range map[string]int{
		"0": 0, "3": 3, "137": 137, "137c 0": 0, "1c 137c 3": 3, "137c 130": 130, "137c 137c 0c": 0,
	} {
		first := "dedupe -o out.jsonl in.jsonl"
		alike := `read -r runs <runs
now=${runs%% *} args="$*"
echo "${runs#* }" >runs
rm -f out.jsonl.alike
case $now in *c) : >out.jsonl.alike ;; esac
echo "$args"
exit ${now%c}
`
		script := "cd " + t.TempDir() + "\necho " + runs + " >runs\n" + loop
		got := runWith(t, script, map[string]string{"alike": alike, "sleep": `[ "$*" = 60 ]`})
		said := first + "\n" + strings.Repeat("dedupe -o out.jsonl --resume in.jsonl\n", strings.Count(runs, " "))
		if got.code != want || got.out != said {
			t.Errorf("%s: exit code %d, want %d\n%s", runs, got.code, want, got.out)
		}
	}
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

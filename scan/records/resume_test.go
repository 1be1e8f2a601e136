package records

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// resumable is a run that drops every record whose text has an x, and can be stopped.
type resumable struct {
	inputs  []Input
	o       Options
	dir     string
	between int // batches between two commits
	// stop is called before every batch and every step of a commit.
	stop func() error
}

func (j resumable) paths() (output, dropped, checkpoint string) {
	return filepath.Join(j.dir, "out"), filepath.Join(j.dir, "dropped"), filepath.Join(j.dir, "checkpoint")
}

// run resumes from the checkpoint, if there is one.
func (j resumable) run(ctx context.Context) error {
	output, dropped, checkpoint := j.paths()
	var at Checkpoint
	var r *Reader
	data, err := os.ReadFile(checkpoint)
	if errors.Is(err, os.ErrNotExist) {
		r, err = NewReader(j.inputs, j.o)
	} else if err == nil {
		if err = json.Unmarshal(data, &at); err == nil {
			r, err = Resume(ctx, j.inputs, j.o, at)
		}
	}
	if err != nil {
		return err
	}
	out, err := OpenOutput(ctx, output, at.Output, j.o.Layout)
	if err != nil {
		return err
	}
	defer out.Close()
	gone, err := OpenOutput(ctx, dropped, at.Dropped, Layout{})
	if err != nil {
		return err
	}
	defer gone.Close()
	lines := NewDroppedWriter(gone, false)
	batches := 0
	commit := func(b *Batch) error {
		c, err := r.Checkpoint(b)
		if err != nil {
			return err
		}
		if c.Output, err = out.Sync(); err != nil {
			return err
		}
		if err := j.stop(); err != nil {
			return err
		}
		if c.Dropped, err = gone.Sync(); err != nil {
			return err
		}
		data, err := json.Marshal(c)
		if err = errors.Join(err, j.stop()); err != nil {
			return err
		}
		if err := os.WriteFile(checkpoint+".new", data, 0o600); err != nil {
			return err
		}
		return os.Rename(checkpoint+".new", checkpoint)
	}
	work := func() func(*Batch) ([]bool, error) {
		return func(b *Batch) ([]bool, error) {
			drop := make([]bool, len(b.Records))
			for i, rec := range b.Records {
				drop[i] = rec.Role == Row && len(rec.Texts) > 0 && bytes.IndexByte(rec.Texts[0], 'x') >= 0
			}
			return drop, nil
		}
	}
	return Run(ctx, r, 2, work, func(b *Batch, drop []bool) error {
		if err := j.stop(); err != nil {
			return err
		}
		for i := range b.Records {
			rec := &b.Records[i]
			err := error(nil)
			if drop[i] {
				err = lines.Write(Dropped{ID: rec.ID, Resembles: rec.ID, Share: -1, Distance: int(rec.Line)})
			} else {
				err = out.WriteRecord(rec)
			}
			if err != nil {
				return err
			}
		}
		if batches++; batches%j.between == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
			if err := gone.Flush(); err != nil {
				return err
			}
			if err := j.stop(); err != nil {
				return err
			}
			return commit(b)
		}
		return nil
	})
}

// results returns both outputs of a finished run.
func (j resumable) results(t *testing.T) string {
	t.Helper()
	output, dropped, _ := j.paths()
	a, err := os.ReadFile(output)
	b, err2 := os.ReadFile(dropped)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return string(a) + "\x00dropped\x00" + string(b)
}

// table returns CSV with quoted newlines, empty lines and faults.
func table(rng *rand.Rand, rows int) string {
	var b strings.Builder
	b.WriteString("\ufeffid,text\r\n")
	for i := range rows {
		text := strings.Repeat([]string{"word ", "x", "\"\"", "\r\n", "語"}[rng.IntN(5)], rng.IntN(30))
		fmt.Fprintf(&b, "%d,\"%s\"\n", i, text)
		switch rng.IntN(20) {
		case 0:
			b.WriteString("\n")
		case 1:
			b.WriteString("broken\"row\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// testInputs writes plain and compressed inputs, none with a final newline.
func testInputs(t *testing.T, rows int) []string {
	t.Helper()
	rng := rand.New(rand.NewPCG(8, 9))
	dir := t.TempDir()
	var paths []string
	for _, how := range []string{"plain", "gzip", "zstd", "plain"} {
		text := table(rng, rows)
		path := filepath.Join(dir, fmt.Sprintf("%d.%s", len(paths), how))
		if err := os.WriteFile(path, packed(t, how, text[:len(text)/2], text[len(text)/2:]), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func resumableOf(paths []string, dir string) resumable {
	j := resumable{dir: dir, between: 3, stop: func() error { return nil }}
	for _, path := range paths {
		j.inputs = append(j.inputs, Input{Name: path})
	}
	j.o = Options{Layout: Layout{Format: CSV, Texts: []string{"text"}, ID: "id", Header: true}, BatchBytes: 1000}
	return j
}

var errStopped = errors.New("stopped")

// TestResumeAfterStops stops a run at random steps, again and again, and leaves garbage
// after the last commit each time.
func TestResumeAfterStops(t *testing.T) {
	t.Parallel()
	paths := testInputs(t, 300)
	whole := resumableOf(paths, t.TempDir())
	steps := 0
	whole.stop = func() error { steps++; return nil }
	if err := whole.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := whole.results(t)
	if steps < 40 || strings.Count(want, "\n") < 1200 {
		t.Fatalf("only %d steps to stop at, %d lines", steps, strings.Count(want, "\n"))
	}
	rng := rand.New(rand.NewPCG(10, 11))
	rounds := 6
	if os.Getenv("ALIKE_TEST") == "long" {
		rounds = 40
	}
	for round := range rounds {
		j := resumableOf(paths, t.TempDir())
		stops := 0
		for {
			left := 1 + rng.IntN(steps/(1+round%6))
			j.stop = func() error {
				if left--; left < 0 {
					return errStopped
				}
				return nil
			}
			err := j.run(t.Context())
			if err == nil {
				break
			}
			if !errors.Is(err, errStopped) {
				t.Fatal(err)
			}
			stops++
			// A kill may leave more than was committed.
			output, _, _ := j.paths()
			f, err := os.OpenFile(output, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("half a rec")
				err = errors.Join(err, f.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := j.results(t); got != want {
			t.Fatalf("round %d: after %d stops the outputs have %d bytes, want %d", round, stops, len(got), len(want))
		}
	}
}

// resumeChild names the folder in which a child process works until it is killed.
const resumeChild = "ALIKE_TEST_RESUME"

func TestResumeAfterKills(t *testing.T) {
	if dir := os.Getenv(resumeChild); dir != "" {
		paths, err := filepath.Glob(filepath.Join(dir, "in", "*"))
		if err != nil {
			t.Fatal(err)
		}
		j := resumableOf(paths, dir)
		j.stop = func() error { time.Sleep(200 * time.Microsecond); return nil }
		if err := j.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: it starts and kills processes")
	}
	paths := testInputs(t, 1000)
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	if err := os.Mkdir(in, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		to := filepath.Join(in, filepath.Base(path))
		if err := os.Rename(path, to); err != nil {
			t.Fatal(err)
		}
		paths[i] = to
	}
	whole := resumableOf(paths, t.TempDir())
	if err := whole.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(12, 13))
	killed, ended := 0, false
	for range 200 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestResumeAfterKills$")
		cmd.Env = append(os.Environ(), resumeChild+"="+dir)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(10+rng.IntN(90))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		if !timer.Stop() {
			killed++
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, said.String())
		}
		ended = true
		break
	}
	t.Logf("killed %d times", killed)
	if killed == 0 {
		t.Error("no run was killed")
	}
	j := resumableOf(paths, dir)
	if !ended { // a busy machine gets little done between two kills
		if err := j.run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := j.results(t), whole.results(t); got != want {
		t.Errorf("after %d kills the outputs have %d bytes, want %d", killed, len(got), len(want))
	}
}

// TestResumeChecksInputs checks which changes of its inputs a resumed run accepts.
func TestResumeChecksInputs(t *testing.T) {
	t.Parallel()
	o := Options{Layout: Layout{Format: Lines}, BatchBytes: 100}
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "line %d\n", i)
	}
	whole := text.String()
	path := filepath.Join(t.TempDir(), "in")
	stamp := time.Unix(1_700_000_000, 0)
	put := func(data string, when time.Time) {
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	for _, how := range []string{"plain", "gzip", "zstd", "stdin"} {
		pack := func(s string) string { return string(packed(t, how, s)) }
		in := func(data string) []Input {
			if how == "stdin" {
				return []Input{{Name: "-", From: strings.NewReader(data)}}
			}
			return []Input{{Name: path}}
		}
		put(pack(whole), stamp)
		r, err := NewReader(in(whole), o)
		if err != nil {
			t.Fatal(err)
		}
		var at Checkpoint
		for at.Offset < 100_000 {
			b, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if at, err = r.Checkpoint(b); err != nil {
				t.Fatal(err)
			}
			b.Release()
		}
		r.Close()
		stored, err := json.Marshal(at)
		if err != nil {
			t.Fatal(err)
		}
		at = Checkpoint{}
		if err := json.Unmarshal(stored, &at); err != nil {
			t.Fatal(err)
		}
		middle := strings.Replace(whole, "line 7000\n", "lime 7000\n", 1)
		for _, c := range []struct {
			name, data string
			when       time.Time
			want       string // in the error
		}{
			{"the same", whole, stamp, ""},
			{"touched", whole, stamp.Add(time.Second), ""},
			{"grown", whole + "more\n", stamp.Add(time.Second), ""},
			{"changed after the checkpoint", strings.Replace(whole, "line 19999", "lime 19999", 1), stamp.Add(time.Second), ""},
			{"changed before the checkpoint", middle, stamp.Add(time.Second), "have changed since they were read"},
			{"changed, with the old time", strings.Replace(whole, "line 0\n", "lime 0\n", 1), stamp, "have changed since they were read"},
			{"truncated", whole[:50_000], stamp, "is shorter than the"},
		} {
			put(pack(c.data), c.when)
			r, err := Resume(t.Context(), in(c.data), o, at)
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s, %s: %v", how, c.name, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v", how, c.name, err)
				continue
			}
			all, err := readAllFrom(r)
			if size, ok := Size(in(c.data)); ok && r.BytesRead() != size {
				t.Errorf("%s, %s: %d bytes read of %d", how, c.name, r.BytesRead(), size)
			}
			if err != nil || all != c.data[at.Offset:] {
				t.Errorf("%s, %s: %d bytes from %d on, want %d: %v", how, c.name, len(all), at.Offset, len(c.data)-int(at.Offset), err)
			}
		}
		for name, other := range map[string]func(*Checkpoint, *Options){
			"version": func(c *Checkpoint, _ *Options) { c.Version++ },
			"format":  func(_ *Checkpoint, o *Options) { o.Zero = true },
			"inputs":  func(c *Checkpoint, _ *Options) { c.Inputs = append(c.Inputs, "\"x\"") },
			"place":   func(c *Checkpoint, _ *Options) { c.Input = 1 },
			"offset":  func(c *Checkpoint, _ *Options) { c.Offset = -1 },
			"digest":  func(c *Checkpoint, _ *Options) { c.Digest = c.Digest[:7] },
		} {
			c, p := at, o
			other(&c, &p)
			if _, err := Resume(t.Context(), in(whole), p, c); !errors.As(err, new(*ResumeError)) {
				t.Errorf("%s, another %s: %v", how, name, err)
			}
		}
	}
}

// readAllFrom returns the raw bytes of all records.
func readAllFrom(r *Reader) (string, error) {
	var all strings.Builder
	err := Run(context.Background(), r, 1, nothing, func(b *Batch, _ struct{}) error {
		for _, rec := range b.Records {
			all.Write(rec.Raw)
		}
		return nil
	})
	return all.String(), err
}

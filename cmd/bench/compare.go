package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/term"
)

// row is what was measured of a command, as JSON has it too.
type row struct {
	Name    string  `json:"name"`
	Does    string  `json:"does"`
	Rounds  int     `json:"rounds"`
	Seconds float64 `json:"seconds"` // median, as the next
	CPU     float64 `json:"cpu_seconds"`
	Least   float64 `json:"least_seconds"`
	Most    float64 `json:"most_seconds"`
	Ratio   float64 `json:"ratio,omitempty"` // to b3sum; 0: not known
	Peak    int64   `json:"peak_bytes"`
	AtMost  bool    `json:"peak_is_upper_bound,omitempty"`
	Note    string  `json:"note,omitempty"`
}

// indexSize is what `alike status -f json` says of an index.
type indexSize struct {
	Files        int64 `json:"files"`
	Bytes        int64 `json:"bytes"`
	ContentBytes int64 `json:"content_bytes"`
	Fingerprints int64 `json:"fingerprints"`
	Postings     int64 `json:"postings"`
	DiskBytes    int64 `json:"disk_bytes"`
	Segments     int   `json:"segments"`
}

// share is the index's part of the tree.
func (s indexSize) share() float64 { return quotient(s.DiskBytes, s.Bytes) }

// each is the bytes on disk per fingerprint, all told: names and sums too.
func (s indexSize) each() float64 { return quotient(s.DiskBytes, s.Fingerprints) }

func quotient(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// comparison is the outcome of a run without --grow.
type comparison struct {
	Machine machine   `json:"machine"`
	Tree    string    `json:"tree"`
	Files   int64     `json:"files"`
	Bytes   int64     `json:"bytes"`
	Rows    []row     `json:"rows"`
	Index   indexSize `json:"index"`
}

// compare measures all commands on the tree.
func (b *bench) compare(ctx context.Context) error {
	l, err := b.listFiles(ctx, b.tree)
	if err != nil {
		return fmt.Errorf("list the files of %s: %w", b.tree, err)
	}
	commands, err := b.commands(l)
	if err != nil {
		return err
	}
	rows, err := b.rounded(ctx, commands)
	if err != nil {
		return err
	}
	c := comparison{Machine: thisMachine(), Tree: b.tree, Files: l.files, Bytes: l.bytes, Rows: rows}
	if c.Index, err = b.status(ctx); err != nil {
		return err
	}
	if c.Index.Files != l.files {
		fmt.Fprintf(b.stderr, "alike has %d files, its peers %d: the ratios compare different work\n", c.Index.Files, l.files)
	}
	if b.format == "json" {
		return b.json(c)
	}
	return writeComparison(b.stdout, c)
}

// rounded runs the commands in turn, round after round, so that a slow minute of
// the machine hits all of them. A round before the first warms the cache and is
// thrown away.
func (b *bench) rounded(ctx context.Context, commands []command) ([]row, error) {
	samples := make([][]sample, len(commands))
	notes := make([]string, len(commands))
	out := make([]bool, len(commands)) // not to be run any more
	for i, c := range commands {
		notes[i] = b.obstacle(c)
		out[i] = notes[i] != ""
	}
	for round := range b.rounds + 1 {
		for i, c := range commands {
			if out[i] || c.slow && round != 1 {
				continue
			}
			b.say("round %d of %d: %s", round, b.rounds, c.name)
			s, err := b.once(ctx, c)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			notes[i], out[i], err = outcome(c, err, b.timeout)
			if err != nil {
				return nil, err
			}
			if round > 0 && !out[i] {
				samples[i] = append(samples[i], s)
			}
		}
	}
	b.say("")
	rows := make([]row, len(commands))
	for i, c := range commands {
		rows[i] = summarize(c, samples[i], notes[i])
	}
	addRatios(rows)
	return rows, nil
}

// outcome says how a command ended: with a note for its row, as one that is out,
// or as an error that ends the run. A peer may leave with a code that is not 0
// (ssdeep does where a file is too small for it), alike may not.
func outcome(c command, err error, limit time.Duration) (note string, out bool, fatal error) {
	exit := new(exitError)
	switch {
	case err == nil:
		return "", false, nil
	case errors.Is(err, errTimeout):
		return fmt.Sprintf("ended after %s", limit), true, nil
	case !c.kept && errors.As(err, &exit):
		return fmt.Sprintf("exit code %d", exit.code), false, nil
	}
	return "", false, fmt.Errorf("%s: %w", c.name, err)
}

// once prepares and measures.
func (b *bench) once(ctx context.Context, c command) (sample, error) {
	if c.prepare != nil {
		if err := c.prepare(); err != nil {
			return sample{}, err
		}
	}
	return b.measure(ctx, c)
}

// obstacle says why a command cannot run, "" if it can.
func (b *bench) obstacle(c command) string {
	if c.slow && !b.slow {
		return "only with --slow"
	}
	if c.program == "" {
		return ""
	}
	if _, err := b.lookPath(c.program); err != nil {
		return "not installed"
	}
	return ""
}

// summarize makes a row of samples.
func summarize(c command, samples []sample, note string) row {
	r := row{Name: c.name, Does: c.does, Rounds: len(samples), Note: note}
	var wall, cpu []float64
	var peak []int64
	for _, s := range samples {
		wall, cpu, peak = append(wall, s.wall.Seconds()), append(cpu, s.cpu.Seconds()), append(peak, s.peak)
		r.AtMost = r.AtMost || s.floored
		if r.Least == 0 || s.wall.Seconds() < r.Least {
			r.Least = s.wall.Seconds()
		}
		r.Most = max(r.Most, s.wall.Seconds())
	}
	r.Seconds, r.CPU, r.Peak = median(wall), median(cpu), median(peak)
	return r
}

// addRatios compares each row with b3sum's; without one there are no ratios.
func addRatios(rows []row) {
	var unit float64
	for _, r := range rows {
		if r.Name == baseline {
			unit = r.Seconds
		}
	}
	if unit == 0 {
		return
	}
	for i := range rows {
		rows[i].Ratio = rows[i].Seconds / unit
	}
}

// status asks alike for the size of the index.
func (b *bench) status(ctx context.Context) (indexSize, error) { return b.statusOf(ctx, b.index()) }

func (b *bench) statusOf(ctx context.Context, index string) (s indexSize, err error) {
	out, err := b.answer(ctx, index, "status", "-f", "json")
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("ask for the size of the index: %w", err)
	}
	return s, err
}

// answer runs alike where it is not measured, and returns what it prints.
func (b *bench) answer(ctx context.Context, index, verb string, args ...string) ([]byte, error) {
	args = append([]string{verb, "-q", "--index", index}, args...)
	out, err := exec.CommandContext(ctx, b.alike, args...).Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = &exitError{exit.ExitCode(), strings.TrimSpace(string(exit.Stderr))}
	}
	if err != nil {
		err = fmt.Errorf("alike %s: %w", verb, err)
	}
	return out, err
}

// say tells a waiting person what runs, on a line that the next one replaces.
func (b *bench) say(format string, args ...any) {
	f, ok := b.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return
	}
	fmt.Fprintf(b.stderr, "\r\x1b[K"+format, args...)
}

func (b *bench) json(v any) error {
	e := json.NewEncoder(b.stdout)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

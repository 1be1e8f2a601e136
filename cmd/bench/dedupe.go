//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/cespare/xxhash/v2"
)

// deduped is the result of a run with --dedupe.
type deduped struct {
	Machine machine      `json:"machine"`
	Seed    uint64       `json:"seed"`
	Records int          `json:"records"`
	Bytes   int64        `json:"bytes"`
	Rows    []dedupedRow `json:"rows"`
}

// dedupedRow is one run of alike dedupe.
type dedupedRow struct {
	Does    string  `json:"does"`
	Records int     `json:"records"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`
	Speed   float64 `json:"megabytes_per_second"` // of 10^6 bytes
	Peak    int64   `json:"peak_bytes"`
}

// dedupe measures alike dedupe on synthetic records: in memory, also on a tenth of
// them to show the memory per record; with an index; and killed and resumed. The
// resumed run must give the same output.
func (b *bench) dedupe(ctx context.Context) error {
	all := deduped{Machine: thisMachine(), Seed: b.seed, Records: b.records}
	tenth, whole := filepath.Join(b.dir, "tenth.jsonl"), filepath.Join(b.dir, "records.jsonl")
	b.say("writing %d records", b.records)
	if _, err := writeRecords(tenth, b.seed, b.records/10); err != nil {
		return err
	}
	var err error
	if all.Bytes, err = writeRecords(whole, b.seed, b.records); err != nil {
		return err
	}
	index, out := b.index(), filepath.Join(b.dir, "unique.jsonl")
	plain := []string{b.alike, "dedupe", "-q"}
	for _, r := range []struct {
		does    string
		input   string
		records int
		more    []string
	}{
		{"a tenth of the records, in memory", tenth, b.records / 10, nil},
		{"in memory", whole, b.records, nil},
		{"into a new index", whole, b.records, []string{"--index", index}},
		{"compared with that index", whole, b.records, []string{"--index", index, "--no-add"}},
		{"to a file", whole, b.records, []string{"--force", "-o", out}},
	} {
		b.say("%s", r.does)
		s, err := b.measure(ctx, command{args: append(plain[:3:3], r.more...), stdin: r.input, kept: true})
		if err != nil {
			return fmt.Errorf("%s: %w", r.does, err)
		}
		all.Rows = append(all.Rows, rowOf(r.does, r.input, r.records, s))
	}
	row, err := b.killedDedupe(ctx, whole, out, time.Duration(all.Rows[len(all.Rows)-1].Seconds*float64(time.Second)))
	if err != nil {
		return err
	}
	all.Rows = append(all.Rows, row)
	return b.print(all, all.write)
}

func rowOf(does, input string, records int, s sample) dedupedRow {
	row := dedupedRow{Does: does, Records: records, Seconds: s.wall.Seconds(), CPU: s.cpu.Seconds(), Peak: s.peak}
	if info, err := os.Stat(input); err == nil {
		row.Speed = float64(info.Size()) / 1e6 / row.Seconds
	}
	return row
}

// killedDedupe kills a run after half the time that it took, or earlier if it is done
// by then, resumes it, and compares the output with the file want. The seconds in its
// row cover both processes.
func (b *bench) killedDedupe(ctx context.Context, input, want string, took time.Duration) (dedupedRow, error) {
	does := "to a file, killed halfway and resumed"
	b.say("%s", does)
	out := filepath.Join(b.dir, "resumed.jsonl")
	args := []string{"dedupe", "-q", "--force", "-o", out, input}
	killed, cancel := context.WithTimeout(ctx, took/2)
	defer cancel()
	start := time.Now()
	if err := exec.CommandContext(killed, b.alike, args...).Run(); err != nil && killed.Err() == nil {
		return dedupedRow{}, fmt.Errorf("%s: %w", does, err)
	} else if err == nil {
		if err := os.Remove(out); err != nil || took < time.Millisecond {
			return dedupedRow{}, errors.Join(err, errors.New("the run ended before it was killed: measure more records"))
		}
		return b.killedDedupe(ctx, input, want, took/2) // the machine was busier before
	}
	first := time.Since(start)
	s, err := b.measure(ctx, command{args: append([]string{b.alike}, append(args, "--resume")...), kept: true})
	if err != nil {
		return dedupedRow{}, fmt.Errorf("%s: %w", does, err)
	}
	s.wall += first
	a, err := sumOf(want)
	if err != nil {
		return dedupedRow{}, err
	}
	if c, err := sumOf(out); err != nil || a != c {
		return dedupedRow{}, errors.Join(err, errors.New("the outputs of the resumed and the uninterrupted run differ"))
	}
	return rowOf(does, input, b.records, s), nil
}

func sumOf(path string) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	d := xxhash.New()
	_, err = io.Copy(d, f)
	return d.Sum64(), err
}

func (all deduped) write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n%d synthetic records (seed %d), %.0f MB; every sixth is a copy with two words changed\n\n",
		all.Machine, all.Records, all.Seed, float64(all.Bytes)/1e6)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "MB/s\tseconds\tCPU s\tpeak MiB\trecords\t  alike dedupe\n")
	for _, r := range all.Rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t  %s\n", figures(r.Speed), figures(r.Seconds), figures(r.CPU), peak(r.Peak, false), r.Records, r.Does)
	}
	return t.Flush()
}

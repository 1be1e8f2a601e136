//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// versions is the result of a run with --old.
type versions struct {
	Machine machine `json:"machine"`
	Tree    string  `json:"tree"`
	Rounds  int     `json:"rounds"`
	Rows    []turn  `json:"rows"`
}

// turn holds the results of one command under both programs.
type turn struct {
	Name  string  `json:"name"`
	Ratio float64 `json:"new_to_old"` // of seconds; the median over the rounds
	CPU   float64 `json:"cpu_new_to_old"`
	Old   row     `json:"old"`
	New   row     `json:"new"`
}

// turnRecords is the number of records for dedupe, 40 MB in all.
const turnRecords = 20_000

// takeTurns compares an older alike with this one. In each round both run every
// command back to back, in alternating order: ratios of adjacent runs are steadier
// than ratios of medians taken minutes apart.
func (b *bench) takeTurns(ctx context.Context) error {
	_, _, file, err := survey(ctx, b.tree)
	if err != nil {
		return fmt.Errorf("choose a file in %s: %w", b.tree, err)
	}
	records := filepath.Join(b.dir, "records.jsonl")
	if _, err := writeRecords(records, b.seed, turnRecords); err != nil {
		return err
	}
	pair := [2][]command{b.turnCommands(b.old, "old", file, records), b.turnCommands(b.alike, "new", file, records)}
	out := versions{Machine: thisMachine(), Tree: b.tree, Rounds: b.rounds, Rows: make([]turn, len(pair[0]))}
	samples := make([][2][]sample, len(pair[0]))
	for round := range b.rounds + 1 { // the first warms the cache
		for i := range samples {
			for j := range pair {
				which := (round + j) % 2
				c := pair[which][i]
				b.say("round %d of %d: %s", round, b.rounds, c.name)
				s, err := b.measure(ctx, c)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", c.does, c.name, err)
				}
				if round > 0 {
					samples[i][which] = append(samples[i][which], s)
				}
			}
		}
	}
	b.say("")
	for i, s := range samples {
		out.Rows[i] = turnOf(pair[0][i].name, s[0], s[1])
	}
	return b.print(out, out.write)
}

func turnOf(name string, older, newer []sample) turn {
	var wall, cpu []float64
	for i := range older {
		wall = append(wall, newer[i].wall.Seconds()/older[i].wall.Seconds())
		cpu = append(cpu, newer[i].cpu.Seconds()/max(older[i].cpu.Seconds(), 1e-6))
	}
	return turn{name, median(wall), median(cpu), summarize(command{does: "old"}, older, ""), summarize(command{does: "new"}, newer, "")}
}

// turnCommands returns the commands for one program. Each program has its own
// indexes.
func (b *bench) turnCommands(program, name, file, records string) []command {
	index, fresh := filepath.Join(b.dir, "index-"+name), filepath.Join(b.dir, "fresh-"+name)
	remove := func(dir string) func() error { return func() error { return os.RemoveAll(dir) } }
	var all []command
	add := func(prepare func() error, index string, args ...string) {
		c := command{does: name, kept: true, prepare: prepare, args: append([]string{program, "-q", "--index", index}, args...)}
		for _, a := range args {
			c.name += " " + a
		}
		c.name = c.name[1:]
		all = append(all, c)
	}
	add(remove(index), index, "scan", b.tree)
	add(nil, index, "scan", b.tree)
	all[1].name += ", again"
	for _, verb := range [][]string{{"pairs"}, {"pairs", "--min", "25%", "--by", "smaller"}, {"pairs", "--exact"}, {"groups"}, {"dups"}, {"near"}, {"query", file}} {
		add(nil, index, append(verb, "-f", "json")...)
	}
	for _, view := range []string{"text", "code"} {
		add(remove(fresh), fresh, "pairs", "--view", view, "-f", "json", b.tree)
	}
	c := command{name: "dedupe", does: name, kept: true, args: []string{program, "dedupe", "-q"}, stdin: records}
	return append(all, c)
}

func (v versions) write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n%s, warm, %d rounds\n\n", v.Machine, v.Tree, v.Rounds)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "new/old\tCPU new/old\told s\tnew s\told peak MiB\tnew peak MiB\t  alike\n")
	for _, r := range v.Rows {
		fmt.Fprintf(t, "%.3f\t%.3f\t%.3f\t%.3f\t%s\t%s\t  %s\n", r.Ratio, r.CPU, r.Old.Seconds, r.New.Seconds,
			peak(r.Old.Peak, r.Old.AtMost), peak(r.New.Peak, r.New.AtMost), r.Name)
	}
	return t.Flush()
}

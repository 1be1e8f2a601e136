//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// row is the result of a command.
type row struct {
	Name    string  `json:"name"`
	Does    string  `json:"does"`
	Rounds  int     `json:"rounds"`
	Seconds float64 `json:"seconds"` // median
	CPU     float64 `json:"cpu_seconds"`
	Least   float64 `json:"least_seconds"`
	Most    float64 `json:"most_seconds"`
	Ratio   float64 `json:"ratio,omitempty"` // to b3sum; 0 if unknown
	Peak    int64   `json:"peak_bytes"`
	AtMost  bool    `json:"peak_is_upper_bound,omitempty"`
	Note    string  `json:"note,omitempty"`
}

// measureRounds runs the commands in turn, round after round, so that a slow
// minute of the machine hits all of them. The round before the first warms the
// cache and does not count.
func (b *bench) measureRounds(ctx context.Context, commands []command) ([]row, error) {
	samples := make([][]sample, len(commands))
	notes := make([]string, len(commands))
	out := make([]bool, len(commands)) // no longer run
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
			s, err := b.measure(ctx, c)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			notes[i], out[i], err = judge(c, err, b.timeout)
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

// judge decides what the error of a command means: a note for its row, no further
// runs of the command, or the end of the whole run. A peer may end with an exit
// code other than 0 (ssdeep does for files too small for it); alike may not.
func judge(c command, err error, limit time.Duration) (note string, out bool, fatal error) {
	exit := new(exitError)
	switch {
	case err == nil:
		return "", false, nil
	case errors.Is(err, errTimeout):
		return fmt.Sprintf("killed after %s", limit), true, nil
	case !c.kept && errors.As(err, &exit):
		return fmt.Sprintf("exit code %d", exit.code), false, nil
	}
	return "", false, fmt.Errorf("%s: %w", c.name, err)
}

// obstacle returns why a command cannot run, or "".
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

// baseline is the command that all others are compared with. A tool that compares
// contents has to read and sum every byte at least.
const baseline = "b3sum"

// addRatios divides the time of each row by the baseline's, if that ran.
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

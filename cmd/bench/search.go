package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// leastShare is the threshold of all searches that are measured.
const leastShare = 0.5

// searches are the outcome of a run with --contents.
type searches struct {
	Machine machine    `json:"machine"`
	Seed    uint64     `json:"seed"`
	Indexes []searched `json:"indexes"`
}

// searched is one synthetic index.
type searched struct {
	Contents int       `json:"contents"`
	Index    indexSize `json:"index"`
	Build    row       `json:"build"` // once
	Reading  row       `json:"reading"`
	Pairs    row       `json:"pairs"`
	Ratio    float64   `json:"pairs_to_reading"`
	Found    found     `json:"found"`
	Asking   latency   `json:"asking"` // in one process
	Query    row       `json:"query"`  // a process
}

// search measures the search in synthetic indexes of each number of contents.
func (b *bench) search(ctx context.Context) error {
	all := searches{Machine: thisMachine(), Seed: b.seed}
	for _, n := range b.contents {
		s, err := b.searchIndex(ctx, subject{b.index(), n, b.seed})
		if err != nil {
			return fmt.Errorf("index of %d contents: %w", n, err)
		}
		all.Indexes = append(all.Indexes, s)
	}
	if err := b.draw(func() string { return drawSearches(all) }); err != nil {
		return err
	}
	if b.format == "json" {
		return b.json(all)
	}
	return writeSearches(b.stdout, all)
}

// searchIndex builds an index, measures the search in it and removes it.
func (b *bench) searchIndex(ctx context.Context, of subject) (s searched, err error) {
	defer func() { err = errors.Join(err, os.RemoveAll(of.index)) }()
	s.Contents = of.contents
	if s.Build, err = b.buildSubject(ctx, of); err != nil {
		return s, err
	}
	if s.Index, err = b.status(ctx); err != nil {
		return s, err
	}
	if files := int64(of.contents + documents); s.Index.Files != files {
		return s, fmt.Errorf("alike has %d files of the %d that were entered", s.Index.Files, files)
	}
	if err = b.measurePairs(ctx, of, &s); err != nil {
		return s, err
	}
	if s.Asking, err = b.measureAsking(ctx, of); err != nil {
		return s, err
	}
	s.Query, err = b.measureQuery(ctx)
	return s, err
}

// buildSubject runs the builder, once.
func (b *bench) buildSubject(ctx context.Context, of subject) (row, error) {
	c, err := step(stepBuild, of)
	if err != nil {
		return row{}, err
	}
	b.say("building an index of %d contents", of.contents)
	once, err := b.measure(ctx, c)
	if err != nil {
		return row{}, fmt.Errorf("build it: %w", err)
	}
	unix.Sync() // what is left to be written would be written during the search
	return summarize(c, []sample{once}, ""), nil
}

// measurePairs measures the search for all pairs beside a reading of all
// postings, the floor that it stands on, and checks its answer.
func (b *bench) measurePairs(ctx context.Context, of subject, s *searched) error {
	read, err := step(stepRead, of)
	if err != nil {
		return err
	}
	pairs := command{
		name: "alike pairs", kept: true, stdout: filepath.Join(b.dir, "pairs.json"),
		args: []string{b.alike, "--index", of.index, "-q", "pairs", "-f", "json", "--min", fmt.Sprint(leastShare)},
	}
	rows, err := b.finished(ctx, read, pairs)
	if err != nil {
		return err
	}
	s.Reading, s.Pairs = rows[0], rows[1]
	s.Ratio = s.Pairs.Seconds / s.Reading.Seconds
	out, err := os.Open(pairs.stdout)
	if err != nil {
		return err
	}
	defer out.Close()
	s.Found, err = checkPairs(out, planting{of.contents})
	return err
}

// finished is rounded for commands without which there is no outcome.
func (b *bench) finished(ctx context.Context, commands ...command) ([]row, error) {
	rows, err := b.rounded(ctx, commands)
	for _, r := range rows {
		if r.Note != "" {
			return nil, fmt.Errorf("%s: %s (--timeout allows it more)", r.Name, r.Note)
		}
	}
	return rows, err
}

// measureAsking measures queries inside one process.
func (b *bench) measureAsking(ctx context.Context, of subject) (l latency, err error) {
	c, err := step(stepAsk, of)
	if err != nil {
		return l, err
	}
	c.stdout = filepath.Join(b.dir, "asking.json")
	b.say("asking about %d contents", asked)
	if _, err := b.measure(ctx, c); err != nil {
		return l, fmt.Errorf("ask it: %w", err)
	}
	text, err := os.ReadFile(c.stdout)
	if err == nil {
		err = json.Unmarshal(text, &l)
	}
	return l, err
}

// measureQuery measures whole processes that ask about a file. One takes
// milliseconds, so there are five rounds at least.
func (b *bench) measureQuery(ctx context.Context) (row, error) {
	file := filepath.Join(b.dir, "document")
	if err := os.WriteFile(file, document(b.seed, 0), 0o666); err != nil {
		return row{}, err
	}
	c := command{
		name: "alike query", kept: true, stdout: filepath.Join(b.dir, "query.json"),
		args: []string{b.alike, "--index", b.index(), "-q", "query", "-f", "json", file},
	}
	longer := *b
	longer.rounds = max(b.rounds, 5)
	rows, err := longer.finished(ctx, c)
	if err != nil {
		return row{}, err
	}
	out, err := os.Open(c.stdout)
	if err != nil {
		return row{}, err
	}
	defer out.Close()
	return rows[0], checkQuery(out)
}

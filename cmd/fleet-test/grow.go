//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// measureGrowth measures synthetic datasets: export, import, and pairs by alike, DuckDB
// and Spark.
func (f *fleet) measureGrowth(ctx context.Context) error {
	for _, n := range f.grow {
		enough := func(_, postings int) bool { return postings >= n }
		if err := f.measure(ctx, "realistic", newContents(n), enough); err != nil {
			return err
		}
	}
	if f.common == 0 {
		return nil
	}
	for _, common := range []bool{false, true} {
		c := newContents(10 * f.common)
		c.small, c.common = true, common
		enough := func(made, _ int) bool { return made >= f.common }
		name := "small contents"
		if common {
			name += " with a fingerprint in common"
		}
		if err := f.measure(ctx, name, c, enough); err != nil {
			return err
		}
	}
	return nil
}

// growth is one dataset.
type growth struct {
	*fleet
	dataset, imported string
	q                 question
}

// measure makes a dataset and measures every way to its pairs.
func (f *fleet) measure(ctx context.Context, name string, c *contents, enough func(contents, postings int) bool) error {
	begun := time.Now()
	indexes, made, postings, err := f.synthetic(ctx, c, enough)
	if err != nil {
		return fmt.Errorf("make synthetic contents: %w", err)
	}
	f.say("%s: %d contents, %d postings, made in %.0f s", name, made, postings, time.Since(begun).Seconds())
	g := &growth{fleet: f, dataset: filepath.Join(f.dir, "growth"), imported: filepath.Join(f.dir, "growth-imported"), q: pairs("distinctive", 50, 3)}
	defer os.RemoveAll(g.dataset)
	defer os.RemoveAll(g.imported)
	for i, index := range indexes {
		used, _, err := g.command(ctx, "export", "--index", index, "-q", "-o", g.dataset, "--host", fmt.Sprint("host", i))
		if err != nil {
			return err
		}
		f.say("  export of host %d: %s", i, used)
		if err := os.RemoveAll(index); err != nil {
			return err
		}
	}
	tables, _ := filepath.Glob(filepath.Join(g.dataset, "host=*", "postings"))
	size := int64(0)
	for _, dir := range tables {
		size += folderSize(dir)
	}
	f.say("  dataset: %.1f MiB, %.2f bytes a posting in the table of postings", float64(folderSize(g.dataset))/(1<<20), float64(size)/float64(postings))
	used, _, err := g.command(ctx, "import", "--index", g.imported, "-q", g.dataset)
	if err != nil {
		return err
	}
	f.say("  import: %s; %.1f MiB", used, float64(folderSize(g.imported))/(1<<20))
	answers, err := g.askAll(ctx)
	if err == nil && slices.Min(answers) != slices.Max(answers) {
		err = fmt.Errorf("the answers have %v rows; want as many from all", answers)
	}
	return err
}

// command runs alike and returns what it used, and the number of lines that it printed.
func (g *growth) command(ctx context.Context, args ...string) (usage, int, error) {
	name := filepath.Join(g.dir, "answer")
	used, err := g.runInto(ctx, name, args...)
	if err != nil {
		return used, 0, err
	}
	text, err := os.ReadFile(name)
	return used, bytes.Count(text, []byte("\n")), err
}

// askAll asks for the pairs everywhere and returns the number of rows of each answer.
func (g *growth) askAll(ctx context.Context) ([]int, error) {
	used, lines, err := g.command(ctx, g.q.of(g.imported)...)
	if err != nil {
		return nil, err
	}
	answers := []int{lines - 1} // the header
	g.say("  alike pairs --estimate: %d pairs; %s", answers[0], used)
	text, err := g.sql(ctx, g.dataset, "duckdb", g.q, "--to", filepath.Join(g.dir, "by-duckdb"))
	if err != nil {
		return nil, err
	}
	duckdb, err := g.askDuckDB(ctx, text, "8GB", false)
	if err != nil {
		return nil, err
	}
	rows, err := g.countRows(ctx, "by-duckdb")
	if err != nil {
		return nil, err
	}
	answers = append(answers, rows)
	g.say("  DuckDB: %d pairs; %.1f s, %.1f CPU s, peak %d MiB; tables: %s",
		rows, duckdb.seconds.Seconds(), duckdb.cpu.Seconds(), duckdb.peak>>20, duckdb.tables)
	if g.spark == "" {
		return answers, nil
	}
	rows, err = g.askSpark(ctx)
	return append(answers, rows), err
}

// askSpark asks a new cluster.
func (g *growth) askSpark(ctx context.Context) (rows int, err error) {
	c, err := g.startCluster(ctx, "growth-cluster", "4g")
	if err != nil {
		return 0, err
	}
	defer c.stop()
	text, err := g.sql(ctx, g.dataset, "spark", g.q, "--to", filepath.Join(g.dir, "by-spark"))
	if err != nil {
		return 0, err
	}
	s, err := c.openSession("growth", []question{{}}, []string{text})
	if err != nil {
		return 0, err
	}
	memory := make(chan int64, 1)
	go func() { memory <- peakOf(s.done, append(c.workers, s.process)) }()
	answer, err := s.next(ctx)
	if err == nil {
		err = s.end(ctx)
	}
	if err != nil {
		return 0, err
	}
	e, err := readEvents(s.events)
	if err != nil {
		return 0, err
	}
	if rows, err = g.countRows(ctx, "by-spark"); err != nil {
		return 0, err
	}
	g.say("  Spark: %d pairs; %.1f s, %.1f CPU s in tasks, peak %d MiB in all processes; %d tasks, the longest %.1f s; shuffled %.1f MiB, spilled %.1f MiB",
		rows, answer.seconds.Seconds(), e.cpu.Seconds(), <-memory>>20, e.tasks, float64(e.longestTask)/1000, float64(e.shuffle)/(1<<20), float64(e.spilled)/(1<<20))
	return rows, nil
}

// countRows counts the rows that an engine wrote into a folder, and removes them.
func (g *growth) countRows(ctx context.Context, name string) (int, error) {
	dir := filepath.Join(g.dir, name)
	t, err := g.askDuckDB(ctx, "SELECT count(*) AS n FROM read_parquet('"+dir+"/*.parquet')", "1GB", true)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(t.rows[0][0])
	if err != nil {
		return 0, err
	}
	return n, os.RemoveAll(dir)
}

// peakOf returns the most memory that the process groups had resident together, in bytes,
// sampled until done.
func peakOf(done <-chan struct{}, groups []*process) (peak int64) {
	for {
		select {
		case <-done:
			return peak
		case <-time.After(200 * time.Millisecond):
		}
		peak = max(peak, residentOf(groups))
	}
}

// residentOf adds up the resident memory of process groups.
func residentOf(groups []*process) (sum int64) {
	for group, pages := range running() {
		if slices.ContainsFunc(groups, func(p *process) bool { return p.cmd.Process.Pid == group }) {
			sum += pages * int64(os.Getpagesize())
		}
	}
	return sum
}

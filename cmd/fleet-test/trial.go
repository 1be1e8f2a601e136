//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// trial is the fleet's files in every form in which they are asked.
type trial struct {
	*fleet
	hosts    string // the folder with a tree for each host
	dataset  string // the exports
	imported string // an index imported from them
	whole    string // an index of one scan of all trees
}

// try makes the hosts and compares all answers.
func (f *fleet) try(ctx context.Context) error {
	t := &trial{fleet: f, hosts: filepath.Join(f.dir, "hosts"), dataset: filepath.Join(f.dir, "dataset"),
		imported: filepath.Join(f.dir, "imported"), whole: filepath.Join(f.dir, "whole")}
	if err := t.prepare(ctx); err != nil {
		return err
	}
	if f.spark == "" {
		return t.compareAll(ctx, nil)
	}
	c, err := f.startCluster(ctx, "cluster", "1g")
	if err != nil {
		return err
	}
	if err := t.compareAll(ctx, c); err != nil {
		return err
	}
	if err := t.loseWorker(ctx, c); err != nil {
		return err
	}
	c.stop()
	return nil
}

// prepare makes the trees, scans and exports them, imports the exports and scans all
// trees as one.
func (t *trial) prepare(ctx context.Context) error {
	begun := time.Now()
	files, size, err := makeHosts(ctx, t.hosts, t.full)
	if err != nil {
		return err
	}
	t.say("%d hosts, %d files, %.0f MiB: made in %.1f s", len(fleetHosts()), files, float64(size)/(1<<20), time.Since(begun).Seconds())
	for _, h := range fleetHosts() {
		index, tree := filepath.Join(t.dir, "index-"+h.name), filepath.Join(t.hosts, h.name)
		scan, err := t.index(ctx, index, tree)
		if err != nil {
			return err
		}
		_, export, err := t.run(ctx, "export", "--index", index, "-q", "-o", t.dataset, "--host", h.name)
		if err != nil {
			return err
		}
		t.say("%s: scanned in %.1f s, exported in %.1f s", h.name, scan.Seconds(), export.Seconds())
		if err := os.RemoveAll(index); err != nil {
			return err
		}
	}
	_, took, err := t.run(ctx, "import", "--index", t.imported, "-q", t.dataset)
	if err != nil {
		return err
	}
	t.say("all exports, %.1f MiB: imported in %.1f s", float64(folderSize(t.dataset))/(1<<20), took.Seconds())
	if took, err = t.index(ctx, t.whole, t.hosts); err != nil {
		return err
	}
	t.say("all trees: scanned as one in %.1f s", took.Seconds())
	for _, index := range []string{t.imported, t.whole} {
		if _, _, err := t.run(ctx, "check", "--index", index, "-q"); err != nil {
			return err
		}
	}
	return nil
}

// index scans a tree and computes the simhashes of its files.
func (t *trial) index(ctx context.Context, index, tree string) (time.Duration, error) {
	_, took, err := t.run(ctx, "scan", "--index", index, "-q", tree)
	if err != nil {
		return 0, err
	}
	_, hashed, err := t.run(ctx, "near", "--index", index, "-q", "--limit", "1")
	return took + hashed, err
}

// byHost turns a path of the scan of all trees into one of the imported index.
func (t *trial) byHost(path string) string {
	rest, ok := strings.CutPrefix(path, t.hosts+"/")
	if !ok {
		return path
	}
	host, _, _ := strings.Cut(rest, "/")
	return host + ":" + path
}

// compareAll asks every question everywhere, on Spark if there is a cluster.
func (t *trial) compareAll(ctx context.Context, c *cluster) error {
	var s *session
	if c != nil {
		var texts []string
		for _, q := range t.questions() {
			var flags []string
			if q.large {
				flags = []string{"--to", t.bySpark(q)}
			}
			text, err := t.sql(ctx, t.dataset, "spark", q, flags...)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
		var err error
		if s, err = c.openSession("spark-sql", t.questions(), texts); err != nil {
			return err
		}
	}
	for _, q := range t.questions() {
		compare := t.compare
		if q.large {
			compare = t.compareFiles
		}
		line, err := compare(ctx, q, s)
		if err != nil {
			return err
		}
		t.say("%s", line)
	}
	if s == nil {
		return nil
	}
	return s.end(ctx)
}

// compare asks a question everywhere. It returns a line about the answers.
func (t *trial) compare(ctx context.Context, q question, s *session) (string, error) {
	want, line, err := t.compareLocal(ctx, q)
	if err != nil || s == nil {
		return line, err
	}
	got, err := s.next(ctx)
	if err != nil {
		return "", fmt.Errorf("alike sql %s: %w", q, err)
	}
	line += fmt.Sprintf(", Spark %.1f s", got.seconds.Seconds())
	return line, q.differEngine("Spark", got.table, "the imported index", want.table)
}

// compareLocal asks a question everywhere but on Spark. It returns the answer and a line
// about it.
func (t *trial) compareLocal(ctx context.Context, q question) (timed, string, error) {
	want, err := t.askAlike(ctx, t.imported, q)
	if err != nil {
		return want, "", err
	}
	whole, err := t.askAlike(ctx, t.whole, q)
	if err != nil {
		return want, "", err
	}
	if whole.table, err = whole.rename(t.byHost); err != nil {
		return want, "", err
	}
	if err := q.differ("the scan of everything", whole.table, "the imported index", want.table); err != nil {
		return want, "", err
	}
	text, err := t.sql(ctx, t.dataset, "duckdb", q)
	if err != nil {
		return want, "", err
	}
	duckdb, err := t.askDuckDB(ctx, text, "2GB", true)
	if err != nil {
		return want, "", fmt.Errorf("alike sql %s: %w", q, err)
	}
	if err := q.differEngine("DuckDB", duckdb.table, "the imported index", want.table); err != nil {
		return want, "", err
	}
	if want.count == 0 {
		return want, "", q.isEmpty()
	}
	return want, fmt.Sprintf("%s: %d rows, all equal; imported %.1f s, whole %.1f s, DuckDB %.1f s", q,
		want.count, want.seconds.Seconds(), whole.seconds.Seconds(), duckdb.seconds.Seconds()), nil
}

// folderSize returns the bytes of the files in a folder.
func folderSize(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if st, err := d.Info(); err == nil {
				n += st.Size()
			}
		}
		return nil
	})
	return n
}

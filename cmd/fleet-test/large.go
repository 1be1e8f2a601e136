//go:build linux

package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// digest identifies the rows of an answer that is too large for memory, whatever their
// order: their number, and the sum modulo 2^128 of the first half of SHA-256 of each.
type digest struct {
	rows      int
	high, low uint64
}

func (d *digest) add(line string) {
	h := sha256.Sum256([]byte(line))
	var carry uint64
	d.low, carry = bits.Add64(d.low, binary.BigEndian.Uint64(h[8:]), 0)
	d.high, _ = bits.Add64(d.high, binary.BigEndian.Uint64(h[:]), carry)
	d.rows++
}

// batch is the number of rows that are in memory at a time.
const batch = 10_000

// digestCSV reads an answer from a file and removes the file.
func (q question) digestCSV(name string, as func(string) string) (d digest, err error) {
	file, err := os.Open(name)
	if err != nil {
		return d, err
	}
	defer os.Remove(name)
	defer file.Close()
	lines := csv.NewReader(file)
	header, err := lines.Read()
	if err != nil {
		return d, fmt.Errorf("read the header of an answer: %w", err)
	}
	for t := (table{columns: header}); err == nil; t.rows = t.rows[:0] {
		for len(t.rows) < batch && err == nil {
			var row []string
			if row, err = lines.Read(); err == nil {
				t.rows = append(t.rows, row)
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return d, fmt.Errorf("read an answer: %w", err)
		}
		renamed, err := t.rename(as)
		if err != nil {
			return d, err
		}
		chosen, err := renamed.choose(q.columns())
		if err != nil {
			return d, err
		}
		for _, line := range chosen {
			d.add(line)
		}
	}
	return d, nil
}

// digestAlike asks an index.
func (t *trial) digestAlike(ctx context.Context, index string, q question, as func(string) string) (digest, time.Duration, error) {
	name := filepath.Join(t.dir, "answer.csv")
	used, err := t.runInto(ctx, name, q.of(index)...)
	if err != nil {
		return digest{}, 0, err
	}
	d, err := q.digestCSV(name, as)
	return d, used.wall, err
}

// digestParquet reads an answer that an engine wrote into a folder, and removes the folder.
func (t *trial) digestParquet(ctx context.Context, q question, dir string) (digest, error) {
	defer os.RemoveAll(dir)
	name := filepath.Join(t.dir, "answer.csv")
	copied := fmt.Sprintf("COPY (SELECT * FROM read_parquet('%s/*.parquet')) TO '%s' (FORMAT csv, HEADER)", dir, name)
	if _, err := t.askDuckDB(ctx, copied, "2GB", false); err != nil {
		return digest{}, err
	}
	return q.digestCSV(name, same)
}

func same(path string) string { return path }

// bySpark is the folder of Spark's answer to a large question.
func (t *trial) bySpark(q question) string {
	return filepath.Join(t.dir, strings.NewReplacer(" ", "-", "%", "").Replace("by spark "+q.String()))
}

// compareFiles is compare for a large question.
func (t *trial) compareFiles(ctx context.Context, q question, s *session) (string, error) {
	want, line, err := t.compareLarge(ctx, q)
	if err != nil || s == nil {
		return line, err
	}
	asked, err := s.next(ctx)
	if err != nil {
		return "", fmt.Errorf("alike sql %s: %w", q, err)
	}
	got, err := t.digestParquet(ctx, q, t.bySpark(q))
	if err == nil {
		err = q.differLarge("Spark", got, want)
	}
	return fmt.Sprintf("%s, Spark %.1f s", line, asked.seconds.Seconds()), err
}

// compareLarge asks a question everywhere but on Spark. It returns the digest of the answer and
// a line about it.
func (t *trial) compareLarge(ctx context.Context, q question) (digest, string, error) {
	want, imported, err := t.digestAlike(ctx, t.imported, q, same)
	if err != nil {
		return want, "", err
	}
	if want.rows == 0 {
		return want, "", q.isEmpty()
	}
	got, whole, err := t.digestAlike(ctx, t.whole, q, t.byHost)
	if err == nil {
		err = q.differLarge("the scan of everything", got, want)
	}
	if err != nil {
		return want, "", err
	}
	dir := filepath.Join(t.dir, "by-duckdb")
	text, err := t.sql(ctx, t.dataset, "duckdb", q, "--to", dir)
	if err != nil {
		return want, "", err
	}
	duckdb, err := t.askDuckDB(ctx, text, "4GB", false)
	if err != nil {
		return want, "", fmt.Errorf("alike sql %s: %w", q, err)
	}
	if got, err = t.digestParquet(ctx, q, dir); err == nil {
		err = q.differLarge("DuckDB", got, want)
	}
	return want, fmt.Sprintf("%s: %d rows, all equal; imported %.1f s, whole %.1f s, DuckDB %.1f s", q,
		want.rows, imported.Seconds(), whole.Seconds(), duckdb.seconds.Seconds()), err
}

// differLarge compares two answers.
func (q question) differLarge(name string, got, want digest) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("alike %s: %s has %d rows, the imported index %d, and they differ", q, name, got.rows, want.rows)
}

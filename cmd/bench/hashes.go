package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// hashSearches are the outcome of a run with --hashes.
type hashSearches struct {
	Machine machine        `json:"machine"`
	Seed    uint64         `json:"seed"`
	Sizes   []hashSearched `json:"sizes"`
}

// hashSearched is a number of hashes, in memory and in an index.
type hashSearched struct {
	Hashes int         `json:"hashes"`
	Set    hashFigures `json:"set"`
	Index  hashFigures `json:"index"`
}

// hashFigures are what one process measured.
type hashFigures struct {
	Build  float64   `json:"build_seconds"`
	Insert float64   `json:"insert_seconds,omitempty"` // one by one
	Bytes  float64   `json:"bytes_each"`               // in memory, or on disk
	Pairs3 hashPairs `json:"pairs_3"`
	Pairs6 hashPairs `json:"pairs_6"`
	Near3  latency   `json:"near_3"`
	Near12 latency   `json:"near_12"`
	Peak   int64     `json:"peak_bytes"`
}

// hashPairs is a search for all pairs.
type hashPairs struct {
	Seconds float64 `json:"seconds"`
	Pairs   int64   `json:"pairs"` // of documents
}

// searchHashes measures each number of hashes, in memory and in an index.
func (b *bench) searchHashes(ctx context.Context) error {
	all := hashSearches{Machine: thisMachine(), Seed: b.seed}
	for _, n := range b.hashes {
		of := subject{b.index(), n, b.seed}
		s := hashSearched{Hashes: n}
		for i, f := range []*hashFigures{&s.Set, &s.Index} {
			name := [...]string{stepHashSet, stepHashIndex}[i]
			b.say("%s of %d hashes", name, n)
			if err := b.measureHashStep(ctx, name, of, f); err != nil {
				return errors.Join(fmt.Errorf("%s of %d hashes: %w", name, n, err), os.RemoveAll(of.index))
			}
		}
		if err := os.RemoveAll(of.index); err != nil {
			return err
		}
		if s.Set.Pairs3.Pairs != s.Index.Pairs3.Pairs || s.Set.Pairs6.Pairs != s.Index.Pairs6.Pairs {
			return fmt.Errorf("of %d hashes the set finds %d and %d pairs, the index %d and %d", n,
				s.Set.Pairs3.Pairs, s.Set.Pairs6.Pairs, s.Index.Pairs3.Pairs, s.Index.Pairs6.Pairs)
		}
		all.Sizes = append(all.Sizes, s)
	}
	if b.format == "json" {
		return b.json(all)
	}
	return writeHashSearches(b.stdout, all)
}

func (b *bench) measureHashStep(ctx context.Context, name string, of subject, f *hashFigures) error {
	c, err := step(name, of)
	if err != nil {
		return err
	}
	c.stdout = filepath.Join(b.dir, "hashes.json")
	once, err := b.measure(ctx, c)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.stdout)
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	f.Peak = once.peak
	return err
}

func writeHashSearches(w io.Writer, all hashSearches) error {
	fmt.Fprintf(w, "%s\nsynthetic simhashes with seed %d, a fifth of them in clusters of %d\n\n", all.Machine, all.Seed, clusterSize)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "hashes\t\tbuild s\tinsert s\tbytes each\tpairs ≤ 3 s\tfound\tpairs ≤ 6 s\tfound\t≤ 3 µs\tp99 µs\t≤ 12 µs\tp99 µs\tpeak MiB\t\n")
	for _, s := range all.Sizes {
		for i, f := range []hashFigures{s.Set, s.Index} {
			insert := "–"
			if f.Insert > 0 {
				insert = figures(f.Insert)
			}
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t\n", s.Hashes, []string{"memory", "index"}[i],
				figures(f.Build), insert, figures(f.Bytes), figures(f.Pairs3.Seconds), f.Pairs3.Pairs, figures(f.Pairs6.Seconds), f.Pairs6.Pairs,
				figures(1000*f.Near3.Median), figures(1000*f.Near3.P99), figures(1000*f.Near12.Median), figures(1000*f.Near12.P99), peak(f.Peak, false))
		}
	}
	return t.Flush()
}

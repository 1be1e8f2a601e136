//go:build linux

package main

import (
	"context"
	"fmt"
	"slices"
)

var (
	pairKey     = []string{"a_path", "b_path"}
	pairFigures = []string{"shared", "a_in_b", "b_in_a", "resemblance", "distinctive", "identical", "a_copies", "b_copies"}
)

// pairs returns the question for all similar pairs.
func pairs(by string, min, minShared int) question {
	return question{
		args:  []string{"pairs", "--by", by, "--min", fmt.Sprint(min, "%"), "--min-shared", fmt.Sprint(minShared)},
		alike: []string{"--estimate"}, key: pairKey, figures: pairFigures,
		// One fingerprint in common is enough for much of a small file: of all of Go's sources,
		// --by smaller lists 11.4 million pairs at 25 %. At 680,000, spark-sql with 1 GB could not
		// print them.
		large: by != "distinctive" && minShared == 1,
	}
}

// near returns the question for all documents that are nearly the same.
func near(distance int) question {
	return question{args: []string{"near", "--distance", fmt.Sprint(distance)}, key: pairKey, figures: []string{"distance"}}
}

// questions returns what is asked in this form.
func (f *fleet) questions() []question {
	if !f.full {
		return []question{pairs("distinctive", 50, 3), near(3)}
	}
	var all []question
	for _, by := range []string{"smaller", "larger", "union", "distinctive"} {
		for _, min := range []int{25, 50, 90} {
			for _, minShared := range []int{1, 3} {
				all = append(all, pairs(by, min, minShared))
			}
		}
	}
	for _, distance := range []int{0, 3, 7} {
		all = append(all, near(distance))
	}
	return append(all,
		question{args: []string{"dups"}, key: []string{"checksum", "path"}, figures: []string{"size"}},
		question{args: []string{"groups"}, alike: []string{"--estimate"}, key: []string{"group", "path"}, figures: []string{"role", "share"}},
		question{args: []string{"folders"}, alike: []string{"--estimate"}, key: pairKey, figures: []string{"a_in_b", "b_in_a"}, more: true})
}

// of returns the arguments with which alike asks an index.
func (q question) of(index string) []string {
	return slices.Concat(q.args, q.alike, []string{"--index", index, "-q", "--limit", "0", "-f", "csv"})
}

// askAlike asks an index.
func (f *fleet) askAlike(ctx context.Context, index string, q question) (timed, error) {
	out, took, err := f.run(ctx, q.of(index)...)
	if err != nil {
		return timed{}, err
	}
	t, err := readCSV(out)
	return timed{table: t, count: len(t.rows), seconds: took}, err
}

// sql returns the question as SQL over the datasets.
func (f *fleet) sql(ctx context.Context, dataset, dialect string, q question, flags ...string) (string, error) {
	out, _, err := f.run(ctx, slices.Concat([]string{"sql"}, q.args, []string{"--from", dataset, "--dialect", dialect}, flags)...)
	return out, err
}

//go:build linux

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// space is the size of an index after scans of a tree whose files all change.
type space struct {
	Files int64   `json:"files"`
	Bytes int64   `json:"bytes"`       // of the files, at the end
	Index []int64 `json:"index_bytes"` // after each scan
	Fresh int64   `json:"fresh_index_bytes"`
	Ratio float64 `json:"index_to_fresh"`
}

const (
	rewrittenScans = 10
	mostRewritten  = 4000 // files
)

// rewrite scans a tree ten times, each time with new contents in all of its files,
// and once into a fresh index.
func (b *bench) rewrite(ctx context.Context, t *templates, files int64) (s space, err error) {
	tree, index := filepath.Join(b.dir, "rewritten"), filepath.Join(b.dir, "worn")
	want := scanned{Files: min(files, mostRewritten)}
	want.Read, want.New = want.Files, want.Files
	contents := *t
	for n := range rewrittenScans {
		b.say("scan %d of %d, with all %d files changed", n+1, rewrittenScans, want.Files)
		contents.seed = t.seed + 2 + uint64(n) // different edits, same files
		if err := contents.grow(ctx, tree, 0, int(want.Files)); err != nil {
			return s, err
		}
		got, err := b.scan(ctx, index, tree)
		if err != nil {
			return s, err
		}
		if got != want {
			return s, fmt.Errorf("scan %d found %+v, want %+v", n+1, got, want)
		}
		want.New, want.Changed = 0, want.Files
		size, err := sizeOnDisk(index)
		if err != nil {
			return s, err
		}
		s.Index = append(s.Index, size)
	}
	b.say("")
	if s.Files, s.Bytes, _, err = survey(ctx, tree); err != nil {
		return s, err
	}
	s.Fresh, err = b.freshSize(ctx, tree, index)
	s.Ratio = quotient(s.Index[len(s.Index)-1], s.Fresh)
	return s, err
}

// freshSize indexes the tree into a fresh index and returns its size. Both indexes
// must have the same counts.
func (b *bench) freshSize(ctx context.Context, tree, worn string) (int64, error) {
	fresh := filepath.Join(b.dir, "fresh")
	if _, err := b.scan(ctx, fresh, tree); err != nil {
		return 0, err
	}
	f, err := b.status(ctx, fresh)
	if err != nil {
		return 0, err
	}
	w, err := b.status(ctx, worn)
	if err != nil {
		return 0, err
	}
	if f.Files != w.Files || f.ContentBytes != w.ContentBytes || f.Fingerprints != w.Fingerprints {
		return 0, fmt.Errorf("the indexes differ: the fresh one holds %+v, the worn one %+v", f, w)
	}
	return sizeOnDisk(fresh)
}

// perScan formats the size of the index after each scan, in MiB.
func (s space) perScan() string {
	var sizes []string
	for _, n := range s.Index {
		sizes = append(sizes, fmt.Sprintf("%.2f", float64(n)/mib))
	}
	return strings.Join(sizes, " ")
}

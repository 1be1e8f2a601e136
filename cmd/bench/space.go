package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// space is what an index takes after scans of a tree whose files all change.
type space struct {
	Files int64   `json:"files"`
	Bytes int64   `json:"bytes"`       // of the files, in the end
	Index []int64 `json:"index_bytes"` // after each scan
	Fresh int64   `json:"fresh_index_bytes"`
	Ratio float64 `json:"index_to_fresh"`
}

const (
	rewrittenScans = 10
	mostRewritten  = 4000 // files
)

// rewrite scans a tree ten times, each time with other contents in all of its
// files, and once into a fresh index.
func (b *bench) rewrite(ctx context.Context, t *templates, files int64) (s space, err error) {
	tree, index := filepath.Join(b.dir, "rewritten"), filepath.Join(b.dir, "worn")
	want := scanned{Files: min(files, mostRewritten)}
	want.Read, want.New = want.Files, want.Files
	contents := *t
	for n := range rewrittenScans {
		b.say("scan %d of %d of %d files that all change", n+1, rewrittenScans, want.Files)
		contents.seed = t.seed + 2 + uint64(n) // other edits in the same files
		if err := contents.write(ctx, tree, 0, int(want.Files)); err != nil {
			return s, err
		}
		got, err := b.scanned(ctx, index, tree)
		if err != nil {
			return s, err
		}
		if got != want {
			return s, fmt.Errorf("scan %d came to %+v, not to %+v", n+1, got, want)
		}
		want.New, want.Changed = 0, want.Files
		size, err := onDisk(index)
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

// freshSize is the size of a fresh index of the tree, which must hold as much as
// the worn one.
func (b *bench) freshSize(ctx context.Context, tree, worn string) (int64, error) {
	fresh := filepath.Join(b.dir, "fresh")
	if _, err := b.scanned(ctx, fresh, tree); err != nil {
		return 0, err
	}
	f, err := b.statusOf(ctx, fresh)
	if err != nil {
		return 0, err
	}
	w, err := b.statusOf(ctx, worn)
	if err != nil {
		return 0, err
	}
	if f.Files != w.Files || f.ContentBytes != w.ContentBytes || f.Fingerprints != w.Fingerprints {
		return 0, fmt.Errorf("the indexes hold different things, the fresh one %+v, the other one %+v", f, w)
	}
	return onDisk(fresh)
}

// onDisk is what a folder takes of the disk, as du counts it.
func onDisk(dir string) (bytes int64, err error) {
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(path, &st); err != nil {
			return fmt.Errorf("size of %s: %w", path, err)
		}
		bytes += st.Blocks * 512
		return nil
	})
	return bytes, err
}

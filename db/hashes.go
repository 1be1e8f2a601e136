package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"alike/db/hamming"
	"alike/db/inorder"
)

// eachHash calls use for every simhash of the index, in ascending order of content
// within a segment.
func (ix *Index) eachHash(use func(h contentHash) error) error {
	return ix.eachRowOfContents(kindHashes, func(t *table, id ContentID, payload []byte) error {
		h, err := decodeHash(payload)
		if err != nil {
			return t.damage("the simhash of content %d cannot be decoded", id)
		}
		return use(contentHash{id, h})
	})
}

// Hash returns the simhash of a content; ok is false if it has none.
func (ix *Index) Hash(id ContentID) (h hamming.Document, ok bool, err error) {
	for _, s := range slices.Backward(ix.segments) {
		t := s.table(kindHashes)
		if t.meta.Rows == 0 {
			continue
		}
		ok, err = t.row(rowKey{uint64(id), 0}, func(payload []byte) error {
			h, err = decodeHash(payload)
			return err
		})
		if ok || err != nil {
			break
		}
	}
	return h, ok, err
}

// MissingHash is a content without a simhash, with the paths of its files.
type MissingHash struct {
	Content
	ID    ContentID
	Paths []string // in bytewise order
}

// CountMissingHashes returns how many live contents have no simhash. Cost: only
// contents that are not live are looked up.
func (ix *Index) CountMissingHashes(ctx context.Context) (int64, error) {
	n := ix.root.rows(kindContents) - ix.root.rows(kindHashes)
	if n == 0 {
		return 0, nil
	}
	err := ix.EachNotLive(func(id ContentID, _ bool) error {
		_, has, err := ix.Hash(id)
		if err == nil && !has {
			n-- // it needs none
		}
		return cmp.Or(err, ctx.Err())
	})
	return n, err
}

// MissingHashes calls use for every live content without a simhash, in the order in
// which they were entered. Before that it calls total, unless nil, with the number of
// these contents and their total size. While use runs, a Writer may enter simhashes and
// commit. Cost: all directories are read. Memory: 48 bytes for each file of such a
// content.
func (ix *Index) MissingHashes(ctx context.Context, total func(contents, bytes int64), use func(m MissingHash) error) error {
	has := contentSet{}
	err := ix.eachHash(func(h contentHash) error {
		has.add(h.content)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	return ix.contentsWithout(ctx, has, total, use)
}

// EachLive is MissingHashes for every live content, with or without a simhash.
func (ix *Index) EachLive(ctx context.Context, total func(contents, bytes int64), use func(m MissingHash) error) error {
	return ix.contentsWithout(ctx, contentSet{}, total, use)
}

// contentsWithout calls use for every live content that is not in a set.
func (ix *Index) contentsWithout(ctx context.Context, has contentSet, total func(contents, bytes int64), use func(m MissingHash) error) error {
	type missing struct {
		content ContentID
		size    int64
		FilePath
	}
	var all []missing
	err := ix.EachFile(ctx, func(path FilePath, e *DirEntry) error {
		if !has.has(e.Content) {
			all = append(all, missing{e.Content, e.Size, path})
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = inorder.Sort(ctx, all, func(a, b missing) int {
		return cmp.Or(cmp.Compare(a.content, b.content), a.Compare(b.FilePath))
	})
	if err != nil {
		return err
	}
	if total != nil {
		contents, bytes := int64(0), int64(0)
		for i := range all {
			if i == 0 || all[i].content != all[i-1].content {
				contents, bytes = contents+1, bytes+all[i].size
			}
		}
		total(contents, bytes)
	}
	for len(all) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		m := MissingHash{ID: all[0].content}
		row, err := ix.Content(m.ID)
		if err != nil {
			return err
		}
		m.Content = row.Content
		for len(all) > 0 && all[0].content == m.ID {
			m.Paths = append(m.Paths, all[0].String())
			all = all[1:]
		}
		if err := use(m); err != nil {
			return err
		}
	}
	return nil
}

// HashList holds simhashes and, parallel to them, their contents.
type HashList struct {
	Hashes    []uint64
	Documents []uint32
}

func (l *HashList) add(e bucketEntry) {
	l.Hashes = append(l.Hashes, e.rotated)
	l.Documents = append(l.Documents, uint32(e.content))
}

// ReadHashes reads the simhashes of all live contents, in no order: first the documents
// long enough to judge, then the short ones.
func (ix *Index) ReadHashes(ctx context.Context) (long, short HashList, err error) {
	dead := contentSet{}
	err = ix.EachNotLive(func(id ContentID, _ bool) error {
		dead.add(id)
		return nil
	})
	if err != nil || ix.root.Simhash == nil {
		return long, short, err
	}
	n := min(ix.root.rows(kindBuckets), 4<<20)
	long = HashList{make([]uint64, 0, n), make([]uint32, 0, n)}
	for _, s := range ix.segments {
		// The block of the most significant bits: its hashes are not rotated.
		err := s.table(kindBuckets).eachEntry(func(e bucketEntry) error {
			switch {
			case dead.has(e.content):
			case e.content >= ix.root.NextContent:
				return ix.Damaged("content %d has a simhash but does not exist", e.content)
			case e.short:
				short.add(e)
			default:
				long.add(e)
			}
			return ctx.Err()
		})
		if err != nil {
			return long, short, err
		}
	}
	return long, short, nil
}

type contentHash struct {
	content ContentID
	hamming.Document
}

// SchemeError reports an index with simhashes of another scheme than the requested one.
type SchemeError struct {
	Dir                   string
	Has, Want             string
	HasBlocks, WantBlocks int
}

// Error names only the differences: a scheme is 120 characters long.
func (e *SchemeError) Error() string {
	words := func(scheme string, blocks int) []string {
		return append(strings.Fields(scheme), fmt.Sprintf("blocks=%d", blocks))
	}
	has, want := words(e.Has, e.HasBlocks), words(e.Want, e.WantBlocks)
	without := func(words, others []string) string {
		words = slices.Clone(words)
		return strings.Join(slices.DeleteFunc(words, func(w string) bool { return slices.Contains(others, w) }), " ")
	}
	var how string
	switch own, other := without(has, want), without(want, has); {
	case own == "":
		how = "without " + other
	case other == "":
		how = "with " + own
	default:
		how = "with " + own + ", not with " + other
	}
	return fmt.Sprintf("the simhashes of the index in %s are made %s", e.Dir, how)
}

// HashScheme returns the scheme of the index's simhashes and their number of blocks; ok is
// false if the index keeps none.
func (ix *Index) HashScheme() (scheme string, blocks int, ok bool) {
	if m := ix.root.Simhash; m != nil {
		return m.Scheme, m.Blocks, true
	}
	return "", 0, false
}

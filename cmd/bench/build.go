package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/fingerprint"
)

// builder enters synthetic contents into an index as a scan does files: through
// the Writer, which commits when it is full.
type builder struct {
	w      *db.Writer
	spool  *db.Spool
	chosen []fingerprint.Selected
}

// buildIndex makes a synthetic index.
func buildIndex(ctx context.Context, s subject) error {
	return building(ctx, s.index, func(b *builder) error {
		if err := b.addContents(ctx, s); err != nil {
			return err
		}
		return b.addDocuments(s.seed)
	})
}

// building makes an index of what is added, as one segment.
func building(ctx context.Context, dir string, add func(*builder) error) (err error) {
	ix, err := db.Open(ctx, dir, db.Options{Write: true, Create: true, Command: "bench"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ix.Close()) }()
	w, err := ix.NewWriter()
	if err != nil {
		return err
	}
	b := builder{w: w, spool: w.NewSpool()}
	defer func() { err = errors.Join(err, b.spool.Close()) }()
	if err := add(&b); err != nil {
		return err
	}
	if err := w.Commit(); err != nil {
		return err
	}
	return w.Merge(ctx)
}

// addContents enters the contents folder by folder.
func (b *builder) addContents(ctx context.Context, s subject) error {
	g, originals := newGenerator(s.seed, s.contents), newGenerator(s.seed, s.contents)
	for first := 0; first < s.contents; first += inFolder {
		if err := ctx.Err(); err != nil {
			return err
		}
		var entries []db.Entry
		for i := first; i < min(first+inFolder, s.contents); i++ {
			c := g.content(i)
			if err := checkCopy(originals, i, c); err != nil {
				return err
			}
			e, err := b.add(nameOf(i), c)
			if err != nil {
				return err
			}
			entries = append(entries, e)
		}
		if err := b.put(folderOf(first), entries); err != nil {
			return err
		}
	}
	return nil
}

// checkCopy counts that a copy is so similar to its original that a search must
// find the pair.
func checkCopy(originals *generator, i int, c synthetic) error {
	j, ok := originals.original(i)
	if !ok {
		return nil
	}
	o := originals.content(j)
	s := fingerprint.Compare(o.set, o.Level, c.set, c.Level)
	if s.Shared < db.MinShared || max(s.AInB(), s.BInA()) < leastShare {
		return fmt.Errorf("content %d was to be similar to %d, but shares %d fingerprints of %d and %d", i, j, s.Shared, s.A, s.B)
	}
	return nil
}

func (b *builder) addDocuments(seed uint64) error {
	var entries []db.Entry
	for i := range documents {
		text := document(seed, i)
		set, level := fingerprint.SetOf(fingerprint.DefaultRule, text)
		e, err := b.add(nameOf(i), synthetic{
			db.Content{Checksum: blake3.Sum256(text), Size: int64(len(text)), Level: level}, set})
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	return b.put(documentsFolder, entries)
}

// add enters a content and returns the file that has it.
func (b *builder) add(name string, c synthetic) (db.Entry, error) {
	b.chosen = b.chosen[:0]
	for _, fp := range c.set {
		b.chosen = append(b.chosen, fingerprint.Selected{Fingerprint: fp})
	}
	if err := b.spool.Add(b.chosen); err != nil {
		return db.Entry{}, err
	}
	id, isNew, err := b.w.AddContent(c.Content, b.spool)
	if err == nil && !isNew {
		err = fmt.Errorf("the content of %s is there already", name)
	}
	// Times and inode are made up: no scan will come by.
	return db.Entry{Name: name, Content: id, Stat: db.Stat{
		Size: c.Size, MTime: 1_700_000_000e9 + int64(id), CTime: 1_700_000_000e9 + int64(id), Inode: uint64(id), Device: 1}}, err
}

func (b *builder) put(folder string, entries []db.Entry) error {
	l, err := b.w.Directory(folder)
	if err != nil {
		return err
	}
	return b.w.Put(l.ID, entries...)
}

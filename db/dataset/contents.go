package dataset

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"alike/db"
	"alike/db/inorder"
	"alike/fingerprint/checksum"
	"alike/fingerprint/view"
)

// KeyOf returns the key of a content.
func KeyOf(c *db.Content) Key {
	if c.Language == "" {
		return Key(c.Checksum.Prefix())
	}
	sum := checksum.Of(append(c.Checksum[:len(c.Checksum):len(c.Checksum)], c.Language...))
	return Key(binary.LittleEndian.Uint64(sum[:]))
}

// contentList is the contents of an export.
type contentList struct {
	keys     []Key           // by content
	levels   []uint8         // by content
	exported []bool          // by content
	sorted   []sortedContent // by key
	postings int64
}

type sortedContent struct {
	key   Key
	id    db.ContentID
	count uint32 // fingerprints
}

// listContents lists the contents that a file names.
func listContents(ctx context.Context, ix *db.Index) (*contentList, error) {
	n := ix.NextContent()
	l := &contentList{keys: make([]Key, n), levels: make([]uint8, n), exported: make([]bool, n)}
	l.sorted = make([]sortedContent, 0, ix.LiveContents())
	err := ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		l.keys[id], l.levels[id], l.exported[id] = KeyOf(&row.Content), uint8(row.Level), true
		l.sorted = append(l.sorted, sortedContent{l.keys[id], id, uint32(row.Fingerprints())})
		return nil
	})
	if err == nil {
		err = ix.EachNotLive(func(id db.ContentID, claimed bool) error {
			l.exported[id] = l.exported[id] && claimed
			return nil
		})
	}
	l.sorted = slices.DeleteFunc(l.sorted, func(c sortedContent) bool { return !l.exported[c.id] })
	if err == nil {
		err = inorder.Sort(ctx, l.sorted, func(a, b sortedContent) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) })
	}
	for _, c := range l.sorted {
		l.postings += int64(c.count)
	}
	return l, err
}

// contentWork is the work for the rows of a content and of its files, in postings.
const contentWork = 20

// progress counts the work done.
type progress struct {
	show        func(done, total int64)
	done, total atomic.Int64
}

func (p *progress) add(n int64) {
	if done := p.done.Add(n); p.show != nil {
		p.show(done, p.total.Load())
	}
}

// writeContents writes the table contents.
func (w *writer) writeContents(ctx context.Context) error {
	t, err := w.newTable(contents)
	if err != nil {
		return err
	}
	for _, c := range w.fresh {
		row, err := w.ix.Content(c.id)
		if err != nil {
			return t.abandon(err)
		}
		err = t.write(&Content{
			Key: c.key, Checksum: row.Checksum, Size: row.Size, Level: int32(row.Level), Language: row.Language, Counts: row.Counts,
		})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return t.abandon(err)
		}
		w.work.add(contentWork / 2)
	}
	w.counts.Contents, err = w.finish(t)
	return err
}

// writeFiles writes the table files.
func (w *writer) writeFiles(ctx context.Context) error {
	t, err := w.newTable(files)
	if err != nil {
		return err
	}
	err = w.ix.EachEntryInOrder(ctx, func(of db.FilePath, e *db.DirEntry) error {
		path := ""
		if of.Dir.Len() <= maxPath { // a longer one is not built
			path = "/" + strings.TrimPrefix(of.String(), "/") // also before a volume
		}
		if path == "" || len(path) > maxPath {
			w.stats.LongPaths++
			return nil
		}
		if !w.all.exported[e.Content] {
			return w.ix.Damaged("%q has content %d, which the index does not hold or lists as orphaned", path, e.Content)
		}
		row := File{
			Host: w.Host, Path: path, Key: w.all.keys[e.Content], Size: e.Size, MTime: e.MTime, CTime: e.CTime,
			Device: int64(e.Device), Inode: int64(e.Inode), Generated: e.Generated, SetAside: e.SetAside,
		}
		if !utf8.ValidString(path) {
			row.Path, row.PathBytes = strings.ToValidUTF8(path, "\uFFFD"), []byte(path)
		}
		w.stats.FileBytes += e.Size
		return t.write(&row)
	})
	if err != nil {
		return t.abandon(err)
	}
	w.work.add(w.filesWork())
	w.stats.Files, err = w.finish(t)
	return err
}

// writeHashes writes the table simhashes.
func (w *writer) writeHashes(ctx context.Context) error {
	t, err := w.newTable(simhashes)
	if err != nil {
		return err
	}
	long, short, err := w.ix.ReadHashes(ctx)
	if err != nil {
		return t.abandon(err)
	}
	var rows []Hash
	for _, l := range []struct {
		db.HashList
		short bool
	}{{long, false}, {short, true}} {
		for i, h := range l.Hashes {
			key := w.all.keys[l.Documents[i]]
			if _, kept := slices.BinarySearch(w.kept.hashes, key); !kept {
				rows = append(rows, Hash{key, int64(h), l.short})
			}
		}
	}
	w.stats.Hashes = int64(len(long.Hashes) + len(short.Hashes))
	if err := inorder.Sort(ctx, rows, func(a, b Hash) int { return cmp.Compare(a.Key, b.Key) }); err != nil {
		return t.abandon(err)
	}
	for i := range rows {
		err := ctx.Err()
		if err == nil {
			err = t.write(&rows[i])
		}
		if err != nil {
			return t.abandon(err)
		}
	}
	w.counts.Hashes, err = w.finish(t)
	return err
}

// writeExport writes the table exports.
func (w *writer) writeExport(context.Context) error {
	t, err := w.newTable(exports)
	if err != nil {
		return err
	}
	row := w.export()
	row.Contents, row.Files, row.Postings, row.Hashes = w.counts.Contents, w.stats.Files, w.counts.Postings, w.counts.Hashes
	if err := t.write(&row); err != nil {
		return t.abandon(err)
	}
	_, err = w.finish(t)
	return err
}

// export returns the row of the table exports without the counts.
func (w *writer) export() Export {
	p := w.ix.Params()
	row := Export{
		Layout: Layout, Host: w.Host, Exported: w.Now.UnixNano(), Version: w.Version,
		View: p.View, Rules: view.Kind(p.View).Rules(), Window: int32(p.Rule.Window), Density: int32(p.Rule.Density),
		Small: int32(p.Rule.Small), Anchors: string(p.Rule.Anchors),
	}
	if w.partial {
		row.Since = w.Since.UnixNano()
	}
	row.Scheme, _, _ = w.ix.HashScheme()
	for _, tree := range w.ix.Trees() {
		path := "/" + strings.TrimPrefix(tree.Path, "/") // also before a volume, as in the table files
		row.Roots = append(row.Roots, strings.ToValidUTF8(path, "\uFFFD"))
	}
	return row
}

package scan

import (
	"errors"
	"fmt"

	"alike/db"
	"alike/db/inorder"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

const (
	// A file whose size or times change during reading is read up to three times. Larger
	// files are read once: a log or a disk image of a hundred gigabytes that is being
	// written to does not settle.
	tries         = 3
	retryableSize = 256 << 20
)

// errMoved reports a file that changed while it was read.
var errMoved = errors.New("changed while it was read")

// newReader returns a reader for one worker.
func (x *indexer) newReader() (*reader, error) {
	r := &reader{digester: newDigester(x.Rule, x.View), spool: x.writer.NewSpool()}
	r.take = r.spool.Add
	if x.documents != nil {
		r.document = x.documents.New()
	}
	r.bytes = fileReader{ctx: x.ctx, progress: x.progress, limit: x.limit, before: x.beforeRead}
	return r, nil
}

// enter returns the entry of a file. It reads the file unless it was renamed or another
// link to it was read. The error is a skipError, unreadable, or ends the scan.
func (x *indexer) enter(k *worker, d *directory, f *file) (db.Entry, error) {
	if x.View == view.FoldCode { // another name may mean another language
		return x.readFile(k, d, f)
	}
	e, moved, err := x.moved(k, d, f)
	if moved {
		k.sum.Moved++
	}
	if moved || err != nil {
		return e, err
	}
	if x.IgnoreInode || !x.inodes.tracks(f) {
		return x.readFile(k, d, f)
	}
	r, known, err := x.inodes.claim(x.ctx, f)
	if err != nil {
		return db.Entry{}, err
	}
	if known {
		return db.Entry{Name: f.name, Stat: f.stat, Content: r.content, Unsettled: r.unsettled}, nil
	}
	e, err = x.readFile(k, d, f)
	x.inodes.endClaim(f, e, err == nil && e.Stat == f.stat)
	return e, err
}

// readFile reads a file until it does not change during reading. It accepts what it has
// read after the last try.
func (x *indexer) readFile(k *worker, d *directory, f *file) (db.Entry, error) {
	if f.stat.Size == 0 {
		// An empty file need not be opened.
		r := k.reader
		r.bytes.reset(-1, 0)
		r.spool.Reset()
		c, err := r.digest(f.name, &r.bytes, 0, r.take)
		if err != nil {
			return db.Entry{}, err
		}
		return x.store(k, d, f.name, f.stat, c, unsettled(f.stat, x.now()))
	}
	sized := true
	for try := 1; ; try++ {
		last := try >= tries || f.stat.Size > retryableSize
		e, err := x.readOnce(k, d, f, sized, last)
		switch err {
		case errMoved:
		case ErrShort: // it was truncated meanwhile; try without a size
			sized = false
		default:
			return e, err
		}
	}
}

// readOnce reads and fingerprints a file whole. If it changes meanwhile the error is
// errMoved, except on the last try.
func (x *indexer) readOnce(k *worker, d *directory, f *file, sized, last bool) (db.Entry, error) {
	r := k.reader
	var c db.Content
	s, unsettled, err := x.readOpen(k, d, f, last, func(size int64) (n int64, err error) {
		if !sized {
			size = -1
		}
		r.spool.Reset()
		pieced := x.isPieced(k, size)
		if pieced {
			if pieced, err = r.bytes.separable(x.Rule); err != nil {
				return 0, err
			}
		}
		if pieced {
			c, err = x.digestPieces(k, size)
		} else {
			c, err = r.digest(f.name, &r.bytes, size, r.take)
		}
		return c.Size, err
	})
	if err != nil {
		return db.Entry{}, err
	}
	return x.store(k, d, f.name, s, c, unsettled)
}

// readOpen opens a file and calls read with its size, which reads k.reader.bytes to the end and returns
// how many these were. If the file changes meanwhile the error is errMoved, except on the last try. The
// stat that it returns is from before, with the size that was read: it differs if the file was truncated,
// and the next scan will notice.
func (x *indexer) readOpen(k *worker, d *directory, f *file, last bool, read func(size int64) (int64, error)) (s db.Stat, isUnsettled bool, err error) {
	bytes := &k.reader.bytes
	began := x.now()
	fd, err := openFile(d.fd, f)
	if err != nil {
		return s, false, err
	}
	defer fsys.Close(fd)
	fsys.StartWriteBack(x.ctx, fd, f.stat.Size)
	before, err := k.look(d.root, fd)
	if err != nil {
		return s, false, err
	}
	bytes.reset(fd, before.Size)
	n, err := read(before.Size)
	k.sum.ReadBytes += bytes.read
	if err != nil {
		return s, false, err
	}
	after, err := k.look(d.root, fd)
	if err != nil {
		return s, false, err
	}
	moved := !x.same(after, before) || n != before.Size
	if moved && !last {
		return s, false, errMoved
	}
	if moved {
		d.cover.leave(reasonChanging, n)
	}
	k.skipped[reasonStream] += int64(fsys.Streams(fd))
	before.Size = n
	return before, moved || unsettled(before, began), nil
}

// store enters a content and returns the entry of the file.
func (x *indexer) store(k *worker, d *directory, name string, s db.Stat, c db.Content, unsettled bool) (db.Entry, error) {
	e := db.Entry{Name: name, Stat: s, Unsettled: unsettled, Generated: k.reader.generated()}
	e.SetAside = e.Generated && x.skipsGenerated(d)
	id, isNew, err := x.add(k.reader, c, e.SetAside)
	if err != nil {
		return db.Entry{}, fmt.Errorf("entering the fingerprints of a file: %w", err)
	}
	if !e.SetAside { // those are counted as left out
		k.sum.Read++
		if k.reader.thin(c.Size) {
			k.sum.Thin++
			x.thin(d, name)
		}
		if isNew {
			k.sum.NewContents++
		}
	}
	e.Content = id
	return e, nil
}

// add enters a content, with its simhash if the index keeps simhashes and lacks this
// one. A file that is set aside needs none.
func (x *indexer) add(r *reader, c db.Content, aside bool) (id db.ContentID, isNew bool, err error) {
	if r.document != nil && !aside {
		lacks, err := x.writer.LacksHash(c)
		if err != nil {
			return 0, false, err
		}
		if lacks {
			return x.writer.AddDocument(c, r.spool, r.document.Hash())
		}
	}
	return x.writer.AddContent(c, r.spool)
}

// isPieced reports whether a file of the size is read in pieces. Views, simhashes and anchors
// depend on all that comes before.
func (x *indexer) isPieced(k *worker, size int64) bool {
	r := k.reader
	return size >= piecedSize && size <= longestPieced && x.Threads > 1 && x.View == view.Raw && r.document == nil && r.tee == nil &&
		x.Rule.Anchors == "" && x.limit == nil
}

// digestPieces is digest for a file of known size, read in pieces. The error is ErrShort if the
// file is shorter.
func (x *indexer) digestPieces(k *worker, size int64) (db.Content, error) {
	n := int((size-1)/pieceSize + 1)
	k.reader.bytes.again = int64(x.Rule.Window - 1)
	p := &pieced{owner: k.reader, rule: x.Rule, size: size, pieces: inorder.New(n)}
	k.reader.hasher.Reset()
	x.queue.invite(p, min(x.Threads, n)-1)
	p.help(k.reader)
	x.queue.uninvite(p)
	if err := p.pieces.Wait(); err != nil {
		return db.Content{}, err
	}
	k.reader.bytes.advance(0) // the end of the file
	c := db.Content{Size: size, Level: x.Rule.Level(size)}
	k.reader.hasher.Sum(c.Checksum[:0])
	return c, nil
}

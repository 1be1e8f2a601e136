package scan

import (
	"context"
	"errors"
	"fmt"

	"alike/db"
	"alike/fingerprint/checksum"
	"alike/fingerprint/view"
)

const (
	// groupedSize is the size up to which files are read together. Larger ones fill the lanes
	// of the checksum by themselves.
	groupedSize = 32 << 10
	// groupFiles and groupBytes bound a group, whose bytes stay in the second-level cache until
	// they are fingerprinted.
	groupFiles = 32
	groupBytes = 256 << 10
)

// together returns how many files from the first on are read together; 0 if the first is read on
// its own. Views, simhashes and files with several paths need one file at a time.
func (x *indexer) together(k *worker, files []file) int {
	r := k.reader
	if x.View != view.Raw || r.document != nil || r.tee != nil {
		return 0
	}
	n, bytes := 0, int64(0)
	for n < min(len(files), groupFiles) {
		f := &files[n]
		bytes += f.stat.Size
		if f.stat.Size == 0 || f.stat.Size > groupedSize || bytes > groupBytes || !x.IgnoreInode && x.inodes.tracks(f) {
			break
		}
		n++
	}
	return n
}

// readTogether reads small files and enters them. It returns the error that ends the scan.
func (x *indexer) readTogether(k *worker, d *directory, files []file, o *outcome) error {
	r := k.reader
	if r.group == nil {
		r.group = &group{
			batch: checksum.NewBatch(), buffer: make([]byte, groupBytes), sums: make([]checksum.Sum, groupFiles),
			contents: make([]db.Addition, 0, groupFiles),
		}
	}
	g := r.group
	g.messages, g.files, g.contents = g.messages[:0], g.files[:0], g.contents[:0]
	rest := g.buffer
	for i := range files {
		if x.ctx.Err() != nil {
			break
		}
		r.bytes.begin(d, &files[i])
		p := x.load(k, d, &files[i], rest)
		p.shown = r.bytes.shown
		rest = rest[len(p.data):]
		g.files, g.messages = append(g.files, p), append(g.messages, p.data)
	}
	g.batch.Sums(g.messages, g.sums)
	if err := x.enterLoaded(k); err != nil {
		return err
	}
	for i := range g.files {
		p, f := &g.files[i], &files[i]
		r.bytes.begin(d, f)
		r.bytes.shown = p.shown
		e, err := p.entry, p.err
		switch {
		case p.alone:
			e, err = x.readFile(k, d, f)
		case p.content != nil:
			e = db.Entry{Name: f.name, Stat: p.stat, Unsettled: p.unsettled, Content: p.content.ID}
			k.sum.Read++
			if p.content.New {
				k.sum.NewContents++
			}
		}
		if err := x.note(k, d, f, e, err, o); err != nil {
			return err
		}
		r.bytes.end()
	}
	if len(g.files) < len(files) {
		return context.Cause(x.ctx)
	}
	return nil
}

// errGrown reports a small file that has grown since it was listed.
var errGrown = errors.New("larger than it was listed")

// load reads a small file into the buffer, unless it was renamed. It accepts what it has read
// after the last try, as readFile does.
func (x *indexer) load(k *worker, d *directory, f *file, buffer []byte) (p grouped) {
	if p.entry, p.moved, p.err = x.moved(k, d, f); p.moved || p.err != nil {
		if p.moved {
			k.sum.Moved++
		}
		return p
	}
	for try := 1; ; try++ {
		n := 0
		p.stat, p.unsettled, p.err = x.readOpen(k, d, f, try == tries, func(size int64) (int64, error) {
			if size > f.stat.Size {
				return 0, errGrown
			}
			var err error
			n, err = k.reader.bytes.readInto(buffer[:size])
			return int64(n), err
		})
		switch p.err {
		case nil:
			p.data = buffer[:n]
		case errMoved:
			continue
		case errGrown:
			p.alone, p.err = true, nil
		}
		return p
	}
}

// enterLoaded fingerprints the files that were loaded and enters their contents.
func (x *indexer) enterLoaded(k *worker) error {
	r, g := k.reader, k.reader.group
	for i := range g.files {
		p := &g.files[i]
		if p.err != nil || p.moved || p.alone {
			continue
		}
		if len(g.contents) == len(g.spools) {
			g.spools = append(g.spools, x.writer.NewSpool())
		}
		spool := g.spools[len(g.contents)]
		r.extractor.Reset(p.stat.Size)
		_, _ = r.extractor.Write(p.data)
		r.extractor.Close()
		if err := r.flush(spool.Add); err != nil {
			return err
		}
		c := db.Content{Size: p.stat.Size, Checksum: g.sums[i], Level: r.extractor.Level()}
		g.contents = append(g.contents, db.Addition{Content: c, Spool: spool})
		p.content = &g.contents[len(g.contents)-1]
	}
	if err := x.writer.AddContents(g.contents); err != nil {
		return fmt.Errorf("entering the fingerprints of small files: %w", err)
	}
	return nil
}

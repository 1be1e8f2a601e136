package db

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"

	"alike/db/hamming"
	"alike/fingerprint/checksum"
)

// ErrFileChanged reports a file that cannot be compared because it changed since the
// scan.
var ErrFileChanged = errors.New("the file changed since the scan")

// sampledFile is a file that is read again.
type sampledFile struct {
	path    FilePath
	stat    Stat
	content ContentID
}

// sample reads n files again, or all if n is negative.
func (c *checker) sample(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	var files []sampledFile
	seen := int64(0)
	err := c.ix.EachEntry(ctx, func(path FilePath, e *DirEntry) error {
		if e.Unsettled || !c.contents.has(uint32(e.Content)) {
			return nil
		}
		f := sampledFile{path, e.Stat, e.Content}
		seen++
		// Reservoir sampling (Vitter 1985): each file is equally likely.
		switch i := rand.Int64N(seen); {
		case n < 0 && ctx.Err() == nil:
			return c.reread(f)
		case len(files) < n:
			files = append(files, f)
		case i < int64(n):
			files[i] = f
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.reread(f); err != nil {
			return err
		}
	}
	return nil
}

// reread compares the checksum of a file with the index, and its simhash if it has one,
// unless the file changed since the scan.
func (c *checker) reread(f sampledFile) error {
	row, err := c.ix.Content(f.content)
	if err != nil {
		return err
	}
	want, has, err := c.ix.Hash(f.content)
	if err != nil {
		return err
	}
	h := checksum.New()
	read := func(w io.Writer) error { return c.read(f.path.String(), f.stat, io.MultiWriter(h, w)) }
	var hash hamming.Document
	if has = has && c.hash != nil; has {
		hash, err = c.hash(row.Size, read)
	} else {
		err = read(io.Discard)
	}
	if errors.Is(err, ErrFileChanged) {
		c.report.SampledChanged++
		return nil
	}
	if err != nil {
		c.report.SampledUnreadable++
		return nil
	}
	c.report.Sampled++
	if sum := Checksum(h.Sum(nil)); sum != row.Checksum || f.stat.Size != row.Size {
		c.problem("the checksum of %q differs from the index, though size and times are the same", f.path)
	} else if has && hash != want {
		c.problem("the simhash of %q differs from the index", f.path)
	}
	return nil
}

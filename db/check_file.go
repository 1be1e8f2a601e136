package db

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"

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

// sample reads n files again, or all if n is negative, in order of path: files near each other are
// then opened from one another's folders.
func (c *checker) sample(ctx context.Context, n int) error {
	settled := func(e *DirEntry) bool { return !e.Unsettled && c.contents.has(uint32(e.Content)) }
	switch {
	case n == 0:
		return nil
	case n < 0:
		return c.ix.EachEntryInOrder(ctx, func(path FilePath, e *DirEntry) error {
			if !settled(e) || ctx.Err() != nil {
				return ctx.Err()
			}
			return c.reread(sampledFile{path, e.Stat, e.Content})
		})
	}
	var files []sampledFile
	seen := int64(0)
	err := c.ix.EachEntry(ctx, func(path FilePath, e *DirEntry) error {
		if !settled(e) {
			return nil
		}
		f := sampledFile{path, e.Stat, e.Content}
		seen++
		// Reservoir sampling (Vitter 1985): each file is equally likely.
		if i := rand.Int64N(seen); len(files) < n {
			files = append(files, f)
		} else if i < int64(n) {
			files[i] = f
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	slices.SortFunc(files, func(a, b sampledFile) int { return a.path.Compare(b.path) })
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
	shared, rest := f.path.after(c.last) // of a deep path, most has been built before
	c.text, c.last = append(c.text[:shared], rest...), f.path
	path := string(c.text)
	h := checksum.New()
	read := func(w io.Writer) error { return c.read(path, f.stat, io.MultiWriter(h, w)) }
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
		c.problem("the checksum of %q differs from the index, though size and times are the same", path)
	} else if has && hash != want {
		c.problem("the simhash of %q differs from the index", path)
	}
	return nil
}

package db

import (
	"errors"
	"io"

	"alike/db/hamming"

	"github.com/zeebo/blake3"
)

// ErrFileChanged reports a file that cannot be compared because it changed since the
// scan.
var ErrFileChanged = errors.New("the file changed since the scan")

// reread compares the checksum of a file with the index, and its simhash if it has one,
// unless the file changed since the scan.
func (c *checker) reread(f checkedFile) {
	h := blake3.New()
	read := func(w io.Writer) error { return c.read(f.path, f.stat, io.MultiWriter(h, w)) }
	var hash hamming.Document
	var err error
	has := c.contents[f.content].hash
	if c.hash == nil {
		has = nil
	}
	if has != nil {
		hash, err = c.hash(f.size, read)
	} else {
		err = read(io.Discard)
	}
	if errors.Is(err, ErrFileChanged) {
		c.report.SampledChanged++
		return
	}
	if err != nil {
		c.report.SampledUnreadable++
		return
	}
	c.report.Sampled++
	if sum := Checksum(h.Sum(nil)); sum != f.sum || f.stat.Size != f.size {
		c.problem("the checksum of %q differs from the index, though size and times are the same", f.path)
	} else if has != nil && hash != has.Document {
		c.problem("the simhash of %q differs from the index", f.path)
	}
}

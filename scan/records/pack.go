package records

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// PackedError reports an output whose name promises a compression that cannot be
// written.
type PackedError struct{ Path, Extension string }

func (e *PackedError) Error() string {
	return fmt.Sprintf("%s: the name ends in %s, and outputs are compressed with gzip or zstd only", e.Path, e.Extension)
}

// unpackable are the extensions of other compressed files.
var unpackable = []string{".bz2", ".xz", ".lz", ".lz4", ".lzma", ".lzo", ".br", ".z", ".zip", ".7z", ".tgz", ".tzst"}

// CheckPacked returns a PackedError if the name of an output has the extension of a
// compression that cannot be written.
func CheckPacked(path string) error {
	if e := strings.ToLower(filepath.Ext(path)); slices.Contains(unpackable, e) {
		return &PackedError{path, e}
	}
	return nil
}

// TrimPacked returns a name without the extension .gz or .zst.
func TrimPacked(name string) string {
	if e := filepath.Ext(name); strings.EqualFold(e, ".gz") || strings.EqualFold(e, ".zst") {
		return strings.TrimSuffix(name, e)
	}
	return name
}

// compressor is a gzip.Writer or a zstd.Encoder.
type compressor interface {
	io.Writer
	Flush() error
	Close() error
	Reset(to io.Writer)
}

// packer compresses an output. At each sync it ends a member of gzip or a frame of zstd.
// Members in sequence decompress as one stream, so the file may be cut between them.
type packer struct {
	z    compressor
	to   *bufio.Writer
	file countingWriter
	open bool // a member is begun
}

// countingWriter counts the bytes that reach a file.
type countingWriter struct {
	to io.Writer
	n  int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// newPacker returns the packer for the name of an output, or nil if the output is not to
// be compressed. length is the length of the file so far.
func newPacker(name string, to io.Writer, length int64) (*packer, error) {
	p := &packer{file: countingWriter{to, length}}
	p.to = bufio.NewWriterSize(&p.file, peeked)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		p.z = gzip.NewWriter(p.to)
	case ".zst":
		// With more workers, blocks would be written in the background and the length
		// would be unknown. An empty output still is a valid file.
		z, err := zstd.NewWriter(p.to, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
		if err != nil {
			return nil, err
		}
		p.z = z
	default:
		return nil, nil
	}
	return p, nil
}

func (p *packer) Write(data []byte) (int, error) {
	p.open = true
	return p.z.Write(data)
}

// flush passes on what was written, within the member.
func (p *packer) flush() error {
	if p.open {
		if err := p.z.Flush(); err != nil {
			return err
		}
	}
	return p.to.Flush()
}

// end ends the member. A file without any gets an empty one, without which it could not be
// decompressed.
func (p *packer) end() error {
	if !p.open && (p.file.n > 0 || p.to.Buffered() > 0) {
		return p.to.Flush()
	}
	if err := p.z.Close(); err != nil {
		return err
	}
	p.z.Reset(p.to)
	p.open = false
	return p.to.Flush()
}

package records

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Input is one of the streams that records are read from.
type Input struct {
	Name string // a path, or what messages call it
	// From is read instead of the file of that name, as standard input is. It may
	// be slow to come: a batch then ends with what has come.
	From io.Reader
}

// stat looks at the file of an input, or returns nil where it is none.
func (in Input) stat() (fs.FileInfo, error) {
	if in.From == nil {
		return os.Stat(in.Name)
	}
	if f, ok := in.From.(*os.File); ok {
		return f.Stat()
	}
	return nil, nil
}

// Size returns how many bytes there are in the inputs, as they lie there, and
// false where that cannot be told.
func Size(inputs []Input) (bytes int64, known bool) {
	for _, in := range inputs {
		info, err := in.stat()
		if err != nil || info == nil || !info.Mode().IsRegular() {
			return 0, false
		}
		bytes += info.Size()
	}
	return bytes, true
}

// source is an input that is being read, decompressed.
type source struct {
	io.Reader
	name    string
	file    *os.File // nil where the caller opened it
	live    bool     // it comes as it is made, and uncompressed
	packed  bool
	plain   *bufio.Reader // the Reader of what is not packed
	from    io.Reader     // what plain reads from
	release func()        // frees the decompressor
	state   inputState
}

// counter counts what is read, for a progress bar of another goroutine.
type counter struct {
	from io.Reader
	read *atomic.Int64
}

func (c counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// Compression is known by the first bytes, whatever the name.
var (
	gzipMagic = []byte{0x1f, 0x8b, 8}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	// A frame that holds no data may come first: fifteen more magics like this.
	zstdSkippable = []byte{0x50, 0x2a, 0x4d, 0x18}
)

// peeked is how much of an input is looked at ahead, and how much is read at once
// for a decompressor.
const peeked = 64 << 10

// largestWindow is what zstd needs in memory for --long=27, the most that it
// unpacks itself without being told so.
const largestWindow = 128 << 20

// open opens an input and the decompressor that it needs.
func (in Input) open(read *atomic.Int64) (*source, error) {
	s := &source{name: in.Name, live: in.From != nil, release: func() {}}
	from := in.From
	if from == nil {
		f, err := os.Open(in.Name)
		if err != nil {
			return nil, fmt.Errorf("opening the records: %w", err)
		}
		s.file, from = f, f
		info, err := f.Stat()
		if err != nil {
			s.close()
			return nil, s.failed(err)
		}
		s.live = !info.Mode().IsRegular()
		s.state = inputState{Regular: !s.live, Size: info.Size(), Modified: info.ModTime().UnixNano()}
	}
	if err := s.unpack(counter{from, read}); err != nil {
		s.close()
		return nil, s.failed(err)
	}
	return s, nil
}

// unpack puts a decompressor before what is compressed.
func (s *source) unpack(from io.Reader) error {
	b := bufio.NewReaderSize(from, peeked)
	s.from = from
	look := 4
	if s.state.Regular {
		look = peeked
	}
	head, err := b.Peek(look)
	if err != nil && err != io.EOF {
		return err
	}
	if s.state.Regular {
		s.state.Head = xxhash.Sum64(head)
	}
	head = head[:min(len(head), 4)]
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(b)
		if err != nil {
			return err
		}
		s.Reader, s.packed = z, true
	case bytes.HasPrefix(head, zstdMagic), len(head) == 4 && head[0]&0xf0 == zstdSkippable[0] && bytes.Equal(head[1:], zstdSkippable[1:]):
		z, err := zstd.NewReader(b, zstd.WithDecoderMaxWindow(largestWindow))
		if err != nil {
			return err
		}
		s.Reader, s.packed, s.release = z, true, z.Close
	default:
		// Reads of more than the buffer holds go past it.
		s.Reader, s.plain = b, b
	}
	s.live = s.live && !s.packed
	return nil
}

func (s *source) close() {
	s.release()
	s.release = func() {}
	if s.file != nil {
		_ = s.file.Close()
	}
}

// failed says what was done when a read failed. What the system says names the
// file already.
func (s *source) failed(err error) error {
	var named *fs.PathError
	switch {
	case errors.As(err, &named):
		return fmt.Errorf("reading records: %w", err)
	case s.packed && errors.Is(err, zstd.ErrWindowSizeExceeded), s.packed && errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("reading records: %s: it was compressed with a window over 128 MiB: unpack it first, with zstd --long=31: %w", s.name, err)
	case s.packed:
		return fmt.Errorf("reading records: %s: its compressed data are damaged or cut off: %w", s.name, err)
	}
	return fmt.Errorf("reading records: %s: %w", s.name, err)
}

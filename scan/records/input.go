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
	"syscall"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Input is a stream of records.
type Input struct {
	Name string // a path, or a name for messages if From is set
	// From, if not nil, is read instead of the file, for standard input. If it
	// delivers slowly, a batch ends with what it has delivered.
	From io.Reader
}

// Check returns an error if a file is missing or is a folder. It does not open it.
func (in Input) Check() error {
	if in.From != nil {
		return nil
	}
	info, err := os.Stat(in.Name)
	if err == nil && info.IsDir() {
		err = syscall.EISDIR
	}
	return in.unopened(err)
}

// unopened wraps an error of opening a file.
func (in Input) unopened(err error) error {
	if err == nil {
		return nil
	}
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err // its text would repeat the name
	}
	return &OpenError{in.Name, err}
}

// stat returns the FileInfo of an input, or nil if the input is not a file.
func (in Input) stat() (fs.FileInfo, error) {
	if in.From == nil {
		return os.Stat(in.Name)
	}
	if f, ok := in.From.(*os.File); ok {
		return f.Stat()
	}
	return nil, nil
}

// Size returns the size of the inputs on disk, in bytes. It reports false if the size
// of one is unknown because it is not a regular file.
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

// source is an open input. Reading it yields decompressed bytes.
type source struct {
	io.Reader
	name    string
	file    *os.File      // nil if the caller opened it
	live    bool          // neither a regular file nor compressed: data may arrive slowly
	packed  bool          // compressed
	plain   *bufio.Reader // the Reader, unless packed
	from    io.Reader     // what plain reads from
	release func()        // frees the decompressor
	state   inputState
}

// counter counts the bytes read, for a progress bar in another goroutine.
type counter struct {
	from io.Reader
	read *atomic.Int64
}

func (c counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// Compression is recognised by the first bytes, whatever the file's name.
var (
	gzipMagic = []byte{0x1f, 0x8b, 8}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	// A skippable frame may come first. Its magic is this one or one of fifteen more,
	// which differ in the low four bits of the first byte.
	zstdSkippable = []byte{0x50, 0x2a, 0x4d, 0x18}
)

// peeked is the size of the read buffer in bytes, and the limit for peeking into an
// input.
const peeked = 64 << 10

// largestWindow is the largest zstd window that is decompressed, in bytes. It is also
// the default limit of the zstd command.
const largestWindow = 128 << 20

// open opens an input, with the decompressor it needs.
func (in Input) open(read *atomic.Int64) (*source, error) {
	s := &source{name: in.Name, live: in.From != nil, release: func() {}}
	from := in.From
	if from == nil {
		f, err := os.Open(in.Name)
		if err != nil {
			return nil, in.unopened(err)
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

// unpack detects compression and sets the source up to decompress.
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
		// Reads larger than the buffer bypass it.
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

// failed wraps an error of a read. The errors of the operating system already name
// the file.
func (s *source) failed(err error) error {
	var named *fs.PathError
	switch {
	case errors.As(err, &named):
		return fmt.Errorf("reading records: %w", err)
	case s.packed && errors.Is(err, zstd.ErrWindowSizeExceeded), s.packed && errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("reading records: %s: %w", s.name, ErrWindow)
	case s.packed:
		return fmt.Errorf("reading records: %s: the compressed data is damaged or truncated: %w", s.name, err)
	}
	return fmt.Errorf("reading records: %s: %w", s.name, err)
}

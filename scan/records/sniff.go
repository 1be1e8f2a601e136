package records

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"sync/atomic"
)

// Sniff returns the first two bytes of a decompressed input that are neither white space nor a byte
// order mark, 0 for those that there are not. Bytes have to be read from an input that is not a
// regular file; the input that Sniff returns still delivers them.
func (in Input) Sniff() (begins [2]byte, same Input, err error) {
	s := &source{name: in.Name, release: func() {}}
	from := in.From
	if from == nil {
		if err := in.Check(); err != nil {
			return begins, in, err
		}
		f, err := os.Open(in.Name)
		if err != nil {
			return begins, in, in.unopened(err)
		}
		from = f
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			defer f.Close()
		} else {
			in.From = f // opening it again would lose the bytes
		}
	}
	head := make([]byte, peeked)
	n := 0
	file, regular := from.(*os.File)
	if regular {
		info, err := file.Stat()
		regular = err == nil && info.Mode().IsRegular()
	}
	if regular {
		at, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			return begins, in, s.failed(err)
		}
		if n, err = file.ReadAt(head, at); err != nil && err != io.EOF {
			return begins, in, s.failed(err)
		}
		head = head[:n]
	} else {
		b := bufio.NewReaderSize(from, peeked)
		if _, err := b.Peek(4); err != nil && err != io.EOF {
			return begins, in, s.failed(err)
		}
		head, _ = b.Peek(b.Buffered())
		in.From = b
	}
	defer s.close()
	if err := s.unpack(counter{bytes.NewReader(head), new(atomic.Int64)}); err != nil {
		return begins, in, nil // compressed and truncated: the reader reports that
	}
	text := make([]byte, 512)
	n, _ = io.ReadFull(s, text)
	text = bytes.TrimPrefix(text[:n], byteOrderMark)
	for i := range begins {
		if text = bytes.TrimLeft(text, " \t\r\n"); len(text) > 0 {
			begins[i], text = text[0], text[1:]
		}
	}
	return begins, in, nil
}

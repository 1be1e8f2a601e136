package records

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"sync/atomic"
)

// Sniff returns the first byte of an input that is no white space and belongs to no
// byte order mark, unpacked, or 0 if it is empty. Of what is no regular file some
// bytes have to be taken: the input that is returned has them still.
func (in Input) Sniff() (first byte, same Input, err error) {
	s := &source{name: in.Name, release: func() {}}
	from := in.From
	if from == nil {
		f, err := os.Open(in.Name)
		if err != nil {
			return 0, in, s.failed(err)
		}
		from = f
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			defer f.Close()
		} else {
			in.From = f // it cannot be opened a second time
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
			return 0, in, s.failed(err)
		}
		if n, err = file.ReadAt(head, at); err != nil && err != io.EOF {
			return 0, in, s.failed(err)
		}
		head = head[:n]
	} else {
		b := bufio.NewReaderSize(from, peeked)
		if _, err := b.Peek(4); err != nil && err != io.EOF {
			return 0, in, s.failed(err)
		}
		head, _ = b.Peek(b.Buffered())
		in.From = b
	}
	defer s.close()
	if err := s.unpack(counter{bytes.NewReader(head), new(atomic.Int64)}); err != nil {
		return 0, in, nil // too few bytes of what is packed: who reads it will say
	}
	text := make([]byte, 512)
	n, _ = io.ReadFull(s, text)
	text = bytes.TrimLeft(bytes.TrimPrefix(text[:n], byteOrderMark), " \t\r\n")
	if len(text) == 0 {
		return 0, in, nil
	}
	return text[0], in, nil
}

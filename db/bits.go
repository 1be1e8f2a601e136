package db

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// errShort reports a block that ends before its rows do.
var errShort = errors.New("block ends too early")

// padding is the number of zero bytes after a bit stream. They let the reader load
// eight bytes at any position.
const padding = 8

const (
	// escapeAt is the smallest Rice quotient that is not written in unary: the number then
	// follows in escapeBits bits. A single outlier costs at most escapeAt+escapeBits bits.
	escapeAt   = 20
	escapeBits = 48
)

// bitWriter appends numbers of any width, least significant bit first.
type bitWriter struct {
	buf []byte
	acc uint64 // bits not yet in buf
	n   uint   // number of bits in acc, below 64
}

// put appends the low width bits of v, at most 56; the others must be zero.
func (w *bitWriter) put(v uint64, width uint) {
	w.acc |= v << w.n
	if w.n+width < 64 {
		w.n += width
		return
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, w.acc)
	w.acc = v >> (64 - w.n)
	w.n += width - 64
}

// rice appends v in Golomb-Rice code (Rice and Plaunt 1971) with parameter k:
// the quotient v>>k in unary, then k bits.
func (w *bitWriter) rice(v uint64, k uint) {
	q := v >> k
	if q >= escapeAt {
		w.put(0, escapeAt)
		w.put(v, escapeBits)
		return
	}
	if width := uint(q) + 1 + k; width <= 56 {
		w.put((v&(1<<k-1))<<(q+1)|1<<q, width)
		return
	}
	w.put(1<<q, uint(q)+1)
	w.put(v&(1<<k-1), k)
}

// finish fills the last byte and pads the stream.
func (w *bitWriter) finish() []byte {
	for ; w.n > 0; w.n -= min(w.n, 8) {
		w.buf = append(w.buf, byte(w.acc))
		w.acc >>= 8
	}
	w.acc = 0
	return append(w.buf, make([]byte, padding)...)
}

// bitReader reads what a bitWriter wrote. After the end it yields zeros and
// sets short.
type bitReader struct {
	buf   []byte // including the padding
	pos   uint   // in bits
	short bool
}

// load returns at least 56 bits from the current position.
func (r *bitReader) load() uint64 {
	i := r.pos >> 3
	if i+8 > uint(len(r.buf)) {
		r.short = true
		return 0
	}
	return binary.LittleEndian.Uint64(r.buf[i:]) >> (r.pos & 7)
}

func (r *bitReader) get(width uint) uint64 {
	v := r.load() & (1<<width - 1)
	r.pos += width
	return v
}

func (r *bitReader) rice(k uint) uint64 {
	q := uint(bits.TrailingZeros64(r.load()))
	if q >= escapeAt {
		r.pos += escapeAt
		return r.get(escapeBits)
	}
	r.pos += q + 1
	return uint64(q)<<k | r.get(k)
}

// riceParameter returns a good parameter for n numbers with the given sum: for gaps
// between random values, about log2 of ln2 times their mean.
func riceParameter(sum uint64, n int) uint {
	if n == 0 {
		return 0
	}
	mean := sum / uint64(n)
	return uint(bits.Len64(mean * 7 / 10))
}

// byteReader reads varints and strings from a block. It remembers whether the block was
// too short, so that callers check once at the end.
type byteReader struct {
	buf   []byte
	short bool
}

func (r *byteReader) uvarint() uint64 {
	if len(r.buf) > 0 && r.buf[0] < 0x80 {
		v := r.buf[0]
		r.buf = r.buf[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.buf)
	if n <= 0 {
		r.short, r.buf = true, nil
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

func (r *byteReader) varint() int64 {
	v, n := binary.Varint(r.buf)
	if n <= 0 {
		r.short, r.buf = true, nil
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

func (r *byteReader) bytes(n uint64) []byte {
	if n > uint64(len(r.buf)) {
		r.short, r.buf = true, nil
		return nil
	}
	b := r.buf[:n]
	r.buf = r.buf[n:]
	return b
}

// numberSet is a set of numbers: a bit for each, in pages, so that a few high numbers take
// little memory.
type numberSet[T ~uint32] struct{ pages []*numberPage }

const pageNumbers = 4096

type numberPage [pageNumbers / 64]uint64

func (s *numberSet[T]) has(id T) bool {
	at := int(id / pageNumbers)
	return at < len(s.pages) && s.pages[at] != nil && s.pages[at][id%pageNumbers/64]&(1<<(id%64)) != 0
}

func (s *numberSet[T]) add(id T) {
	at := int(id / pageNumbers)
	if at >= len(s.pages) {
		s.pages = append(s.pages, make([]*numberPage, at+1-len(s.pages))...)
	}
	if s.pages[at] == nil {
		s.pages[at] = &numberPage{}
	}
	s.pages[at][id%pageNumbers/64] |= 1 << (id % 64)
}

// each calls use for all numbers in ascending order.
func (s *numberSet[T]) each(use func(n T)) {
	for at, page := range s.pages {
		if page == nil {
			continue
		}
		for i, word := range page {
			for ; word != 0; word &= word - 1 {
				use(T(at*pageNumbers + i*64 + bits.TrailingZeros64(word)))
			}
		}
	}
}

type contentSet = numberSet[ContentID]

// countedSet is a numberSet that knows how many numbers it has.
type countedSet[T ~uint32] struct {
	numberSet[T]
	len int
}

func (s *countedSet[T]) add(id T) {
	if !s.has(id) {
		s.len++
		s.numberSet.add(id)
	}
}

func (s *countedSet[T]) remove(id T) {
	if s.has(id) {
		s.len--
		s.pages[id/pageNumbers][id%pageNumbers/64] &^= 1 << (id % 64)
	}
}

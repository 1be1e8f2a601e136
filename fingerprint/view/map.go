package view

import (
	"encoding/binary"
	"sort"
	"unsafe"
)

// originMap maps the bytes of a view to bytes of the file. It is a list of runs in
// order. A run takes about 3 bytes, and as many again of the same shape take none: text
// of two or three bytes a character does not need more than the text itself. Code has
// about one run for each token that is not a single letter.
type originMap struct {
	chunks [][]byte // encoded runs
	blocks []block
	end    int // length of the view, the open run included
	last   run // not encoded yet, if its n is not 0
	origin int // end of the encoded runs in the file
	inside int // runs encoded in the last block
}

// run is a number of equal steps through the view and the file. A step of one byte of
// each maps byte by byte; otherwise every byte of a step in the view comes from all of
// its bytes in the file.
type run struct {
	at, start int // offset in the view, offset in the file
	n, was    int // bytes of a step in the view and in the file
	steps     int
}

// block is where some encoded runs start.
type block struct {
	at, origin int // offset in the view; end of the run before in the file
	chunk      int
	from       int // offset in the chunk
}

const (
	runsInBlock = 32
	growths     = 8 // chunks grow from 1 to 256 KiB
	longestRun  = 4 * binary.MaxVarintLen64
)

// add records that the next n bytes of the view come from the given range of the
// file.
func (m *originMap) add(n, start, end int) {
	if n == 0 {
		return
	}
	steps, was := 1, end-start
	if n == was {
		steps, n, was = n, 1, 1
	}
	if p := &m.last; p.n == n && p.was == was && p.start+p.steps*was == start {
		p.steps += steps
	} else {
		m.encode()
		m.last = run{m.end, start, n, was, steps}
	}
	m.end += n * steps
}

// encode closes the open run.
func (m *originMap) encode() {
	r := m.last
	if r.n == 0 {
		return
	}
	if i := len(m.chunks) - 1; i < 0 || len(m.chunks[i])+longestRun > cap(m.chunks[i]) {
		m.chunks = append(m.chunks, make([]byte, 0, 1<<10<<min(len(m.chunks), growths)))
		m.inside = runsInBlock
	}
	i := len(m.chunks) - 1
	if m.inside == runsInBlock {
		m.blocks, m.inside = append(m.blocks, block{r.at, m.origin, i, len(m.chunks[i])}), 0
	}
	m.inside++
	shape := uint64(r.n)<<1 | 1 // several steps
	if r.steps == 1 {
		shape--
	}
	b := binary.AppendUvarint(m.chunks[i], shape)
	b = binary.AppendUvarint(b, uint64(r.was))
	b = binary.AppendVarint(b, int64(r.start-m.origin))
	if r.steps > 1 {
		b = binary.AppendUvarint(b, uint64(r.steps))
	}
	m.chunks[i] = b
	m.origin = r.start + r.was*r.steps
}

// memory returns the size of the map in bytes.
func (m *originMap) memory() int64 {
	bytes := cap(m.blocks) * int(unsafe.Sizeof(block{}))
	for _, c := range m.chunks {
		bytes += cap(c)
	}
	return int64(bytes)
}

// reset empties the map.
func (m *originMap) reset() { *m = originMap{} }

// Original returns the range of bytes of the file that the range from start to end of
// the view comes from, from the origin of its first byte to the origin of its last.
// The range must not be empty. The cost is two binary searches.
func (m *originMap) Original(start, end int) (int, int) {
	from, _ := m.stepAt(start)
	_, to := m.stepAt(end - 1)
	return from, to
}

// stepAt returns the range of the file that a byte of the view comes from.
func (m *originMap) stepAt(at int) (start, end int) {
	r := m.runAt(at)
	start = r.start + (at-r.at)/r.n*r.was
	return start, start + r.was
}

// runAt returns the run that contains a byte of the view.
func (m *originMap) runAt(at int) run {
	if m.last.n > 0 && at >= m.last.at {
		return m.last
	}
	b := m.blocks[sort.Search(len(m.blocks), func(i int) bool { return m.blocks[i].at > at })-1]
	rest := m.chunks[b.chunk][b.from:]
	for r := (run{at: b.at}); ; {
		var skip int64
		shape, n := binary.Uvarint(rest)
		rest = rest[n:]
		r.n, r.steps = int(shape>>1), 1
		was, n := binary.Uvarint(rest)
		rest = rest[n:]
		skip, n = binary.Varint(rest)
		rest = rest[n:]
		r.was, r.start = int(was), b.origin+int(skip)
		if shape&1 != 0 {
			steps, n := binary.Uvarint(rest)
			rest, r.steps = rest[n:], int(steps)
		}
		if at < r.at+r.n*r.steps {
			return r
		}
		r.at += r.n * r.steps
		b.origin = r.start + r.was*r.steps
	}
}

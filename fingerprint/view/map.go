package view

import "sort"

// Map leads from the bytes of a view back to those of the file. It is a list of
// pieces in order; 24 bytes for each, of which code has about one for each token
// that is not one letter.
type Map struct {
	pieces []piece
	end    int // of the view
}

// piece is a run of bytes of the view and where they come from: of one each, as
// long as the piece, or all of them from the same bytes.
type piece struct {
	at         int // in the view
	start, end int // in the file
}

// add notes that the next n bytes of the view come from those of the file.
func (m *Map) add(n, start, end int) {
	if n == 0 {
		return
	}
	if last := len(m.pieces) - 1; last >= 0 && n == end-start {
		p := &m.pieces[last]
		if p.end == start && m.end-p.at == p.end-p.start {
			p.end = end
			m.end += n
			return
		}
	}
	m.pieces = append(m.pieces, piece{m.end, start, end})
	m.end += n
}

// Reset empties the map.
func (m *Map) Reset() { m.pieces, m.end = m.pieces[:0], 0 }

// Len returns how many bytes the view has.
func (m *Map) Len() int { return m.end }

// Original returns the bytes of the file, from start to end, that a run of bytes of
// the view, from start to end, comes from: all of those that its first and its last
// byte stand for, and what lies between. The run must not be empty. Cost: two binary
// searches.
func (m *Map) Original(start, end int) (int, int) {
	p, length := m.piece(start)
	from := p.start
	if length == p.end-p.start {
		from += start - p.at
	}
	p, length = m.piece(end - 1)
	to := p.end
	if length == p.end-p.start {
		to = p.start + end - p.at
	}
	return from, to
}

// piece returns the piece that holds a byte of the view, and its length there.
func (m *Map) piece(at int) (piece, int) {
	i := sort.Search(len(m.pieces), func(i int) bool { return m.pieces[i].at > at }) - 1
	next := m.end
	if i+1 < len(m.pieces) {
		next = m.pieces[i+1].at
	}
	return m.pieces[i], next - m.pieces[i].at
}

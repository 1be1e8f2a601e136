package view

import "sort"

// originMap maps the bytes of a view to bytes of the file. It is a list of runs in
// order, 24 bytes each. Code has about one run for each token that is not a single
// letter.
type originMap struct {
	runs []run
	end  int // length of the view
}

// run is a range of bytes of the view and its origin: one byte each if both have the
// same length, otherwise every byte of the view comes from the whole range.
type run struct {
	at         int // offset in the view
	start, end int // range in the file
}

// add records that the next n bytes of the view come from the given range of the
// file.
func (m *originMap) add(n, start, end int) {
	if n == 0 {
		return
	}
	if last := len(m.runs) - 1; last >= 0 && n == end-start {
		p := &m.runs[last]
		if p.end == start && m.end-p.at == p.end-p.start {
			p.end = end
			m.end += n
			return
		}
	}
	m.runs = append(m.runs, run{m.end, start, end})
	m.end += n
}

// reset empties the map.
func (m *originMap) reset() { m.runs, m.end = m.runs[:0], 0 }

// Original returns the range of bytes of the file that the range from start to end of
// the view comes from, from the origin of its first byte to the origin of its last.
// The range must not be empty. The cost is two binary searches.
func (m *originMap) Original(start, end int) (int, int) {
	p, length := m.runAt(start)
	from := p.start
	if length == p.end-p.start {
		from += start - p.at
	}
	p, length = m.runAt(end - 1)
	to := p.end
	if length == p.end-p.start {
		to = p.start + end - p.at
	}
	return from, to
}

// runAt returns the run that contains a byte of the view, and its length in the view.
func (m *originMap) runAt(at int) (run, int) {
	i := sort.Search(len(m.runs), func(i int) bool { return m.runs[i].at > at }) - 1
	next := m.end
	if i+1 < len(m.runs) {
		next = m.runs[i+1].at
	}
	return m.runs[i], next - m.runs[i].at
}

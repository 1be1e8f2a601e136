package regions

import (
	"cmp"
	"container/heap"
	"slices"
)

// tiling holds the regions laid so far.
type tiling struct {
	a, b           []byte
	window         int
	takenA, takenB marks // bytes in regions
	laid           []Region
}

func newTiling(a, b []byte, window int) *tiling {
	return &tiling{a: a, b: b, window: window, takenA: newMarks(len(a)), takenB: newMarks(len(b))}
}

func (t *tiling) lay(a, b, n int) {
	t.takenA.set(a, a+n)
	t.takenB.set(b, b+n)
	t.laid = append(t.laid, Region{a, b, n})
}

// freePieces splits matches at the bytes taken on either side. It must run before
// anything is laid, because layMatches expects nothing taken inside a match.
func (t *tiling) freePieces(matches []match) (pieces []match) {
	for _, m := range matches {
		a, b, n := int(m.a), int(m.b), int(m.n)
		for from := 0; from < n; {
			for from < n && (t.takenA.has(a+from) || t.takenB.has(b+from)) {
				from = t.takenA.next(a+from, a+n, false) - a
				from = t.takenB.next(b+from, b+n, false) - b
			}
			to := min(t.takenA.next(a+from, a+n, true)-a, t.takenB.next(b+from, b+n, true)-b)
			if to-from >= t.window {
				pieces = append(pieces, match{uint32(a + from), uint32(b + from), uint32(to - from)})
			}
			from = to
		}
	}
	return pieces
}

// order compares matches in the order of laying: the longest first, then the first in
// A, then the first in B.
func order(x, y match) int {
	switch { // cmp.Or takes twice as long, and sorting most of the time of Find
	case x.n != y.n:
		return cmp.Compare(y.n, x.n)
	case x.a != y.a:
		return cmp.Compare(x.a, y.a)
	}
	return cmp.Compare(x.b, y.b)
}

// layMatches lays maximal matches, the longest first. The remainder of a match that
// touches regions is put back and laid when it is the longest.
func (t *tiling) layMatches(matches []match) {
	slices.SortFunc(matches, order)
	var cut pieces
	for len(matches) > 0 || len(cut) > 0 {
		var m match
		if len(cut) == 0 || len(matches) > 0 && order(matches[0], cut[0]) < 0 {
			m, matches = matches[0], matches[1:]
		} else {
			m = heap.Pop(&cut).(match)
		}
		switch left := t.rest(m); {
		case left == m:
			t.lay(int(m.a), int(m.b), int(m.n))
		case int(left.n) >= t.window:
			heap.Push(&cut, left)
		}
	}
}

// rest returns the part of a match that is free on both sides. It is a single piece:
// all regions so far are at least as long as the match, so none is inside it, and
// each that touches it covers its first or last byte, in A or in B. After one region
// has cut an end, another can cut the same end only if it fits between the first one
// and the part that it cuts off, which halves the match about every second time. A
// match is therefore cut a few dozen times at most, whatever its length.
func (t *tiling) rest(m match) match {
	a, b, n := int(m.a), int(m.b), int(m.n)
	from, to := 0, n
	for from < to && (t.takenA.has(a+from) || t.takenB.has(b+from)) {
		from = t.takenA.next(a+from, a+to, false) - a
		from = t.takenB.next(b+from, b+to, false) - b
	}
	for from < to && (t.takenA.has(a+to-1) || t.takenB.has(b+to-1)) {
		to = t.takenA.lastFree(a+from, a+to) - a
		to = t.takenB.lastFree(b+from, b+to) - b
	}
	return match{uint32(a + from), uint32(b + from), uint32(to - from)}
}

// pieces is a heap of the remainders of matches.
type pieces []match

func (p pieces) Len() int           { return len(p) }
func (p pieces) Less(i, j int) bool { return order(p[i], p[j]) < 0 }
func (p pieces) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *pieces) Push(x any)        { *p = append(*p, x.(match)) }
func (p *pieces) Pop() any {
	last := len(*p) - 1
	m := (*p)[last]
	*p = (*p)[:last]
	return m
}

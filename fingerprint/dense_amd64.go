//go:build !purego

package fingerprint

import "math/bits"

const (
	// denseWindows is how many windows of a dense piece are looked at together,
	// of which 56 on either side are there for the others.
	denseWindows = 2048
	denseMargin  = 56 // 49, and a whole number of bytes in the marks
	denseBefore  = 64 // ranks that lose, before and after the others
	denseAfter   = 104
)

// denseScratch holds ranks of all windows, candidates or not, and what they are
// made of.
type denseScratch struct {
	rank [denseBefore + denseWindows + denseAfter]uint32
	sums [denseBefore + denseWindows + denseAfter + 64]uint32
	won  [denseWindows / 64]uint64
}

// chooseDense appends the selected windows of a piece by work that does not
// depend on how many of them are candidates: values of all of them, as sums of
// 2, 4, 8, 16 double words of two halves each and 50 = 16 + 16 + 16 + 2, and the
// smallest ranks of 49 neighbours from those of 4 and 16. A byte costs two to
// three times what others do at level 5, at any density, where the reference
// takes 75 times as long.
func (s *span) chooseDense(dst []Selected, p piece) []Selected {
	if s.vector.dense == nil {
		s.vector.dense = new(denseScratch)
	}
	d := s.vector.dense
	marks := s.vector.bytes()[lead/8:]
	windows := len(p.data) - Window + 1
	for first := p.first; first < p.last; {
		from := max(0, first-denseMargin) &^ 7
		n := min(denseWindows, windows-from)
		last := p.last
		if from+n < windows {
			last = min(last, from+n-denseMargin)
		}
		eights := (n + 7) / 8
		for i := range denseBefore {
			d.rank[i] = never
		}
		everyValueAVX2(&d.rank[denseBefore], &d.sums[0], &p.data[from], &marks[from/8], eights)
		for i := denseBefore + n; i < len(d.rank) && i < denseBefore+8*eights+denseAfter; i++ {
			d.rank[i] = never
		}
		d.won[eights/8%len(d.won)] = 0
		everyContestAVX2(&d.won[0], &d.rank[denseBefore], &d.sums[0], eights, 1<<(valueBits-p.level))
		for i, w := range d.won[:(eights+7)/8] {
			for ; w != 0; w &= w - 1 {
				j := i*64 + bits.TrailingZeros64(w)
				if at := from + j; at >= first && at < last {
					dst = p.emit(dst, at, d.rank[denseBefore+j])
				}
			}
		}
		first = last
	}
	return dst
}

//go:build !purego

package fingerprint

import "math/bits"

const (
	// denseWindows is how many windows of a dense piece are examined together. Up to
	// denseMargin of them on either side only provide context for the others.
	denseWindows     = 2048
	denseMargin      = 56 // 49, rounded up to whole bytes of the marks
	denseRanksBefore = 64 // losing ranks around the real ones
	denseRanksAfter  = 104
)

// denseScratch holds the ranks of all windows, candidates or not, and the partial
// sums they are computed from.
type denseScratch struct {
	rank [denseRanksBefore + denseWindows + denseRanksAfter]uint32
	sums [denseRanksBefore + denseWindows + denseRanksAfter + 64]uint32
	won  [denseWindows / 64]uint64
}

// chooseDense appends the selected windows of a piece to dst at a cost that does not
// depend on the number of candidates. It computes the values of all windows as sums
// of 2, 4, 8 and 16 terms, each from two halves, 50 = 16 + 16 + 16 + 2,
// 25 = 8 + 8 + 8 + 1 and 12 = 4 + 4 + 4. The minima over 49, 24 or 11 neighbouring ranks
// come from minima over 4, and 16 or 8. A byte costs two to three times as much as with
// chooseVector at level 5, at any density; the reference takes 75 times as long.
func (s *spanSelector) chooseDense(dst []Selected, p piece) []Selected {
	if s.vector.dense == nil {
		s.vector.dense = new(denseScratch)
	}
	d := s.vector.dense
	s.vector.align()
	marks := s.vector.bytes()[s.vector.lead/8:]
	windows := len(p.data) - s.window + 1
	for first := p.first; first < p.last; {
		from := max(0, first-denseMargin) &^ 7
		n := min(denseWindows, windows-from)
		last := p.last
		if from+n < windows {
			last = min(last, from+n-denseMargin)
		}
		eights := (n + 7) / 8
		for i := range denseRanksBefore {
			d.rank[i] = never
		}
		s.vector.everyValue(&d.rank[denseRanksBefore], &d.sums[0], &p.data[from], &marks[from/8], eights)
		for i := denseRanksBefore + n; i < len(d.rank) && i < denseRanksBefore+8*eights+denseRanksAfter; i++ {
			d.rank[i] = never
		}
		d.won[eights/8%len(d.won)] = 0
		bound := uint32(1) << (valueBits - p.level)
		s.vector.everyContest(&d.won[0], &d.rank[denseRanksBefore], &d.sums[0], eights, bound)
		for i, w := range d.won[:(eights+7)/8] {
			for ; w != 0; w &= w - 1 {
				j := i*64 + bits.TrailingZeros64(w)
				if at := from + j; at >= first && at < last {
					dst = s.emit(dst, &p, at, d.rank[denseRanksBefore+j])
				}
			}
		}
		first = last
	}
	return dst
}

// align moves the bit of the first window to the start of its byte.
func (v *vectorScratch) align() {
	shift := v.lead % 8
	if shift == 0 {
		return
	}
	for i := range v.bits[:markWords-1] {
		v.bits[i] = v.bits[i]>>shift | v.bits[i+1]<<(64-shift)
	}
}

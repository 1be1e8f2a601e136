package regions

import (
	"bytes"
	"cmp"
	"math"
	"slices"
)

// MaxSize is the maximum length of each side in bytes. Positions have 32 bits.
const MaxSize = 1 << 30

// Region is a passage of equal bytes, A[a:a+n] and B[b:b+n].
type Region struct {
	A, B int // offset of the first byte
	Len  int
}

// limits bound the work; see the package comment.
type limits struct {
	chain int // blocks with more occurrences in A are set aside
	hits  int // so are the most frequent blocks until the number of hits is within this bound
	tries int // places in A to compare with a window that was set aside
}

const (
	minHits  = 4 << 20 // hits allowed for any size, 10 ns each
	maxTries = 32

	// comparedBytes is about how many bytes may be compared to extend matches, at 0.2
	// ns each. A byte of B is in at most two matches for each occurrence of the
	// nearest blocks to its left and right, so this bounds chain.
	comparedBytes = int64(8 << 30)
	minChain      = 8
)

func limitsFor(sizeB int) limits {
	return limits{
		chain: max(minChain, int(min(comparedBytes/2/int64(max(sizeB, 1)), math.MaxInt))),
		hits:  max(minHits, sizeB/4),
		tries: maxTries,
	}
}

// Find returns the regions of at least window bytes (at least 1) that a and b share,
// the longest first; of equal lengths the first in a comes first. Neither a nor b may
// exceed MaxSize; Find panics if one does. Some stretches of either side, each at least
// window bytes long, may be left out: no byte of them is in a region.
//
// Besides a and b it takes up to 3 bytes of memory for each byte of a and 2 for each
// byte of b, 12 for each match, and about 10 for each byte of a if much is repeated.
// Two files of 50 MB take 1.5 to 4 s. The worst case tried (see hostile in the tests)
// takes 12 s: the same 100 lines on both sides, 625,000 of them in random order.
func Find(a, b []byte, window int, withoutA, withoutB []Stretch) []Region {
	return find(a, b, window, withoutA, withoutB, limitsFor(len(b)))
}

// Stretch is a half-open range of bytes of one side.
type Stretch struct{ From, To int }

func find(a, b []byte, window int, withoutA, withoutB []Stretch, l limits) []Region {
	if window < 1 || len(a) > MaxSize || len(b) > MaxSize {
		panic("regions: window below 1, or a side beyond MaxSize")
	}
	if min(len(a), len(b)) < window {
		return nil
	}
	none := len(withoutA)+len(withoutB) == 0
	if none && bytes.Equal(a, b) {
		return []Region{{0, 0, len(a)}}
	}
	t := newTiling(a, b, window)
	for _, s := range withoutA {
		t.takenA.set(s.From, s.To)
	}
	for _, s := range withoutB {
		t.takenB.set(s.From, s.To)
	}
	matches, aside := newBlocks(a, window).matches(b, l)
	if !none {
		matches = t.freePieces(matches)
	}
	t.layMatches(matches)
	if aside {
		t.layRepeats(l.tries)
	}
	slices.SortFunc(t.laid, func(x, y Region) int {
		return cmp.Or(cmp.Compare(y.Len, x.Len), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	return t.laid
}

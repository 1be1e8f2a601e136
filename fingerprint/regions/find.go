package regions

import (
	"bytes"
	"cmp"
	"slices"
)

// MaxSize is how long each side may be, in bytes: positions are kept in 32 bits.
const MaxSize = 1 << 30

// Region is a passage of equal bytes: A[a:a+n] and B[b:b+n].
type Region struct {
	A, B int // where it begins
	Len  int
}

// limits bound the work, see the package's comment.
type limits struct {
	chain int // blocks that occur more often in A are set aside
	hits  int // as are the most frequent ones, until blocks are found so many times at most
	tries int // places in A that are compared for one window of what was set aside
}

const (
	leastHits = 4 << 20 // hits that are looked at whatever the size, 10 ns each
	maxTries  = 32

	// comparedBytes is about how many bytes may be compared to extend matches,
	// 0.2 ns each. A byte of B lies in at most two matches for each place of
	// the nearest blocks to its left and right, so this bounds chain.
	comparedBytes = 8 << 30
	leastChain    = 8
)

func limitsFor(sizeB int) limits {
	return limits{
		chain: max(leastChain, comparedBytes/2/max(sizeB, 1)),
		hits:  max(leastHits, sizeB/4),
		tries: maxTries,
	}
}

// Find returns the regions of at least window bytes (1 or more) that a and b
// share, the longest first, of equally long ones the first in a. Neither may be
// longer than MaxSize.
//
// Beside a and b it takes up to 3 bytes of memory for each byte of a and 2 for
// each of b, 12 for each match, and where much is repeated about 10 for each byte
// of a. Two files of 50 MB take 1.5 to 4 s, the worst of what was tried (hostile in
// the tests) 12 s: the same 100 lines on both sides, 625,000 of them in any order.
func Find(a, b []byte, window int) []Region {
	return find(a, b, window, limitsFor(len(b)))
}

// Stretch is some bytes of one side, half open.
type Stretch struct{ From, To int }

// FindWithout is Find of what is left without some stretches of either side, each
// of which has at least window bytes: no byte of them is in a region.
func FindWithout(a, b []byte, window int, withoutA, withoutB []Stretch) []Region {
	return findWithout(a, b, window, withoutA, withoutB, limitsFor(len(b)))
}

func find(a, b []byte, window int, l limits) []Region {
	return findWithout(a, b, window, nil, nil, l)
}

func findWithout(a, b []byte, window int, withoutA, withoutB []Stretch, l limits) []Region {
	if window < 1 || len(a) > MaxSize || len(b) > MaxSize {
		panic("fingerprint: regions of no bytes, or of a side beyond MaxSize")
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

package dedupe

import (
	"cmp"
	"slices"

	"alike/db"
	"alike/fingerprint/minhash"
)

// banded finds sets that have a band of their MinHash signatures in common; of those
// with one band, only the latest longestWalk are looked at. A pair at the threshold
// has several in common, six of 30 at 0.8.
//
// Memory: 14 bytes for each band of a set, 48 for the set beside them: with the
// 30 bands of the threshold 0.8, 470 bytes.
type banded struct {
	members
	shape    minhash.Bands
	least    int // bits at which sketches must agree
	sketches []minhash.Sketch
	chains   chains

	found    []likely
	numbered []db.RecordID
}

// likely is a set that may be the one that is sought.
type likely struct {
	n     db.RecordID
	agree int // bits of the sketches
}

// mostFetched is how many of those whose sketches agree are compared exactly, the
// likeliest first; and how many at most once one was found to be the same.
const mostFetched = 256

// newBanded finds pairs of a Jaccard.
func newBanded(jaccard float64) (*banded, error) {
	shape, err := minhash.BandsFor(jaccard)
	if err != nil {
		return nil, err
	}
	return &banded{shape: shape, least: minhash.LeastAgree(jaccard)}, nil
}

// words is how many keys a set has here.
func (b *banded) words() int { return b.shape.Bands + minhash.SketchBits/32 + parityWords }

// keys appends the keys of a set.
func (b *banded) keys(to []uint32, s minhash.Signature, p parity) []uint32 {
	to = b.shape.Keys(to, s)
	sketch := minhash.SketchOf(s)
	return p.words(append(to, sketch[:]...))
}

// parts are keys taken apart.
func (b *banded) parts(keys []uint32) (bands []uint32, s minhash.Sketch, p parity) {
	bands, keys = keys[:b.shape.Bands], keys[b.shape.Bands:]
	return bands, minhash.Sketch(keys), parityOf(keys[len(s):])
}

// add enters a set of that size.
func (b *banded) add(n db.RecordID, size int, keys []uint32) error {
	bands, sketch, p := b.parts(keys)
	b.enter(n, size, p)
	b.sketches = append(b.sketches, sketch)
	for _, key := range bands {
		if _, err := b.chains.add(key); err != nil {
			return err
		}
	}
	return nil
}

// find returns the sets that may have what is needed in common with one, the
// likeliest first; without needs, only sketches decide. It stands until the next
// call.
func (b *banded) find(size int, keys []uint32, f needs) []db.RecordID {
	bands, sketch, p := b.parts(keys)
	for _, key := range bands {
		walked := 0
		for e := b.chains.first(key); e != 0 && walked < longestWalk; e = b.chains.next(e, key) {
			b.hit((e - 1) / uint32(len(bands)))
			walked++
		}
	}
	b.found = b.found[:0]
	for _, place := range b.touched {
		agree := sketch.Agree(b.sketches[place])
		if agree < b.least || f != nil && !f.possible(size, int(b.sizes[place]), p, b.parities[place]) {
			continue
		}
		b.found = append(b.found, likely{b.numbers[place], agree})
	}
	b.forget()
	slices.SortFunc(b.found, func(x, y likely) int {
		return cmp.Or(cmp.Compare(y.agree, x.agree), cmp.Compare(x.n, y.n))
	})
	b.numbered = b.numbered[:0]
	for _, l := range b.found[:min(len(b.found), mostFetched)] {
		b.numbered = append(b.numbered, l.n)
	}
	return b.numbered
}

func (b *banded) bytes() int64 {
	return b.members.bytes() + 16*int64(cap(b.sketches)) + b.chains.bytes()
}

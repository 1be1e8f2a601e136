package dedupe

import (
	"cmp"
	"slices"

	"alike/db"
	"alike/fingerprint/minhash"
)

// banded finds sets that share a band of their MinHash signatures with a set. Per band
// it visits only the latest maxWalk sets. A pair at the threshold shares several
// bands: six of 30 at 0.8.
//
// It takes 14 bytes per band of a set plus 48 bytes per set: 470 bytes with the 30
// bands of the threshold 0.8.
type banded struct {
	members
	shape    minhash.Bands
	minAgree int // bits in which sketches must agree
	sketches []minhash.Sketch
	chains   chains

	found    []candidate
	numbered []db.RecordID
}

// candidate is a set that may be a duplicate.
type candidate struct {
	n     db.RecordID
	agree int // bits in which the sketches agree
}

// maxFetched limits how many candidates are compared exactly, the likeliest first. It
// also limits how many more are compared once a duplicate is found.
const maxFetched = 256

// newBanded returns candidates for a Jaccard threshold.
func newBanded(threshold float64) (*banded, error) {
	shape, err := minhash.BandsFor(threshold)
	if err != nil {
		return nil, err
	}
	return &banded{shape: shape, minAgree: minhash.MinAgree(threshold)}, nil
}

// words returns the number of keys per set.
func (b *banded) words() int { return b.shape.Bands + minhash.SketchBits/32 + parityWords }

// keys appends the keys of a set.
func (b *banded) keys(to []uint32, s minhash.Signature, p parity) []uint32 {
	to = b.shape.Keys(to, s)
	sketch := minhash.SketchOf(s)
	return p.words(append(to, sketch[:]...))
}

// parts splits the keys of a set.
func (b *banded) parts(keys []uint32) (bands []uint32, s minhash.Sketch, p parity) {
	bands, keys = keys[:b.shape.Bands], keys[b.shape.Bands:]
	return bands, minhash.Sketch(keys), parityOf(keys[len(s):])
}

// add adds a set of a size, by its keys.
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

// find returns the sets that may share enough with a set, the likeliest first. If
// shared is nil, the sketches alone decide. The result is valid until the next call.
func (b *banded) find(size int, keys []uint32, shared overlap) []db.RecordID {
	bands, sketch, p := b.parts(keys)
	for _, key := range bands {
		walked := 0
		for e := b.chains.first(key); e != 0 && walked < maxWalk; e = b.chains.next(e, key) {
			b.hit((e - 1) / uint32(len(bands)))
			walked++
		}
	}
	b.found = b.found[:0]
	for _, member := range b.touched {
		agree := sketch.Agree(b.sketches[member])
		if agree < b.minAgree || shared != nil && !shared.possible(size, int(b.sizes[member]), p, b.parities[member]) {
			continue
		}
		b.found = append(b.found, candidate{b.numbers[member], agree})
	}
	b.forget()
	slices.SortFunc(b.found, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.agree, x.agree), cmp.Compare(x.n, y.n))
	})
	b.numbered = b.numbered[:0]
	for _, l := range b.found[:min(len(b.found), maxFetched)] {
		b.numbered = append(b.numbered, l.n)
	}
	return b.numbered
}

func (b *banded) bytes() int64 {
	return b.members.bytes() + 16*int64(cap(b.sketches)) + b.chains.bytes()
}

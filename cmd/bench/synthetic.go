package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/fingerprint"
)

// Sizes of synthetic contents are drawn from a log-normal distribution, as those
// of files are: half are below 2.3 KB, two in a hundred above 64 KiB, where the
// coarser levels begin. That makes 100 fingerprints on average.
const (
	medianSize      = 2250
	sizeSigma       = 1.6
	fewest, most    = 3, 20_000 // fingerprints
	fewestOfHolders = 48        // beside the header, see holdsHeader
)

// bytesPer is how many bytes stand for a fingerprint at the levels from 5 on:
// about what the extractor takes of text and of noise.
var bytesPer = [...]int64{5: 70, 6: 110, 7: 180, 8: 305}

// planting says which of so many synthetic contents are copies of which: the last
// twentieth are, each of another one of those before, from all over the index.
type planting struct{ contents int }

func (p planting) copies() int { return p.contents / 20 }

// firstCopy is the number of the first copy.
func (p planting) firstCopy() int { return p.contents - p.copies() }

// original returns what content i is a copy of; ok is false if it is none.
func (p planting) original(i int) (j int, ok bool) {
	n := i - p.firstCopy()
	if n < 0 || i >= p.contents {
		return 0, false
	}
	stride := p.firstCopy() / p.copies()
	return n*stride + n%stride, true
}

// generator makes the contents of a synthetic index, each from the seed and its
// number alone, so that nothing has to be kept of them.
type generator struct {
	planting
	seed   uint64
	header fingerprint.Set
	pcg    rand.PCG
	rng    *rand.Rand
	base   []fingerprint.Fingerprint
	edited []fingerprint.Fingerprint
}

// synthetic is a content. The set is the generator's, until it makes another.
type synthetic struct {
	db.Content
	set fingerprint.Set
}

func newGenerator(seed uint64, contents int) *generator {
	g := &generator{planting: planting{contents}, seed: seed}
	g.rng = rand.New(&g.pcg)
	g.pcg.Seed(seed, math.MaxUint64)
	// The header is as its own length would have it at each level. Left to chance,
	// three of eight may be of level 8, and every large file that has it would be
	// similar to thousands.
	for _, level := range []int{5, 5, 5, 5, 6, 6, 7, 8} {
		coarser := fingerprint.Bound(level + 1)
		g.header = append(g.header, coarser+g.below(coarser))
	}
	g.header = fingerprint.NewSet(g.header, 5)
	return g
}

// holdsHeader says which contents begin with the licence header: a tenth. They
// have enough of their own that it does not make them similar to each other, else
// the answer would grow with the square of the index.
func holdsHeader(i int) bool { return i%10 == 3 }

// content makes content i.
func (g *generator) content(i int) synthetic {
	if j, ok := g.original(i); ok {
		return g.editedCopy(i, j)
	}
	return g.fresh(i)
}

// fresh makes a content that is no copy.
func (g *generator) fresh(i int) synthetic {
	g.pcg.Seed(g.seed, uint64(i))
	least := int64(fewest)
	if holdsHeader(i) {
		least = fewestOfHolders
	}
	size := int64(medianSize * math.Exp(sizeSigma*g.rng.NormFloat64()))
	size = min(max(size, least*bytesPer[5]), most*bytesPer[8])
	level := fingerprint.DefaultRule.Level(size)
	g.base = g.draw(g.base[:0], size/bytesPer[level], level)
	if holdsHeader(i) {
		g.base = append(g.base, g.header...)
	}
	return synthetic{db.Content{Checksum: checksum(g.seed, i), Size: size, Level: level}, fingerprint.NewSet(g.base, level)}
}

// editedCopy makes content i as a copy of j that keeps 60 to 100 of a hundred of
// its fingerprints. One copy in eight is a large file, in which the original is a
// part: there the coarser level of the two counts.
func (g *generator) editedCopy(i, j int) synthetic {
	o := g.fresh(j)
	g.pcg.Seed(g.seed, uint64(i))
	share := 0.6 + 0.4*g.rng.Float64()
	c := synthetic{db.Content{Checksum: checksum(g.seed, i), Size: o.Size, Level: o.Level}, nil}
	kept, n := o.set, int64(len(o.set))
	if level := 6 + g.rng.IntN(3); i%8 == 0 && level > o.Level && len(o.set.AtLevel(level)) >= fewest {
		least := int64(32<<10)<<(level-5) + 1
		c.Size, c.Level = least+g.rng.Int64N(least), level
		if level < 8 {
			c.Size = min(c.Size, 2*(least-1)) // where the next level begins
		}
		kept, n = o.set.AtLevel(level), c.Size/bytesPer[level]
	}
	keep := max(fewest, int(math.Ceil(share*float64(len(kept)))))
	for k := range keep {
		other := k + g.rng.IntN(len(kept)-k)
		kept[k], kept[other] = kept[other], kept[k]
	}
	g.edited = append(g.edited[:0], kept[:keep]...)
	g.edited = g.draw(g.edited, n-int64(keep), c.Level)
	c.set = fingerprint.NewSet(g.edited, c.Level)
	return c
}

// draw appends n fingerprints of the level or coarser.
func (g *generator) draw(to []fingerprint.Fingerprint, n int64, level int) []fingerprint.Fingerprint {
	for range n {
		to = append(to, g.below(fingerprint.Bound(level)))
	}
	return to
}

func (g *generator) below(bound fingerprint.Fingerprint) fingerprint.Fingerprint {
	return fingerprint.Fingerprint(g.rng.Uint64N(uint64(bound)))
}

// checksum is of no bytes that there are, but no other content has it.
func checksum(seed uint64, i int) db.Checksum {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	binary.LittleEndian.PutUint64(b[8:], uint64(i))
	return blake3.Sum256(b[:])
}

// syntheticRoot is where synthetic files seem to be, in folders of 250.
const (
	syntheticRoot = "/synthetic"
	inFolder      = 250
)

func folderOf(i int) string { return fmt.Sprintf("%s/%04d", syntheticRoot, i/inFolder) }
func nameOf(i int) string   { return fmt.Sprintf("%08d", i) }
func pathOf(i int) string   { return folderOf(i) + "/" + nameOf(i) }

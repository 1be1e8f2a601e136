package search_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/testdata"
)

// Sizes of synthetic contents follow a log-normal distribution, as sizes of files
// do: half are below 2.3 KB, and two in a hundred are above 64 KiB, where the
// coarser levels begin. A content has 100 fingerprints on average.
const (
	medianSize      = 2250
	sizeSigma       = 1.6
	fewest, most    = 3, 20_000 // fingerprints
	fewestOfHolders = 48        // besides the header, see holdsHeader
)

// bytesPer is the number of bytes per fingerprint at levels 5 to 8, about what the
// extractor selects from text and from noise.
var bytesPer = [...]int64{5: 70, 6: 110, 7: 180, 8: 305}

// planting defines the copies: the last twentieth of the contents, each a copy of an
// earlier one, spread over the whole index.
type planting struct{ contents int }

func (p planting) copies() int    { return p.contents / 20 }
func (p planting) firstCopy() int { return p.contents - p.copies() }

// original returns the content that i is a copy of; ok is false if i is not a copy.
func (p planting) original(i int) (j int, ok bool) {
	n := i - p.firstCopy()
	if n < 0 || i >= p.contents {
		return 0, false
	}
	stride := p.firstCopy() / p.copies()
	return n*stride + n%stride, true
}

// generator makes synthetic contents. Each depends only on the seed and its
// number, so none has to be kept.
type generator struct {
	planting
	seed   uint64
	header fingerprint.Set
	pcg    rand.PCG
	rng    *rand.Rand
	base   []fingerprint.Fingerprint
	edited []fingerprint.Fingerprint
}

// synthetic is a content. Its set is valid until the generator makes the next one.
type synthetic struct {
	db.Content
	set fingerprint.Set
}

func newGenerator(seed uint64, contents int) *generator {
	g := &generator{planting: planting{contents}, seed: seed}
	g.rng = rand.New(&g.pcg)
	g.pcg.Seed(seed, math.MaxUint64)
	// The header has as many fingerprints of each level as its length suggests. By
	// chance three of eight may be of level 8, and every large file with the header
	// would be similar to thousands.
	for _, level := range []int{5, 5, 5, 5, 6, 6, 7, 8} {
		coarser := fingerprint.Bound(level + 1)
		g.header = append(g.header, coarser+g.below(coarser))
	}
	g.header = fingerprint.NewSet(g.header, 5)
	return g
}

// holdsHeader reports whether a content begins with the licence header: one in
// ten does. These have enough fingerprints of their own not to be similar to each
// other; otherwise the answer would grow with the square of the index.
func holdsHeader(i int) bool { return i%10 == 3 }

func (g *generator) content(i int) synthetic {
	if j, ok := g.original(i); ok {
		return g.editedCopy(i, j)
	}
	return g.fresh(i)
}

// fresh makes a content that is not a copy.
func (g *generator) fresh(i int) synthetic {
	g.pcg.Seed(g.seed, uint64(i))
	least := int64(fewest)
	if holdsHeader(i) {
		least = fewestOfHolders
	}
	size := int64(medianSize * math.Exp(sizeSigma*g.rng.NormFloat64()))
	size = min(max(size, least*bytesPer[5]), most*bytesPer[8])
	level := fingerprint.DefaultRule.WithoutSmall().Level(size)
	g.base = g.draw(g.base[:0], size/bytesPer[level], level)
	if holdsHeader(i) {
		g.base = append(g.base, g.header...)
	}
	return synthetic{db.Content{Checksum: checksum(g.seed, i), Size: size, Level: level}, fingerprint.NewSet(g.base, level)}
}

// editedCopy makes content i as a copy of j that keeps 60 to 100 % of its
// fingerprints. One copy in eight is a large file that contains the original, so
// that the coarser level of the two counts.
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
			c.Size = min(c.Size, 2*(least-1)) // the next level begins here
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

// draw appends n fingerprints of the level or a coarser one.
func (g *generator) draw(to []fingerprint.Fingerprint, n int64, level int) []fingerprint.Fingerprint {
	for range n {
		to = append(to, g.below(fingerprint.Bound(level)))
	}
	return to
}

func (g *generator) below(bound fingerprint.Fingerprint) fingerprint.Fingerprint {
	return fingerprint.Fingerprint(g.rng.Uint64N(uint64(bound)))
}

// checksum returns a checksum that no other content has.
func checksum(seed uint64, i int) db.Checksum {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	binary.LittleEndian.PutUint64(b[8:], uint64(i))
	return blake3.Sum256(b[:])
}

// inFolder is the number of files in each folder.
const inFolder = 250

func folderOf(i int) string { return fmt.Sprintf("/synthetic/%04d", i/inFolder) }
func nameOf(i int) string   { return fmt.Sprintf("%08d", i) }
func pathOf(i int) string   { return folderOf(i) + "/" + nameOf(i) }

// numberOf is the inverse of pathOf.
func numberOf(path string) (int, error) {
	return strconv.Atoi(path[strings.LastIndexByte(path, '/')+1:])
}

// built returns an index of n contents as one segment, opened for reading.
// prepare, if not nil, runs before the first content is added, and entered after
// each.
func built(t testing.TB, n int, content func(i int) synthetic, prepare func(*db.Writer) error, entered func(w *db.Writer, i int, id db.ContentID) error) *db.Index {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "index")
	ix, err := db.Open(t.Context(), dir, db.Options{Write: true, Create: true})
	must(err)
	w, err := ix.NewWriter()
	must(err)
	if prepare != nil {
		must(prepare(w))
	}
	spool := w.NewSpool()
	var chosen []fingerprint.Selected
	var entries []db.Entry
	for i := range n {
		c := content(i)
		chosen = chosen[:0]
		for _, fp := range c.set {
			chosen = append(chosen, fingerprint.Selected{Fingerprint: fp})
		}
		must(spool.Add(chosen))
		id, isNew, err := w.AddContent(c.Content, spool)
		if must(err); !isNew {
			t.Fatalf("content %d is in the index twice", i)
		}
		if entered != nil {
			must(entered(w, i, id))
		}
		entries = append(entries, db.Entry{Name: nameOf(i), Content: id, Stat: db.Stat{Size: c.Size, MTime: 1, CTime: 1, Inode: uint64(i + 1), Device: 1}})
		if i%inFolder == inFolder-1 || i == n-1 {
			folder, err := w.Directory(folderOf(i))
			must(err)
			must(w.Put(folder.ID, entries...))
			entries = entries[:0]
		}
	}
	must(spool.Close())
	must(w.Commit())
	must(w.Merge(t.Context()))
	must(ix.Close())
	ix, err = db.Open(t.Context(), dir, db.Options{})
	must(err)
	t.Cleanup(func() { _ = ix.Close() })
	return ix
}

// pairsOf counts the similar pairs, and the planted ones among them.
func pairsOf(t testing.TB, ix *db.Index, p planting) (pairs, planted int) {
	t.Helper()
	seen := map[int]bool{}
	_, err := search.Pairs(context.Background(), ix, search.PairQuery{Min: 0.5, MinShared: db.MinShared}, func(pair search.Pair) error {
		pairs++
		a, err := numberOf(pair.A.Path)
		if err != nil {
			return err
		}
		b, err := numberOf(pair.B.Path)
		if j, ok := p.original(b); ok && j == a {
			seen[b] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pairs, len(seen)
}

// ask queries the index for the fingerprints of content i under another checksum.
// The answer must name the content.
func ask(t testing.TB, ix *db.Index, g *generator, i int) {
	t.Helper()
	c, found := g.content(i), false
	c.Checksum = checksum(g.seed+1, i)
	err := search.Query(context.Background(), ix, c.Content, c.set, search.PairQuery{Min: 0.5, MinShared: db.MinShared}, func(m search.Match) error {
		found = found || m.File.Path == pathOf(i)
		return nil
	})
	if err != nil || !found {
		t.Fatalf("a query with the fingerprints of content %d: found %v, %v", i, found, err)
	}
}

func TestSyntheticPairs(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	const n = 2000
	g := newGenerator(1, n)
	ix := built(t, n, g.content, nil, nil)
	if pairs, planted := pairsOf(t, ix, g.planting); planted != g.copies() || pairs < planted {
		t.Errorf("%d pairs, %d of %d planted ones among them", pairs, planted, g.copies())
	}
	for i := range 50 {
		ask(t, ix, g, i*n/50)
	}
}

// TestPlantedByBruteForce compares each copy with every content before it.
func TestPlantedByBruteForce(t *testing.T) {
	t.Parallel()
	const n = 400
	var all []synthetic
	for i := range n {
		c := newGenerator(3, n).content(i)
		c.set = slices.Clone(c.set)
		all = append(all, c)
	}
	p := planting{n}
	if p.copies() != 20 {
		t.Fatalf("%d copies, want 20", p.copies())
	}
	coarser := 0
	for i, c := range all {
		original, isCopy := p.original(i)
		for j, o := range all[:i] {
			s := fingerprint.Compare(o.set, o.Level, c.set, c.Level)
			similar := s.Shared >= db.MinShared && max(s.AInB(), s.BInA()) >= 0.5
			if want := isCopy && j == original; similar != want {
				t.Errorf("%d and %d share %d of %d and %d: similar %v, want %v", j, i, s.Shared, s.A, s.B, similar, want)
			}
		}
		if isCopy && c.Level > all[original].Level {
			coarser++
		}
	}
	if coarser == 0 {
		t.Error("no copy has a coarser level than its original")
	}
}

// TestSyntheticContents checks that synthetic contents are distributed as files
// are.
func TestSyntheticContents(t *testing.T) {
	t.Parallel()
	const n = 10_000
	g := newGenerator(1, n)
	sum, large, holders := 0, 0, 0
	sums := map[db.Checksum]bool{}
	for i := range n {
		c := g.content(i)
		sum += len(c.set)
		sums[c.Checksum] = true
		if c.Level > 5 {
			large++
		}
		if c.set.Shared(g.header.AtLevel(c.Level)) >= 4 {
			holders++
		}
		if len(c.set) < fewest || len(c.set) > most+8 || !slices.IsSorted(c.set) ||
			len(c.set.AtLevel(c.Level)) < len(c.set) || c.Level != fingerprint.DefaultRule.WithoutSmall().Level(c.Size) {
			t.Fatalf("content %d: %d fingerprints, %d bytes, level %d", i, len(c.set), c.Size, c.Level)
		}
		if i%1000 == 999 {
			alone := newGenerator(1, n).content(i)
			if c.Content != alone.Content || !slices.Equal(c.set, alone.set) {
				t.Errorf("content %d depends on the contents before it", i)
			}
			if other := newGenerator(2, n).content(i); c.set.Shared(other.set) > 0 || c.Checksum == other.Checksum {
				t.Errorf("content %d does not depend on the seed", i)
			}
		}
	}
	if mean := sum / n; mean < 90 || mean > 110 {
		t.Errorf("%d fingerprints on average, want about 100", mean)
	}
	if large < n/100 || large > n/20 {
		t.Errorf("%d of %d have coarser levels, want 1 to 5 %%", large, n)
	}
	if holders < n*9/100 || holders > n*11/100 {
		t.Errorf("%d of %d hold the header, want a tenth", holders, n)
	}
	if len(sums) != n {
		t.Errorf("%d checksums of %d contents", len(sums), n)
	}
}

package hamming

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"alike/testdata"
)

// plantedHashes returns random hashes, a fifth of them in clusters of ten within distance
// 13 of a random centre.
func plantedHashes(r *rand.Rand, n int) []uint64 {
	hashes := make([]uint64, 0, n)
	for len(hashes) < n {
		h := r.Uint64()
		if r.IntN(41) > 0 {
			hashes = append(hashes, h)
			continue
		}
		for range min(10, n-len(hashes)) {
			hashes = append(hashes, flipped(r, h, r.IntN(14)))
		}
	}
	r.Shuffle(n, func(i, j int) { hashes[i], hashes[j] = hashes[j], hashes[i] })
	return hashes
}

// flipped flips n random bits of a hash, fewer if it draws the same bit twice.
func flipped(r *rand.Rand, h uint64, n int) uint64 {
	for range n {
		h ^= 1 << r.UintN(64)
	}
	return h
}

func numbered(n int) []uint32 {
	documents := make([]uint32, n)
	for i := range documents {
		documents[i] = uint32(i)
	}
	return documents
}

// loaded returns a set of hashes whose documents are their indexes.
func loaded(t testing.TB, blocks int, hashes []uint64) *Set {
	t.Helper()
	s, err := NewSet(blocks)
	if err == nil {
		err = s.Load(slices.Clone(hashes), numbered(len(hashes)), runtime.GOMAXPROCS(0))
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// runsOf returns the runs of hashes whose documents are their indexes.
func runsOf(hashes []uint64) *Runs {
	return NewRuns(slices.Clone(hashes), numbered(len(hashes)), runtime.GOMAXPROCS(0))
}

func noProgress(int, int) {}

// bruteForce compares h with every hash.
func bruteForce(hashes []uint64, h uint64, distance int) []Match {
	var matches []Match
	for i, g := range hashes {
		if d := bits.OnesCount64(g ^ h); d <= distance {
			matches = append(matches, Match{uint32(i), d})
		}
	}
	slices.SortFunc(matches, compareMatches)
	return matches
}

func TestMasks(t *testing.T) {
	for width := range uint(12) {
		for radius := -1; radius <= 13; radius++ {
			var want []uint32
			for m := range uint32(1 << width) {
				if bits.OnesCount32(m) <= radius {
					want = append(want, m)
				}
			}
			slices.SortFunc(want, func(a, b uint32) int {
				return cmp.Or(cmp.Compare(bits.OnesCount32(a), bits.OnesCount32(b)), cmp.Compare(a, b))
			})
			if got := Masks(width, radius); !slices.Equal(got, want) || CountMasks(width, radius) != float64(len(want)) {
				t.Errorf("width %d, radius %d: %d masks, CountMasks = %v, want %d", width, radius, len(got), CountMasks(width, radius), len(want))
			}
		}
	}
}

func TestBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= MaxBlocks; n++ {
		h, again := r.Uint64(), uint64(0)
		for _, b := range Blocks(n) {
			again = again<<b.Width | b.Value(h)
			if wide := uint(Bits / n); b.Width != wide && b.Width != wide+1 {
				t.Errorf("%d blocks: one has %d bits", n, b.Width)
			}
		}
		if again != h {
			t.Errorf("%d blocks of %x put together are %x", n, h, again)
		}
		for k := range 65 {
			sum, radii := 0, Radii(k, n)
			for _, r := range radii {
				sum += r + 1
			}
			if sum != k+1 || slices.Max(radii)-slices.Min(radii) > 1 {
				t.Errorf("%d blocks, distance %d: radii %v", n, k, radii)
			}
		}
	}
	if got := fmt.Sprint(Radii(3, 4), Radii(6, 4), Radii(12, 4), Radii(4, 5)); got != "[0 0 0 0] [1 1 1 0] [3 2 2 2] [0 0 0 0 0]" {
		t.Error(got)
	}
}

// TestNearHashes compares searches at all distances up to 12 with brute force: for
// planted and for random hashes, among a million with the default blocks and fewer with
// others.
func TestNearHashes(t *testing.T) {
	sizes := map[int]int{DefaultBlocks: 1_000_000, 1: 20_000, 5: 100_000, 16: 20_000}
	for blocks, n := range sizes {
		if testing.Short() {
			n = min(n, 20_000)
		}
		t.Run(fmt.Sprintf("%d blocks", blocks), func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(blocks)))
			hashes := plantedHashes(r, n)
			copy(hashes[100:200], hashes[:100]) // duplicates
			s := loaded(t, blocks, hashes)
			some := 0
			for distance := range 13 {
				for i := range 12 {
					h := hashes[r.IntN(n)]
					switch i % 3 {
					case 0:
						h = flipped(r, h, distance)
					case 1:
						h = hashes[i]
					}
					got, err := s.Near(nil, Document{Hash: h}, distance)
					want := bruteForce(hashes, h, distance)
					if err != nil || !slices.Equal(got, want) {
						t.Fatalf("distance %d from %x: %v (%v), want %v", distance, h, got, err, want)
					}
					some += len(got)
				}
			}
			if some < 13*12 {
				t.Errorf("only %d matches found", some)
			}
		})
	}
}

type pair struct{ a, b uint64 }

// bruteForcePairs returns the distances of all pairs of different hashes that are near
// each other.
func bruteForcePairs(hashes []uint64, distance int) map[pair]int {
	pairs := map[pair]int{}
	distinct := slices.Compact(slices.Sorted(slices.Values(hashes)))
	for i, h := range distinct {
		for _, g := range distinct[:i] {
			if d := bits.OnesCount64(h ^ g); d <= distance {
				pairs[pair{g, h}] = d
			}
		}
	}
	return pairs
}

// checkRuns checks that each document is in the run of its hash, once.
func checkRuns(t *testing.T, runs *Runs, hashes []uint64) {
	t.Helper()
	if !slices.IsSorted(runs.Hashes) || len(slices.Compact(slices.Clone(runs.Hashes))) != len(runs.Hashes) {
		t.Errorf("%d hashes are not in order", len(runs.Hashes))
	}
	seen := 0
	for i, h := range runs.Hashes {
		run := runs.Run(i)
		for j, document := range run {
			if hashes[document] != h || j > 0 && run[j-1] >= document {
				t.Fatalf("the run of %x is %v", h, run)
			}
		}
		seen += len(run)
	}
	if seen != len(hashes) {
		t.Errorf("%d documents in runs, want %d", seen, len(hashes))
	}
}

// checkPairs compares the pairs of runs with brute force. It removes from want the pairs
// that it has seen.
func checkPairs(t *testing.T, runs *Runs, want map[pair]int, distance, threads int) {
	t.Helper()
	all := len(want)
	err := runs.Pairs(context.Background(), distance, threads, noProgress, func(hp Pair) error {
		p := pair{runs.Hashes[hp.A], runs.Hashes[hp.B]}
		if d, ok := want[p]; !ok || d != int(hp.Distance) {
			t.Fatalf("%x and %x at distance %d are reported twice or wrongly", p.a, p.b, hp.Distance)
		}
		delete(want, p)
		return nil
	})
	if err != nil || len(want) > 0 {
		t.Errorf("distance %d: %d of %d pairs missing (%v)", distance, len(want), all, err)
	}
}

func TestHashPairs(t *testing.T) {
	for _, n := range []int{0, 1, 2, 300, testdata.Rounds(10_000, 30_000)} {
		r := rand.New(rand.NewPCG(3, uint64(n)))
		hashes := plantedHashes(r, n)
		for range n / 10 {
			hashes = append(hashes, hashes[r.IntN(n)])
		}
		runs := runsOf(hashes)
		checkRuns(t, runs, hashes)
		near := bruteForcePairs(hashes, 12)
		for distance := range 13 {
			want := maps.Clone(near)
			maps.DeleteFunc(want, func(_ pair, d int) bool { return d > distance })
			checkPairs(t, runs, want, distance, 1+distance%3)
		}
	}
}

// TestPairPlans checks that every plan finds the same pairs, also costly ones.
func TestPairPlans(t *testing.T) {
	testdata.Sequential(t)
	r := rand.New(rand.NewPCG(4, 4))
	hashes := slices.Compact(slices.Sorted(slices.Values(plantedHashes(r, testdata.Rounds(1000, 3000)))))
	runs := NewRuns(slices.Clone(hashes), numbered(len(hashes)), 2)
	for _, distance := range []int{0, 1, 3, 6, 12} {
		want := -1
		for _, blocks := range []int{1, 2, 3, 4, 5, 16} {
			for _, width := range []uint{0, 1, 5, 9} {
				p := newPairPlan(distance, blocks, width)
				seen := map[Pair]bool{}
				err := runs.pairsBy(context.Background(), p, 2, noProgress, func(hp Pair) error {
					if seen[hp] || hp.A >= hp.B {
						t.Fatalf("%+v reported twice or out of order", hp)
					}
					seen[hp] = true
					return nil
				})
				if want < 0 {
					want = len(seen)
				}
				if err != nil || len(seen) != want {
					t.Errorf("distance %d, %d blocks of %d bits: %d pairs (%v), want %d", distance, blocks, width, len(seen), err, want)
				}
			}
		}
	}
}

// TestManyHashPairs checks that a piece with more pairs than are held reports them all,
// in the same order with any number of threads, and that a search among near hashes can
// be cancelled.
func TestManyHashPairs(t *testing.T) {
	testdata.Sequential(t)
	var hashes []uint64 // all within 6 bits of each other
	for a := range 64 {
		for b := range a {
			for c := range b {
				hashes = append(hashes, 1<<a|1<<b|1<<c)
			}
		}
	}
	hashes = hashes[:2200]
	runs := runsOf(hashes)
	n := 0
	var first [2][]uint32
	for threads := 1; threads <= 2; threads++ {
		n = 0
		err := runs.Pairs(context.Background(), 6, threads, noProgress, func(p Pair) error {
			if n++; n%1000 == 0 {
				first[threads-1] = append(first[threads-1], p.A, p.B)
			}
			return nil
		})
		if want := len(hashes) * (len(hashes) - 1) / 2; err != nil || n != want {
			t.Errorf("%d pairs (%v), want %d", n, err, want)
		}
	}
	if n <= maxKeptPairs || !slices.Equal(first[0], first[1]) {
		t.Errorf("%d pairs; order depends on the threads: %v", n, !slices.Equal(first[0], first[1]))
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := runs.Pairs(ctx, 6, 2, noProgress, func(Pair) error { cancel(); return ctx.Err() })
	if err != context.Canceled {
		t.Errorf("cancelled search: %v", err)
	}
}

// TestHashSet compares a set with a map over random insertions and deletions.
func TestHashSet(t *testing.T) {
	testdata.Sequential(t)
	for _, blocks := range []int{1, 4, 5, 16} {
		r := rand.New(rand.NewPCG(5, uint64(blocks)))
		s, err := NewSet(blocks)
		if err != nil {
			t.Fatal(err)
		}
		type entry struct {
			document uint32
			h        Document
		}
		pool := plantedHashes(r, 3000)
		there := map[entry]bool{}
		var order []entry
		for step := range 40_000 {
			switch {
			case r.IntN(5) < 4 && step < 25_000 || r.IntN(4) == 0:
				e := entry{r.Uint32N(20_000), Document{Hash: pool[r.IntN(len(pool))], Short: r.IntN(10) == 0}}
				s.Insert(e.document, e.h)
				if !there[e] {
					order = append(order, e)
				}
				there[e] = true
			case len(order) > 0:
				i := r.IntN(len(order))
				e := order[i]
				if got := s.Delete(e.document, e.h); got != there[e] {
					t.Fatalf("Delete(%v) = %v", e, got)
				}
				delete(there, e)
				order = slices.Delete(order, i, i+1)
			}
			if step%401 > 0 {
				continue
			}
			h, distance := Document{Hash: flipped(r, pool[r.IntN(len(pool))], r.IntN(4)), Short: r.IntN(4) == 0}, r.IntN(13)
			var want []Match
			for e := range there {
				d := bits.OnesCount64(e.h.Hash ^ h.Hash)
				if e.h.Short == h.Short && (d == 0 || !h.Short && d <= distance) {
					want = append(want, Match{e.document, d})
				}
			}
			slices.SortFunc(want, compareMatches)
			want = slices.Compact(want)
			got, err := s.Near(nil, h, distance)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d blocks, step %d: %d matches (%v), want %d", blocks, step, len(got), err, len(want))
			}
			first, ok, err := s.Nearest(h, distance)
			if err != nil || ok != (len(want) > 0) || ok && first != want[0] {
				t.Fatalf("%d blocks, step %d: nearest is %v, %v (%v), want the first of %v", blocks, step, first, ok, err, want)
			}
		}
		for e := range there {
			s.Delete(e.document, e.h)
		}
		for range 2 * maxFresh { // deletions must leave nothing behind
			s.Insert(1, Document{Hash: r.Uint64()})
		}
		s.rebuild()
		s.short.rebuild()
		if n := s.stored() + len(s.fresh); n > 2*maxFresh || len(s.deleted)+len(s.short.deleted)+s.short.stored() > 0 {
			t.Errorf("%d entries left, %d deleted, %d short", n, len(s.deleted), s.short.stored())
		}
	}
}

// TestDeletedFromSeveralParts checks that an entry in several parts stays deleted when
// they are merged.
func TestDeletedFromSeveralParts(t *testing.T) {
	s, err := NewSet(4)
	if err != nil {
		t.Fatal(err)
	}
	twice := Document{Hash: 1 << 40}
	r := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{4 * maxFresh, maxFresh} {
		s.Insert(7, twice)
		for range n - 1 {
			s.Insert(1, Document{Hash: r.Uint64()})
		}
	}
	if len(s.parts) != 2 {
		t.Fatalf("%d parts, want 2", len(s.parts))
	}
	if !s.Delete(7, twice) {
		t.Error("Delete did not find the entry")
	}
	s.rebuild()
	if got, err := s.Near(nil, twice, 0); err != nil || len(got) > 0 || s.Len() != 5*maxFresh-2 {
		t.Errorf("found %v (%v), %d entries left", got, err, s.Len())
	}
}

// TestEqualHashes checks that the cost of a million documents with two hashes depends on
// the number of hashes.
func TestEqualHashes(t *testing.T) {
	const n = 1_000_000
	s, err := NewSet(DefaultBlocks)
	if err != nil {
		t.Fatal(err)
	}
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = 7 + uint64(i%2)
		s.Insert(uint32(i), Document{Hash: hashes[i]})
	}
	runs := runsOf(hashes)
	checkRuns(t, runs, hashes)
	checkPairs(t, runs, map[pair]int{{7, 8}: 4}, 12, 2)
	if got := s.Bytes(); got > 16*n {
		t.Errorf("%d equal hashes take %d bytes", n, got)
	}
}

func TestHashSetArguments(t *testing.T) {
	for _, n := range []int{-1, 0, 17} {
		if _, err := NewSet(n); err == nil {
			t.Errorf("NewSet(%d) succeeds", n)
		}
	}
	s := loaded(t, 4, []uint64{1, 2})
	for _, d := range []int{-1, 65} {
		if _, err := s.Near(nil, Document{}, d); err == nil {
			t.Errorf("Near at distance %d succeeds", d)
		}
		if _, _, err := s.Nearest(Document{}, d); err == nil {
			t.Errorf("Nearest at distance %d succeeds", d)
		}
	}
	if err := s.Load([]uint64{1}, []uint32{1}, 1); err == nil {
		t.Error("Load into a set that is not empty succeeds")
	}
	if got, err := s.Near(nil, Document{Hash: 3}, 64); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

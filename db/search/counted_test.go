package search

import (
	"context"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/testdata"
)

// crowd is a world of many small contents. Each has a few fingerprints of its own, some that
// its family has, and some that most contents have.
type crowd struct {
	*world
	weights map[fingerprint.Fingerprint]weight
	seed    maphash.Seed
}

func newCrowd(t *testing.T, seed uint64, contents int) *crowd {
	w := newWorld(t, seed)
	w.code = seed%2 == 1
	common, family := w.fingerprints(12), w.fingerprints(30)
	small := w.smallFingerprints(60)
	sizes := make([]byte, 400)
	for i := range contents {
		if i%20 == 0 {
			family, small = w.fingerprints(30), w.smallFingerprints(60)
		}
		var fps []fingerprint.Fingerprint
		take := func(from []fingerprint.Fingerprint, most int) {
			for range w.r.IntN(most + 1) {
				fps = append(fps, from[w.r.IntN(len(from))])
			}
		}
		if i%5 > 0 {
			fps = append(fps, common[:8]...)
			take(common, 3)
		}
		fps = append(fps, common[0]) // all have it
		take(family, []int{3, 12, 60}[w.r.IntN(3)])
		fps = append(fps, w.fingerprints(w.r.IntN(6))...)
		level := 5 + w.r.IntN(3)
		if !w.code && i%3 == 1 {
			level = 4 * w.r.IntN(2)
			take(small, []int{3, 12, 60}[w.r.IntN(3)])
			fps = append(fps, w.smallFingerprints(w.r.IntN(9))...)
		}
		w.docs = append(w.docs, docOf(fps, level, sizes[:w.r.IntN(400)], i))
	}
	return &crowd{world: w, seed: maphash.MakeSeed()}
}

// fingerprints returns random fingerprints of levels 5 to 9.
func (w *world) fingerprints(n int) []fingerprint.Fingerprint {
	fps := make([]fingerprint.Fingerprint, n)
	for i := range fps {
		bound := fingerprint.Bound(5 + min(w.r.IntN(8), 4))
		fps[i] = fingerprint.Fingerprint(w.r.Uint64N(uint64(bound)))
	}
	return fps
}

// smallFingerprints returns random fingerprints of small windows, half of them of level 4.
// The code view has none.
func (w *world) smallFingerprints(n int) []fingerprint.Fingerprint {
	if w.code {
		return nil
	}
	fps := make([]fingerprint.Fingerprint, n)
	for i := range fps {
		from, to := fingerprint.Bound(5), fingerprint.Bound(4*(i%2))
		fps[i] = from + fingerprint.Fingerprint(w.r.Uint64N(uint64(to-from)))
	}
	return fps
}

func docOf(fps []fingerprint.Fingerprint, level int, data []byte, n int) doc {
	d := doc{data: data, level: level, sum: db.Checksum{byte(n), byte(n >> 8), 1}}
	d.set = fingerprint.NewSet(slices.Clone(fps), level)
	for _, fp := range d.set {
		d.selected = append(d.selected, fingerprint.Selected{Fingerprint: fp})
	}
	return d
}

// by returns the crowd as a search by a measure sees it.
func (c *crowd) by(measure Measure) *crowd { return &crowd{c.world.by(measure), c.weights, c.seed} }

// count is a PairQuery.Count: the windows of a file are its fingerprints at its own level,
// and in some pairs a fifth of the common ones turn out to be different. Some pairs cannot be
// counted.
func (c *crowd) count(a, b File, weigh Weigher) (n Counts, ok bool) {
	if a.Path > b.Path {
		n, ok = c.count(b, a, weigh)
		n.A, n.B = n.B, n.A
		n.WeightA, n.WeightB = n.WeightB, n.WeightA
		return n, ok
	}
	chance := maphash.String(c.seed, a.Path+b.Path)
	x, y := c.setOf(c.files[a.Path]).AtLevel(a.Level), c.setOf(c.files[b.Path]).AtLevel(b.Level)
	n.A, n.B = len(x), len(y)
	for _, fp := range x {
		n.WeightA += weigh(fp)
		if _, ok := slices.BinarySearch(y, fp); ok && (chance%3 > 0 || fp%5 > 0) {
			n.Shared++
			n.SharedA += weigh(fp)
		}
	}
	for _, fp := range y {
		n.WeightB += weigh(fp)
	}
	n.SharedB = n.SharedA
	return n, chance%7 > 0
}

// decide returns the pairs that pass a query by what the documentation says.
func (c *crowd) decide(q PairQuery, pairs []Pair) (kept []Pair, counted int) {
	weigh := func(fp fingerprint.Fingerprint) float64 { return float64(c.weights[fp]) / (1 << 24) }
	least := float64(leastWeight(c.code)) / (1 << 24)
	for _, p := range pairs {
		q := q
		small := q.CountBelow > 0 && !p.Identical && !c.code && max(p.A.Level, p.B.Level) < 5
		if small && q.By == Distinctive && !q.FixedShared {
			a, b := c.atCommonLevel(p)
			q.MinShared = max(1, min(q.MinShared, min(len(a), len(b))/4))
		}
		if p.Shared < q.MinShared {
			continue
		}
		candidates := q
		near := q.By == Distinctive && q.CountBelow > 0 && !c.code && !small && !p.Identical
		switch {
		case p.Shared < q.CountBelow || small:
		case near:
			candidates.Deviations = 1.5
		default:
			candidates.Deviations = 0
		}
		if !c.candidate(candidates, p, small) {
			continue
		}
		licence := near && min(float64(p.A.Size)/float64(p.A.Fingerprints), float64(p.B.Size)/float64(p.B.Fingerprints))*float64(p.Shared) <= 4096
		if p.Shared < q.CountBelow || small || licence || near && isNear(p, q.Min) {
			n, ok := c.count(p.A, p.B, weigh)
			if !ok && !q.OrEstimate {
				continue
			}
			if ok {
				counted++
				in := func(shared, whole float64, windows int, f, other *File) float64 {
					if !c.code && f.Level < 5 && other.Level >= 5 {
						return shared / max(whole, 150)
					}
					return shared / max(whole, least*float64(windows)/float64(f.Fingerprints))
				}
				inA := in(n.SharedA, n.WeightA, n.A, &p.A, &p.B)
				inB := in(n.SharedB, n.WeightB, n.B, &p.B, &p.A)
				p.AInB, p.BInA, p.Resemblance, p.Exact = n.AInB(), n.BInA(), n.Resemblance(), true
				p.Distinctive = fingerprint.Share(max(inA, inB))
				if c.code {
					p.Distinctive = fingerprint.Share((inA + inB) / 2)
				}
			}
		}
		kept = append(kept, q.keep([]Pair{p}, c.code)...)
	}
	return kept, counted
}

// isNear reports whether the estimate of a pair fails, or passes by less than a quarter of a standard
// deviation, where that of a weighted share is twice as large.
func isNear(p Pair, min float64) bool {
	smaller := math.Sqrt(float64(max(p.AInB, p.BInA)) / float64(p.Shared))
	plain, weighed := float64(max(p.AInB, p.BInA))-.125*smaller, float64(p.Distinctive)-.25*smaller
	return weighed < min && (plain < min || weighed < .6*min)
}

// candidate reports whether the estimate of a pair falls short of its threshold by at most
// q.Deviations standard deviations.
// That of a pair of small files may fall short by half.
func (c *crowd) candidate(q PairQuery, p Pair, small bool) bool {
	floor := func(min float64, n int) fingerprint.Share {
		least := 0.
		if small {
			least = .5
		}
		return fingerprint.Share(max(least*min, min-q.Deviations*math.Sqrt(min*(1-min)/float64(n))))
	}
	x, y := c.atCommonLevel(p)
	a, b, both := len(x), len(y), len(x)+len(y)-p.Shared
	inA, inB := p.AInB >= floor(q.Min, a), p.BInA >= floor(q.Min, b)
	switch q.By {
	case Smaller:
		return inA || inB
	case Larger:
		return inA && inB
	case Union:
		return p.Resemblance >= floor(q.Min, both)
	}
	wholeA, wholeB, shared := weight(0), weight(0), weight(0)
	for _, fp := range x {
		wholeA += c.weights[fp]
		if _, ok := slices.BinarySearch(y, fp); ok {
			shared += c.weights[fp]
		}
	}
	for _, fp := range y {
		wholeB += c.weights[fp]
	}
	lightest := leastWeight(c.code)
	weighedA := fingerprint.Ratio(float64(shared), float64(max(wholeA, lightest)))
	weighedB := fingerprint.Ratio(float64(shared), float64(max(wholeB, lightest)))
	part := fingerprint.Share(.6 * q.Min)
	if !c.code && max(p.A.Level, p.B.Level) < 5 {
		part = fingerprint.Share(q.Min)
	}
	if small || q.CountBelow > 0 && !c.code {
		part = fingerprint.Share(.5 * q.Min)
	}
	floorA, floorB := max(floor(q.Min, a), part), max(floor(q.Min, b), part)
	if c.code {
		return weighedA+weighedB >= floorA+floorB
	}
	if inA || inB {
		return max(weighedA, weighedB) >= part
	}
	return weighedA >= floorA || weighedB >= floorB
}

// atCommonLevel returns the sets of a pair at its common level.
func (c *crowd) atCommonLevel(p Pair) (a, b fingerprint.Set) {
	level := max(p.A.Level, p.B.Level)
	return c.setOf(c.files[p.A.Path]).AtLevel(level), c.setOf(c.files[p.B.Path]).AtLevel(level)
}

// Pairs and queries find what brute force finds, whatever is counted.
func TestCountedEqualsBruteForce(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	rounds, found, counted := testdata.Rounds(3, 20), 0, 0
	for seed := range uint64(rounds) {
		// In the larger collections some fingerprints weigh nothing.
		contents, trees := 120, []string(nil)
		if seed%4 > 1 {
			contents, trees = 1100, []string{"/d3"}
		}
		c := newCrowd(t, seed, contents)
		ix := c.open(db.Options{Write: true, Create: true})
		defer ix.Close()
		iw, err := ix.NewWriter()
		must(t, err)
		for i := range contents {
			c.put(iw, fmt.Sprintf("/d%d/f%04d", i/4%10, i), i)
		}
		must(t, iw.Commit())
		mustCheck(t, ix)
		all := c.byMeasure(func(w *world) []Pair { return w.comparedAll(trees) })
		_, c.weights = c.sides(trees)
		for n, q := range c.queries() {
			q.Trees, q.LeftOut = trees, &atomic.Bool{}
			want, k := c.by(q.By).decide(q, all[q.By])
			found, counted = found+len(want), counted+k
			if got, want := lines(allPairs(t, ix, q)), lines(want); !slices.Equal(got, want) {
				t.Fatalf("%d: %+v: %d pairs, brute force finds %d\n%v\n%v", n, q, len(got), len(want),
					diff(got, want), diff(want, got))
			}
			if got, want := q.LeftOut.Load(), c.leavesOut(q, all); got && !want || want && !got && q.CountBelow == 0 {
				t.Errorf("%d: %+v: pairs are left out: %v, want %v", n, q, got, want)
			}
			if trees == nil {
				c.compareOne(t, ix, q, want)
			}
		}
	}
	if found < 1000*rounds || counted < 300*rounds {
		t.Errorf("only %d pairs, %d counted, too few to prove anything", found, counted)
	}
}

// leavesOut reports whether some pairs pass by Smaller but not by q.
func (c *crowd) leavesOut(q PairQuery, pairs map[Measure][]Pair) bool {
	if q.By != Distinctive {
		return false
	}
	passed := map[[2]string]bool{}
	kept, _ := c.decide(q, pairs[Distinctive])
	for _, p := range kept {
		passed[[2]string{p.A.Path, p.B.Path}] = true
	}
	q.By, q.Deviations = Smaller, 0
	kept, _ = c.by(Smaller).decide(q, pairs[Smaller])
	return slices.ContainsFunc(kept, func(p Pair) bool { return !passed[[2]string{p.A.Path, p.B.Path}] })
}

// queries returns queries of which some count pairs.
func (c *crowd) queries() (qs []PairQuery) {
	for by := Smaller; by <= Distinctive; by++ {
		for _, min := range []float64{0, .2, .5, .9} {
			for i, below := range []int{0, 5, math.MaxInt} {
				if min == 0 && below > 0 || by != Distinctive && (i > 1 || min == .2) {
					continue
				}
				minShared := 3
				if by == Distinctive && c.code {
					minShared = 1
				}
				qs = append(qs, PairQuery{
					Min: min, MinShared: minShared, FixedShared: c.r.IntN(3) == 0, By: by, Threads: 2, CountBelow: below, Deviations: 2, OrEstimate: c.r.IntN(2) > 0,
					Count: func(_ context.Context, a, b File, weigh Weigher) (Counts, bool, error) {
						n, ok := c.count(a, b, weigh)
						return n, ok, nil
					},
				})
			}
		}
	}
	return qs
}

// compareOne compares a query for one file with the pairs of that file.
func (c *crowd) compareOne(t *testing.T, ix *db.Index, q PairQuery, pairs []Pair) {
	t.Helper()
	d := c.r.IntN(len(c.docs))
	path := c.byDoc()[d][0]
	q.Except.Path = path
	q.LeftOut = &atomic.Bool{}
	got, _ := c.query(ix, q, d)
	mine := c.byMeasure(func(w *world) []Pair {
		return slices.DeleteFunc(w.comparedAll(nil), func(p Pair) bool { return p.A.Path != path && p.B.Path != path })
	})
	if got, want := q.LeftOut.Load(), c.leavesOut(q, mine); got && !want || want && !got && q.CountBelow == 0 {
		t.Errorf("%+v: %s: matches are left out: %v, want %v", q, path, got, want)
	}
	want := 0
	for _, p := range pairs {
		if p.B.Path == path {
			p = p.swapped()
		}
		if p.A.Path != path {
			continue
		}
		want++
		m, ok := got[p.B.Path]
		if !ok || m.Shared != p.Shared || m.QueryInFile != p.AInB || m.Exact != p.Exact || math.Abs(float64(m.Distinctive-p.Distinctive)) > 1e-9 {
			t.Errorf("%+v: %s: %+v, want %+v", q, path, m, p)
		}
	}
	if len(got) != want {
		t.Errorf("%+v: %s: %d matches, want %d", q, path, len(got), want)
	}
}

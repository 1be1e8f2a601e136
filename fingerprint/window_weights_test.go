package fingerprint

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// weighed is the definition: the weight of each distinct window in steps.
func weighed(data []byte, window int, at []int64, weights []float64, usual float64, known map[string]bool) map[string]Weight {
	set := map[string]Weight{}
	for i := 0; i+window <= len(data); i++ {
		weight, distance := usual, int64(1<<62)
		for k, offset := range at {
			if d := max(int64(i)-offset, offset-int64(i)); d < distance {
				weight, distance = weights[k], d
			}
		}
		steps := Weight(quantised(weight))
		w := string(data[i : i+window])
		if old, ok := set[w]; !known[w] && (!ok || steps*steps < old) {
			set[w] = steps * steps
		}
	}
	return set
}

// TestWeighedWindows compares with maps of strings: the numbers and weights of windows, in
// one part and in several, and of those that two streams share.
func TestWeighedWindows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(91, 92))
	for _, window := range []int{4, 12, 25, Window, 200} {
		c, base := NewWeighedWindows(window), NewWindowSet(window)
		known := map[string]bool{}
		for size := 1; size < 3000; size = size*3 + r.IntN(3) {
			t.Run(fmt.Sprintf("%d/%d", window, size), func(t *testing.T) {
				a := noise(r, size)
				b := slices.Concat(noise(r, r.IntN(200)), a[size/3:], noise(r, r.IntN(200)), a[:size/2])
				if r.IntN(2) == 0 {
					part := a[size/4 : size/2]
					base.Reset()
					_, _ = base.Write(part)
					maps.Copy(known, windowsByMap(part, window))
				}
				var sides [2]weighedSide
				for i, data := range [][]byte{a, b} {
					sides[i] = newWeighedSide(r, data, window, known)
				}
				checkWeighed(t, r, c, base, sides)
			})
		}
	}
}

// weighedSide is a stream and the weights of its windows.
type weighedSide struct {
	data    []byte
	weights WindowWeights
	want    map[string]Weight
}

func newWeighedSide(r *rand.Rand, data []byte, window int, known map[string]bool) weighedSide {
	s := weighedSide{data: data}
	usual := r.Float64()
	s.weights.Reset(usual)
	var at []int64
	var weights []float64
	for offset := r.Int64N(60); offset < int64(len(data)); offset += 1 + r.Int64N(120) {
		weight := r.Float64() * []float64{1, .1, .001}[r.IntN(3)]
		s.weights.Add(offset, weight)
		at, weights = append(at, offset), append(weights, weight)
	}
	s.want = weighed(data, window, at, weights, usual, known)
	return s
}

func checkWeighed(t *testing.T, r *rand.Rand, c *Windows, base *WindowSet, sides [2]weighedSide) {
	t.Helper()
	var want, got [5]Weight // both weights, those of the shared windows, and their number
	for w, weight := range sides[0].want {
		want[0] += weight
		if other, ok := sides[1].want[w]; ok {
			want[2], want[3], want[4] = want[2]+weight, want[3]+other, want[4]+1
		}
	}
	for _, weight := range sides[1].want {
		want[1] += weight
	}
	hashes := func(i int) []uint64 {
		c.Weigh(&sides[i].weights)
		for rest := sides[i].data; len(rest) > 0; {
			n := 1 + r.IntN(len(rest))
			_, _ = c.Write(rest[:n])
			rest = rest[n:]
		}
		hashes, ok := c.Hashes()
		if !ok {
			t.Fatal("a part does not fit")
		}
		return base.WithoutWeighed(slices.Clone(hashes))
	}
	add := func(to *[5]Weight, a, b []uint64) {
		n, inA, inB := SharedWeighed(a, b)
		to[2], to[3], to[4] = to[2]+inA, to[3]+inB, to[4]+Weight(n)
	}
	for _, parts := range []int{1, 2, 7} {
		got = [5]Weight{}
		number := 0
		for part := range parts {
			var sets [2][]uint64
			for i := range sides {
				c.Reset(part, parts, PartRoom(int64(len(sides[i].data)), parts))
				sets[i] = hashes(i)
				got[i] += WeightOf(sets[i])
			}
			number += len(sets[0])
			add(&got, sets[0], sets[1])
		}
		if got != want || number != len(sides[0].want) {
			t.Errorf("in %d parts: %v and %d windows, want %v and %d", parts, got, number, want, len(sides[0].want))
		}
	}
	c.Reset(0, 1, len(sides[0].data))
	set := hashes(0)
	c.Reset(0, 1, len(sides[1].data))
	other := hashes(1)
	few := set[:len(set)/20]
	n, inA, inB := SharedWeighed(few, other)
	if m, inFew, inOther := mergeWeighed(few, other); n != m || inA != inFew || inB != inOther {
		t.Errorf("few windows: %d, %d, %d, want %d, %d, %d", n, inA, inB, m, inFew, inOther)
	}
	c.ResetOnly(set)
	only := got
	only[2], only[3], only[4] = 0, 0, 0
	if add(&only, set, hashes(1)); only != want {
		t.Errorf("only those of a set: %v, want %v", only, want)
	}
}

// TestLongRuns checks runs of weights that are longer than an element holds.
func TestLongRuns(t *testing.T) {
	t.Parallel()
	var w WindowWeights
	w.Reset(1. / 16)
	w.Add(5, 4./16)
	w.Add(3*maxRun, 9./16)
	w.Add(3*maxRun+10, 9./16)
	w.Add(3*maxRun+20, 1)
	c := NewWeighedWindows(1)
	c.Weigh(&w)
	block := make([]uint64, 1000)
	for at := 0; at < 3*maxRun+2000; at += len(block) {
		clear(block)
		c.weigh(block)
		for i, h := range block {
			root := 2.
			switch i += at; {
			case i > 3*maxRun+15:
				root = 4
			case i > (3*maxRun+5)/2:
				root = 3
			}
			if want := uint64(math.Round(root / 4 * weightSteps)); h != want {
				t.Fatalf("window %d weighs %d steps, want %d", i, h, want)
			}
		}
	}
}

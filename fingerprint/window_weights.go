package fingerprint

import (
	"math"
	"slices"
)

const (
	// weightBits is the width of a weight below the hash of a weighed window, and
	// weighedBits that of both: 52 bits of the hash are left.
	weightBits  = 11
	weightMask  = 1<<weightBits - 1
	weighedBits = 63
	dropped     = mersenneBits + weightBits - weighedBits // bits of the hash
	// weightSteps is the number of steps of a weight for each unit of its square root, which
	// is at most 1. A weight of 1/√k is off by at most one part in 200 for k up to 10,000.
	weightSteps = weightMask
	// maxRun is the longest run in one element of WindowWeights.
	maxRun = 1<<(32-weightBits) - 1
)

// WindowWeights gives each window of a stream the weight of the nearest selected window,
// of two equally near ones the earlier. It takes four bytes for each selected window. Call
// Reset before use.
type WindowWeights struct {
	runs   []uint32 // length above, weight in the lowest bits
	end    int64    // of the runs
	last   int64    // offset of the last selected window, or -1
	weight uint32   // of the windows after the runs
}

// Reset prepares for another stream. If no window of it is selected, all have this weight.
func (w *WindowWeights) Reset(weight float64) {
	*w = WindowWeights{runs: w.runs[:0], last: -1, weight: quantised(weight)}
}

// quantised returns a weight in steps. What weighs anything weighs at least one.
func quantised(weight float64) uint32 {
	if weight <= 0 {
		return 0
	}
	return uint32(min(max(math.Round(math.Sqrt(weight)*weightSteps), 1), weightMask))
}

// Add adds the next selected window and its weight. Offsets ascend.
func (w *WindowWeights) Add(offset int64, weight float64) {
	if w.last >= 0 {
		w.extend((w.last+offset)/2 + 1)
	}
	w.last, w.weight = offset, quantised(weight)
}

// Skip gives the windows before an offset no weight. It comes before the first Add, whose offset is
// not before.
func (w *WindowWeights) Skip(to int64) {
	if to <= 0 {
		return
	}
	weight := w.weight
	w.weight = 0
	w.extend(to)
	w.weight = weight
}

// extend adds a run of the last weight.
func (w *WindowWeights) extend(end int64) {
	n := end - w.end
	w.end = end
	if i := len(w.runs) - 1; i >= 0 && w.runs[i]&weightMask == w.weight {
		n += int64(w.runs[i] >> weightBits)
		w.runs = w.runs[:i]
	}
	for ; n > maxRun; n -= maxRun {
		w.runs = append(w.runs, maxRun<<weightBits|w.weight)
	}
	w.runs = append(w.runs, uint32(n)<<weightBits|w.weight)
}

// NewWeighedWindows returns a collector whose hashes hold weights: of the hash the upper
// 52 bits are left, and below them is the weight of the window. Of repeated windows the
// lightest counts. Two different windows have the same hash with a probability of 2^-52,
// so a count for two files with n windows in total is off by one with a probability of
// about n²/2^53: one in twenty million for 10 KB, one in two thousand for 1 MB. Call Weigh
// before the first Write of each stream.
func NewWeighedWindows(window int) *Windows {
	c := NewWindows(window)
	c.domain, c.ignored = weighedBits, weightBits
	return c
}

// Weigh sets the weights of the windows of the stream, which must not change until Hashes
// has returned.
func (c *Windows) Weigh(w *WindowWeights) { c.weights, c.run, c.runLeft = w, 0, 0 }

// weigh puts weights below the hashes of the next windows of the stream.
func (c *Windows) weigh(block []uint64) {
	for len(block) > 0 {
		n, weight := len(block), uint64(c.weights.weight)
		if c.run < len(c.weights.runs) {
			r := c.weights.runs[c.run]
			if c.runLeft == 0 {
				c.runLeft = int(r >> weightBits)
			}
			n, weight = min(n, c.runLeft), uint64(r&weightMask)
			if c.runLeft -= n; c.runLeft == 0 {
				c.run++
			}
		}
		for i, h := range block[:n] {
			block[i] = h>>dropped<<weightBits | weight
		}
		block = block[n:]
	}
}

// Weight is a sum of the weights of windows. It does not depend on the order of its terms.
type Weight uint64

// Float returns the sum in units of the weights.
func (w Weight) Float() float64 { return float64(w) / (weightSteps * weightSteps) }

func weightOf(hash uint64) Weight {
	root := Weight(hash & weightMask)
	return root * root
}

// WeightOf returns the weight of weighed windows.
func WeightOf(hashes []uint64) (sum Weight) {
	for _, h := range hashes {
		sum += weightOf(h)
	}
	return sum
}

// SharedWeighed returns the number of windows that two ascending slices of weighed windows
// share, and their weights in each of the two. It takes about 3 ns a window, or some 50 ns
// for each window of a slice that is much shorter than the other.
func SharedWeighed(a, b []uint64) (n int, inA, inB Weight) {
	switch {
	case len(a) < len(b)/muchShorter:
		return seekWeighed(a, b)
	case len(b) < len(a)/muchShorter:
		n, inB, inA = seekWeighed(b, a)
		return n, inA, inB
	}
	return mergeWeighed(a, b)
}

// mergeWeighed is SharedWeighed by a merge.
func mergeWeighed(a, b []uint64) (n int, inA, inB Weight) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		// Branch-free because which of the two is smaller is unpredictable.
		x, y := a[i], b[j]
		u, v := x>>weightBits, y>>weightBits
		same := b2i(u == v)
		n += int(same)
		mask := -Weight(same)
		inA += weightOf(x) & mask
		inB += weightOf(y) & mask
		i += int(b2i(u <= v))
		j += int(b2i(v <= u))
	}
	return n, inA, inB
}

// muchShorter is how many times shorter a slice is whose windows are looked up in another
// rather than merged with it.
const muchShorter = 16

// seekWeighed is SharedWeighed for a slice that is much shorter than the other.
func seekWeighed(a, b []uint64) (n int, inA, inB Weight) {
	for _, x := range a {
		b = b[seek(b, x&^weightMask):]
		if len(b) > 0 && b[0]>>weightBits == x>>weightBits {
			n, inA, inB = n+1, inA+weightOf(x), inB+weightOf(b[0])
		}
	}
	return n, inA, inB
}

// UniteWeighed sorts the weighed windows of several sets and keeps each once, with its greatest
// weight. It overwrites the slice.
func UniteWeighed(all []uint64) []uint64 {
	slices.Sort(all)
	kept := all[:0]
	for i, x := range all {
		if i+1 == len(all) || all[i+1]>>weightBits != x>>weightBits {
			kept = append(kept, x)
		}
	}
	return kept
}

// WithoutWeighed is Without for weighed windows.
func (s *WindowSet) WithoutWeighed(hashes []uint64) []uint64 {
	if s.Len() == 0 {
		return hashes
	}
	kept, those := hashes[:0], s.hashes
	for _, x := range hashes {
		h := x >> weightBits
		those = those[seek(those, h<<dropped):]
		if len(those) == 0 || those[0]>>dropped != h {
			kept = append(kept, x)
		}
	}
	return kept
}

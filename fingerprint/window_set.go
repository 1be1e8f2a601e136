package fingerprint

import (
	"cmp"
	"slices"
	"sort"
)

// WindowSet holds the distinct windows of any number of streams as hashes. It takes 8
// bytes for each window, and up to 16 more while it grows. It is not safe for
// concurrent use while windows are added; see Len. A nil WindowSet is empty.
type WindowSet struct {
	roll   *Windows
	buf    []byte   // the last bytes of a stream, whose windows are not in hashes yet
	hashes []uint64 // ascending and distinct up to index sorted
	sorted int
}

// NewWindowSet returns an empty set of windows of the given size in bytes.
func NewWindowSet(window int) *WindowSet { return &WindowSet{roll: NewWindows(window)} }

// Write adds the next bytes of a stream. It always returns len(p), nil.
func (s *WindowSet) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		take := min(len(p), windowBuffer)
		s.buf = append(s.buf, p[:take]...)
		p = p[take:]
		s.hash()
	}
	return n, nil
}

// Reset starts another stream. It keeps the windows added so far.
func (s *WindowSet) Reset() { s.buf = s.buf[:0] }

// hash adds the complete windows in the buffer and leaves there the bytes that later
// windows start with.
func (s *WindowSet) hash() {
	n := len(s.buf) - s.roll.window + 1
	if n <= 0 {
		return
	}
	s.roll.eachBlock(s.roll.block, s.buf, func(block []uint64, _ int) { s.add(block) })
	s.buf = s.buf[:copy(s.buf, s.buf[n:])]
}

// eachBlock calls use with the hashes of all windows of the data, in blocks of the length of
// room, which it overwrites, and with the offset of the first window of each block.
func (c *Windows) eachBlock(room []uint64, data []byte, use func(hashes []uint64, at int)) {
	n := len(data) - c.window + 1
	for at := 0; at < n; at += len(room) {
		block := room[:min(len(room), n-at)]
		c.roll(block, data[at:at+len(block)+c.window-1])
		use(block, at)
	}
}

// add adds hashes. Before it grows the slice it removes duplicates, and it then
// always makes room for half as many again: otherwise duplicates would have a nearly
// full slice sorted again and again.
func (s *WindowSet) add(hashes []uint64) {
	if len(s.hashes)+len(hashes) > cap(s.hashes) {
		s.sort()
		s.hashes = slices.Grow(s.hashes, max(len(hashes), len(s.hashes)/2))
	}
	s.hashes = append(s.hashes, hashes...)
}

// AddSet adds all windows of another set.
func (s *WindowSet) AddSet(t *WindowSet) { s.add(t.hashes) }

func (s *WindowSet) sort() {
	if s.sorted < len(s.hashes) {
		slices.Sort(s.hashes)
		s.hashes = slices.Compact(s.hashes)
		s.sorted = len(s.hashes)
	}
}

// Len returns the number of windows. After a call to Len, and until windows are
// added, Without is safe for concurrent use.
func (s *WindowSet) Len() int {
	if s == nil {
		return 0
	}
	s.sort()
	return len(s.hashes)
}

// Exceeds reports whether the set has more than n windows. It may return false while
// the set has up to 2n windows: an exact answer would mean sorting it again and
// again.
func (s *WindowSet) Exceeds(n int) bool { return len(s.hashes) > 2*n && s.Len() > n }

// Without removes the windows of the set from an ascending slice of hashes, in place,
// and returns the rest.
func (s *WindowSet) Without(hashes []uint64) []uint64 {
	if s.Len() == 0 {
		return hashes
	}
	return without(hashes, s.hashes)
}

// without removes from an ascending slice the elements of another, in place, and
// returns the rest.
func without[T cmp.Ordered](all, those []T) []T {
	kept := all[:0]
	for _, x := range all {
		those = those[seek(those, x):]
		if len(those) == 0 || those[0] != x {
			kept = append(kept, x)
		}
	}
	return kept
}

// seek returns the index of the first element that is not smaller than x. The cost
// grows with the logarithm of that index, so the time to merge two sets depends on
// the smaller one.
func seek[T cmp.Ordered](sorted []T, x T) int {
	step := 1
	for step <= len(sorted) && sorted[step-1] < x {
		step *= 2
	}
	from, to := step/2, min(step, len(sorted))
	return from + sort.Search(to-from, func(i int) bool { return sorted[from+i] >= x })
}

// Stretches calls use for each maximal stretch data[from:to] that windows of the set
// cover, in ascending order. Stretches do not touch each other. Goroutines may share a set
// whose Len was called after the last window was added.
func (s *WindowSet) Stretches(data []byte, use func(from, to int)) {
	if s.Len() == 0 {
		return
	}
	from, to := 0, 0 // of the current stretch
	room := make([]uint64, min(len(s.roll.block), len(data)))
	s.roll.eachBlock(room, data, func(block []uint64, at int) {
		for i, h := range block {
			if _, known := slices.BinarySearch(s.hashes, h); !known {
				continue
			}
			if at+i > to {
				if to > from {
					use(from, to)
				}
				from = at + i
			}
			to = at + i + s.roll.window
		}
	})
	if to > from {
		use(from, to)
	}
}

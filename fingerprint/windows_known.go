package fingerprint

import (
	"cmp"
	"slices"
	"sort"
)

// WindowSet holds the distinct windows of any number of streams, as hashes, 8 bytes
// for each, and while it grows up to 16 more. It is for one goroutine as long as
// anything is added. A nil one is empty.
type WindowSet struct {
	roll   *Windows
	buf    []byte   // the end of a stream, whose windows are not in hashes yet
	hashes []uint64 // ascending up to sorted
	sorted int
}

// NewWindowSet returns an empty set of windows of so many bytes.
func NewWindowSet(window int) *WindowSet { return &WindowSet{roll: NewWindows(window)} }

// Write takes in the next bytes of a stream. It never fails.
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

// Reset says that another stream begins.
func (s *WindowSet) Reset() { s.buf = s.buf[:0] }

// hash takes the windows out of the buffer and leaves there what later ones begin
// with.
func (s *WindowSet) hash() {
	n := len(s.buf) - s.roll.window + 1
	if n <= 0 {
		return
	}
	s.eachBlock(s.buf, func(block []uint64, _ int) { s.add(block) })
	s.buf = s.buf[:copy(s.buf, s.buf[n:])]
}

// eachBlock goes through the hashes of all windows of the data, some at a time.
func (s *WindowSet) eachBlock(data []byte, use func(hashes []uint64, at int)) {
	n := len(data) - s.roll.window + 1
	for at := 0; at < n; at += len(s.roll.block) {
		block := s.roll.block[:min(len(s.roll.block), n-at)]
		s.roll.roll(block, data[at:at+len(block)+s.roll.window-1])
		use(block, at)
	}
}

// add takes in hashes, and leaves each once before room is made for half as many
// again. A set that nearly fills its memory gets more as well: else what is there
// already would have it sorted again and again.
func (s *WindowSet) add(hashes []uint64) {
	if len(s.hashes)+len(hashes) > cap(s.hashes) {
		s.sort()
		s.hashes = slices.Grow(s.hashes, max(len(hashes), len(s.hashes)/2))
	}
	s.hashes = append(s.hashes, hashes...)
}

// AddSet takes in all that another set has.
func (s *WindowSet) AddSet(t *WindowSet) { s.add(t.hashes) }

func (s *WindowSet) sort() {
	if s.sorted < len(s.hashes) {
		slices.Sort(s.hashes)
		s.hashes = slices.Compact(s.hashes)
		s.sorted = len(s.hashes)
	}
}

// Len returns how many windows there are. Once it has been called, and as long as
// nothing is added, Without is for any number of goroutines.
func (s *WindowSet) Len() int {
	if s == nil {
		return 0
	}
	s.sort()
	return len(s.hashes)
}

// Exceeds reports whether there are more than n windows, and is sure to when there
// are twice as many: to know at once would mean to sort them again and again.
func (s *WindowSet) Exceeds(n int) bool { return len(s.hashes) > 2*n && s.Len() > n }

// Without drops from ascending hashes, in place, those of windows that are in the
// set, and returns what is left.
func (s *WindowSet) Without(hashes []uint64) []uint64 {
	if s.Len() == 0 {
		return hashes
	}
	return without(hashes, s.hashes)
}

// without drops from an ascending slice, in place, what another has, and returns what
// is left.
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

// seek returns the first index of what is not smaller, at a cost that grows with the
// logarithm of that index: of two sets the smaller decides on the time.
func seek[T cmp.Ordered](sorted []T, x T) int {
	step := 1
	for step <= len(sorted) && sorted[step-1] < x {
		step *= 2
	}
	from, to := step/2, min(step, len(sorted))
	return from + sort.Search(to-from, func(i int) bool { return sorted[from+i] >= x })
}

// Stretches calls use for each stretch of the data, from its first byte to the one
// after the last, that windows in the set cover, in order. They do not touch.
func (s *WindowSet) Stretches(data []byte, use func(from, to int)) {
	if s.Len() == 0 {
		return
	}
	from, to := 0, 0 // of the stretch that goes on
	s.eachBlock(data, func(block []uint64, at int) {
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

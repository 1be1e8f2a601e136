package regions

import (
	"bytes"
	"math/bits"
)

// match is a maximal match, or what remains of one.
type match struct{ a, b, n uint32 }

// blocks is a hash table of every step-th block of A. Any string of size+step-1
// bytes, which is a window, contains a whole block.
type blocks struct {
	a          []byte
	window     int
	size, step int
	roll       rolling
	slots      []blockSlot
	shift      int
	next       []uint32 // by block number: the next block with its hash, plus one
	slotOf     []uint32 // by block number
	filter     filter
	maxRepeats uint32 // blocks with more occurrences are set aside
}

// blockSlot holds the blocks of one hash. The upper bits of the hash select the slot,
// the lower half is tag.
type blockSlot struct {
	tag   uint32
	first uint32 // number of the first block, plus one; 0 if the slot is empty
	count uint32
}

// newBlocks enters the blocks of a. Longer steps make a smaller table; longer blocks
// have fewer hits outside matches. A third and two thirds of a window are close to
// the fastest for source code and for text.
func newBlocks(a []byte, window int) *blocks {
	x := &blocks{a: a, window: window, step: max(1, window/3)}
	x.size = window - x.step + 1
	x.roll = newRolling(x.size)
	n := (len(a)-x.size)/x.step + 1
	log := max(4, bits.Len(uint(n+n/3)))
	x.slots, x.shift = make([]blockSlot, 1<<log), 64-log
	x.next, x.slotOf = make([]uint32, n), make([]uint32, n)
	x.filter = newFilter(n)
	for k := n - 1; k >= 0; k-- { // backwards, so that chains ascend
		h := spread(x.roll.first(a[k*x.step:]))
		x.filter.add(h)
		at := x.find(h)
		s := &x.slots[at]
		s.tag, x.next[k], s.first, x.slotOf[k] = uint32(h), s.first, uint32(k+1), uint32(at)
		s.count++
	}
	return x
}

// find returns the slot of a hash, or an empty slot if the hash is absent.
func (x *blocks) find(h uint64) int {
	at := int(h >> x.shift)
	for x.slots[at].first != 0 && x.slots[at].tag != uint32(h) {
		at = (at + 1) & (len(x.slots) - 1)
	}
	return at
}

// hit is a position in B where a block of A occurs.
type hit struct{ slot, at uint32 }

// each calls use for the hits in b from left to right.
func (x *blocks) each(b []byte, use func(hit)) {
	h := x.roll.first(b)
	for j := 0; ; j++ {
		if m := spread(h); x.filter.has(m) {
			if at := x.find(m); x.slots[at].first != 0 {
				use(hit{uint32(at), uint32(j)})
			}
		}
		if j+x.size == len(b) {
			return
		}
		h = x.roll.next(h, b[j], b[j+x.size])
	}
}

// matches returns the maximal matches of at least a window that contain a block not
// set aside, and whether any block of b was set aside.
func (x *blocks) matches(b []byte, l limits) (found []match, aside bool) {
	hits, counts := x.hits(b, l)
	x.maxRepeats, aside = bound(counts, l)
	look := func(h hit) {
		if x.slots[h.slot].count <= x.maxRepeats {
			for k := x.slots[h.slot].first; k != 0; k = x.next[k-1] {
				if m, ok := x.extend(b, int(k-1), int(h.at)); ok {
					found = append(found, m)
				}
			}
		}
	}
	if len(hits) > l.hits { // the list is incomplete
		x.each(b, look)
	} else {
		for _, h := range hits {
			look(h)
		}
	}
	return found, aside
}

// hits returns the first l.hits+1 hits of blocks that occur at most l.chain times in
// A, and the number of hits by the number of occurrences of the block in A. The last
// count is for all blocks with more occurrences.
func (x *blocks) hits(b []byte, l limits) (first []hit, counts []int64) {
	counts = make([]int64, min(l.chain, len(x.next))+2)
	x.each(b, func(h hit) {
		n := min(int(x.slots[h.slot].count), len(counts)-1)
		counts[n]++
		if n < len(counts)-1 && len(first) <= l.hits {
			first = append(first, h)
		}
	})
	return first, counts
}

// bound returns the maximum number of occurrences of a block in A such that at most
// l.hits pairs of places are examined, and whether some blocks of b occur more often.
func bound(counts []int64, l limits) (most uint32, aside bool) {
	sum, n := int64(0), 1
	for ; n < len(counts)-1; n++ {
		if sum += counts[n] * int64(n); sum > int64(l.hits) {
			break
		}
	}
	for _, rest := range counts[n:] {
		aside = aside || rest > 0
	}
	return uint32(n - 1), aside
}

// extend returns the maximal match through block k and the block at j of b, if it is
// as long as a window. It does so only for the first block of the match that is not
// set aside, so that each match is found once.
func (x *blocks) extend(b []byte, k, j int) (m match, ok bool) {
	i := k * x.step
	if !bytes.Equal(x.a[i:i+x.size], b[j:j+x.size]) {
		return m, false
	}
	from, at := i, j // start of the match so far
	for {
		if k == 0 || at < x.step || !bytes.Equal(x.a[from-x.step:from], b[at-x.step:at]) {
			back := commonSuffix(x.a[max(0, from-x.step):from], b[max(0, at-x.step):at])
			from, at = from-back, at-back
			break
		}
		if k--; x.slots[x.slotOf[k]].count <= x.maxRepeats {
			return m, false
		}
		from, at = from-x.step, at-x.step
	}
	end := i + x.size
	end += commonPrefix(x.a[end:], b[j+x.size:])
	return match{uint32(from), uint32(at), uint32(end - from)}, end-from >= x.window
}

package regions

// repeats finds the regions that were missed because their blocks were set aside. It
// holds all windows of A that are free (no byte of them is in a region) and that may
// be free in B.
type repeats struct {
	*tiling
	roll   rolling
	slots  []repeatSlot
	used   int
	places []place
	inB    filter // filter of the free windows of B
}

// repeatSlot holds the places of the windows with one hash, in ascending order.
type repeatSlot struct {
	hash        uint64
	first, last uint32 // place numbers plus one; last is 0 in an empty slot
}

type place struct {
	at   uint32
	next uint32 // number of the next place, plus one
}

// layRepeats goes through the free windows of B from left to right. It compares each
// with at most tries places in A and lays the longest region.
func (t *tiling) layRepeats(tries int) {
	r := &repeats{tiling: t, roll: newRolling(t.window)}
	r.note()
	r.enter()
	t.eachFree(t.takenB, t.b, func(from, to int) {
		for j, h, fresh := from, uint64(0), true; j+t.window <= to; {
			if fresh {
				h = r.roll.first(t.b[j:])
			}
			if at, n := r.longest(spread(h), j, to, tries); n > 0 {
				t.lay(at, j, n)
				j, fresh = j+n, true
				continue
			}
			if j+t.window < to {
				h = r.roll.next(h, t.b[j], t.b[j+t.window])
			}
			j, fresh = j+1, false
		}
	})
}

// eachFree calls use for the free stretches of one side that contain a window.
func (t *tiling) eachFree(taken marks, side []byte, use func(from, to int)) {
	for from := 0; from < len(side); {
		from = taken.next(from, len(side), false)
		to := taken.next(from, len(side), true)
		if to-from >= t.window {
			use(from, to)
		}
		from = to
	}
}

// eachWindow calls use for the hashes of the windows in a stretch of one side.
func (r *repeats) eachWindow(side []byte, from, to int, use func(hash uint64, at int)) {
	h := r.roll.first(side[from:])
	for at := from; ; at++ {
		use(spread(h), at)
		if at+r.window == to {
			return
		}
		h = r.roll.next(h, side[at], side[at+r.window])
	}
}

// note fills the filter.
func (r *repeats) note() {
	free := 0
	r.eachFree(r.takenB, r.b, func(from, to int) { free += to - from })
	r.inB = newFilter(free / 4) // large enough: the remaining windows are rarely distinct
	r.eachFree(r.takenB, r.b, func(from, to int) {
		r.eachWindow(r.b, from, to, func(h uint64, _ int) { r.inB.add(h) })
	})
}

// enter fills the table with the free windows of A.
func (r *repeats) enter() {
	n := 0
	r.eachCommon(func(uint64, int) { n++ })
	r.places, r.slots = make([]place, 0, n), make([]repeatSlot, 16)
	r.eachCommon(func(h uint64, at int) {
		r.places = append(r.places, place{at: uint32(at)})
		s := r.slot(h)
		if s.last == 0 {
			if r.used++; r.used > len(r.slots)*3/4 {
				r.grow()
				s = r.slot(h)
			}
			s.hash, s.first = h, uint32(len(r.places))
		} else {
			r.places[s.last-1].next = uint32(len(r.places))
		}
		s.last = uint32(len(r.places))
	})
}

// eachCommon calls use for the free windows of A that may be in B.
func (r *repeats) eachCommon(use func(hash uint64, at int)) {
	r.eachFree(r.takenA, r.a, func(from, to int) {
		r.eachWindow(r.a, from, to, func(h uint64, at int) {
			if r.inB.has(h) {
				use(h, at)
			}
		})
	})
}

// slot returns the slot of a hash, or an empty slot if the hash is absent.
func (r *repeats) slot(h uint64) *repeatSlot {
	for at := int(h) & (len(r.slots) - 1); ; at = (at + 1) & (len(r.slots) - 1) {
		if s := &r.slots[at]; s.last == 0 || s.hash == h {
			return s
		}
	}
}

func (r *repeats) grow() {
	old := r.slots
	r.slots = make([]repeatSlot, 2*len(old))
	for _, s := range old {
		if s.last != 0 {
			*r.slot(s.hash) = s
		}
	}
}

// longest returns the longest region that starts with the window at j of B and ends
// by to, among the first free places of that window in A. n is 0 if there are none.
// Places that are no longer free are removed, so each is skipped once.
func (r *repeats) longest(h uint64, j, to, tries int) (at, n int) {
	s := r.slot(h)
	if s.last == 0 {
		return 0, 0
	}
	for link := &s.first; *link != 0 && tries > 0; {
		p := &r.places[*link-1]
		// Regions are at least as long as a window, so none is inside this one.
		if i := int(p.at); r.takenA.has(i) || r.takenA.has(i+r.window-1) {
			*link = p.next
			continue
		}
		if m := r.common(int(p.at), j, to); m > n {
			at, n = int(p.at), m
		}
		link = &p.next
		tries--
	}
	if n < r.window { // different windows with the same hash
		return 0, 0
	}
	return at, n
}

// common returns the number of equal bytes from i of A and j of B on, up to index to
// of B, that are free in A. It alternates between comparing and checking in pieces,
// because either may extend much further than the other.
func (r *repeats) common(i, j, to int) (n int) {
	const piece = 4096
	for {
		size := min(piece, len(r.a)-i-n, to-j-n)
		same := commonPrefix(r.a[i+n:i+n+size], r.b[j+n:j+n+size])
		end := r.takenA.next(i+n, i+n+same, true) - i
		if end-n < size || size == 0 {
			return end
		}
		n = end
	}
}

package fingerprint

// entry is a candidate of a piece: its rank in the upper half, the index of its
// window in the lower.
type entry uint64

func newEntry(rank uint32, at int) entry { return entry(rank)<<32 | entry(uint32(at)) }

func (e entry) rank() uint32 { return uint32(e >> 32) }
func (e entry) at() int      { return int(uint32(e)) }

const (
	// chains is how many parts of a block are hashed in parallel. In a single chain
	// each hash waits for the previous one, 5 cycles a byte; four chains overlap.
	chains = 4
	// part is the number of windows in each chain. It is constant so that the chains
	// are constant distances apart, which saves eight pointers and their bounds
	// checks. The 49 bytes before each chain cost 5 %.
	part = 512
)

// block holds the first or the last bytes of the windows that are hashed together.
type block [chains * part]byte

// goScratch is the scratch memory of the Go kernel.
type goScratch struct {
	found [chains * part]entry
	chain [chains][part]entry            // the candidates in found, by chain and thus in order
	rest  [chains*part + Window - 1]byte // the end of a piece, padded to a whole block
}

// chooseGo is the portable kernel. It appends the selected windows of a piece to dst.
func (s *spanSelector) chooseGo(dst []Selected, p piece) []Selected {
	if s.scratch == nil {
		s.scratch = new(goScratch)
	}
	var c contest
	from := 0 // first window that has not been examined
	for start, end := range runs(p.data, s.window) {
		dst = s.stretch(dst, &c, &p, from, start)
		from = end - s.window + 1
	}
	dst = s.stretch(dst, &c, &p, from, len(p.data)-s.window+1)
	return c.finish(dst, s, &p)
}

// stretch examines the windows from index from to to-1. None of them may be one byte
// repeated.
func (s *spanSelector) stretch(dst []Selected, c *contest, p *piece, from, to int) []Selected {
	mask := uint32(1)<<p.level - 1
	w, first := s.window, s.first
	for to-from >= part {
		b := s.scratch.rest[:]
		if n := to - from + w - 1; n >= len(block{})+w-1 {
			b = p.data[from:]
		} else {
			copy(b[:n], p.data[from:])
		}
		n := roll(&s.scratch.found, (*block)(b), (*block)(b[w-1:]), w, first, mask)
		var counts [chains]int
		for _, e := range s.scratch.found[:n] {
			i := e.at() / part % chains
			s.scratch.chain[i][counts[i]%part] = e
			counts[i]++
		}
		for i, count := range counts {
			for _, e := range s.scratch.chain[i][:count] {
				if at := from + e.at(); at < to {
					dst = c.enter(dst, s, p, newEntry(Value(e.rank()&valueMask).rank(), at))
				}
			}
		}
		from += chains * part
	}
	if from >= to {
		return dst
	}
	g := uint32(hashWindow(p.data[from:][:w-1]))
	for at := from; at < to; at++ {
		h := g*prime + uint32(p.data[at+w-1])
		if h&mask == 0 {
			dst = c.enter(dst, s, p, newEntry(Value(h&valueMask).rank(), at))
		}
		g = h - first[p.data[at]]
	}
	return dst
}

// roll finds the candidates among the windows of w bytes that begin with the bytes of b
// and end with those of in, and returns how many there are. Their hashes stand in for
// their ranks, and the order within found is unspecified. One list for all chains leaves
// the registers to the hashes.
func roll(found *[chains * part]entry, b, in *block, w int, first *[256]uint32, mask uint32) int {
	var g0, g1, g2, g3 uint32 // hashes of the next window without its last byte
	for k := range min(w-1, part) {
		g0 = g0*prime + uint32(b[k])
		g1 = g1*prime + uint32(b[k+part])
		g2 = g2*prime + uint32(b[k+2*part])
		g3 = g3*prime + uint32(b[k+3*part])
	}
	n := uint(0)
	for k := range part {
		h := g0*prime + uint32(in[k])
		g0 = h - first[b[k]]
		if h&mask == 0 {
			found[n%(chains*part)] = newEntry(h, k)
			n++
		}
		h = g1*prime + uint32(in[k+part])
		g1 = h - first[b[k+part]]
		if h&mask == 0 {
			found[n%(chains*part)] = newEntry(h, k+part)
			n++
		}
		h = g2*prime + uint32(in[k+2*part])
		g2 = h - first[b[k+2*part]]
		if h&mask == 0 {
			found[n%(chains*part)] = newEntry(h, k+2*part)
			n++
		}
		h = g3*prime + uint32(in[k+3*part])
		g3 = h - first[b[k+3*part]]
		if h&mask == 0 {
			found[n%(chains*part)] = newEntry(h, k+3*part)
			n++
		}
	}
	return int(n)
}

// firstBytes holds the contribution of the first byte of a window to its hash, by window
// size. A load is cheaper than a second multiplication per byte.
var firstBytes = map[int]*[256]uint32{
	Window:      contributions(Window),
	SmallWindow: contributions(SmallWindow),
}

func contributions(window int) *[256]uint32 {
	t := new([256]uint32)
	for b := range t {
		t[b] = uint32(b) * leaving(window-1)
	}
	return t
}

// contest decides among candidates that arrive in order of position. The ring keeps
// those that a later candidate may still be compared with: at most as many
// as overlap one, with ranks in ascending order. A new candidate evicts those that it
// outranks, so each candidate enters and leaves once, however dense they are.
type contest struct {
	ring       [64]entry
	best       uint64 // bit i is set if no earlier candidate outranks ring[i]
	head, tail uint   // the ring holds ring[head%64] to ring[(tail-1)%64]
}

// enter adds the next candidate and appends those that can no longer lose.
func (c *contest) enter(dst []Selected, s *spanSelector, p *piece, e entry) []Selected {
	for c.head < c.tail && c.ring[c.head%64].at()+s.reach < e.at() {
		dst = c.leave(dst, s, p)
	}
	for c.head < c.tail && c.ring[(c.tail-1)%64].rank() > e.rank() {
		c.tail--
	}
	slot := c.tail % 64
	c.ring[slot] = e
	c.best &^= 1 << slot
	if c.head == c.tail {
		c.best |= 1 << slot
	}
	c.tail++
	return dst
}

// leave removes the earliest candidate, which no later one outranked, and appends it
// if it has won.
func (c *contest) leave(dst []Selected, s *spanSelector, p *piece) []Selected {
	slot := c.head % 64
	c.head++
	e := c.ring[slot]
	if at := e.at(); c.best>>slot&1 == 1 && at >= p.first && at < p.last {
		return s.emit(dst, p, at, e.rank())
	}
	return dst
}

// finish ends the piece: it appends the remaining winners.
func (c *contest) finish(dst []Selected, s *spanSelector, p *piece) []Selected {
	for c.head < c.tail {
		dst = c.leave(dst, s, p)
	}
	return dst
}

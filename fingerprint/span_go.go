package fingerprint

// entry is a candidate of a piece: its rank above the index of its window.
type entry uint64

func newEntry(hash uint32, at int) entry {
	return entry(Value(hash&valueMask).rank())<<32 | entry(uint32(at))
}

func (e entry) rank() uint32 { return uint32(e >> 32) }
func (e entry) at() int      { return int(uint32(e)) }

// chains is how many parts of a piece are rolled over at once. In one, each
// hash waits for the one before it, 5 cycles a byte; four such chains do not
// wait for each other.
const chains = 4

// weight50 is leaving(Window): the weight by which the byte that leaves counts.
const weight50 = 3745375177

// chooseGo is the kernel for every machine, and for the pieces that are so
// dense with candidates that the others gain nothing.
func (s *span) chooseGo(dst []Selected, p piece) []Selected {
	if s.found == nil {
		s.found = make([]entry, spanWindows)
	}
	n := len(p.data) - Window + 1
	part := n / chains
	var c contest
	if part > 0 {
		counts := roll(s.found, p.data, part, uint32(1)<<p.level-1)
		for i, count := range counts {
			dst = c.enter(dst, &p, s.found[i*part:][:count])
		}
	}
	for at := chains * part; at < n; at++ {
		v := HashWindow(p.data[at : at+Window])
		if v.Level() >= p.level {
			dst = c.enter(dst, &p, []entry{newEntry(uint32(v), at)})
		}
	}
	return c.finish(dst, &p)
}

// roll finds the candidates among the first chains·part windows. Those of chain
// i are put at found[i·part] and after; counts says how many.
func roll(found []entry, data []byte, part int, mask uint32) (counts [chains]int) {
	const weight = weight50 // p^50 mod 2^32, see leaving
	var h [chains]uint32
	for j := range Window {
		h[0] = h[0]*prime + uint32(data[j])
		h[1] = h[1]*prime + uint32(data[part+j])
		h[2] = h[2]*prime + uint32(data[2*part+j])
		h[3] = h[3]*prime + uint32(data[3*part+j])
	}
	found0, found1, found2, found3 := found[:part], found[part:2*part], found[2*part:3*part], found[3*part:4*part]
	n0, n1, n2, n3 := 0, 0, 0, 0
	h0, h1, h2, h3 := h[0], h[1], h[2], h[3]
	in0, out0 := data[Window:][:part-1], data[:part-1]
	in1, out1 := data[part+Window:][:part-1], data[part:][:part-1]
	in2, out2 := data[2*part+Window:][:part-1], data[2*part:][:part-1]
	in3, out3 := data[3*part+Window:][:part-1], data[3*part:][:part-1]
	for k := 0; ; k++ {
		if h0&mask == 0 {
			found0[n0] = newEntry(h0, k)
			n0++
		}
		if h1&mask == 0 {
			found1[n1] = newEntry(h1, k+part)
			n1++
		}
		if h2&mask == 0 {
			found2[n2] = newEntry(h2, k+2*part)
			n2++
		}
		if h3&mask == 0 {
			found3[n3] = newEntry(h3, k+3*part)
			n3++
		}
		if k >= len(in0) || k >= len(out0) || k >= len(in1) || k >= len(out1) || k >= len(in2) || k >= len(out2) || k >= len(in3) || k >= len(out3) {
			break
		}
		h0 = h0*prime + uint32(in0[k]) - uint32(out0[k])*weight
		h1 = h1*prime + uint32(in1[k]) - uint32(out1[k])*weight
		h2 = h2*prime + uint32(in2[k]) - uint32(out2[k])*weight
		h3 = h3*prime + uint32(in3[k]) - uint32(out3[k])*weight
	}
	return [chains]int{n0, n1, n2, n3}
}

// contest decides among candidates that enter in order. It keeps those that
// later ones may still have to be compared with: each with a rank not smaller
// than the one before it, all within 49 bytes, so at most 50. The larger ones
// that a new one outranks leave at once; so each enters and leaves once, however
// dense they are.
type contest struct {
	ring       [64]entry
	best       uint64 // which of them no earlier one outranks, by index in ring
	head, tail int    // the ring holds ring[head%64] to ring[(tail-1)%64]
	runEnd     int    // where the last run of one byte that was looked at ends
}

// enter takes in the next candidates and appends those that win.
func (c *contest) enter(dst []Selected, p *piece, entries []entry) []Selected {
	for _, e := range entries {
		at := e.at()
		if c.uniform(p.data, at) {
			continue
		}
		for c.head < c.tail && c.ring[c.head%64].at()+Window <= at {
			dst = c.leave(dst, p)
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
	}
	return dst
}

// leave takes out the earliest, which nothing later outranked.
func (c *contest) leave(dst []Selected, p *piece) []Selected {
	slot := c.head % 64
	c.head++
	e := c.ring[slot]
	if at := e.at(); c.best>>slot&1 == 1 && at >= p.first && at < p.last {
		return p.emit(dst, at, e.rank())
	}
	return dst
}

// finish says that no more enter.
func (c *contest) finish(dst []Selected, p *piece) []Selected {
	for c.head < c.tail {
		dst = c.leave(dst, p)
	}
	return dst
}

// uniform reports whether the window is one byte repeated. It looks at no run
// of equal bytes twice.
func (c *contest) uniform(data []byte, at int) bool {
	if data[at] != data[at+1] {
		return false
	}
	if at >= c.runEnd {
		end := at + 1
		for end < len(data) && data[end] == data[at] {
			end++
		}
		c.runEnd = end
	}
	return c.runEnd-at >= Window
}

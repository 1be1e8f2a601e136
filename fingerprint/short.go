package fingerprint

// longestShort is the size of the largest windows that short supports: its ring holds as
// many candidates as overlap a window.
const longestShort = 64

// short selects windows of up to longestShort bytes for which there is no kernel. It does the work of
// reference in less than half the time: candidates are found without a branch and each
// enters the contest once, however dense they are. It has the methods of Extractor.
type short struct {
	rule   Rule
	weight uint32 // p^w
	level  int    // candidates of this level and coarser are examined

	buf  []byte // the last bytes of the stream, at least those that pending windows need
	base int64  // offset of buf[0] in the stream
	next int    // index in buf of the next window to examine
	hash uint32 // of the window before next, if next > 0

	found [shortLanes][shortBlock / shortLanes]entry // candidates: their hash and index in buf

	// The ring keeps the candidates that a later one may still be compared with, with
	// ranks in ascending order; see contest. Positions are offsets mod 2^32.
	ring       [longestShort]entry
	best       uint64 // bit i is set if no earlier candidate outranks ring[i]
	head, tail uint   // the ring holds ring[head%64] to ring[(tail-1)%64]

	selection
}

// shortBlock is how many windows are examined at a time, in shortLanes stretches.
const (
	shortBlock = 2048
	shortLanes = 4
)

func newShort(r Rule) *short {
	e := &short{rule: r, weight: leaving(r.Window), buf: make([]byte, 0, chunk+3*r.Window)}
	e.Reset(-1)
	return e
}

func (e *short) Reset(size int64) {
	e.level = e.rule.Level(max(size, 0))
	e.buf, e.base, e.next, e.hash = e.buf[:0], 0, 0, 0
	e.head, e.tail, e.best = 0, 0, 0
	e.selected = e.selected[:0]
}

func (e *short) Write(p []byte) (int, error) {
	n := len(p)
	e.level = max(e.level, e.rule.Level(e.Size()+int64(n)))
	for len(p) > 0 {
		take := min(len(p), cap(e.buf)-len(e.buf))
		e.buf = append(e.buf, p[:take]...)
		p = p[take:]
		e.scan()
		if len(e.buf) == cap(e.buf) {
			e.discard()
		}
	}
	return n, nil
}

func (e *short) Close() {
	for e.head < e.tail {
		e.leave()
	}
}

func (e *short) Size() int64 { return e.base + int64(len(e.buf)) }

// scan examines all complete windows in the buffer.
func (e *short) scan() {
	w := e.rule.Window
	windows := len(e.buf) - w + 1
	if e.next == 0 && windows > 0 {
		e.hash = uint32(hashWindow(e.buf[:w-1])) // of a window of the byte 0 and these
	}
	for e.next < windows {
		for i, n := range e.find(windows - e.next) {
			e.contend(e.found[i][:n])
		}
	}
	e.decide(uint32(e.base) + uint32(e.next))
}

// find fills found with the candidates among the next windows, at most n, and returns
// how many there are in each list. Each hash waits for the previous one, so four
// stretches are hashed in parallel.
func (e *short) find(n int) (counts [shortLanes]uint) {
	w, at := e.rule.Window, e.next
	weight, mask := e.weight, uint32(1)<<e.level-1
	if at == 0 { // no byte leaves the first window
		e.hash = e.hash*prime + uint32(e.buf[w-1])
		e.found[0][0] = newEntry(e.hash, 0)
		e.next = 1
		return [shortLanes]uint{uint(b2i(e.hash&mask == 0))}
	}
	out, in := e.buf[at-1:], e.buf[at+w-1:] // bytes that leave windows, and enter them
	size := min(n, shortBlock) / shortLanes
	if size < w {
		size = min(n, shortBlock/shortLanes)
		h, n0 := e.hash, uint(0)
		out = out[:size]
		for k, b := range in[:size] {
			h = h*prime + uint32(b) - uint32(out[k])*weight
			e.found[0][n0%uint(len(e.found[0]))] = newEntry(h, at+k)
			n0 += uint(b2i(h&mask == 0))
		}
		e.hash, e.next = h, at+size
		return [shortLanes]uint{n0}
	}
	h0 := e.hash
	h1 := uint32(hashWindow(out[size:][:w]))
	h2 := uint32(hashWindow(out[2*size:][:w]))
	h3 := uint32(hashWindow(out[3*size:][:w]))
	out0, out1, out2, out3 := out[:size], out[size:][:size], out[2*size:][:size], out[3*size:][:size]
	in0, in1, in2, in3 := in[:size], in[size:][:size], in[2*size:][:size], in[3*size:][:size]
	list0, list1, list2, list3 := &e.found[0], &e.found[1], &e.found[2], &e.found[3]
	const room = uint(len(list0))
	var n0, n1, n2, n3 uint
	for k, b := range in0 {
		h0 = h0*prime + uint32(b) - uint32(out0[k])*weight
		h1 = h1*prime + uint32(in1[k]) - uint32(out1[k])*weight
		h2 = h2*prime + uint32(in2[k]) - uint32(out2[k])*weight
		h3 = h3*prime + uint32(in3[k]) - uint32(out3[k])*weight
		list0[n0%room] = newEntry(h0, at+k)
		list1[n1%room] = newEntry(h1, at+k+size)
		list2[n2%room] = newEntry(h2, at+k+2*size)
		list3[n3%room] = newEntry(h3, at+k+3*size)
		n0 += uint(b2i(h0&mask == 0))
		n1 += uint(b2i(h1&mask == 0))
		n2 += uint(b2i(h2&mask == 0))
		n3 += uint(b2i(h3&mask == 0))
	}
	e.hash, e.next = h3, at+shortLanes*size
	return [shortLanes]uint{n0, n1, n2, n3}
}

// contend enters candidates, except windows of one repeated byte.
func (e *short) contend(found []entry) {
	w, uniformAt := e.rule.Window, -2
	for _, c := range found {
		at := c.at()
		first, last := e.buf[at], e.buf[at+w-1]
		if first == last && (uniformAt == at-1 || uniform(e.buf[at:at+w])) {
			uniformAt = at
			continue
		}
		e.enter(newEntry(Value(c.rank()&valueMask).rank(), int(uint32(e.base)+uint32(at))))
	}
}

// enter adds the next candidate and selects those that can no longer lose.
func (e *short) enter(c entry) {
	e.decide(uint32(c))
	for e.head < e.tail && e.ring[(e.tail-1)%longestShort].rank() > c.rank() {
		e.tail--
	}
	slot := e.tail % longestShort
	e.ring[slot] = c
	e.best &^= 1 << slot
	if e.head == e.tail {
		e.best |= 1 << slot
	}
	e.tail++
}

// decide decides the candidates that no window from the offset on reaches.
func (e *short) decide(offset uint32) {
	reach := uint32(e.rule.reach())
	for e.head < e.tail && offset-uint32(e.ring[e.head%longestShort]) > reach {
		e.leave()
	}
}

// leave removes the earliest candidate, which no later one outranked, and selects it if
// it has won.
func (e *short) leave() {
	slot := e.head % longestShort
	e.head++
	if e.best>>slot&1 == 0 {
		return
	}
	c := e.ring[slot]
	at := uint32(c) - uint32(e.base)
	e.selected = append(e.selected, Selected{
		Offset:      e.base + int64(at),
		Fingerprint: withRank(c.rank(), e.buf[at:][:e.rule.Window]),
	})
}

// discard drops the bytes that no pending candidate and no later window needs: all
// but the last 2w.
func (e *short) discard() {
	drop := len(e.buf) - 2*e.rule.Window
	copy(e.buf, e.buf[drop:])
	e.buf = e.buf[:len(e.buf)-drop]
	e.base += int64(drop)
	e.next -= drop
}

package fingerprint

import (
	"bytes"
	"slices"
)

// A stream that repeats a passage, such as one line of a table ten thousand times, has few
// different windows, and at the level of its size probably none of them is a candidate. Under a
// rule with windows of 50 bytes and small ones, such a stream has all its windows instead, each
// where it occurs first, at level finestAuto. It repeats itself if it has at most mostDistinct
// different windows, each leastRepeats times on average.
//
// Nearly all streams are told apart by their beginning: the window at offset middle of one that
// repeats itself occurs again within middle bytes. So longer passages are not noticed, nor those
// that follow a longer beginning, nor those that are mixed over more than mostHashed bytes.

const (
	mostDistinct = 512
	leastRepeats = 8
	// middle makes Beginning SmallSize: shorter streams have small windows.
	middle = (SmallSize - Window) / 2
	// Beginning is the number of bytes from which gapOf sees whether a stream may repeat itself.
	Beginning = 2*middle + Window
	// repeatsBuffer is how much of a stream is compared with itself at once.
	repeatsBuffer = 32 << 10
	// mostHashed is how many bytes are hashed because they do not equal what is one gap before. It
	// bounds the time for large streams of few windows without a period.
	mostHashed = 8 << 20
	// mostHeld is how many selected windows are held back before repeated ones are dropped.
	mostHeld = 4096
)

// MayRepeat reports whether a stream that begins with these bytes may be one that repeats
// itself. Its windows then depend on the whole of it.
func (r Rule) MayRepeat(head []byte) bool {
	return r.Small > 0 && r.Window == Window && gapOf(head) > 0
}

// gapOf returns the distance at which the window at offset middle occurs again, 0 if it does not.
func gapOf(head []byte) int {
	if len(head) < Beginning || uniform(head[middle:middle+Window]) {
		return 0
	}
	return 1 + bytes.Index(head[middle+1:Beginning], head[middle:middle+Window])
}

// repeats collects the different windows of a stream for as long as it may repeat itself. Windows
// of one byte repeated are none. The result does not depend on how the stream is split.
type repeats struct {
	over   bool   // the stream does not repeat itself
	size   int64  // of the stream
	buf    []byte // its beginning, later its last bytes
	gap    int    // of the beginning; 0 before it is known
	next   int    // index in buf of the first window that is not collected yet
	hashed int    // bytes
	all    []Selected
	seen   [4 * mostDistinct]uint32 // a hash table with linear probing: values, plus 1
}

func (r *repeats) reset() {
	if len(r.all) > 0 {
		clear(r.seen[:])
	}
	r.over, r.size, r.buf, r.gap, r.next, r.hashed, r.all = false, 0, r.buf[:0], 0, 0, 0, r.all[:0]
}

// write adds the next bytes of the stream.
func (r *repeats) write(p []byte) {
	for len(p) > 0 && !r.over {
		room := Beginning
		if r.gap > 0 {
			room = repeatsBuffer
		}
		n := min(room-len(r.buf), len(p))
		r.buf = append(r.buf, p[:n]...)
		r.size += int64(n)
		if p = p[n:]; len(r.buf) < room {
			return
		}
		if r.gap == 0 {
			r.gap = gapOf(r.buf)
			r.over = r.gap == 0
		}
		r.collect()
	}
}

// close collects the last windows.
func (r *repeats) close() {
	if r.over = r.over || r.gap == 0 || r.size <= SmallSize; !r.over {
		r.collect()
	}
	r.over = r.over || len(r.all) == 0 || int64(len(r.all))*leastRepeats > r.size-Window+1
}

// collect collects the windows in the buffer and keeps the bytes that the next ones need.
func (r *repeats) collect() {
	b, end := r.buf, len(r.buf)-Window+1
	if r.over || r.next >= end {
		return
	}
	// If all that is new equals what is one gap before, so do its windows.
	if r.next < r.gap || !bytes.Equal(b[r.next:], b[r.next-r.gap:len(b)-r.gap]) {
		r.hash(b[r.next:], r.size-int64(len(b)-r.next))
	}
	drop := max(0, end-r.gap)
	r.buf = b[:copy(b, b[drop:])]
	r.next = end - drop
}

// hash collects the windows of data, which is at an offset in the stream.
func (r *repeats) hash(data []byte, at int64) {
	if r.hashed += len(data); r.hashed > mostHashed {
		r.over = true
		return
	}
	h, weight := uint32(0), leaving(Window)
	for i, c := range data {
		h = h*prime + uint32(c)
		if i >= Window {
			h -= uint32(data[i-Window]) * weight
		}
		if i < Window-1 {
			continue
		}
		v := Value(h & valueMask)
		slot := r.slot(v)
		if *slot != 0 {
			continue
		}
		window := data[i-Window+1 : i+1]
		if uniform(window) {
			continue
		}
		if len(r.all) == mostDistinct {
			r.over = true
			return
		}
		*slot = uint32(v) + 1
		// The fingerprint has the level finestAuto at least.
		f := withCheck(v&^(1<<finestAuto-1), window)
		r.all = append(r.all, Selected{Offset: at + int64(i-Window+1), Fingerprint: f})
	}
}

// slot returns the place of a value in the table, or where it would be.
func (r *repeats) slot(v Value) *uint32 {
	for i := uint32(v) * 0x9e3779b1 >> (32 - 11); ; i = (i + 1) % uint32(len(r.seen)) {
		if s := &r.seen[i]; *s == 0 || *s == uint32(v)+1 {
			return s
		}
	}
}

// hold drops windows that are selected again, if there are many. They are of a stream that has
// repeated itself so far.
func hold(selected []Selected) []Selected {
	if len(selected) <= mostHeld {
		return selected
	}
	seen := make(map[Fingerprint]bool, mostDistinct)
	return slices.DeleteFunc(selected, func(s Selected) bool {
		again := seen[s.Fingerprint]
		seen[s.Fingerprint] = true
		return again
	})
}

package fingerprint

import (
	"bytes"
	"slices"
)

// A stream that repeats a passage, such as one line of a table ten thousand times, has few
// different windows, and at the level of its size probably none of them is a candidate. Under a
// rule with windows of 50 bytes and small ones such a stream has all its windows besides, once each, at level
// finestAuto. It repeats itself if it has at most mostDistinct different windows, each
// leastRepeats times on average.
//
// Nearly all streams are told apart by their beginning: the window at offset middle of one that
// repeats itself occurs again within middle bytes. So longer passages are not noticed, nor those
// that follow a longer beginning.

const (
	mostDistinct = 512
	leastRepeats = 8
	middle       = 512
	// Beginning is the number of bytes that tell.
	Beginning = 2*middle + Window
	// repeatsBuffer holds as much of a stream as is compared with itself at once.
	repeatsBuffer = 32 << 10
)

// MayRepeat reports whether a stream that begins with these bytes may be one that repeats
// itself. Its windows then depend on the whole of it.
func (r Rule) MayRepeat(head []byte) bool {
	return r.Small > 0 && r.Window == Window && gapOf(head) > 0
}

// Revised reports whether two descriptions of one stream, each a level and a number of
// fingerprints, may differ only because one is of a version that did not notice repetition. The
// other windows of a stream that repeats itself are few: one different window in 2^level.
func (r Rule) Revised(size int64, level, n, otherLevel, other int) bool {
	if level > otherLevel {
		level, n, otherLevel, other = otherLevel, other, level, n
	}
	return r.Small > 0 && size > SmallSize && level == finestAuto && otherLevel > level && otherLevel == r.Level(size) &&
		other <= mostDistinct>>(finestAuto-1) && n <= mostDistinct+other && n > other
}

// gapOf returns the distance at which the window at offset middle occurs again, 0 if it does not.
func gapOf(head []byte) int {
	if len(head) < Beginning || uniform(head[middle:middle+Window]) {
		return 0
	}
	return 1 + bytes.Index(head[middle+1:Beginning], head[middle:middle+Window])
}

// repeats collects the different windows of a stream for as long as it may repeat itself. Windows
// of one byte repeated are none.
type repeats struct {
	over bool   // the stream does not repeat itself
	size int64  // of the stream
	buf  []byte // its beginning, later its last bytes
	gap  int    // of the beginning; 0 before it is known
	next int    // index in buf of the first window that is not collected yet
	all  []Fingerprint
	seen map[Value]struct{}
}

func (r *repeats) reset() {
	if len(r.seen) > 0 {
		clear(r.seen)
	}
	r.over, r.size, r.buf, r.gap, r.next, r.all = false, 0, r.buf[:0], 0, 0, r.all[:0]
}

// write adds the next bytes of the stream.
func (r *repeats) write(p []byte) {
	r.size += int64(len(p))
	for len(p) > 0 && !r.over {
		room := Beginning
		if r.gap > 0 {
			room = repeatsBuffer
		}
		n := min(room-len(r.buf), len(p))
		r.buf = append(r.buf, p[:n]...)
		p = p[n:]
		switch {
		case r.gap > 0:
			r.collect()
		case len(r.buf) == Beginning:
			if r.gap = gapOf(r.buf); r.gap == 0 {
				r.over = true
				return
			}
			if r.seen == nil {
				r.seen = make(map[Value]struct{}, 2*mostDistinct)
			}
			r.collect()
		}
	}
}

// collect collects the windows in the buffer and keeps the bytes that the next ones need.
func (r *repeats) collect() {
	b, end := r.buf, len(r.buf)-Window+1
	if r.next >= end {
		return
	}
	// If all that is new equals what is one gap before, so do its windows.
	if r.next < r.gap || !bytes.Equal(b[r.next:], b[r.next-r.gap:len(b)-r.gap]) {
		r.hash(b[r.next:])
	}
	drop := max(0, end-r.gap)
	r.buf = b[:copy(b, b[drop:])]
	r.next = end - drop
}

// hash collects the windows of data.
func (r *repeats) hash(data []byte) {
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
		if _, known := r.seen[v]; known {
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
		r.seen[v] = struct{}{}
		r.all = append(r.all, repeated(v, window))
	}
}

// repeated returns the fingerprint of a window of a stream that repeats itself. It has the level
// finestAuto at least.
func repeated(v Value, window []byte) Fingerprint {
	return withCheck(v&^(1<<finestAuto-1), window)
}

// windows returns the windows of the stream if it repeats itself.
func (r *repeats) windows() []Fingerprint {
	if r.over || int64(len(r.all))*leastRepeats > r.size-Window+1 {
		return nil
	}
	return r.all
}

// addTo adds the windows of the stream at its end, where they do not disturb the order.
func (r *repeats) addTo(selected []Selected) []Selected {
	all := r.windows()
	selected = slices.Grow(selected, len(all))
	for _, f := range all {
		selected = append(selected, Selected{Offset: r.size - Window, Fingerprint: f})
	}
	return selected
}

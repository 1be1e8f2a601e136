//go:build !purego

package fingerprint

import "math/bits"

// kernels returns the kernels that this machine supports, the fastest last. That NEON is
// the fastest has not been measured.
func kernels() []kernel { return []kernel{kernelGo, kernelNEON} }

type assembly struct{}

var assemblies map[int]*assembly

// vectorScratch is the scratch memory for the windows of one piece.
type vectorScratch struct {
	*assembly
	bits [(spanWindows+Window)/64 + 1]uint64
}

// candidatesNEON sets bit i of bits if the window of 50 bytes that ends with data[i] has
// zeros in the bits of mask (at most 7) of its value. The first bits are meaningless. It
// reads 64*words bytes.
//
//go:noescape
func candidatesNEON(bits *uint64, data *byte, words int, mask byte, inverses *[32]byte)

// inverses holds p^(-j) mod 128.
var inverses = func() (c [32]byte) {
	inverse := uint32(1)
	for inverse*prime%128 != 1 {
		inverse += 2
	}
	x := uint32(1)
	for j := range c {
		c[j] = byte(x % 128)
		x *= inverse
	}
	return c
}()

// chooseVector appends the selected windows of a piece to dst. It finds candidates in 8-bit
// arithmetic, as chooseVector for amd64 explains, and does the rest in Go. NEON multiplies
// bytes, so sums need not start with pairs. Other windows than those of 50 bytes, and pieces
// with so many candidates that following the recurrence is faster than a value for each, go
// to chooseGo. This has been tested under emulation only; its speed has not been measured.
func (s *spanSelector) chooseVector(dst []Selected, p piece) []Selected {
	if s.window != Window {
		return s.chooseGo(dst, p)
	}
	const lead = Window - 1 // bits before that of the first window
	marks := s.vector.bits[:(len(p.data)+63)/64]
	mask := byte(1)<<min(p.level, 7) - 1
	candidatesNEON(&marks[0], &p.data[0], len(marks), mask, &inverses)
	unmark(marks, 0, lead)
	unmark(marks, len(p.data), 64*len(marks))
	for start, end := range runs(p.data, s.window) {
		unmark(marks, start+lead, end)
	}
	count := 0
	for _, w := range marks {
		count += bits.OnesCount64(w)
	}
	if count > len(p.data)/6 {
		return s.chooseGo(dst, p)
	}
	var c contest
	for i, w := range marks {
		for ; w != 0; w &= w - 1 {
			at := 64*i + bits.TrailingZeros64(w) - lead
			if v := value50(p.data[at:]); v.level() >= p.level {
				dst = c.enter(dst, s, &p, newEntry(v.rank(), at))
			}
		}
	}
	return c.finish(dst, s, &p)
}

// value50 is hashWindow for 50 bytes. It works on five parts at a time, because each step
// waits for the one before.
func value50(window []byte) Value {
	b := (*[Window]byte)(window)
	var h0, h1, h2, h3, h4 uint32
	for i := range 10 {
		h0 = h0*prime + uint32(b[i])
		h1 = h1*prime + uint32(b[i+10])
		h2 = h2*prime + uint32(b[i+20])
		h3 = h3*prime + uint32(b[i+30])
		h4 = h4*prime + uint32(b[i+40])
	}
	const power10 = 4062242473 // p^10 mod 2^32
	h := (((h0*power10+h1)*power10+h2)*power10+h3)*power10 + h4
	return Value(h & valueMask)
}

package fingerprint

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// spanWindows is how many windows are examined together. The windows of a span and the
// scratch data about them fit into the first-level cache. Two adjacent spans share 98
// windows of 50 bytes, which are examined twice (1.2 %).
const spanWindows = 8192

// kernel names an implementation of selection from a span. All give the same result.
// The available ones depend on the machine; see kernels.
type kernel uint8

const (
	kernelGo kernel = iota
	kernelAVX2
	kernelAVX512
	kernelNEON
)

func (k kernel) String() string { return [...]string{"go", "avx2", "avx512", "neon"}[k] }

// piece is a range of consecutive windows of a stream. Those from first to last-1 are
// to be decided; the others overlap them.
type piece struct {
	data        []byte // at most spanWindows windows; slack readable bytes may follow
	base        int64  // offset of data[0] in the stream
	first, last int
	level       int
}

// spanSelector decides pieces independently of each other: only scratch memory is
// carried over.
type spanSelector struct {
	kernel  kernel
	window  int                        // one of sums
	reach   int                        // see Rule.reach
	sum     func(window []byte) uint64 // its XXH64, except for the lower 32 bits
	vector  vectorScratch
	first   *[256]uint32 // one of firstBytes
	scratch *goScratch   // for the Go kernel, allocated on first use
}

// sums holds the check sum for each window size that has kernels.
var sums = map[int]func(window []byte) uint64{Window: sum50, SmallWindow: sum12}

// hasKernel reports whether the kernels support the rule, which must be without small
// windows and anchors.
func (r Rule) hasKernel() bool {
	return sums[r.Window] != nil && (r.Density != AutoOverlap || r.Window == SmallWindow)
}

func newSpanSelector(k kernel, r Rule) *spanSelector {
	return &spanSelector{
		kernel: k,
		window: r.Window,
		reach:  r.reach(),
		sum:    sums[r.Window],
		vector: vectorScratch{assembly: assemblies[r.Window]},
		first:  firstBytes[r.Window],
	}
}

// choose appends the selected windows of a piece to dst.
func (s *spanSelector) choose(dst []Selected, p piece) []Selected {
	if s.kernel != kernelGo {
		return s.chooseVector(dst, p)
	}
	return s.chooseGo(dst, p)
}

// runs yields the start and end of every run of one repeated byte that is at least as
// long as a window. A run of 50 bytes contains 16 that start at a multiple of 32, so one
// check every 32 bytes finds all of them; one of 12 contains 8 that start at a multiple
// of 4.
func runs(data []byte, window int) iter.Seq2[int, int] {
	step, equal := 4, equal8
	if window == Window {
		step, equal = 32, equal16
	}
	return func(yield func(int, int) bool) {
		for i := equal(data, 0, step); i < len(data); i = equal(data, i, step) {
			start, end := i, i+8
			for start > 0 && data[start-1] == data[i] {
				start--
			}
			end += runLength(data[end:], binary.LittleEndian.Uint64(data[i:]))
			if end-start >= window && !yield(start, end) {
				return
			}
			i = (end-1)&^(step-1) + step
		}
	}
}

// equal8 returns the first of the indexes i, i+step, … at which 8 equal bytes start, or
// len(data).
func equal8(data []byte, i, step int) int {
	for ; i+8 <= len(data); i += step {
		if x := binary.LittleEndian.Uint64(data[i:]); x == bits.RotateLeft64(x, 8) {
			return i
		}
	}
	return len(data)
}

// equal16 is equal8 for 16 bytes and a step of 32, the case of most files. It checks four
// indexes at a time for the same 8 bytes twice.
func equal16(data []byte, i, _ int) int {
	for ; i+16 <= len(data); i += 32 {
		for i+128 <= len(data) {
			b := (*[128]byte)(data[i:])
			if binary.LittleEndian.Uint64(b[0:]) == binary.LittleEndian.Uint64(b[8:]) ||
				binary.LittleEndian.Uint64(b[32:]) == binary.LittleEndian.Uint64(b[40:]) ||
				binary.LittleEndian.Uint64(b[64:]) == binary.LittleEndian.Uint64(b[72:]) ||
				binary.LittleEndian.Uint64(b[96:]) == binary.LittleEndian.Uint64(b[104:]) {
				break
			}
			i += 128
		}
		if i+16 > len(data) {
			break
		}
		x := binary.LittleEndian.Uint64(data[i:])
		if x == binary.LittleEndian.Uint64(data[i+8:]) && x == bits.RotateLeft64(x, 8) {
			return i
		}
	}
	return len(data)
}

// runLength returns how many of the first bytes equal those of x, which are all the same.
func runLength(data []byte, x uint64) int {
	end := 0
	for end+32 <= len(data) {
		b := (*[32]byte)(data[end:])
		if binary.LittleEndian.Uint64(b[0:]) != x || binary.LittleEndian.Uint64(b[8:]) != x ||
			binary.LittleEndian.Uint64(b[16:]) != x || binary.LittleEndian.Uint64(b[24:]) != x {
			break
		}
		end += 32
	}
	for end+8 <= len(data) && binary.LittleEndian.Uint64(data[end:]) == x {
		end += 8
	}
	for end < len(data) && data[end] == byte(x) {
		end++
	}
	return end
}

// unmark clears the bits from to to-1.
func unmark(marks []uint64, from, to int) {
	for from < to {
		n := min(64-from%64, to-from)
		marks[from/64] &^= (1<<n - 1) << (from % 64)
		from += n
	}
}

// emit appends the selected window at index at, with its check bits.
func (s *spanSelector) emit(dst []Selected, p *piece, at int, rank uint32) []Selected {
	check := s.sum(p.data[at:]) >> (64 - checkBits)
	return append(dst, Selected{
		Offset:      p.base + int64(at),
		Fingerprint: Fingerprint(uint64(rank)<<checkBits | check),
	})
}

// The primes of XXH64 (xxhash.com, doc/xxhash_spec.md).
const (
	xxPrime1 = 11400714785074694791
	xxPrime2 = 14029467366897019727
	xxPrime3 = 1609587929392839161
	xxPrime4 = 9650029242287828579
	xxPrime5 = 2870177450012600261
)

// sum50 computes XXH64 with seed 0 of 50 bytes, except for the lower 32 bits. It has
// no loops and no calls, so an out-of-order processor overlaps several of them: 12 ns
// each instead of 22.
func sum50(window []byte) uint64 {
	b := (*[Window]byte)(window)
	const (
		seed1 = (xxPrime1 + xxPrime2) % (1 << 64)
		seed4 = 1<<64 - xxPrime1
	)
	v1 := xxRound(seed1, binary.LittleEndian.Uint64(b[0:]))
	v2 := xxRound(xxPrime2, binary.LittleEndian.Uint64(b[8:]))
	v3 := xxRound(0, binary.LittleEndian.Uint64(b[16:]))
	v4 := xxRound(seed4, binary.LittleEndian.Uint64(b[24:]))
	h := bits.RotateLeft64(v1, 1) + bits.RotateLeft64(v2, 7) + bits.RotateLeft64(v3, 12) + bits.RotateLeft64(v4, 18)
	h = (h^xxRound(0, v1))*xxPrime1 + xxPrime4
	h = (h^xxRound(0, v2))*xxPrime1 + xxPrime4
	h = (h^xxRound(0, v3))*xxPrime1 + xxPrime4
	h = (h^xxRound(0, v4))*xxPrime1 + xxPrime4
	h += Window
	h = bits.RotateLeft64(h^xxRound(0, binary.LittleEndian.Uint64(b[32:])), 27)*xxPrime1 + xxPrime4
	h = bits.RotateLeft64(h^xxRound(0, binary.LittleEndian.Uint64(b[40:])), 27)*xxPrime1 + xxPrime4
	h = bits.RotateLeft64(h^uint64(b[48])*xxPrime5, 11) * xxPrime1
	h = bits.RotateLeft64(h^uint64(b[49])*xxPrime5, 11) * xxPrime1
	h = (h ^ h>>33) * xxPrime2
	h = (h ^ h>>29) * xxPrime3
	return h // the omitted h ^= h>>32 changes only the lower half
}

// sum12 is sum50 for 12 bytes.
func sum12(window []byte) uint64 {
	b := (*[SmallWindow]byte)(window)
	h := uint64(xxPrime5 + SmallWindow)
	h = bits.RotateLeft64(h^xxRound(0, binary.LittleEndian.Uint64(b[0:])), 27)*xxPrime1 + xxPrime4
	h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(b[8:]))*xxPrime1, 23)*xxPrime2 + xxPrime3
	h = (h ^ h>>33) * xxPrime2
	return (h ^ h>>29) * xxPrime3
}

func xxRound(acc, input uint64) uint64 {
	return bits.RotateLeft64(acc+input*xxPrime2, 31) * xxPrime1
}

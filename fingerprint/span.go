package fingerprint

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

const (
	// spanWindows is how many windows are looked at together. The windows of a
	// span and all that is noted about them fit into the first-level cache; two
	// neighbours share 98, which are looked at twice (1.2 %).
	spanWindows = 8192
	// finestFast is the finest level that the kernels are made for.
	finestFast = 5
)

// kernel is a way of selecting from a span; all give the same. Which there are
// depends on the machine, see kernels.
type kernel uint8

const (
	kernelGo kernel = iota
	kernelAVX2
	kernelAVX512
)

func (k kernel) String() string { return [...]string{"go", "avx2", "avx512"}[k] }

// piece is a run of windows of a stream, of which those from first to last-1
// are to be decided; the others are there since they overlap them.
type piece struct {
	data        []byte // of its windows, len(data)-49 at most spanWindows; slack bytes may follow
	base        int64  // offset of data[0] in the stream
	first, last int
	level       int // finestFast or coarser
}

// span decides pieces one at a time, each on its own: nothing is carried from
// one to the next but the memory.
type span struct {
	kernel  kernel
	vector  vectorScratch
	scratch *goScratch // of the Go kernel, made when it is first asked
}

// choose appends the selected windows of a piece.
func (s *span) choose(dst []Selected, p piece) []Selected {
	if s.kernel != kernelGo {
		return s.chooseVector(dst, p)
	}
	return s.chooseGo(dst, p)
}

// runs yields start and end of the runs of one byte that are as long as a window
// or longer. Such a run holds 16 bytes that start at a multiple of 32, so one
// look at every 32 bytes finds all.
func runs(data []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; i+16 <= len(data); i += 32 {
			x := binary.LittleEndian.Uint64(data[i:])
			if x != binary.LittleEndian.Uint64(data[i+8:]) || x != bits.RotateLeft64(x, 8) {
				continue
			}
			start, end := i, i+16
			for start > 0 && data[start-1] == data[i] {
				start--
			}
			for end+8 <= len(data) && binary.LittleEndian.Uint64(data[end:]) == x {
				end += 8
			}
			for end < len(data) && data[end] == data[i] {
				end++
			}
			if end-start >= Window && !yield(start, end) {
				return
			}
			i = (end - 1) &^ 31
		}
	}
}

// emit appends a selected window, with its check bits.
func (p *piece) emit(dst []Selected, at int, rank uint32) []Selected {
	check := sum50((*[Window]byte)(p.data[at:])) >> (64 - checkBits)
	return append(dst, Selected{
		Offset:      p.base + int64(at),
		Fingerprint: Fingerprint(uint64(rank)<<checkBits | check),
	})
}

// The primes of XXH64 (xxhash.com, the specification in doc/xxhash_spec.md).
const (
	xxPrime1 = 11400714785074694791
	xxPrime2 = 14029467366897019727
	xxPrime3 = 1609587929392839161
	xxPrime4 = 9650029242287828579
	xxPrime5 = 2870177450012600261
)

// sum50 is XXH64 with seed 0 of 50 bytes, except for its lower 32 bits. Without
// loops and calls, several run at once in a processor that looks ahead: 12 ns
// each instead of 22.
func sum50(b *[Window]byte) uint64 {
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
	return h // h>>32 would be mixed into the lower half here
}

func xxRound(acc, input uint64) uint64 {
	return bits.RotateLeft64(acc+input*xxPrime2, 31) * xxPrime1
}

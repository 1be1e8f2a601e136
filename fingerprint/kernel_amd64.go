//go:build !purego

package fingerprint

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go -C _asm run . -pkg fingerprint -out ../kernel_amd64.s -stubs ../kernel_stubs_amd64.go

// kernels returns the kernels that this machine supports, the fastest last.
func kernels() []kernel {
	k := []kernel{kernelGo}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT {
		k = append(k, kernelAVX2)
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW {
			k = append(k, kernelAVX512)
		}
	}
	return k
}

const (
	// sparse and sparse12 are the greatest numbers of candidates in a span that are listed one
	// by one. chooseDense handles denser spans. It is faster from about 750 candidates on,
	// and from 600 on if 400 of them are neighbours, because the contest compares all that
	// overlap. Windows of 12 overlap fewer: random bytes have 1024 candidates of level 3,
	// and take a seventh longer in chooseDense.
	sparse   = 700
	sparse12 = spanWindows / 6
	// before and after are the entries around the list that the contest reads.
	before = 56
	after  = 72

	markWords = (spanWindows+Window)/64 + 2

	never = 1 << 30 // a rank that loses to all others
	away  = 1 << 29 // a position that no window overlaps
)

// assembly is what the kernels have for windows of one size.
type assembly struct {
	sparse     int // sparse or sparse12
	candidates [kernelAVX512 + 1]func(bits *uint64, data *byte, words int, mask byte) int
	values     func(rank *uint32, pos *int32, eights int, data *byte)
	everyValue func(rank *uint32, turned *byte, data *byte, rows int)
}

// assemblies holds the assembly by window size.
var assemblies = map[int]*assembly{
	Window: {
		sparse, [...]func(*uint64, *byte, int, byte) int{nil, candidatesAVX2x50, candidatesAVX512x50},
		valuesAVX2x50, everyValueAVX2x50,
	},
	SmallWindow: {
		sparse12, [...]func(*uint64, *byte, int, byte) int{nil, candidatesAVX2x12, candidatesAVX512x12},
		valuesAVX2x12, everyValueAVX2x12,
	},
}

// everyContest decides among all windows, by the reach of the rule.
var everyContest = map[int]func(lost *byte, rank *uint32, least *uint32, rows, blocks int, bound uint32){
	Window - 1: everyContestAVX2x49, SmallWindow - 1: everyContestAVX2x11,
	SmallWindow / 3: everyContestAVX2x4,
}

// vectorScratch is the scratch memory for the windows of one piece.
type vectorScratch struct {
	*assembly
	bits [markWords]uint64
	won  [(sparse12+63)/64 + 2]uint64
	pos  [before + sparse12 + after]int32
	rank [before + sparse12 + after]uint32

	dense *denseScratch // allocated on first use
}

// chooseVector appends the selected windows of a piece to dst.
//
// Candidates are found in 8-bit arithmetic. p is odd, so every power of it is a unit
// mod 2^k. Let y_m = t_m·p^(-m). The value of the window that ends at i is p^i times
// the sum of its y_m, so its low k bits are zero exactly if the low k bits of the sum are. For
// k ≤ 7 the sum mod 128 suffices, with y_m = t_m·c[m mod 32] and c[j] = p^(-j) mod
// 128 (the order of p mod 128 is 32). Sums of 50 terms are sums of 32, 16 and 2
// terms, each from two halves, so no window waits for the previous one. Sums of 12 are
// sums of 8 and 4. The c[j] are taken from -64 to 63 so that the sum of two
// products fits into 16 bits.
//
// For coarser levels the search runs at level 7. Ranks nest, so the surplus finer
// candidates do not outrank any that count.
func (s *spanSelector) chooseVector(dst []Selected, p piece) []Selected {
	v, lead := &s.vector, s.lead()
	count, words := s.candidates(p.data, p.level)
	uniform := false
	for start, end := range runs(p.data, s.window) {
		unmark(v.bits[:], start+lead, end-s.window+1+lead)
		uniform = true
	}
	if count > v.sparse {
		count = 0
		for _, w := range v.bits[:words] {
			count += bits.OnesCount64(w)
		}
		if count > v.sparse {
			return s.chooseDense(dst, p, uniform)
		}
	}
	if 2*count < 3*words {
		count = positionsTwo(&v.pos[before], &v.bits[0], words, lead)
	} else {
		count = positionsFour(&v.pos[before], &v.bits[0], words, lead)
	}
	if count == 0 {
		return dst
	}
	for i := range 8 { // padding to a multiple of eight, with any valid window
		v.pos[before+count+i] = 0
	}
	eights := (count + 7) / 8
	v.values(&v.rank[before], &v.pos[before], eights, &p.data[0])
	v.fence(count)
	v.won[eights/8] = 0
	contestAVX2(&v.won[0], &v.pos[before], &v.rank[before], eights, 1<<(valueBits-p.level), uint32(s.reach+1))
	for i, w := range v.won[:(eights+7)/8] {
		for ; w != 0; w &= w - 1 {
			j := before + i*64 + bits.TrailingZeros64(w)
			if at := int(v.pos[j]); at >= p.first && at < p.last {
				dst = s.emit(dst, &p, at, v.rank[j])
			}
		}
	}
	return dst
}

// candidates marks the candidates of the level, or of level 7 if that is finer, in
// v.bits; bit s.lead() is the first window. It returns an upper bound of their number
// and the number of words used.
func (s *spanSelector) candidates(data []byte, level int) (count, words int) {
	v, lead := &s.vector, s.lead()
	end := len(data) - s.window + 1 + lead
	words = (end + 63) / 64
	mask := byte(1)<<min(level, 7) - 1
	count = v.assembly.candidates[s.kernel](&v.bits[0], &data[0], words, mask)
	unmark(v.bits[:], 0, lead)
	unmark(v.bits[:], end, 64*words)
	return count, words
}

// lead is the number of bits of the candidates before the bit of the first window. A window is
// recognised at its last byte but one, because sums are of pairs.
func (s *spanSelector) lead() int { return s.window - 2 }

// fence surrounds the list of candidates with entries that overlap neither them nor
// each other.
func (v *vectorScratch) fence(count int) {
	copy(v.pos[:before], fenceBefore[:])
	pos, rank := v.pos[before+count:], v.rank[before+count:]
	copy(pos, fenceAfter[:])
	for i := range 8 {
		rank[i] = never
	}
}

// fenceBefore and fenceAfter are copied, because storing a number each time costs 2 % of a
// file of 4 KiB.
var fenceBefore, fenceAfter = func() (b [before]int32, a [after]int32) {
	for i := range b {
		b[i] = -away
	}
	for i := range a {
		a[i] = away + int32(i*Window)
	}
	return b, a
}()

package main

import (
	"encoding/binary"
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// paired reports whether the window is summed from pairs of bytes. It is recognised at
// its last byte but one then, because the sums of pairs include the byte after, and at its
// last byte otherwise.
func paired(window int) bool { return window%2 == 0 }

// lead returns the number of bits of the candidates before the bit of the first window.
func lead(window int) int {
	if paired(window) {
		return window - 2
	}
	return window - 1
}

// inverses returns the factors of the even or the odd bytes: each factor has a
// neighbour to be added to, or zero if the window is not summed from pairs.
func inverses(which string, window int) operand.Mem {
	from := 0
	if strings.HasPrefix(which, "odd") {
		from = 1
	}
	b := inverseBytes(from, 32)
	if !paired(window) {
		b = inverseBytes(0, 32)
		for i := range b {
			if i%2 != from {
				b[i] = 0
			}
		}
	}
	return bytesData(fmt.Sprintf("inverses_%s_%d", which, window), b)
}

// inverseBytes returns p^(-j) mod 128 for j = from, from+1, …, as bytes from -64 to
// 63. They repeat with a period of 32.
func inverseBytes(from, n int) []byte {
	inverse := uint32(1)
	for inverse*prime%128 != 1 {
		inverse += 2
	}
	c := uint32(1)
	out := make([]byte, 0, n)
	for j := 0; j < from+n; j++ {
		if j >= from {
			out = append(out, byte(int8(c<<1)>>1))
		}
		c *= inverse
	}
	return out
}

// bytesData places bytes in the read-only data section.
func bytesData(name string, b []byte) operand.Mem {
	m := GLOBL(name, 8|16) // RODATA|NOPTR
	for i := 0; i < len(b); i += 8 {
		DATA(i, operand.U64(binary.LittleEndian.Uint64(b[i:])))
	}
	return m
}

// sums are the registers that a step passes to the next one: the products of single
// bytes, and the sums of 2, 4, 8 and 16 that end at each of 32 bytes. If the window is
// summed from pairs, a sum of 2 ends at the byte after, and so does each other sum. For
// windows of 50, one holds the sums of 2 that end 16 bytes earlier. For windows of 25, nine
// are the sums of 9.
type sums struct{ one, s2, s4, s8, nine, s16 VecVirtual }

func newSums() sums { return sums{YMM(), YMM(), YMM(), YMM(), YMM(), YMM()} }

func candidatesAVX2(window int) {
	name := text("candidatesAVX2x", window, "func(bits *uint64, data *byte, words int, mask byte) int")
	Doc(fmt.Sprintf("%s sets bit i of bits if the window that starts at data[i-%d] has", name, lead(window)),
		"zeros in the bits of mask (at most 7) of its value. The first bits are meaningless.",
		"It reads 64*words+1 bytes and returns the number of bits set.")
	bits, data := Load(Param("bits"), GP64()), Load(Param("data"), GP64())
	words := Load(Param("words"), GP64())
	maskByte := Load(Param("mask"), GP32())
	mask := YMM()
	VMOVD(maskByte, mask.AsX())
	VPBROADCASTB(mask.AsX(), mask)
	zero := YMM()
	VPXOR(zero, zero, zero)
	low := YMM() // mask of the low byte of each word
	VPCMPEQW(low, low, low)
	VPSRLW(operand.Imm(8), low, low)
	even, odd := YMM(), YMM()
	VMOVDQU(inverses("even", window), even)
	VMOVDQU(inverses("odd", window), odd)
	a, b := newSums(), newSums()
	for _, r := range map[int][]VecVirtual{
		50: {a.s2, a.s4, a.s8, a.s16, a.one},
		25: {a.one, a.s2, a.s4, a.s8, a.nine},
		12: {a.s2, a.s4},
	}[window] {
		VPXOR(r, r, r)
	}
	count := GP64()
	XORQ(count, count)

	// earlier sets t to the values n bytes earlier, n at most 16.
	earlier := func(n int, prev, cur, t VecVirtual) {
		VPERM2I128(operand.Imm(0x21), cur, prev, t)
		if n < 16 {
			VPALIGNR(operand.Imm(uint64(16-n)), t, cur, t)
		}
	}
	// pairs sets the sums of 2. Each instruction sums two neighbouring products: at even
	// bytes, then at odd bytes.
	pairs := func(offset int, cur sums) {
		o := YMM()
		VMOVDQU(operand.Mem{Base: data, Disp: offset}, cur.s2)
		VPMADDUBSW(even, cur.s2, cur.s2)
		VMOVDQU(operand.Mem{Base: data, Disp: offset + 1}, o)
		VPMADDUBSW(odd, o, o)
		VPAND(low, cur.s2, cur.s2)
		VPSLLW(operand.Imm(8), o, o)
		VPOR(o, cur.s2, cur.s2)
	}
	step50 := func(offset int, prev, cur sums, t VecVirtual) {
		pairs(offset, cur)
		// Doubling: each sum is added to the one 2, 4, 8 and 16 bytes earlier.
		VPERM2I128(operand.Imm(0x21), cur.s2, prev.s2, cur.one)
		VPALIGNR(operand.Imm(14), cur.one, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		earlier(4, prev.s4, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		earlier(8, prev.s8, cur.s8, t)
		VPADDB(t, cur.s8, cur.s16)
		earlier(16, prev.s16, cur.s16, t)
		VPADDB(t, cur.s16, t)  // 32: bytes i-30 to i+1
		VPADDB(prev.s16, t, t) // 16: bytes i-46 to i-31
		VPADDB(prev.one, t, t) // 2: bytes i-48 and i-47
	}
	step25 := func(offset int, prev, cur sums, t VecVirtual) {
		// Each instruction multiplies the even or the odd bytes alone.
		o := YMM()
		VMOVDQU(operand.Mem{Base: data, Disp: offset}, t)
		VPMADDUBSW(even, t, cur.one)
		VPMADDUBSW(odd, t, o)
		VPAND(low, cur.one, cur.one)
		VPSLLW(operand.Imm(8), o, o)
		VPOR(o, cur.one, cur.one)
		before := YMM()
		VPERM2I128(operand.Imm(0x21), cur.one, prev.one, before)
		VPALIGNR(operand.Imm(15), before, cur.one, t)
		VPADDB(t, cur.one, cur.s2)
		earlier(2, prev.s2, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		earlier(4, prev.s4, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		VPALIGNR(operand.Imm(8), before, cur.one, t)
		VPADDB(t, cur.s8, cur.nine)
		earlier(8, prev.s8, cur.s8, t)
		VPADDB(t, cur.s8, cur.s16)
		earlier(16, prev.nine, cur.nine, t)
		VPADDB(cur.s16, t, t) // 16: bytes i-15 to i; 9: bytes i-24 to i-16
	}
	step12 := func(offset int, prev, cur sums, t VecVirtual) {
		pairs(offset, cur)
		earlier(2, prev.s2, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		earlier(4, prev.s4, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		earlier(8, prev.s4, cur.s4, t)
		VPADDB(cur.s8, t, t) // 8: bytes i-6 to i+1; 4: bytes i-10 to i-7
	}
	step := func(offset int, prev, cur sums) Register {
		t := YMM()
		switch window {
		case 50:
			step50(offset, prev, cur, t)
		case 25:
			step25(offset, prev, cur, t)
		case 12:
			step12(offset, prev, cur, t)
		}
		VPAND(mask, t, t)
		VPCMPEQB(zero, t, t)
		m := GP32()
		VPMOVMSKB(t, m)
		return m.As64()
	}
	Label("next")
	lo := step(0, a, b)
	hi := step(32, b, a)
	SHLQ(operand.Imm(32), hi)
	ORQ(lo, hi)
	MOVQ(hi, operand.Mem{Base: bits})
	POPCNTQ(hi, hi)
	ADDQ(hi, count)
	ADDQ(operand.Imm(64), data)
	ADDQ(operand.Imm(8), bits)
	DECQ(words)
	JNZ(operand.LabelRef("next"))
	VZEROUPPER()
	Store(count, ReturnIndex(0))
	RET()
}

func positions() {
	TEXT("positions", 4, "func(pos *int32, bits *uint64, words, lead int) int")
	Doc("positions lists the positions of the set bits, less lead, and returns their number.",
		"It may write 4 entries more. It needs BMI1 and POPCNT.")
	pos, bits := Load(Param("pos"), GP64()), Load(Param("bits"), GP64())
	words := Load(Param("words"), GP64())
	start := GP64()
	MOVQ(pos, start)
	base := Load(Param("lead"), GP64()).(GPVirtual).As32()
	NEGL(base)
	w, n, bit := GP64(), GP64(), GP64()
	four := func() {
		// Always write four: a branch on a random number from 0 to 6 costs more than
		// the superfluous writes.
		for i := range 4 {
			TZCNTQ(w, bit)
			ADDL(base, bit.As32())
			MOVL(bit.As32(), operand.Mem{Base: pos, Disp: 4 * i})
			BLSRQ(w, w)
		}
	}
	Label("word")
	MOVQ(operand.Mem{Base: bits}, w)
	POPCNTQ(w, n)
	four()
	CMPQ(n, operand.Imm(4))
	JA(operand.LabelRef("more"))
	LEAQ(operand.Mem{Base: pos, Index: n, Scale: 4}, pos)
	Label("done")
	ADDQ(operand.Imm(8), bits)
	ADDL(operand.Imm(64), base)
	DECQ(words)
	JNZ(operand.LabelRef("word"))
	SUBQ(start, pos)
	SHRQ(operand.Imm(2), pos)
	Store(pos, ReturnIndex(0))
	RET()

	Label("more")
	ADDQ(operand.Imm(16), pos)
	SUBQ(operand.Imm(4), n)
	four()
	CMPQ(n, operand.Imm(4))
	JA(operand.LabelRef("more"))
	LEAQ(operand.Mem{Base: pos, Index: n, Scale: 4}, pos)
	JMP(operand.LabelRef("done"))
}

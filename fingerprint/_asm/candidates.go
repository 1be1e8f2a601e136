package main

import (
	"encoding/binary"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

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

// sums are the registers that a step passes to the next one: the sums of 2, 4, 8 and
// 16 products that end at each of 32 bytes, and the sums of 2 that end 16 bytes
// earlier.
type sums struct{ s2, s4, s8, s16, t2 VecVirtual }

func newSums() sums { return sums{YMM(), YMM(), YMM(), YMM(), YMM()} }

func candidatesAVX2() {
	TEXT("candidatesAVX2", 4, "func(bits *uint64, data *byte, words int, mask byte) int")
	Doc("candidatesAVX2 sets bit i of bits if the window that starts at data[i-48] has zeros",
		"in the bits of mask (at most 7) of its value. The first 48 bits are meaningless.",
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
	VMOVDQU(bytesData("inverses_even", inverseBytes(0, 32)), even)
	VMOVDQU(bytesData("inverses_odd", inverseBytes(1, 32)), odd)
	a, b := newSums(), newSums()
	for _, r := range []VecVirtual{a.s2, a.s4, a.s8, a.s16, a.t2} {
		VPXOR(r, r, r)
	}
	count := GP64()
	XORQ(count, count)

	step := func(offset int, prev, cur sums) Register {
		// Each instruction sums two neighbouring products: at even bytes, then at odd
		// bytes.
		o := YMM()
		VMOVDQU(operand.Mem{Base: data, Disp: offset}, cur.s2)
		VPMADDUBSW(even, cur.s2, cur.s2)
		VMOVDQU(operand.Mem{Base: data, Disp: offset + 1}, o)
		VPMADDUBSW(odd, o, o)
		VPAND(low, cur.s2, cur.s2)
		VPSLLW(operand.Imm(8), o, o)
		VPOR(o, cur.s2, cur.s2)
		// Doubling: each sum is added to the one 2, 4, 8 and 16 bytes earlier.
		t := YMM()
		VPERM2I128(operand.Imm(0x21), cur.s2, prev.s2, cur.t2)
		VPALIGNR(operand.Imm(14), cur.t2, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		VPERM2I128(operand.Imm(0x21), cur.s4, prev.s4, t)
		VPALIGNR(operand.Imm(12), t, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		VPERM2I128(operand.Imm(0x21), cur.s8, prev.s8, t)
		VPALIGNR(operand.Imm(8), t, cur.s8, t)
		VPADDB(t, cur.s8, cur.s16)
		VPERM2I128(operand.Imm(0x21), cur.s16, prev.s16, t)
		VPADDB(t, cur.s16, t)  // 32: bytes i-30 to i+1
		VPADDB(prev.s16, t, t) // 16: bytes i-46 to i-31
		VPADDB(prev.t2, t, t)  // 2: bytes i-48 and i-47
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
	TEXT("positions", 4, "func(pos *int32, bits *uint64, words int) int")
	Doc("positions lists the positions of the set bits, less 48, and returns their number.",
		"It may write 4 entries more. It needs BMI1 and POPCNT.")
	pos, bits := Load(Param("pos"), GP64()), Load(Param("bits"), GP64())
	words := Load(Param("words"), GP64())
	start := GP64()
	MOVQ(pos, start)
	base := GP32()
	MOVL(operand.I32(-48), base)
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

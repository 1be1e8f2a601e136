package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sums512 corresponds to sums, for 64 bytes.
type sums512 struct{ s2, s4, s8, s16 VecVirtual }

// candidatesAVX512 corresponds to candidatesAVX2, for 64 bytes at a time.
func candidatesAVX512() {
	TEXT("candidatesAVX512", 4, "func(bits *uint64, data *byte, words int, mask byte) int")
	Doc("candidatesAVX512 is candidatesAVX2 for machines with AVX512F and AVX512BW.")
	bits, data := Load(Param("bits"), GP64()), Load(Param("data"), GP64())
	words := Load(Param("words"), GP64())
	maskByte := Load(Param("mask"), GP32())
	mask := ZMM()
	VPBROADCASTB(maskByte, mask)
	even, odd := ZMM(), ZMM()
	VBROADCASTI64X4(bytesData("inverses_even_512", inverseBytes(0, 32)), even)
	VBROADCASTI64X4(bytesData("inverses_odd_512", inverseBytes(1, 32)), odd)
	oddBytes := K()
	g := GP64()
	MOVQ(operand.U64(0xaaaaaaaaaaaaaaaa), g)
	KMOVQ(g, oddBytes)
	a, b := sums512{ZMM(), ZMM(), ZMM(), ZMM()}, sums512{ZMM(), ZMM(), ZMM(), ZMM()}
	for _, r := range []VecVirtual{a.s2, a.s4, a.s8, a.s16} {
		VPXORQ(r, r, r)
	}
	count := GP64()
	XORQ(count, count)

	// earlier sets t to the values 16, 32 or 48 bytes earlier.
	earlier := func(bytes int, prev, cur, t VecVirtual) {
		VALIGNQ(operand.Imm(uint64(8-bytes/8)), prev, cur, t)
	}
	step := func(prev, cur sums512) {
		o, t := ZMM(), ZMM()
		VMOVDQU8(operand.Mem{Base: data}, cur.s2)
		VPMADDUBSW(even, cur.s2, cur.s2)
		VMOVDQU8(operand.Mem{Base: data, Disp: 1}, o)
		VPMADDUBSW(odd, o, o)
		VPSLLW(operand.Imm(8), o, o)
		VMOVDQU8(o, oddBytes, cur.s2)
		earlier(16, prev.s2, cur.s2, t)
		VPALIGNR(operand.Imm(14), t, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		earlier(16, prev.s4, cur.s4, t)
		VPALIGNR(operand.Imm(12), t, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		earlier(16, prev.s8, cur.s8, t)
		VPALIGNR(operand.Imm(8), t, cur.s8, t)
		VPADDB(t, cur.s8, cur.s16)
		sum := ZMM()
		earlier(16, prev.s16, cur.s16, sum)
		VPADDB(cur.s16, sum, sum) // 32: bytes i-30 to i+1
		earlier(32, prev.s16, cur.s16, t)
		VPADDB(t, sum, sum) // 16: bytes i-46 to i-31
		earlier(48, prev.s2, cur.s2, t)
		VPADDB(t, sum, sum) // 2: bytes i-48 and i-47
		zero := K()
		VPTESTNMB(mask, sum, zero)
		m := GP64()
		KMOVQ(zero, m)
		MOVQ(m, operand.Mem{Base: bits})
		POPCNTQ(m, m)
		ADDQ(m, count)
		ADDQ(operand.Imm(64), data)
		ADDQ(operand.Imm(8), bits)
		DECQ(words)
	}
	Label("next")
	step(a, b)
	JZ(operand.LabelRef("end"))
	step(b, a)
	JNZ(operand.LabelRef("next"))
	Label("end")
	VZEROUPPER()
	Store(count, ReturnIndex(0))
	RET()
}

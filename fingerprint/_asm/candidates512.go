package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sums512 are the registers that a step passes to the next one: the sums of 2, 4, 8 and 16
// that end at each of 64 bytes; see history.
type sums512 struct{ s2, s4, s8, s16 VecVirtual }

func newSums512() sums512 { return sums512{ZMM(), ZMM(), ZMM(), ZMM()} }

// candidatesAVX512 corresponds to candidatesAVX2, for 64 successive bytes at a time.
func candidatesAVX512(window int) {
	name := text("candidatesAVX512x", window, "func(bits *uint64, data *byte, words int, mask byte) int")
	Doc(fmt.Sprintf("%s is candidatesAVX2x%d for machines with AVX512F and AVX512BW.", name, window))
	bits, data := Load(Param("bits"), GP64()), Load(Param("data"), GP64())
	words := Load(Param("words"), GP64())
	maskByte := Load(Param("mask"), GP32())
	mask := ZMM()
	VPBROADCASTB(maskByte, mask)
	even, odd := ZMM(), ZMM()
	VBROADCASTI64X4(inverses("even512", window), even)
	VBROADCASTI64X4(inverses("odd512", window), odd)
	oddBytes := K()
	g := GP64()
	MOVQ(operand.U64(0xaaaaaaaaaaaaaaaa), g)
	KMOVQ(g, oddBytes)
	a, b := newSums512(), newSums512()
	for _, r := range map[int][]VecVirtual{
		50: {a.s2, a.s4, a.s8, a.s16},
		12: {a.s2, a.s4},
	}[window] {
		VPXORQ(r, r, r)
	}
	count := GP64()
	XORQ(count, count)

	// earlier sets t to the values n bytes earlier: 16, 32, 48, or less than 16.
	earlier := func(n int, prev, cur, t VecVirtual) {
		if n >= 16 {
			VALIGNQ(operand.Imm(uint64(8-n/8)), prev, cur, t)
			return
		}
		VALIGNQ(operand.Imm(6), prev, cur, t)
		VPALIGNR(operand.Imm(uint64(16-n)), t, cur, t)
	}
	pairs := func(cur sums512) {
		o := ZMM()
		VMOVDQU8(operand.Mem{Base: data}, cur.s2)
		VPMADDUBSW(even, cur.s2, cur.s2)
		VMOVDQU8(operand.Mem{Base: data, Disp: 1}, o)
		VPMADDUBSW(odd, o, o)
		VPSLLW(operand.Imm(8), o, o)
		VMOVDQU8(o, oddBytes, cur.s2)
	}
	step50 := func(prev, cur sums512, sum VecVirtual) {
		pairs(cur)
		t := ZMM()
		earlier(2, prev.s2, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		earlier(4, prev.s4, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		earlier(8, prev.s8, cur.s8, t)
		VPADDB(t, cur.s8, cur.s16)
		earlier(16, prev.s16, cur.s16, sum)
		VPADDB(cur.s16, sum, sum) // 32: bytes i-30 to i+1
		earlier(32, prev.s16, cur.s16, t)
		VPADDB(t, sum, sum) // 16: bytes i-46 to i-31
		earlier(48, prev.s2, cur.s2, t)
		VPADDB(t, sum, sum) // 2: bytes i-48 and i-47
	}
	step12 := func(prev, cur sums512, sum VecVirtual) {
		pairs(cur)
		t := ZMM()
		earlier(2, prev.s2, cur.s2, t)
		VPADDB(t, cur.s2, cur.s4)
		earlier(4, prev.s4, cur.s4, t)
		VPADDB(t, cur.s4, cur.s8)
		earlier(8, prev.s4, cur.s4, sum)
		VPADDB(cur.s8, sum, sum) // 8: bytes i-6 to i+1; 4: bytes i-10 to i-7
	}
	step := func(prev, cur sums512) {
		sum := ZMM()
		if window == 12 {
			step12(prev, cur, sum)
		} else {
			step50(prev, cur, sum)
		}
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

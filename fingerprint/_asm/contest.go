package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func contestAVX2() {
	TEXT("contestAVX2", 4, "func(won *uint64, pos *int32, rank *uint32, eights int, bound, window uint32)")
	Doc("contestAVX2 sets bit i of won if candidate i ranks before bound and none that begins",
		"less than window from it outranks it. It reads window entries before the first and 7",
		"more after the last; their positions must be that far from any candidate.")
	won, pos := Load(Param("won"), GP64()), Load(Param("pos"), GP64())
	rank, eights := Load(Param("rank"), GP64()), Load(Param("eights"), GP64())
	number := Load(Param("bound"), GP32())
	bound, reach := YMM(), YMM()
	VMOVD(number, bound.AsX())
	VPBROADCASTD(bound.AsX(), bound)
	Load(Param("window"), number)
	VMOVD(number, reach.AsX())
	VPBROADCASTD(reach.AsX(), reach)

	r, from, to, lost := YMM(), YMM(), YMM(), YMM()
	// against compares each candidate with the neighbours at one distance in the
	// list. The two results are nonzero if any of those neighbours overlap.
	against := func(after, before operand.Mem, rankAfter, rankBefore operand.Mem) (VecVirtual, VecVirtual) {
		near, later := YMM(), YMM()
		VPCMPGTD(after, to, near) // the later one starts before this one ends
		VPCMPGTD(rankAfter, r, later)
		VPAND(near, later, later)
		VPOR(later, lost, lost)
		nearBefore, b, earlier := YMM(), YMM(), YMM()
		VMOVDQU(before, b)
		VPCMPGTD(from, b, nearBefore)
		VMOVDQU(rankBefore, b)
		VPCMPGTD(r, b, earlier) // of two equal ranks the earlier one wins
		VPANDN(nearBefore, earlier, earlier)
		VPOR(earlier, lost, lost)
		return near, nearBefore
	}
	Label("eight")
	VMOVDQU(operand.Mem{Base: rank}, r)
	VMOVDQU(operand.Mem{Base: pos}, from)
	VPADDD(reach, from, to)
	VPSUBD(reach, from, from)
	VPCMPGTD(r, bound, lost)
	ones := YMM()
	VPCMPEQD(ones, ones, ones)
	VPXOR(ones, lost, lost)
	for d := 1; d <= 2; d++ {
		against(operand.Mem{Base: pos, Disp: 4 * d}, operand.Mem{Base: pos, Disp: -4 * d},
			operand.Mem{Base: rank, Disp: 4 * d}, operand.Mem{Base: rank, Disp: -4 * d})
	}
	far, back := GP64(), GP64()
	MOVQ(operand.U32(3), far)
	MOVQ(operand.I32(-3), back)
	Label("further")
	a, b := against(operand.Mem{Base: pos, Index: far, Scale: 4}, operand.Mem{Base: pos, Index: back, Scale: 4},
		operand.Mem{Base: rank, Index: far, Scale: 4}, operand.Mem{Base: rank, Index: back, Scale: 4})
	INCQ(far)
	DECQ(back)
	VPOR(a, b, a)
	VPTEST(a, a)
	JNZ(operand.LabelRef("further"))
	m := GP32()
	VMOVMSKPS(lost, m)
	NOTL(m)
	MOVB(m.As8(), operand.Mem{Base: won})
	INCQ(won)
	ADDQ(operand.Imm(32), pos)
	ADDQ(operand.Imm(32), rank)
	DECQ(eights)
	JNZ(operand.LabelRef("eight"))
	VZEROUPPER()
	RET()
}

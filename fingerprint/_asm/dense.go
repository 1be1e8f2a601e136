package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// number returns a register with n in every double word.
func number(n uint32) VecVirtual {
	g, v := GP32(), YMM()
	MOVL(operand.U32(n), g)
	VMOVD(g, v.AsX())
	VPBROADCASTD(v.AsX(), v)
	return v
}

// loop runs the body the given number of times.
func loop(label string, times operand.Op, body func()) {
	left := GP64()
	MOVQ(times, left)
	Label(label)
	body()
	DECQ(left)
	JNZ(operand.LabelRef(label))
}

func everyValueAVX2(window int) {
	name := text("everyValueAVX2x", window, "func(rank *uint32, turned *byte, data *byte, rows int)")
	Doc(fmt.Sprintf("%s computes the ranks of 8*rows windows in eight lanes: rank[8*i+l]", name),
		"is that of the window that starts at data[l*rows+i]. rows is a multiple of 4. turned",
		fmt.Sprintf("must hold 8*rows+%d bytes. It reads 8*rows+%d bytes.", turnedMore(window), window+6))
	rank, turned := Load(Param("rank"), GP64()), Load(Param("turned"), GP64())
	data, rows := Load(Param("data"), GP64()), Load(Param("rows"), GP64())

	turn(window, turned, data, rows)

	// The next value is p times the last one, plus the byte that enters, less the one
	// that leaves times p^window.
	f, x, y := YMM(), YMM(), YMM()
	p, leaving := number(prime), number(-power(window))
	VPXOR(f, f, f)
	place := GP64()
	MOVQ(turned, place)
	loop("first", operand.U32(uint32(window-1)), func() {
		VPMOVZXBD(operand.Mem{Base: place}, x)
		VPMULLD(p, f, f)
		VPADDD(x, f, f)
		ADDQ(operand.Imm(8), place)
	})
	reverse, nibble, low, high := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(bytesData(fmt.Sprintf("reverse_bytes_all_%d", window), reverseBytes()), reverse)
	VMOVDQU(bytesData(fmt.Sprintf("nibbles_all_%d", window), repeat(0x0f)), nibble)
	VMOVDQU(bytesData(fmt.Sprintf("reverse_low_all_%d", window), reverseNibbles(4)), low)
	VMOVDQU(bytesData(fmt.Sprintf("reverse_high_all_%d", window), reverseNibbles(0)), high)
	out := YMM()
	VPXOR(out, out, out) // no byte leaves the first window
	SHRQ(operand.Imm(2), rows)
	loop("values", rows, func() {
		for i := range 4 {
			VPMOVZXBD(operand.Mem{Base: turned, Disp: 8 * (i + window - 1)}, x)
			VPADDD(out, x, x)
			VPMULLD(p, f, f)
			VPADDD(x, f, f)
			VPMOVZXBD(operand.Mem{Base: turned, Disp: 8 * i}, out)
			VPMULLD(leaving, out, out)
			VPSLLD(operand.Imm(2), f, x)
			VPSHUFB(reverse, x, x)
			VPAND(nibble, x, y)
			VPSRLW(operand.Imm(4), x, x)
			VPAND(nibble, x, x)
			VPSHUFB(y, low, y)
			VPSHUFB(x, high, x)
			VPOR(x, y, y)
			VMOVDQU(y, operand.Mem{Base: rank, Disp: 32 * i})
		}
		ADDQ(operand.Imm(32), turned)
		ADDQ(operand.I32(128), rank)
	})
	VZEROUPPER()
	RET()
}

// turnedMore is how many bytes turn writes beyond eight for each row of windows: those of
// the window-1 rows after them, rounded up, because it turns eight rows at a time.
func turnedMore(window int) int { return 8 * (window + 6) }

// turn sets turned[8*i+l] to data[l*rows+i], so that the bytes of one row are neighbours.
func turn(window int, turned, data, rows Register) {
	a, b, c, to, times := GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(data, a)
	LEAQ(operand.Mem{Base: data, Index: rows, Scale: 2}, b)
	ADDQ(rows, b)
	LEAQ(operand.Mem{Base: b, Index: rows, Scale: 2}, c)
	ADDQ(rows, c)
	MOVQ(turned, to)
	LEAQ(operand.Mem{Base: rows, Disp: window + 6}, times)
	SHRQ(operand.Imm(3), times)
	loop("turn", times, func() {
		var lane [8]VecVirtual
		for i, from := range []operand.Mem{
			{Base: a}, {Base: a, Index: rows, Scale: 1}, {Base: a, Index: rows, Scale: 2},
			{Base: b}, {Base: b, Index: rows, Scale: 1}, {Base: b, Index: rows, Scale: 2},
			{Base: c}, {Base: c, Index: rows, Scale: 1},
		} {
			lane[i] = XMM()
			VMOVQ(from, lane[i])
		}
		for i := 0; i < 8; i += 2 {
			VPUNPCKLBW(lane[i+1], lane[i], lane[i])
		}
		for i := 0; i < 8; i += 4 {
			VPUNPCKHWD(lane[i+2], lane[i], lane[i+1])
			VPUNPCKLWD(lane[i+2], lane[i], lane[i])
		}
		x := XMM()
		for i := range 2 {
			VPUNPCKLDQ(lane[i+4], lane[i], x)
			VMOVDQU(x, operand.Mem{Base: to, Disp: 32 * i})
			VPUNPCKHDQ(lane[i+4], lane[i], x)
			VMOVDQU(x, operand.Mem{Base: to, Disp: 32*i + 16})
		}
		ADDQ(operand.Imm(8), a)
		ADDQ(operand.Imm(8), b)
		ADDQ(operand.Imm(8), c)
		ADDQ(operand.Imm(64), to)
	})
}

func everyContestAVX2(group int) {
	name := text("everyContestAVX2x", group, "func(lost *byte, rank, least *uint32, rows, blocks int, bound uint32)")
	Doc(fmt.Sprintf("%s clears bit l of lost[i] if window l*rows+i ranks before bound and no", name),
		fmt.Sprintf("window that begins within %d outranks it; rank is as from everyValueAVX2. It overwrites", group),
		fmt.Sprintf("the %d rows of ranks before the first and the rows after the last; there are", group),
		fmt.Sprintf("blocks of %d rows in all, and as many of lost. least must hold %d numbers.", group, 8*(2*group+1)))
	lost, rank := Load(Param("lost"), GP64()), Load(Param("rank"), GP64())
	least, rows := Load(Param("least"), GP64()), Load(Param("rows"), GP64())
	blocks := Load(Param("blocks"), GP64())
	g := Load(Param("bound"), GP32())
	bound := YMM()
	VMOVD(g, bound.AsX())
	VPBROADCASTD(bound.AsX(), bound)
	loser := YMM()
	VPCMPEQD(loser, loser, loser)
	VPSRLD(operand.Imm(1), loser, loser)

	// The windows before the first ones of a lane are the last ones of the lane before,
	// and the windows after the last ones are the first ones of the lane after.
	r, x := YMM(), YMM()
	from, to := GP64(), GP64()
	end := GP64()
	MOVQ(rows, end)
	SHLQ(operand.Imm(5), end)
	back, forth := YMM(), YMM()
	VMOVDQU(bytesData(fmt.Sprintf("lane_before_%d", group), words32(0, 0, 1, 2, 3, 4, 5, 6)), back)
	VMOVDQU(bytesData(fmt.Sprintf("lane_after_%d", group), words32(1, 2, 3, 4, 5, 6, 7, 7)), forth)
	LEAQ(operand.Mem{Base: rank, Disp: -32 * group}, to)
	LEAQ(operand.Mem{Base: to, Index: end, Scale: 1}, from)
	ADDQ(rank, end)
	edge := func(label string, order VecVirtual, lane int) {
		loop(label, operand.U32(uint32(group)), func() {
			VPERMD(operand.Mem{Base: from}, order, x)
			VPBLENDD(operand.Imm(1<<lane), loser, x, x)
			VMOVDQU(x, operand.Mem{Base: to})
			ADDQ(operand.Imm(32), from)
			ADDQ(operand.Imm(32), to)
		})
	}
	edge("before", back, 0)
	MOVQ(rank, from)
	MOVQ(end, to)
	edge("after", forth, 7)

	// The minima of any 49 neighbours come from the minima of both parts of a block that
	// they straddle: of its end, which least holds, and of its start, which is first.
	// marks holds the ranks of the windows of the block before that no earlier one beats.
	SUBQ(operand.I32(int32(32*group)), rank)
	SUBQ(operand.I32(int32(group)), lost)
	marks := GP64()
	LEAQ(operand.Mem{Base: least, Disp: 32 * (group + 1)}, marks)
	VMOVDQU(bound, operand.Mem{Base: least, Disp: 32 * group})
	per := map[int]int{49: 7, 11: 11, 4: 4}[group]
	ends := func(label string) {
		VMOVDQA(bound, x)
		at := GP64()
		MOVQ(operand.U32(uint32(32*(group-per))), at)
		Label(label)
		for i := per - 1; i >= 0; i-- {
			VPMINUD(operand.Mem{Base: rank, Index: at, Scale: 1, Disp: 32 * i}, x, x)
			VMOVDQU(x, operand.Mem{Base: least, Index: at, Scale: 1, Disp: 32 * i})
		}
		SUBQ(operand.I32(int32(32*per)), at)
		JGE(operand.LabelRef(label))
	}
	ends("ends0")
	DECQ(blocks)
	Label("block")
	ADDQ(operand.I32(int32(32*group)), rank)
	first, y, z := YMM(), YMM(), YMM()
	VMOVDQA(loser, first)
	at := GP64()
	XORQ(at, at)
	m := GP32()
	loop("row", operand.U32(uint32(group/per)), func() {
		for i := range per {
			VMOVDQU(operand.Mem{Base: rank, Index: at, Scale: 1, Disp: 32 * i}, r)
			VPMINUD(operand.Mem{Base: least, Index: at, Scale: 1, Disp: 32 * i}, first, y)
			VPCMPGTD(r, y, y)
			VPMINUD(r, first, first)
			VPMINUD(operand.Mem{Base: least, Index: at, Scale: 1, Disp: 32 * (i + 1)}, first, x)
			VMOVDQU(operand.Mem{Base: marks, Index: at, Scale: 1, Disp: 32 * i}, z)
			VPCMPGTD(x, z, z)
			VMOVMSKPS(z, m)
			MOVB(m.As8(), operand.Mem{Base: lost, Disp: i})
			VPBLENDVB(y, r, loser, r)
			VMOVDQU(r, operand.Mem{Base: marks, Index: at, Scale: 1, Disp: 32 * i})
		}
		ADDQ(operand.I32(int32(32*per)), at)
		ADDQ(operand.Imm(uint64(per)), lost)
	})
	ends("ends")
	DECQ(blocks)
	JNZ(operand.LabelRef("block"))
	VZEROUPPER()
	RET()
}

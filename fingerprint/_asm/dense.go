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

// loop runs the body the given number of times, for eight double words each; at is
// their byte offset in the arrays.
func loop(label string, times Register, body func(at Register)) {
	at := GP64()
	XORQ(at, at)
	left := GP64()
	MOVQ(times, left)
	Label(label)
	body(at)
	ADDQ(operand.Imm(32), at)
	DECQ(left)
	JNZ(operand.LabelRef(label))
}

// wordAt returns the operand for the double word n positions after byte offset at of
// an array.
func wordAt(base, at Register, n int) operand.Mem {
	return operand.Mem{Base: base, Index: at, Scale: 1, Disp: 4 * n}
}

func everyValueAVX2(window int) {
	name := text("everyValueAVX2x", window, "func(rank, sums *uint32, data *byte, bits *byte, eights int)")
	Doc(name+" computes the ranks of all windows that start at data[i], eight at",
		"a time. Windows whose bit is not set get a losing rank. sums must hold 8*eights+64",
		"numbers. It reads 64 bytes past the end of the last window.")
	rank, sums := Load(Param("rank"), GP64()), Load(Param("sums"), GP64())
	data, set := Load(Param("data"), GP64()), Load(Param("bits"), GP64())
	eights := Load(Param("eights"), GP64())
	more := GP64()
	LEAQ(operand.Mem{Base: eights, Disp: 6}, more)

	// Sums of 2, then of 4, 8 and 16 terms, each from two halves, the first
	// multiplied by a power of p.
	p := number(prime)
	place := GP64()
	MOVQ(data, place)
	loop("two", more, func(at Register) {
		x, y := YMM(), YMM()
		VPMOVZXBD(operand.Mem{Base: place}, x)
		VPMOVZXBD(operand.Mem{Base: place, Disp: 1}, y)
		VPMULLD(p, x, x)
		VPADDD(y, x, x)
		VMOVDQU(x, wordAt(sums, at, 0))
		ADDQ(operand.Imm(8), place)
	})
	// The sums that make up a window: their length, and where each of them starts.
	longest, starts, labels := 16, []int{0, 16, 32}, []string{"four", "eight", "sixteen"}
	switch window {
	case 25:
		longest, starts, labels = 8, []int{0, 8, 16}, labels[:2]
	case 12:
		longest, starts, labels = 4, []int{0, 4, 8}, labels[:1]
	}
	for i, label := range labels {
		n := 2 << i
		w := number(power(n))
		loop(label, more, func(at Register) {
			x := YMM()
			VPMULLD(wordAt(sums, at, 0), w, x)
			VPADDD(wordAt(sums, at, n), x, x)
			VMOVDQU(x, wordAt(sums, at, 0))
		})
	}
	var weights []VecVirtual
	for _, start := range starts {
		weights = append(weights, number(power(window-start-longest)))
	}
	never, lane := number(1<<30), YMM()
	VMOVDQU(bytesData(fmt.Sprintf("lanes_%d", window), lanes()), lane)
	reverse, nibble, low, high := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(bytesData(fmt.Sprintf("reverse_bytes_all_%d", window), reverseBytes()), reverse)
	VMOVDQU(bytesData(fmt.Sprintf("nibbles_all_%d", window), repeat(0x0f)), nibble)
	VMOVDQU(bytesData(fmt.Sprintf("reverse_low_all_%d", window), reverseNibbles(4)), low)
	VMOVDQU(bytesData(fmt.Sprintf("reverse_high_all_%d", window), reverseNibbles(0)), high)
	loop("values", eights, func(at Register) {
		f, x := YMM(), YMM()
		last := starts[2] + longest // the first byte that is in none of the sums
		if last < window {
			VPMOVZXBD(operand.Mem{Base: data, Disp: last}, f)
		} else {
			VPXOR(f, f, f)
		}
		for ; last < window-1; last++ {
			VPMULLD(p, f, f)
			VPMOVZXBD(operand.Mem{Base: data, Disp: last + 1}, x)
			VPADDD(x, f, f)
		}
		for i, start := range starts {
			VPMULLD(wordAt(sums, at, start), weights[i], x)
			VPADDD(x, f, f)
		}
		VPSLLD(operand.Imm(2), f, f)
		VPSHUFB(reverse, f, f)
		VPAND(nibble, f, x)
		VPSRLW(operand.Imm(4), f, f)
		VPAND(nibble, f, f)
		VPSHUFB(x, low, x)
		VPSHUFB(f, high, f)
		VPOR(x, f, f)
		VPBROADCASTB(operand.Mem{Base: set}, x)
		VPAND(lane, x, x)
		VPCMPEQD(lane, x, x)
		VPBLENDVB(x, f, never, f)
		VMOVDQU(f, wordAt(rank, at, 0))
		ADDQ(operand.Imm(8), data)
		INCQ(set)
	})
	VZEROUPPER()
	RET()
}

// lanes returns a vector with bit i set in double word i.
func lanes() (b []byte) {
	for i := range 8 {
		b = append(b, 1<<i, 0, 0, 0)
	}
	return b
}

func everyContestAVX2(window int) {
	name := text("everyContestAVX2x", window, "func(won *uint64, rank, least *uint32, eights int, bound uint32)")
	Doc(name+" sets bit i of won if window i ranks before bound and no",
		"overlapping window outranks it. It reads 64 ranks before the first and 104 after the",
		"last. least must hold 8*eights+168 numbers.")
	won, rank := Load(Param("won"), GP64()), Load(Param("rank"), GP64())
	least, eights := Load(Param("least"), GP64()), Load(Param("eights"), GP64())
	g := Load(Param("bound"), GP32())
	bound := YMM()
	VMOVD(g, bound.AsX())
	VPBROADCASTD(bound.AsX(), bound)
	more := GP64()
	LEAQ(operand.Mem{Base: eights, Disp: 16}, more)
	// The minima of 4 and of 16 ranks from each position on, or of 8 if a window overlaps
	// fewer than 16 on either side. (Five passes of two halves each take a third longer
	// because they store more.)
	longest := 16
	if window <= longest {
		longest = 8
	}
	loop("four", more, func(at Register) {
		x := YMM()
		VMOVDQU(wordAt(rank, at, -64), x)
		for n := 1; n < 4; n++ {
			VPMINUD(wordAt(rank, at, n-64), x, x)
		}
		VMOVDQU(x, wordAt(least, at, 0))
	})
	loop("longest", more, func(at Register) {
		x := YMM()
		VMOVDQU(wordAt(least, at, 0), x)
		for n := 4; n < longest; n += 4 {
			VPMINUD(wordAt(least, at, n), x, x)
		}
		VMOVDQU(x, wordAt(least, at, 0))
	})
	// ofOverlapping sets x to the minimum of the window-1 ranks from n on: of 8 or 16 each,
	// the last of which overlap the others.
	ofOverlapping := func(at Register, n int, x VecVirtual) {
		VMOVDQU(wordAt(least, at, 64+n), x)
		for m := longest; m < window-1; m += longest {
			VPMINUD(wordAt(least, at, 64+n+min(m, window-1-longest)), x, x)
		}
	}
	loop("won", eights, func(at Register) {
		r, x := YMM(), YMM()
		VMOVDQU(wordAt(rank, at, 0), r)
		ofOverlapping(at, 1, x) // the following windows
		VPCMPGTD(x, r, x)
		y := YMM()
		ofOverlapping(at, 1-window, y) // the preceding windows
		VPMINUD(bound, y, y)
		VPCMPGTD(r, y, y)
		VPANDN(y, x, x)
		m := GP32()
		VMOVMSKPS(x, m)
		MOVB(m.As8(), operand.Mem{Base: won})
		INCQ(won)
	})
	VZEROUPPER()
	RET()
}

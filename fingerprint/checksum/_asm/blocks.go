package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// blocksKernel has the rows of the state and the message words of the current round.
//
// In the second half of a round row b stays where it is and the other rows turn: b is
// the last to be computed, so that no shuffle adds to the latency of the round. Lane i
// then holds the diagonal through word 4+i of the state, and the message words of the
// second half are listed from the fourth diagonal on.
type blocksKernel struct {
	a, b, c, d        VecPhysical
	rotate16, rotate8 VecPhysical
	words             [4]VecPhysical // 0 2 4 6, 1 3 5 7, 14 8 10 12, 15 9 11 13
	spare             [6]VecPhysical
}

func blocksAVX(rotate16, rotate8 operand.Mem) {
	TEXT("blocksAVX", 4, "func(cv *[32]byte, data *byte, blocks int, counter uint64, length, first, flags uint32)")
	Pragma("noescape")
	Doc("blocksAVX compresses consecutive blocks of one chunk into cv. The first has the flags",
		"first, the others flags. length is the number of bytes of every block.")
	k := &blocksKernel{
		a: X0, b: X1, c: X2, d: X3, rotate16: X14, rotate8: X15,
		words: [4]VecPhysical{X4, X5, X6, X7},
		spare: [6]VecPhysical{X8, X9, X10, X11, X12, X13},
	}
	cv, from := Load(Param("cv"), GP64()), Load(Param("data"), GP64())
	blocks, counter := Load(Param("blocks"), GP64()), Load(Param("counter"), GP64())
	length, flags := Load(Param("length"), GP32()), Load(Param("first"), GP32())
	later := Load(Param("flags"), GP32())
	VMOVDQU(operand.Mem{Base: cv}, k.a)
	VMOVDQU(operand.Mem{Base: cv, Disp: 16}, k.b)
	VMOVDQU(rotate16, k.rotate16)
	VMOVDQU(rotate8, k.rotate8)
	row := data("iv_row", doubleWords(iv[:4]...))

	Label("block")
	VMOVDQU(row, k.c)
	VMOVQ(counter, k.d)
	VPINSRD(operand.Imm(2), length, k.d, k.d)
	VPINSRD(operand.Imm(3), flags, k.d, k.d)
	MOVL(later, flags)
	k.load(from)
	for round := range rounds {
		k.half(k.words[0], k.words[1])
		k.turn(0x93, 0x39)
		k.half(k.words[2], k.words[3])
		k.turn(0x39, 0x93)
		if round < rounds-1 {
			k.permute()
		}
	}
	VPXOR(k.c, k.a, k.a)
	VPXOR(k.d, k.b, k.b)
	ADDQ(operand.Imm(blockSize), from)
	DECQ(blocks)
	JNZ(operand.LabelRef("block"))
	VMOVDQU(k.a, operand.Mem{Base: cv})
	VMOVDQU(k.b, operand.Mem{Base: cv, Disp: 16})
	RET()
}

// turn turns rows a, d and c so that columns become diagonals, or back.
func (k *blocksKernel) turn(a, c uint8) {
	VPSHUFD(operand.U8(a), k.a, k.a)
	VPSHUFD(operand.U8(c), k.c, k.c)
	VPSHUFD(operand.U8(0x4e), k.d, k.d)
}

// half does half a round.
func (k *blocksKernel) half(x, y VecPhysical) {
	t := k.spare[0]
	for step, words := range []VecPhysical{x, y} {
		VPADDD(words, k.a, k.a)
		VPADDD(k.b, k.a, k.a)
		VPXOR(k.a, k.d, k.d)
		VPSHUFB([]VecPhysical{k.rotate16, k.rotate8}[step], k.d, k.d)
		VPADDD(k.d, k.c, k.c)
		VPXOR(k.c, k.b, k.b)
		n := []uint8{12, 7}[step]
		VPSRLD(operand.U8(n), k.b, t)
		VPSLLD(operand.U8(32-n), k.b, k.b)
		VPOR(t, k.b, k.b)
	}
}

// load sets the message words for the first round.
func (k *blocksKernel) load(from Register) {
	w, x, y := k.spare[1], k.words, k.spare[2]
	for i := 0; i < 4; i += 2 {
		VMOVDQU(operand.Mem{Base: from, Disp: 16 * i}, w)
		VMOVDQU(operand.Mem{Base: from, Disp: 16*i + 16}, y)
		VSHUFPS(operand.U8(0x88), y, w, x[i])
		VSHUFPS(operand.U8(0xdd), y, w, x[i+1])
	}
	VPSHUFD(operand.U8(0x93), x[2], x[2])
	VPSHUFD(operand.U8(0x93), x[3], x[3])
}

// select4 is the immediate operand of a shuffle that takes these four elements.
func select4(a, b, c, d uint8) operand.U8 { return operand.U8(a | b<<2 | c<<4 | d<<6) }

// permute sets the message words for the next round. Letters are the vectors of
// words, digits their elements:
//
//	A  2  3  7  4 = A1 B1 B3 A2
//	B  6 10  0 13 = A3 C2 A0 D3
//	C 15  1 12  9 = D0 B0 C3 D1
//	D  8 11  5 14 = C1 D2 B2 C0
func (k *blocksKernel) permute() {
	a, b, c, d := k.words[0], k.words[1], k.words[2], k.words[3]
	s, t, u, v, w := k.spare[1], k.spare[2], k.spare[3], k.spare[4], k.spare[5]
	VSHUFPS(select4(1, 2, 1, 3), b, a, s) // A1 A2 B1 B3
	VPSHUFD(select4(0, 2, 3, 1), s, s)
	VSHUFPS(select4(2, 2, 3, 3), d, c, t) // C2 C2 D3 D3
	VPSHUFD(select4(3, 3, 0, 0), a, a)
	VPBLENDD(operand.U8(0b1010), t, a, t)
	VPUNPCKLDQ(b, d, u)                   // D0 B0 D1 B1
	VSHUFPS(select4(3, 3, 1, 1), d, c, v) // C3 C3 D1 D1
	VSHUFPS(select4(0, 1, 0, 2), v, u, u)
	VSHUFPS(select4(1, 1, 2, 2), d, c, v) // C1 C1 D2 D2
	VSHUFPS(select4(2, 2, 0, 0), c, b, w) // B2 B2 C0 C0
	VSHUFPS(select4(0, 2, 0, 2), w, v, v)
	k.words = [4]VecPhysical{s, t, u, v}
	k.spare = [6]VecPhysical{k.spare[0], a, b, c, d, w}
}

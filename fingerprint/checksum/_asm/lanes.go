package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Layout of type group: arrays with an element per lane.
const (
	lanes    = 8
	atData   = 0
	sizeData = 24 // a slice, whose pointer comes first
	atTail   = atData + sizeData*lanes
	atOut    = atTail + 8*lanes
	atLast   = atOut + 8*lanes
	atLength = atLast + 4*lanes
	atLow    = atLength + 4*lanes
	atHigh   = atLow + 4*lanes
	atFirst  = atHigh + 4*lanes
	atFinal  = atFirst + 4*lanes
)

// Layout of the aligned part of the frame, in vectors: 16 message words, 8 words of
// finished chaining values, word 8 of the state, the flags of the first block.
const (
	frameWords = 0
	frameOut   = 16
	frameEight = 24
	frameFirst = 25
	frameSize  = 26
)

// The state has a register per word, except word 8, which lives in the frame; its
// register is the only temporary one. Message words are operands in memory. Neither costs
// much: without the store of word 8 a block takes as long, without transposing the message
// 106 ns instead of 109. Nor does the order of the four quarter rounds of a half matter: in
// step 109 ns, in pairs 110, one after the other 111.
var vectors = [16]VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}

const spilled = 8

// lanesKernel is what the parts of lanesAVX2 share.
type lanesKernel struct {
	group, frame      Register
	rotate16, rotate8 operand.Mem
	iv                [4]operand.Mem
	block, offset     Register // number of the block and its offset in bytes
	started           bool     // word 8 of the state is in the frame
	pointers          [lanes]GPVirtual
	schedule          [16]int
	sixtyFour         operand.Mem
}

func (k *lanesKernel) in(at int) operand.Mem     { return operand.Mem{Base: k.group, Disp: at} }
func (k *lanesKernel) vector(at int) operand.Mem { return operand.Mem{Base: k.frame, Disp: 32 * at} }

func lanesAVX2(rotate16, rotate8 operand.Mem) {
	TEXT("lanesAVX2", 0, "func(group *[8][]byte, blocks int)")
	Pragma("noescape")
	Doc("lanesAVX2 computes the chaining values of the eight lanes of a group, given by its first",
		"field. The longest lane has the given number of blocks.")
	k := &lanesKernel{group: Load(Param("group"), GP64()), frame: GP64(), block: GP64(), offset: GP64()}
	blocks := Load(Param("blocks"), GP64())
	LEAQ(AllocLocal(32*frameSize+32), k.frame)
	ADDQ(operand.Imm(31), k.frame)
	ANDQ(operand.I32(-32), k.frame)
	k.rotate16, k.rotate8 = rotate16, rotate8
	k.sixtyFour = data("sixty_four", everywhere(blockSize))
	for i := range 8 {
		word := data(numbered("iv", i), everywhere(iv[i]))
		if i < 4 {
			k.iv[i] = word
		}
		VMOVDQU(word, vectors[i])
	}
	VMOVDQU(k.in(atFirst), Y8)
	VMOVDQU(Y8, k.vector(frameFirst))
	XORQ(k.block, k.block)
	XORQ(k.offset, k.offset)

	Label("block")
	k.transpose()
	k.begin()
	for i := range 16 {
		k.schedule[i] = i
	}
	for range rounds {
		k.half([4]int{0, 1, 2, 3}, [4]int{4, 5, 6, 7}, [4]int{8, 9, 10, 11}, [4]int{12, 13, 14, 15}, 0)
		k.half([4]int{0, 1, 2, 3}, [4]int{5, 6, 7, 4}, [4]int{10, 11, 8, 9}, [4]int{15, 12, 13, 14}, 8)
		before := k.schedule
		for i, from := range permutation {
			k.schedule[i] = before[from]
		}
	}
	for i := range 8 {
		if i+8 == spilled {
			VPXOR(k.vector(frameEight), vectors[i], vectors[i])
		} else {
			VPXOR(vectors[i+8], vectors[i], vectors[i])
		}
	}
	k.collect()
	ADDQ(operand.Imm(blockSize), k.offset)
	INCQ(k.block)
	CMPQ(k.block, blocks)
	JNE(operand.LabelRef("block"))
	k.store()
	VZEROUPPER()
	RET()
}

// transpose stores the message words of the block, each as a vector. It keeps the
// first eight registers. A quarter of the block is four words of eight lanes: lanes 0
// to 3 in the lower halves of four registers, 4 to 7 in the upper, so that shuffles
// within halves suffice.
func (k *lanesKernel) transpose() {
	for i := range k.pointers {
		p := GP64()
		k.pointers[i] = p
		MOVQ(k.in(atData+sizeData*i), p)
		ADDQ(k.offset, p)
		CMPL(k.block.(GPVirtual).As32(), k.in(atLast+4*i))
		CMOVQCC(k.in(atTail+8*i), p) // the last block or later
	}
	for quarter := range 4 {
		for i := range 4 {
			VMOVDQU(operand.Mem{Base: k.pointers[i], Disp: 16 * quarter}, vectors[8+i].AsX())
			VINSERTI128(operand.Imm(1), operand.Mem{Base: k.pointers[i+4], Disp: 16 * quarter}, vectors[8+i], vectors[8+i])
		}
		VPUNPCKLDQ(Y9, Y8, Y12)
		VPUNPCKLDQ(Y11, Y10, Y13)
		VPUNPCKHDQ(Y9, Y8, Y14)
		VPUNPCKHDQ(Y11, Y10, Y15)
		VPUNPCKLQDQ(Y13, Y12, Y8)
		VPUNPCKHQDQ(Y13, Y12, Y9)
		VPUNPCKLQDQ(Y15, Y14, Y10)
		VPUNPCKHQDQ(Y15, Y14, Y11)
		for i := range 4 {
			VMOVDQU(vectors[8+i], k.vector(frameWords+4*quarter+i))
		}
	}
}

// ending sets x to all ones in the lanes whose last block this is.
func (k *lanesKernel) ending(x VecPhysical) {
	VMOVD(k.block.(GPVirtual).As32(), x.AsX())
	VPBROADCASTD(x.AsX(), x)
	VPCMPEQD(k.in(atLast), x, x)
}

// begin sets words 9 to 15 of the state; word 8 is read from the constant at first.
func (k *lanesKernel) begin() {
	k.ending(Y8)
	VPAND(k.in(atFinal), Y8, Y15)
	VPOR(k.vector(frameFirst), Y15, Y15)
	VPXOR(Y9, Y9, Y9)
	VMOVDQU(Y9, k.vector(frameFirst)) // later blocks are not the first
	VMOVDQU(k.sixtyFour, Y14)
	VPBLENDVB(Y8, k.in(atLength), Y14, Y14)
	VMOVDQU(k.in(atLow), Y12)
	VMOVDQU(k.in(atHigh), Y13)
	for i := 1; i < 4; i++ {
		VMOVDQU(k.iv[i], vectors[8+i])
	}
	k.started = false
}

// half does half a round: the quarter rounds of four words each, with the message
// words from a place of the schedule on. The four advance in step.
func (k *lanesKernel) half(a, b, c, d [4]int, place int) {
	for step := range 2 {
		for i := range 4 {
			VPADDD(k.vector(frameWords+k.schedule[place+2*i+step]), vectors[a[i]], vectors[a[i]])
		}
		for i := range 4 {
			VPADDD(vectors[b[i]], vectors[a[i]], vectors[a[i]])
		}
		for i := range 4 {
			VPXOR(vectors[a[i]], vectors[d[i]], vectors[d[i]])
		}
		for i := range 4 {
			VPSHUFB([]operand.Mem{k.rotate16, k.rotate8}[step], vectors[d[i]], vectors[d[i]])
		}
		for i := range 4 {
			if c[i] != spilled {
				VPADDD(vectors[d[i]], vectors[c[i]], vectors[c[i]])
				VPXOR(vectors[c[i]], vectors[b[i]], vectors[b[i]])
				continue
			}
			from := k.vector(frameEight)
			if !k.started {
				from, k.started = k.iv[0], true
			}
			VPADDD(from, vectors[d[i]], vectors[spilled])
			VMOVDQU(vectors[spilled], k.vector(frameEight))
			VPXOR(vectors[spilled], vectors[b[i]], vectors[b[i]])
		}
		for i := range 4 {
			n := []uint8{12, 7}[step]
			VPSRLD(operand.U8(n), vectors[b[i]], vectors[spilled])
			VPSLLD(operand.U8(32-n), vectors[b[i]], vectors[b[i]])
			VPOR(vectors[spilled], vectors[b[i]], vectors[b[i]])
		}
	}
}

// collect takes the chaining values of the lanes that end with this block.
func (k *lanesKernel) collect() {
	ends := GP32()
	k.ending(Y8)
	VMOVMSKPS(Y8, ends)
	TESTL(ends, ends)
	JZ(operand.LabelRef("more"))
	for i := range 8 {
		VMOVDQU(k.vector(frameOut+i), Y9)
		VPBLENDVB(Y8, vectors[i], Y9, Y9)
		VMOVDQU(Y9, k.vector(frameOut+i))
	}
	Label("more")
}

// store transposes the chaining values back and stores each where its lane says.
func (k *lanesKernel) store() {
	for i := range 8 {
		VMOVDQU(k.vector(frameOut+i), vectors[i])
	}
	for i := 0; i < 8; i += 2 {
		VPUNPCKLDQ(vectors[i+1], vectors[i], vectors[8+i])
		VPUNPCKHDQ(vectors[i+1], vectors[i], vectors[9+i])
	}
	// Words 0 to 3 of lanes i and i+4 go into register i, words 4 to 7 into i+4.
	for i := 0; i < 8; i += 4 {
		for half := range 2 {
			VPUNPCKLQDQ(vectors[10+i+half], vectors[8+i+half], vectors[i+2*half])
			VPUNPCKHQDQ(vectors[10+i+half], vectors[8+i+half], vectors[i+2*half+1])
		}
	}
	for i := range 4 {
		VPERM2I128(operand.Imm(0x20), vectors[i+4], vectors[i], Y8)
		VPERM2I128(operand.Imm(0x31), vectors[i+4], vectors[i], Y9)
		for upper, v := range []VecPhysical{Y8, Y9} {
			out := GP64()
			MOVQ(k.in(atOut+8*(i+4*upper)), out)
			VMOVDQU(v, operand.Mem{Base: out})
		}
	}
}

package main

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// lead returns the number of bits of the candidates before the bit of the first window. A
// window is recognised at its last byte but one, because the sums of pairs include the byte
// after.
func lead(window int) int { return window - 2 }

// inverses returns the factors of the even or the odd bytes: each has a neighbour to be
// added to.
func inverses(which string, window int) operand.Mem {
	return bytesData(fmt.Sprintf("inverses_%s_%d", which, window), factors(strings.HasPrefix(which, "odd")))
}

func factors(odd bool) []byte {
	if odd {
		return inverseBytes(1, 32)
	}
	return inverseBytes(0, 32)
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

// history holds sums that end at each of 16 bytes of both halves: those of this step first,
// then those of the steps before, each of which is 16 bytes earlier. A sum of 2 ends at the
// byte after, and so does each other sum.
type history []VecVirtual

func newHistory(steps int) history {
	h := make(history, steps)
	for i := range h {
		h[i] = YMM()
		VPXOR(h[i], h[i], h[i])
	}
	return h
}

// turn makes the sums of this step those of the step before.
func (h history) turn() {
	last := len(h) - 1
	oldest := h[last]
	copy(h[1:], h[:last])
	h[0] = oldest
}

// earlier sets t to the sums that end n bytes earlier, n less than 16.
func (h history) earlier(n int, t VecVirtual) {
	VPALIGNR(operand.Imm(uint64(16-n)), h[1], h[0], t)
}

// double sets h to the sums of twice as many terms as those of half: each is added to the
// one n bytes earlier.
func (h history) double(half history, n int) {
	h.turn()
	half.earlier(n, h[0])
	VPADDB(half[0], h[0], h[0])
}

// candidatesAVX2 keeps half of the data in the lower lanes of the registers and the other
// half in the upper ones. Shifts of bytes do not cross lanes, so each takes one instruction
// instead of two. The halves share a word, in which the upper lanes find their first sums;
// the lower lanes overwrite it.
func candidatesAVX2(window int) {
	name := text("candidatesAVX2x", window, "func(bits *uint64, data *byte, words int, mask byte) int")
	Doc(fmt.Sprintf("%s sets bit i of bits if the window that starts at data[i-%d] has", name, lead(window)),
		"zeros in the bits of mask (at most 7) of its value. The first bits are meaningless.",
		"It reads 64*words+1 bytes and returns an upper bound of the number of bits set.")
	bits, data := Load(Param("bits"), GP64()), Load(Param("data"), GP64())
	words := Load(Param("words"), GP64())
	maskByte := Load(Param("mask"), GP32())
	mask := YMM()
	VMOVD(maskByte, mask.AsX())
	VPBROADCASTB(mask.AsX(), mask)
	low := YMM() // mask of the low byte of each word
	VPCMPEQW(low, low, low)
	VPSRLW(operand.Imm(8), low, low)
	zero := bytesData(fmt.Sprintf("zero_%d", window), make([]byte, 32))

	turns, skip := GP64(), GP64()
	LEAQ(operand.Mem{Base: words, Disp: 2}, turns)
	SHRQ(operand.Imm(1), turns)
	MOVQ(words, skip)
	SUBQ(turns, skip)
	upperBits, upperData := GP64(), GP64()
	LEAQ(operand.Mem{Base: bits, Index: skip, Scale: 8}, upperBits)
	SHLQ(operand.Imm(6), skip)
	LEAQ(operand.Mem{Base: data, Index: skip, Scale: 1}, upperData)
	count := GP64()
	XORQ(count, count)

	load := func(at int, r VecVirtual) {
		VMOVDQU(operand.Mem{Base: data, Disp: at}, r.AsX())
		VINSERTI128(operand.Imm(1), operand.Mem{Base: upperData, Disp: at}, r, r)
	}
	factor := map[bool][2]operand.Mem{}
	for _, odd := range []bool{false, true} {
		b := factors(odd)
		factor[odd] = [2]operand.Mem{
			bytesData(fmt.Sprintf("factors_%d_%t_0", window, odd), slices.Repeat(b[:16], 2)),
			bytesData(fmt.Sprintf("factors_%d_%t_16", window, odd), slices.Repeat(b[16:], 2)),
		}
	}
	o := YMM()
	// terms sets the sums of 2: at even bytes, then at odd bytes.
	terms := func(step int, h history) {
		h.turn()
		load(16*step, h[0])
		load(16*step+1, o)
		VPMADDUBSW(factor[true][step%2], o, o)
		VPMADDUBSW(factor[false][step%2], h[0], h[0])
		VPSLLW(operand.Imm(8), o, o)
		VPBLENDVB(low, h[0], o, h[0])
	}
	t := YMM()
	step := window50
	if window == 12 {
		step = window12
	}
	sum := step(terms, t, o)
	Label("next")
	for i := range 4 {
		sum(i)
		VPAND(mask, t, t)
		VPCMPEQB(zero, t, t)
		m, upper := GP32(), GP32()
		VPMOVMSKB(t, m)
		MOVL(m, upper)
		SHRL(operand.Imm(16), upper)
		MOVW(upper.As16(), operand.Mem{Base: upperBits, Disp: 2 * i})
		MOVW(m.As16(), operand.Mem{Base: bits, Disp: 2 * i})
		POPCNTL(m, m)
		ADDQ(m.As64(), count)
	}
	ADDQ(operand.Imm(64), data)
	ADDQ(operand.Imm(64), upperData)
	ADDQ(operand.Imm(8), bits)
	ADDQ(operand.Imm(8), upperBits)
	DECQ(turns)
	JNZ(operand.LabelRef("next"))
	VZEROUPPER()
	Store(count, ReturnIndex(0))
	RET()
}

// window50 returns what sets t to the sums of all terms of a window. It may use o.
func window50(terms func(int, history), t, _ VecVirtual) func(int) {
	s2, s4, s8, s16 := newHistory(4), newHistory(2), newHistory(2), newHistory(4)
	return func(step int) {
		terms(step, s2)
		s4.double(s2, 2)
		s8.double(s4, 4)
		s16.double(s8, 8)
		VPADDB(s16[0], s16[1], t) // 32: bytes i-30 to i+1
		VPADDB(s16[2], t, t)      // 16: bytes i-46 to i-31
		VPADDB(s2[3], t, t)       // 2: bytes i-48 and i-47
	}
}

func window12(terms func(int, history), t, o VecVirtual) func(int) {
	s2, s4 := newHistory(2), newHistory(2)
	return func(step int) {
		terms(step, s2)
		s4.double(s2, 2)
		s4.earlier(4, t)
		VPADDB(s4[0], t, t) // 8: bytes i-6 to i+1
		s4.earlier(8, o)
		VPADDB(o, t, t) // 4: bytes i-10 to i-7
	}
}

// positions makes a function that lists bits a few at a time.
func positions(name string, few int) {
	TEXT(name, 4, "func(pos *int32, bits *uint64, words, lead int) int")
	Doc(name+" lists the positions of the set bits, less lead, and returns their number.",
		fmt.Sprintf("It is for up to %d bits in most words, may write %d entries more, and needs BMI1 and", few, few),
		"POPCNT.")
	pos, bits := Load(Param("pos"), GP64()), Load(Param("bits"), GP64())
	words := Load(Param("words"), GP64())
	start := GP64()
	MOVQ(pos, start)
	base := Load(Param("lead"), GP64()).(GPVirtual).As32()
	NEGL(base)
	w, n, bit := GP64(), GP64(), GP64()
	write := func() {
		// Always write that many: a branch on a random number costs more than superfluous
		// writes.
		for i := range few {
			TZCNTQ(w, bit)
			ADDL(base, bit.As32())
			MOVL(bit.As32(), operand.Mem{Base: pos, Disp: 4 * i})
			BLSRQ(w, w)
		}
	}
	Label("word")
	MOVQ(operand.Mem{Base: bits}, w)
	POPCNTQ(w, n)
	write()
	CMPQ(n, operand.Imm(uint64(few)))
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
	ADDQ(operand.Imm(uint64(4*few)), pos)
	SUBQ(operand.Imm(uint64(few)), n)
	write()
	CMPQ(n, operand.Imm(uint64(few)))
	JA(operand.LabelRef("more"))
	LEAQ(operand.Mem{Base: pos, Index: n, Scale: 4}, pos)
	JMP(operand.LabelRef("done"))
}

package main

import (
	"encoding/binary"
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// power returns p^n mod 2^32.
func power(n int) uint32 {
	x := uint32(1)
	for range n {
		x *= prime
	}
	return x
}

// weights returns the weights of 16 bytes of a window, first, first+2, …, split into two
// signed halves: w = high·2^16 + low. Bytes before skip and after the window have weight
// zero.
func weights(window, first, skip int) (low, high []byte) {
	for j := first; j < first+32; j += 2 {
		w := uint32(0)
		if j >= skip && j < window {
			w = power(window - 1 - j)
		}
		l := int16(w)
		low = binary.LittleEndian.AppendUint16(low, uint16(l))
		high = binary.LittleEndian.AppendUint16(high, uint16((w-uint32(int32(l)))>>16))
	}
	return low, high
}

func valuesAVX2(window int) {
	name := text("valuesAVX2x", window, "func(rank *uint32, pos *int32, eights int, data *byte)")
	Doc(name+" computes the ranks of the windows that start at data[pos[i]],",
		"eight at a time. It reads at least 32 bytes of a window.")
	tail := window - 32 // the offset of the second 32 bytes of a window
	starts := []int{0, 1}
	if tail > 0 {
		starts = append(starts, tail, tail+1)
	}
	rank, pos := Load(Param("rank"), GP64()), Load(Param("pos"), GP64())
	eights, data := Load(Param("eights"), GP64()), Load(Param("data"), GP64())

	var lows, highs [4]VecVirtual
	for i, at := range starts {
		skip := 0
		if i >= 2 {
			skip = 32
		}
		l, h := weights(window, at, skip)
		name := fmt.Sprintf("%d_%d", window, at)
		lows[i], highs[i] = YMM(), YMM()
		VMOVDQU(bytesData("weights_low_"+name, l), lows[i])
		VMOVDQU(bytesData("weights_high_"+name, h), highs[i])
	}
	lowByte := bytesData(fmt.Sprintf("low_bytes_%d", window), words16(0x00ff))

	// one sets the 8 double words of out to terms that add up to the value.
	one := func(i int, out VecVirtual) {
		at := GP64()
		MOVLQSX(operand.Mem{Base: pos, Disp: 4 * i}, at)
		ADDQ(data, at)
		x, y, high := YMM(), YMM(), YMM()
		VMOVDQU(operand.Mem{Base: at}, x)
		VPAND(lowByte, x, y)
		VPSRLW(operand.Imm(8), x, x)
		VPMADDWD(lows[0], y, out)
		VPMADDWD(highs[0], y, high)
		VPMADDWD(lows[1], x, y)
		VPADDD(y, out, out)
		VPMADDWD(highs[1], x, y)
		VPADDD(y, high, high)
		if tail > 0 {
			VMOVDQU(operand.Mem{Base: at, Disp: tail}, x)
			VPAND(lowByte, x, y)
			VPSRLW(operand.Imm(8), x, x)
			z := YMM()
			VPMADDWD(lows[2], y, z)
			VPADDD(z, out, out)
			VPMADDWD(highs[2], y, y)
			VPADDD(y, high, high)
			VPMADDWD(lows[3], x, y)
			VPADDD(y, out, out)
			VPMADDWD(highs[3], x, x)
			VPADDD(x, high, high)
		}
		VPSLLD(operand.Imm(16), high, high)
		VPADDD(high, out, out)
	}
	// four computes four values, each as two halves that are 4 double words apart.
	four := func(i int, out VecVirtual) {
		u, v := YMM(), YMM()
		one(i, out)
		one(i+1, u)
		VPHADDD(u, out, out)
		one(i+2, u)
		one(i+3, v)
		VPHADDD(v, u, u)
		VPHADDD(u, out, out)
	}
	Label("eight")
	f, g := YMM(), YMM()
	four(0, f)
	four(4, g)
	h := YMM()
	VPERM2I128(operand.Imm(0x20), g, f, h)
	VPERM2I128(operand.Imm(0x31), g, f, f)
	VPADDD(h, f, f)
	// Drop the upper two of 32 bits and reverse the rest: bytes by shuffle, then
	// half-bytes by table lookup.
	VPSLLD(operand.Imm(2), f, f)
	VPSHUFB(bytesData(fmt.Sprintf("reverse_bytes_%d", window), reverseBytes()), f, f)
	nibble := bytesData(fmt.Sprintf("nibbles_%d", window), repeat(0x0f))
	VPAND(nibble, f, g)
	VPSRLW(operand.Imm(4), f, f)
	VPAND(nibble, f, f)
	VMOVDQU(bytesData(fmt.Sprintf("reverse_low_%d", window), reverseNibbles(4)), h)
	VPSHUFB(g, h, g)
	VMOVDQU(bytesData(fmt.Sprintf("reverse_high_%d", window), reverseNibbles(0)), h)
	VPSHUFB(f, h, f)
	VPOR(g, f, f)
	VMOVDQU(f, operand.Mem{Base: rank})
	ADDQ(operand.Imm(32), rank)
	ADDQ(operand.Imm(32), pos)
	DECQ(eights)
	JNZ(operand.LabelRef("eight"))
	VZEROUPPER()
	RET()
}

func words16(w uint16) (b []byte) {
	for range 16 {
		b = binary.LittleEndian.AppendUint16(b, w)
	}
	return b
}

func repeat(x byte) (b []byte) {
	for range 32 {
		b = append(b, x)
	}
	return b
}

// reverseBytes returns the shuffle that reverses the bytes of each double word.
func reverseBytes() (b []byte) {
	for i := range byte(32) {
		b = append(b, i%16^3)
	}
	return b
}

// reverseNibbles returns the table of reversed half-bytes, shifted left.
func reverseNibbles(shift int) (b []byte) {
	for i := range byte(32) {
		r := i&1<<3 | i&2<<1 | i&4>>1 | i&8>>3
		b = append(b, r<<shift)
	}
	return b
}

func words32(words ...uint32) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

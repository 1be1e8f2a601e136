// Command asm generates the assembly of package checksum; see the go:generate line in
// kernel_amd64.go. The comments there explain what the kernels compute; the comments
// here explain instructions and registers.
package main

import (
	"encoding/binary"
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

const (
	blockSize = 64
	rounds    = 7
)

// iv are the initial chaining value's words, as in package checksum.
var iv = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// permutation lists the message word that takes each place in the next round.
var permutation = [16]int{2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8}

func main() {
	ConstraintExpr("amd64,!purego")
	rotate16, rotate8 := data("rotate16", rotation(2)), data("rotate8", rotation(1))
	lanesAVX2(rotate16, rotate8)
	blocksAVX(rotate16, rotate8)
	Generate()
}

// rotation returns the shuffle of 32 bytes that rotates each double word right by a
// number of bytes.
func rotation(n byte) (b []byte) {
	for i := range byte(32) {
		b = append(b, i%16&^3|(i+n)&3)
	}
	return b
}

// everywhere returns eight copies of a double word.
func everywhere(x uint32) []byte {
	return doubleWords(x, x, x, x, x, x, x, x)
}

func doubleWords(words ...uint32) (b []byte) {
	for _, x := range words {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// data declares a constant of up to 32 bytes, in eights.
func data(name string, b []byte) operand.Mem {
	m := GLOBL(name, 8|16) // RODATA|NOPTR
	for i := 0; i < len(b); i += 8 {
		DATA(i, operand.U64(binary.LittleEndian.Uint64(b[i:])))
	}
	return m
}

func numbered(name string, n int) string { return fmt.Sprint(name, n) }

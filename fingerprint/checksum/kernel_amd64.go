//go:build !purego

package checksum

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C _asm run . -pkg checksum -out ../kernel_amd64.s -stubs ../kernel_stubs_amd64.go

// kernels returns the kernels that this machine supports, the fastest last.
func kernels() []kernel {
	k := []kernel{kernelGo}
	if cpu.X86.HasAVX2 {
		k = append(k, kernelAVX2)
	}
	return k
}

// The generator knows these offsets; the declarations fail to compile if it is wrong.
var (
	_ [0]struct{}          = [unsafe.Offsetof(group{}.data)]struct{}{}
	_ [24 * lanes]struct{} = [unsafe.Offsetof(group{}.tail)]struct{}{}
	_ [32 * lanes]struct{} = [unsafe.Offsetof(group{}.out)]struct{}{}
	_ [40 * lanes]struct{} = [unsafe.Offsetof(group{}.last)]struct{}{}
	_ [60 * lanes]struct{} = [unsafe.Offsetof(group{}.final)]struct{}{}
)

// runVector is runGo for an assembly kernel.
func (g *group) runVector(blocks int) { lanesAVX2(&g.data, blocks) }

// blocksVector is blocksGo for an assembly kernel. A block takes 3/5 of the time that
// eight lanes take for a block each (69 and 109 ns on Zen 3), so one lane, or two of very
// different lengths, go here.
func blocksVector(cv *Sum, data []byte, counter uint64, length, first, flags uint32) {
	if len(data) > 0 {
		blocksAVX((*[Size]byte)(cv), &data[0], len(data)/blockSize, counter, length, first, flags)
	}
}

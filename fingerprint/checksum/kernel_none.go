//go:build !amd64 || purego

package checksum

// kernels returns the kernels that this machine supports, the fastest last.
func kernels() []kernel { return []kernel{kernelGo} }

// runVector exists only on machines with an assembly kernel.
func (*group) runVector(int) { panic("checksum: no assembly kernel on this machine") }

// blocksVector exists only on machines with an assembly kernel.
func blocksVector(*Sum, []byte, uint64, uint32, uint32, uint32) {
	panic("checksum: no assembly kernel on this machine")
}

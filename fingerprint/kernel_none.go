//go:build !amd64 || purego

package fingerprint

// kernels lists what this machine can use, the fastest last.
func kernels() []kernel { return []kernel{kernelGo} }

type vectorScratch struct{}

// chooseVector is there for machines that have a kernel in assembly.
func (*span) chooseVector([]Selected, piece) []Selected {
	panic("fingerprint: no kernel in assembly on this machine")
}

//go:build (!amd64 && !arm64) || purego

package fingerprint

// kernels returns the kernels that this machine supports, the fastest last.
func kernels() []kernel { return []kernel{kernelGo} }

type (
	vectorScratch struct{ *assembly }
	assembly      struct{}
)

var assemblies map[int]*assembly

// chooseVector exists only on machines with an assembly kernel.
func (*spanSelector) chooseVector([]Selected, piece) []Selected {
	panic("fingerprint: no assembly kernel on this machine")
}

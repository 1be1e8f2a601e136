package checksum

import (
	"runtime"
	"testing"
)

// TestKernels names the kernels that the other tests run, for the log of .ci/run.
func TestKernels(t *testing.T) {
	all := kernels()
	t.Logf("%s/%s: kernels %v, in use %v", runtime.GOOS, runtime.GOARCH, all, fastest)
	if all[0] != kernelGo || fastest != all[len(all)-1] {
		t.Errorf("kernels are %v, of which %v is used", all, fastest)
	}
}

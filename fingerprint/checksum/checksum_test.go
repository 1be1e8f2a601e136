package checksum

import (
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/zeebo/blake3"
)

// input returns the input of the official test vectors.
func input(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i % 251)
	}
	return b
}

// noise returns n random bytes.
func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// eachKernel runs the test for each kernel that this machine supports.
func eachKernel(t *testing.T, test func(t *testing.T, k kernel)) {
	for _, k := range kernels() {
		t.Run(k.String(), func(t *testing.T) { test(t, k) })
	}
}

// sizes returns lengths at which an implementation is likely to fail: around multiples
// of chunks and around powers of two.
func sizes() (s []int) {
	for n := 3; n <= 70; n++ {
		s = append(s, n*ChunkSize-1, n*ChunkSize, n*ChunkSize+1)
	}
	for n := 128 << 10; n <= 4<<20; n *= 2 {
		s = append(s, n-ChunkSize, n-1, n, n+1, n+ChunkSize, n+n/2+1, n+n/4)
	}
	return s
}

func TestGolden(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		for n, want := range map[int]string{
			0: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
			1: "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
		} {
			got := of(k, input(n))
			if hex.EncodeToString(got[:]) != want {
				t.Errorf("%d bytes: %x, want %s", n, got, want)
			}
		}
	})
}

func TestOf(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		all := noise(rand.New(rand.NewPCG(1, 2)), 8<<20)
		for n := range 3001 {
			if got, want := of(k, all[:n]), blake3.Sum256(all[:n]); got != want {
				t.Fatalf("%d bytes: %x, want %x", n, got, want)
			}
		}
		for _, n := range sizes() {
			if got, want := of(k, all[:n]), blake3.Sum256(all[:n]); got != want {
				t.Fatalf("%d bytes: %x, want %x", n, got, want)
			}
		}
	})
}

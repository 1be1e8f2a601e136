package simhash

import (
	"math/rand/v2"
	"testing"

	"github.com/cespare/xxhash/v2"
)

func TestXXH64(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(91, 92))
	for range 20_000 {
		b := make([]byte, 64)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		from := r.IntN(64)
		text := b[from : from+r.IntN(65-from)]
		if got, want := xxh64(text), xxhash.Sum64(text); got != want {
			t.Fatalf("%d bytes with capacity %d: %x, want %x", len(text), cap(text), got, want)
		}
		if got, want := xxh64of9((*[9]byte)(b)), xxhash.Sum64(b[:9]); got != want {
			t.Fatalf("nine bytes: %x, want %x", got, want)
		}
	}
}

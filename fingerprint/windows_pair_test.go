package fingerprint

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestCompareWindows compares the counts with sets of strings, for small and large
// rooms.
func TestCompareWindows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 62))
	noise := noise(r, 8_000)
	sides := [][]byte{nil, []byte("short"), noise, noise[3000:6000], make([]byte, 6_000), bytes.Repeat(noise[:700], 9)}
	const window = 12
	for _, a := range sides {
		for _, b := range sides {
			want := sharesByMap(a, b, window, nil)
			for _, room := range []int{1 << 20, 3000, 900} {
				if got := compareWindows(a, b, window, nil, room); got != want {
					t.Errorf("%d and %d bytes, room %d: %+v, want %+v", len(a), len(b), room, got, want)
				}
			}
		}
	}
}

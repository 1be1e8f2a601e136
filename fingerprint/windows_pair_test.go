package fingerprint

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestCompareWindows counts windows as strings, however small the room is.
func TestCompareWindows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 62))
	noise := make([]byte, 8_000)
	for i := range noise {
		noise[i] = byte(r.IntN(3))
	}
	sides := [][]byte{nil, []byte("short"), noise, noise[3000:6000], make([]byte, 6_000), bytes.Repeat(noise[:700], 9)}
	const window = 12
	for _, a := range sides {
		for _, b := range sides {
			sets := [2]map[string]bool{{}, {}}
			for i, s := range [][]byte{a, b} {
				for at := 0; at+window <= len(s); at++ {
					sets[i][string(s[at:at+window])] = true
				}
			}
			want := Shares{A: len(sets[0]), B: len(sets[1])}
			for s := range sets[0] {
				if sets[1][s] {
					want.Shared++
				}
			}
			for _, room := range []int{1 << 20, 3000, 900} {
				if got := compareWindows(a, b, window, nil, room); got != want {
					t.Errorf("%d and %d bytes, room %d: %+v, want %+v", len(a), len(b), room, got, want)
				}
			}
		}
	}
}

package fingerprint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWindowSet compares with sets of strings: the windows that two files share
// outside the set, and the bytes that the windows of the set cover.
func TestWindowSet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(83, 84))
	const window = 12
	noise := func(n int) []byte { return noise(r, n) }
	covered, taken := 0, 0
	for _, size := range []int{0, window - 1, window, 500, 80_000} {
		known, set := map[string]bool{}, NewWindowSet(window)
		other := NewWindowSet(window)
		streams := [][]byte{noise(size), noise(size / 2), nil, make([]byte, size)}
		for i, s := range streams {
			into := []*WindowSet{set, other}[i%2]
			into.Reset()
			for rest := s; len(rest) > 0; {
				n := 1 + r.IntN(len(rest))
				_, _ = into.Write(rest[:n])
				rest = rest[n:]
			}
			for at := 0; at+window <= len(s); at++ {
				known[string(s[at:at+window])] = true
			}
		}
		set.AddSet(other)
		if set.Len() != len(known) || set.Exceeds(len(known)) {
			t.Errorf("%d windows, want %d", set.Len(), len(known))
		}
		a := slices.Concat(noise(300), streams[0][:size/2], noise(7), streams[1], noise(5000))
		b := slices.Concat(a[len(a)/2:], streams[0][size/3:], noise(900))
		for _, room := range []int{1 << 20, 900} {
			got, want := compareWindows(a, b, window, set, room), sharesByMap(a, b, window, known)
			if got != want {
				t.Errorf("size %d, room %d: %+v, want %+v", size, room, got, want)
			}
			taken += sharesByMap(a, b, window, nil).Shared - want.Shared
		}
		in := make([]bool, len(a))
		last := -1
		set.Stretches(a, func(from, to int) {
			if from <= last || to-from < window {
				t.Fatalf("stretch %d to %d follows one that ends at %d", from, to, last)
			}
			for i := from; i < to; i++ {
				in[i] = true
				covered++
			}
			last = to
		})
		want := make([]bool, len(a))
		for at := 0; at+window <= len(a); at++ {
			if known[string(a[at:at+window])] {
				for i := range window {
					want[at+i] = true
				}
			}
		}
		if !slices.Equal(in, want) {
			t.Errorf("size %d: the stretches do not match the windows of the set", size)
		}
	}
	if covered < 50_000 || taken < 10_000 {
		t.Errorf("only %d bytes and %d windows were checked", covered, taken)
	}
	var none *WindowSet
	if h := []uint64{3, 4}; none.Len() != 0 || len(none.Without(h)) != 2 {
		t.Error("a nil set is not empty")
	}
}

// TestGrowth adds a few duplicates at a time to a set that nearly fills its memory.
// The set must not be sorted each time.
func TestGrowth(t *testing.T) {
	t.Parallel()
	const n, little, added = 10_000, 10, 5 * 10_000
	s, c := NewWindowSet(Window), NewCandidates(DefaultRule)
	s.hashes, c.fps = make([]uint64, 0, n+little), make([]Fingerprint, 0, n+little)
	for i := range n {
		s.add([]uint64{uint64(i)})
		c.add([]Selected{{Fingerprint: Fingerprint(i)}})
	}
	sorted := [2]int{}
	for at := 0; at < added; at += little {
		for i := range little {
			windows, candidates := len(s.hashes), len(c.fps)
			s.add([]uint64{uint64(at+i) % n})
			c.add([]Selected{{Fingerprint: Fingerprint((at + i) % n)}})
			if len(s.hashes) <= windows {
				sorted[0]++
			}
			if len(c.fps) <= candidates {
				sorted[1]++
			}
		}
	}
	if most := added / (n / 2); sorted[0] > most || sorted[1] > most || s.Len() != n || len(c.Set()) != n {
		t.Errorf("sorted %d and %d times, want at most %d; %d windows, %d candidates", sorted[0], sorted[1], most, s.Len(), len(c.Set()))
	}
}

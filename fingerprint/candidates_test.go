package fingerprint

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCandidates compares the candidates with hashes of every window from scratch,
// for random splits of the stream. It also checks that whatever is selected of any
// part of a stream is among the candidates of the whole, as a base requires.
func TestCandidates(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 82))
	selected := 0
	for _, rule := range []Rule{longRule, {Window: 25, Density: Auto}, {Window: Window, Density: 8}, {Window: 8, Density: 0},
		{Window: Window, Density: 0, Anchors: "a\nxy"}} {
		c, reference := NewCandidates(rule), map[Fingerprint]bool{}
		for _, size := range []int{0, rule.Window - 1, rule.Window, 700, 200_000, 300_000} {
			data := make([]byte, size)
			for i := range data {
				data[i] = byte(r.Uint32())
			}
			if size > 1000 {
				copy(data[500:], make([]byte, 300)) // one byte repeated
			}
			c.Reset()
			for rest := data; len(rest) > 0; {
				n := 1 + r.IntN(min(len(rest), 150_000))
				_, _ = c.Write(rest[:n])
				rest = rest[n:]
			}
			for at := 0; at+rule.Window <= size; at++ {
				w := data[at : at+rule.Window]
				if fp := newFingerprint(w); fp.Level() >= rule.Level(0) && !uniform(w) {
					reference[fp] = true
				}
			}
			for range 20 {
				from := r.IntN(size + 1)
				part := data[from : from+r.IntN(size-from+1)]
				for _, s := range Select(rule, slices.Concat(bytes.Repeat([]byte("x"), r.IntN(60)), part)) {
					if reference[s.Fingerprint] {
						selected++
					} else if s.Offset >= 60 {
						t.Fatalf("%+v: a window of a stream of %d bytes is selected but is not a candidate", rule, size)
					}
				}
			}
		}
		set := c.Set()
		if len(set) != len(reference) {
			t.Errorf("%+v: %d candidates, want %d", rule, len(set), len(reference))
		}
		for i, fp := range set {
			if !reference[fp] || i > 0 && set[i-1] >= fp {
				t.Fatalf("%+v: %x is not a candidate or is out of order", rule, fp)
			}
		}
	}
	if selected < 10_000 {
		t.Errorf("only %d selected windows were checked", selected)
	}
}

func TestSetWithout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ s, t, want Set }{
		{Set{1, 3, 5, 9}, Set{0, 3, 4, 9, 12}, Set{1, 5}},
		{Set{1, 3}, nil, Set{1, 3}},
		{Set{1, 3}, Set{1, 3}, Set{}},
		{nil, Set{1}, nil},
	} {
		if got := slices.Clone(c.s).Without(c.t); !slices.Equal(got, c.want) {
			t.Errorf("%v without %v is %v, want %v", c.s, c.t, got, c.want)
		}
	}
}

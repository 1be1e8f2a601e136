package minhash

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/fingerprint"
)

// plainSign is the definition: every element in every round, and a component keeps
// the smallest pair of round and hash.
func plainSign(components int, elements []uint64) Signature {
	type value struct {
		round int
		hash  uint32
	}
	if len(elements) == 0 {
		return nil
	}
	places := make([]value, components)
	for i := range places {
		places[i].round = -1
	}
	for round := range 2 * components {
		for _, x := range elements {
			h := mix(x + uint64(round+1)*golden)
			at := int(h >> 32 * uint64(components) >> 32)
			if round >= components {
				at = round - components
			}
			v, p := value{round, uint32(h)}, &places[at]
			if p.round < 0 || v.round < p.round || v.round == p.round && v.hash < p.hash {
				*p = v
			}
		}
	}
	var s Signature
	for _, p := range places {
		s = append(s, p.hash)
	}
	return s
}

func randomSet(r *rand.Rand, n int) []uint64 {
	s := make([]uint64, n)
	for i := range s {
		s[i] = r.Uint64()
	}
	return s
}

func TestSign(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, components := range []int{1, 2, 7, 128, 210, 256} {
		s := NewSigner(components)
		for _, n := range []int{0, 1, 2, 3, 5, 17, 100, 1000} {
			set := randomSet(r, n)
			got := slices.Clone(s.Sign(set))
			if want := plainSign(components, set); !slices.Equal(got, want) {
				t.Fatalf("%d components of %d elements: %v, want %v", components, n, got, want)
			}
			set = append(set, set...)
			r.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
			if again := s.Sign(set); !slices.Equal(again, got) {
				t.Fatalf("%d components of %d elements: duplicates in another order change the signature", components, n)
			}
		}
	}
}

// TestGolden checks that stored values keep their meaning.
func TestGolden(t *testing.T) {
	t.Parallel()
	set := []uint64{1, 2, 3, 0xfeedface, 1 << 63}
	b := Bands{3, 2}
	for _, c := range []struct {
		what, got, want string
	}{
		{"signature", fmt.Sprintf("%08x", NewSigner(8).Sign(set)), goldenSignature},
		{"of one", fmt.Sprintf("%08x", NewSigner(4).Sign(set[:1])), goldenOfOne},
		{"keys", fmt.Sprintf("%08x", b.Keys(nil, NewSigner(8).Sign(set))), goldenKeys},
		{"sketch", fmt.Sprintf("%08x", SketchOf(NewSigner(SketchBits).Sign(set))), goldenSketch},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
}

// twoSets returns sets of a and b elements that share the given number.
func twoSets(r *rand.Rand, a, b, shared int) (x, y []uint64) {
	all := randomSet(r, a+b-shared)
	return all[:a], all[a-shared:]
}

// TestEstimate checks that estimates have no bias and the documented error.
func TestEstimate(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ a, b, shared int }{{1, 1, 1}, {1, 2, 1}, {4, 5, 4}, {10, 10, 5}, {100, 100, 90}, {300, 200, 100}, {50, 5000, 40}, {100, 100, 0}} {
		j := float64(c.shared) / float64(c.a+c.b-c.shared)
		const rounds = 2000
		var sum, squares float64
		for range rounds {
			x, y := twoSets(r, c.a, c.b, c.shared)
			e := float64(Estimate(Of(x), Of(y)))
			sum += e
			squares += (e - j) * (e - j)
		}
		deviation := math.Sqrt(j * (1 - j) / Components)
		mean, rmse := sum/rounds, math.Sqrt(squares/rounds)
		t.Logf("%+v: Jaccard %.4f, estimated %.4f, error %.4f (binomial %.4f)", c, j, mean, rmse, deviation)
		if math.Abs(mean-j) > 5*deviation/math.Sqrt(rounds) {
			t.Errorf("%+v: mean estimate %.5f, want %.5f", c, mean, j)
		}
		if rmse > 1.1*deviation+1e-9 {
			t.Errorf("%+v: error %.4f, want %.4f", c, rmse, deviation)
		}
	}
	for _, c := range []struct {
		a, b Signature
		want fingerprint.Share
	}{
		{nil, nil, fingerprint.Undefined}, {nil, Of([]uint64{1}), 0}, {Of([]uint64{1}), nil, 0},
		{Signature{1}, Signature{1, 2}, fingerprint.Undefined}, {Signature{1, 3}, Signature{1, 2}, .5},
	} {
		if got := Estimate(c.a, c.b); got != c.want {
			t.Errorf("estimate of signatures of %d and %d: %v, want %v", len(c.a), len(c.b), got, c.want)
		}
	}
}

func BenchmarkSign(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{5, 50, 200, 1000, 10000} {
		for _, components := range []int{128, 210, 256} {
			b.Run(fmt.Sprintf("%d-%d", n, components), func(b *testing.B) {
				s, set := NewSigner(components), randomSet(r, n)
				b.SetBytes(int64(n * 10)) // 2 KB of text for 200 words
				for b.Loop() {
					s.Sign(set)
				}
			})
		}
	}
}

package fingerprint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/testdata"
)

// sortable returns n fingerprints: as a file has them, all alike, in one bucket but for one, or
// few distinct ones.
func sortable(r *rand.Rand, kind string, n int) []Fingerprint {
	fps := make([]Fingerprint, n)
	for i := range fps {
		switch kind {
		case "even":
			fps[i] = Fingerprint(r.Uint64N(uint64(Bound(5))))
		case "equal":
			fps[i] = 1 << 40
		case "crowded":
			fps[i] = Fingerprint(r.Uint64N(1 << 16))
		case "few":
			fps[i] = Fingerprint(r.Uint64N(7)) << 30
		}
	}
	if kind == "crowded" && n > 0 {
		fps[r.IntN(n)] = 1<<Bits - 1
	}
	return fps
}

// TestSorter compares a Sorter, used again and again, with slices.Sort.
func TestSorter(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	var s Sorter[Fingerprint]
	for _, kind := range []string{"even", "equal", "crowded", "few"} {
		for n := range 400 {
			if n > 300 {
				if n%testdata.Rounds(4, 1) != 0 {
					continue
				}
				n *= 1 + r.IntN(300)
			}
			fps := sortable(r, kind, n)
			want := slices.Sorted(slices.Values(fps))
			if s.Sort(fps); !slices.Equal(fps, want) {
				t.Fatalf("%d %s fingerprints: %x, want %x", n, kind, fps, want)
			}
		}
	}
}

// BenchmarkSort sorts what files of 2 KB to 10 MB have.
func BenchmarkSort(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{10, 30, 70, 300, 3000, 30_000, 500_000} {
		from := sortable(r, "even", n)
		fps := make([]Fingerprint, n)
		var s Sorter[Fingerprint]
		for name, sort := range map[string]func([]Fingerprint){"slices": slices.Sort[[]Fingerprint], "Sorter": s.Sort} {
			b.Run(fmt.Sprint(n, name), func(b *testing.B) {
				for b.Loop() {
					copy(fps, from)
					sort(fps)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/fp")
			})
		}
	}
}

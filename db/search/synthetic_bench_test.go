package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/hamming"
	"alike/db/inorder"
	"alike/db/search"
)

// syntheticSizes are numbers of contents. Each benchmark builds an index first,
// which takes a minute for a million: select a size with, for example,
// -bench 'SyntheticPairs/^100000$'.
var syntheticSizes = []int{10_000, 30_000, 100_000, 300_000, 1_000_000}

// BenchmarkSyntheticPairs finds all pairs that share half, and checks that the
// planted ones are among them.
func BenchmarkSyntheticPairs(b *testing.B) {
	for _, n := range syntheticSizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			g := newGenerator(1, n)
			ix := built(b, n, g.content, nil, nil)
			resetPeak(b)
			pairs, planted := 0, 0
			for b.Loop() {
				pairs, planted = pairsOf(b, ix, g.planting)
			}
			if planted != g.copies() {
				b.Fatalf("%d of %d planted pairs found", planted, g.copies())
			}
			b.ReportMetric(float64(pairs), "pairs")
			b.ReportMetric(peakMiB(b), "peak-MiB")
			took := b.Elapsed() / time.Duration(b.N)
			reading := timeOfReading(b, ix)
			b.ReportMetric(reading.Seconds(), "reading-s")
			b.ReportMetric(took.Seconds()/reading.Seconds(), "x-reading")
			st, err := ix.Status(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(st.Postings), "postings")
			b.ReportMetric(float64(st.DiskBytes)/(1<<20), "index-MiB")
		})
	}
}

// timeOfReading returns the least of three times of reading all postings on all cores.
func timeOfReading(b *testing.B, ix *db.Index) time.Duration {
	b.Helper()
	least := time.Duration(math.MaxInt64)
	for range 3 {
		start := time.Now()
		ranges, err := ix.PostingRanges()
		if err != nil {
			b.Fatal(err)
		}
		readers := make([]*db.RangeReader, runtime.GOMAXPROCS(0))
		for i := range readers {
			readers[i] = ix.NewRangeReader()
		}
		read := int64(0)
		err = inorder.Do(len(ranges), len(readers), func(worker, piece int) (func() error, error) {
			ps, err := readers[worker].Read(ranges[piece])
			return func() error {
				read += int64(len(ps))
				return nil
			}, err
		})
		if err != nil || read != ix.Postings() {
			b.Fatalf("%d of %d postings read, %v", read, ix.Postings(), err)
		}
		least = min(least, time.Since(start))
	}
	return least
}

// BenchmarkSyntheticQuery asks about contents of the index, chosen at random.
func BenchmarkSyntheticQuery(b *testing.B) {
	for _, n := range syntheticSizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			g := newGenerator(1, n)
			ix := built(b, n, g.content, nil, nil)
			rng := rand.New(rand.NewPCG(1, 1<<63))
			for range 20 { // reads the tables of blocks
				ask(b, ix, g, rng.IntN(n))
			}
			percentiles(b, func() { ask(b, ix, g, rng.IntN(n)) })
		})
	}
}

// BenchmarkSyntheticNear searches an index of made-up simhashes, a fifth of them in
// clusters of ten: single queries and all pairs, by distance.
func BenchmarkSyntheticNear(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000, 10_000_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			hashes := clusteredHashes(n)
			ix := builtOfHashes(b, hashes)
			st, err := ix.Status(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			for _, distance := range []int{3, 12} {
				b.Run(fmt.Sprintf("query-%d", distance), func(b *testing.B) {
					rng := rand.New(rand.NewPCG(1, 65))
					percentiles(b, func() { askNear(b, ix, hashes, rng, distance) })
				})
			}
			for _, distance := range []int{3, 6} {
				b.Run(fmt.Sprintf("pairs-%d", distance), func(b *testing.B) {
					resetPeak(b)
					pairs := 0
					for b.Loop() {
						pairs = nearPairsOf(b, ix, distance)
					}
					b.ReportMetric(float64(pairs), "pairs")
					b.ReportMetric(float64(st.HashBytes)/float64(st.Hashes), "B/hash")
					b.ReportMetric(peakMiB(b), "peak-MiB")
				})
			}
		})
	}
}

// clusteredHashes makes simhashes, the first fifth in clusters of ten that differ
// from a centre in up to seven bits.
func clusteredHashes(n int) []uint64 {
	rng := rand.New(rand.NewPCG(1, 64))
	hashes := make([]uint64, n)
	centre := uint64(0)
	for i := range hashes {
		if i >= n/5 {
			hashes[i] = rng.Uint64()
			continue
		}
		if i%10 == 0 {
			centre = rng.Uint64()
		}
		hashes[i] = centre
		for range rng.IntN(8) {
			hashes[i] ^= 1 << rng.UintN(64)
		}
	}
	return hashes
}

// builtOfHashes returns an index of contents that have a simhash and no
// fingerprints.
func builtOfHashes(b *testing.B, hashes []uint64) *db.Index {
	b.Helper()
	content := func(i int) synthetic {
		return synthetic{Content: db.Content{Checksum: checksum(1, i), Size: medianSize, Level: 5}}
	}
	keep := func(w *db.Writer) error { return w.KeepHashes("made up", hamming.DefaultBlocks) }
	return built(b, len(hashes), content, keep, func(w *db.Writer, i int, id db.ContentID) error {
		return w.PutHash(id, hamming.Document{Hash: hashes[i], Features: 1})
	})
}

// askNear searches for a hash of the index with some bits flipped. The answer must
// name its document.
func askNear(b *testing.B, ix *db.Index, hashes []uint64, rng *rand.Rand, distance int) {
	b.Helper()
	i := rng.IntN(len(hashes))
	h, path, found := hashes[i], pathOf(i), false
	for range distance {
		h ^= 1 << rng.UintN(64)
	}
	err := search.Near(context.Background(), ix, search.NearQuery{Hash: hamming.Document{Hash: h}, Distance: distance}, func(n search.NearMatch) error {
		found = found || n.File.Path == path
		return nil
	})
	if err != nil || !found {
		b.Fatalf("a query at distance %d for document %d: found %v, %v", distance, i, found, err)
	}
}

// nearPairsOf counts pairs of documents. A star stands for every pair of its files.
func nearPairsOf(b *testing.B, ix *db.Index, distance int) (pairs int) {
	b.Helper()
	_, err := search.NearPairs(context.Background(), ix, search.NearPairQuery{Distance: distance}, func(p search.NearPair) error {
		x, y := p.A.Len(), p.B.Len()
		if pairs += x * y; p.Distance == 0 {
			pairs += y * (y - 1) / 2
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return pairs
}

// percentiles runs a query over and over, and reports the median, the 99th
// percentile and the maximum.
func percentiles(b *testing.B, query func()) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		query()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	for _, p := range []struct {
		at   int
		unit string
	}{{len(took) / 2, "median-µs"}, {len(took) * 99 / 100, "p99-µs"}, {len(took) - 1, "most-µs"}} {
		b.ReportMetric(float64(took[p.at].Nanoseconds())/1000, p.unit)
	}
}

// resetPeak makes the kernel forget the peak of this process's resident memory,
// which building the index has raised.
func resetPeak(b *testing.B) {
	b.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		b.Logf("the peak of memory includes building the index: %v", err)
	}
}

// peakMiB returns the peak of resident memory.
func peakMiB(b *testing.B) float64 {
	b.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		b.Fatal(err)
	}
	return kib / 1024
}

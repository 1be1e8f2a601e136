package hamming

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// BenchmarkHashPairs looks for all pairs of a million hashes.
func BenchmarkHashPairs(b *testing.B) {
	const n = 1_000_000
	s := loaded(b, DefaultBlocks, plantedHashes(rand.New(rand.NewPCG(1, 1)), n))
	for _, distance := range []int{3, 6, 8, 12} {
		b.Run(fmt.Sprintf("distance %d", distance), func(b *testing.B) {
			for b.Loop() {
				err := s.Pairs(context.Background(), distance, runtime.GOMAXPROCS(0), func(_, _ []uint32, _ int) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNearHashes asks a million hashes for the neighbours of one.
func BenchmarkNearHashes(b *testing.B) {
	const n = 1_000_000
	hashes := plantedHashes(rand.New(rand.NewPCG(1, 1)), n)
	for _, blocks := range []int{4, 5} {
		s := loaded(b, blocks, hashes)
		for _, distance := range []int{3, 6, 12} {
			b.Run(fmt.Sprintf("%d blocks, distance %d", blocks, distance), func(b *testing.B) {
				i := 0
				var matches []Match
				for b.Loop() {
					i++
					matches, _ = s.Near(matches[:0], Document{Hash: hashes[i%n]}, distance)
				}
			})
		}
	}
}

// BenchmarkInsertHashes enters a million hashes one by one.
func BenchmarkInsertHashes(b *testing.B) {
	hashes := plantedHashes(rand.New(rand.NewPCG(1, 1)), 1_000_000)
	for b.Loop() {
		s, _ := NewSet(DefaultBlocks)
		for i, h := range hashes {
			s.Insert(uint32(i), Document{Hash: h})
		}
		b.ReportMetric(float64(s.Bytes())/float64(len(hashes)), "B/hash")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(hashes)), "ns/hash")
}

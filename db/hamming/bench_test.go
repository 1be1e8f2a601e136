package hamming

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// BenchmarkHashPairs finds all pairs among a million hashes.
func BenchmarkHashPairs(b *testing.B) {
	const n = 1_000_000
	runs := runsOf(plantedHashes(rand.New(rand.NewPCG(1, 1)), n))
	for _, distance := range []int{3, 6, 8, 12} {
		b.Run(fmt.Sprintf("distance %d", distance), func(b *testing.B) {
			for b.Loop() {
				err := runs.Pairs(context.Background(), distance, runtime.GOMAXPROCS(0), noProgress, func(Pair) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNearHashes looks up the neighbours of one hash among a million.
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

// BenchmarkInsertHashes inserts a million hashes one by one.
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

package checksum

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zeebo/blake3"
)

// messages returns n messages of the given size, or of sizes like those of source files
// if it is zero: log-normal, with a median of 4 KiB.
func messages(n, size int) (all [][]byte, total int64) {
	r := rand.New(rand.NewPCG(51, 52))
	for range n {
		length := size
		if size == 0 {
			length = int(math.Exp(math.Log(4096) + 1.3*r.NormFloat64()))
		}
		all = append(all, noise(r, length))
		total += int64(length)
	}
	return all, total
}

// BenchmarkSums measures 64 messages of one size, by a Batch and one after the other.
func BenchmarkSums(b *testing.B) {
	for _, size := range []int{64, 256, 1 << 10, 1500, 2 << 10, 3 << 10, 4 << 10, 6000, 8 << 10, 16 << 10, 0} {
		name := fmt.Sprint(size)
		if size == 0 {
			name = "sources"
		}
		all, total := messages(64, size)
		sums := make([]Sum, len(all))
		b.Run(name+"/zeebo", func(b *testing.B) {
			b.SetBytes(total)
			for b.Loop() {
				for i, m := range all {
					sums[i] = blake3.Sum256(m)
				}
			}
		})
		b.Run(name+"/of", func(b *testing.B) {
			b.SetBytes(total)
			for b.Loop() {
				for i, m := range all {
					sums[i] = Of(m)
				}
			}
		})
		b.Run(name+"/batch", func(b *testing.B) {
			batch := NewBatch()
			b.SetBytes(total)
			b.ReportAllocs()
			for b.Loop() {
				batch.Sums(all, sums)
			}
		})
	}
}

// BenchmarkHasher measures streams in writes of 32 KiB.
func BenchmarkHasher(b *testing.B) {
	for _, size := range []int{1 << 10, 4 << 10, 16 << 10, 32 << 10, 128 << 10, 1 << 20, 16 << 20} {
		data := input(size)
		b.Run(fmt.Sprint(size, "/zeebo"), func(b *testing.B) { benchmarkStream(b, blake3.New(), data) })
		b.Run(fmt.Sprint(size, "/ours"), func(b *testing.B) { benchmarkStream(b, New(), data) })
		b.Run(fmt.Sprint(size, "/of"), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				Of(data)
			}
		})
	}
}

func benchmarkStream(b *testing.B, h interface {
	Reset()
	Write(p []byte) (int, error)
	Sum(b []byte) []byte
}, data []byte) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var sum Sum
	for b.Loop() {
		h.Reset()
		for rest := data; len(rest) > 0; {
			n := min(len(rest), 32<<10)
			h.Write(rest[:n])
			rest = rest[n:]
		}
		h.Sum(sum[:0])
	}
}

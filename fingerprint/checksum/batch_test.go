package checksum

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zeebo/blake3"
)

// checkSums compares the checksums of a batch with zeebo's.
func checkSums(t *testing.T, b *Batch, messages [][]byte) {
	t.Helper()
	sums := make([]Sum, len(messages)+1)
	b.Sums(messages, sums)
	for i, m := range messages {
		if want := blake3.Sum256(m); sums[i] != want {
			t.Fatalf("message %d of %d, %d bytes: %x, want %x", i, len(messages), len(m), sums[i], want)
		}
	}
	if sums[len(messages)] != (Sum{}) {
		t.Fatalf("%d messages: a checksum more", len(messages))
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		r := rand.New(rand.NewPCG(11, 12))
		all := noise(r, 300<<10)
		b := newBatch(k)
		checkSums(t, b, nil)
		for round := range 300 {
			messages := make([][]byte, r.IntN(60))
			median := math.Exp(r.Float64() * 11)
			for i := range messages {
				n := min(int(median*math.Exp(2*r.NormFloat64())), 200<<10)
				if round%5 == 0 { // whole chunks, or a byte more or less
					n = max(0, r.IntN(20)*ChunkSize+r.IntN(3)-1)
				}
				at := r.IntN(len(all) - n)
				messages[i] = all[at : at+n]
			}
			checkSums(t, b, messages)
		}
	})
}

// TestBatchEverySize puts every size into one batch, and every one alone.
func TestBatchEverySize(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		all := noise(rand.New(rand.NewPCG(13, 14)), 80<<10)
		b := newBatch(k)
		var every [][]byte
		for n := range 3001 {
			every = append(every, all[n%64:][:n])
			checkSums(t, b, every[n:])
		}
		for _, n := range sizes() {
			if n <= len(all) {
				every = append(every, all[:n])
			}
		}
		checkSums(t, b, every)
	})
}

// TestBatchFull has batches whose chaining values just fit or just do not.
func TestBatchFull(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		all := noise(rand.New(rand.NewPCG(15, 16)), 80<<10)
		b := newBatch(k)
		for _, chunks := range []int{1, 2, 3, 4, 63, 64, 65} {
			for _, n := range []int{1, 7, 8, 9, batchChunks/chunks - 1, batchChunks / chunks, batchChunks/chunks + 1} {
				var messages [][]byte
				for range n {
					messages = append(messages, all[:chunks*ChunkSize])
				}
				checkSums(t, b, messages)
			}
		}
	})
}

func TestBatchTooFewSums(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	NewBatch().Sums([][]byte{nil, nil}, make([]Sum, 1))
}

// TestNoAllocation also holds that nothing is kept of the messages.
func TestNoAllocation(t *testing.T) {
	all, _ := messages(40, 0)
	sums := make([]Sum, len(all))
	b, h := NewBatch(), New()
	var sum [Size]byte
	if n := testing.AllocsPerRun(20, func() { b.Sums(all, sums) }); n != 0 {
		t.Errorf("Sums allocates %v times", n)
	}
	if n := testing.AllocsPerRun(20, func() {
		h.Reset()
		for _, m := range all {
			h.Write(m)
		}
		h.Sum(sum[:0])
	}); n != 0 {
		t.Errorf("a Hasher allocates %v times", n)
	}
	if n := testing.AllocsPerRun(20, func() { sums[0] = Of(all[0]) }); n != 0 {
		t.Errorf("Of allocates %v times", n)
	}
	for i := range b.waiting {
		g := &b.waiting[i]
		for j := range g.data {
			if g.data[j] != nil || g.tail[j] != nil || g.out[j] != nil {
				t.Errorf("the group of %d blocks keeps messages", i+1)
			}
		}
	}
	for j, out := range b.merged.out {
		if out != nil || b.merged.data[j] != nil {
			t.Error("the group of parents keeps messages")
		}
	}
	for _, tree := range b.trees {
		if tree.out != nil {
			t.Error("a tree keeps the place of its sum")
		}
	}
}

func FuzzSums(f *testing.F) {
	f.Add([]byte("alike"), uint16(3), uint16(700), uint16(9))
	f.Add([]byte{}, uint16(0), uint16(0), uint16(0))
	f.Add(input(1024), uint16(1024), uint16(2048), uint16(40))
	f.Add(input(251), uint16(5000), uint16(65000), uint16(17))
	f.Fuzz(func(t *testing.T, data []byte, a, c, count uint16) {
		all := make([]byte, 0, 1<<17)
		for len(all) < 1<<17 {
			all = append(append(all, data...), byte(len(all)>>3))
		}
		seed := rand.New(rand.NewPCG(uint64(a), uint64(c)))
		messages := [][]byte{data, all[:a], all[a:][:c]}
		for range count % 64 {
			messages = append(messages, all[seed.IntN(100):][:seed.IntN(int(a)+1)])
		}
		for _, k := range kernels() {
			checkSums(t, newBatch(k), messages)
			h := newHasher(k)
			var whole []byte
			for _, m := range messages {
				h.Write(m)
				whole = append(whole, m...)
			}
			want := blake3.Sum256(whole)
			if got := Sum(h.Sum(nil)); got != want {
				t.Fatalf("%v: a stream of %d bytes: %x, want %x", k, len(whole), got, want)
			}
			if got := of(k, whole); got != want {
				t.Fatalf("%v: %d bytes: %x, want %x", k, len(whole), got, want)
			}
		}
	})
}

package checksum

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zeebo/blake3"
)

func TestHasherSplits(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		r := rand.New(rand.NewPCG(21, 22))
		all := noise(r, 1<<20)
		h := newHasher(k)
		parts := []int{0, 1, 63, 64, 65, 1000, ChunkSize, ChunkSize + 1, 4096, bufferSize - 1, bufferSize, bufferSize + 1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 200_000}
		for round := range 400 {
			n := r.IntN(1 + r.IntN(len(all)))
			switch round % 4 {
			case 0:
				n = r.IntN(1024) * ChunkSize
			case 1:
				n = r.IntN(9000)
			}
			h.Reset()
			for rest := all[:n]; len(rest) > 0; {
				part := min(parts[r.IntN(len(parts))], len(rest))
				h.Write(rest[:part])
				rest = rest[part:]
				if r.IntN(20) == 0 { // the sum of a prefix, which does not disturb the stream
					at := n - len(rest)
					if got, want := Sum(h.Sum(nil)), blake3.Sum256(all[:at]); got != want {
						t.Fatalf("%d of %d bytes: %x, want %x", at, n, got, want)
					}
				}
			}
			if got, want := Sum(h.Sum(nil)), blake3.Sum256(all[:n]); got != want {
				t.Fatalf("%d bytes: %x, want %x", n, got, want)
			}
		}
	})
}

func TestHasherSizes(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		all := noise(rand.New(rand.NewPCG(23, 24)), 8<<20)
		h := newHasher(k)
		check := func(n int) {
			t.Helper()
			h.Reset()
			h.Write(all[:n])
			prefix := []byte("prefix")
			got := h.Sum(prefix)
			want := blake3.Sum256(all[:n])
			if string(got) != "prefix"+string(want[:]) {
				t.Fatalf("%d bytes: %x, want %x", n, got, want)
			}
		}
		for n := range 3001 {
			check(n)
		}
		for _, n := range sizes() {
			check(n)
		}
	})
}

// TestAppend puts messages together of pieces of every size: all appended, or the last
// written.
func TestAppend(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		all := noise(rand.New(rand.NewPCG(25, 26)), 1<<20)
		h := newHasher(k)
		for piece := ChunkSize; piece <= 1<<18; piece *= 2 {
			for _, pieces := range []int{0, 1, 2, 3, 4, 5, 7, 8} {
				for _, more := range []int{0, 1, ChunkSize - 1, ChunkSize, ChunkSize + 1, piece / 2, piece - 1} {
					n := pieces*piece + min(more, piece-1)
					if n > len(all) {
						continue
					}
					want := blake3.Sum256(all[:n])
					for _, written := range []bool{false, true} {
						h.Reset()
						for at := 0; at < n; at += piece {
							if written && at+piece > n {
								h.Write(all[at:n])
								break
							}
							h.Append(subtree(k, all[at:min(at+piece, n)], uint64(at/ChunkSize)))
						}
						if got := Sum(h.Sum(nil)); got != want {
							t.Fatalf("%d bytes in pieces of %d, written %v: %x, want %x", n, piece, written, got, want)
						}
					}
				}
			}
		}
	})
}

// TestAppendMixed mixes writes and subtrees of all sizes that fit.
func TestAppendMixed(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel) {
		r := rand.New(rand.NewPCG(27, 28))
		all := noise(r, 1<<18)
		h := newHasher(k)
		for range 200 {
			n := r.IntN(len(all))
			h.Reset()
			at := 0
			for at < n {
				piece := ChunkSize << r.IntN(9)
				if at%piece == 0 && at+piece <= n {
					h.Append(subtree(k, all[at:at+piece], uint64(at/ChunkSize)))
					at += piece
					continue
				}
				to := min(n, at+1+r.IntN(40_000))
				if r.IntN(2) == 0 { // to the end of a chunk
					to = min(n, at/ChunkSize*ChunkSize+(1+r.IntN(5))*ChunkSize)
				}
				h.Write(all[at:to])
				at = to
				if r.IntN(4) > 0 {
					continue
				}
				if got, want := Sum(h.Sum(nil)), blake3.Sum256(all[:at]); got != want {
					t.Fatalf("%d of %d bytes: %x, want %x", at, n, got, want)
				}
			}
			if got, want := Sum(h.Sum(nil)), blake3.Sum256(all[:n]); got != want {
				t.Fatalf("%d bytes: %x, want %x", n, got, want)
			}
		}
	})
}

// TestAppendWrong appends subtrees that do not belong there.
func TestAppendWrong(t *testing.T) {
	data := input(64 << 10)
	for name, use := range map[string]func(h *Hasher){
		"within a chunk":       func(h *Hasher) { h.Write(data[:1000]); h.Append(Subtree(data[:ChunkSize], 1)) },
		"elsewhere":            func(h *Hasher) { h.Append(Subtree(data[:ChunkSize], 1)) },
		"not aligned":          func(h *Hasher) { h.Write(data[:ChunkSize]); h.Append(Subtree(data[:2*ChunkSize], 1)) },
		"no node":              func(h *Hasher) { h.Append(Node{}) },
		"empty":                func(h *Hasher) { h.Write(data[:ChunkSize]); h.Append(Subtree(nil, 1)) },
		"after the last":       func(h *Hasher) { h.Append(Subtree(data[:5000], 0)); h.Write(data[:1]) },
		"after three chunks":   func(h *Hasher) { h.Append(Subtree(data[:3*ChunkSize], 0)); h.Write(data[:1]) },
		"subtree after a part": func(h *Hasher) { h.Append(Subtree(data[:1025], 0)); h.Append(Subtree(data[:ChunkSize], 2)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if said, _ := recover().(string); !strings.HasPrefix(said, "checksum: ") {
					t.Errorf("the panic is %q", said)
				}
			}()
			use(New())
		})
	}
}

// TestLargeCounter checks a chunk whose number does not fit into 32 bits, in all kernels.
func TestLargeCounter(t *testing.T) {
	data := input(16 * ChunkSize)
	want := subtree(kernelGo, data, 5<<32)
	low := subtree(kernelGo, data, 0)
	if want.value(kernelGo, 0) == low.value(kernelGo, 0) {
		t.Error("the upper half of the counter has no effect")
	}
	for _, k := range kernels() {
		got := subtree(k, data, 5<<32)
		if got.value(k, 0) != want.value(k, 0) {
			t.Errorf("%v differs", k)
		}
		one, other := subtree(k, data[:1000], 5<<32), subtree(kernelGo, data[:1000], 5<<32)
		if one.value(k, 0) != other.value(kernelGo, 0) {
			t.Errorf("%v differs in one chunk", k)
		}
	}
}

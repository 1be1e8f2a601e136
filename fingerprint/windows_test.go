package fingerprint

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"alike/testdata"
)

// windowsByMap is the definition: the distinct windows as strings.
func windowsByMap(data []byte, w int) map[string]bool {
	set := make(map[string]bool)
	for i := 0; i+w <= len(data); i++ {
		set[string(data[i:i+w])] = true
	}
	return set
}

// noise returns n random bytes from 0 to 2, so that short windows repeat.
func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(3))
	}
	return b
}

// sharesByMap counts the windows of two byte strings, leaving out known windows.
func sharesByMap(a, b []byte, window int, known map[string]bool) Shares {
	inA, inB := windowsByMap(a, window), windowsByMap(b, window)
	isKnown := func(s string, _ bool) bool { return known[s] }
	maps.DeleteFunc(inA, isKnown)
	maps.DeleteFunc(inB, isKnown)
	shares := Shares{A: len(inA), B: len(inB)}
	for s := range inA {
		if inB[s] {
			shares.Shared++
		}
	}
	return shares
}

// hashesOf collects a stream in one part.
func hashesOf(t testing.TB, c *Windows, data []byte) []uint64 {
	t.Helper()
	c.Reset(0, 1, len(data))
	c.Write(data)
	got, ok := c.Hashes()
	if !ok {
		t.Fatal("room for as many hashes as bytes is too small")
	}
	return slices.Clone(got)
}

// hashesOfPart returns the ascending hashes that belong to a part, without copying.
func hashesOfPart(hashes []uint64, part, parts int) []uint64 {
	var c Windows
	c.domain = mersenneBits
	low, high := c.partStart(part, parts), c.partStart(part+1, parts)
	hashes = hashes[sort.Search(len(hashes), func(i int) bool { return hashes[i] >= low }):]
	return hashes[:sort.Search(len(hashes), func(i int) bool { return hashes[i] >= high })]
}

// checkWindows compares the counts for two streams with the counts of maps.
func checkWindows(t testing.TB, c *Windows, a, b []byte) {
	t.Helper()
	x, y := hashesOf(t, c, a), hashesOf(t, c, b)
	got, want := Shares{Shared: SharedHashes(x, y), A: len(x), B: len(y)}, sharesByMap(a, b, c.window, nil)
	if got != want {
		t.Errorf("window %d: %+v, want %+v", c.window, got, want)
	}
	if !slices.IsSorted(x) || len(x) > 0 && x[len(x)-1] >= 1<<61 {
		t.Error("hashes are out of order or have more than 61 bits")
	}
}

func TestWindows(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, w := range []int{MinWindow, Window, 1024} {
		c := NewWindows(w)
		for name, data := range texts(r) {
			other := slices.Concat(data[:len(data)/3], []byte("inserted"), data[len(data)/2:])
			t.Run(fmt.Sprintf("%s/%d", name, w), func(t *testing.T) { checkWindows(t, c, data, other) })
		}
	}
}

// TestManyWindows checks large streams, which take other paths: lanes, several
// buffers, two steps of sorting.
func TestManyWindows(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds maps of hundreds of thousands of windows")
	}
	r := rand.New(rand.NewPCG(23, 24))
	c := NewWindows(Window)
	for name, data := range oddInputs(sourceText(t, manyHashes+windowBuffer)) {
		at := r.IntN(len(data))
		if !testdata.IsLong() && !slices.Contains([]string{"islands", "period7", "random"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) { checkWindows(t, c, data, slices.Concat(data[at:], data[:at])) })
	}
}

// TestWindowSplits checks that splitting the stream anywhere, even into single bytes,
// does not change the hashes.
func TestWindowSplits(t *testing.T) {
	t.Parallel()
	c := NewWindows(Window)
	text := sourceText(t, 3*windowBuffer+17)
	data := text[:2*Window+30]
	want := hashesOf(t, c, data)
	for at := range len(data) + 1 {
		c.Reset(0, 1, len(data))
		c.Write(data[:at])
		c.Write(data[at:])
		if got, ok := c.Hashes(); !ok || !slices.Equal(got, want) {
			t.Fatalf("split at %d: different hashes", at)
		}
	}
	data = text[:3*windowBuffer+17]
	want = hashesOf(t, c, data)
	for _, size := range []int{1, 7, Window - 1, Window, 4096, windowBuffer - 1, windowBuffer + 1} {
		c.Reset(0, 1, len(data))
		for piece := range slices.Chunk(data, size) {
			c.Write(piece)
		}
		if got, ok := c.Hashes(); !ok || !slices.Equal(got, want) {
			t.Fatalf("in writes of %d: different hashes", size)
		}
	}
}

// TestWindowParts checks that the parts of a stream make up the whole, and that
// PartRoom suffices even if windows repeat.
func TestWindowParts(t *testing.T) {
	t.Parallel()
	c := NewWindows(Window)
	inputs := oddInputs(sourceText(t, 200_000))
	inputs["text"] = sourceText(t, 200_000)
	for name, data := range inputs {
		want := hashesOf(t, c, data)
		for _, parts := range []int{2, 3, 7, 16} {
			var all []uint64
			for part := range parts {
				c.Reset(part, parts, PartRoom(int64(len(data)), parts))
				c.Write(data)
				got, ok := c.Hashes()
				if !ok {
					t.Fatalf("%s: part %d of %d does not fit", name, part, parts)
				}
				if !slices.Equal(got, hashesOfPart(want, part, parts)) {
					t.Errorf("%s: part %d of %d differs from the whole", name, part, parts)
				}
				all = append(all, got...)
			}
			if !slices.Equal(all, want) {
				t.Errorf("%s: %d parts have %d hashes, the whole has %d", name, parts, len(all), len(want))
			}
		}
	}
}

// TestResetOnly checks that exactly the wanted hashes are found, whatever the length
// of the stream.
func TestResetOnly(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(27, 28))
	c := NewWindows(Window)
	inputs := oddInputs(sourceText(t, 200_000))
	for name, data := range inputs {
		all := hashesOf(t, c, data)
		for _, size := range []int{0, 10, 60, 5000, 100_000} {
			at := r.IntN(len(data) - size)
			part := hashesOf(t, c, slices.Concat(data[at:at+size], inputs["random"][at:at+size]))
			c.ResetOnly(part)
			c.Write(data)
			got, ok := c.Hashes()
			if !ok || !slices.IsSorted(got) || len(got) != SharedHashes(all, part) || len(got) != SharedHashes(got, part) {
				t.Errorf("%s: of %d wanted hashes found %d, want %d", name, len(part), len(got), SharedHashes(all, part))
			}
		}
	}
	if got := hashesOf(t, c, inputs["random"]); len(got) != len(inputs["random"])-Window+1 {
		t.Errorf("after ResetOnly a stream of random bytes has %d distinct windows", len(got))
	}
}

// TestWindowsFull checks that Hashes reports a stream that does not fit, and that the
// collector remains usable.
func TestWindowsFull(t *testing.T) {
	t.Parallel()
	c := NewWindows(Window)
	data := sourceText(t, 100_000)
	want := hashesOf(t, c, data)
	for _, room := range []int{1, 100, len(want) / 2} {
		c.Reset(0, 1, room)
		c.Write(data)
		if _, ok := c.Hashes(); ok {
			t.Errorf("%d distinct windows fit into a room of %d", len(want), room)
		}
	}
	if got := hashesOf(t, c, data); !slices.Equal(got, want) {
		t.Error("different hashes after a stream that did not fit")
	}
}

// TestWindowHash checks the rolled hash against the definition of the polynomial.
func TestWindowHash(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	c := NewWindows(Window)
	data := make([]byte, 5000)
	for i := range data {
		data[i] = byte(255 - r.IntN(2)) // close to the largest possible sums
	}
	got := make([]uint64, len(data)-Window+1)
	c.roll(got, data)
	for i, h := range got {
		want := uint64(0)
		for _, b := range data[i : i+Window] {
			want = reduced(times(want) + uint64(b))
		}
		if h != finished(want) {
			t.Fatalf("window %d: %x, want %x", i, h, finished(want))
		}
	}
}

func FuzzWindows(f *testing.F) {
	f.Add([]byte("a stream of bytes that is longer than one window of fifty bytes"), uint16(9), uint8(3))
	f.Add(make([]byte, 300), uint16(120), uint8(1))
	c := NewWindows(Window)
	f.Fuzz(func(t *testing.T, data []byte, at uint16, copies uint8) {
		cut := min(int(at), len(data))
		a := slices.Repeat(data, 1+int(copies)%4)
		b := slices.Concat(data[cut:], data[:cut])
		checkWindows(t, c, a, b)
		want := hashesOf(t, c, a)
		c.Reset(1, 2, len(a))
		c.Write(a[:min(int(at), len(a))])
		c.Write(a[min(int(at), len(a)):])
		if got, ok := c.Hashes(); !ok || !slices.Equal(got, hashesOfPart(want, 1, 2)) {
			t.Error("the second half of the hashes differs from the whole")
		}
	})
}

// BenchmarkWindows measures hashing and sorting of all windows of Go sources.
func BenchmarkWindows(b *testing.B) {
	text := sourceText(b, 8<<20)
	c := NewWindows(Window)
	collect := func(data []byte, part, parts int) {
		c.Reset(part, parts, PartRoom(int64(len(data)), parts))
		c.Write(data)
		if _, ok := c.Hashes(); !ok {
			b.Fatal("room is too small")
		}
	}
	b.Run("hash", func(b *testing.B) {
		b.SetBytes(windowBuffer)
		for b.Loop() {
			c.Reset(0, 1, windowBuffer)
			c.Write(text[:windowBuffer])
		}
	})
	for _, size := range []int{1 << 10, 10 << 10, 64 << 10, 1 << 20, 4 << 20} {
		b.Run(fmt.Sprintf("files of %d", size), func(b *testing.B) {
			files := slices.Collect(slices.Chunk(text[:4<<20], size))
			b.SetBytes(4 << 20)
			for b.Loop() {
				for _, f := range files {
					collect(f, 0, 1)
				}
			}
		})
	}
	b.Run("part of 8", func(b *testing.B) {
		b.SetBytes(4 << 20)
		for b.Loop() {
			collect(text[:4<<20], 3, 8)
		}
	})
	b.Run("only", func(b *testing.B) {
		looked := hashesOf(b, c, text[:20_000])
		b.SetBytes(4 << 20)
		for b.Loop() {
			c.ResetOnly(looked)
			c.Write(text[:4<<20])
			c.Hashes()
		}
	})
	for name, data := range oddInputs(text[:1<<20]) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				collect(data, 0, 1)
			}
		})
	}
}

func BenchmarkSharedHashes(b *testing.B) {
	text := sourceText(b, 8<<20)
	c := NewWindows(Window)
	x, y := hashesOf(b, c, text[:20_000]), hashesOf(b, c, text[10_000:30_000])
	b.SetBytes(int64(len(x) + len(y)))
	for b.Loop() {
		sink += uint64(SharedHashes(x, y))
	}
}

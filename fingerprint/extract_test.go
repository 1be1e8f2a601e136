package fingerprint

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// selectBrute is the definition of selection: every window, every one within reach.
func selectBrute(data []byte, w, level, reach int) []Selected {
	type window struct {
		v         Value
		candidate bool
	}
	var all []window
	for i := 0; i+w <= len(data); i++ {
		v := hashWindow(data[i : i+w])
		all = append(all, window{v, v.level() >= level && !uniform(data[i:i+w])})
	}
	var out []Selected
	for i, x := range all {
		selected := x.candidate
		for j := max(0, i-reach); selected && j <= min(len(all)-1, i+reach); j++ {
			y := all[j]
			if j == i || !y.candidate {
				continue
			}
			outranked := y.v.rank() < x.v.rank() || y.v.rank() == x.v.rank() && j < i
			selected = !outranked
		}
		if selected {
			out = append(out, Selected{int64(i), newFingerprint(data[i : i+w])})
		}
	}
	return out
}

// texts returns inputs of the kinds that selection has to handle.
func texts(r *rand.Rand) map[string][]byte {
	random := make([]byte, 3000)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	words := bytes.Repeat([]byte(" "), 3000)
	for i := 0; i < len(words); i += 1 + r.IntN(9) {
		words[i] = "etaoinsrhld{}\n"[r.IntN(14)]
	}
	runs := make([]byte, 0, 3000)
	for len(runs) < 2800 {
		runs = append(runs, bytes.Repeat([]byte{byte(r.IntN(3))}, 1+r.IntN(120))...)
	}
	return map[string][]byte{
		"random":  random,
		"words":   words,
		"runs":    runs,
		"zeros":   make([]byte, 1000),
		"pattern": bytes.Repeat([]byte("abcabd "), 400),
		"bits":    bytes.Map(func(c rune) rune { return c & 1 }, bytes.ToValidUTF8(random, []byte("x"))),
		"empty":   {},
		"short":   random[:49],
		"one":     random[:50],
	}
}

func TestSelectMatchesDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for name, data := range texts(r) {
		for _, w := range []int{8, 12, 25, 50, 64, 90} {
			for density := AutoOverlap; density < 9; density++ {
				rule := Rule{Window: w, Density: density}
				want := selectBrute(data, w, rule.Level(int64(len(data))), rule.reach())
				got := Select(rule, data)
				if !slices.Equal(got, want) {
					t.Errorf("%s, window %d, density %d: selected %d, want %d", name, w, density, len(got), len(want))
				}
			}
		}
	}
}

func TestSelectedWindowsDoNotOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	checked := 0
	for name, data := range texts(r) {
		sel := Select(Rule{Window: 50, Density: 0}, data)
		for i := 1; i < len(sel); i++ {
			checked++
			if d := sel[i].Offset - sel[i-1].Offset; d < 50 {
				t.Errorf("%s: windows at %d and %d overlap", name, sel[i-1].Offset, sel[i].Offset)
			}
		}
	}
	if checked == 0 {
		t.Error("no two windows were selected")
	}
}

// TestWriteSplits checks that splitting the stream anywhere, even into single bytes,
// does not change the selection.
func TestWriteSplits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	data := texts(r)["words"][:700]
	rule := Rule{Window: 50, Density: 2}
	want := Select(rule, data)
	if len(want) < 5 {
		t.Fatalf("only %d windows selected", len(want))
	}
	e := NewExtractor(rule)
	for i := range data {
		e.Reset(int64(len(data)))
		e.Write(data[:i])
		e.Write(data[i:])
		e.Close()
		if !slices.Equal(e.Selected(), want) {
			t.Fatalf("split at %d: different windows", i)
		}
	}
	e.Reset(-1)
	for i := range data {
		e.Write(data[i : i+1])
	}
	e.Close()
	if !slices.Equal(e.Selected(), want) {
		t.Error("byte by byte: different windows")
	}
}

// TestLongStream checks a stream longer than the buffer of the extractor, with calls
// to Take in between.
func TestLongStream(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	data := make([]byte, 3*chunk+1234)
	for i := range data {
		data[i] = "abcdefgh"[r.IntN(8)]
	}
	// Windows across the points where the buffer is shifted.
	for i := chunk - 500; i < len(data); i += chunk {
		copy(data[i:], bytes.Repeat([]byte{'x'}, 300))
	}
	rule := Rule{Window: 50, Density: 3}
	want := selectBrute(data, 50, 3, 49)
	for _, size := range []int{1, 7, 49, 4096, chunk, chunk + 150, len(data)} {
		e := NewExtractor(rule)
		var got []Selected
		for part := range slices.Chunk(data, size) {
			e.Write(part)
			got = append(got, e.Take()...)
		}
		e.Close()
		got = append(got, e.Take()...)
		if !slices.Equal(got, want) {
			t.Errorf("in writes of %d bytes: %d windows, want %d", size, len(got), len(want))
		}
	}
}

// TestUnknownSize checks that the level grows with a stream of unknown size, and that
// the surplus is exactly what the coarser level lacks.
func TestUnknownSize(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, size := range []int{1000, 64 << 10, 64<<10 + 1, 200 << 10, 300 << 10} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		want, level := SetOf(DefaultRule, data)
		e := NewExtractor(DefaultRule)
		for part := range slices.Chunk(data, 5000) {
			e.Write(part)
		}
		e.Close()
		if e.Level() != level || !e.Complete() {
			t.Errorf("%d bytes: level %d, want %d; complete %v", size, e.Level(), level, e.Complete())
		}
		var fps []Fingerprint
		for _, s := range e.Selected() {
			fps = append(fps, s.Fingerprint)
		}
		if got := NewSet(fps, e.Level()); !slices.Equal(got, want) {
			t.Errorf("%d bytes: %d fingerprints, want %d", size, len(got), len(want))
		}
	}
}

// TestIncomplete checks that a stream that ends short of the announced size may lack
// finer fingerprints.
func TestIncomplete(t *testing.T) {
	e := NewExtractor(DefaultRule)
	e.Reset(1 << 20)
	e.Write(make([]byte, 100))
	if e.Complete() {
		t.Error("100 bytes announced as 1 MiB are complete")
	}
	e.Reset(100)
	e.Write(make([]byte, 100))
	if !e.Complete() {
		t.Error("100 bytes announced as 100 are not complete")
	}
}

// TestLevelsNest checks that the selection at a coarser level is the finer one
// without the finer fingerprints.
func TestLevelsNest(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for name, data := range texts(r) {
		for level := range 8 {
			fine := Select(Rule{Window: 50, Density: level}, data)
			want := slices.DeleteFunc(slices.Clone(fine), func(s Selected) bool { return s.Fingerprint.Level() <= level })
			if got := Select(Rule{Window: 50, Density: level + 1}, data); !slices.Equal(got, want) {
				t.Errorf("%s: level %d is not nested in level %d", name, level+1, level)
			}
		}
	}
}

// TestLocality checks that the selection of a window depends only on the 148 bytes
// around it.
func TestLocality(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		data := make([]byte, 700)
		for i := range data {
			data[i] = "ab cd"[r.IntN(5)]
		}
		at := 100 + r.IntN(500)
		other := slices.Clone(data)
		for i := range other {
			if i < at-49 || i >= at+99 {
				other[i] = byte(r.Uint32())
			}
		}
		// More distant bytes may change, and bytes may be inserted before.
		shift := r.IntN(40)
		other = append(make([]byte, shift), other...)
		selected := func(data []byte, offset int) bool {
			return slices.ContainsFunc(Select(Rule{Window: 50, Density: 1}, data), func(s Selected) bool { return s.Offset == int64(offset) })
		}
		if a, b := selected(data, at), selected(other, at+shift); a != b {
			t.Fatalf("window at %d: selected %v, but %v after changes outside its neighbourhood", at, a, b)
		}
	}
}

func FuzzExtractor(f *testing.F) {
	for _, data := range texts(rand.New(rand.NewPCG(15, 16))) {
		f.Add(data[:min(len(data), 400)], uint8(50), uint8(3), uint16(100))
	}
	f.Fuzz(func(t *testing.T, data []byte, window, level uint8, split uint16) {
		rule := Rule{Window: MinWindow + int(window)%80, Density: int(level) % 10}
		want := selectBrute(data, rule.Window, rule.Density, rule.reach())
		e := NewExtractor(rule)
		at := int(split) % (len(data) + 1)
		e.Write(data[:at])
		e.Write(data[at:])
		e.Close()
		if !slices.Equal(e.Selected(), want) {
			t.Errorf("%v split at %d: %v, want %v", rule, at, e.Selected(), want)
		}
	})
}

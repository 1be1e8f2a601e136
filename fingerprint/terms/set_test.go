package terms

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/simhash"
)

// TestGolden checks that stored sets keep their meaning.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", "00"},
		{"😀!", "00"},
		{"a", goldenA},
		{"The cat, the dog: THE END", goldenCat},
		{"山中的来信和山中的雪", goldenHan},
	} {
		if got := hex.EncodeToString(Of([]byte(c.text))); got != c.want {
			t.Errorf("the set of %q is %s, want %s", c.text, got, c.want)
		}
	}
}

// TestTerms checks what a term is.
func TestTerms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b             string
		shared, ofA, ofB int
	}{
		{"the cat and the dog", "The DOG saw a cat", 3, 4, 5},
		{"山中的来信", "山中的雪", 2, 4, 3}, // 山中 中的 的来 来信, 山中 中的 的雪
		{"东京", "京东", 0, 1, 1},
		{"雪", "雪", 1, 1, 1},
		{"x\xffy", "x y", 2, 2, 2},
		{"", "word", 0, 0, 1},
	} {
		l, err := Compare(Of([]byte(c.a)), Of([]byte(c.b)))
		if err != nil || l.Shared != c.shared || l.A != c.ofA || l.B != c.ofB {
			t.Errorf("%q and %q: %+v, %v, want %d shared of %d and %d", c.a, c.b, l, err, c.shared, c.ofA, c.ofB)
		}
	}
}

// setOf returns the set of features with counts, in any order.
func setOf(features iter.Seq2[uint64, uint64]) Set {
	var all []term
	for feature, count := range features {
		all = append(all, term{Hash(feature), count})
	}
	return appendTerms(nil, distinct(sortCompared(all)))
}

// TestCompare compares the figures with those from maps.
func TestCompare(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	random := func() map[uint64]uint64 {
		m := map[uint64]uint64{}
		for range r.IntN(40) {
			m[uint64(r.IntN(50))] = 1 + uint64(r.ExpFloat64()*2)
		}
		if r.IntN(10) == 0 {
			m[7] = math.MaxUint32
		}
		return m
	}
	for range 2000 {
		x, y := random(), random()
		a, b := setOf(maps.All(x)), setOf(maps.All(y))
		shared, dot, xx, yy := 0, 0., 0., 0.
		for h, c := range x {
			xx += float64(c) * float64(c)
			if d, ok := y[h]; ok {
				shared++
				dot += float64(c) * float64(d)
			}
		}
		for _, c := range y {
			yy += float64(c) * float64(c)
		}
		jaccard := fingerprint.Ratio(float64(shared), float64(len(x)+len(y)-shared))
		cosine := fingerprint.Ratio(dot, math.Sqrt(xx)*math.Sqrt(yy))
		l, err := Compare(a, b)
		if err != nil || l.Jaccard() != jaccard || math.Abs(float64(l.Cosine()-cosine)) > 1e-12 || l.Cosine().Defined() != cosine.Defined() {
			t.Fatalf("%v and %v: %v, Jaccard %v, want %v, cosine %v, want %v", x, y, err, l.Jaccard(), jaccard, l.Cosine(), cosine)
		}
		if itself, err := Compare(a, a); err != nil || len(x) > 0 && itself.Cosine() != 1 {
			t.Fatalf("cosine of %v with itself is %v, error %v", x, itself.Cosine(), err)
		}
		if n, err := a.Len(); n != len(x) || err != nil {
			t.Fatalf("%v: %d terms, %v", x, n, err)
		}
	}
}

// TestDistinct checks that order does not matter, that duplicates are merged, and
// that a count of zero drops a term.
func TestDistinct(t *testing.T) {
	t.Parallel()
	want := setOf(maps.All(map[uint64]uint64{1: 3, 2: 1}))
	got := setOf(func(yield func(uint64, uint64) bool) {
		_ = yield(2, 1) && yield(1, 2) && yield(3, 0) && yield(1, 1)
	})
	if !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	hashes, err := got.Hashes(nil)
	expected := []uint64{Hash(1), Hash(2)}
	slices.Sort(expected)
	if err != nil || !slices.Equal(hashes, expected) {
		t.Errorf("hashes %x, %v, want %x", hashes, err, expected)
	}
}

// TestBroken checks that invalid encodings are errors.
func TestBroken(t *testing.T) {
	t.Parallel()
	good := Of([]byte("one two two three"))
	sets := map[string]Set{
		"nothing":        nil,
		"end missing":    good[:len(good)-1],
		"a byte more":    append(slices.Clone(good), 0),
		"too many terms": append(binary.AppendUvarint(nil, 1<<60), good[1:]...),
		"large hash":     binary.AppendUvarint([]byte{1}, 1<<(HashBits+1)),
		"hashes too far": append(binary.AppendUvarint([]byte{2}, (1<<HashBits-1)<<1), 0),
		"large count":    binary.AppendUvarint([]byte{1, 1}, 1<<32),
		"long number":    {1, 0x80, 0},
	}
	for what, s := range sets {
		var e *BrokenError
		if l, err := Compare(s, good); !errors.As(err, &e) || l != (Likeness{}) {
			t.Errorf("%s: %+v, %v", what, l, err)
		}
		if l, err := Compare(good, s); !errors.As(err, &e) || l != (Likeness{}) {
			t.Errorf("%s: %+v, %v", what, l, err)
		}
		if _, err := s.Hashes(nil); !errors.As(err, &e) {
			t.Errorf("%s: hashes: %v", what, err)
		}
	}
}

// FuzzSet checks that any bytes are a set or an error, and that encoding reproduces a
// decoded set.
func FuzzSet(f *testing.F) {
	f.Add([]byte(Of([]byte("one two two three"))), []byte(Of([]byte("two"))))
	f.Add([]byte{0}, []byte{1, 1, 5})
	f.Fuzz(func(t *testing.T, x, y []byte) {
		l, err := Compare(x, y)
		var e *BrokenError
		if err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
		hashes, errX := Set(x).Hashes(nil)
		if _, errY := Set(y).Hashes(nil); (err == nil) != (errX == nil && errY == nil) {
			t.Fatalf("compared with %v, read with %v and %v", err, errX, errY)
		}
		if errX != nil {
			return
		}
		if !slices.IsSorted(hashes) || len(slices.Compact(hashes)) != len(hashes) {
			t.Fatalf("hashes %x", hashes)
		}
		r, _ := Set(x).read()
		var all []term
		for {
			if ok, err := r.advance(); !ok || err != nil {
				break
			}
			all = append(all, r.term)
		}
		if again := appendTerms(nil, distinct(sortCompared(slices.Clone(all)))); !bytes.Equal(again, x) {
			t.Fatalf("%x is encoded again as %x", x, again)
		}
		if err == nil && (l.Shared > min(l.A, l.B) || l.Jaccard() > 1 || l.Cosine() > 1) {
			t.Fatalf("%+v", l)
		}
	})
}

// TestSort compares the sorter with sorting by comparison, also for hashes that are
// close together.
func TestSort(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	var s sorter
	for round := range 400 {
		mask := uint64(hashMask)
		if round%3 == 0 {
			mask = 0xfff
		}
		all := make([]term, r.IntN(500))
		for i := range all {
			all[i] = term{r.Uint64() & mask, 1 + uint64(r.IntN(3))}
		}
		want := distinct(sortCompared(slices.Clone(all)))
		if got := distinct(s.sort(all)); !slices.Equal(got, want) {
			t.Fatalf("%d terms: %v, want %v", len(all), got, want)
		}
	}
}

// TestCounter checks that earlier texts do not affect a counter.
func TestCounter(t *testing.T) {
	t.Parallel()
	c, err := NewCounter(Scheme(), simhash.Tables{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("many different words ", 50), "", "two words", strings.Repeat("山中的来信", 30)} {
		c.Reset()
		c.Add([]byte(text))
		got := c.Append(nil)
		hashes, err := got.Hashes(nil)
		if want := Of([]byte(text)); !bytes.Equal(got, want) || err != nil || !slices.Equal(c.Hashes(nil), hashes) {
			t.Errorf("%.20q: %x, want %x; hashes %x", text, got, want, c.Hashes(nil))
		}
	}
	// Fields form one set.
	c.Reset()
	c.Add([]byte("one two"))
	c.Add([]byte("two three"))
	if got, want := c.Append([]byte("x")), append([]byte("x"), Of([]byte("one two two three"))...); !bytes.Equal(got, want) {
		t.Errorf("two fields: %x, want %x", got, want)
	}
}

func BenchmarkSet(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	text := func() []byte {
		var t []byte
		for len(t) < 2048 {
			for range 2 + r.IntN(9) {
				t = append(t, 'a'+byte(r.IntN(26)))
			}
			t = append(t, ' ')
		}
		return t
	}
	x, y := text(), text()
	c, err := NewCounter(Scheme(), simhash.Tables{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("count", func(b *testing.B) {
		b.SetBytes(int64(len(x)))
		var set []byte
		for b.Loop() {
			c.Reset()
			c.Add(x)
			set = c.Append(set[:0])
		}
	})
	s, u := Of(x), Of(y)
	b.Run("compare", func(b *testing.B) {
		for b.Loop() {
			if _, err := Compare(s, u); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package simhash

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"alike/testdata"
)

// plainScheme is the scheme that tests vary.
var plainScheme = Scheme{Unit: Mixed, Words: 1, Chars: 2, Weights: Damped, Hash: XXH64, Bits: 64}

// everyScheme returns schemes with each value of each field, and some combinations.
func everyScheme() []Scheme {
	var all []Scheme
	for _, u := range []Unit{Mixed, Words, Chars} {
		for _, n := range []int{1, 2, 3, 5} {
			s := plainScheme
			s.Unit, s.Words, s.Chars = u, n, n
			all = append(all, s)
			s.Weights, s.Hash, s.Bits = Count, FNV1a, 32
			all = append(all, s)
			s.Case, s.Top = true, 7
			all = append(all, s)
			s.Weights = Damped
			all = append(all, s)
		}
	}
	return all
}

// sumOf compares the results of a hasher and of the reference for one or two fields.
func sumOf(t testing.TB, h *Hasher, ref *reference, a, b []byte, weight float64) {
	t.Helper()
	h.Reset()
	h.Add(a, 1)
	ref.fields = nil
	ref.add(a, 1)
	if b != nil {
		h.Add(b, weight)
		ref.add(b, weight)
	}
	got, n := h.Sum()
	want, m := ref.sum()
	if got != want || n != m {
		t.Fatalf("%s of %q and %q·%v: %v with %d features, want %v with %d", h.scheme, a, b, weight, got, n, want, m)
	}
	again, _ := h.Sum()
	if again != got {
		t.Fatalf("%s of %q: the second call of Sum returns %v, the first %v", h.scheme, a, again, got)
	}
	counts := map[uint64]uint64{}
	for _, f := range ref.fields {
		for hash, c := range f.counts {
			counts[hash] += c
		}
	}
	for hash, c := range h.Features() {
		if counts[hash] != c {
			t.Fatalf("%s of %q: feature %x occurs %d times, want %d", h.scheme, a, hash, c, counts[hash])
		}
		delete(counts, hash)
	}
	if len(counts) != 0 {
		t.Fatalf("%s of %q: %d features are missing", h.scheme, a, len(counts))
	}
}

func newPair(t testing.TB, s Scheme) (*Hasher, *reference) {
	t.Helper()
	h, err := NewHasher(s, Tables{})
	if err != nil {
		t.Fatal(err)
	}
	return h, &reference{scheme: s}
}

func TestEqualsReferenceOnSamples(t *testing.T) {
	t.Parallel()
	for _, s := range everyScheme() {
		h, ref := newPair(t, s)
		for _, text := range samples {
			sumOf(t, h, ref, []byte(text), nil, 0)
		}
		sumOf(t, h, ref, corpus(), []byte(samples["chinese"]), 3.3)
		sumOf(t, h, ref, []byte(samples["english"]), corpus(), 0.001)
	}
}

// TestEqualsReferenceOnFiles compares with the reference on files of the Go
// installation, some of them long.
func TestEqualsReferenceOnFiles(t *testing.T) {
	t.Parallel()
	root := goroot(t)
	var files []string
	for _, pattern := range []string{"src/unicode/utf8/*.go", "src/strconv/*_test.go", "src/html/*.go", "doc/*.md", "LICENSE", "src/encoding/json/testdata/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 15 {
		t.Fatalf("found only %d files in %s", len(files), root)
	}
	size := 6_000
	if testdata.IsLong() {
		size = 100_000
	}
	for _, s := range []Scheme{everyScheme()[0], everyScheme()[9], everyScheme()[20], everyScheme()[37]} {
		h, ref := newPair(t, s)
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			sumOf(t, h, ref, text[:min(len(text), size)], nil, 0)
		}
	}
}

// oddRunes are the characters that rules are about.
var oddRunes = []rune("aZ09_:.,;'\" -\n\t\u0000éÀßſıİΣςσжЁ·\u0387\u0301\u0308\u0323\u00ad\u200d\u200c\u200b\ufe0f\u2018\u2019\u2024\u2027\u203f\u202f\u00a0\u3000。，．：＿１Ａｚ中文龘㐀𠮷あがか\u3099ゞー・カﾊﾞ한글\u1112\u1161\u11abกำ็เລါក្អאב״'صَ٣٫१किक्ष👩🏽🇩🇪©™ℹ½²ⅷﬁ\ufffd\U000e0100ªº€→■")

func randomText(r *rand.Rand, runes int) []byte {
	var b []byte
	for range r.IntN(runes) {
		switch r.IntN(12) {
		case 0:
			b = append(b, byte(r.IntN(256)))
		case 1:
			b = utf8.AppendRune(b, rune(r.IntN(0x3100)))
		case 2:
			b = utf8.AppendRune(b, rune(r.IntN(0x110000)))
		case 3, 4, 5:
			b = append(b, "abcXYZ 19.,':_;-"[r.IntN(16)])
		case 6:
			b = utf8.AppendRune(b, rune(0x80+r.IntN(classTable-0x80)))
		default:
			b = utf8.AppendRune(b, oddRunes[r.IntN(len(oddRunes))])
		}
	}
	return b
}

func TestEqualsReferenceOnRandomText(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for _, s := range everyScheme() {
		h, ref := newPair(t, s)
		for range testdata.Rounds(150, 600) {
			sumOf(t, h, ref, randomText(r, 40), nil, 0)
		}
		sumOf(t, h, ref, randomText(r, 5000), randomText(r, 300), r.Float64()*9)
	}
}

func FuzzEqualsReference(f *testing.F) {
	for _, text := range samples {
		f.Add([]byte(text), []byte("title"), uint8(0))
	}
	schemes := everyScheme()
	f.Fuzz(func(t *testing.T, a, b []byte, scheme uint8) {
		h, ref := newPair(t, schemes[int(scheme)%len(schemes)])
		sumOf(t, h, ref, a, b, 2.5)
	})
}

// TestWordsOfASCII checks that the fast path splits ASCII exactly as uniseg does.
func TestWordsOfASCII(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	s := plainScheme
	s.Unit, s.Case = Words, true
	for i := range 30_000 {
		text := make([]byte, r.IntN(30))
		for j := range text {
			text[j] = byte(r.IntN(128))
			if i%2 == 0 {
				text[j] = "aB1_.,:;' -\r\n"[r.IntN(13)]
			}
		}
		h, ref := newPair(t, s)
		counts := map[uint64]uint64{}
		state, rest := -1, string(text)
		for rest != "" {
			var word string
			word, rest, state = uniseg.FirstWordInString(rest, state)
			if isWord([]byte(word)) {
				counts[ref.hash(word)]++
			}
		}
		h.Reset()
		h.Add(text, 1)
		for hash, c := range h.Features() {
			if counts[hash] != c {
				t.Fatalf("%q: a word occurs %d times, in uniseg %d times", text, c, counts[hash])
			}
			delete(counts, hash)
		}
		if len(counts) != 0 {
			t.Fatalf("%q: %d words of uniseg are missing", text, len(counts))
		}
	}
}

// TestWords checks what counts as a word.
func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Don't panic: it's 3,14.":   "don't|panic|it's|3,14",
		"a.b e.g. x_y __ _1 http:x": "a.b|e.g|x_y|_1|http:x",
		"l’été — coûte 5€":          "l'été|coûte|5",
		"中文abc字":                    "中|文|abc|字",
		"a\u200d.b c":               "a.b|c",
		"!?":                        "",
	} {
		ref := reference{scheme: Scheme{Unit: Words, Words: 1, Chars: 1, Bits: 64}}
		if got := strings.Join(ref.features([]byte(text)), "|"); got != want {
			t.Errorf("words of %q are %s, want %s", text, got, want)
		}
	}
	ref := reference{scheme: Scheme{Unit: Mixed, Words: 2, Chars: 2, Bits: 64}}
	got := ref.features([]byte("我们用 Go 写 the good program，很好看"))
	want := []string{"我们", "们用", "go", "写", "the good", "good program", "很好", "好看"}
	if !slices.Equal(got, want) {
		t.Errorf("features are %q, want %q", got, want)
	}
}

func TestAccumulator(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		var a accumulator
		var sums [64]uint64
		total := uint64(0)
		var once []uint64
		for range n {
			hash, weight := r.Uint64(), uint64(weightOne)
			switch r.IntN(4) {
			case 0:
				weight = r.Uint64N(maxWeight) + 1
			case 1:
				weight = r.Uint64N(5000)
			}
			if n%3 == 0 {
				hash &= 0xff // ties, and lanes that stay empty
			}
			if weight == weightOne {
				once = append(once, hash)
			} else {
				a.add(hash, weight)
			}
			total += weight
			for b := range sums {
				sums[b] += hash >> b & 1 * weight
			}
		}
		a.addOnes(once[:len(once)/2])
		a.addOnes(once[len(once)/2:])
		want := uint64(0)
		for b, s := range sums {
			if 2*s > total {
				want |= 1 << b
			}
		}
		if got := a.hash(); got != want {
			t.Fatalf("%d hashes: %016x, want %016x", n, got, want)
		}
	}
}

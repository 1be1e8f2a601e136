package view

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"alike/fingerprint/text"
)

// plainText is the definition of the text view. Package text tests the canonical form.
func plainText(data []byte) string {
	canonical := string(text.NewCanonical(true).Bytes(data))
	words := strings.FieldsFunc(canonical, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	var b strings.Builder
	before := ' '
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		if ofWord(before) && ofWord(first) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		before, _ = utf8.DecodeLastRuneInString(w)
	}
	return b.String()
}

// ofWord reports whether blanks beside the character count.
func ofWord(r rune) bool {
	switch {
	case unicode.In(r, unicode.Thai, unicode.Lao, unicode.Myanmar, unicode.Khmer, unicode.Han, unicode.Hiragana, unicode.Katakana),
		r >= 0xfe30 && r <= 0xfe4f, r >= 0x2e80 && r < 0xa4d0 && !unicode.Is(unicode.Hangul, r):
		return false
	}
	return r == '_' || unicode.In(r, unicode.L, unicode.Nd, unicode.M)
}

func textOf(data []byte, m *originMap) string {
	var v textViewer
	v.reset(m)
	out, _ := v.append(nil, data, true)
	return string(out)
}

func checkText(t *testing.T, data []byte, r *rand.Rand) {
	t.Helper()
	m := new(originMap)
	got := textOf(data, m)
	if want := plainText(data); got != want {
		t.Fatalf("%q\n got %q\nwant %q", data, got, want)
	}
	if plain := textOf(data, nil); plain != got {
		t.Fatalf("%q with a map, %q without", got, plain)
	}
	var v textViewer
	v.reset(nil)
	var out, rest []byte
	for left := data; ; {
		n := min(len(left), r.IntN(100))
		rest, left = append(rest, left[:n]...), left[n:]
		var taken int
		out, taken = v.append(out, rest, len(left) == 0)
		if rest = rest[taken:]; len(left) == 0 {
			break
		}
	}
	if string(out) != got {
		t.Fatalf("%q in pieces, %q whole", out, got)
	}
	if m.end != len(got) {
		t.Fatalf("the map has %d bytes of %d", m.end, len(got))
	}
	// Edges are the starts of characters in the view, with their combining marks in
	// the file.
	begins, canonical := map[int]bool{}, text.NewCanonical(true)
	for i := 0; i < len(data); i += canonical.Cluster(data[i:]) {
		begins[i] = true
	}
	start, edges := 0, []int{0}
	for i, end := 0, 0; i < len(got); i++ {
		from, to := m.Original(i, i+1)
		if from < start || to <= from || to > len(data) {
			t.Fatalf("byte %d of %q comes from %d to %d", i, got, from, to)
		}
		if i > 0 && from >= end && begins[from] {
			edges = append(edges, i)
		}
		start, end = from, to
	}
	edges = append(edges, len(got))
	for range 4 {
		i, j := edges[r.IntN(len(edges))], edges[r.IntN(len(edges))]
		if i >= j {
			continue
		}
		from, to := m.Original(i, j)
		before := "x" // otherwise a leading blank would be dropped
		if i == 0 {
			before = ""
		}
		again := strings.TrimPrefix(textOf([]byte(before+string(data[from:to])), nil), before)
		if strings.Trim(again, " ") != strings.Trim(got[i:j], " ") { // a blank may stand at either end
			t.Fatalf("%q comes from %q, whose view is %q", got[i:j], data[from:to], again)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"  Hello,\r\n\t WORLD \n", "hello,world"},
		{"Ｆｕｌｌ　Ｗｉｄｔｈ", "full width"},
		{"e\u0301 \u00e9 ﬁ", "é é fi"},
		{"a\xffb\xc3", "a b"},
		{"漢字 かな\u3000カナ abc\n字", "漢字かなカナabc字"},
		{"{ \"a\": 1,\n  \"b c\": [ ]\n}", `{"a":1,"b c":[]}`},
		{"가나 다 1 2_3 _", "가나 다 1 2_3 _"},
		{"a\x7fb \x01 c\x7f", "a b c"},
		{"ꀀ ꀁ 𞤀𞤄 𞤅 ꦲ ꦏ", "ꀀꀁ𞤢𞤦 𞤧 ꦲ ꦏ"},
		{"x \u200b\u00ad y", "x y"},
		{"“so‑called” — don’t", `"so-called"-don't`},
		{"", ""},
	} {
		if got := textOf([]byte(c.text), nil); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		checkText(t, []byte(c.text), rand.New(rand.NewPCG(1, 1)))
	}
	for _, data := range sources(t) {
		checkText(t, data[:min(len(data), 3_000)], rand.New(rand.NewPCG(1, 1)))
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("A e\u0301\u0301 ﬁ\u3000x\x00\xff가각\u1100\u1161"), uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		if len(data) < longestJoin/2 {
			checkText(t, data, rand.New(rand.NewPCG(seed, 1)))
		}
	})
}

func BenchmarkText(b *testing.B) {
	var all []byte
	for _, data := range sources(b) {
		all = append(all, data...)
	}
	chinese := bytes.Repeat([]byte("两个不同的标题不会被合并，哪怕它们很短。\n"), 20_000)
	for name, data := range map[string][]byte{"english": all, "chinese": chinese} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			var v textViewer
			var dst []byte
			for b.Loop() {
				v.reset(nil)
				for rest := data; len(rest) > 0; {
					n := min(len(rest), 256<<10)
					var taken int
					dst, taken = v.append(dst[:0], rest[:n], n == len(rest))
					rest = rest[taken:]
				}
			}
		})
	}
}

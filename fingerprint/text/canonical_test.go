package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"alike/testdata"
)

// characters are those whose form depends on others, is another or is nothing.
var characters = []rune("aZé ßİſŁ.'\"-\n\x00\x7f\u0301\u0308\u0323’‘“”„«»‹›–—−…½ﬁＡｶﾞ\u3000漢字かが\u3099가각\u1100\u1161\u11a8" +
	"\u00ad\u200b\u200d\u200e\ufeff\ufe0f\u2060\u0600\u070fيیكکإآأ\u0653\u0654ـَُّ\u0670\u06dd\u08f0👩🏽\U000e0101\U000e0041\u034f\u115f\u1160\u3164")

// TestCanonical compares the form of every character, alone and among others, and of
// random texts with its definition.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for r := range rune(utf8.MaxRune + 1) {
		if utf8.ValidRune(r) {
			checkCanonical(t, []byte(string(r)+"x"))
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteRune(characters[random.IntN(len(characters))])
		}
		s := b.String()
		if i := random.IntN(len(s) + 1); random.IntN(4) == 0 { // cut characters
			s = s[i:]
		}
		checkCanonical(t, []byte(s))
	}
}

func checkCanonical(t *testing.T, text []byte) {
	t.Helper()
	for _, fold := range []bool{true, false} {
		c := NewCanonical(fold)
		got, want := string(c.Bytes(text)), testdata.Canonical(text, fold)
		if got != want {
			t.Fatalf("%+q: %+q, want %+q", text, got, want)
		}
		n := c.Apart(text)
		if parts := string(c.Bytes(text[:n])); parts+string(c.Bytes(text[n:])) != want {
			t.Fatalf("%+q and %+q: not the form of the whole, %+q", text[:n], text[n:], want)
		}
		var clusters strings.Builder
		for i := 0; i < len(text); {
			n := c.Cluster(text[i:])
			clusters.Write(c.Bytes(text[i : i+n]))
			i += n
		}
		if clusters.String() != want {
			t.Fatalf("%+q by clusters: %+q, want %+q", text, clusters.String(), want)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte(string(characters)))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 4<<10 {
			checkCanonical(t, text)
		}
	})
}

// TestReading shows what is read alike.
func TestReading(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"“Don’t — «now»” 5′", "\"don't - \"now\"\" 5'"},
		{"so\u00adft zero\u200bwidth \u200eleft\ufeff fam\u200dily e\ufe0f\u0301", "soft zerowidth left family é"},
		{"كِتَابٌ عـــربي", "كتاب عربي"},
		{"یک", "يك"},
		{"آ أ إ", "آ أ إ"},
	} {
		if got := string(NewCanonical(true).Bytes([]byte(c.text))); got != c.want {
			t.Errorf("%+q reads %+q, want %+q", c.text, got, c.want)
		}
	}
}

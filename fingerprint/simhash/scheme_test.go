package simhash

import (
	"strings"
	"testing"
)

func TestSchemeRoundTrip(t *testing.T) {
	t.Parallel()
	for _, s := range append(everyScheme(), Default()) {
		got, err := ParseScheme(s.String())
		if err != nil || got != s {
			t.Errorf("ParseScheme(%q) = %q, %v", s, got, err)
		}
	}
	const want = "simhash2 unit=mixed words=2 chars=3 weights=damped hash=xxh64 bits=64 norm=nfkc letters=fold top=0 stop=0 idf=0"
	if got := Default().String(); got != want {
		t.Errorf("the default scheme is %q, want %q, which indexes hold", got, want)
	}
	for _, change := range []string{
		"simhash2|simhash1", "mixed|runes", "words=2|words=0", "words=2|words=17", "words=2|words=02", "words=2|words=-1",
		"damped|tfidf", "bits=64|bits=16", "stop=0|stop=G", "idf=0|idf=1", " norm=nfkc|", "idf=0|idf=0 ", "top=0|top=99999999999", "xxh64|", "unit=|",
	} {
		from, to, _ := strings.Cut(change, "|")
		text := strings.Replace(want, from, to, 1)
		if s, err := ParseScheme(text); err == nil {
			t.Errorf("ParseScheme(%q) = %q", text, s)
		}
	}
}

func FuzzParseScheme(f *testing.F) {
	f.Add(Default().String())
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseScheme(text)
		if err == nil && s.String() != text {
			t.Errorf("ParseScheme(%q) = %q", text, s)
		}
	})
}

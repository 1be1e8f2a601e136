package fingerprint

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// anchorsOf parses a list of anchors that must be valid.
func anchorsOf(t testing.TB, lines ...string) Anchors {
	t.Helper()
	a, err := ParseAnchors([]byte(strings.Join(lines, "\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestParseAnchors(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{"func \nreturn ", "func \nreturn "},
		{"\ufeffreturn \r\n\r\n  \t\nfunc \nreturn \n", "func \nreturn "},
		{`\nFrom: ` + "\n" + `\x0aFrom: `, `\nFrom: `},
		{`\x20\040`, `\x20\x20`},
		{`\\\t\r\x00\u00e9\U0001f600"'`, `\\\t\r\x00é😀"'`},
		{"a\xffb\u200b\x01", `a\xffb\xe2\x80\x8b\x01`},
		{"abc\nbc\nxbc\ncb", "bc\ncb"},
		{"b\na\nb", "a\nb"},
	} {
		got, err := ParseAnchors([]byte(c.list), nil)
		if err != nil || string(got) != c.want {
			t.Errorf("ParseAnchors(%q) = %q, %v; want %q", c.list, got, err, c.want)
		}
	}
	long := strings.Repeat("x", MaxAnchor)
	var many []string
	for i := range MaxAnchors + 1 {
		many = append(many, fmt.Sprintf("%d.", 1000+i))
	}
	anchorsOf(t, long)
	anchorsOf(t, append(many[:MaxAnchors:MaxAnchors], many[:MaxAnchors]...)...)
	for list, want := range map[string]string{
		"":                                 "no strings",
		"\n \n":                            "no strings",
		"a\n\n\\q":                         `line 3: \q is not a valid escape`,
		`\`:                                `line 1: \ is not a valid escape`,
		`a\"`:                              "line 1: ",
		"a\n" + long + "x":                 "line 2: string of 65 bytes is too long",
		strings.Join(many, "\n"):           "line 257: more than 256",
		"\\ud800":                          "line 1: ",
		"a\nb\n\\x4":                       "line 3: ",
		strings.Repeat(`\x61`, 65) + "\nb": "line 1: string of 65 bytes",
	} {
		if got, err := ParseAnchors([]byte(list), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseAnchors(%.40q) = %q, %v; want an error containing %q", list, got, err, want)
		}
	}
}

// TestAnchorsAsSeen checks that duplicates and lengths are judged by the
// representation of an anchor in the view.
func TestAnchorsAsSeen(t *testing.T) {
	lower := func(a string) (string, error) {
		if a == "?" {
			return "", errors.New("not in the view")
		}
		return strings.ToLower(a), nil
	}
	if got, err := ParseAnchors([]byte("From\nfrom\nTO"), lower); err != nil || got != "from\nto" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := ParseAnchors([]byte("From\n?"), lower); err == nil || err.Error() != "line 2: not in the view" {
		t.Errorf("%v", err)
	}
}

func FuzzAnchors(f *testing.F) {
	f.Add([]byte("func \n\\nFrom: \n\\x00\n\\x20\n\\\\\n\xff\u202e"))
	f.Fuzz(func(t *testing.T, list []byte) {
		a, err := ParseAnchors(list, nil)
		if err != nil {
			return
		}
		again, err := ParseAnchors([]byte(a), nil)
		if err != nil || again != a {
			t.Fatalf("parsing %q again gives %q, %v", a, again, err)
		}
		if rule := (Rule{Window: 50, Anchors: a}); rule.Validate() != nil {
			t.Fatalf("%q: %v", a, rule.Validate())
		}
		for i, p := range a.patterns() {
			if len(p) == 0 || len(p) > MaxAnchor || escaped(string(p)) != a.Lines()[i] {
				t.Fatalf("%q represents %q", a.Lines()[i], p)
			}
		}
	})
}

// selectAfter is the definition of selection after anchors: every position, every
// anchor, including those that end with another.
func selectAfter(data []byte, w int, anchors []string) []Selected {
	var out []Selected
	for at := 0; at+w <= len(data); at++ {
		window := data[at : at+w]
		if !uniform(window) && slices.ContainsFunc(anchors, func(a string) bool { return bytes.HasSuffix(data[:at], []byte(a)) }) {
			out = append(out, Selected{int64(at), newFingerprint(window)})
		}
	}
	return out
}

// anchorsIn draws anchors from data, so that they occur in it and some contain
// others.
func anchorsIn(r *rand.Rand, data []byte) []string {
	anchors := []string{"nowhere at all"}
	for range 1 + r.IntN(6) {
		if len(data) > 0 {
			from := r.IntN(len(data))
			anchors = append(anchors, string(data[from:min(len(data), from+1+r.IntN(6))]))
		}
	}
	return anchors
}

func ruleBehind(t testing.TB, w int, anchors []string) Rule {
	t.Helper()
	var lines []string
	for _, a := range anchors {
		lines = append(lines, escaped(a))
	}
	return Rule{Window: w, Anchors: anchorsOf(t, lines...)}
}

func TestAnchoredMatchesDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 18))
	taken := 0
	for name, data := range texts(r) {
		for _, w := range []int{8, 50, 64} {
			for range 10 {
				anchors := anchorsIn(r, data)
				want := selectAfter(data, w, anchors)
				got := Select(ruleBehind(t, w, anchors), data)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, window %d, anchors %q: %d windows, want %d", name, w, anchors, len(got), len(want))
				}
				taken += len(got)
			}
		}
	}
	if taken < 1000 {
		t.Errorf("only %d windows selected", taken)
	}
}

// TestAnchoredWriteSplits checks that splitting the stream anywhere, even into single
// bytes, does not change the selection.
func TestAnchoredWriteSplits(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for name, data := range texts(r) {
		data = data[:min(len(data), 400)]
		rule := ruleBehind(t, 20, anchorsIn(r, data))
		want := Select(rule, data)
		e := NewExtractor(rule)
		for i := range data {
			e.Reset(int64(i)) // the size is irrelevant
			e.Write(data[:i])
			e.Write(data[i:])
			e.Close()
			if !slices.Equal(e.Selected(), want) {
				t.Fatalf("%s, split at %d: different windows", name, i)
			}
		}
		e.Reset(-1)
		for i := range data {
			e.Write(data[i : i+1])
		}
		e.Close()
		if !slices.Equal(e.Selected(), want) || e.Size() != int64(len(data)) || e.Level() != 0 || !e.Complete() {
			t.Errorf("%s, byte by byte: %d windows of %d bytes, level %d", name, len(e.Selected()), e.Size(), e.Level())
		}
	}
}

// TestAnchoredLongStream checks a stream longer than the buffer, with anchors and
// windows across every point where the buffer is shifted, and with calls to Take in
// between.
func TestAnchoredLongStream(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 22))
	data := make([]byte, 5*bufferSize+777)
	for i := range data {
		data[i] = "abcdefgh\n"[r.IntN(9)]
	}
	anchors := []string{"abc", "h\n", strings.Repeat("z", MaxAnchor)}
	for at := 0; at+300 < len(data); at += bufferSize/2 + r.IntN(500) {
		copy(data[at:], bytes.Repeat([]byte("z"), 150))
	}
	for _, w := range []int{50, MaxWindow} {
		want := selectAfter(data, w, anchors)
		if len(want) < 1000 {
			t.Fatalf("only %d windows", len(want))
		}
		for _, size := range []int{1, 7, 4096, bufferSize, bufferSize + 2*MaxWindow, len(data)} {
			e := NewExtractor(ruleBehind(t, w, anchors))
			var got []Selected
			for part := range slices.Chunk(data, size) {
				e.Write(part)
				got = append(got, e.Take()...)
			}
			e.Close()
			if got = append(got, e.Take()...); !slices.Equal(got, want) {
				t.Errorf("window %d, in writes of %d bytes: %d windows, want %d", w, size, len(got), len(want))
			}
		}
	}
}

// TestAnchoredEverywhere checks text in which every position follows an anchor: no
// window may be missed or taken twice when the buffer is shifted.
func TestAnchoredEverywhere(t *testing.T) {
	data := bytes.Repeat([]byte("abc"), bufferSize)
	rule := Rule{Window: 50, Anchors: anchorsOf(t, "abc", "bca", "cab")}
	next := int64(3)
	e := NewExtractor(rule)
	for part := range slices.Chunk(data, 5000) {
		e.Write(part)
		for _, s := range e.Take() {
			if s.Offset != next {
				t.Fatalf("window at %d follows window at %d", s.Offset, next-1)
			}
			next++
		}
	}
	e.Close()
	if next += int64(len(e.Take())); next != int64(len(data)-50+1) {
		t.Errorf("last window at %d of %d bytes", next-1, len(data))
	}
}

// TestAnchoredSets checks that files of any size compare at level 0 and that equal
// windows count once.
func TestAnchoredSets(t *testing.T) {
	rule := Rule{Window: 50, Anchors: anchorsOf(t, "# ")}
	line := "# " + strings.Repeat("one line of many ", 5) + "\n"
	small, large := []byte(line), []byte(strings.Repeat(line, 10000)+"# "+strings.Repeat("another line ", 5))
	x, lx := SetOf(rule, small)
	y, ly := SetOf(rule, large)
	if got := Compare(x, lx, y, ly); got != (Shares{Shared: 1, A: 1, B: 2}) {
		t.Errorf("%+v at levels %d and %d", got, lx, ly)
	}
}

func FuzzAnchored(f *testing.F) {
	for _, data := range texts(rand.New(rand.NewPCG(23, 24))) {
		f.Add(data[:min(len(data), 400)], uint64(1), uint16(100))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64, cut uint16) {
		r := rand.New(rand.NewPCG(seed, 25))
		anchors, w := anchorsIn(r, data), MinWindow+r.IntN(60)
		e := NewExtractor(ruleBehind(t, w, anchors))
		at := int(cut) % (len(data) + 1)
		e.Write(data[:at])
		e.Write(data[at:])
		e.Close()
		if want := selectAfter(data, w, anchors); !slices.Equal(e.Selected(), want) {
			t.Errorf("anchors %q, split at %d: %v, want %v", anchors, at, e.Selected(), want)
		}
	})
}

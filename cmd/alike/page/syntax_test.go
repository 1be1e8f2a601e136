package page

import (
	"archive/zip"
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"golang.org/x/text/encoding/unicode"

	"alike/fingerprint/view"
	"alike/testdata"
)

// coloured returns the text of each colour that rows show, by letter.
func (s side) coloured() map[string]string {
	all := map[string]string{}
	for row := range s.Rows() {
		for _, p := range row.Pieces {
			for _, part := range p.Parts {
				all[part.Letter] += part.Text
			}
		}
	}
	return all
}

// TestSyntax checks the colours of languages, among them those of comments of several lines.
func TestSyntax(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"a.go": {"package a\n\n/* one\ntwo */\nvar s = `x\ny` // é\nvar n int = 12\n",
			map[string]string{"c": "/* onetwo */// é", "s": "`xy`", "w": "packagevarvar", "t": "int", "d": "12"}},
		"a.py": {"@d\ndef f():\n  '''one\n  two'''\n  return 1\n",
			map[string]string{"p": "@d", "w": "defreturn", "s": "'''one  two'''", "d": "1"}},
		"a.cpp":      {"#include <x>\nint main() { return 'a'; }\n", map[string]string{"p": "#include<x>", "t": "int", "w": "return", "s": "'a'"}},
		"a.php":      {"<p>if</p>\n<?php if ($x) { echo 1; } ?>\n", map[string]string{"p": "<?php?>", "w": "ifecho", "d": "1"}},
		"a.html":     {"<p>if</p><script>if (x) y()</script>\n", map[string]string{"w": "ppscriptifscript"}},
		"run":        {"#!/bin/sh\n# note\nif true; then echo 'x'; fi\n", map[string]string{"c": "# note", "p": "#!/bin/sh", "s": "'x'", "w": "ifthenfi", "t": "echo"}},
		"Dockerfile": {"FROM x\nRUN echo 'y'\n", map[string]string{"w": "FROMRUN", "t": "echo", "s": "x'y'"}},
		"a.m":        {"function y = f(x)\n% note\ny = 'a';\nend\n", map[string]string{"c": "% note", "w": "functionend", "s": "'a'"}},
		"a.txt":      {"if (true) return 'x'\n", nil},
	} {
		page := onPage(compared(t, 20, view.Raw, [2]string{"/a/" + name, "/b/" + name}, [2][]byte{[]byte(c.text), []byte(c.text + "\n")}))
		for _, s := range page.Sides {
			got := s.coloured()
			delete(got, "")
			if len(got) != len(c.want) {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
			for letter, want := range c.want {
				if got[letter] != want {
					t.Errorf("%s: %s is %q, want %q", name, letter, got[letter], want)
				}
			}
		}
	}
}

// TestSyntaxEncodings checks that colours are at their places behind other line endings,
// invalid bytes and in other encodings.
func TestSyntaxEncodings(t *testing.T) {
	t.Parallel()
	text := "package a\r\n// \xff\xffé\r\nvar s = \"\xe9\" // y\r// z\r\nvar t = 1"
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.ToValidUTF8(text, "ü"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"utf-8": text, "utf-16": utf16} {
		page := onPage(compared(t, 20, view.Raw, [2]string{"/a.go", "/b.go"}, [2][]byte{[]byte(data), []byte(data + "\n")}))
		for _, s := range page.Sides {
			got := s.coloured()
			if got["w"] != "packagevarvar" || got["d"] != "1" || !strings.HasPrefix(got["c"], "// ") || !strings.HasSuffix(got["c"], "// y// z") {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}

// TestSyntaxInRegions cuts random code into regions and checks that each part has the colour it
// has without regions.
func TestSyntaxInRegions(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	r := rand.New(rand.NewPCG(91, 92))
	words := strings.Split("/* a\nb */|// é \x1b\n|\"text\"|`raw\nlines`|func f()|123|\n|\t|return x|\xff|'c'|日本", "|")
	for range 60 {
		var sides [2][]byte
		for i := range sides {
			for range 80 {
				sides[i] = append(sides[i], words[r.IntN(len(words))]+" "...)
			}
		}
		c := compared(t, 8, view.Raw, [2]string{"/a.go", "/b.go"}, sides)
		marked := onPage(c)
		c.Shown = nil
		plain := onPage(c)
		for i := range sides {
			if got, want := marked.Sides[i].coloured(), plain.Sides[i].coloured(); len(got) < 4 {
				t.Fatalf("%q has the colours %q", sides[i], got)
			} else {
				for letter := range want {
					if got[letter] != want[letter] {
						t.Fatalf("%q: %s is %q with regions, %q without", sides[i], letter, got[letter], want[letter])
					}
				}
			}
		}
	}
}

// TestSyntaxBounds checks that large files and long lines have no colours.
func TestSyntaxBounds(t *testing.T) {
	t.Parallel()
	line := "var x = 1 // note\n"
	for text, want := range map[string]bool{
		strings.Repeat(line, 1000):                     true,
		strings.Repeat(line, 1+maxColoured/len(line)):  false,
		line + strings.Repeat("x", maxColouredLine+10): false,
	} {
		page := onPage(compared(t, 20, view.Raw, [2]string{"/a.go", "/b.go"}, [2][]byte{[]byte(text), []byte(text)}))
		for _, s := range page.Sides {
			if got := len(s.file.tokens) > 0; got != want {
				t.Errorf("%d bytes are coloured: %v, want %v", len(text), got, want)
			}
		}
	}
}

// strangeLexer returns what next does.
type strangeLexer struct {
	chroma.Lexer
	next func() chroma.Token
}

func (l strangeLexer) Tokenise(*chroma.TokeniseOptions, string) (chroma.Iterator, error) {
	return l.next, nil
}

// TestStrangeLexers checks that a lexer that panics, hangs, never ends or changes the text
// leaves it plain.
func TestStrangeLexers(t *testing.T) {
	t.Parallel()
	hang := make(chan int)
	t.Cleanup(func() { close(hang) })
	for name, next := range map[string]func() chroma.Token{
		"panics":    func() chroma.Token { panic("unknown state") },
		"hangs":     func() chroma.Token { <-hang; return chroma.EOF },
		"never":     func() chroma.Token { return chroma.Token{Type: chroma.Keyword} },
		"lies":      func() chroma.Token { return chroma.Token{Type: chroma.Keyword, Value: "x"} },
		"more text": func() chroma.Token { return chroma.Token{Type: chroma.Keyword, Value: "some text\nx"} },
	} {
		if got := tokensWithin(50*time.Millisecond, strangeLexer{next: next}, "some text"); len(got) > 0 {
			t.Errorf("a lexer that %s: %v", name, got)
		}
	}
	added := []chroma.Token{{Type: chroma.Keyword, Value: "some"}, {Type: chroma.Text, Value: " text\n"}}
	got := tokensWithin(time.Minute, strangeLexer{next: func() chroma.Token {
		next := added[0]
		added = append(added[1:], chroma.EOF)
		return next
	}}, "some text")
	if want := []token{{0, 4, 'w'}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestPackedLexers checks that all lexers can be read, and that they find those they embed.
func TestPackedLexers(t *testing.T) {
	t.Parallel()
	registry, err := lexers()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packedLexers), int64(len(packedLexers)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(registry.Lexers); n < 90 || n != len(archive.File)-1 {
		t.Errorf("%d lexers of %d files", n, len(archive.File))
	}
	for _, l := range registry.Lexers {
		if _, err := tokens(l, hostileText+"<script>x</script><style>y</style>\n", time.Now().Add(time.Minute)); err != nil {
			t.Errorf("%s: %v", l.Config().Name, err)
		}
	}
}

// TestMemory checks that files are found again, by name and text, and that few are held.
func TestMemory(t *testing.T) {
	t.Parallel()
	var m memory
	found := 0
	for range 3 {
		for i, c := range [][2]string{{"a", "text"}, {"a", "other"}, {"b", "text"}, {"at", "ext"}} {
			got := m.of(c[0], []byte(c[1]), func() []token { found++; return make([]token, i) })
			if len(got) != i {
				t.Errorf("%q has %d tokens, want %d", c, len(got), i)
			}
		}
	}
	if found != 4 {
		t.Errorf("tokens were found %d times, want 4", found)
	}
	for i := range 10 {
		m.of("c", []byte{byte(i)}, func() []token { return make([]token, maxHeld/3) })
	}
	if held := len(m.files); held > 3 || m.held > maxHeld {
		t.Errorf("%d files with %d tokens are held", held, m.held)
	}
}

// TestPatience checks that the expressions of a lexer may take longer than chroma allows.
func TestPatience(t *testing.T) {
	t.Parallel()
	l := unpacked(t, "c.xml")
	if _, err := l.Tokenise(nil, ""); err != nil || len(l.compiled.all) < 5 {
		t.Fatalf("%d states: %v", len(l.compiled.all), err)
	}
	for state, rules := range l.compiled.all {
		for _, rule := range rules {
			if got := rule.Regexp.MatchTimeout; got != colouringTime {
				t.Errorf("an expression of %s may take %v, want %v", state, got, colouringTime)
			}
		}
	}
}

func unpacked(t *testing.T, name string) *lexer {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(packedLexers), int64(len(packedLexers)))
	if err != nil {
		t.Fatal(err)
	}
	l, err := unpackLexer(archive, name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTokens compares the tokens of each lexer with those of chroma, in code of its own and of
// other languages, and in random parts of them.
func TestTokens(t *testing.T) {
	t.Parallel()
	registry, err := lexers()
	if err != nil {
		t.Fatal(err)
	}
	texts := sources(t)
	texts["hostile"] = hostileText + "<script>x('y')</script><style>a { b: c }</style>\r\n\x00\ufffd\u0130 no newline"
	names := slices.Sorted(maps.Keys(texts))
	r := rand.New(rand.NewPCG(93, 94))
	for _, l := range registry.Lexers {
		l := l.(*lexer)
		some := []string{texts["hostile"]}
		for _, name := range names {
			text := texts[name]
			if claims(l, name) {
				some = append(some, text[:min(len(text), 3_000)])
			}
			if r.IntN(12) == 0 {
				from := r.IntN(len(text))
				some = append(some, text[from:min(len(text), from+r.IntN(300))])
			}
		}
		for _, text := range some {
			want, err := chroma.Tokenise(l.RegexLexer, nil, text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := chroma.Tokenise(l, nil, text); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q has the tokens\n%q, %v, want\n%q", l.Config().Name, text, got, err, want)
				break
			}
		}
	}
}

// sources returns the texts in testdata/source by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	paths, err := filepath.Glob("../../../testdata/source/*")
	if err != nil || len(paths) < 20 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	return texts
}

// TestLexerByName compares the lexers of names that the globs of lexers match, and of others,
// with those that chroma finds.
func TestLexerByName(t *testing.T) {
	t.Parallel()
	registry, err := lexers()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"x", "go", ".go", "x.y.unknown", "CMakeLists.txt", "x.m", "x.h.in.bak"}
	for i, l := range registry.Lexers {
		for k, glob := range slices.Concat(l.Config().Filenames, l.Config().AliasFilenames) {
			if k > 0 && (i+k)%5 != 0 {
				continue
			}
			name := strings.NewReplacer("*", "x", "[0-9]", "5", "?", "q").Replace(glob)
			names = append(names, []string{name, name + ".orig", "y" + name, name + "z"}[(i+k)%4])
		}
	}
	for _, name := range names {
		if got, want := lexerByName(registry, name), registry.Match(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

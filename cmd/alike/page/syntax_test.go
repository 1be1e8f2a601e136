package page

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"alike/fingerprint/view"
	"alike/testdata"
)

// coloured returns the text of each colour that rows show, by letter.
func (s side) coloured() map[string]string {
	parts := map[string][]string{}
	for row := range s.Rows() {
		for _, p := range row.Pieces {
			for _, part := range p.Parts {
				parts[part.Letter] = append(parts[part.Letter], part.Text)
			}
		}
	}
	all := map[string]string{}
	for letter, texts := range parts {
		all[letter] = strings.Join(texts, "")
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
		"a.html": {"<p id='x'>if</p><script>if (x) y()</script>\n", map[string]string{"w": "ppscriptifscript", "t": "id", "s": "'x'"}},
		"run":    {"#!/bin/sh\n# note\nif true; then echo 'x'; fi\n", map[string]string{"c": "#!/bin/sh# note", "s": "'x'", "w": "iftruethenechofi"}},
		"a.txt":  {"if (true) return 'x'\n", nil},
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

// TestSyntaxLong checks the colours of long lines, which are cut into rows, and of lines after 128
// KiB, in files that are folded as well, in UTF-8 and UTF-16.
func TestSyntaxLong(t *testing.T) {
	t.Parallel()
	code := func(from, to int, end string) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "var é = %x1 /* %x */ + \"%x\";%s", 7*i, 11*i, 13*i, end)
		}
		return b.String()
	}
	empty := strings.Repeat("\n", maxRows/2)
	long := code(0, 300, "") + "\n" + code(300, 400, "\n")
	for name, texts := range map[string][2]string{
		"long line": {long, long},
		"large":     {code(0, 4_500, "\n"), long},
		"folded":    {empty + long + empty, long},
	} {
		for encoding, e := range map[string]*encoding.Encoder{
			"utf-8": encoding.Nop.NewEncoder(), "utf-16": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(),
		} {
			if name == "large" && encoding == "utf-16" {
				continue // compared looks for no encoding then
			}
			var sides [2][]byte
			for i, text := range texts {
				encoded, err := e.Bytes([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				sides[i] = encoded
			}
			got := onPage(compared(t, 20, view.Raw, [2]string{"/a.go", "/b.go"}, sides)).Sides[0].coloured()
			n := strings.Count(got["w"], "var")
			if n < 100 || len(got["w"]) != 3*n || strings.Count(got["s"], `"`) != 2*n || strings.Count(got["c"], "/*") != n || len(got["d"]) < n {
				t.Errorf("%s, %s: %d words in %d bytes, strings %.60q, comments %.60q", name, encoding, n, len(got["w"]), got["s"], got["c"])
			}
		}
	}
}

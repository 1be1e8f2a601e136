package page

import (
	"math/rand/v2"
	"strings"
	"testing"

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

// TestSyntaxLong checks the colours of long lines, which are cut into rows, of files of more than
// 128 KiB, and of files that are folded, in UTF-8 and UTF-16.
func TestSyntaxLong(t *testing.T) {
	t.Parallel()
	line := "var é = 1 /* note */ + \"text\";"
	for name, text := range map[string]string{
		"long line": strings.Repeat(line, 300) + "\n",
		"large":     strings.Repeat(line+"\n", 8_000),
		"folded":    strings.Repeat("x\n", maxRows) + strings.Repeat(line, 300) + "\n" + strings.Repeat("/*\nx\n*/\n", 40),
	} {
		utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range []string{text, utf16} {
			page := onPage(compared(t, 20, view.Raw, [2]string{"/a.go", "/b.go"}, [2][]byte{[]byte(data), []byte(data + "\n")}))
			shown := page.Sides[0].coloured()
			for letter, each := range map[string]string{"w": "var", "d": "1", "s": `"text"`, "c": "/* note */"} {
				got := shown[letter]
				if n := strings.Count(got, each); n < 20 || letter != "c" && len(got) != n*len(each) {
					t.Errorf("%s: %s is %d times %q in %d bytes: %.60q", name, letter, n, each, len(got), got)
				}
			}
		}
	}
}

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"alike/cmd/alike/terminal"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

// TestCompareOnTerminal looks at what a person sees.
func TestCompareOnTerminal(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{80, 120} {
		w := &world{columns: columns}
		dir := t.TempDir()
		same := text(1, 480) // 40 lines
		write := func(name, content string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			return path
		}
		a := write("a\x1b[7m", "first of a\n\tindented\n"+same+"last of a "+strings.Repeat("long 日本語 ", 40)+"\n")
		b := write("b", "only in b\nfirst of b\n\tindented\n"+same+"last of b\n")
		if code := w.run("compare", a, b, "--color", "never"); code != 0 {
			t.Fatalf("exit code %d\n%s", code, w.err.String())
		}
		got := w.out.String()
		for _, phrase := range []string{
			`/a\x1b[7m`, "  of a  of b\n", "of its windows of 50 bytes are in the other; of those of both ",
			"of its bytes are in 1 region\n", "words: Jaccard 0.9", "simhash distance ",
			"\n   1   4.2 KiB  1-43               2-44\n     1 + only in b\n  1    - first of a\n     2 + first of b\n  2  3           indented\n  3  4   ",
			"\n         … 33 lines\n", "\n 43    - last of a long 日", "…\n    44 + last of b\n",
		} {
			if !strings.Contains(got, phrase) {
				t.Errorf("%d columns: %q is missing in\n%s", columns, phrase, got)
			}
		}
		for i, line := range strings.Split(got, "\n") {
			if i > 3 && uniseg.StringWidth(line) > columns {
				t.Errorf("a line of more than %d columns: %q", columns, line)
			}
			if !terminal.Plain(line) {
				t.Errorf("a line that can drive a terminal: %q", line)
			}
		}
		w.out = syncBuffer{}
		if w.run("compare", a, b, "--color", "always", "--lines", "all"); !strings.Contains(w.out.String(), "\x1b[31m-\x1b[0m") {
			t.Errorf("no colour with --color always: %q", w.out.String())
		}
		if n := strings.Count(terminal.Unpainted(w.out.String()), "\n"); n < 45 || strings.Contains(w.out.String(), "… ") {
			t.Errorf("--lines all prints %d lines:\n%s", n, w.out.String())
		}
	}
}

// TestPassages shows passages of random files and reads both files back from
// their lines: each line of a region is there with its number.
func TestPassages(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 72))
	looked := 0
	for range 300 {
		var sides [2][]byte
		for i := range sides {
			for range r.IntN(60) {
				sides[i] = append(sides[i], []string{"a\n", "b", "\n", "same words\n", "others of them"}[r.IntN(5)]...)
			}
		}
		c := comparedFiles(t, 8, view.Raw, sides)
		for _, region := range c.Regions {
			w := &world{}
			a := newCommandLine(environment{stdout: &w.out, stderr: &w.err, getenv: func(string) string { return "" },
				outColumns: func() int { return 0 }, errColumns: func() int { return 0 }})
			p := &comparePrinter{printer: a.printer(outputFlags{format: "text"})}
			p.passages = passages{context: r.IntN(4), first: 1 << 20, last: 1 << 20, columns: 200}
			if err := p.passage(c, region); err != nil {
				t.Fatal(err)
			}
			if err := p.flush(); err != nil {
				t.Fatal(err)
			}
			var want [2]map[string]bool
			for i, e := range region.Sides {
				want[i] = map[string]bool{}
				lines := strings.Split(string(sides[i]), "\n")
				from, to := max(1, e.Line-p.passages.context), min(c.files[i].Lines.Count(), e.EndLine+p.passages.context)
				for n := from; n <= to; n++ {
					want[i][fmt.Sprintf("%d %s", n, lines[n-1])] = true
				}
			}
			width := len(itoa(max(c.files[0].Lines.Count(), c.files[1].Lines.Count())))
			for _, line := range strings.Split(strings.TrimSuffix(w.out.String(), "\n"), "\n") {
				numbers := [2]string{strings.TrimSpace(line[1 : 1+width]), strings.TrimSpace(line[2+width : 2+2*width])}
				for i, number := range numbers {
					if key := number + " " + line[2*width+5:]; number != "" && !want[i][key] {
						t.Fatalf("%q is no such line of %q, or shown twice", line, sides[i])
					} else if number != "" {
						delete(want[i], key)
						looked++
					}
				}
			}
			if len(want[0]) > 0 || len(want[1]) > 0 {
				t.Fatalf("not shown: %v in\n%s", want, w.out.String())
			}
		}
	}
	if looked < 1000 {
		t.Errorf("only %d lines were looked at", looked)
	}
}

// TestOneLine holds that a line of any length is shown from where a region begins.
func TestOneLine(t *testing.T) {
	t.Parallel()
	noise := strings.Repeat("x", 300_000)
	data := []byte(noise + strings.Repeat("the same", 20) + noise)
	f := &shownFile{File: &compare.File{Data: data, Lines: regions.NewLines(data)}}
	e := compare.Extent{Start: 300_000, End: 300_160, Line: 1, EndLine: 1}
	lines := f.linesFrom(e.Start, 3, e)
	if len(lines) != 1 || len(lines[0].text) > longestLine || string(lines[0].text[lines[0].from:lines[0].to]) != strings.Repeat("the same", 20) {
		t.Fatalf("%d lines", len(lines))
	}
	if got := lines[0].shown(60, terminal.Painter{}); !strings.HasPrefix(got, "…"+strings.Repeat("x", ahead)+"the same") || uniseg.StringWidth(got) > 60 {
		t.Errorf("shown as %q", got)
	}
}

// TestShown holds what of a line is shown where not all of it fits: a line around
// a passage from its beginning, and no part of a character.
func TestShown(t *testing.T) {
	t.Parallel()
	han := strings.Repeat("山中的来信", 40) // 600 bytes, 400 columns
	for _, c := range []struct {
		what     string
		text     string
		from, to int
		want     string
	}{
		{"before the region", "begins " + han, 607, 607, "begins 山中的来信山…"},
		{"after the region", "begins " + han, 0, 0, "begins 山中的来信山…"},
		{"the region begins late", han, 303, 600, "…的来信山中的来信山…"},
		{"and within a character", han, 304, 600, "…来信山中的来信山中…"},
		{"the next one", han, 306, 600, "…来信山中的来信山中…"},
		{"ends within a character", "山中", 0, 4, "山中"},
		{"begins and ends within one", "山中", 4, 5, "山中"},
		{"bytes that are no character", "山\xb8\xad中", 4, 5, `山\xb8\xad中`},
	} {
		l := fileLine{text: []byte(c.text), from: c.from, to: c.to}
		if got := l.shown(20, terminal.Painter{}); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	// What is painted is cut between characters too.
	l := fileLine{text: []byte("山中信"), from: 1, to: 7}
	if got, want := l.shown(20, terminal.Painter{On: true}), "\x1b[2m山\x1b[0m中\x1b[2m信\x1b[0m"; got != want {
		t.Errorf("painted %q, want %q", got, want)
	}
}

// TestEncodings shows the passages of two documents in each encoding as those of
// the same documents in UTF-8, and tells the same lines.
func TestEncodings(t *testing.T) {
	t.Parallel()
	var lines []string
	r := rand.New(rand.NewPCG(73, 74))
	han := []rune("山中的来信写着上上许多旧事春天雪慢化了河水带冰块流过村庄孩子们在岸边奔跑日月星辰风雨花草木石")
	for range 20 {
		line := ""
		for range 20 {
			line += string(han[r.IntN(len(han))])
		}
		lines = append(lines, line)
	}
	edited := slices.Concat(lines[:4], []string{"上新的一行上"}, lines[4:9], lines[15:])
	sides := [2]string{strings.Join(lines, "\r\n") + "\r\n", strings.Join(edited, "\r\n") + "\r\n"}
	show := func(e encoding.Encoding) string {
		dir, w := t.TempDir(), &world{}
		for i, name := range []string{"a", "b"} {
			data, err := e.NewEncoder().Bytes([]byte(sides[i]))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if code := w.run("compare", "--context", "1", filepath.Join(dir, "a"), filepath.Join(dir, "b")); code != 0 {
			t.Fatalf("exit code %d\n%s", code, w.err.String())
		}
		shown := ""
		for _, line := range strings.SplitAfter(w.out.String(), "\n") {
			if fields := strings.Split(line, "\t"); fields[0] == "region" {
				shown += strings.Join(fields[2:4], " ") + "\n"
			} else if len(fields) == 1 {
				shown += line
			}
		}
		return shown
	}
	want := show(encoding.Nop)
	if !strings.Contains(want, "\n  5 + 上新的一行上\n") && !strings.Contains(want, "   5 + 上新的一行上\n") || strings.Contains(want, `\`) {
		t.Fatalf("as UTF-8:\n%s", want)
	}
	for name, e := range map[string]encoding.Encoding{
		"UTF-16LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
		"GB18030":  simplifiedchinese.GB18030,
	} {
		if got := strings.Replace(show(e), `\ufeff`, "", 2); got != want {
			t.Errorf("%s:\n%s\nas UTF-8:\n%s", name, got, want)
		}
	}
}

// TestReturns holds that carriage returns are shown where they tell lines apart.
func TestReturns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"\r\n", "\r\n", 0}, {"\r\n", "\n", 2}, {"\n", "\n", 0}} {
		dir, w := t.TempDir(), &world{}
		passage := strings.Repeat("a passage of both, ", 5)
		for name, end := range map[string]string{"a": c.a, "b": c.b} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("begins in "+name+end+passage+end), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		w.run("compare", "--context", "0", filepath.Join(dir, "a"), filepath.Join(dir, "b"))
		if got := w.out.String(); strings.Count(got, `\r`) != c.want || !strings.Contains(got, "a passage of both, ") {
			t.Errorf("%q and %q:\n%s", c.a, c.b, got)
		}
	}
}

package main

import (
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
)

// TestCompareOnTerminal checks the table of regions.
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
			`/a\x1b[7m`, "  of a  of b\n", "of its windows of 50 bytes are in the other, 9", "% of both together\n",
			"of its bytes are in 1 region\n", "words: Jaccard 0.9", "simhash distance ",
			"\n   1   4.2 KiB  1-43               2-44\n     1 + only in b\n  1    - first of a\n     2 + first of b\n  2  3           indented\n  3  4   ",
			"\n         … 33 lines\n", "\n 43    - last of a long 日", "…\n    44 + last of b\n",
		} {
			if !strings.Contains(got, phrase) {
				t.Errorf("%d columns: %q is missing from\n%s", columns, phrase, got)
			}
		}
		for i, line := range strings.Split(got, "\n") {
			if i > 3 && uniseg.StringWidth(line) > columns {
				t.Errorf("a line of more than %d columns: %q", columns, line)
			}
			if !terminal.Plain(line) {
				t.Errorf("a line with terminal control sequences: %q", line)
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

// TestEncodings checks that every encoding gives the same passages and lines as UTF-8.
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

// TestReturns checks that carriage returns are shown if lines differ in them.
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

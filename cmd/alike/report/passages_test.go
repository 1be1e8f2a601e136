package report

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/spf13/pflag"

	"alike/cmd/alike/terminal"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

// compareRaw compares two contents under the raw view.
func compareRaw(t *testing.T, window int, sides [2][]byte) *compare.Comparison {
	t.Helper()
	var files [2]*compare.File
	for i, data := range sides {
		files[i] = &compare.File{Data: data, Lines: regions.NewLines(data)}
	}
	c, err := compare.Files(t.Context(), files, compare.Options{View: view.Raw, Window: window})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shownPlain returns a setting that shows whole passages without a terminal.
func shownPlain(w io.Writer) *setting {
	s := &setting{out: newStream(w)}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.passages.addFlags(fs)
	s.passages.given.Changed = true
	return s
}

// TestPassages shows passages of random files and reads both files back from their
// lines: each line of a region appears with its number.
func TestPassages(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 72))
	checked := 0
	for range 300 {
		var sides [2][]byte
		for i := range sides {
			for range r.IntN(60) {
				sides[i] = append(sides[i], []string{"a\n", "b", "\n", "same words\n", "others of them"}[r.IntN(5)]...)
			}
		}
		c := compareRaw(t, 8, sides)
		for _, region := range c.Regions {
			var out strings.Builder
			s := shownPlain(&out)
			s.passages.context = r.IntN(4)
			newPassages(s, c).print(region)
			if err := s.out.flush(); err != nil {
				t.Fatal(err)
			}
			var want [2]map[string]bool
			for i, e := range region.Sides {
				want[i] = map[string]bool{}
				lines := strings.Split(string(sides[i]), "\n")
				from, to := max(1, e.Line-s.passages.context), min(c.Files[i].Lines.Count(), e.EndLine+s.passages.context)
				for n := from; n <= to; n++ {
					want[i][fmt.Sprintf("%d %s", n, lines[n-1])] = true
				}
			}
			width := len(itoa(max(c.Files[0].Lines.Count(), c.Files[1].Lines.Count())))
			for _, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
				numbers := [2]string{strings.TrimSpace(line[1 : 1+width]), strings.TrimSpace(line[2+width : 2+2*width])}
				for i, number := range numbers {
					if key := number + " " + line[2*width+5:]; number != "" && !want[i][key] {
						t.Fatalf("%q is not a line of %q, or is shown twice", line, sides[i])
					} else if number != "" {
						delete(want[i], key)
						checked++
					}
				}
			}
			if len(want[0]) > 0 || len(want[1]) > 0 {
				t.Fatalf("not shown: %v in\n%s", want, out.String())
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d lines were checked", checked)
	}
}

// TestOneLine checks that a line of any length is shown from the start of a region.
func TestOneLine(t *testing.T) {
	t.Parallel()
	noise := strings.Repeat("x", 300_000)
	data := []byte(noise + strings.Repeat("the same", 20) + noise)
	f := &passageFile{File: &compare.File{Data: data, Lines: regions.NewLines(data)}}
	e := compare.Extent{Start: 300_000, End: 300_160, Line: 1, EndLine: 1}
	lines := f.linesFrom(e.Start, 3, e)
	if len(lines) != 1 || len(lines[0].text) > longestLine || string(lines[0].text[lines[0].from:lines[0].to]) != strings.Repeat("the same", 20) {
		t.Fatalf("%d lines", len(lines))
	}
	if got := lines[0].shown(60, terminal.Painter{}); !strings.HasPrefix(got, "…"+strings.Repeat("x", ahead)+"the same") || uniseg.StringWidth(got) > 60 {
		t.Errorf("shown as %q", got)
	}
}

// TestShown checks which part of a line is shown if it does not fit: a line around a
// passage from its beginning, and never a part of a character.
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
		{"bytes that are not a character", "山\xb8\xad中", 4, 5, `山\xb8\xad中`},
	} {
		l := fileLine{text: []byte(c.text), from: c.from, to: c.to}
		if got := l.shown(20, terminal.Painter{}); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	// Painted text is cut between characters, too.
	l := fileLine{text: []byte("山中信"), from: 1, to: 7}
	if got, want := l.shown(20, terminal.Painter{On: true}), "\x1b[2m山\x1b[0m中\x1b[2m信\x1b[0m"; got != want {
		t.Errorf("painted %q, want %q", got, want)
	}
}

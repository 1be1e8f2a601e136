package exact

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/testdata"
)

// seenAs returns a file under a view.
func seenAs(kind view.Kind, name, content string) []byte {
	v := view.NewViewer(kind, false)
	v.Reset(name)
	return v.Write([]byte(content), true)
}

// inUTF16 encodes a text as UTF-16.
func inUTF16(text string) string {
	out := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return string(out)
}

// chineseFiles returns random Chinese texts in UTF-16 and edited copies of them. Under
// a view, in UTF-8, they are longer by half. The short one has windows only under a
// view.
func chineseFiles() map[string]string {
	r := rand.New(rand.NewPCG(33, 34))
	files := map[string]string{"short.txt": inUTF16("二十個漢字寫在這裏只有四十個位元組而已也")}
	var old []rune
	for i := range 7 {
		text := make([]rune, 20+r.IntN(6000))
		for j := range text {
			text[j] = rune(0x4e00 + r.IntN(0x5000))
		}
		if i%3 > 0 {
			cut := r.IntN(len(old))
			text = append(append(old[:cut:cut], text[:r.IntN(len(text))]...), old[cut:]...)
		}
		old = text
		files[fmt.Sprintf("t%d.txt", i)] = inUTF16(string(text))
	}
	return files
}

// goFiles returns programs and copies of them with other names and comments.
func goFiles() map[string]string {
	files := map[string]string{"comments.go": "// " + strings.Repeat("only a comment ", 20)}
	for i := range 4 {
		files[fmt.Sprintf("a%d.go", i)] = program(uint64(i), "a", "//") + program(uint64(i+1), "a", "//")
		files[fmt.Sprintf("b%d.go", i)] = program(uint64(i), "other", "/* it is\n*/ //") + program(uint64(i+20), "x", "//")
	}
	return files
}

// program returns statements. Programs of the same seed differ only in names and
// comments.
func program(seed uint64, name, comment string) string {
	r := rand.New(rand.NewPCG(seed, 35))
	var b strings.Builder
	for range 150 {
		for range 3 + r.IntN(6) {
			operand := []string{"x", "x[x]", "x(7)", "!x", "x.x", `"s"`}[r.IntN(6)]
			b.WriteString(strings.ReplaceAll(operand, "x", name+string('a'+rune(r.IntN(5)))) + []string{" + ", " - ", " * ", " % ", " << "}[r.IntN(5)])
		}
		fmt.Fprintf(&b, "%s %s on line %d\n", name, comment, r.IntN(1000))
	}
	return b.String()
}

// TestScorerUnderViews checks that windows are counted under the view, with any amount
// of memory, also if the view is longer than the file.
func TestScorerUnderViews(t *testing.T) {
	testdata.Sequential(t)
	for _, c := range []struct {
		kind  view.Kind
		files map[string]string
	}{{view.FoldText, chineseFiles()}, {view.FoldCode, chineseFiles()}, {view.FoldCode, goFiles()}, {view.FoldText, goFiles()}} {
		w := newWorldUnder(t, c.kind, c.files)
		longer, some := 0, 0
		for name, content := range c.files {
			if len(seenAs(c.kind, name, content)) > len(content)*5/4 {
				longer++
			}
		}
		for _, memory := range []int64{0, 1 << 20, 64 << 20} {
			s := w.scorer(memory)
			eachPair(c.files, func(a, b string) {
				x, y, window := seenAs(c.kind, a, c.files[a]), seenAs(c.kind, b, c.files[b]), fingerprint.Window
				if max(len(x), len(y)) <= fingerprint.SmallSize {
					window = fingerprint.SmallWindow
				}
				n := fingerprint.CompareWindows(x, y, window, nil)
				if got, want := w.score(s, a, b), fmt.Sprintf("%d/%d/%d", n.Shared, n.A, n.B); got != want {
					t.Errorf("%s, memory %d, %s and %s: %s, want %s", c.kind, memory, a, b, got, want)
				}
				some += min(n.Shared, 1)
			})
		}
		if chinese := c.kind == view.FoldText && c.files["short.txt"] != ""; some < 6 || chinese != (longer == len(c.files)) {
			t.Errorf("%s: %d of %d views are longer than their files, %d pairs share windows", c.kind, longer, len(c.files), some)
		}
		read, err := scan.Reread(t.Context(), w.ix)
		if err != nil {
			t.Fatal(err)
		}
		report, err := w.ix.Check(t.Context(), db.CheckOptions{Sample: -1, Read: read})
		must(t, err)
		if len(report.Problems) > 0 || report.Files != int64(len(c.files)) {
			t.Errorf("%s: check found %d files and the problems %v", c.kind, report.Files, report.Problems)
		}
	}
}

package scan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alike/db/search"
	"alike/fingerprint/view"
)

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

// TestOtherNamesOtherLanguages checks that under the code view a file with a new name,
// or another link to it, is read again, because its language may differ. The index must
// equal a new one.
func TestOtherNamesOtherLanguages(t *testing.T) {
	for _, threads := range []int{1, 4} {
		root := t.TempDir()
		needsBirth(t, root)
		o := options()
		o.View, o.Threads = view.FoldCode, threads
		write(t, root, map[string]string{
			"a.go": program(1, "a", "//"), "copy.go": program(1, "b", "//"), // similar as Go only
			"b.go": program(2, "a", "//"), "z.go": program(2, "b", "//"),
			"c.py": program(3, "a", "//"), "y.go": program(3, "b", "//"),
		})
		must(t, os.Link(root+"/a.go", root+"/link.py"))
		x := newIndexOf(t, view.FoldCode)
		x.scan(o, root)
		x.settle(root)
		must(t, x.w.Commit())
		if got := x.similarPairs(); got != "a.go+copy.go b.go+z.go" {
			t.Errorf("before: %s", got)
		}
		before := x.files(root)
		for from, to := range map[string]string{"b.go": "a1.go", "z.go": "z.py", "c.py": "d.go"} {
			must(t, os.Rename(root+"/"+from, root+"/"+to))
		}
		x.scan(o, root)
		must(t, x.w.Commit())
		if got := x.similarPairs(); got != "a.go+copy.go d.go+y.go" {
			t.Errorf("after: %s", got)
		}
		after := x.files(root)
		if after["a1.go"].Content != before["b.go"].Content || after["z.py"].Content == before["z.go"].Content ||
			after["a.go"].Content == after["link.py"].Content {
			t.Errorf("contents before: %v\nafter: %v", before, after)
		}
		fresh := newIndexOf(t, view.FoldCode)
		fresh.scan(o, root)
		must(t, fresh.w.Commit())
		if got, want := x.similarPairs(), fresh.similarPairs(); got != want {
			t.Errorf("a new index has %s, this one has %s", want, got)
		}
		// With the old names, the contents are found again.
		must(t, os.Rename(root+"/z.py", root+"/z.go"))
		x.scan(o, root)
		must(t, x.w.Commit())
		if got := x.similarPairs(); got != "a.go+copy.go a1.go+z.go d.go+y.go" {
			t.Errorf("renamed back: %s", got)
		}
		x.checked()
	}
}

// similarPairs returns the similar pairs of the index as sorted names.
func (x *index) similarPairs() string {
	x.t.Helper()
	pairs := map[string]bool{}
	_, err := search.Pairs(x.t.Context(), x.ix, search.PairQuery{Min: .5, MinShared: 3}, func(p search.Pair) error {
		pairs[base(p.A.Path)+"+"+base(p.B.Path)] = true
		return nil
	})
	must(x.t, err)
	return strings.Join(sortedKeys(pairs), " ")
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// TestThinViews checks that scans under the code view report files with hardly any code,
// except small and binary ones.
func TestThinViews(t *testing.T) {
	comments := strings.Repeat("// nothing but words in a comment\n", 150)
	root := t.TempDir()
	write(t, root, map[string]string{
		"thin.go": comments + program(1, "a", "//")[:100], "small.go": comments[:1000],
		"usual.go": program(2, "a", "//"), "image.go": "\x00" + comments,
	})
	for kind, want := range map[view.Kind]string{view.FoldCode: root + "/thin.go", view.FoldText: ""} {
		o, thin := options(), ""
		o.View, o.Thin = kind, func(path string) { thin += path }
		x := newIndexOf(t, kind)
		if sum := x.scan(o, root); thin != want || (sum.Thin == 1) != (want != "") {
			t.Errorf("%s: %d files are thin: %s", kind, sum.Thin, thin)
		}
	}
}

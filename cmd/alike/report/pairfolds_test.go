package report

import (
	"fmt"
	"slices"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
)

// TestPairFolds checks which pairs have a row and what each row stands for.
func TestPairFolds(t *testing.T) {
	of := func(a, b string, aInB, bInA fingerprint.Share) search.Pair {
		p := search.Pair{A: search.File{Path: a}, B: search.File{Path: b}}
		p.AInB, p.BInA, p.Identical = aInB, bInA, aInB > 1
		return p
	}
	f := newPairFolds(4)
	for _, p := range []search.Pair{
		of("v1", "v2", 1, 1),
		of("v2", "v3", .99, .99), // another version
		of("v1", "v3", .98, .98), // both are in the row
		of("v4", "v1", 2, 2),     // a copy
		of("a", "tar", 1, .1),
		of("tar", "b", .1, 1), // inside it, too
		of("c", "tar", 1, .1),
		of("a", "x", .5, .5),
		of("x", "b", .4, .4), // linked by rows
		of("p", "q", .5, .5),
		of("q", "r", .5, .5), // beyond the limit
		of("r", "s", 1, 1),   // a version of what is not shown
	} {
		f.add(&p)
	}
	var got []string
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	print := func(p *search.Pair) error {
		r := f.printed
		got = append(got, fmt.Sprint(p.A.Path, " ", p.B.Path, " ", r.inside, r.versions, r.copies))
		return nil
	}
	must(f.each(print))
	want := []string{"v1 v2 {0 } {1 v3} {1 v4}", "a tar {2 b} {0 } {0 }", "a x {0 } {0 } {0 }", "p q {0 } {0 } {0 }"}
	if !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	got = nil
	must(f.revise(func(p *search.Pair) (bool, error) { return p.A.Path != "a", nil }))
	must(f.each(print))
	if want = []string{want[0], want[3]}; !slices.Equal(got, want) {
		t.Errorf("rows %q after a revision, want %q", got, want)
	}
}

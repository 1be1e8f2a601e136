package report

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// flagsOf returns flags of a verb as a command line sets them.
func flagsOf(t *testing.T, verb string, args ...string) Flags {
	t.Helper()
	var f Flags
	fs := pflag.NewFlagSet(verb, pflag.ContinueOnError)
	f.FormatOf(verb)(fs)
	f.AddNull(fs)
	f.AddLimit(fs)
	f.AddSort(fs)
	f.AddFailOnMatch(fs)
	f.AddPassages(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f
}

// printerOf returns a printer that writes to w.
func printerOf(t *testing.T, w io.Writer, columns int, about About, args ...string) *Printer {
	t.Helper()
	screen := terminal.NewScreen(io.Discard, func() int { return 0 })
	p, err := New(Output{Results: w, Columns: columns, Screen: screen}, flagsOf(t, about.Verb, args...), about)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func randomFile(r *rand.Rand, name string) search.File {
	return search.File{
		Path: fmt.Sprintf("/files/%s%d\xff\n%s", name, r.Uint64(), strings.Repeat("x", r.IntN(300))),
		Size: r.Int64N(1 << 60), Level: r.IntN(20), Fingerprints: r.IntN(1 << 30), Copies: r.IntN(3),
	}
}

func randomShare(r *rand.Rand) fingerprint.Share {
	return fingerprint.Ratio(float64(r.IntN(4)), float64(r.IntN(4)))
}

func randomPair(r *rand.Rand) search.Pair {
	return search.Pair{
		A: randomFile(r, "a"), B: randomFile(r, "b"), Shared: r.IntN(100),
		AInB: randomShare(r), BInA: randomShare(r), Resemblance: randomShare(r), Distinctive: randomShare(r),
		Identical: r.IntN(9) == 0, Exact: r.IntN(2) == 0,
	}
}

func randomGroup(r *rand.Rand) Group {
	g := search.Group{Representative: randomFile(r, "r")}
	for range r.IntN(5) {
		g.Members = append(g.Members, search.Member{
			File: randomFile(r, "m"), Shared: r.IntN(100), InRepresentative: randomShare(r), Representative: randomShare(r),
			Resemblance: randomShare(r), Distinctive: randomShare(r), Exact: r.IntN(2) == 0,
		})
	}
	return NewGroup(g)
}

func randomNear(r *rand.Rand) Near {
	return Near{
		A: randomFile(r, "a"), B: randomFile(r, "b"), SameA: r.IntN(3), SameB: r.IntN(3), Distance: r.IntN(12),
		Short: r.IntN(2) == 0, Identical: r.IntN(2) == 0,
		Score: search.Score{
			Shared: r.IntN(100), AInB: randomShare(r), BInA: randomShare(r), Resemblance: randomShare(r), Distinctive: randomShare(r),
		},
	}
}

// TestListsSort checks that results come out in order and unchanged, whether they
// stay in memory or go through a temporary file, and that the folder is common to
// them all.
func TestListsSort(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // on Windows
	r := rand.New(rand.NewPCG(5, 6))
	sorts(t, r, randomPair, func(p *Printer, room int64) *List[search.Pair] { return p.Pairs(room, search.Union) })
	sorts(t, r, randomPair, func(p *Printer, room int64) *List[search.Pair] { return p.Changes(room, search.Smaller).pairs })
	sorts(t, r, randomGroup, func(p *Printer, room int64) *List[Group] { return p.Groups(room).List })
	sorts(t, r, randomNear, func(p *Printer, room int64) *List[Near] { return p.NearPairs(room) })
}

func sorts[T any](t *testing.T, r *rand.Rand, random func(*rand.Rand) T, list func(p *Printer, room int64) *List[T]) {
	t.Helper()
	all := make([]T, 50)
	for i := range all {
		all[i] = random(r)
	}
	var printed []string
	for _, room := range []int64{1, 5000, SortRoom} {
		var out strings.Builder
		p := printerOf(t, &out, 0, About{Verb: "near", Score: true}, "-f", "json", "--sort")
		l := list(p, room)
		for _, i := range r.Perm(len(all)) {
			if err := l.Add(all[i]); err != nil {
				t.Fatal(err)
			}
		}
		if names, err := os.ReadDir(os.TempDir()); err != nil || len(names) > 0 && runtime.GOOS != "windows" { // it lists open files
			t.Fatalf("left in the temporary folder: %v, %v", names, err)
		}
		if err := l.Print(t.Context()); err != nil {
			t.Fatal(err)
		}
		l.Close()
		if err := p.End(&Summary{}); err != nil {
			t.Fatal(err)
		}
		if p.set.folder != "/files/" {
			t.Errorf("%T: the folder is %q", all[0], p.set.folder)
		}
		printed = append(printed, out.String())
	}
	slices.SortFunc(all, list(printerOf(t, io.Discard, 0, About{Verb: "near"}), 1).best.Better)
	var want strings.Builder
	p := printerOf(t, &want, 0, About{Verb: "near", Score: true}, "-f", "json")
	for _, x := range all {
		if err := list(p, 1).print(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.End(&Summary{}); err != nil {
		t.Fatal(err)
	}
	for i, got := range printed {
		if got != want.String() {
			t.Errorf("%T, room %d of 3:\n%s\nwant\n%s", all[0], i, got, want.String())
		}
	}
}

// TestLimit checks that a list prints the best results up to the limit and counts the
// others.
func TestLimit(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 9))
	var out strings.Builder
	p := printerOf(t, &out, 0, About{Verb: "pairs", By: search.Union}, "-0", "--limit", "3", "--fail-on-match")
	l := p.Pairs(SortRoom, search.Union)
	var all []search.Pair
	for range 10 {
		pair := randomPair(r)
		all = append(all, pair)
		if err := l.Add(pair); err != nil {
			t.Fatal(err)
		}
	}
	if p.Matched() {
		t.Error("a match before anything is printed")
	}
	if err := l.Print(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.End(&Summary{}); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, PairOrder(search.Union))
	want := ""
	for _, pair := range all[:3] {
		want += pair.A.Path + "\x00" + pair.B.Path + "\x00"
	}
	if out.String() != want || p.results != 3 || p.omitted != 7 || !p.Matched() {
		t.Errorf("%d results, %d omitted, matched %v:\n%q\nwant\n%q", p.results, p.omitted, p.Matched(), out.String(), want)
	}
}

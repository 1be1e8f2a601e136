package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/pflag"

	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
)

// cmp.Or and errors.Join call all that they are given, also after an error. So none of
// their arguments after the first is a call, but for these, written in full or without
// what is before the last point.
var (
	// releases must run after an error too.
	releases = []string{"Close", "close", "release", "discard", "stop", "unmount", "os.Remove", "os.RemoveAll"}
	// questions do nothing.
	questions = []string{"Err", "err", "Given", "runtime.GOMAXPROCS", "io.Reader"}
	// makers make an error of their arguments, which are looked at in turn.
	makers = []string{"errors.New", "fmt.Errorf"}
	// comparisons in a cmp.Or show that it is one of numbers.
	comparisons = []string{"Compare", "compare"}
)

// namesOf returns the name of what is called, in full and without what is before the last
// point.
func namesOf(call *ast.CallExpr) [2]string {
	full := types.ExprString(call.Fun)
	if s, ok := call.Fun.(*ast.SelectorExpr); ok {
		return [2]string{full, s.Sel.Name}
	}
	return [2]string{full, full}
}

func isAmong(call *ast.CallExpr, lists ...[]string) bool {
	names := namesOf(call)
	return slices.ContainsFunc(slices.Concat(lists...), func(s string) bool { return s == names[0] || s == names[1] })
}

// afterError returns the number of uses of cmp.Or and errors.Join in a file, and the calls in
// them that may run after an error and must not.
func afterError(file *ast.File) (uses int, wrong []*ast.CallExpr) {
	local := map[string]string{} // the names of both packages in the file
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if local[path] = path; spec.Name != nil {
			local[path] = spec.Name.Name
		}
	}
	isCall := func(e ast.Expr, path, name string) bool {
		s, ok := e.(*ast.SelectorExpr)
		if !ok || s.Sel.Name != name {
			return false
		}
		x, ok := s.X.(*ast.Ident)
		return ok && local[path] == x.Name
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		or, join := isCall(call.Fun, "cmp", "Or"), isCall(call.Fun, "errors", "Join")
		if !or && !join || len(call.Args) == 0 || or && slices.ContainsFunc(call.Args, isNumber) {
			return true
		}
		uses++
		for _, arg := range later(call) {
			wrong = append(wrong, callsIn(arg)...)
		}
		return true
	})
	return uses, wrong
}

// later returns the arguments after the first, and those of an append as the first.
func later(call *ast.CallExpr) []ast.Expr {
	args := call.Args[1:]
	if first, ok := call.Args[0].(*ast.CallExpr); ok && call.Ellipsis.IsValid() && len(first.Args) > 0 {
		args = first.Args[1:]
	}
	return args
}

func isNumber(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && isAmong(call, comparisons)
}

// callsIn returns the calls that the evaluation of an argument makes, without those that may
// be made after an error.
func callsIn(arg ast.Expr) (wrong []*ast.CallExpr) {
	ast.Inspect(arg, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false // only made here; a call of it is found
		}
		call, ok := n.(*ast.CallExpr)
		switch {
		case !ok || isAmong(call, makers) || types.Universe.Lookup(namesOf(call)[0]) != nil:
			return true
		case !isAmong(call, releases, questions):
			wrong = append(wrong, call)
		}
		return false
	})
	return wrong
}

// TestNothingAfterError checks that cmp.Or and errors.Join go on with no work after an error.
// Work waits behind an if. What is not a release and must run nevertheless is a statement of
// its own, before the error is returned.
func TestNothingAfterError(t *testing.T) {
	t.Parallel()
	uses := 0
	for _, f := range moduleFiles(t) {
		n, wrong := afterError(f.file)
		uses += n
		for _, call := range wrong {
			t.Errorf("%s:%d: %s is called even after an error: put it behind an if, or in a statement of its own if it must run",
				f.path, f.position(call).Line, types.ExprString(call.Fun))
		}
	}
	if uses < 100 {
		t.Errorf("only %d uses of cmp.Or and errors.Join found", uses)
	}
}

func TestAfterError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		wrong int
	}{
		// Releases, questions and values.
		{`cmp.Or(err, ix.Close())`, 0},
		{`cmp.Or(work(), ix.Close())`, 0},
		{`errors.Join(err, os.RemoveAll(dir), f.Close())`, 0},
		{`cmp.Or(err, ctx.Err())`, 0},
		{`cmp.Or(err, second, third)`, 0},
		{`errors.Join(err, errors.New("x"))`, 0},
		{`errors.Join(err, fmt.Errorf("%d", len(x)))`, 0},
		{`errors.Join(errs...)`, 0},
		{`errors.Join(append(errs, ctx.Err())...)`, 0},
		{`flags.Check(a.Check, b.Check)`, 0},
		{`later(func() error { return cmp.Or(err, f.Close()) })`, 0},
		// Not of errors.
		{`cmp.Or(cmp.Compare(a, b), then(a, b))`, 0},
		{`cmp.Or(int64(a), int64(b))`, 0},
		{`cmp.Or(o.Threads, runtime.GOMAXPROCS(0))`, 0},
		{`strings.Join(list(), sep())`, 0},
		// Work that goes on.
		{`cmp.Or(err, work())`, 1},
		{`cmp.Or(check(), work())`, 1},
		{`cmp.Or(err, x.look(a), x.look(b))`, 2},
		{`cmp.Or(err, list.Revise(func(x int) error { return ix.Close() }))`, 1},
		{`cmp.Or(err, wrapped(ix.Close()))`, 1},
		{`cmp.Or(err, func() error { return nil }())`, 1},
		{`cmp.Or(err, error(work()))`, 1},
		{`cmp.Or(err, (work()))`, 1},
		{`errors.Join(err, f.Sync(), f.Close())`, 1},
		{`errors.Join(err, list.Remove(x))`, 1},
		{`errors.Join(err, fmt.Errorf("%w", work()))`, 1},
		{`errors.Join(append(errs, work())...)`, 1},
		{`deferred(func() { err = cmp.Or(err, work()) })`, 1},
		{`other.Or(err, work())`, 0},
		{`named.Join(err, work())`, 1},
	} {
		imports := "import \"cmp\"\nimport \"errors\"\n"
		if c.text == `named.Join(err, work())` {
			imports = "import named \"errors\"\n"
		}
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+imports+"var _ = "+c.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if _, wrong := afterError(file); len(wrong) != c.wrong {
			t.Errorf("%s: %d calls are wrong, want %d", c.text, len(wrong), c.wrong)
		}
	}
}

// lostWorld returns an answer by the open index of some similar files that are gone.
func lostWorld(t *testing.T, verb string) *answer {
	t.Helper()
	var o questionOptions
	w, tree := newWorld(t, 0, 0)
	for i := range uint64(4) {
		for j := range 2 {
			path := filepath.Join(tree, fmt.Sprint("f", i, j))
			if err := os.WriteFile(path, []byte(text(10+i, 500)+fmt.Sprintln(j)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	runs := [][]string{{"scan", "-q", tree}, {"check", "-q"}}
	if verb == "near" {
		runs = slices.Insert(runs, 1, []string{"near", "-q"}) // makes simhashes
	}
	for _, args := range runs {
		if code := w.run(args...); code != 0 {
			t.Fatalf("%v exits with %d: %s", args, code, &w.err)
		}
	}
	if err := os.RemoveAll(tree); err != nil {
		t.Fatal(err)
	}
	none := func() int { return 0 }
	a := newCommandLine(environment{
		stdin: strings.NewReader(""), stdout: io.Discard, stderr: &w.err,
		getenv: func(name string) string { return w.vars[name] }, outColumns: none, errColumns: none,
	}).app
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, add := range []func(*pflag.FlagSet){o.similar.AddFlags, o.units.AddFlags, o.sizes.AddFlags, o.sizes.AddEmpty, o.out.AddLimit, o.out.FormatOf(verb), o.list.AddFlags} {
		add(fs)
	}
	for _, g := range answerGroups(&o.treeOptions, o.index.AddAnswerFlags) {
		for _, add := range g.add {
			add(fs)
		}
	}
	if err := fs.Parse([]string{"--limit", "100", "-f", "json"}); err != nil { // files are looked for after the search
		t.Fatal(err)
	}
	r, err := openAnswer(t.Context(), a, verb, &o, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.ix.Close() })
	if err := r.startPrinter(report.About{}); err != nil {
		t.Fatal(err)
	}
	r.counts = nil // queries here have functions of their own
	return r
}

var errFailed = errors.New("it failed")

// failingQuery returns a query whose search fails when it counts the last of some pairs.
func failingQuery(pairs int64) search.PairQuery {
	var n atomic.Int64
	return search.PairQuery{
		Min: 0.5, MinShared: 3, By: search.Union, Threads: 1, CountBelow: math.MaxInt,
		Count: func(context.Context, search.File, search.File, search.Weigher) (search.Counts, bool, error) {
			if n.Add(1) == pairs {
				return search.Counts{}, false, errFailed
			}
			return search.Counts{Shares: fingerprint.Shares{A: 9, B: 9, Shared: 9}}, true, nil
		},
	}
}

// TestNoLookAfterSearch lets searches fail that have found something. No file of it may be
// looked for. All files are gone, so a file that is looked for is marked as missing.
func TestNoLookAfterSearch(t *testing.T) {
	t.Parallel()
	var found, missing int
	look := func(files ...*search.File) {
		for _, f := range files {
			if found++; f.Missing() {
				missing++
			}
		}
	}
	for verb, find := range map[string]func(t *testing.T, q search.PairQuery) error{
		"groups": func(t *testing.T, q search.PairQuery) error {
			r := lostWorld(t, "groups")
			groups := r.print.Groups(r.roomToSort(r.asked.memory))
			defer groups.Close()
			r.query = q
			err := r.search(t.Context(), func(q search.PairQuery) (search.PairStats, error) { return r.findGroups(t.Context(), q, groups) })
			_ = groups.Revise(func(g *report.Group) (bool, error) { look(&g.Representative); return true, nil })
			return err
		},
		"pairs": func(t *testing.T, q search.PairQuery) error {
			r := lostWorld(t, "pairs")
			pairs := r.print.Pairs(r.roomToSort(r.asked.memory), search.Union)
			defer pairs.Close()
			f := newPairFinder(r, pairs, false)
			r.query = q
			err := r.search(t.Context(), func(q search.PairQuery) (search.PairStats, error) { return f.find(t.Context(), q) })
			_ = pairs.Revise(func(pair *search.Pair) (bool, error) { look(&pair.A, &pair.B); return true, nil })
			return err
		},
	} {
		for _, fails := range []int64{0, 3} {
			t.Run(fmt.Sprintf("%s/%d", verb, fails), func(t *testing.T) {
				found, missing = 0, 0
				err := find(t, failingQuery(fails))
				switch {
				case found == 0:
					t.Fatalf("nothing was found (%v)", err)
				case fails == 0 && (err != nil || missing != found):
					t.Errorf("%d of %d files are missing (%v), want all", missing, found, err)
				case fails > 0 && (!errors.Is(err, errFailed) || missing > 0):
					t.Errorf("%d of %d files were looked for after the error %v", missing, found, err)
				}
			})
		}
	}
}

// TestNoLookAfterScore checks that near looks for no file of a pair that it could not score,
// and for no second file after an error about the first.
func TestNoLookAfterScore(t *testing.T) {
	t.Parallel()
	s := lostWorld(t, "near")
	scorer, err := search.NewScorer(t.Context(), s.ix, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	looked, gone := map[string]bool{}, true
	living := search.NewLiving(s.ix, search.PairQuery{}, false, func(path string) bool { looked[path] = true; return !gone })
	living.Marks = true
	if err := s.ix.Close(); err != nil { // now it cannot be read
		t.Fatal(err)
	}
	for _, c := range []struct {
		scorer *search.Scorer
		gone   bool // and the index is asked for another path
		want   int
	}{{nil, false, 2}, {nil, true, 1}, {scorer, false, 0}} {
		n := report.Near{IDA: 1, IDB: 2, A: search.File{Path: fmt.Sprint("/a", c)}, B: search.File{Path: fmt.Sprint("/b", c)}}
		gone = c.gone
		clear(looked)
		err := (&nearSearch{nearAnswer: &nearAnswer{answer: &answer{living: living}}, scorer: c.scorer}).complete(t.Context(), &n)
		if (err != nil) != (c.want < 2) || len(looked) != c.want {
			t.Errorf("%d files were looked for, want %d (%v)", len(looked), c.want, err)
		}
	}
}

// TestNoPairAfterBase checks that near takes no pair after an error about the base, which might
// have left it out.
func TestNoPairAfterBase(t *testing.T) {
	t.Parallel()
	r := lostWorld(t, "near")
	for _, failed := range []error{nil, errFailed} {
		pairs := r.print.NearPairs(r.roomToSort(r.asked.memory))
		defer pairs.Close()
		n := &nearSearch{
			nearAnswer: &nearAnswer{answer: r}, found: completion[report.Near]{results: pairs, limited: true},
			sets: nearSets{&nearOptions{questionOptions: *r.asked, within: new(pflag.Flag)}, map[db.ContentID]admittedSet{}, nil}, failed: failed,
		}
		var ended error
		_, err := search.NearPairs(t.Context(), r.ix, search.NearPairQuery{Distance: 10}, func(p search.NearPair) error {
			ended = n.take(p)
			return ended
		})
		if !errors.Is(err, failed) || ended != failed {
			t.Errorf("the search ends with %v, want %v", err, failed)
		}
		taken := 0
		_ = pairs.Revise(func(*report.Near) (bool, error) { taken++; return true, nil })
		if (taken > 0) != (failed == nil) {
			t.Errorf("%d pairs are taken after the error %v", taken, failed)
		}
	}
}

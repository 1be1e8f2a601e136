package join_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/dataset/join"
	"alike/db/search"
	"alike/fingerprint"
)

// worlds are the indexes of the tests: views with and without small windows, and a level for
// all contents.
var worlds = []db.Params{
	db.DefaultParams,
	{View: "code", Rule: fingerprint.Rule{Window: 12, Density: fingerprint.AutoWindow}},
	{View: "text", Rule: fingerprint.Rule{Window: 25, Density: fingerprint.Auto, Small: 12}},
	{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 6}},
}

// TestPairs compares the answers of DuckDB about random hosts with brute force and with a
// search of one index of all hosts.
func TestPairs(t *testing.T) {
	t.Parallel()
	seeds := 1
	if os.Getenv("ALIKE_TEST") == "long" {
		seeds = 5
	}
	for i := range worlds {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s-%d-%d", worlds[i].View, i, seed), func(t *testing.T) {
				t.Parallel()
				checkPairs(t, uint64(10*i+seed), worlds[i])
			})
		}
	}
}

// measures are the words of --by.
var measures = map[string]search.Measure{
	"smaller": search.Smaller, "larger": search.Larger, "union": search.Union, "distinctive": search.Distinctive,
}

func checkPairs(t *testing.T, seed uint64, params db.Params) {
	r := seeded(seed)
	w := newWorld(r, params, 60)
	dir := t.TempDir()
	w.write(t, r, dir)
	ix := w.index(t)
	var asked []join.Options
	var sql strings.Builder
	for by := range measures {
		for _, least := range []float64{.25, .5, .9} {
			for _, shared := range []int{1, 3} {
				o := join.Options{From: dir, By: by, Min: least, MinShared: shared, Hardlinks: shared == 1 && least == .5}
				if by == "union" || by == "distinctive" && least == .5 {
					within := []float64{0, .3}[shared/2]
					o.SizeWithin = &within
				}
				asked = append(asked, o)
				sql.WriteString(statements(t, join.Pairs, o))
			}
		}
	}
	answers, err := duck[pairRow](t, sql.String())
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for i, o := range asked {
		want := newBruteForce(w, o).pairs()
		what := fmt.Sprintf("by %s, %v, %d shared", o.By, o.Min, o.MinShared)
		same(t, what+": an index of all hosts", searched(t, ix, o), want)
		same(t, what+": DuckDB", answers[i], want)
		rows += len(want)
	}
	if rows < 100 {
		t.Errorf("only %d pairs", rows)
	}
}

// TestMaxFrequency checks that fingerprints above the limit hide no more pairs than reported,
// and that the others are unchanged.
func TestMaxFrequency(t *testing.T) {
	t.Parallel()
	r := seeded(100)
	w := newWorld(r, worlds[0], 80)
	dir := t.TempDir()
	w.write(t, r, dir)
	for by := range measures {
		o := join.Options{From: dir, By: by, Min: .25, MinShared: 1}
		all := newBruteForce(w, o).pairs()
		o.MaxFrequency = 3
		results, err := duck[json.RawMessage](t, statements(t, join.Pairs, o))
		must(t, err)
		got := make([]pairRow, len(results[0]))
		for i, row := range results[0] {
			must(t, json.Unmarshal(row, &got[i]))
			if !slices.ContainsFunc(all, func(p pairRow) bool { return reflect.DeepEqual(p, got[i]) }) {
				t.Errorf("by %s: %s is no pair", by, got[i])
			}
		}
		var left struct {
			Fingerprints int `json:"fingerprints_left_out"`
			Pairs        int `json:"pairs_left_out_at_most"`
		}
		must(t, json.Unmarshal(results[1][0], &left))
		if missing := len(all) - len(got); missing > left.Pairs || left.Fingerprints == 0 || by != "distinctive" && missing == 0 {
			t.Errorf("by %s: %d pairs are missing, at most %d were reported, for %d fingerprints", by, missing, left.Pairs, left.Fingerprints)
		}
	}
}

// TestTo checks that an answer is written as Parquet and that no answer is overwritten.
func TestTo(t *testing.T) {
	t.Parallel()
	r := seeded(101)
	w := newWorld(r, worlds[0], 30)
	dir := t.TempDir()
	w.write(t, r, dir)
	o := join.Options{From: dir, To: filepath.Join(t.TempDir(), "it's [new]"), By: "distinctive", Min: .5, MinShared: 3}
	write := statements(t, join.Pairs, o)
	read := "SELECT * FROM read_parquet('" + strings.NewReplacer("'", "''", "[", "[[]").Replace(o.To) + "/*.parquet');"
	results, err := duck[pairRow](t, write+read)
	must(t, err)
	want := newBruteForce(w, o).pairs()
	if len(want) == 0 || len(results[0]) != len(want) {
		t.Errorf("%d rows were written, want %d", len(results[0]), len(want))
	}
	if _, err := duck[pairRow](t, write); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("an answer is written over another: %v", err)
	}
}

// same reports the first row in which two answers differ.
func same(t *testing.T, what string, got, want []pairRow) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i == len(got):
			t.Errorf("%s: %d rows of %d, want next %s", what, len(got), len(want), want[i])
		case i == len(want):
			t.Errorf("%s: %d rows of %d, got besides %s", what, len(got), len(want), got[i])
		case !reflect.DeepEqual(got[i], want[i]):
			t.Errorf("%s: row %d is %s, want %s", what, i, got[i], want[i])
		default:
			continue
		}
		return
	}
}

func (row pairRow) String() string {
	show := func(x *float64) any {
		if x == nil {
			return nil
		}
		return *x
	}
	return fmt.Sprintf("{%q %s %d level %d, %d fingerprints, %d copies, %v; %q %s %d level %d, %d fingerprints, %d copies, %v; %d, %v %v %v %v, %v}",
		row.APath, row.APathB64, row.ASize, row.ALevel, row.AFingerprints, row.ACopies, row.AGenerated,
		row.BPath, row.BPathB64, row.BSize, row.BLevel, row.BFingerprints, row.BCopies, row.BGenerated,
		row.Shared, show(row.AInB), show(row.BInA), show(row.Resemblance), show(row.Distinctive), row.Identical)
}

// searched returns the answer of a search, without empty files.
func searched(t *testing.T, ix *db.Index, o join.Options) []pairRow {
	t.Helper()
	q := search.PairQuery{Min: o.Min, MinShared: o.MinShared, By: measures[o.By], Hardlinks: o.Hardlinks}
	if o.SizeWithin != nil {
		q.SizeWithin = max(*o.SizeWithin, math.SmallestNonzeroFloat64)
	}
	var all []shown
	_, err := search.Pairs(context.Background(), ix, q, func(p search.Pair) error {
		if p.Identical && p.A.Size == 0 {
			return nil
		}
		row := pairRow{
			ASize: p.A.Size, ALevel: p.A.Level, AFingerprints: p.A.Fingerprints, ACopies: p.A.Copies, AGenerated: p.A.Generated,
			BSize: p.B.Size, BLevel: p.B.Level, BFingerprints: p.B.Fingerprints, BCopies: p.B.Copies, BGenerated: p.B.Generated,
			Shared: p.Shared, AInB: figure(p.AInB), BInA: figure(p.BInA), Resemblance: figure(p.Resemblance), Distinctive: figure(p.Distinctive),
			Identical: p.Identical,
		}
		a, b := indexed(p.A.Path), indexed(p.B.Path)
		row.name(&a, &b)
		by := 1.
		if !p.Identical {
			by = float64(p.By(q.By).Rounded())
		}
		all = append(all, shown{row, by, a.name(), b.name(), float64(p.AInB), float64(p.BInA)})
		return nil
	})
	must(t, err)
	slices.SortFunc(all, strongestFirst)
	rows := make([]pairRow, len(all))
	for i, p := range all {
		rows[i] = p.row
	}
	return rows
}

// indexed returns the file with a path in an index.
func indexed(path string) file {
	host, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), ":")
	return file{host: host, path: rest}
}

func figure(s fingerprint.Share) *float64 {
	if !s.Defined() {
		return nil
	}
	x := float64(s.Rounded())
	return &x
}

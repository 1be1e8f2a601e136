package flags

import (
	"cmp"
	"math"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db/search"
	"alike/fingerprint/view"
)

// Similarity say what counts as similar.
type Similarity struct {
	min        flagvalue.Share
	minShared  int
	By         string
	chosen     *pflag.Flag // --by
	sizeWithin flagvalue.Share
	within     *pflag.Flag
	Exact      bool
}

// Measures are the words of --by.
var Measures = map[string]search.Measure{
	"smaller": search.Smaller, "larger": search.Larger, "union": search.Union, "distinctive": search.Distinctive,
}

func (o *Similarity) AddFlags(fs *pflag.FlagSet) {
	unless := ""
	if o.By == "" { // a verb that has the usual order
		unless = "; --view code is ordered by distinctive unless this is given"
	}
	o.min, o.minShared, o.By = 0.5, 3, cmp.Or(o.By, "smaller")
	fs.Var(&o.min, "min", "the least `SHARE` that counts as similar, as 50% or 0.5")
	fs.Var(flagvalue.NewChoice(&o.By, "smaller", "larger", "union", "distinctive"), "by",
		"of `WHAT` that share is: of the smaller file, of the larger, of the union of both, or distinctive: of the smaller, boilerplate counting for little"+unless)
	o.chosen = fs.Lookup("by")
	fs.Var(flagvalue.NewNumber(&o.minShared, 1), "min-shared", "the least number `N` of common fingerprints")
	fs.Var(&o.sizeWithin, "size-within", "only if the sizes differ by at most this `SHARE` (20%)")
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // none: without the flag there is no limit
	fs.BoolVar(&o.Exact, "exact", false, "read the files again and count all of their windows, instead of estimating")
}

// Check finds contradictions.
func (o *Similarity) Check() error {
	if o.Exact && Measures[o.By] == search.Distinctive {
		return advice.Usagef("--exact has no distinctive share, since weights are known of fingerprints only: leave out --exact or choose another --by")
	}
	return nil
}

// OrderHelp is the paragraph on the order of those verbs that print pairs.
const OrderHelp = `Under --view code the most distinctive come first, so that what many files have,
licences and boilerplate, sinks by itself; what counts as similar is as ever. With
--by, and with --exact, order and threshold are of the same share.`

// Order returns the Measures by which results are ordered, equal ones by the next.
// Files that are counted themselves have no distinctive share.
func (o *Similarity) Order(kind view.Kind) []search.Measure {
	by := Measures[o.By]
	if kind == view.FoldCode && !o.chosen.Changed && !o.Exact {
		return []search.Measure{search.Distinctive, by}
	}
	return []search.Measure{by}
}

// Query turns the flags into what the index is asked.
func (o *Similarity) Query(threads int) search.PairQuery {
	q := search.PairQuery{Min: float64(o.min), MinShared: o.minShared, By: Measures[o.By], Threads: threads}
	if o.within.Changed && o.sizeWithin < 1 {
		// 0 would ask for no limit, not for equal sizes.
		q.SizeWithin = max(float64(o.sizeWithin), math.SmallestNonzeroFloat64)
	}
	return q
}

// ExactHelp is the paragraph on --exact of those verbs that have it.
const ExactHelp = `With --exact both files of a candidate are read again and all their distinct
windows are counted. Candidates are taken below --min by four standard
deviations of the estimate, sqrt(min·(1-min)/n) for n fingerprints. Files that
have changed since the scan are told and left out; of identical files the first
is looked at and stands for the others.`

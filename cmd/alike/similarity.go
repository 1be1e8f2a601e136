package main

import (
	"cmp"
	"math"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db/search"
	"alike/fingerprint/view"
)

// similarityFlags say what counts as similar.
type similarityFlags struct {
	min        flagvalue.Share
	minShared  int
	by         string
	chosen     *pflag.Flag // --by
	sizeWithin flagvalue.Share
	within     *pflag.Flag
	exact      bool
}

// measures are the words of --by.
var measures = map[string]search.Measure{
	"smaller": search.Smaller, "larger": search.Larger, "union": search.Union, "distinctive": search.Distinctive,
}

func (o *similarityFlags) addFlags(fs *pflag.FlagSet) {
	unless := ""
	if o.by == "" { // a verb that has the usual order
		unless = "; --view code is ordered by distinctive unless this is given"
	}
	o.min, o.minShared, o.by = 0.5, 3, cmp.Or(o.by, "smaller")
	fs.Var(&o.min, "min", "the least `SHARE` that counts as similar, as 50% or 0.5")
	fs.Var(flagvalue.NewChoice(&o.by, "smaller", "larger", "union", "distinctive"), "by",
		"of `WHAT` that share is: of the smaller file, of the larger, of the union of both, or distinctive: of the smaller, boilerplate counting for little"+unless)
	o.chosen = fs.Lookup("by")
	fs.Var(flagvalue.NewNumber(&o.minShared, 1), "min-shared", "the least number `N` of common fingerprints")
	fs.Var(&o.sizeWithin, "size-within", "only if the sizes differ by at most this `SHARE` (20%)")
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // none: without the flag there is no limit
	fs.BoolVar(&o.exact, "exact", false, "read the files again and count all of their windows, instead of estimating")
}

// check finds contradictions.
func (o *similarityFlags) check() error {
	if o.exact && measures[o.by] == search.Distinctive {
		return advice.Usagef("--exact has no distinctive share, since weights are known of fingerprints only: leave out --exact or choose another --by")
	}
	return nil
}

// orderHelp is the paragraph on the order of those verbs that print pairs.
const orderHelp = `Under --view code the most distinctive come first, so that what many files have,
licences and boilerplate, sinks by itself; what counts as similar is as ever. With
--by, and with --exact, order and threshold are of the same share.`

// order returns the measures by which results are ordered, equal ones by the next.
// Files that are counted themselves have no distinctive share.
func (o *similarityFlags) order(kind view.Kind) []search.Measure {
	by := measures[o.by]
	if kind == view.FoldCode && !o.chosen.Changed && !o.exact {
		return []search.Measure{search.Distinctive, by}
	}
	return []search.Measure{by}
}

// query turns the flags into what the index is asked.
func (o *similarityFlags) query(threads int) search.PairQuery {
	q := search.PairQuery{Min: float64(o.min), MinShared: o.minShared, By: measures[o.by], Threads: threads}
	if o.within.Changed && o.sizeWithin < 1 {
		// 0 would ask for no limit, not for equal sizes.
		q.SizeWithin = max(float64(o.sizeWithin), math.SmallestNonzeroFloat64)
	}
	return q
}

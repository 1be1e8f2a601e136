package flags

import (
	"cmp"
	"fmt"
	"math"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db/search"
	"alike/fingerprint/view"
)

// Similarity says which files are similar, and by which share they are ordered.
type Similarity struct {
	By    string // word of --by; the default if set before AddFlags
	Exact bool   // count all windows instead of estimating

	min        flagvalue.Share
	minShared  int
	chosen     *pflag.Flag // --by
	sizeWithin flagvalue.Share
	within     *pflag.Flag // --size-within
}

// Measures are the words of --by.
var Measures = map[string]search.Measure{
	"smaller": search.Smaller, "larger": search.Larger, "union": search.Union, "distinctive": search.Distinctive,
}

// AddFlags adds --min, --by, --min-shared, --size-within and --exact.
func (o *Similarity) AddFlags(fs *pflag.FlagSet) {
	unless, usual := " The default, but --view code is ordered by distinctive.", ""
	if o.By != "" {
		unless, usual = "", fmt.Sprintf(" The default is %s.", o.By)
	}
	o.min, o.minShared, o.By = 0.5, 3, cmp.Or(o.By, "smaller")
	fs.Var(&o.min, "min", "least `SHARE` that counts as similar\nSuch as 50% or 0.5.")
	fs.Var(flagvalue.NewChoice(&o.By, "smaller", "larger", "union", "distinctive"), "by",
		"go by this `SHARE`: smaller, larger, union, distinctive\n"+
			"smaller: the share of the smaller file, so that one is found in the other."+unless+"\n"+
			"larger: the share of the larger file, so that each is found in the other.\n"+
			"union: what both files have, of all that either has.\n"+
			"distinctive: like smaller, but fingerprints that many files have count little."+usual)
	o.chosen = fs.Lookup("by")
	o.chosen.DefValue = ""
	fs.Var(flagvalue.NewNumber(&o.minShared, 1), "min-shared", "least number `N` of shared fingerprints")
	fs.Var(&o.sizeWithin, "size-within", "only files whose sizes differ by at most `SHARE`\nSuch as 20%.")
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // no limit
	fs.BoolVar(&o.Exact, "exact", false, "read the files again and count instead of estimating")
}

// Check reports flags that contradict each other.
func (o *Similarity) Check() error {
	if o.Exact && Measures[o.By] == search.Distinctive {
		return advice.Usagef("--exact has no distinctive share, since only fingerprints have weights: leave out --exact or choose another --by")
	}
	return nil
}

// Order returns the measures that order results: the first one, and for equal results
// the next. Exact results have no distinctive share.
func (o *Similarity) Order(kind view.Kind) []search.Measure {
	by := Measures[o.By]
	if kind == view.FoldCode && !o.chosen.Changed && !o.Exact {
		return []search.Measure{search.Distinctive, by}
	}
	return []search.Measure{by}
}

// Query returns the query that the flags ask for.
func (o *Similarity) Query(threads int) search.PairQuery {
	q := search.PairQuery{Min: float64(o.min), MinShared: o.minShared, By: Measures[o.By], Threads: threads}
	if o.within.Changed && o.sizeWithin < 1 {
		// 0 would mean no limit, not equal sizes.
		q.SizeWithin = max(float64(o.sizeWithin), math.SmallestNonzeroFloat64)
	}
	return q
}

// OrderHelp is the paragraph of --help on the order of pairs.
const OrderHelp = `Under --view code the pairs with the largest distinctive share come first, so that
licences and boilerplate sink; which pairs are similar does not change. With --by or
--exact, one share decides both order and threshold.`

// ExactHelp is the paragraph of --help on --exact.
const ExactHelp = `--exact reads both files of a candidate pair again and counts all their distinct
windows. Candidates reach --min within four standard deviations of the estimate,
sqrt(min·(1-min)/n) for n fingerprints. Files that have changed since the scan are
reported and left out. Of identical files the first is read and stands for the others.`

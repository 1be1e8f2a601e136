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

// Similarity selects the pairs that count as similar, and the share that orders them.
type Similarity struct {
	By    string // word of --by; the default if set before AddFlags
	Exact bool   // count all windows instead of estimating

	min        flagvalue.Share
	minShared  int
	hardlinks  bool
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
	fs.Var(&o.min, "min", "minimum `SHARE` that counts as similar\nSuch as 50% or 0.5.")
	fs.Var(flagvalue.NewChoice(&o.By, "smaller", "larger", "union", "distinctive"), "by",
		"use this `SHARE`: smaller, larger, union, distinctive\n"+
			"smaller: how much of the smaller file is in the larger."+unless+"\n"+
			"larger: how much of the larger file is in the smaller.\n"+
			"union: how much of their combined content both files have.\n"+
			"distinctive: like smaller, but fingerprints common to many files count little."+usual)
	o.chosen = fs.Lookup("by")
	o.chosen.DefValue = ""
	fs.Var(flagvalue.NewNumber(&o.minShared, 1), "min-shared", "minimum number `N` of shared fingerprints")
	fs.Var(&o.sizeWithin, "size-within", "only files whose sizes differ by at most `SHARE`\nSuch as 20%.")
	AddHardlinks(fs, &o.hardlinks)
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // no limit
	fs.BoolVar(&o.Exact, "exact", false, "read the files again and count instead of estimating")
}

// AddHardlinks adds --hardlinks.
func AddHardlinks(fs *pflag.FlagSet, to *bool) {
	fs.BoolVar(to, "hardlinks", false, "count each path of a file as a copy\nHard links, and paths through another mount or link, are one file otherwise.")
}

// Check reports flags that contradict each other.
func (o *Similarity) Check() error {
	if o.Exact && Measures[o.By] == search.Distinctive {
		return advice.Usagef("--exact has no distinctive share, since only fingerprints have weights: leave out --exact or choose another --by")
	}
	return nil
}

// Order returns the measures that order results; later ones break ties. Exact results
// have no distinctive share.
func (o *Similarity) Order(kind view.Kind) []search.Measure {
	by := Measures[o.By]
	if kind == view.FoldCode && !o.chosen.Changed && !o.Exact {
		return []search.Measure{search.Distinctive, by}
	}
	return []search.Measure{by}
}

// Query returns the query that the flags describe.
func (o *Similarity) Query(threads int) search.PairQuery {
	q := search.PairQuery{Min: float64(o.min), MinShared: o.minShared, By: Measures[o.By], Hardlinks: o.hardlinks, Threads: threads}
	if o.within.Changed && o.sizeWithin < 1 {
		// 0 would mean no limit, not equal sizes.
		q.SizeWithin = max(float64(o.sizeWithin), math.SmallestNonzeroFloat64)
	}
	return q
}

// OrderHelp is the paragraph of --help on the order of pairs.
const OrderHelp = `Under --view code the pairs with the largest distinctive share come first, so that
licences and boilerplate sink; the set of similar pairs stays the same. With --by or
--exact, one share decides both order and threshold.`

// ExactHelp is the paragraph of --help on --exact.
const ExactHelp = `--exact reads both files of a candidate pair again and counts all their distinct
windows. The estimate of a candidate is at most four standard deviations below --min;
one is sqrt(min·(1-min)/n) for n fingerprints. Files that have changed since the scan are
reported and left out. Of identical files, only the first is read.`

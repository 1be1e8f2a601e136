package flags

import (
	"cmp"
	"math"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db/search"
)

// Similarity selects the pairs that count as similar, and their share.
type Similarity struct {
	By       string // word of --by; the default if set before AddFlags
	Exact    bool   // count all windows instead of estimating
	Estimate bool   // never count windows

	min        flagvalue.Share
	least      *pflag.Flag // --min
	minShared  int
	shared     *pflag.Flag // --min-shared
	hardlinks  bool
	sizeWithin flagvalue.Share
	within     *pflag.Flag // --size-within
}

// Measures are the words of --by.
var Measures = map[string]search.Measure{
	"smaller": search.Smaller, "larger": search.Larger, "union": search.Union, "distinctive": search.Distinctive,
}

// AddFlags adds the flags of AddShares, --exact and --estimate.
func (o *Similarity) AddFlags(fs *pflag.FlagSet) {
	o.AddShares(fs)
	o.AddCounting(fs)
}

// AddShares adds --min, --by, --min-shared, --size-within and --hardlinks.
func (o *Similarity) AddShares(fs *pflag.FlagSet) {
	o.min, o.minShared, o.By = 0.5, 3, cmp.Or(o.By, "distinctive")
	fs.Var(&o.min, "min", "minimum `SHARE` that counts as similar")
	if o.least = fs.Lookup("min"); o.By == "distinctive" {
		o.least.Usage += "\nThe default is 50%; 35% of text and code by distinctive, unless with --estimate."
		o.least.DefValue = ""
	}
	fs.Var(flagvalue.NewChoice(&o.By, "distinctive", "smaller", "larger", "union"), "by",
		"use this `SHARE`: distinctive, smaller, larger, union\n"+
			"distinctive: like smaller, but content of many files counts little.\n"+
			"smaller: of the smaller file; larger: of the larger; union: of both together.\n"+
			"The default is "+o.By+".")
	fs.Lookup("by").DefValue = ""
	fs.Var(flagvalue.NewNumber(&o.minShared, 1), "min-shared", "minimum number `N` of shared fingerprints\nThe default is 3, but 1 if pairs of code are counted.")
	o.shared = fs.Lookup("min-shared")
	o.shared.DefValue = ""
	fs.Var(&o.sizeWithin, "size-within", "only files whose sizes differ by at most `SHARE`\nSuch as 20%.")
	AddHardlinks(fs, &o.hardlinks)
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // no limit
}

// AddCounting adds --exact and --estimate.
func (o *Similarity) AddCounting(fs *pflag.FlagSet) {
	fs.BoolVar(&o.Exact, "exact", false, "read the files of every pair again and count")
	fs.BoolVar(&o.Estimate, "estimate", false, "never read files again, only estimate")
}

// The defaults of --min and --by for folders.
const (
	FolderMin = 0.5
	FolderBy  = "smaller"
)

// AddFolderFlags adds --min, --by, --exact and --estimate to folders, whose files are compared
// as alike pairs does without flags. min gets the threshold for folders.
func (o *Similarity) AddFolderFlags(fs *pflag.FlagSet, minimum *flagvalue.Share) {
	o.min, o.minShared, *minimum = 0.5, 3, FolderMin
	fs.Var(minimum, "min", "minimum `SHARE` of a folder that is found\nSuch as 50% or 0.5.")
	o.By = FolderBy
	fs.Var(flagvalue.NewChoice(&o.By, "smaller", "larger", "union"), "by",
		"use this `SHARE`: smaller, larger, union\n"+
			"smaller: the larger of the two shares, so that a part is found.\n"+
			"larger: the smaller of the two shares.\n"+
			"union: how much of both folders together is found.")
	AddHardlinks(fs, &o.hardlinks)
	o.AddCounting(fs)
}

// AddHardlinks adds --hardlinks.
func AddHardlinks(fs *pflag.FlagSet, to *bool) {
	fs.BoolVar(to, "hardlinks", false, "count each path of a file as a copy, hard links too")
}

// Check reports flags that contradict each other.
func (o *Similarity) Check() error {
	if o.Exact && o.Estimate {
		return advice.Usagef("--exact counts, --estimate does not: leave one of them out")
	}
	return nil
}

// AnyShared reports whether pairs that are counted need to share but one fingerprint: it is
// enough to find them, and counting decides.
func (o *Similarity) AnyShared() bool { return o.shared == nil || !o.shared.Changed }

// ViewMin is the default of --min under the text and code views, by the distinctive share. Of copies
// of functions with a third of their lines edited it finds 60 %, 50 % finds 32 %; of answers with a
// fifth of their words changed all, and 76 %. Pairs of 35 to 50 % that were read had a common origin.
const ViewMin = 0.35

// UsualMin reports whether --min is not given.
func (o *Similarity) UsualMin() bool { return o.least == nil || !o.least.Changed }

// Query returns the query that the flags describe.
func (o *Similarity) Query(threads int) search.PairQuery {
	q := search.PairQuery{Min: float64(o.min), MinShared: o.minShared, By: Measures[o.By], Hardlinks: o.hardlinks, Threads: threads}
	q.FixedShared = !o.AnyShared()
	if o.within != nil && o.within.Changed && o.sizeWithin < 1 {
		// 0 would mean no limit, not equal sizes.
		q.SizeWithin = max(float64(o.sizeWithin), math.SmallestNonzeroFloat64)
	}
	return q
}

// DistinctiveHelp is the paragraph of --help on the default of --by.
const DistinctiveHelp = `What many files in DIR have, such as licences, counts little; --by smaller treats all
content alike.`

// CountHelp is the paragraph of --help on --exact and --estimate.
const CountHelp = `Shares are estimated from fingerprints, except those of pairs that share fewer than 10 or
are near the threshold, of small files and of --view code: both files are read again and
counted. --exact counts every pair, --estimate none. alike(7) has the details.`

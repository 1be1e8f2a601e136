package flags

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/scan/ignore"
)

// Filter selects the files of an answer by size and path. It does not change the index.
type Filter struct {
	Sizes
	only, not []string

	set   *pflag.FlagSet
	paths *ignore.Filter // of Paths

	within *Filter  // that files must pass too, or nil
	trees  []string // that they must be in; nil: all
}

// AddFlags adds --only and --not, and the flags of Sizes.
func (o *Filter) AddFlags(fs *pflag.FlagSet) {
	o.set = newSet()
	o.set.StringArrayVar(&o.only, "only", nil, "only files that match `GLOB`, or in folders that do\n"+
		"A GLOB with a slash matches paths, from anywhere unless it begins with one. May be repeated.")
	o.set.StringArrayVar(&o.not, "not", nil, "no files that match `GLOB`, or in folders that do\nMay be repeated.")
	o.Sizes.AddFlags(o.set)
	fs.AddFlagSet(o.set)
}

// Given returns the name of the first flag that is given, or "".
func (o *Filter) Given() string { return firstGiven(o.set) }

// Check reports a minimum above the maximum, and globs that cannot match.
func (o *Filter) Check() error {
	for _, side := range []struct {
		flag  string
		globs []string
	}{{"only", o.only}, {"not", o.not}} {
		if err := checkGlobs(side.flag, side.globs); err != nil {
			return err
		}
	}
	return o.Sizes.Check()
}

// Bounds of globs. Each alternative of a glob is tried on each path, and alternatives of
// several braces multiply: 4,096 take 8 ms for a path.
const (
	longestGlob      = 4096 // bytes
	globAlternatives = 64   // of one glob
	allAlternatives  = 512  // of all globs of a flag
)

// checkGlobs reports globs that cannot match, and those that would take too long.
func checkGlobs(flag string, globs []string) error {
	all := 0
	for _, glob := range globs {
		n := alternatives(glob)
		if all += n; len(glob) > longestGlob || n > globAlternatives {
			return advice.Usagef("--%s %q is too long: a glob has at most %d bytes and %d alternatives, and those of several {} multiply",
				flag, terminal.Visible(glob[:min(len(glob), 60)]), longestGlob, globAlternatives)
		}
		if all > allAlternatives {
			return advice.Usagef("--%s has too many globs: at most %d, with each alternative in {}", flag, allAlternatives)
		}
		if strings.Trim(glob, "/") == "" || !doublestar.ValidatePattern(glob) {
			return advice.Usagef("--%s %q is not a glob: it is empty, or one of its [ or { is never closed", flag, terminal.Visible(glob))
		}
	}
	return nil
}

// Within restricts the filter to files that another one admits too, and that are in the
// trees; nil means all. Empty files do not matter to the other one.
func (o *Filter) Within(other Filter, trees []string) {
	other.empty = nil
	o.within, o.trees = &other, trees
}

// Admits reports whether the flags select a file of the given size in bytes.
func (o *Filter) Admits(size int64) bool {
	return o.Sizes.Admits(size) && (o.within == nil || o.within.Admits(size))
}

// alternatives returns how many patterns without braces a glob stands for, or more than
// globAlternatives.
func alternatives(glob string) int {
	type group struct{ sum, product int } // of alternatives that have ended, and in the present one
	open := []group{{product: 1}}
	for i := 0; i < len(glob); i++ {
		last := len(open) - 1
		switch g := &open[last]; {
		case glob[i] == '\\':
			i++
		case glob[i] == '{':
			open = append(open, group{product: 1})
		case glob[i] == ',' && last > 0:
			g.sum, g.product = min(g.sum+g.product, globAlternatives+1), 1
		case glob[i] == '}' && last > 0:
			n := g.sum + g.product
			open = open[:last]
			open[last-1].product = min(open[last-1].product*n, globAlternatives+1)
		}
	}
	n := 1
	for _, g := range open { // a brace in a class, such as [{], is never closed
		n = min(n*(g.sum+g.product), globAlternatives+1)
	}
	return n
}

// Paths returns a function that reports whether --only and --not admit a path, or nil if
// they are not given. Check must have passed.
func (o *Filter) Paths() func(path string) bool {
	if o.paths == nil {
		o.paths, _ = ignore.NewFilter(o.only, o.not)
	}
	var more func(path string) bool
	if o.within != nil {
		more = o.within.Paths()
	}
	if o.paths == nil && more == nil && o.trees == nil {
		return nil
	}
	return func(path string) bool {
		return o.paths.Admits(path) && (o.trees == nil || db.InTrees(path, o.trees)) && (more == nil || more(path))
	}
}

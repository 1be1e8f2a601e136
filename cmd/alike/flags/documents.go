package flags

import (
	"fmt"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint/simhash"
	"alike/scan"
)

// Documents controls how the text of a file becomes a simhash. An index keeps the scheme
// of its first simhashes.
type Documents struct {
	set     *pflag.FlagSet
	unit    string
	words   int
	chars   int
	weights string
	html    bool
	blocks  int
}

var (
	documentUnits   = map[string]simhash.Unit{"mixed": simhash.Mixed, "words": simhash.Words, "chars": simhash.Chars}
	documentWeights = map[string]simhash.Weights{"damped": simhash.Damped, "count": simhash.Count, "tfidf": simhash.TFIDF}
)

// AddFlags adds the flags of a scheme.
func (o *Documents) AddFlags(fs *pflag.FlagSet) {
	defaults := simhash.Default()
	o.unit, o.words, o.chars, o.weights = "mixed", defaults.Words, defaults.Chars, "damped"
	o.set = newSet()
	o.set.Var(flagvalue.NewChoice(&o.unit, "mixed", "words", "chars"), "unit", unitUsage)
	o.set.Var(flagvalue.NewNumber(&o.words, 1), "words", "make features of `N` words")
	o.set.Var(flagvalue.NewNumber(&o.chars, 1), "chars", "make features of `N` characters")
	o.set.Var(flagvalue.NewChoice(&o.weights, "damped", "count"), "weights", "weigh features `HOW`: damped or count\nFor c occurrences damped is 1 + ln c, and count is c.")
	o.set.BoolVar(&o.html, "html", false, "leave out the tags of HTML")
	fs.AddFlagSet(o.set)
}

const unitUsage = "`UNIT` of text: mixed, words, chars\nmixed uses words, and characters for scripts without spaces between words, such as Chinese."

// AddIndexFlags adds the flags of a scheme and --blocks, for a verb that keeps simhashes
// in an index.
func (o *Documents) AddIndexFlags(fs *pflag.FlagSet) {
	o.AddFlags(fs)
	o.blocks = hamming.DefaultBlocks
	o.set.Var(flagvalue.NewNumber(&o.blocks, 1), "blocks",
		fmt.Sprintf("split simhashes into `N` blocks for the search, at most %d\nAny number gives the same results.", hamming.MaxBlocks))
	fs.AddFlag(o.set.Lookup("blocks"))
}

// HTML reports whether to leave out the tags of HTML.
func (o *Documents) HTML() bool { return o.html }

// FirstGiven returns the name of the first flag that was given, or "".
func (o *Documents) FirstGiven() string { return firstGiven(o.set) }

// Check reports values out of range.
func (o *Documents) Check() error {
	if o.words > simhash.MaxN || o.chars > simhash.MaxN {
		return advice.Usagef("--words and --chars must be from 1 to %d", simhash.MaxN)
	}
	if o.blocks > hamming.MaxBlocks {
		return advice.Usagef("--blocks must be from 1 to %d, not %d", hamming.MaxBlocks, o.blocks)
	}
	return nil
}

// Scheme returns s with the given flags applied to it.
func (o *Documents) Scheme(s scan.DocumentScheme) scan.DocumentScheme {
	given := func(name string) bool { return o.set.Changed(name) }
	if given("unit") {
		s.Unit = documentUnits[o.unit]
	}
	if given("words") {
		s.Words = o.words
	}
	if given("chars") {
		s.Chars = o.chars
	}
	if given("weights") {
		s.Weights = documentWeights[o.weights]
	}
	if given("html") {
		s.HTML = o.html
	}
	return s
}

// DefaultDocuments returns the default scheme.
func DefaultDocuments() scan.DocumentScheme { return scan.DocumentScheme{Scheme: simhash.Default()} }

// KeptBy returns the scheme and the number of blocks of the simhashes in the index in
// dir. If the index keeps none yet, the flags select them. The error is a *db.SchemeError
// if the flags disagree with the index.
func (o *Documents) KeptBy(ix *db.Index, dir string) (s scan.DocumentScheme, blocks int, err error) {
	words, blocks, kept := ix.HashScheme()
	if !kept {
		return o.Scheme(DefaultDocuments()), o.blocks, nil
	}
	if s, err = scan.ParseDocumentScheme(words); err != nil {
		return s, blocks, fmt.Errorf("reading the simhash scheme of the index in %s: %w", dir, err)
	}
	asked := blocks
	if o.set.Changed("blocks") {
		asked = o.blocks
	}
	if want := o.Scheme(s); want != s || asked != blocks {
		return s, blocks, &db.SchemeError{Dir: dir, Has: words, Want: want.String(), HasBlocks: blocks, WantBlocks: asked}
	}
	return s, blocks, nil
}

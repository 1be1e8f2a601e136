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

// Documents say how the text of a file becomes a simhash. They are written into
// an index when it gets its first ones.
type Documents struct {
	set     *pflag.FlagSet
	unit    string
	words   int
	chars   int
	weights string
	html    bool
	blocks  int
}

// The words of --unit and --weights that take no table.
var (
	documentUnits   = map[string]simhash.Unit{"mixed": simhash.Mixed, "words": simhash.Words, "chars": simhash.Chars}
	documentWeights = map[string]simhash.Weights{"damped": simhash.Damped, "count": simhash.Count}
)

func (o *Documents) AddFlags(fs *pflag.FlagSet) {
	usual := simhash.Default()
	o.unit, o.words, o.chars, o.weights = "mixed", usual.Words, usual.Chars, "damped"
	o.set = pflag.NewFlagSet("documents", pflag.ContinueOnError)
	o.set.SortFlags = false
	o.set.Var(flagvalue.NewChoice(&o.unit, "mixed", "words", "chars"), "unit",
		"what is compared: runs of words, of characters, or mixed: of characters where words have no spaces between them")
	o.set.Var(flagvalue.NewNumber(&o.words, 1), "words", "`N` words in a run")
	o.set.Var(flagvalue.NewNumber(&o.chars, 1), "chars", "`N` characters in a run")
	o.set.Var(flagvalue.NewChoice(&o.weights, "damped", "count"), "weights",
		"what a run counts that occurs c times: 1 + ln c, or c")
	o.set.BoolVar(&o.html, "html", false, "of pages of HTML only what stands between the tags")
	fs.AddFlagSet(o.set)
}

// AddIndexFlags is addFlags of a verb that keeps simhashes in an index.
func (o *Documents) AddIndexFlags(fs *pflag.FlagSet) {
	o.AddFlags(fs)
	o.blocks = hamming.DefaultBlocks
	o.set.Var(flagvalue.NewNumber(&o.blocks, 1), "blocks", fmt.Sprintf("cut simhashes into `N` blocks to find them by, up to %d", hamming.MaxBlocks))
	fs.AddFlag(o.set.Lookup("blocks"))
}

// FirstGiven returns the name of a flag that was given, if any was.
func (o *Documents) FirstGiven() string { return FirstGiven(o.set) }

// Check finds values that no index can have.
func (o *Documents) Check() error {
	if o.words > simhash.MaxN || o.chars > simhash.MaxN {
		return advice.Usagef("--words and --chars go from 1 to %d", simhash.MaxN)
	}
	if o.blocks > hamming.MaxBlocks {
		return advice.Usagef("--blocks goes from 1 to %d, not %d", hamming.MaxBlocks, o.blocks)
	}
	return nil
}

// Scheme is what the flags ask for; those not given are as the index has them, or
// else as usual.
func (o *Documents) Scheme(usual scan.DocumentScheme) scan.DocumentScheme {
	given := func(name string) bool { return o.set.Changed(name) }
	if given("unit") {
		usual.Unit = documentUnits[o.unit]
	}
	if given("words") {
		usual.Words = o.words
	}
	if given("chars") {
		usual.Chars = o.chars
	}
	if given("weights") {
		usual.Weights = documentWeights[o.weights]
	}
	if given("html") {
		usual.HTML = o.html
	}
	return usual
}

// UsualDocuments is how simhashes are made unless flags or an index say otherwise.
func UsualDocuments() scan.DocumentScheme { return scan.DocumentScheme{Scheme: simhash.Default()} }

// KeptBy returns how an index makes its simhashes, or is to, and by how many blocks
// they are found. It is a *db.SchemeError if the flags ask for something else.
func (o *Documents) KeptBy(ix *db.Index, dir string) (s scan.DocumentScheme, blocks int, err error) {
	words, blocks, kept := ix.HashScheme()
	if !kept {
		return o.Scheme(UsualDocuments()), o.blocks, nil
	}
	if s, err = scan.ParseDocumentScheme(words); err != nil {
		return s, blocks, fmt.Errorf("reading how the index in %s makes simhashes: %w", dir, err)
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

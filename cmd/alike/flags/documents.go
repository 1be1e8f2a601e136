package flags

import (
	"errors"
	"fmt"
	"strings"

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
	set    *pflag.FlagSet
	scheme schemeText
	html   bool
	blocks int
}

// schemeText is the value of --scheme: the fields of a scheme that are given.
type schemeText string

func (s *schemeText) String() string { return string(*s) }

func (s *schemeText) Type() string { return "scheme" }

func (s *schemeText) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("no field is given, such as words=3")
	}
	_, err := simhash.Default().With(text)
	*s = schemeText(text)
	return err
}

// with returns a scheme with the fields that are given.
func (s schemeText) with(scheme simhash.Scheme) simhash.Scheme {
	scheme, _ = scheme.With(string(s)) // Set has read it
	return scheme
}

func (s *schemeText) addFlag(fs *pflag.FlagSet) {
	fs.Var(s, "scheme", "how texts become features: `FIELDS`, such as 'words=3 letters=case'\n"+
		"Fields that are not given stay as they are in "+simhash.Default().String()+". "+
		"unit is mixed (words, and characters for scripts without spaces between words, such as Chinese), words or chars. "+
		"Features are of so many words or chars. For c occurrences, weights=damped is 1 + ln c and count is c. top=N uses the N heaviest.")
}

// AddFlags adds the flags of a scheme.
func (o *Documents) AddFlags(fs *pflag.FlagSet) {
	o.set = newSet()
	o.scheme.addFlag(o.set)
	o.set.BoolVar(&o.html, "html", false, "leave out the tags of HTML")
	fs.AddFlagSet(o.set)
}

// AddIndexFlags adds the flags of a scheme and --blocks, for a verb that keeps simhashes
// in an index.
func (o *Documents) AddIndexFlags(fs *pflag.FlagSet) {
	o.AddFlags(fs)
	o.blocks = hamming.DefaultBlocks
	o.set.Var(flagvalue.NewNumber(&o.blocks, 1), "blocks",
		fmt.Sprintf("split simhashes into `N` blocks for the search, at most %d\nAny number gives the same results.", hamming.MaxBlocks))
	Hide(o.set, "blocks")
	fs.AddFlag(o.set.Lookup("blocks"))
}

// HTML reports whether to leave out the tags of HTML.
func (o *Documents) HTML() bool { return o.html }

// FirstGiven returns the name of the first flag that was given, or "".
func (o *Documents) FirstGiven() string { return firstGiven(o.set) }

// Check reports values out of range.
func (o *Documents) Check() error {
	scheme := o.Scheme(DefaultDocuments())
	if err := scheme.Check(); err != nil {
		return advice.Usagef("--scheme: %v", err)
	}
	if scheme.Stop != 0 {
		return advice.Usagef("--scheme: stop is for alike dedupe --stop-words: leave it out")
	}
	if o.blocks > hamming.MaxBlocks {
		return advice.Usagef("--blocks must be from 1 to %d, not %d", hamming.MaxBlocks, o.blocks)
	}
	return nil
}

// Scheme returns s with the given flags applied to it.
func (o *Documents) Scheme(s scan.DocumentScheme) scan.DocumentScheme {
	s.Scheme = o.scheme.with(s.Scheme)
	if o.set.Changed("html") {
		s.HTML = o.html
	}
	return s
}

// DefaultDocuments returns the default scheme.
func DefaultDocuments() scan.DocumentScheme { return scan.DocumentScheme{Scheme: simhash.Default()} }

// KeptBy returns the scheme and the number of blocks of the simhashes in the index in
// dir, or those of this version that replace them. If the index keeps none yet, the flags select them. The error is a *db.SchemeError
// if the flags disagree with the index.
func (o *Documents) KeptBy(ix *db.Index, dir string) (s scan.DocumentScheme, blocks int, err error) {
	words, blocks, kept := ix.HashScheme()
	if !kept {
		return o.Scheme(DefaultDocuments()), o.blocks, nil
	}
	if s, err = scan.ParseDocumentScheme(simhash.Renewed(words)); err != nil {
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

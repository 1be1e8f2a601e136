package simhash

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"alike/fingerprint/text"
)

// Unit says what is a feature.
type Unit uint8

// The units; see the package's comment.
const (
	Mixed Unit = iota // words, and n-grams of characters where words have no spaces between them
	Words             // shingles of words
	Chars             // n-grams of characters
)

// Weights says how much a feature counts in a document that holds it c times.
type Weights uint8

const (
	Damped Weights = iota // 1 + ln c
	Count                 // c
	TFIDF                 // (1 + ln c) · (1 + ln((N+1)/(df+1)))
)

// Function is the hash of one feature.
type Function uint8

const (
	XXH64 Function = iota
	FNV1a          // FNV-1a of 64 bits, as older systems have it
)

// Normalisation is the form of Unicode that text is brought into.
type Normalisation uint8

const (
	NFKC Normalisation = iota
	NFC
)

// Scheme says how a text becomes a hash. Two schemes are the same when they are
// equal; String and ParseScheme are for keeping one.
type Scheme struct {
	Unit    Unit
	Words   int // words in a shingle, 1 to MaxN
	Chars   int // characters in an n-gram, 1 to MaxN
	Weights Weights
	Hash    Function
	Bits    int // 64 or 32
	Norm    Normalisation
	Case    bool   // case counts: it is not folded
	Top     int    // only so many of the heaviest features count; 0 is all of them
	Stop    uint64 // StopWords.Sum, 0 without
	IDF     uint64 // IDF.Sum, 0 without
}

// MaxN is the largest n of shingles and n-grams.
const MaxN = 16

// version changes with the meaning of what is written behind it.
//
//	1  the first
const version = "simhash1"

var (
	unitNames   = []string{"mixed", "words", "chars"}
	weightNames = []string{"damped", "count", "tfidf"}
	hashNames   = []string{"xxh64", "fnv1a64"}
	normNames   = []string{"nfkc", "nfc"}
	caseNames   = []string{"fold", "case"}
	forms       = []norm.Form{norm.NFKC, norm.NFC}
)

// newCanonical returns what brings text into the form that the scheme wants.
func newCanonical(s Scheme) *text.Canonical { return text.NewCanonical(forms[s.Norm], !s.Case) }

// String returns the scheme in the one way that ParseScheme reads:
//
//	simhash1 unit=mixed words=2 chars=4 weights=damped hash=xxh64 bits=64 norm=nfkc letters=fold top=0 stop=0 idf=0
//
// stop and idf are hexadecimal.
func (s Scheme) String() string {
	letters := caseNames[0]
	if s.Case {
		letters = caseNames[1]
	}
	return fmt.Sprintf("%s unit=%s words=%d chars=%d weights=%s hash=%s bits=%d norm=%s letters=%s top=%d stop=%x idf=%x",
		version, name(unitNames, int(s.Unit)), s.Words, s.Chars, name(weightNames, int(s.Weights)),
		name(hashNames, int(s.Hash)), s.Bits, name(normNames, int(s.Norm)), letters, s.Top, s.Stop, s.IDF)
}

// name returns the i-th name, or a number where there is none.
func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return strconv.Itoa(i)
}

// ParseScheme reads what String wrote, and nothing else.
func ParseScheme(text string) (Scheme, error) {
	words := strings.Split(text, " ")
	if words[0] != version {
		return Scheme{}, fmt.Errorf("simhash scheme %.200q begins with no version that is known here (%s); a newer alike may have written it", text, version)
	}
	var s Scheme
	fields := []struct {
		name string
		read func(string) bool
	}{
		{"unit", named(unitNames, func(i int) { s.Unit = Unit(i) })},
		{"words", number(&s.Words)},
		{"chars", number(&s.Chars)},
		{"weights", named(weightNames, func(i int) { s.Weights = Weights(i) })},
		{"hash", named(hashNames, func(i int) { s.Hash = Function(i) })},
		{"bits", number(&s.Bits)},
		{"norm", named(normNames, func(i int) { s.Norm = Normalisation(i) })},
		{"letters", named(caseNames, func(i int) { s.Case = i == 1 })},
		{"top", number(&s.Top)},
		{"stop", hexadecimal(&s.Stop)},
		{"idf", hexadecimal(&s.IDF)},
	}
	if len(words) != 1+len(fields) {
		return Scheme{}, fmt.Errorf("simhash scheme %.200q has %d fields, want %d", text, len(words)-1, len(fields))
	}
	for i, f := range fields {
		key, value, _ := strings.Cut(words[1+i], "=")
		if key != f.name || !f.read(value) {
			return Scheme{}, fmt.Errorf("simhash scheme %.200q: %q is no value of %s", text, words[1+i], f.name)
		}
	}
	if s.String() != text {
		return Scheme{}, fmt.Errorf("simhash scheme %.200q is not written as it should be, %q", text, s)
	}
	return s, s.Check()
}

func named(names []string, set func(int)) func(string) bool {
	return func(value string) bool {
		for i, n := range names {
			if n == value {
				set(i)
				return true
			}
		}
		return false
	}
}

func number(to *int) func(string) bool {
	return func(value string) bool {
		n, err := strconv.ParseUint(value, 10, 31)
		*to = int(n)
		return err == nil
	}
}

func hexadecimal(to *uint64) func(string) bool {
	return func(value string) (ok bool) {
		n, err := strconv.ParseUint(value, 16, 64)
		*to = n
		return err == nil
	}
}

// Check says what is wrong with a scheme.
func (s Scheme) Check() error {
	switch {
	case int(s.Unit) >= len(unitNames) || int(s.Weights) >= len(weightNames) || int(s.Hash) >= len(hashNames) || int(s.Norm) >= len(normNames):
		return fmt.Errorf("simhash scheme %q holds a value without a name", s)
	case s.Words < 1 || s.Words > MaxN || s.Chars < 1 || s.Chars > MaxN:
		return fmt.Errorf("simhash scheme %q: words and chars go from 1 to %d", s, MaxN)
	case s.Bits != 64 && s.Bits != 32:
		return fmt.Errorf("simhash scheme %q: bits are 64 or 32", s)
	case s.Top < 0:
		return fmt.Errorf("simhash scheme %q: top is below zero", s)
	case (s.Weights == TFIDF) != (s.IDF != 0):
		return fmt.Errorf("simhash scheme %q: weights by tfidf need a table of frequencies, and no others take one", s)
	}
	return nil
}

// features is the scheme without what does not change the hash of a feature: what
// a table of frequencies was counted with.
func (s Scheme) features() Scheme {
	s.Weights, s.Bits, s.Top, s.IDF = Damped, 64, 0, 0
	return s
}

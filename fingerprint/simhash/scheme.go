package simhash

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"alike/fingerprint/text"
)

// Unit is the kind of features.
type Unit uint8

// The units; see the package comment.
const (
	Mixed Unit = iota // words, and n-grams of characters for scripts without spaces between words
	Words             // shingles of words
	Chars             // n-grams of characters
)

// Weights is the weight of a feature that occurs c times in a document.
type Weights uint8

const (
	Damped Weights = iota // 1 + ln c
	Count                 // c
	TFIDF                 // (1 + ln c) · (1 + ln((N+1)/(df+1)))
)

// Function is the hash function of features.
type Function uint8

const (
	XXH64 Function = iota
	FNV1a          // 64-bit FNV-1a, for compatibility with other systems
)

// Scheme defines how a text becomes a hash. Hashes are comparable only if their
// schemes are equal with ==. String and ParseScheme convert a scheme to and from its
// stored form.
type Scheme struct {
	Unit    Unit
	Words   int // words in a shingle, 1 to MaxN
	Chars   int // characters in an n-gram, 1 to MaxN
	Weights Weights
	Hash    Function
	Bits    int    // 64 or 32
	Case    bool   // case is significant
	Top     int    // number of heaviest features that count; 0 means all
	Stop    uint64 // StopWords.Sum, or 0 without stop words
	IDF     uint64 // IDF.Sum, or 0 without a table
}

// HTMLStripped follows the scheme of files whose tags are stripped if they are HTML pages.
const HTMLStripped = " html=stripped"

// CheckFiles reports the scheme of files of an index, as its text, if this version cannot compute
// it: schemes of files need no tables.
func CheckFiles(text string) error {
	s, err := ParseScheme(strings.TrimSuffix(text, HTMLStripped))
	if err == nil {
		_, err = NewHasher(s, Tables{})
	}
	return err
}

// MaxN is the largest n of shingles and n-grams.
const MaxN = 16

// version changes with the meaning of the fields that follow it.
//
//	1  the first
//	2  quotes, apostrophes and dashes are plain; what nobody sees does not count
const version = "simhash2"

var (
	unitNames   = []string{"mixed", "words", "chars"}
	weightNames = []string{"damped", "count", "tfidf"}
	hashNames   = []string{"xxh64", "fnv1a64"}
	caseNames   = []string{"fold", "case"}
)

// Renewed returns the scheme of this version that an earlier one called text, a scheme or that
// of files. It is text itself if that is of this version.
func Renewed(text string) string {
	if rest, ok := strings.CutPrefix(text, "simhash1 "); ok {
		return version + " " + rest
	}
	return text
}

// newCanonical returns the converter to the canonical form of the scheme.
func newCanonical(s Scheme) *text.Canonical { return text.NewCanonical(!s.Case) }

// String returns the canonical form of the scheme, the only one that ParseScheme
// accepts:
//
//	simhash2 unit=mixed words=2 chars=4 weights=damped hash=xxh64 bits=64 norm=nfkc letters=fold top=0 stop=0 idf=0
//
// stop and idf are hexadecimal.
func (s Scheme) String() string {
	letters := caseNames[0]
	if s.Case {
		letters = caseNames[1]
	}
	return fmt.Sprintf("%s unit=%s words=%d chars=%d weights=%s hash=%s bits=%d norm=nfkc letters=%s top=%d stop=%x idf=%x",
		version, name(unitNames, int(s.Unit)), s.Words, s.Chars, name(weightNames, int(s.Weights)),
		name(hashNames, int(s.Hash)), s.Bits, letters, s.Top, s.Stop, s.IDF)
}

// name returns the i-th name, or i itself if there is none.
func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return strconv.Itoa(i)
}

// ParseScheme parses a scheme in the form that String returns. Any other form is an
// error, as is a scheme that Check rejects.
func ParseScheme(text string) (Scheme, error) {
	s, err := Scheme{}.With(text)
	if err != nil {
		return s, err
	}
	if s.String() != text {
		return Scheme{}, fmt.Errorf("simhash scheme %.200q is not in canonical form %q", text, s)
	}
	return s, s.Check()
}

// With returns the scheme with some fields replaced. The text has fields as String prints them,
// in any order, such as "words=3 letters=case". The result is not checked.
func (s Scheme) With(text string) (Scheme, error) {
	fields := map[string]func(string) bool{
		"unit":    named(unitNames, func(i int) { s.Unit = Unit(i) }),
		"words":   number(&s.Words),
		"chars":   number(&s.Chars),
		"weights": named(weightNames, func(i int) { s.Weights = Weights(i) }),
		"hash":    named(hashNames, func(i int) { s.Hash = Function(i) }),
		"bits":    number(&s.Bits),
		"norm":    named([]string{"nfkc"}, func(int) {}),
		"letters": named(caseNames, func(i int) { s.Case = i == 1 }),
		"top":     number(&s.Top),
		"stop":    hexadecimal(&s.Stop),
		"idf":     hexadecimal(&s.IDF),
	}
	for i, word := range strings.Fields(text) {
		key, value, isField := strings.Cut(word, "=")
		switch read, known := fields[key]; {
		case i == 0 && !isField && word == version:
		case i == 0 && !isField && strings.HasPrefix(word, "simhash"):
			return s, fmt.Errorf("simhash scheme %.200q has an unknown version, want %s", text, version)
		case !known:
			return s, fmt.Errorf("simhash scheme %.200q: %q is not a field: give some of %s", text, word, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
		case read == nil:
			return s, fmt.Errorf("simhash scheme %.200q has %s twice", text, key)
		case !read(value):
			return s, fmt.Errorf("simhash scheme %.200q: invalid value of %s: %q", text, key, value)
		default:
			fields[key] = nil
		}
	}
	return s, nil
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

// Check returns an error that describes what is wrong with the scheme, if anything.
func (s Scheme) Check() error {
	switch {
	case int(s.Unit) >= len(unitNames) || int(s.Weights) >= len(weightNames) || int(s.Hash) >= len(hashNames):
		return fmt.Errorf("simhash scheme %q: value out of range", s)
	case s.Words < 1 || s.Words > MaxN || s.Chars < 1 || s.Chars > MaxN:
		return fmt.Errorf("simhash scheme %q: words and chars must be 1 to %d", s, MaxN)
	case s.Bits != 64 && s.Bits != 32:
		return fmt.Errorf("simhash scheme %q: bits must be 64 or 32", s)
	case s.Top < 0:
		return fmt.Errorf("simhash scheme %q: top must not be negative", s)
	case (s.Weights == TFIDF) != (s.IDF != 0):
		return fmt.Errorf("simhash scheme %q: tfidf weights, and only these, require a table of document frequencies", s)
	}
	return nil
}

// features returns the scheme reduced to the fields that determine feature hashes. A
// table of document frequencies fits all schemes with equal features.
func (s Scheme) features() Scheme {
	s.Weights, s.Bits, s.Top, s.IDF = Damped, 64, 0, 0
	return s
}

package dedupe

import (
	"errors"
	"fmt"
	"strings"

	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/fingerprint/text"
)

// Method is a way to tell duplicates, as the user names it.
type Method string

const (
	Exact        Method = "exact"        // the texts are the same, byte for byte
	Simhash      Method = "simhash"      // simhashes differ in few bits
	Fingerprints Method = "fingerprints" // they share fingerprints, as files do
	Jaccard      Method = "jaccard"      // they share words
	Cosine       Method = "cosine"       // they share words, as often
)

// Methods are all there are, in the order in which help shows them.
var Methods = []Method{Simhash, Exact, Fingerprints, Jaccard, Cosine}

// MaxDistance is up to which distance the tables of simhashes are good for.
const MaxDistance = 12

// Matching says which records count as the same.
type Matching struct {
	Method Method
	// Scheme and Tables are how texts become features.
	Scheme simhash.Scheme
	Tables simhash.Tables
	HTML   bool      // tags are stripped
	Fields []float64 // weights of the text fields, in their order; nil: all weigh 1
	Blocks int       // of a simhash, 0 for db.DefaultBlocks

	// What changes nothing that is stored:
	Distance int               // in bits, of simhashes
	Min      fingerprint.Share // of the methods that have shares
	By       string            // which share of Fingerprints counts: smaller, larger or union
	Threads  int
}

// Way says in one line what decides on what is stored of a record. Records whose
// ways differ cannot be compared.
func (m Matching) Way() string {
	var b strings.Builder
	fmt.Fprintf(&b, "dedupe1 method=%s", m.Method)
	switch m.Method {
	case Exact:
		return b.String()
	case Simhash:
		fmt.Fprintf(&b, " scheme=[%s]", m.Scheme)
		if m.weighted() {
			fmt.Fprintf(&b, " fields=%s", weightsText(m.Fields))
		}
	case Fingerprints, Jaccard, Cosine:
		b.WriteString(m.setsWay())
	}
	if m.HTML {
		b.WriteString(" html=stripped")
	}
	return b.String()
}

// weighted reports whether some field has a weight of its own.
func (m Matching) weighted() bool {
	for _, w := range m.Fields {
		if w != 1 {
			return true
		}
	}
	return false
}

func weightsText(weights []float64) string {
	parts := make([]string, len(weights))
	for i, w := range weights {
		parts[i] = fmt.Sprint(w)
	}
	return strings.Join(parts, ",")
}

// check says what is wrong.
func (m Matching) check() error {
	switch {
	case m.Method == Simhash && (m.Distance < 0 || m.Distance > MaxDistance):
		return fmt.Errorf("a distance is 0 to %d, not %d", MaxDistance, m.Distance)
	case m.Method != Simhash && m.weighted():
		return fmt.Errorf("fields have weights with the method simhash only, not with %s", m.Method)
	case m.Method == Exact && m.HTML:
		return errors.New("the method exact compares bytes as they are, tags and all")
	case m.Method == Simhash && (m.Blocks < 0 || m.Blocks > hamming.MaxBlocks):
		return fmt.Errorf("a hash is cut into 1 to %d blocks, not %d", hamming.MaxBlocks, m.Blocks)
	case m.Method == Simhash:
		return m.Scheme.Check()
	case m.Method == Fingerprints || m.Method == Jaccard || m.Method == Cosine:
		return m.checkSets()
	}
	return nil
}

// plain returns what is compared of a text: in UTF-8, without tags if so asked.
func (m Matching) plain(data []byte) []byte {
	data, _ = text.Decode(data)
	if m.HTML {
		data = text.StripTags(data)
	}
	return data
}

// DefaultMin is from which share on two records are the same unless another is asked
// for; 0 for methods without shares.
func DefaultMin(m Method) fingerprint.Share {
	switch m {
	case Jaccard:
		return 0.8
	case Cosine:
		return 0.9 // a fifth of all unrelated long English texts reach 0.8
	case Fingerprints:
		return 0.5
	}
	return 0
}

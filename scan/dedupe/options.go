package dedupe

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/minhash"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	"alike/fingerprint/text"
)

// Method names a way to find duplicates.
type Method string

const (
	Exact        Method = "exact"        // the texts are identical, byte for byte
	Simhash      Method = "simhash"      // the simhashes differ in few bits
	Fingerprints Method = "fingerprints" // the texts share fingerprints, as files do
	Jaccard      Method = "jaccard"      // the texts share words
	Cosine       Method = "cosine"       // the texts share words, equally often
)

// Methods lists all methods, in the order of the help text.
var Methods = []Method{Simhash, Exact, Fingerprints, Jaccard, Cosine}

// MaxDistance is the largest Hamming distance for which the tables of simhashes are
// efficient.
const MaxDistance = 12

// Matching defines which records count as duplicates.
type Matching struct {
	Method Method
	// Scheme and Tables define how texts become features.
	Scheme simhash.Scheme
	Tables simhash.Tables
	HTML   bool      // strip tags
	Fields []float64 // weights of the text fields, in order; nil if all weigh 1
	Blocks int       // of a simhash, 0 for db.DefaultBlocks

	// Distance, By and Threads do not affect what is stored, and Min does only with
	// Jaccard and Cosine.
	Distance int               // maximum Hamming distance of simhashes
	Min      fingerprint.Share // threshold of the methods that have shares
	By       string            // the share that counts with Fingerprints: smaller, larger or union
	Threads  int

	// ShortEqual makes texts of fewer than simhash.MinFeatures words duplicates only if
	// they are equal, with Jaccard. It affects what is stored.
	ShortEqual bool
}

// Encoded returns, in one line, all options that affect what is stored of a record.
// Records with different encodings cannot be compared.
func (m Matching) Encoded() string {
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
	case Fingerprints:
		fmt.Fprintf(&b, " window=%d level=%d", recordRule.Window, recordRule.Density)
	case Jaccard, Cosine:
		fmt.Fprintf(&b, " min=%v", float64(m.Min))
		if m.ShortEqual {
			b.WriteString(" short=equal")
		}
		fmt.Fprintf(&b, " terms=[%s]", terms.Scheme())
	}
	if m.HTML {
		b.WriteString(simhash.HTMLStripped)
	}
	return b.String()
}

// weighted reports whether the weight of any field is not 1.
func (m Matching) weighted() bool {
	return slices.ContainsFunc(m.Fields, func(w float64) bool { return w != 1 })
}

func weightsText(weights []float64) string {
	parts := make([]string, len(weights))
	for i, w := range weights {
		parts[i] = fmt.Sprint(w)
	}
	return strings.Join(parts, ",")
}

// check returns an error if the options contradict each other.
func (m Matching) check() error {
	switch {
	case m.Method == Simhash && (m.Distance < 0 || m.Distance > MaxDistance):
		return fmt.Errorf("a distance is 0 to %d, not %d", MaxDistance, m.Distance)
	case m.Method != Simhash && m.weighted():
		return fmt.Errorf("fields have weights only with the method simhash, not with %s", m.Method)
	case m.Method == Exact && m.HTML:
		return errors.New("the method exact compares bytes unchanged, tags included")
	case m.Method == Simhash && (m.Blocks < 0 || m.Blocks > hamming.MaxBlocks):
		return fmt.Errorf("a hash is divided into 1 to %d blocks, not %d", hamming.MaxBlocks, m.Blocks)
	case m.Method == Simhash:
		return m.Scheme.Check()
	case m.Method == Fingerprints || m.Method == Jaccard || m.Method == Cosine:
		return m.checkSets()
	}
	return nil
}

// plain returns the text to compare: in UTF-8, and without tags if HTML is set.
func (m Matching) plain(data []byte) []byte {
	data, _ = text.Decode(data)
	if m.HTML {
		data = text.StripTags(data)
	}
	return data
}

// DefaultMin returns the default threshold of a method, 0 if it has no shares.
func DefaultMin(m Method) fingerprint.Share {
	switch m {
	case Jaccard:
		// Unrelated texts of 100 words do not reach 0.42. But at 0.6, pages of which half is
		// one header meet half of all others, at 0.7 a twelfth.
		return 0.7
	case Cosine:
		return 0.9 // a fifth of all pairs of unrelated long English texts reach 0.8
	case Fingerprints:
		return 0.5
	}
	return 0
}

// checkSets returns an error if the options of a method that compares sets are
// invalid.
func (m Matching) checkSets() error {
	if !(m.Min > 0 && m.Min <= 1) {
		return fmt.Errorf("the threshold is above 0 %% and at most 100 %%, not %.4g %%", 100*float64(m.Min))
	}
	if m.Method == Fingerprints {
		_, err := m.shareBy()
		return err
	}
	if lowest := lowestMin(m.Method); float64(m.Min) < lowest {
		return fmt.Errorf("the method %s finds shares from %.3g %% on, not from %.4g %%; the method fingerprints finds all", m.Method, 100*lowest, 100*float64(m.Min))
	}
	return nil
}

// lowestMin returns the lowest threshold of a method that MinHash has bands for.
func lowestMin(m Method) float64 {
	if m == Cosine {
		return math.Ceil(1000*math.Sqrt(minhash.MinThreshold)) / 1000
	}
	return minhash.MinThreshold
}

// recordRule selects fingerprints at the finest level for records of any length: one
// per one and a half windows of text, 25 in 2 KB.
var recordRule = fingerprint.Rule{Window: fingerprint.Window, Density: 5}

// shareBy returns the share that By names.
func (m Matching) shareBy() (func(fingerprint.Shares) fingerprint.Share, error) {
	switch m.By {
	case "", "union":
		return fingerprint.Shares.Resemblance, nil
	case "larger":
		return func(s fingerprint.Shares) fingerprint.Share { return min(s.AInB(), s.BInA()) }, nil
	case "smaller":
		return func(s fingerprint.Shares) fingerprint.Share { return max(s.AInB(), s.BInA()) }, nil
	case "distinctive":
		return nil, errors.New("the share called distinctive depends on how many records have a fingerprint, which is unknown before the stream ends; there are union, larger and smaller")
	}
	return nil, fmt.Errorf("unknown share %q; the shares are union, larger and smaller", m.By)
}

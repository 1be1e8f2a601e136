package flags

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/input"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/dedupe"
)

// Matching decides which records are near-duplicates.
type Matching struct {
	set, scheme *pflag.FlagSet

	method    string
	exactOnly bool
	distance  int
	min       flagvalue.Share
	by        string
	blocks    int

	text      schemeText
	IDF       string
	StopWords string
}

// AddFlags adds --method and the flags of methods.
func (o *Matching) AddFlags(fs *pflag.FlagSet) {
	o.method, o.distance, o.by, o.blocks = string(dedupe.Jaccard), simhash.DedupeDistance, "union", hamming.DefaultBlocks
	o.set = newSet()
	var methods []string
	for _, m := range dedupe.Methods {
		methods = append(methods, string(m))
	}
	o.set.Var(flagvalue.NewChoice(&o.method, methods...), "method",
		"`METHOD`: jaccard, simhash, exact, fingerprints, cosine\n"+
			"jaccard, the default: shared words.\nsimhash, the default with flags for it: the simhashes differ in few bits.\nexact: identical bytes.\nfingerprints: shared passages.\n"+
			"cosine: shared words, in similar frequencies.")
	o.set.Lookup("method").DefValue = ""
	o.set.BoolVar(&o.exactOnly, "exact-only", false, "the same as --method exact")
	o.set.Var(flagvalue.NewNumber(&o.distance, 0), "distance", "simhashes differ in at most `N` bits, 0 to 12\nDefault: 7, or 2 with bits=32.")
	o.set.Lookup("distance").DefValue = ""
	o.set.Var(&o.min, "min", "minimum `SHARE` in common, for the other methods\nDefault: 70% for jaccard, which then drops texts of fewer than 32 words only if equal; 90% for cosine, 50% for fingerprints.")
	o.set.Lookup("min").DefValue = ""
	o.set.Var(flagvalue.NewChoice(&o.by, "smaller", "larger", "union"), "by", "`SHARE` of fingerprints: smaller, larger, union")
	o.set.Var(flagvalue.NewNumber(&o.blocks, 1), "blocks", "split simhashes into `N` blocks for the search\nAny number gives the same results.")
	Hide(o.set, "exact-only", "blocks")
	fs.AddFlagSet(o.set)
}

// AddSchemeFlags adds the flags that control how the text of a record becomes a simhash.
func (o *Matching) AddSchemeFlags(fs *pflag.FlagSet) {
	o.scheme = newSet()
	o.text.addFlag(o.scheme)
	o.scheme.StringVar(&o.IDF, "idf", "", "weigh features by the table in `FILE`: 1 + ln c times their rarity\n--build-idf makes such a table.")
	o.scheme.StringVar(&o.StopWords, "stop-words", "", "leave out the words in `FILE`, one per line")
	fs.AddFlagSet(o.scheme)
}

// Options returns the options for matching. fields holds the weights of the text fields.
// hashed is set if the records have simhashes, building for --build-idf, which counts
// features without weights.
func (o *Matching) Options(ctx context.Context, fields []float64, hashed, building bool) (m dedupe.Matching, err error) {
	m = dedupe.Matching{Method: dedupe.Method(o.method), Fields: fields, Blocks: o.blocks}
	if !o.set.Changed("method") && (fields != nil || hashed || building || o.simhashAsked()) {
		m.Method = dedupe.Simhash
	}
	if o.exactOnly {
		if o.set.Changed("method") && m.Method != dedupe.Exact {
			return m, advice.Usagef("--exact-only and --method %s contradict each other: give one of them", o.method)
		}
		m.Method = dedupe.Exact
	}
	if err := o.check(m.Method, building); err != nil {
		return m, err
	}
	if m.Method == dedupe.Simhash {
		m.Distance = o.distance
		if o.text.with(simhash.Default()).Bits == 32 && !o.set.Changed("distance") {
			m.Distance = simhash.DedupeDistance32
		}
	}
	if m.Min = dedupe.DefaultMin(m.Method); o.set.Changed("min") {
		m.Min = fingerprint.Share(o.min)
	} else {
		m.ShortEqual = m.Method == dedupe.Jaccard
	}
	if m.Method == dedupe.Fingerprints {
		m.By = o.by
	}
	m.Scheme, m.Tables, err = o.tables(ctx)
	return m, err
}

// simhashAsked reports whether a flag is given that only simhashes have.
func (o *Matching) simhashAsked() bool {
	return o.set.Changed("distance") || o.set.Changed("blocks") || firstGiven(o.scheme) != ""
}

// Older returns the ways of matching that the same flags selected in earlier versions.
func (o *Matching) Older(m dedupe.Matching) (older []dedupe.Matching) {
	if m.Method != dedupe.Jaccard || !m.ShortEqual {
		return nil
	}
	jaccard := m
	jaccard.Min, jaccard.ShortEqual = 0.8, false
	older = append(older, jaccard)
	if !o.set.Changed("method") {
		m.Method, m.Min, m.ShortEqual = dedupe.Simhash, 0, false
		m.Distance = simhash.DedupeDistance
		older = append(older, m)
	}
	return older
}

// check reports flags that belong to other methods or contradict each other.
func (o *Matching) check(m dedupe.Method, building bool) error {
	wrong := func(flag string) error {
		return advice.Usagef("--%s does not apply to the method %s: leave it out, or choose another --method", flag, m)
	}
	if m != dedupe.Simhash {
		for _, flag := range []string{"distance", "blocks"} {
			if o.set.Changed(flag) {
				return wrong(flag)
			}
		}
		if flag := firstGiven(o.scheme); flag != "" {
			return wrong(flag)
		}
	}
	switch {
	case o.set.Changed("min") && dedupe.DefaultMin(m) == 0:
		return wrong("min")
	case o.set.Changed("by") && m != dedupe.Fingerprints:
		return wrong("by")
	case building && m != dedupe.Simhash:
		return advice.Usagef("--build-idf is for the method simhash: leave out --method")
	case building && (o.IDF != "" || o.weights() == simhash.TFIDF):
		return advice.Usagef("--build-idf counts features without weights: leave out --idf and weights=tfidf")
	case o.IDF == "" && o.weights() == simhash.TFIDF:
		return advice.Usagef("weights=tfidf needs a table: make one with --build-idf FILE and name it with --idf FILE")
	}
	return nil
}

func (o *Matching) weights() simhash.Weights { return o.text.with(simhash.Default()).Weights }

// tables returns the scheme and reads its tables.
func (o *Matching) tables(ctx context.Context) (s simhash.Scheme, t simhash.Tables, err error) {
	s = o.text.with(simhash.Default())
	if o.StopWords != "" {
		words, err := readWords(ctx, o.StopWords)
		if err != nil {
			return s, t, err
		}
		t.Stop = simhash.NewStopWords(s, words)
		s.Stop = t.Stop.Sum()
	}
	if o.IDF != "" {
		if t.IDF, err = readIDF(o.IDF); err != nil {
			return s, t, err
		}
		s.Weights, s.IDF = simhash.TFIDF, t.IDF.Sum()
		s = o.text.with(s) // other weights are an error
	}
	if _, err := simhash.NewHasher(s, t); err != nil {
		return s, t, advice.Usagef("--scheme: %v", err)
	}
	return s, t, nil
}

// readWords returns the lines of a file without surrounding space.
func readWords(ctx context.Context, path string) ([]string, error) {
	src := input.Interruptible(ctx, func() (io.ReadCloser, error) { return os.Open(path) })
	defer src.Close()
	data, err := io.ReadAll(src)
	if err != nil {
		return nil, fmt.Errorf("reading the stop words in %s: %w", path, input.WithoutPath(err))
	}
	var words []string
	for line := range strings.Lines(string(data)) {
		if word := strings.TrimSpace(line); word != "" {
			words = append(words, word)
		}
	}
	return words, nil
}

// readIDF reads a table of document frequencies. An entry takes at least two bytes.
func readIDF(path string) (*simhash.IDF, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the table of document frequencies in %s: %w", path, input.WithoutPath(err))
	}
	defer f.Close()
	t, err := simhash.ReadIDF(bufio.NewReaderSize(f, 1<<20), int(max(info.Size()/2, 1)))
	if err != nil {
		return nil, fmt.Errorf("reading the table of document frequencies in %s: %w", path, err)
	}
	return t, nil
}

package flags

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/dedupe"
)

// Matching say which records count as the same.
type Matching struct {
	set, scheme *pflag.FlagSet

	method    string
	exactOnly bool
	distance  int
	min       flagvalue.Share
	by        string
	blocks    int

	unit      string
	words     int
	chars     int
	weights   string
	IDF       string
	StopWords string
	top       int
	hash      string
	bits      string
	cased     bool
}

func (o *Matching) AddFlags(fs *pflag.FlagSet) {
	o.method, o.distance, o.by, o.blocks = string(dedupe.Simhash), simhash.DedupeDistance, "union", hamming.DefaultBlocks
	o.set = pflag.NewFlagSet("matching", pflag.ContinueOnError)
	o.set.SortFlags = false
	var methods []string
	for _, m := range dedupe.Methods {
		methods = append(methods, string(m))
	}
	o.set.Var(flagvalue.NewChoice(&o.method, methods...), "method",
		"`METHOD` of telling: simhash: hashes differ in few bits; exact: the same bytes; fingerprints: passages in common; jaccard: words in common; cosine: words in common, as often")
	o.set.BoolVar(&o.exactOnly, "exact-only", false, "the same as --method exact")
	o.set.Var(flagvalue.NewNumber(&o.distance, 0), "distance", "in how many bits simhashes may differ, 0 to 12 (default 7, of 32 bits 2)")
	o.set.Lookup("distance").DefValue = ""
	o.set.Var(&o.min, "min", "the least `SHARE` in common (default: 80% for jaccard, 90% for cosine, 50% for fingerprints)")
	o.set.Lookup("min").DefValue = ""
	o.set.Var(flagvalue.NewChoice(&o.by, "smaller", "larger", "union"), "by", "of `WHAT` that share is, for fingerprints: smaller, larger or union")
	o.set.Var(flagvalue.NewNumber(&o.blocks, 1), "blocks", "into how many blocks simhashes are cut to be found; finds the same with any")
	fs.AddFlagSet(o.set)
}

func (o *Matching) AddSchemeFlags(fs *pflag.FlagSet) {
	d := simhash.Default()
	o.unit, o.words, o.chars, o.weights, o.hash, o.bits = "mixed", d.Words, d.Chars, "damped", "xxh64", "64"
	o.scheme = pflag.NewFlagSet("scheme", pflag.ContinueOnError)
	o.scheme.SortFlags = false
	o.scheme.Var(flagvalue.NewChoice(&o.unit, "words", "chars", "mixed"), "unit",
		"`UNIT` of text: words, chars (runs of characters) or mixed: words, but runs of characters where words have no spaces between them, as in Chinese")
	o.scheme.Var(flagvalue.NewNumber(&o.words, 1), "words", "how many words make one feature")
	o.scheme.Var(flagvalue.NewNumber(&o.chars, 1), "chars", "how many characters")
	o.scheme.Var(flagvalue.NewChoice(&o.weights, "damped", "count", "tfidf"), "weights",
		"how much a feature that occurs c times weighs, `HOW`: damped (1 + ln c), count (c) or tfidf (1 + ln c, times its rarity by --idf)")
	o.scheme.StringVar(&o.IDF, "idf", "", "weigh features by the table in `FILE`, which --build-idf made")
	o.scheme.StringVar(&o.StopWords, "stop-words", "", "leave out the words in `FILE`, one a line")
	o.scheme.Var(flagvalue.NewNumber(&o.top, 0), "top", "only the `N` heaviest features count (default: all)")
	o.scheme.Var(flagvalue.NewChoice(&o.hash, "xxh64", "fnv1a"), "hash", "of a feature; fnv1a as older systems have it")
	o.scheme.Var(flagvalue.NewChoice(&o.bits, "64", "32"), "bits", "of a simhash")
	o.scheme.BoolVar(&o.cased, "case-sensitive", false, "capital and small letters differ")
	fs.AddFlagSet(o.scheme)
}

// Options turns the flags into what the library is asked. A table that is to be
// built is not to be weighed by one.
func (o *Matching) Options(fields []float64, building bool) (m dedupe.Matching, err error) {
	m = dedupe.Matching{Method: dedupe.Method(o.method), Fields: fields, Blocks: o.blocks}
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
		if o.bits == "32" && !o.set.Changed("distance") {
			m.Distance = simhash.DedupeDistance32
		}
	}
	if m.Min = dedupe.DefaultMin(m.Method); o.set.Changed("min") {
		m.Min = fingerprint.Share(o.min)
	}
	if m.Method == dedupe.Fingerprints {
		m.By = o.by
	}
	m.Scheme, m.Tables, err = o.tables()
	return m, err
}

// check finds flags that another method has.
func (o *Matching) check(m dedupe.Method, building bool) error {
	wrong := func(flag string) error {
		return advice.Usagef("--%s is of another method than %s: leave it out, or choose another --method", flag, m)
	}
	if m != dedupe.Simhash {
		for _, flag := range []string{"distance", "blocks"} {
			if o.set.Changed(flag) {
				return wrong(flag)
			}
		}
		if flag := FirstGiven(o.scheme); flag != "" {
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
	case building && (o.IDF != "" || o.weights == "tfidf"):
		return advice.Usagef("--build-idf counts features as they are: leave out --idf and --weights tfidf")
	case o.IDF != "" && o.scheme.Changed("weights") && o.weights != "tfidf":
		return advice.Usagef("--idf is the table of --weights tfidf, not of %s: leave out one of them", o.weights)
	case o.IDF == "" && o.weights == "tfidf":
		return advice.Usagef("--weights tfidf needs a table: make one with --build-idf FILE, and give it with --idf FILE")
	}
	return nil
}

// tables returns the scheme, and reads what it needs.
func (o *Matching) tables() (s simhash.Scheme, t simhash.Tables, err error) {
	s = simhash.Default()
	s.Unit = map[string]simhash.Unit{"words": simhash.Words, "chars": simhash.Chars, "mixed": simhash.Mixed}[o.unit]
	s.Weights = map[string]simhash.Weights{"damped": simhash.Damped, "count": simhash.Count, "tfidf": simhash.TFIDF}[o.weights]
	s.Hash = map[string]simhash.Function{"xxh64": simhash.XXH64, "fnv1a": simhash.FNV1a}[o.hash]
	s.Words, s.Chars, s.Top, s.Case = o.words, o.chars, o.top, o.cased
	if o.bits == "32" {
		s.Bits = 32
	}
	if o.StopWords != "" {
		words, err := readWords(o.StopWords)
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
	}
	if err := s.Check(); err != nil {
		return s, t, advice.Usagef("%v", err)
	}
	if _, err := simhash.NewHasher(s, t); err != nil {
		return s, t, advice.Usagef("%v", err)
	}
	return s, t, nil
}

// readWords reads the lines of a file.
func readWords(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the stop words: %w", err)
	}
	var words []string
	for line := range strings.Lines(string(data)) {
		if word := strings.TrimSpace(line); word != "" {
			words = append(words, word)
		}
	}
	return words, nil
}

// readIDF reads a table. An entry has two bytes at least.
func readIDF(path string) (*simhash.IDF, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the table of document frequencies: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading the table of document frequencies: %w", err)
	}
	t, err := simhash.ReadIDF(bufio.NewReaderSize(f, 1<<20), int(max(info.Size()/2, 1)))
	if err != nil {
		return nil, fmt.Errorf("reading the table of document frequencies in %s: %w", path, err)
	}
	return t, nil
}

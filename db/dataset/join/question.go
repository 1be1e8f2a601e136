package join

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"alike/db/template"
)

// Question names what to ask.
type Question string

// The questions.
const (
	Pairs   Question = "pairs"   // similar files
	Dups    Question = "dups"    // identical files
	Near    Question = "near"    // documents whose text is nearly the same
	Groups  Question = "groups"  // groups of similar files
	Folders Question = "folders" // folders much of which is in others
)

// questions lists, for each question, the templates that make its SQL, in order.
var questions = map[Question][]string{
	Pairs:   {"settings", "files", "fingerprints", "similar", "pairs"},
	Dups:    {"settings", "files", "dups"},
	Near:    {"settings", "files", "near"},
	Groups:  {"settings", "files", "fingerprints", "similar", "apart", "groups"},
	Folders: {"settings", "files", "fingerprints", "similar", "apart", "folders"},
}

// Questions returns all questions, in the order of the alphabet.
func Questions() []string {
	var names []string
	for q := range questions {
		names = append(names, string(q))
	}
	slices.Sort(names)
	return names
}

// Options are the parameters of a question.
type Options struct {
	Dialect Dialect
	From    string // folder or URL of the dataset
	// To is the folder or URL that the answer is written to as Parquet. If it is empty, the
	// last SELECT prints the answer.
	To string

	Min       float64 // threshold, 0 to 1
	By        string  // distinctive, smaller, larger or union
	MinShared int     // fingerprints
	// SizeWithin, if not nil, leaves out pairs whose sizes differ by more than this fraction
	// of the larger one.
	SizeWithin *float64
	// MaxFrequency, if not 0, does not look for pairs by fingerprints that more live contents
	// have. The SQL then reports at most how many pairs are left out.
	MaxFrequency int64
	MinFiles     int   // of each of two folders, found in the other
	Distance     int   // bits in which simhashes may differ
	Hardlinks    bool  // each path of a file counts as a copy
	Limit        int64 // pairs, sets or groups of the answer, 0 for all

	// Next, if not nil, returns what helps against a problem. The SQL says it after the problem.
	Next func(Problem) string
}

// Problem is one that an engine finds in a dataset when it runs the SQL.
type Problem int

// The problems that the caller may know a remedy for.
const (
	NoSimhashes Problem = iota // a host has none, and the question is about them
	LongChains                 // groups would take more rounds than the SQL has
)

// said returns what the SQL says of a problem.
func (o *Options) said(p Problem, what string) string {
	if o.Next == nil {
		return what
	}
	return what + "; " + o.Next(p)
}

// A QuestionError reports a question or dialect that does not exist.
type QuestionError struct{ Question, Dialect string }

func (e *QuestionError) Error() string {
	if e.Question != "" {
		return fmt.Sprintf("there is no question %q", e.Question)
	}
	return fmt.Sprintf("there is no dialect %q", e.Dialect)
}

// A PlaceError reports a name of a dataset or an answer that an engine cannot be given.
type PlaceError struct{ Name, Problem string }

func (e *PlaceError) Error() string { return fmt.Sprintf("%q %s", e.Name, e.Problem) }

// check reports names that no SQL can hold.
func (o *Options) check() error {
	for _, name := range []string{o.From, o.To} {
		switch {
		case !utf8.ValidString(name):
			return &PlaceError{name, "is not UTF-8, as SQL is"}
		case o.Dialect == DuckDB && strings.Contains(name, `\`):
			return &PlaceError{name, "has a backslash, which DuckDB takes for a slash"}
		}
	}
	return nil
}

//go:embed sql/*.sql
var sources embed.FS

// SQL returns the statements that answer a question, each ending with a semicolon and a
// newline.
func SQL(q Question, o Options) (string, error) {
	names, ok := questions[q]
	if !ok {
		return "", &QuestionError{Question: string(q)}
	}
	d, ok := dialects[o.Dialect]
	if !ok {
		return "", &QuestionError{Dialect: string(o.Dialect)}
	}
	if err := o.check(); err != nil {
		return "", err
	}
	var text strings.Builder
	var tables []string
	t := template.New(functions(d, &o), folderFunctions(d), template.Functions{"table": func(name string) string {
		tables = append(tables, name)
		return fmt.Sprintf(d.table, name)
	}})
	sees := askedOf(q, o)
	for _, name := range names {
		source, err := sources.ReadFile("sql/" + name + ".sql")
		if err == nil {
			err = t.Parse(name, string(source))
		}
		if err == nil {
			err = t.Execute(&text, name, sees)
		}
		if err != nil {
			return "", fmt.Errorf("writing the SQL of %s: %w", q, err)
		}
	}
	sql := strings.TrimRight(text.String(), "\n") + "\n"
	for _, name := range tables {
		if d.dropped != "" {
			sql += fmt.Sprintf(d.dropped, name)
		}
	}
	return sql, nil
}

// asked is what a template sees.
type asked struct {
	Options
	FolderMin float64 // Min and By of folders
	FolderBy  string
	Long      bool    // small windows do not count
	Part      float64 // distinctive share that is enough if another share reaches Min
	Within    float64 // SizeWithin as a number

	Popularity int // of files that pair no folders

	Hashes   bool    // the question is about simhashes, whose scheme must agree then
	Blocks   []block // that find simhashes within Distance
	Compared int     // others that each simhash of a million is compared with

	Rounds    []int // their numbers, from 1
	LastRound int

	NoSimhashes, LongChains string // what the SQL says of these problems
}

// askedOf returns what the templates of a question see. Files of similar folders are compared
// as alike pairs does without flags.
func askedOf(q Question, o Options) *asked {
	a := &asked{
		Options: o, Popularity: popularity, Hashes: q == Near,
		Rounds: roundNumbers(), LastRound: rounds,
		NoSimhashes: o.said(NoSimhashes, "has no simhashes"), LongChains: o.said(LongChains, tooFewRounds),
	}
	if q == Folders {
		a.FolderMin, a.FolderBy = o.Min, o.By
		a.Min, a.By, a.MinShared = 0.5, "distinctive", 3
	}
	a.Long = a.By != "distinctive"
	part := .6
	a.Part = part * a.Min
	if a.SizeWithin != nil {
		a.Within = *a.SizeWithin
	}
	if a.Hashes {
		a.Blocks = blocksOf(a.Distance)
		a.Compared = comparedBy(a.Blocks)
	}
	return a
}

// functions are the functions of the templates.
func functions(d *dialect, o *Options) template.Functions {
	return template.Functions{
		"text":    d.text,
		"double":  double,
		"source":  func(table string) string { return d.source(d, o.From, table) },
		"fixed":   func(name string) string { return fmt.Sprintf(d.fixed, name) },
		"fail":    func(message string) string { return fmt.Sprintf(d.fail, message) },
		"bytes":   func(of string) string { return fmt.Sprintf(d.bytes, of) },
		"base64":  func(of string) string { return fmt.Sprintf(d.base64, of) },
		"whole":   func(a, b string) string { return fmt.Sprintf(d.whole, a, b) },
		"xor":     func(a, b string) string { return fmt.Sprintf(d.xor, a, b) },
		"right":   func(x string, n any) string { return fmt.Sprintf(d.right, x, fmt.Sprint(n)) },
		"collect": func(column string) string { return fmt.Sprintf(d.collect, column) },
		"keep":    func(name, list, condition string) string { return fmt.Sprintf(d.keep, name, list, condition) },
		"explode": func(list string) string { return fmt.Sprintf(d.explode, list) },
		"item":    func(list, n string) string { return fmt.Sprintf(d.item, list, n) },
		"fits":    func(less, more string) string { return fits(o, less, more) },
		"bound":   func(level int) int64 { return bound(level) },
		"rung":    rung,
		"digits":  digits,
		"answer":  func() string { return d.answer(d, o.To)[0] }, // before the last SELECT
		"done":    func() string { return d.answer(d, o.To)[1] },
	}
}

// double returns a literal of exactly this number in both dialects.
func double(x float64) string {
	return "CAST('" + strconv.FormatFloat(x, 'g', -1, 64) + "' AS DOUBLE)"
}

// fingerprintBits is the width of a fingerprint.
const fingerprintBits = 46

// bound returns the smallest fingerprint finer than a level.
func bound(level int) int64 { return 1 << (fingerprintBits - level) }

// rung returns the coarsest level, 0 to 30, that a fingerprint has.
func rung(of string) string {
	var text strings.Builder
	text.WriteString("CASE")
	for level := range 30 {
		separator := " "
		if level%4 == 0 {
			separator = "\n      "
		}
		fmt.Fprintf(&text, "%sWHEN %s >= %d THEN %d", separator, of, bound(level+1), level)
	}
	return text.String() + " ELSE 30 END"
}

// digits rounds a share in millionths to a share of six digits, halves up, as
// fingerprint.Share does. The difference from the number rounded down is exact.
func digits(millionths string) string {
	return fmt.Sprintf("(floor(%[1]s) + CASE WHEN %[1]s - floor(%[1]s) >= %[2]s THEN 1 ELSE 0 END) / %[3]s",
		millionths, double(.5), double(1e6))
}

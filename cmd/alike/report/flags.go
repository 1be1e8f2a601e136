package report

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/input"
	"alike/cmd/alike/shell"
)

// Flags are the flags of a verb for the format and the number of results. Each Add
// method adds some of them to a verb. The zero value prints all results as text.
type Flags struct {
	format      string
	null        bool
	nullStyle   string // of --print0, for sets: paths or sets; "" without it
	limit       int
	limited     *pflag.Flag // --limit
	order       string      // of --sort; "" without it
	reverse     bool
	omitKept    bool   // --omit-first
	action      string // of -f sh
	failOnMatch bool
	allPaths    bool
	why         bool
	passages    passageFlags
}

// FormatOf returns a function that adds -f with the formats that a verb offers.
func (f *Flags) FormatOf(verb string) func(fs *pflag.FlagSet) {
	return func(fs *pflag.FlagSet) {
		f.format = "text"
		names, help := formatsOf(verb)
		fs.VarP(flagvalue.NewChoice(&f.format, names...), "format", "f", "print `FORMAT`: "+strings.Join(names, ", ")+"\n"+help)
	}
}

// AddNull adds -0.
func (f *Flags) AddNull(fs *pflag.FlagSet) {
	fs.BoolVarP(&f.null, "print0", "0", false, "print only paths, each ended by a NUL")
}

// AddNullSets adds -0 to dups and groups, whose results are sets of paths.
func (f *Flags) AddNullSets(fs *pflag.FlagSet) {
	fs.VarPF(flagvalue.NewChoice(&f.nullStyle, "paths", "sets"), "print0", "0",
		"print only paths, each ended by a NUL\nWith =`sets`, an empty name ends each set.").NoOptDefVal = "paths"
}

// AddLimit adds --limit.
func (f *Flags) AddLimit(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&f.limit, 0), "limit", "print the `N` best, 0 for all\nDefault: 50 on a terminal, otherwise all.")
	f.limited = fs.Lookup("limit")
}

// AddLimitEach adds --limit to changes, which prints two lists.
func (f *Flags) AddLimitEach(fs *pflag.FlagSet) {
	f.AddLimit(fs)
	f.limited.Usage = "print the `N` best pairs and first N files, 0 for all\nDefault: 50 each on a terminal, otherwise all."
}

// AddSort adds --sort and --reverse.
func (f *Flags) AddSort(fs *pflag.FlagSet) {
	fs.VarPF(flagvalue.NewChoice(&f.order, bestFirst, "share", "size", "shared", "path"), "sort", "",
		"sort by `KEY`: strength, share, size, shared, path\nWithout a key, and in text and CSV without --sort, the strongest come first.").NoOptDefVal = bestFirst
	fs.BoolVar(&f.reverse, "reverse", false, "print the last first")
}

// AddActions adds --omit-first and --action.
func (f *Flags) AddActions(fs *pflag.FlagSet) {
	fs.BoolVar(&f.omitKept, "omit-first", false, "leave out the first of each set, or what --keep keeps")
	fs.Var(flagvalue.NewChoice(&f.action, shell.Actions...), "action",
		"with -f sh: `ACTION` is reflink, link, remove\nThe script checks size, time and bytes before each step.")
}

// Acts reports whether the answer says which files of a set to act on.
func (f *Flags) Acts() bool { return f.omitKept || f.action != "" }

// Reflinks reports whether the answer is a script that makes files share their blocks.
func (f *Flags) Reflinks() bool { return f.action == "reflink" }

// AddFailOnMatch adds --fail-on-match.
func (f *Flags) AddFailOnMatch(fs *pflag.FlagSet) {
	fs.BoolVar(&f.failOnMatch, "fail-on-match", false, "exit with code 4 if anything is found")
}

// AddAllPaths adds --all-paths.
func (f *Flags) AddAllPaths(fs *pflag.FlagSet) {
	fs.BoolVar(&f.allPaths, "all-paths", false, "list every path of a content\nText and CSV repeat a result for each; JSON has \"paths\".")
}

// AllPaths reports whether --all-paths is given.
func (f *Flags) AllPaths() bool { return f.allPaths }

// AddWhy adds --why.
func (f *Flags) AddWhy(fs *pflag.FlagSet) {
	fs.BoolVar(&f.why, "why", false, "show the 3 rarest passages of each result\nAnd how many files have them; \"rests_on\" in JSON. Reads the files again.")
}

// Why reports whether --why is given.
func (f *Flags) Why() bool { return f.why }

// AddPassages adds --context and --lines.
func (f *Flags) AddPassages(fs *pflag.FlagSet) { f.passages.addFlags(fs) }

// FailOnMatch reports whether --fail-on-match is given.
func (f *Flags) FailOnMatch() bool { return f.failOnMatch }

// Check reports flags that contradict each other.
func (f *Flags) Check() error {
	script := infoOf(f.format).name == "sh"
	switch {
	case f.why && !f.Text() && !f.Counts():
		return advice.Usagef("--why is for text and JSON: leave it out")
	case script && f.action == "":
		return advice.Usagef("-f sh needs an --action: reflink, link or remove")
	case !script && f.action != "":
		return advice.Usagef("--action is what a script of -f sh does: add -f sh, or leave out --action")
	case script && f.omitKept:
		return advice.Usagef("-f sh names the file that is kept: leave out --omit-first")
	}
	if f.bare() && infoOf(f.format).name != "text" {
		return advice.Usagef("-0 prints paths alone: leave out -f %s or -0", f.format)
	}
	return nil
}

// CheckMembers reports -0 with --files, which lists more than paths.
func (f *Flags) CheckMembers(members bool) error {
	if members && f.bare() {
		return advice.Usagef("-0 prints the paths of folders alone: leave out --files or -0")
	}
	return nil
}

// CheckInput reports a format that needs files if a name denotes standard input.
func (f *Flags) CheckInput(names ...string) error {
	if f.Rereads() && slices.Contains(names, input.Stdin) {
		return advice.Usagef("-f %s points at files: save standard input to one, and name that", f.format)
	}
	return nil
}

// Text reports whether results are printed as text.
func (f *Flags) Text() bool { return !f.null && infoOf(f.format).name == "text" }

// Counts reports whether the format prints the counts of a summary. A verb can skip
// counting the index if it does not.
func (f *Flags) Counts() bool { return f.info().summary }

// Rereads reports whether the files of results are read again to show their passages.
func (f *Flags) Rereads() bool { return f.info().rereads }

// info returns the format that the flags select.
func (f *Flags) info() formatInfo {
	if f.bare() {
		return print0Info
	}
	return infoOf(f.format)
}

// bare reports whether -0 is given.
func (f *Flags) bare() bool { return f.null || f.nullStyle != "" }

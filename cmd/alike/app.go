package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/pager"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint/view"
	"alike/scan"
)

// app is the state of one run: its environment, the global flags, and the outcome so
// far.
type app struct {
	env     environment
	screen  *terminal.Screen
	common  commonOptions
	started time.Time
	line    []string // command line, shown to other processes

	// runLine runs another command line in this process, for a request to serve.
	runLine func(ctx context.Context, env environment, args []string) error

	queryRoom int64 // bytes for a round of query; tests reduce it
	sortRoom  int64 // bytes for results being sorted; tests reduce it

	failed  int64           // files that could not be read
	first   *firstScan      // that has not ended, or nil
	matched bool            // dedupe found something, and --fail-on-match was given
	printed *report.Printer // nil if there are no results
	pager   *pager.Pager    // nil if results are not paged
	paging  atomic.Bool     // the pager has the terminal
}

// outcome combines the error that ended the run with earlier events. A closed standard
// output is not an error. --fail-on-match takes precedence over files that could not be
// read.
func (a *app) outcome(err error) error {
	switch {
	case err != nil && !errors.Is(err, report.ErrClosed):
		return err
	case a.matched || a.printed != nil && a.printed.Matched():
		return errMatched
	case a.failed > 0:
		return errSomeFailed
	default:
		return nil
	}
}

const defaultView = "raw"

// commonOptions are the options of every verb.
type commonOptions struct {
	index      string
	indexGiven *pflag.Flag // --index
	view       string
	viewGiven  *pflag.Flag // --view
	quiet      bool
	verbose    bool
	noProgress bool
	color      string
	table      bool
	noPager    bool
}

func (o *commonOptions) addFlags(fs *pflag.FlagSet) {
	o.color, o.view = "auto", defaultView
	fs.StringVar(&o.index, "index", "", "use the index in folder `DIR`\nDefault: $ALIKE_INDEX, otherwise $XDG_DATA_HOME/alike/VIEW, otherwise "+input.DataPlace+".")
	fs.Var(flagvalue.NewChoice(&o.view, view.Names...), "view",
		"see files as `VIEW`: raw, text, code\nraw, the default: every byte counts.\ntext: case, white space and line breaks do not count.\n"+
			"code: nor do comments and the spelling of names, numbers and strings.\nEach view has its own index.")
	o.indexGiven = fs.Lookup("index")
	o.viewGiven = fs.Lookup("view")
	o.viewGiven.DefValue = ""
	fs.BoolVarP(&o.quiet, "quiet", "q", false, "print only errors that end the run")
	fs.BoolVarP(&o.verbose, "verbose", "v", false, "print every unreadable file and other details")
	fs.BoolVar(&o.noProgress, "no-progress", false, "show no progress bar")
	fs.Var(flagvalue.NewChoice(&o.color, "auto", "always", "never"), "color", "colour text `WHEN`: auto, always, never\nalways implies --table.")
	fs.BoolVar(&o.table, "table", false, "print text as on a terminal, even into a pipe\nAs wide as $COLUMNS says, otherwise 100 columns.")
	fs.BoolVar(&o.noPager, "no-pager", false, "do not show long text through $PAGER\nOn a terminal, text that does not fit is shown through $PAGER, otherwise less.")
}

// hideIndex hides --index and --view in the flags of a verb without an index, so that
// completion does not offer them.
func (o *commonOptions) hideIndex(fs *pflag.FlagSet) {
	for _, given := range []*pflag.Flag{o.indexGiven, o.viewGiven} {
		hidden := *given
		hidden.Hidden = true
		fs.AddFlag(&hidden)
	}
}

// refuseIndex reports --index and --view as wrong usage of a verb without an index.
func (o *commonOptions) refuseIndex(verb string, fs *pflag.FlagSet) error {
	switch {
	case fs.Changed(o.indexGiven.Name):
		return advice.Usagef("--index is not a flag of %s: name the exports with --from", verb)
	case fs.Changed(o.viewGiven.Name):
		return advice.Usagef("--view is not a flag of %s: the exports say with which view they were made", verb)
	}
	return nil
}

// indexArgs returns the arguments that name the same index in another command.
func (o *commonOptions) indexArgs() (args []string) {
	if o.indexGiven.Changed {
		args = append(args, "--index", o.index)
	}
	if o.viewGiven.Changed {
		args = append(args, "--view", o.view)
	}
	return args
}

// environment is the part of the process that a run can see. Tests give each run its own,
// so that they can run in parallel.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	// outColumns and errColumns return the current width of the terminal on
	// standard output and standard error, or 0 without one; see terminal.Columns.
	outColumns, errColumns func() int
	// terminal is standard output, if it is a terminal that a pager may use.
	terminal *os.File

	// The rest is for command lines that alike serve runs for its clients.

	// stdinName is the name of the file on standard input, which may tell its language, or "".
	stdinName string
	// open opens a named file in place of os.Open, unless it is nil.
	open func(path string) (*os.File, error)
	// shown restricts changes and query to what a page shows, unless it is nil.
	shown *shownFiles
	// complete makes every answer end with a summary, even one with no results.
	complete bool
}

// shownFiles are the files that a page shows.
type shownFiles struct {
	trees []string // nil: all roots
	sizes flags.Filter
	base  *scan.Base // content to ignore in them, or nil
}

// printer returns a printer of results on standard output.
func (a *app) printer(f report.Flags, about report.About) (*report.Printer, error) {
	columns := a.env.outColumns()
	o := report.Output{Results: a.env.stdout, Columns: columns, Terminal: columns > 0, Screen: a.screen}
	o.Colour = a.common.color == "always" || a.common.color == "auto" && o.Terminal &&
		a.env.getenv("NO_COLOR") == "" && a.env.getenv("TERM") != "dumb"
	if !o.Terminal && a.tabulates() {
		o.Columns = a.pipeColumns()
	}
	if a.pager = a.newPager(f); a.pager != nil {
		o.Results = a.pager
	}
	p, err := report.New(o, f, about)
	a.printed = p
	return p, err
}

// tabulates reports whether text is laid out as on a terminal even in a pipe.
func (a *app) tabulates() bool { return a.common.table || a.common.color == "always" }

// pipeColumns returns the width of tables in a pipe: $COLUMNS, otherwise 100.
func (a *app) pipeColumns() int {
	const least, most = 20, 10_000
	if n, err := strconv.Atoi(a.env.getenv("COLUMNS")); err == nil && n >= least && n <= most {
		return n
	}
	return 100
}

// newPager returns a pager for long text on a terminal, or nil.
func (a *app) newPager(f report.Flags) *pager.Pager {
	if a.env.terminal == nil || a.common.noPager || !f.Text() {
		return nil
	}
	out := a.env.terminal
	return pager.New(pager.Screen{
		Out: out, Columns: a.env.outColumns, Lines: func() int { return terminal.Lines(out) },
		Began: func(pipe io.Writer) {
			a.paging.Store(true)
			if a.screen.Columns() > 0 {
				a.screen.Divert(pipe)
			}
		},
	})
}

// endPager waits until the user quits the pager, if it runs.
func (a *app) endPager() error {
	err := a.pager.Close()
	if a.paging.Swap(false) {
		a.screen.Divert(nil)
	}
	if err != nil {
		return advice.With(err, "set PAGER to a program that can, or give --no-pager")
	}
	return nil
}

// end completes the results with the summary.
func (a *app) end(p *report.Printer, sum *report.Summary) error {
	sum.Failed, sum.Took = a.failed, time.Since(a.started)
	if a.first != nil {
		sum.FirstScan = a.first.state
	}
	if err := p.End(sum); err != nil {
		return err
	}
	if err := a.pager.Flush(); err != nil {
		return err
	}
	if a.first != nil {
		a.screen.Note("%s\n  %s", a.first.what, a.first.covers)
	}
	return nil
}

// roomToSort returns the number of bytes of memory for sorting results.
func (a *app) roomToSort(o flags.Memory) int64 {
	if o.Bytes > 0 {
		return int64(o.Bytes) / 4
	}
	return a.sortRoom
}

// verb is a verb of the command line: its help, its flags and its run function.
type verb struct {
	use      string // "pairs [flags] [DIR…]"
	short    string // see help.Page
	long     string
	examples []help.Example
	flags    []flagGroup
	brief    []string // the flags that have a line in -h; nil: all but the global ones
	args     []string // the values of its argument, for completion

	noArguments bool
	noIndex     bool // it uses none: --index and --view are refused
	run         func(ctx context.Context, args []string) error
}

// flagGroup is a group of flags under a common title.
type flagGroup struct {
	title string
	add   []func(*pflag.FlagSet)
	in    string // the command whose help describes the flags, if it is another
}

func titled(title string, add ...func(*pflag.FlagSet)) flagGroup {
	return flagGroup{title: title, add: add}
}

var (
	// errMatched ends a run that found something, with --fail-on-match.
	errMatched = errors.New("something was found")
	// errSomeFailed ends a run that could not read some files but did the rest.
	errSomeFailed = errors.New("some files could not be read")
	// errNoneRead ends a run that could read none of its files. It has reported each.
	errNoneRead = errors.New("no file could be read")
	// errUnsound ends a check that found and printed problems.
	errUnsound = errors.New("the index is damaged")
)

// The exit codes, a contract with scripts. 2 is missing because Go exits with it after
// a panic.
const (
	exitDone        = 0
	exitFailed      = 1
	exitSomeFailed  = 3
	exitMatched     = 4
	exitNoIndex     = 10
	exitHeld        = 11
	exitDamaged     = 12
	exitUsage       = 64
	exitInterrupted = 130
)

// exitCode returns the exit code for the outcome of a run.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, new(*advice.UsageError)):
		return exitUsage
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, errMatched):
		return exitMatched
	case errors.Is(err, errSomeFailed):
		return exitSomeFailed
	case errors.Is(err, db.ErrNoIndex):
		return exitNoIndex
	case errors.As(err, new(*db.HeldError)):
		return exitHeld
	case errors.As(err, new(*db.DamagedError)), errors.Is(err, errUnsound):
		return exitDamaged
	default:
		return exitFailed
	}
}

// silent reports whether the outcome needs no message, because the exit code and earlier
// messages are enough.
func silent(err error) bool {
	return err == nil || errors.Is(err, errMatched) || errors.Is(err, errSomeFailed) ||
		errors.Is(err, errUnsound) || errors.Is(err, errNoneRead)
}

// explain describes an error and what to do next, which may be "". Both are safe to show on
// a terminal.
func explain(err error) (what, next string) {
	var usage *advice.UsageError
	switch {
	case errors.As(err, &usage):
		what, next = err.Error(), strings.TrimSpace("see: alike "+usage.Verb)+" -h"
	case errors.Is(err, context.Canceled) && advice.Hint(err) == "":
		what = "interrupted"
	default:
		what, next = err.Error(), advice.On(err)
	}
	return terminal.Visible(what), terminal.Visible(next)
}

// fail prints the error that ends the run.
func fail(s *terminal.Screen, err error) {
	what, next := explain(err)
	s.Say("alike: " + what)
	if next != "" {
		s.Say("  " + next)
	}
}

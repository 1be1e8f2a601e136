package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
)

var rootPage = help.Page{
	Usage: "alike VERB [flags] [arguments]",
	Short: "find files that share content: copies, edited copies, files inside other files",
	Long: `alike finds files that share content: copies, edited copies, and files inside
other files. It says how much of each file is found in the other.

alike keeps fingerprints of the files of whole folder trees in an index, so a scan
reads only what is new or changed, and a question hardly any file again.`,
	Examples: []help.Example{
		{Command: "alike pairs ~/projects", Comment: "every similar pair"},
		{Command: "alike groups ~/projects", Comment: "versions of the same file, together"},
		{Command: "alike folders ~/projects", Comment: "folders that are copies, parts or forks of others"},
		{Command: "alike query draft.txt", Comment: "what in the index resembles this file"},
		{Command: "alike dups ~/Pictures", Comment: "sets of identical files"},
	},
	Facts: help.Facts{
		Environment: []help.Fact{
			{Name: "ALIKE_INDEX", Meaning: "folder of the index, without --index", Flag: "index"},
			{Name: "XDG_DATA_HOME", Meaning: "folder of the folder alike, which has the index of each view", Flag: "index"},
			{Name: "TMPDIR", Meaning: "folder for temporary files", Flag: "index"},
			{Name: "PAGER", Meaning: "program that shows long text on a terminal", Flag: "no-pager"},
			{Name: "COLUMNS", Meaning: "width of text in a pipe, with --table", Flag: "table"},
			{Name: "NO_COLOR", Meaning: "if it is set, text has no colours unless --color always is given", Flag: "color"},
		},
		Files: []help.Fact{
			{Name: input.DataPlace, Meaning: "the index of a view, unless --index or the environment names another", Flag: "index"},
			{Name: ".gitignore, .alikeignore", Meaning: "what a scan leaves out of the folder with the file and of those below it", Flag: "no-ignore"},
		},
		Codes: []help.Fact{
			{Name: strconv.Itoa(exitDone), Meaning: "done"},
			{Name: strconv.Itoa(exitFailed), Meaning: "failed"},
			{Name: strconv.Itoa(exitSomeFailed), Meaning: "done but some files could not be read"},
			{Name: strconv.Itoa(exitMatched), Meaning: "found something with --fail-on-match", Flag: "fail-on-match"},
			{Name: strconv.Itoa(exitNoIndex), Meaning: "no index", Flag: "index"},
			{Name: strconv.Itoa(exitHeld), Meaning: "index held by another process", Flag: "index"},
			{Name: strconv.Itoa(exitDamaged), Meaning: "index damaged or of another format", Flag: "index"},
			{Name: strconv.Itoa(exitUsage), Meaning: "wrong usage"},
			{Name: strconv.Itoa(exitInterrupted), Meaning: "interrupted"},
		},
	},
	Closing: "Help on a verb: alike VERB -h on one screen, alike VERB --help in full",
	More:    "alike --help; on a verb: alike VERB -h",
}

// commandLine is the tree of verbs and the state of one run.
type commandLine struct {
	*app
	root    *cobra.Command
	pages   map[*cobra.Command]*help.Page
	short   bool  // -h is given
	full    bool  // --help is given
	running bool  // a verb was found and its command line is valid
	helping error // from printing help; cobra cannot return it
}

func newCommandLine(env environment) *commandLine {
	a := &app{
		env: env, screen: terminal.NewScreen(env.stderr, env.errColumns), started: time.Now(),
		queryRoom: queryRoom, sortRoom: report.SortRoom,
	}
	a.runLine = func(ctx context.Context, env environment, args []string) error {
		return newCommandLine(env).execute(ctx, args)
	}
	l := &commandLine{app: a, pages: map[*cobra.Command]*help.Page{}}
	l.root = l.newRoot()
	find, index, other := "Finding similar files and records", "Keeping and joining indexes", "Other"
	for _, v := range []struct {
		title string
		verb
	}{
		{find, pairsVerb(a)}, {find, groupsVerb(a)}, {find, foldersVerb(a)}, {find, queryVerb(a)}, {find, nearVerb(a)},
		{find, compareVerb(a)}, {find, dupsVerb(a)}, {find, reportVerb(a)}, {find, serveVerb(a)}, {find, changesVerb(a)}, {find, fingerprintVerb(a)},
		{find, dedupeVerb(a)},
		{index, scanVerb(a)}, {index, statusVerb(a)}, {index, checkVerb(a)}, {index, forgetVerb(a)},
		{index, exportVerb(a)}, {index, importVerb(a)}, {index, sqlVerb(a)},
		{other, completionVerb(a, l.root)}, {other, versionVerb(a)},
	} {
		l.addVerb(v.title, v.verb)
	}
	return l
}

// newRoot returns the root command without its verbs.
func (l *commandLine) newRoot() *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:           "alike",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case l.short:
				return l.brief(c)
			case version:
				l.running = true
				return runVersion(l.app, versionOptions{})
			}
			_ = c.Usage()
			return advice.Usagef("no verb is given")
		},
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(l.env.stdin)
	root.SetOut(l.env.stdout)
	root.SetErr(l.env.stderr)
	global := root.PersistentFlags()
	global.SortFlags = false
	l.common.addFlags(global)
	l.addHelp(global)
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.BoolVar(&version, "version", false, "print the version, like alike version")
	root.Flags().AddFlagSet(own)
	page := rootPage
	page.Groups = []help.Group{{Title: "Without a verb", Flags: own}, {Title: globalTitle, Flags: global, Brief: []string{}}}
	l.pages[root] = &page
	root.SetHelpFunc(l.help)
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := fmt.Fprint(c.ErrOrStderr(), l.pages[c].Brief(l.env.errColumns()))
		return err
	})
	l.addManual(root)
	root.SetHelpCommand(&cobra.Command{Use: "help [VERB]", Hidden: true, RunE: func(_ *cobra.Command, args []string) error {
		c, rest, err := root.Find(args)
		if err != nil {
			return misread(err)
		}
		if len(rest) > 0 {
			return advice.Usagef("help takes one verb: leave out %q", terminal.Visible(rest[0]))
		}
		l.help(c, nil)
		return nil
	}})
	return root
}

const globalTitle = "Global flags"

// addHelp adds -h and --help. They are two flags because they print different help. Cobra
// handles --help.
func (l *commandLine) addHelp(fs *pflag.FlagSet) {
	fs.BoolVar(&l.full, "help", false, "print everything; -h prints one screen")
	fs.BoolVarP(&l.short, "short-help", "h", false, "print a page of help")
	_ = fs.MarkHidden("short-help")
}

// addVerb adds the command of a verb. An error before its run function is called is a
// usage error, for which cobra has no type.
func (l *commandLine) addVerb(title string, v verb) {
	c := &cobra.Command{
		Use:                   v.use,
		Short:                 v.short, // for completion
		ValidArgs:             v.args,
		DisableFlagsInUseLine: true,
		Args:                  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if l.short {
				return l.brief(c)
			}
			l.running = true
			l.screen.Quiet, l.screen.Verbose = l.common.quiet, l.common.verbose
			l.screen.NoProgress = l.common.noProgress
			if l.common.quiet && l.common.verbose {
				return advice.Usagef("-q and -v contradict each other: give one of them")
			}
			if err := l.checkTable(c.Flags()); err != nil {
				return err
			}
			if err := checkOptional(c.Flags(), args, l.line); err != nil {
				return err
			}
			if v.noIndex {
				if err := l.common.refuseIndex(c.Name(), c.Flags()); err != nil {
					return err
				}
			}
			if v.noArguments && len(args) > 0 {
				return advice.Usagef("%s takes no arguments: leave out %q", c.Name(), terminal.Visible(args[0]))
			}
			return v.run(c.Context(), args)
		},
	}
	l.root.AddCommand(c)
	page := &help.Page{
		Usage: "alike " + v.use, Short: v.short, Long: v.long, Examples: v.examples,
		More: "alike " + c.Name() + " --help",
	}
	for _, g := range v.flags {
		fs := pflag.NewFlagSet(g.title, pflag.ContinueOnError)
		fs.SortFlags = false
		for _, add := range g.add {
			add(fs)
		}
		c.Flags().AddFlagSet(fs)
		brief := v.brief
		if g.in != "" {
			brief = []string{}
		}
		page.Groups = append(page.Groups, help.Group{Title: g.title, Flags: fs, Brief: brief, In: g.in})
	}
	if v.noIndex {
		l.common.hideIndex(c.Flags())
	}
	global := help.Group{Title: globalTitle, Flags: l.globalFlags(v), Brief: v.brief, In: l.root.Name()}
	if v.brief == nil {
		global.Brief = []string{}
	}
	page.Groups = append(page.Groups, global)
	l.pages[c] = page
	l.pages[l.root].AddVerb(title, help.Verb{Name: c.Name(), Short: v.short})
}

// globalFlags returns the global flags that a verb has.
func (l *commandLine) globalFlags(v verb) *pflag.FlagSet {
	all := l.root.PersistentFlags()
	if !v.noIndex {
		return all
	}
	fs := pflag.NewFlagSet(globalTitle, pflag.ContinueOnError)
	fs.SortFlags = false
	all.VisitAll(func(f *pflag.Flag) {
		if f != l.common.indexGiven && f != l.common.viewGiven {
			fs.AddFlag(f)
		}
	})
	return fs
}

// checkOptional reports an argument that is meant as the value of a flag, which needs no
// value and gets one only after an equals sign. A file of that name is an argument. line is
// the whole command line.
func checkOptional(fs *pflag.FlagSet, args, line []string) (err error) {
	fs.Visit(func(f *pflag.Flag) {
		v, ok := f.Value.(interface{ Words() []string })
		if !ok || f.NoOptDefVal == "" || f.Value.String() != f.NoOptDefVal {
			return
		}
		for _, arg := range args {
			before := slices.Index(line, arg) - 1
			_, missing := os.Lstat(arg)
			switch {
			case missing == nil:
			case slices.Contains(v.Words(), arg):
				err = advice.Usagef("no file %q: to give --%s a value, write --%s=%s", arg, f.Name, f.Name, arg)
			case before >= 0 && line[before] == "--"+f.Name && !strings.Contains(arg, "/"):
				err = advice.Usagef("no file %q, and --%s has a value only after =: %s", arg, f.Name, strings.Join(v.Words(), ", "))
			}
		}
	})
	return err
}

// checkTable reports --table with a format that has none.
func (l *commandLine) checkTable(fs *pflag.FlagSet) error {
	if !l.common.table {
		return nil
	}
	if f := fs.Lookup("format"); f != nil && f.Value.String() != "text" {
		return advice.Usagef("--table is for text: leave out -f %s or --table", f.Value)
	}
	if f := fs.Lookup("print0"); f != nil && f.Changed {
		return advice.Usagef("--table is for text: leave out -0 or --table")
	}
	return nil
}

// execute runs the command line and reports its error, if any, on the screen.
func (l *commandLine) execute(ctx context.Context, args []string) error {
	l.line = append([]string{"alike"}, args...)
	l.root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		// Only then: cobra keeps these functions, and so the command line, for good.
		completeValues(l.root, l.root.PersistentFlags())
		for _, c := range l.root.Commands() {
			completeValues(c, c.Flags())
		}
	}
	c, err := l.root.ExecuteContextC(ctx)
	if err = l.outcome(err); err != nil && !l.running && !errors.As(err, new(*advice.UsageError)) {
		err = misread(err)
	}
	helping, paging := l.outcome(l.helping), l.outcome(l.endPager()) // the pager ends even after an error
	err = cmp.Or(err, helping, paging)
	var usage *advice.UsageError
	if errors.As(err, &usage) && c != nil && c != l.root && l.pages[c] != nil {
		usage.Verb = c.Name()
	}
	if !silent(err) {
		fail(l.screen, err)
	}
	return err
}

// misread turns a cobra error about the command line into a usage error.
func misread(err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		name, problem := "--"+invalid.GetFlag().Name, invalid.Unwrap().Error()
		if short := invalid.GetFlag().Shorthand; short != "" {
			name = "-" + short + ", " + name
		}
		if errors.As(err, new(*strconv.NumError)) { // of a boolean flag
			problem = fmt.Sprintf("want true or false, not %q", invalid.GetValue())
		}
		return advice.Usagef("%s: %s", name, problem)
	}
	text, suggested, _ := strings.Cut(err.Error(), "\n\nDid you mean this?\n")
	text = strings.TrimSuffix(strings.Replace(text, "unknown command", "there is no verb", 1), ` for "alike"`)
	if words := strings.Fields(suggested); len(words) > 0 {
		text += ": did you mean " + strings.Join(words, " or ") + "?"
	}
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok && slices.Contains(inScheme, name) {
		text += ": near, dedupe and fingerprint have it in --scheme"
	}
	return advice.Usagef("%s", text)
}

// inScheme are flags of earlier versions that became fields of --scheme.
var inScheme = []string{"unit", "words", "chars", "weights", "top", "hash", "bits", "case-sensitive"}

// help prints the full help of a command on standard output. A command without a page,
// such as help itself, has that of the program.
func (l *commandLine) help(c *cobra.Command, _ []string) {
	page := cmp.Or(l.pages[c], l.pages[l.root])
	l.print(page.Full(l.env.outColumns()))
}

// brief prints the short help of a command on standard output.
func (l *commandLine) brief(c *cobra.Command) error {
	l.print(l.pages[c].Brief(l.env.outColumns()))
	return nil
}

func (l *commandLine) print(text string) {
	l.helping = report.WriteText(l.env.stdout, text)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	"alike/fingerprint/view"
)

// app is one run of the command line: its world and what the run has come to.
type app struct {
	env     environment
	screen  *terminal.Screen
	common  commonOptions
	root    *cobra.Command
	started time.Time
	line    []string // the arguments, for other processes to be told
	groups  map[*cobra.Command][]flagGroup
	verbs   []*cobra.Command // in the order in which they are shown
	running bool             // a verb was found and its command line is sound

	queryRoom int64 // what a round of query may take up; tests make it small
	sortRoom  int64 // what results may take up while they are sorted; likewise

	failed  int64 // files that could not be read
	helping error // what went wrong with printing help, for which cobra has no way
	matched bool  // something was found, and --fail-on-match was given
}

// commonOptions are those of every verb.
type commonOptions struct {
	index      string
	view       string
	viewGiven  *pflag.Flag // --view
	quiet      bool
	verbose    bool
	noProgress bool
	color      string
}

func (o *commonOptions) addFlags(fs *pflag.FlagSet) {
	o.color, o.view = "auto", defaultView
	fs.StringVar(&o.index, "index", "", "folder `DIR` of the index (default: $ALIKE_INDEX, else $XDG_DATA_HOME/alike/VIEW, else ~/.local/share/alike/VIEW)")
	fs.Var(flagvalue.NewChoice(&o.view, view.Names...), "view",
		"how files are seen, and which index is meant: by the `VIEW` raw byte for byte, by text without case and white space, by code without names, numbers, strings and comments as well (default raw)")
	o.viewGiven = fs.Lookup("view")
	o.viewGiven.DefValue = ""
	fs.BoolVarP(&o.quiet, "quiet", "q", false, "no messages but errors that end the run")
	fs.BoolVarP(&o.verbose, "verbose", "v", false, "more messages, as of every unreadable file")
	fs.BoolVar(&o.noProgress, "no-progress", false, "no progress bar")
	fs.Var(flagvalue.NewChoice(&o.color, "auto", "always", "never"), "color", "colour in text")
}

// newApp returns a run that has not begun.
func newApp(env environment) *app {
	a := &app{
		env:     env,
		screen:  terminal.NewScreen(env.stderr, env.errColumns),
		started: time.Now(),
		groups:  map[*cobra.Command][]flagGroup{},

		queryRoom: queryRoom, sortRoom: sortRoom,
	}
	a.root = a.newRoot()
	return a
}

const rootLong = `alike finds similar files: copies, edited copies, files inside other files.

It keeps fingerprints of the files of whole trees in an index, so that only
what is new or changed is read again, and says which files share content and
how much of it.`

const rootExample = `  alike pairs ~/projects           every similar pair below ~/projects
  alike groups ~/projects          those that are versions of each other, together
  alike query draft.txt            what in the index is like this file
  alike dups ~/Pictures            sets of identical files`

const rootCodes = `
Exit codes: 0 done, 1 failed, 3 done but some files could not be read, 4 found
something with --fail-on-match, 10 no index, 11 index held by another process,
12 index damaged or of another format, 64 wrong usage, 130 interrupted

More on a verb: alike VERB --help
`

// newRoot returns the command tree.
func (a *app) newRoot() *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:           "alike",
		Short:         "finds similar files",
		Long:          rootLong,
		Example:       rootExample,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				a.running = true
				return a.runVersion(versionOptions{outputFlags{format: "text"}})
			}
			_ = c.Usage()
			return usagef("no verb is given")
		},
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(a.env.stdin)
	root.SetOut(a.env.stdout)
	root.SetErr(a.env.stderr)
	a.common.addFlags(root.PersistentFlags())
	a.group(root, "Instead of a verb", func(fs *pflag.FlagSet) {
		fs.BoolVar(&version, "version", false, "print what alike version does")
	})
	root.SetHelpFunc(a.help)
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := fmt.Fprint(c.ErrOrStderr(), a.usage(c))
		return err
	})
	root.AddGroup(
		&cobra.Group{ID: "find", Title: "Finding similar files:"},
		&cobra.Group{ID: "records", Title: "Records of a stream:"},
		&cobra.Group{ID: "index", Title: "The index:"},
		&cobra.Group{ID: "other", Title: "Other:"},
	)
	add := func(group string, verbs ...*cobra.Command) {
		for _, v := range verbs {
			v.GroupID = group
			root.AddCommand(v)
		}
		a.verbs = append(a.verbs, verbs...)
	}
	add("find", a.newPairs(), a.newGroups(), a.newQuery(), a.newNear(), a.newCompare(), a.newDups(), a.newChanges(), a.newFingerprint())
	add("records", a.newDedupe())
	add("index", a.newScan(), a.newStatus(), a.newCheck(), a.newForget())
	add("other", a.newCompletion(), a.newVersion())
	root.SetHelpCommand(&cobra.Command{Use: "help [VERB]", Hidden: true, RunE: func(_ *cobra.Command, args []string) error {
		c, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return usagef("there is no verb %s to help with", terminal.Visible(strings.Join(args, " ")))
		}
		a.help(c, nil)
		return nil
	}})
	return root
}

// verb is what makes a command.
type verb struct {
	use, short, long, example string
	run                       func(ctx context.Context, args []string) error
}

// command makes the command of a verb. What fails before run is called is wrong
// usage; cobra has no type for that.
func (a *app) command(v verb) *cobra.Command {
	return &cobra.Command{
		Use:                   v.use,
		Short:                 v.short,
		Long:                  v.long,
		Example:               v.example,
		DisableFlagsInUseLine: true,
		Args:                  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			a.running = true
			a.screen.Quiet, a.screen.Verbose = a.common.quiet, a.common.verbose
			a.screen.NoProgress = a.common.noProgress
			if a.common.quiet && a.common.verbose {
				return usagef("-q and -v contradict each other: give one of them")
			}
			return v.run(c.Context(), args)
		},
	}
}

// flagGroup is a few flags under a common title in the help text.
type flagGroup struct {
	title string
	flags *pflag.FlagSet
}

// group adds flags to a command under a title.
func (a *app) group(c *cobra.Command, title string, add ...func(*pflag.FlagSet)) {
	fs := pflag.NewFlagSet(title, pflag.ContinueOnError)
	fs.SortFlags = false
	for _, f := range add {
		f(fs)
	}
	c.Flags().AddFlagSet(fs)
	a.groups[c] = append(a.groups[c], flagGroup{title, fs})
}

// execute runs the command line and tells what went wrong, if anything did.
func (a *app) execute(ctx context.Context, args []string) error {
	a.line = append([]string{"alike"}, args...)
	a.root.SetArgs(args)
	c, err := a.root.ExecuteContextC(ctx)
	if err = a.outcome(err); err != nil && !a.running && !errors.As(err, new(*usageError)) {
		err = misread(err)
	}
	if err == nil {
		err = a.outcome(a.helping)
	}
	var usage *usageError
	if errors.As(err, &usage) && c != nil && c != a.root {
		usage.verb = c.Name()
	}
	if !silent(err) {
		fail(a.screen, err)
	}
	return err
}

// misread turns what cobra says of a command line into a usageError.
func misread(err error) error {
	var (
		invalid *pflag.InvalidValueError
		number  *strconv.NumError
	)
	if errors.As(err, &invalid) && errors.As(err, &number) { // of a flag that is or is not given
		text := strings.TrimSuffix(err.Error(), number.Error())
		return usagef("%sit is true or false, not %q", text, invalid.GetValue())
	}
	text, suggested, _ := strings.Cut(err.Error(), "\n\nDid you mean this?\n")
	text = strings.TrimSuffix(strings.Replace(text, "unknown command", "there is no verb", 1), ` for "alike"`)
	if words := strings.Fields(suggested); len(words) > 0 {
		text += ": is " + strings.Join(words, " or ") + " meant?"
	}
	return &usageError{text: text}
}

// outcome joins how the run ended with what it met on the way. A reader of the
// results that has gone has seen what it wanted. --fail-on-match wins over
// files that could not be read.
func (a *app) outcome(err error) error {
	switch {
	case err != nil && !errors.Is(err, errOutputClosed):
		return err
	case a.matched:
		return errMatched
	case a.failed > 0:
		return errSomeFailed
	default:
		return nil
	}
}

// help prints what --help asks for on standard output.
func (a *app) help(c *cobra.Command, _ []string) {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	p := a.printer(outputFlags{})
	_, _ = p.w.WriteString(strings.TrimSpace(text) + "\n\n" + a.usage(c))
	a.helping = p.flush()
}

// usage is the part of the help text below the description.
func (a *app) usage(c *cobra.Command) string {
	var b strings.Builder
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "Usage: alike VERB [flags] [arguments]\n")
	} else {
		fmt.Fprintf(&b, "Usage: %s\n", c.UseLine())
	}
	if c.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Trim(c.Example, "\n"))
	}
	for _, g := range c.Groups() {
		fmt.Fprintf(&b, "\n%s\n", g.Title)
		for _, v := range a.verbs {
			if v.GroupID == g.ID {
				fmt.Fprintf(&b, "  %-12s %s\n", v.Name(), v.Short)
			}
		}
	}
	for _, g := range a.groups[c] {
		fmt.Fprintf(&b, "\n%s:\n%s", g.title, g.flags.FlagUsagesWrapped(a.helpColumns()))
	}
	common := c.InheritedFlags()
	if !c.HasParent() {
		common = c.PersistentFlags()
	}
	fmt.Fprintf(&b, "\nEverywhere:\n%s", common.FlagUsagesWrapped(a.helpColumns()))
	if c.HasAvailableSubCommands() {
		b.WriteString(rootCodes)
	}
	return b.String()
}

// helpColumns is how wide help text may be: lines of more than 100 columns are
// hard to read.
func (a *app) helpColumns() int {
	if w := a.env.outColumns(); w > 0 {
		return min(w, 100)
	}
	return 80
}

// workingDirectory names the folder that relative paths start from.
func workingDirectory() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding out the working folder: %w", err)
	}
	return dir, nil
}

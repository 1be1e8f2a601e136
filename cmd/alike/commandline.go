package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
)

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

// commandLine is the tree of verbs, and what became of a run of it.
type commandLine struct {
	*app
	root    *cobra.Command
	verbs   []*cobra.Command // in the order in which they are shown
	groups  map[*cobra.Command][]titledFlags
	running bool  // a verb was found and its command line is sound
	helping error // what went wrong with printing help, for which cobra has no way
}

// titledFlags are a few flags under a common title in the help text.
type titledFlags struct {
	title string
	flags *pflag.FlagSet
}

// newCommandLine returns a command line that has not run.
func newCommandLine(env environment) *commandLine {
	l := &commandLine{app: newApp(env), groups: map[*cobra.Command][]titledFlags{}}
	l.queryRoom, l.sortRoom = queryRoom, sortRoom
	l.root = l.newRoot()
	return l
}

// newRoot returns the command tree.
func (l *commandLine) newRoot() *cobra.Command {
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
				l.running = true
				return runVersion(l.app, versionOptions{outputFlags{format: "text"}})
			}
			_ = c.Usage()
			return advice.Usagef("no verb is given")
		},
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(l.env.stdin)
	root.SetOut(l.env.stdout)
	root.SetErr(l.env.stderr)
	l.common.addFlags(root.PersistentFlags())
	l.addFlags(root, titled("Instead of a verb", func(fs *pflag.FlagSet) {
		fs.BoolVar(&version, "version", false, "print what alike version does")
	}))
	root.SetHelpFunc(l.help)
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := fmt.Fprint(c.ErrOrStderr(), l.usage(c))
		return err
	})
	root.AddGroup(
		&cobra.Group{ID: "find", Title: "Finding similar files:"},
		&cobra.Group{ID: "records", Title: "Records of a stream:"},
		&cobra.Group{ID: "index", Title: "The index:"},
		&cobra.Group{ID: "other", Title: "Other:"},
	)
	add := func(group string, verbs ...verb) {
		for _, v := range verbs {
			c := l.command(v)
			c.GroupID = group
			root.AddCommand(c)
			l.verbs = append(l.verbs, c)
		}
	}
	a := l.app
	add("find", pairsVerb(a), groupsVerb(a), queryVerb(a), nearVerb(a), compareVerb(a), dupsVerb(a), changesVerb(a), fingerprintVerb(a))
	add("records", dedupeVerb(a))
	add("index", scanVerb(a), statusVerb(a), checkVerb(a), forgetVerb(a))
	add("other", completionVerb(a, root), versionVerb(a))
	root.SetHelpCommand(&cobra.Command{Use: "help [VERB]", Hidden: true, RunE: func(_ *cobra.Command, args []string) error {
		c, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return advice.Usagef("there is no verb %s to help with", terminal.Visible(strings.Join(args, " ")))
		}
		l.help(c, nil)
		return nil
	}})
	return root
}

// command makes the command of a verb. What fails before run is called is wrong
// usage; cobra has no type for that.
func (l *commandLine) command(v verb) *cobra.Command {
	c := &cobra.Command{
		Use:                   v.use,
		Short:                 v.short,
		Long:                  v.long,
		Example:               v.example,
		DisableFlagsInUseLine: true,
		Args:                  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			l.running = true
			l.screen.Quiet, l.screen.Verbose = l.common.quiet, l.common.verbose
			l.screen.NoProgress = l.common.noProgress
			if l.common.quiet && l.common.verbose {
				return advice.Usagef("-q and -v contradict each other: give one of them")
			}
			return v.run(c.Context(), args)
		},
	}
	c.ValidArgs = v.args
	l.addFlags(c, v.flags...)
	return c
}

// addFlags adds groups of flags to a command.
func (l *commandLine) addFlags(c *cobra.Command, groups ...flagGroup) {
	for _, g := range groups {
		fs := pflag.NewFlagSet(g.title, pflag.ContinueOnError)
		fs.SortFlags = false
		for _, add := range g.add {
			add(fs)
		}
		c.Flags().AddFlagSet(fs)
		l.groups[c] = append(l.groups[c], titledFlags{g.title, fs})
	}
}

// execute runs the command line and tells what went wrong, if anything did.
func (l *commandLine) execute(ctx context.Context, args []string) error {
	l.line = append([]string{"alike"}, args...)
	l.root.SetArgs(args)
	c, err := l.root.ExecuteContextC(ctx)
	if err = l.outcome(err); err != nil && !l.running && !errors.As(err, new(*advice.UsageError)) {
		err = misread(err)
	}
	if err == nil {
		err = l.outcome(l.helping)
	}
	var usage *advice.UsageError
	if errors.As(err, &usage) && c != nil && c != l.root {
		usage.Verb = c.Name()
	}
	if !silent(err) {
		fail(l.screen, err)
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
		return advice.Usagef("%sit is true or false, not %q", text, invalid.GetValue())
	}
	text, suggested, _ := strings.Cut(err.Error(), "\n\nDid you mean this?\n")
	text = strings.TrimSuffix(strings.Replace(text, "unknown command", "there is no verb", 1), ` for "alike"`)
	if words := strings.Fields(suggested); len(words) > 0 {
		text += ": is " + strings.Join(words, " or ") + " meant?"
	}
	return advice.Usagef("%s", text)
}

// help prints what --help asks for on standard output.
func (l *commandLine) help(c *cobra.Command, _ []string) {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	p := l.printer(outputFlags{})
	_, _ = p.w.WriteString(strings.TrimSpace(text) + "\n\n" + l.usage(c))
	l.helping = p.flush()
}

// usage is the part of the help text below the description.
func (l *commandLine) usage(c *cobra.Command) string {
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
		for _, v := range l.verbs {
			if v.GroupID == g.ID {
				fmt.Fprintf(&b, "  %-12s %s\n", v.Name(), v.Short)
			}
		}
	}
	for _, g := range l.groups[c] {
		fmt.Fprintf(&b, "\n%s:\n%s", g.title, g.flags.FlagUsagesWrapped(l.helpColumns()))
	}
	common := c.InheritedFlags()
	if !c.HasParent() {
		common = c.PersistentFlags()
	}
	fmt.Fprintf(&b, "\nEverywhere:\n%s", common.FlagUsagesWrapped(l.helpColumns()))
	if c.HasAvailableSubCommands() {
		b.WriteString(rootCodes)
	}
	return b.String()
}

// helpColumns is how wide help text may be: lines of more than 100 columns are
// hard to read.
func (l *commandLine) helpColumns() int {
	if w := l.env.outColumns(); w > 0 {
		return min(w, 100)
	}
	return 80
}

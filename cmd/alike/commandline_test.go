package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/help"
	"alike/cmd/alike/terminal"
)

// eachPage calls check with the help of every verb and of the program.
func eachPage(t *testing.T, check func(t *testing.T, l *commandLine, c *cobra.Command, page *help.Page)) {
	t.Helper()
	none := func() int { return 0 }
	l := newCommandLine(environment{outColumns: none, errColumns: none})
	if len(l.pages) < 16 {
		t.Fatalf("%d pages of help", len(l.pages))
	}
	for c, page := range l.pages {
		t.Run(c.Name(), func(t *testing.T) { check(t, l, c, page) })
	}
}

// TestBriefHelp checks that -h fits one screen and names every flag.
func TestBriefHelp(t *testing.T) {
	t.Parallel()
	eachPage(t, func(t *testing.T, l *commandLine, c *cobra.Command, page *help.Page) {
		text := page.Brief(0)
		if n := strings.Count(text, "\n"); n > 40 {
			t.Errorf("%d lines, want at most 40:\n%s", n, text)
		}
		checkColumns(t, text)
		eachFlag(l, c, func(f *pflag.Flag) {
			if !strings.Contains(text, "--"+f.Name) {
				t.Errorf("--%s is missing:\n%s", f.Name, text)
			}
		})
		for _, g := range page.Groups {
			for _, name := range g.Brief {
				if c.Flags().Lookup(name) == nil && l.root.PersistentFlags().Lookup(name) == nil {
					t.Errorf("there is no flag --%s", name)
				}
			}
		}
	})
}

// TestFullHelp checks that --help has the full text of every flag, or names it if another
// command describes it, and all examples.
func TestFullHelp(t *testing.T) {
	t.Parallel()
	eachPage(t, func(t *testing.T, l *commandLine, c *cobra.Command, page *help.Page) {
		text := page.Full(0)
		checkColumns(t, text)
		words := strings.Join(strings.Fields(text), " ")
		eachFlag(l, c, func(f *pflag.Flag) {
			_, usage := pflag.UnquoteUsage(f)
			if of := slices.IndexFunc(page.Groups, func(g help.Group) bool { return g.Flags.Lookup(f.Name) != nil }); page.Groups[of].In != "" {
				usage = "--" + f.Name
			}
			for line := range strings.SplitSeq(usage, "\n") {
				if !strings.Contains(words, line) {
					t.Errorf("--%s: %q is missing", f.Name, line)
				}
			}
		})
		for _, e := range page.Examples {
			if !strings.Contains(text, "  "+e.Command) {
				t.Errorf("example %q is missing", e.Command)
			}
		}
		if page.Long == "" || len(page.Examples) == 0 {
			t.Error("no text or no examples")
		}
	})
}

// eachFlag calls use with the visible flags of a command, global ones included. alike sql has no
// --index and no --view.
func eachFlag(l *commandLine, c *cobra.Command, use func(*pflag.Flag)) {
	for _, fs := range []*pflag.FlagSet{c.Flags(), l.root.PersistentFlags()} {
		fs.VisitAll(func(f *pflag.Flag) {
			without := c.Name() == "sql" && (f.Name == "index" || f.Name == "view")
			if !f.Hidden && !without {
				use(f)
			}
		})
	}
}

func checkColumns(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := terminal.Width(strings.TrimSuffix(line, "\n")); n > help.Columns {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}

// TestFlagTexts checks the form of the texts: the first line without a capital and a
// full stop, sentences after it.
func TestFlagTexts(t *testing.T) {
	t.Parallel()
	eachPage(t, func(t *testing.T, l *commandLine, c *cobra.Command, page *help.Page) {
		eachFlag(l, c, func(f *pflag.Flag) {
			first, details, _ := strings.Cut(f.Usage, "\n")
			if first == "" || strings.HasSuffix(first, ".") {
				t.Errorf("--%s: %q", f.Name, first)
			}
			for line := range strings.SplitSeq(details, "\n") {
				if line != "" && !strings.HasSuffix(line, ".") {
					t.Errorf("--%s: %q is not a sentence", f.Name, line)
				}
			}
		})
		if strings.HasSuffix(page.Short, ".") {
			t.Errorf("short text %q", page.Short)
		}
		if slices.ContainsFunc(page.Examples, func(e help.Example) bool { return !strings.Contains(e.Command, "alike ") }) {
			t.Error("an example is not about alike")
		}
	})
}

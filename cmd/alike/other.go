package main

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
)

// shells are the shells with a completion script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionVerb(a *app, root *cobra.Command) verb {
	return verb{
		use:   "completion SHELL",
		short: "print a completion script for a shell",
		long: `Prints a script that makes a shell complete verbs, flags and their values. SHELL is
bash, zsh, fish or powershell.`,
		examples: []help.Example{
			{Command: "source <(alike completion bash)", Comment: "for this shell only"},
			{Command: "alike completion fish > ~/.config/fish/completions/alike.fish"},
			{Command: "alike completion bash > ~/.local/share/bash-completion/completions/alike"},
		},
		run:  func(_ context.Context, args []string) error { return runCompletion(a, root, args) },
		args: shells,
	}
}

// completeValues makes shells offer the values of flags that want one of a few words, and
// describe flags without the quotes around the name of the value.
func completeValues(c *cobra.Command, fs *pflag.FlagSet) {
	fs.VisitAll(func(f *pflag.Flag) {
		_, f.Usage = pflag.UnquoteUsage(f)
		if v, ok := f.Value.(interface{ Words() []string }); ok && !f.Hidden {
			_ = c.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
				return completeWord(v.Words(), typed)
			})
		}
	})
}

// completeWord returns the words that begin with what was typed. After one that ends in an
// equals sign, the shell puts no space. After the sign it offers files.
func completeWord(words []string, typed string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(typed, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, typed) })
	if len(words) == 1 && strings.HasSuffix(words[0], "=") {
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

func runCompletion(a *app, root *cobra.Command, args []string) error {
	if len(args) != 1 {
		return advice.Usagef("name one shell: %s", strings.Join(shells, ", "))
	}
	if !slices.Contains(shells, args[0]) {
		return advice.Usagef("there is no completion for %q: name one of %s", terminal.Visible(args[0]), strings.Join(shells, ", "))
	}
	script, err := completionScript(root, args[0])
	if err != nil {
		return err
	}
	return report.WriteText(a.env.stdout, script)
}

// completionScript returns the script for one of the shells.
func completionScript(root *cobra.Command, shell string) (string, error) {
	var script bytes.Buffer
	err := map[string]func() error{
		"bash":       func() error { return root.GenBashCompletionV2(&script, true) },
		"zsh":        func() error { return root.GenZshCompletion(&script) },
		"fish":       func() error { return root.GenFishCompletion(&script, true) },
		"powershell": func() error { return root.GenPowerShellCompletionWithDesc(&script) },
	}[shell]()
	return script.String(), err
}

type versionOptions struct{ out report.Flags }

func versionVerb(a *app) verb {
	var o versionOptions
	return verb{
		use:   "version [flags]",
		short: "print the version",
		long: `Prints the version of alike, of Go and of the index format, the system it was built
for, and the kernel that finds fingerprints on this processor: avx512, avx2, neon or go.`,
		examples: []help.Example{
			{Command: "alike version"},
		},
		noArguments: true,
		run:         func(context.Context, []string) error { return runVersion(a, o) },
		flags: []flagGroup{
			titled("Output", o.out.FormatOf("version")),
		},
	}
}

func runVersion(a *app, o versionOptions) error {
	p, err := a.printer(o.out, report.About{Verb: "version"})
	if err != nil {
		return err
	}
	if err := p.Version(); err != nil {
		return err
	}
	return a.end(p, &report.Summary{Verb: "version"})
}

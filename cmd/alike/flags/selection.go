package flags

import (
	"slices"
	"strconv"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/scan"
)

// selectionFlags are the flags that make up a selection, in the order of their help.
var selectionFlags = []struct {
	name string
	args func(s *scan.Selection) []string // the arguments that set the flag
	copy func(to, from *scan.Selection)
}{
	{"exclude", func(s *scan.Selection) []string { return valued("exclude", s.Exclude) },
		func(to, from *scan.Selection) { to.Exclude = from.Exclude }},
	{"exclude-file", func(s *scan.Selection) []string { return valued("exclude-file", s.ExcludeFiles) },
		func(to, from *scan.Selection) { to.ExcludeFiles = from.ExcludeFiles }},
	{"exclude-caches", func(s *scan.Selection) []string { return set("exclude-caches", s.ExcludeCaches) },
		func(to, from *scan.Selection) { to.ExcludeCaches = from.ExcludeCaches }},
	{"exclude-if-present", func(s *scan.Selection) []string { return valued("exclude-if-present", s.ExcludeIfPresent) },
		func(to, from *scan.Selection) { to.ExcludeIfPresent = from.ExcludeIfPresent }},
	{"no-ignore", func(s *scan.Selection) []string { return set("no-ignore", s.NoIgnore) },
		func(to, from *scan.Selection) { to.NoIgnore = from.NoIgnore }},
	{"hidden", func(s *scan.Selection) []string { return set("hidden", s.Hidden) },
		func(to, from *scan.Selection) { to.Hidden = from.Hidden }},
	{"sparse", func(s *scan.Selection) []string { return set("sparse", s.Sparse) },
		func(to, from *scan.Selection) { to.Sparse = from.Sparse }},
	{"generated", func(s *scan.Selection) []string { return set("generated", s.Generated) },
		func(to, from *scan.Selection) { to.Generated = from.Generated }},
	{"vendored", func(s *scan.Selection) []string { return set("vendored", s.Vendored) },
		func(to, from *scan.Selection) { to.Vendored = from.Vendored }},
	{"one-file-system", func(s *scan.Selection) []string { return set("one-file-system", s.OneFileSystem) },
		func(to, from *scan.Selection) { to.OneFileSystem = from.OneFileSystem }},
	{"follow", func(s *scan.Selection) []string { return set("follow", s.Follow) },
		func(to, from *scan.Selection) { to.Follow = from.Follow }},
	{"min-size", func(s *scan.Selection) []string { return sized("min-size", s.MinSize) },
		func(to, from *scan.Selection) { to.MinSize = from.MinSize }},
	{"max-size", func(s *scan.Selection) []string { return sized("max-size", s.MaxSize) },
		func(to, from *scan.Selection) { to.MaxSize = from.MaxSize }},
}

func set(name string, on bool) []string {
	if !on {
		return nil
	}
	return []string{"--" + name}
}

func valued(name string, values []string) (args []string) {
	for _, v := range values {
		args = append(args, "--"+name, v)
	}
	return args
}

func sized(name string, n int64) []string {
	if n == 0 {
		return nil
	}
	return []string{"--" + name, strconv.FormatInt(n, 10)}
}

// SelectionArgs returns the arguments with which alike scan makes a selection.
func SelectionArgs(s scan.Selection) (args []string) {
	for _, f := range selectionFlags {
		args = append(args, f.args(&s)...)
	}
	return args
}

// SelectionText returns the arguments of SelectionArgs for a shell, or "no flags".
func SelectionText(s scan.Selection) string {
	if args := SelectionArgs(s); len(args) > 0 {
		return shellWords(args)
	}
	return "no flags"
}

// shellWords quotes arguments for a shell.
func shellWords(args []string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:@%+,-"
	words := make([]string, len(args))
	for i, arg := range args {
		if words[i] = arg; arg == "" || strings.Trim(arg, plain) != "" {
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// selection returns the selection that the flags make.
func (o *Files) selection() scan.Selection {
	var options scan.Options
	o.Apply(&options)
	return options.Selection
}

// Conflict returns a usage error if a flag is given and differs from the selection of the
// root. global holds the arguments that name the index.
func (o *Files) Conflict(root scan.Root, global []string) error {
	given, merged := o.selection().Absolute(), root.Selected
	differs := ""
	for _, f := range selectionFlags {
		if o.set == nil || !o.set.Changed(f.name) {
			continue
		}
		f.copy(&merged, &given)
		if shellWords(f.args(&given)) != shellWords(f.args(&root.Selected)) && differs == "" {
			differs = f.name
		}
	}
	if differs == "" {
		return nil
	}
	filter := "--only GLOB and --not GLOB filter the answer"
	if differs == "exclude" && len(o.exclude) > 0 {
		filter = shellWords(valued("not", o.exclude)) + " filters the answer"
	}
	change := slices.Concat([]string{"alike", "scan"}, global, SelectionArgs(merged), []string{root.Path})
	return advice.Usagef("--%s differs from how %s is indexed, with %s: %s changes what is indexed, %s", differs,
		terminal.Visible(root.Path), terminal.Visible(SelectionText(root.Selected)), terminal.Visible(shellWords(change)), terminal.Visible(filter))
}

// Given returns the name of the first flag that is given, or "".
func (o *Files) Given() string { return firstGiven(o.set) }

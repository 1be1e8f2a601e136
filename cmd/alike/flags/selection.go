package flags

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/scan"
)

// selectionFlag is a flag of a selection and a pointer to the field that it sets.
type selectionFlag struct {
	name  string
	field any
}

// selectionFlags returns the flags that make up a selection, in the order of their help.
func selectionFlags(s *scan.Selection) []selectionFlag {
	return []selectionFlag{
		{"exclude", &s.Exclude}, {"exclude-file", &s.ExcludeFiles}, {"exclude-caches", &s.ExcludeCaches},
		{"exclude-if-present", &s.ExcludeIfPresent}, {"no-ignore", &s.NoIgnore}, {"hidden", &s.Hidden},
		{"sparse", &s.Sparse}, {"generated", &s.Generated}, {"vendored", &s.Vendored},
		{"one-file-system", &s.OneFileSystem}, {"follow", &s.Follow},
		{"min-size", &s.MinSize}, {"max-size", &s.MaxSize},
	}
}

// args returns the arguments that set the flag.
func (f selectionFlag) args() []string {
	switch v := f.field.(type) {
	case *bool:
		if *v {
			return []string{"--" + f.name}
		}
	case *int64:
		if *v != 0 {
			return []string{"--" + f.name, strconv.FormatInt(*v, 10)}
		}
	case *scan.Names:
		return valued(f.name, *v)
	}
	return nil
}

func valued(name string, values []string) (args []string) {
	for _, v := range values {
		args = append(args, "--"+name, v)
	}
	return args
}

// SelectionArgs returns the arguments with which alike scan makes a selection.
func SelectionArgs(s scan.Selection) (args []string) {
	for _, f := range selectionFlags(&s) {
		args = append(args, f.args()...)
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

// Conflict returns a usage error if a flag is given and differs from the selection of the
// root. global holds the arguments that name the index.
func (o *Files) Conflict(root scan.Root, global []string) error {
	given, merged := o.selected.Absolute(), root.Selected
	has, to := selectionFlags(&root.Selected), selectionFlags(&merged)
	differs := ""
	for i, f := range selectionFlags(&given) {
		if o.set == nil || !o.set.Changed(f.name) {
			continue
		}
		reflect.ValueOf(to[i].field).Elem().Set(reflect.ValueOf(f.field).Elem())
		if !slices.Equal(f.args(), has[i].args()) && differs == "" {
			differs = f.name
		}
	}
	if differs == "" {
		return nil
	}
	filter := "--only GLOB and --not GLOB filter the answer"
	if differs == "exclude" && len(o.selected.Exclude) > 0 {
		filter = shellWords(valued("not", o.selected.Exclude)) + " filters the answer"
	}
	change := slices.Concat([]string{"alike", "scan"}, global, SelectionArgs(merged), []string{root.Path})
	return advice.Usagef("--%s differs from how %s is indexed, with %s: %s changes what is indexed, %s", differs,
		terminal.Visible(root.Path), terminal.Visible(SelectionText(root.Selected)), terminal.Visible(shellWords(change)), terminal.Visible(filter))
}

// Given returns the name of the first flag that is given, or "".
func (o *Files) Given() string { return firstGiven(o.set) }

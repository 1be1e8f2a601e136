package main

import (
	"context"

	"github.com/spf13/pflag"

	"alike/cmd/alike/help"
)

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
	run         func(ctx context.Context, args []string) error
}

// flagGroup is a group of flags under a common title.
type flagGroup struct {
	title string
	add   []func(*pflag.FlagSet)
}

func titled(title string, add ...func(*pflag.FlagSet)) flagGroup {
	return flagGroup{title, add}
}

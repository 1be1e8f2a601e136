package main

import (
	"context"

	"github.com/spf13/pflag"
)

// verb is a verb of the command line: its texts, its flags and what runs it.
type verb struct {
	use, short, long, example string
	flags                     []flagGroup
	args                      []string // what its argument can be, for completion
	run                       func(ctx context.Context, args []string) error
}

// flagGroup is a few flags under a common title in the help text.
type flagGroup struct {
	title string
	add   []func(*pflag.FlagSet)
}

// titled returns a group of flags. Each function adds some.
func titled(title string, add ...func(*pflag.FlagSet)) flagGroup {
	return flagGroup{title, add}
}

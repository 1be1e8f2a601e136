//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"
)

// options are the flags of a run.
type options struct {
	quick bool
	long  bool
	only  []string
	seed  uint64
	dir   string
	alike string
}

const usageHead = `Usage: go run ./cmd/faults [flags]

Breaks things under alike and checks that nothing is lost.

`

// parse reads the command line. It returns nil without an error after --help.
func parse(stderr io.Writer, args []string, faults []fault) (*options, error) {
	var o options
	fs := pflag.NewFlagSet("faults", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usageHead, fs.FlagUsages(), "\nFaults:\n")
		for _, f := range faults {
			fmt.Fprintf(stderr, "  %-12s %s\n", f.name, f.what)
		}
	}
	fs.BoolVar(&o.quick, "quick", false, "try few cases each")
	fs.BoolVar(&o.long, "long", false, "try all faults, with more cases each")
	fs.StringSliceVar(&o.only, "only", nil, "try only these faults, by `NAME`")
	fs.Uint64Var(&o.seed, "seed", 1, "seed of trees, changes, moments and places")
	fs.StringVar(&o.dir, "dir", "", "work in `DIR` (default: the folder for temporary files)")
	fs.StringVar(&o.alike, "alike", "", "break this `PROGRAM` instead of building alike")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil, nil
		}
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("leave out %q: there are only flags", fs.Args())
	}
	if o.quick && o.long {
		return nil, errors.New("--quick and --long exclude each other")
	}
	return &o, nil
}

// pick returns a number for the form of the run.
func (o options) pick(quick, short, long int) int {
	switch {
	case o.quick:
		return quick
	case o.long:
		return long
	}
	return short
}

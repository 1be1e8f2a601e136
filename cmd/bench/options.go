package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// options are the flags of a run.
type options struct {
	tree    string
	rounds  int
	slow    bool
	timeout time.Duration
	format  string
	grow    []int
	records int
	rescan  bool
	files   int
	dir     string
	seed    uint64
}

// bench is one run.
type bench struct {
	world
	options
	dir   string // for all that is made, removed at the end
	alike string // the program that was built
}

// leastRecords are enough for some duplicates.
const leastRecords = 100

const usageHead = `Usage: go run ./cmd/bench [flags] [TREE]

Measures alike and its peers on the files of TREE (default: Go's own sources).

`

// parse reads the command line. It returns nil without an error when only help
// was asked for.
func parse(w world, args []string) (*options, error) {
	var o options
	fs := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(w.stderr)
	fs.Usage = func() { fmt.Fprint(w.stderr, usageHead, fs.FlagUsages()) }
	fs.IntVar(&o.rounds, "rounds", 5, "rounds, in each of which every command runs once; a row is their median")
	fs.BoolVar(&o.slow, "slow", false, "also the peers that compare each with each, one round of them")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "a command that takes longer is ended, and its row says so")
	fs.StringVarP(&o.format, "format", "f", "text", "text or json")
	fs.IntSliceVar(&o.grow, "grow", nil, "measure trees of so many `FILES` instead, grown from TREE: 10000,30000,100000")
	fs.IntVar(&o.records, "dedupe", 0, "measure alike dedupe on so many made up `RECORDS` of 2 KB instead: 1000000")
	fs.BoolVar(&o.rescan, "again", false, "measure scans of a known tree instead, queries beside a scan, and the space that changes leave; on a copy of TREE")
	fs.IntVar(&o.files, "files", 0, "with --again: on a tree of so many `FILES`, grown from TREE as with --grow")
	fs.StringVar(&o.dir, "dir", "", "make indexes and grown trees in this `DIR` (default: the system's folder for temporary files)")
	fs.Uint64Var(&o.seed, "seed", 1, "seed of the grown trees and the records")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil, nil
		}
		return nil, err
	}
	if fs.NArg() > 1 {
		return nil, fmt.Errorf("one TREE at a time, not %q", fs.Args())
	}
	o.tree = fs.Arg(0)
	return &o, o.complete()
}

// complete checks the options and fills in what was left to bench.
func (o *options) complete() error {
	if err := o.check(); err != nil {
		return err
	}
	return o.fillTree()
}

// check finds contradictions.
func (o *options) check() error {
	if o.rounds < 1 {
		return fmt.Errorf("--rounds %d: at least one is needed", o.rounds)
	}
	if o.format != "text" && o.format != "json" {
		return fmt.Errorf("-f %s: it is text or json", o.format)
	}
	for _, n := range o.grow {
		if n < 1 {
			return fmt.Errorf("--grow %d: a tree has at least one file", n)
		}
	}
	if err := o.checkDedupe(); err != nil {
		return err
	}
	if err := o.checkAgain(); err != nil {
		return err
	}
	slices.Sort(o.grow)
	o.grow = slices.Compact(o.grow)
	return nil
}

func (o *options) checkDedupe() error {
	switch {
	case o.records < 0 || o.records > 0 && o.records < leastRecords:
		return fmt.Errorf("--dedupe %d: it is %d or more", o.records, leastRecords)
	case o.records > 0 && (len(o.grow) > 0 || o.rescan || o.tree != ""):
		return errors.New("--dedupe makes up what it measures: leave out --grow, --again and TREE")
	}
	return nil
}

func (o *options) checkAgain() error {
	switch {
	case o.files < 0:
		return fmt.Errorf("--files %d: a tree has at least one file", o.files)
	case o.files > 0 && !o.rescan:
		return errors.New("--files goes with --again (--grow measures first scans)")
	case o.rescan && len(o.grow) > 0:
		return errors.New("--again is a run of its own: leave out --grow")
	case o.rescan && o.slow:
		return errors.New("--again has no slow peers: leave out --slow")
	}
	return nil
}

// fillTree finds the tree that is measured.
func (o *options) fillTree() error {
	if o.records > 0 {
		return nil
	}
	if o.tree == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("ask go for its sources: %w (or name a TREE)", err)
		}
		o.tree = filepath.Join(strings.TrimSpace(string(out)), "src")
	}
	// Commands run in a folder of their own, where a relative path means
	// something else.
	tree, err := filepath.Abs(o.tree)
	if err != nil {
		return err
	}
	if st, err := os.Stat(tree); err != nil {
		return fmt.Errorf("look at the tree: %w", err)
	} else if !st.IsDir() {
		return fmt.Errorf("%s is no folder", tree)
	}
	o.tree = tree
	return nil
}

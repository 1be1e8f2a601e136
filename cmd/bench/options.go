//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"
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
	old     string
	sizes   []int
	records int
	rescan  bool
	binary  bool
	files   int
	dir     string
	seed    uint64
}

// leastRecords is the minimum for --dedupe: fewer may contain no duplicates.
const leastRecords = 100

const usageHead = `Usage: go run ./cmd/bench [flags] [TREE]

Measures alike and its peers on the files of TREE (default: Go's own sources).

`

// parse reads the command line. It returns nil without an error after --help.
func parse(stderr io.Writer, args []string) (*options, error) {
	var o options
	fs := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usageHead, fs.FlagUsages()) }
	fs.IntVar(&o.rounds, "rounds", 5, "run every command once per round; a row is the median of the rounds")
	fs.BoolVar(&o.slow, "slow", false, "also measure the peers that compare every file with every other, in one round")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "kill a command that takes longer, and note it in its row")
	fs.StringVarP(&o.format, "format", "f", "text", "text or json")
	fs.StringVar(&o.old, "old", "", "compare with an older alike at `PATH` instead, in alternating order")
	fs.IntSliceVar(&o.sizes, "grow", nil, "measure trees of `FILES` files grown from TREE instead, such as 10000,30000,100000")
	fs.IntVar(&o.records, "dedupe", 0, "measure alike dedupe on `RECORDS` synthetic records of 2 KB instead, such as 1000000")
	fs.BoolVar(&o.rescan, "again", false, "measure rescans of a copy of TREE, queries during a scan, and the space that changes leave in an index, instead")
	fs.BoolVar(&o.binary, "binary", false, "print where the bytes of the program for Linux on amd64 come from, instead")
	fs.IntVar(&o.files, "files", 0, "with --again, use a tree of `FILES` files grown from TREE")
	fs.StringVar(&o.dir, "dir", "", "put indexes and grown trees in `DIR` (default: the system's temporary folder)")
	fs.Uint64Var(&o.seed, "seed", 1, "seed of grown trees and synthetic records")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil, nil
		}
		return nil, err
	}
	if fs.NArg() > 1 {
		return nil, fmt.Errorf("%q: want at most one TREE", fs.Args())
	}
	o.tree = fs.Arg(0)
	if err := o.check(); err != nil {
		return nil, err
	}
	slices.Sort(o.sizes)
	o.sizes = slices.Compact(o.sizes)
	return &o, o.findTree()
}

// check rejects invalid values and contradictory flags.
func (o *options) check() error {
	if o.rounds < 1 {
		return fmt.Errorf("--rounds %d: want at least 1", o.rounds)
	}
	if o.format != "text" && o.format != "json" {
		return fmt.Errorf("-f %s: want text or json", o.format)
	}
	for _, n := range o.sizes {
		if n < 1 {
			return fmt.Errorf("--grow %d: want at least 1", n)
		}
	}
	switch {
	case o.files < 0:
		return fmt.Errorf("--files %d: want at least 1", o.files)
	case o.files > 0 && !o.rescan:
		return errors.New("--files needs --again; --grow measures first scans")
	case o.records < 0 || o.records > 0 && o.records < leastRecords:
		return fmt.Errorf("--dedupe %d: want at least %d", o.records, leastRecords)
	case o.records > 0 && o.tree != "":
		return errors.New("--dedupe generates its records and takes no TREE")
	case o.slow && (o.rescan || o.old != ""):
		return errors.New("--slow adds peers, which --again and --old do not measure")
	}
	modes := 0
	for _, set := range []bool{o.old != "", len(o.sizes) > 0, o.records > 0, o.rescan, o.binary} {
		if set {
			modes++
		}
	}
	if modes > 1 {
		return errors.New("--old, --grow, --dedupe, --again and --binary are mutually exclusive")
	}
	return nil
}

// findTree makes the paths absolute, because commands run in another folder.
func (o *options) findTree() (err error) {
	if o.old != "" {
		if o.old, err = filepath.Abs(o.old); err != nil {
			return err
		}
		if _, err := exec.LookPath(o.old); err != nil {
			return fmt.Errorf("find the older alike: %w", err)
		}
	}
	if o.records > 0 {
		return nil
	}
	if o.tree == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("find Go's sources: %w (or name a TREE)", err)
		}
		o.tree = filepath.Join(strings.TrimSpace(string(out)), "src")
	}
	if o.tree, err = filepath.Abs(o.tree); err != nil {
		return err
	}
	if st, err := os.Stat(o.tree); err != nil {
		return fmt.Errorf("check the tree: %w", err)
	} else if !st.IsDir() {
		return fmt.Errorf("%s is not a folder", o.tree)
	}
	return nil
}

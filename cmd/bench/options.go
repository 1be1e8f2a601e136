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
	files   int
	dir     string
	seed    uint64
}

// leastRecords are enough for some duplicates.
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
	fs.BoolVar(&o.slow, "slow", false, "include the peers that compare each file with each, for one round")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "kill a command that takes longer and say so in its row")
	fs.StringVarP(&o.format, "format", "f", "text", "text or json")
	fs.StringVar(&o.old, "old", "", "compare with the older alike at `PATH` instead, both in turns")
	fs.IntSliceVar(&o.sizes, "grow", nil, "measure trees of `FILES` files instead, grown from TREE: 10000,30000,100000")
	fs.IntVar(&o.records, "dedupe", 0, "measure alike dedupe on so many made-up `RECORDS` of 2 KB instead: 1000000")
	fs.BoolVar(&o.rescan, "again", false, "measure on a copy of TREE scans of a known tree, queries beside a scan, and the space left by changes")
	fs.IntVar(&o.files, "files", 0, "with --again, use a tree of `FILES` files grown from TREE")
	fs.StringVar(&o.dir, "dir", "", "put indexes and grown trees into `DIR` (default: the folder for temporary files)")
	fs.Uint64Var(&o.seed, "seed", 1, "seed of grown trees and made-up records")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil, nil
		}
		return nil, err
	}
	if fs.NArg() > 1 {
		return nil, fmt.Errorf("%q: give at most one TREE", fs.Args())
	}
	o.tree = fs.Arg(0)
	if err := o.check(); err != nil {
		return nil, err
	}
	slices.Sort(o.sizes)
	o.sizes = slices.Compact(o.sizes)
	return &o, o.findTree()
}

// check finds contradictions.
func (o *options) check() error {
	if o.rounds < 1 {
		return fmt.Errorf("--rounds %d: at least 1", o.rounds)
	}
	if o.format != "text" && o.format != "json" {
		return fmt.Errorf("-f %s: text or json", o.format)
	}
	for _, n := range o.sizes {
		if n < 1 {
			return fmt.Errorf("--grow %d: at least 1", n)
		}
	}
	switch {
	case o.files < 0:
		return fmt.Errorf("--files %d: at least 1", o.files)
	case o.files > 0 && !o.rescan:
		return errors.New("--files needs --again; --grow measures first scans")
	case o.records < 0 || o.records > 0 && o.records < leastRecords:
		return fmt.Errorf("--dedupe %d: at least %d", o.records, leastRecords)
	case o.records > 0 && o.tree != "":
		return errors.New("--dedupe makes its own records: leave out TREE")
	case o.slow && (o.rescan || o.old != ""):
		return errors.New("--slow adds peers: leave out --again and --old")
	}
	modes := 0
	for _, set := range []bool{o.old != "", len(o.sizes) > 0, o.records > 0, o.rescan} {
		if set {
			modes++
		}
	}
	if modes > 1 {
		return errors.New("--old, --grow, --dedupe and --again exclude each other")
	}
	return nil
}

// findTree completes the paths. Commands run in a folder of their own, where a
// relative path would not lead to the same place.
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
			return fmt.Errorf("ask go for its sources: %w (or give a TREE)", err)
		}
		o.tree = filepath.Join(strings.TrimSpace(string(out)), "src")
	}
	if o.tree, err = filepath.Abs(o.tree); err != nil {
		return err
	}
	if st, err := os.Stat(o.tree); err != nil {
		return fmt.Errorf("look at the tree: %w", err)
	} else if !st.IsDir() {
		return fmt.Errorf("%s is not a folder", o.tree)
	}
	return nil
}

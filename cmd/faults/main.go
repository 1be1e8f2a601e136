// Command faults breaks things under alike and looks whether anything is lost.
// It builds the program and starts it as a user would: nothing of alike's
// packages is in here, so that what they take for granted is not taken for
// granted a second time.
//
//	go run ./cmd/faults                      the short form, under a minute
//	go run ./cmd/faults --long               the long form, a quarter of an hour
//	go run ./cmd/faults --only kill,damage   these faults alone
//
// Each fault has a file of its own, at the head of which stands what it is for.
// Some need root, FUSE or loop devices, and say so where they are skipped. The
// exit code is 1 if anything broke; the folder of a case that broke is kept.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	if errors.Is(err, context.Canceled) {
		os.Exit(130)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

// options are the flags of a run.
type options struct {
	long  bool
	only  []string
	seed  uint64
	dir   string
	alike string
}

const usageHead = `Usage: go run ./cmd/faults [flags]

Breaks things under alike and looks whether anything is lost.

`

// parse reads the command line. It returns nil without an error when only help
// was asked for.
func parse(stderr io.Writer, args []string) (*options, error) {
	var o options
	fs := pflag.NewFlagSet("faults", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usageHead, fs.FlagUsages(), "\nFaults:\n")
		for _, f := range allFaults() {
			fmt.Fprintf(stderr, "  %-12s %s\n", f.name, f.what)
		}
	}
	fs.BoolVar(&o.long, "long", false, "the long form: all faults, each often")
	fs.StringSliceVar(&o.only, "only", nil, "only these faults, by `NAME`")
	fs.Uint64Var(&o.seed, "seed", 1, "seed of trees, changes, moments and places")
	fs.StringVar(&o.dir, "dir", "", "work in this `DIR` (default: the system's folder for temporary files)")
	fs.StringVar(&o.alike, "alike", "", "break this `PROGRAM`, not one that is built now")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil, nil
		}
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("there is nothing to name: leave out %q", fs.Args())
	}
	return &o, nil
}

// run does what the arguments say. What it makes in temporary folders is gone
// when it returns, but for the folders of cases that broke.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	o, err := parse(stderr, args)
	if err != nil || o == nil {
		return err
	}
	faults, err := choose(allFaults(), *o)
	if err != nil {
		return err
	}
	h := &harness{options: *o, stdout: stdout, stderr: stderr}
	if h.dir, err = os.MkdirTemp(o.dir, "alike-faults-"); err != nil {
		return fmt.Errorf("make a folder for trees and indexes: %w (--dir names another place)", err)
	}
	// Paths in the index are as they were given to a scan.
	if h.dir, err = filepath.Abs(h.dir); err != nil {
		return err
	}
	broken, err := h.breakAll(ctx, faults)
	if broken > 0 {
		return errors.Join(err, fmt.Errorf("%d cases broke; they are kept in %s", broken, h.dir))
	}
	if err == nil || ctx.Err() != nil {
		return errors.Join(err, os.RemoveAll(h.dir))
	}
	return err
}

// build builds the program, unless one was named.
func (h *harness) build(ctx context.Context) error {
	if h.alike != "" {
		var err error
		h.alike, err = filepath.Abs(h.alike)
		return err
	}
	h.alike = filepath.Join(h.dir, "alike")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", h.alike, "alike/cmd/alike").CombinedOutput(); err != nil {
		return fmt.Errorf("build alike: %w\n%s", err, out)
	}
	return nil
}

// goSources returns the folder of Go's own sources.
func goSources(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("ask go for its sources: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src"), nil
}

//go:build linux

// Command fleet-test asks the questions of a fleet on real engines and compares the
// answers. It makes the files of five hosts from Go's own sources, scans and exports each
// with alike, and checks that an index imported from the exports, an index of one scan
// of everything, DuckDB and Apache Spark give the same rows with the same figures. Spark
// is a master and two workers as processes; one worker is killed in the middle of a job.
//
//	go run ./cmd/fleet-test                           the small form, under three minutes
//	go run ./cmd/fleet-test --full                    all of Go's sources, every measure
//	go run ./cmd/fleet-test --grow 1000000,10000000   what synthetic postings cost instead
//
// It installs pinned versions of pyspark and duckdb from PyPI with python3, into the folder
// $ALIKE_FLEET_CACHE if that is set. Spark needs Java 17 or later. The small form does
// without what cannot be had, and says so. The exit code is 1 at the first difference.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fleet-test:", err)
	}
	if errors.Is(err, errInterrupted) {
		os.Exit(130)
	}
	if err != nil {
		os.Exit(1)
	}
}

var errInterrupted = errors.New("interrupted")

// options are the flags of a run.
type options struct {
	full   bool
	grow   []int
	common int
	dir    string
	alike  string
}

const usageHead = `Usage: go run ./cmd/fleet-test [flags]

Asks the questions of a fleet on DuckDB and Spark and compares the answers with alike's.

`

// parse reads the command line. It returns nil without an error after --help.
func parse(stderr io.Writer, args []string) (*options, error) {
	var o options
	fs := pflag.NewFlagSet("fleet-test", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usageHead, fs.FlagUsages()) }
	fs.BoolVar(&o.full, "full", false, "all of Go's sources, every measure and threshold; Spark must be there")
	fs.IntSliceVar(&o.grow, "grow", nil, "measure datasets of `POSTINGS` synthetic postings instead, such as 1000000,10000000")
	fs.IntVar(&o.common, "common", 0, "with --grow, measure `CONTENTS` small contents with one fingerprint in common")
	fs.StringVar(&o.dir, "dir", "", "work in `DIR` (default: the folder for temporary files)")
	fs.StringVar(&o.alike, "alike", "", "try this `PROGRAM` instead of building alike")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil, nil
		}
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("leave out %q: there are only flags", fs.Args())
	}
	if o.full && (len(o.grow) > 0 || o.common > 0) {
		return nil, errors.New("--full and --grow exclude each other")
	}
	return &o, nil
}

// fleet is one run.
type fleet struct {
	options
	stdout, stderr io.Writer
	dir            string // holds all temporary files; removed at the end
	python         string // has the package duckdb, and pyspark if spark is not ""
	spark          string // the folder of Spark
	java           string // the folder of Java
	processes      processes
}

// run executes a command line. When it returns, its processes have ended and its files
// are gone.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) (err error) {
	o, err := parse(stderr, args)
	if err != nil || o == nil {
		return err
	}
	f := &fleet{options: *o, stdout: stdout, stderr: stderr}
	if f.dir, err = os.MkdirTemp(o.dir, "alike-fleet-"); err != nil {
		return fmt.Errorf("create a folder for the hosts' files: %w (--dir chooses another)", err)
	}
	if f.dir, err = filepath.Abs(f.dir); err != nil {
		return err
	}
	defer func() {
		f.processes.killAll()
		if err != nil && ctx.Err() != nil {
			err = errInterrupted // not what a killed program said last
		}
		err = errors.Join(err, os.RemoveAll(f.dir))
	}()
	if err := f.build(ctx); err != nil {
		return err
	}
	if found, err := f.findEngines(ctx); err != nil || !found {
		return err
	}
	if len(f.grow) > 0 || f.common > 0 {
		return f.measureGrowth(ctx)
	}
	return f.try(ctx)
}

// build compiles alike, unless --alike names a program.
func (f *fleet) build(ctx context.Context) (err error) {
	if f.alike != "" {
		f.alike, err = filepath.Abs(f.alike)
		return err
	}
	f.alike = filepath.Join(f.dir, "alike")
	if out, err := f.command(ctx, "go", "build", "-o", f.alike, "alike/cmd/alike").CombinedOutput(); err != nil {
		return fmt.Errorf("build alike: %w\n%s", err, out)
	}
	return nil
}

// run runs alike and returns its standard output and what it took.
func (f *fleet) run(ctx context.Context, args ...string) (string, time.Duration, error) {
	var out strings.Builder
	used, err := f.measured(ctx, &out, args...)
	return out.String(), used.wall, err
}

// runInto runs alike with its standard output in a file, and returns what it used.
func (f *fleet) runInto(ctx context.Context, name string, args ...string) (usage, error) {
	out, err := os.Create(name)
	if err != nil {
		return usage{}, err
	}
	defer out.Close()
	return f.measured(ctx, out, args...)
}

// measured runs alike and returns what it used.
func (f *fleet) measured(ctx context.Context, stdout io.Writer, args ...string) (usage, error) {
	var stderr strings.Builder
	cmd := f.command(ctx, f.alike, args...)
	cmd.Stdout, cmd.Stderr = stdout, &stderr
	begun := time.Now()
	err := cmd.Run()
	if ctx.Err() != nil {
		return usage{}, ctx.Err()
	}
	if err != nil {
		return usage{}, fmt.Errorf("alike %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	u := usage{wall: time.Since(begun), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peak = int64(used.Maxrss) << 10
	}
	return u, nil
}

// usage is what a command used.
type usage struct {
	wall, cpu time.Duration
	peak      int64 // resident bytes
}

func (u usage) String() string {
	return fmt.Sprintf("%.1f s, %.1f CPU s, peak %d MiB", u.wall.Seconds(), u.cpu.Seconds(), u.peak>>20)
}

// say prints a line of the result.
func (f *fleet) say(format string, args ...any) { fmt.Fprintf(f.stdout, format+"\n", args...) }

//go:build linux

// Command faults breaks things under alike and checks that nothing is lost. It
// builds the program and starts it as a user would. It imports none of alike's
// packages, so that it does not share their assumptions.
//
//	go run ./cmd/faults                      the short form, under a minute
//	go run ./cmd/faults --quick              a few cases each
//	go run ./cmd/faults --long               the long form, a quarter of an hour
//	go run ./cmd/faults --only kill,damage   only these faults
//
// Each fault has its own file, which begins with its purpose. Some faults need
// root, FUSE or loop devices, and the table says so if they are skipped. The exit
// code is 1 if a case broke; its folder is then kept.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
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

func allFaults() []fault {
	return []fault{
		{"kill", "SIGKILL at random moments of a scan", false, killScans},
		{"signal", "SIGTERM and SIGINT at random moments of a scan", false, signalScans},
		{"verbs", "SIGKILL at random moments of other verbs, writers and readers", false, killVerbs},
		{"full", "a disk that is full, or fills up, during a scan", false, fillDisk},
		{"unreadable", "read errors, slow and hanging reads", false, failReads},
		{"flux", "files that change during a scan", false, changeFiles},
		{"two", "two scans at once, and queries during a scan", false, scanTwice},
		{"damage", "bits flipped, tails cut and files removed in the index", false, damageIndex},
		{"forge", "an index whose numbers are wrong and whose checksums are right", false, forgeIndex},
		{"escape", "links and FIFOs put into a tree or an index during a scan", false, escapes},
		{"clock", "files dated in the future or before 1970", false, oddTimes},
		{"power", "a power cut at random moments of a scan", true, cutPower},
	}
}

// choose returns the faults that the options ask for.
func choose(all []fault, o options) ([]fault, error) {
	for _, name := range o.only {
		if !slices.ContainsFunc(all, func(f fault) bool { return f.name == name }) {
			return nil, fmt.Errorf("--only %s: no such fault; see --help", name)
		}
	}
	return slices.DeleteFunc(all, func(f fault) bool {
		if len(o.only) > 0 {
			return !slices.Contains(o.only, f.name)
		}
		return f.onlyLong && !o.long
	}), nil
}

// run executes a command line. When it returns, only the folders of cases that
// broke are left.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	o, err := parse(stderr, args, allFaults())
	if err != nil || o == nil {
		return err
	}
	faults, err := choose(allFaults(), *o)
	if err != nil {
		return err
	}
	h := &harness{options: *o, stdout: stdout, stderr: stderr}
	if h.dir, err = os.MkdirTemp(o.dir, "alike-faults-"); err != nil {
		return fmt.Errorf("create a folder for trees and indexes: %w (--dir chooses another)", err)
	}
	// The index stores paths as the scan was given them.
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

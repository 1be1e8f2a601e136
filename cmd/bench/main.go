// Command bench measures alike and its peers side by side: the same files, the
// same run, whole processes as a user starts them, several rounds in turn. What
// it prints are ratios first: seconds belong to a machine, ratios much less so.
//
//	go run ./cmd/bench                              on Go's own sources
//	go run ./cmd/bench --slow TREE                  with the peers that take minutes
//	go run ./cmd/bench --grow 10000,30000,100000    how the cost grows with the tree
//	go run ./cmd/bench --dedupe 1000000             records of a stream
//	go run ./cmd/bench --again --files 60000        scans of a tree that the index knows
//
// install-peers.sh beside this file installs the peers; one that is missing is a
// row that says so.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, world{os.Stdout, os.Stderr, exec.LookPath}, os.Args[1:])
	stop()
	if errors.Is(err, context.Canceled) {
		os.Exit(130)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// world is what bench sees of its surroundings, so that a test can hide the
// peers that happen to be installed.
type world struct {
	stdout, stderr io.Writer
	lookPath       func(string) (string, error)
}

// run does what the arguments say. What it makes in temporary folders is gone
// when it returns, interrupted or not.
func run(ctx context.Context, w world, args []string) error {
	if len(args) == 2 && args[0] == readVerb {
		return readAll(args[1])
	}
	o, err := parse(w, args)
	if err != nil || o == nil {
		return err
	}
	dir, err := os.MkdirTemp(o.dir, "alike-bench-")
	if err != nil {
		return fmt.Errorf("make a folder for indexes and lists: %w (--dir names another place)", err)
	}
	defer os.RemoveAll(dir)
	b := &bench{world: w, options: *o, dir: dir}
	if err := b.build(ctx); err != nil {
		return err
	}
	switch {
	case o.rescan:
		return b.again(ctx)
	case len(o.grow) > 0:
		return b.grow(ctx)
	case o.records > 0:
		return b.dedupe(ctx)
	}
	return b.compare(ctx)
}

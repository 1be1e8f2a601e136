//go:build linux

// Command bench measures alike and its peers side by side, on the same files in the
// same run. It starts whole processes, as a user would, in several interleaved
// rounds. Ratios come first, because they depend on the machine much less than
// seconds do.
//
//	go run ./cmd/bench                              on Go's own sources
//	go run ./cmd/bench --slow TREE                  with the peers that take minutes
//	go run ./cmd/bench --old PATH                   against an older alike at PATH
//	go run ./cmd/bench --grow 10000,30000,100000    cost by tree size
//	go run ./cmd/bench --dedupe 1000000             a stream of records
//	go run ./cmd/bench --binary                     bytes of the program by module
//	go run ./cmd/bench --again --files 60000        rescans of a known tree
//
// install-peers.sh in this folder installs the peers. Missing peers are listed as
// not installed.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, world{stdout: os.Stdout, stderr: os.Stderr, lookPath: exec.LookPath, settling: 4 * time.Second}, os.Args[1:])
	stop()
	if errors.Is(err, context.Canceled) {
		os.Exit(130)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run executes a command line. It removes its temporary files before it returns,
// even if it is interrupted.
func run(ctx context.Context, w world, args []string) error {
	if len(args) == 2 && args[0] == readVerb {
		return readAll(args[1])
	}
	o, err := parse(w.stderr, args)
	if err != nil || o == nil {
		return err
	}
	dir, err := os.MkdirTemp(o.dir, "alike-bench-")
	if err != nil {
		return fmt.Errorf("create a folder for indexes and lists: %w (--dir chooses another)", err)
	}
	defer os.RemoveAll(dir)
	b := &bench{world: w, options: *o, dir: dir}
	if o.binary {
		return b.binary(ctx)
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	switch {
	case o.old != "":
		return b.takeTurns(ctx)
	case o.rescan:
		return b.again(ctx)
	case len(o.sizes) > 0:
		return b.grow(ctx)
	case o.records > 0:
		return b.dedupe(ctx)
	}
	return b.compare(ctx)
}

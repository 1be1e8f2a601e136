// Command bench measures alike and its peers side by side: the same files in the
// same run, as whole processes that start as a user starts them, in several
// interleaved rounds. It reports ratios first: seconds depend on the machine,
// ratios much less.
//
//	go run ./cmd/bench                              on Go's own sources
//	go run ./cmd/bench --slow TREE                  with the peers that take minutes
//	go run ./cmd/bench --old PATH                   beside an older alike at PATH
//	go run ./cmd/bench --grow 10000,30000,100000    cost by the size of the tree
//	go run ./cmd/bench --dedupe 1000000             a stream of records
//	go run ./cmd/bench --again --files 60000        scans of a known tree
//
// install-peers.sh in this folder installs the peers. The row of a missing peer
// says that it is not installed.
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
// interrupted or not.
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
		return fmt.Errorf("create a folder for indexes and lists: %w (--dir names another place)", err)
	}
	defer os.RemoveAll(dir)
	b := &bench{world: w, options: *o, dir: dir}
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

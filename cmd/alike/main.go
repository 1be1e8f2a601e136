// Command alike finds files that share content: it keeps fingerprints of whole folder
// trees in an index, and says which files share content and how much.
//
// Each verb has a file with its options, its help and flags, and its run function.
// commandline.go builds the command line from the verbs; no verb refers to it. An app is
// the state of one run, and refers to no verb.
//
// Only cmd prints and exits: results on standard output, everything else on standard
// error by way of a terminal.Screen.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"alike/cmd/alike/terminal"
)

func main() {
	l := newCommandLine(environment{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
		outColumns: terminal.Columns(os.Stdout), errColumns: terminal.Columns(os.Stderr),
	})
	ctx, stop := interruptible(l.screen)
	err := l.execute(ctx, os.Args[1:])
	stop()
	os.Exit(exitCode(err))
}

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP cancels. The
// run then keeps what was committed, says how far it got, and ends. A second signal ends
// the process at once. An ignored SIGHUP, as under nohup, stays ignored, so that the run
// outlives its terminal.
//
// SIGPIPE is caught and dropped, so that a write returns EPIPE. Otherwise the Go runtime
// would kill the process when head closes the pipe, in the middle of work on the index.
func interruptible(s *terminal.Screen) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		cancel()
		if _, ok := <-signals; ok {
			s.Abandon()
			os.Exit(exitInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// Command alike finds similar files: it keeps fingerprints of the files of
// whole trees in an index and answers which of them share content, and how
// much.
//
// Each verb has a file of its own with its options, its flags and its run
// function. What verbs share lies in rooms beside them: flags and values,
// printer (results on standard output), screen (all else on standard error).
// This package is the only one of alike that prints or exits.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"alike/cmd/alike/terminal"
)

func main() {
	env := processEnvironment()
	l := newCommandLine(env)
	ctx, stop := interruptible(l.screen)
	err := l.execute(ctx, os.Args[1:])
	stop()
	os.Exit(exitCode(err))
}

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP cancels:
// the run then winds up, keeps what was committed and says how far it got. A second
// signal ends the process at once. A SIGHUP that is ignored, as under nohup, stays
// so: the run is to outlive its terminal.
//
// SIGPIPE is caught and dropped, which turns it into an ordinary EPIPE from the
// write: by default the Go runtime would kill the process in the middle of
// whatever it does with the index when `head` has seen enough.
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

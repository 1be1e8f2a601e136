// Command alike finds files that share content. It keeps fingerprints of whole folder trees
// in an index, and lists the files that share content and how much of it.
//
// Each verb has a file with its options, help, flags and run function. commandline.go builds
// the command line from the verbs, and no verb refers to it. An app is the state of one
// run and refers to no verb.
//
// Only this program prints and exits. Results go to standard output, everything else to
// standard error through a terminal.Screen.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"alike/cmd/alike/terminal"
)

func main() {
	env := environment{
		stdin: os.Stdin, stdout: terminal.Stdout(os.Stdout), stderr: os.Stderr, getenv: os.Getenv,
		outColumns: terminal.Columns(os.Stdout), errColumns: terminal.Columns(os.Stderr),
	}
	if env.outColumns() > 0 {
		env.terminal = os.Stdout
	}
	l := newCommandLine(env)
	ctx, stop := interruptible(l.app)
	err := l.execute(ctx, os.Args[1:])
	stop()
	os.Exit(exitCode(err))
}

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP cancels. The run
// then keeps what was committed, reports how far it got, and ends. A second signal ends the
// process at once. An ignored SIGHUP, as under nohup, stays ignored, so that the run
// outlives its terminal. While a pager has the terminal, SIGINT is for the pager.
//
// SIGPIPE is caught and dropped, so that a write returns EPIPE. Otherwise the Go runtime
// would kill the process in the middle of work on the index when head closes the pipe.
func interruptible(a *app) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	go func() {
		for s := range signals {
			switch {
			case s == os.Interrupt && a.paging.Load():
			case ctx.Err() == nil:
				cancel()
			default:
				a.screen.Abandon()
				os.Exit(exitInterrupted)
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

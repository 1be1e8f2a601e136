package main

import (
	"io"
	"os"

	"alike/cmd/alike/terminal"
)

// environment is all of the world that the command line sees, so that tests can
// give each run a world of its own and run side by side.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	// outColumns and errColumns return the width of the terminal that the
	// stream is, 0 when it is none. They are asked anew each time, since a
	// window can be resized.
	outColumns, errColumns func() int
}

// processEnvironment is the world of the running process.
func processEnvironment() environment {
	return environment{
		stdin:      os.Stdin,
		stdout:     os.Stdout,
		stderr:     os.Stderr,
		getenv:     os.Getenv,
		outColumns: terminal.Columns(os.Stdout),
		errColumns: terminal.Columns(os.Stderr),
	}
}

package main

import (
	"io"
	"os"

	"golang.org/x/term"
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
		outColumns: columnsOf(os.Stdout),
		errColumns: columnsOf(os.Stderr),
	}
}

// columnsOf returns a function that tells how wide a terminal is.
func columnsOf(f *os.File) func() int {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return func() int { return 0 }
	}
	return func() int {
		width, _, err := term.GetSize(fd)
		if err != nil || width <= 0 {
			return 80 // a terminal that does not know its size, as over a serial line
		}
		return width
	}
}

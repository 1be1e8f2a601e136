package terminal

import (
	"os"

	"golang.org/x/term"
)

// Lines returns the current height of the terminal f in lines. A terminal of unknown
// height counts as 24 lines.
func Lines(f *os.File) int {
	_, height, err := term.GetSize(int(f.Fd()))
	if err != nil || height <= 0 {
		return 24
	}
	return height
}

// Columns returns a function that returns the current width of f in columns, or
// 0 if f is not a terminal. A terminal of unknown width, as on a serial line,
// counts as 80 columns.
func Columns(f *os.File) func() int {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return func() int { return 0 }
	}
	interpretEscapes(fd)
	return func() int {
		width, _, err := term.GetSize(fd)
		if err != nil || width <= 0 {
			return 80
		}
		return width
	}
}

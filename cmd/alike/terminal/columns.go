package terminal

import (
	"os"

	"golang.org/x/term"
)

// Columns returns a function that returns the current width of f in columns, or
// 0 if f is not a terminal. A terminal of unknown width, as on a serial line,
// counts as 80 columns.
func Columns(f *os.File) func() int {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return func() int { return 0 }
	}
	return func() int {
		width, _, err := term.GetSize(fd)
		if err != nil || width <= 0 {
			return 80
		}
		return width
	}
}

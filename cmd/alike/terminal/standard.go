package terminal

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Stdout returns standard output for writing. If it was closed when the process started,
// as by >&- in a shell, all writes fail.
func Stdout(f *os.File) io.Writer {
	if closedAtStart(int(f.Fd())) {
		return closedWriter{}
	}
	return f
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, errors.New("it is closed") }

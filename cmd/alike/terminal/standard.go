package terminal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
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

// closedAtStart reports whether a standard descriptor was closed when the process started.
// The Go runtime has opened /dev/null there for reading and writing since, so that no file
// gets its number, and reports success for what is lost.
//
// Others open /dev/null like that too, to discard output on purpose: daemons, for several
// descriptors at once, and Python and Node for their children. These are told apart by
// the shared descriptor and by the parent process.
func closedAtStart(fd int) bool {
	return openedBoth(fd) && !sharesNull(fd) && !discardedByParent()
}

// openedBoth reports whether a descriptor is /dev/null, open for reading and writing.
func openedBoth(fd int) bool {
	var is, null unix.Stat_t
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR &&
		unix.Fstat(fd, &is) == nil && is.Mode&unix.S_IFMT == unix.S_IFCHR &&
		unix.Stat(os.DevNull, &null) == nil && is.Rdev == null.Rdev
}

// sharesNull reports whether another standard descriptor was duplicated from this one, or
// this one from it: both have their flags in common. The runtime opens each on its own.
func sharesNull(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil {
		return false
	}
	for other := range 3 {
		if other == fd || !openedBoth(other) {
			continue
		}
		// Appending means nothing to /dev/null.
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags^unix.O_APPEND); err != nil {
			return false
		}
		of, err := unix.FcntlInt(uintptr(other), unix.F_GETFL, 0)
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags)
		if err == nil && (of^flags)&unix.O_APPEND != 0 {
			return true
		}
	}
	return false
}

// discardedByParent reports whether the parent process is Python or Node, whose
// subprocess.DEVNULL and stdio "ignore" look like a closed descriptor.
func discardedByParent() bool {
	proc := filepath.Join("/proc", strconv.Itoa(os.Getppid()))
	name, err := os.Readlink(filepath.Join(proc, "exe"))
	if err != nil { // of another user
		comm, _ := os.ReadFile(filepath.Join(proc, "comm"))
		name = strings.TrimSpace(string(comm))
	}
	name = filepath.Base(name)
	for _, interpreter := range []string{"python", "pypy", "node"} {
		if strings.HasPrefix(name, interpreter) {
			return true
		}
	}
	return false
}

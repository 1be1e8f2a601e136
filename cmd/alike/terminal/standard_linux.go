package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// closedAtStart reports whether a standard descriptor was closed when the process started.
// The Go runtime has opened /dev/null there for reading and writing since, so that no file
// gets its number, and reports success for what is lost.
//
// Others open /dev/null like that too, to discard output on purpose: daemons, for several
// descriptors at once, and interpreters for their children. These are told apart by the
// descriptors that share their flags, because one is a duplicate, and by the parent process.
func closedAtStart(fd int) bool {
	flags, ok := nullFlags(fd)
	if !ok {
		return false
	}
	// Appending means nothing to /dev/null.
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags^unix.O_APPEND); err == nil {
		defer unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags)
	}
	for other := range 3 {
		if of, ok := nullFlags(other); ok && other != fd && (of^flags)&unix.O_APPEND != 0 {
			return false
		}
	}
	return !discardedByParent()
}

// nullFlags returns the flags of a descriptor, and whether it is /dev/null, open for
// reading and writing.
func nullFlags(fd int) (flags int, ok bool) {
	var is, null unix.Stat_t
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return flags, err == nil && flags&unix.O_ACCMODE == unix.O_RDWR &&
		unix.Fstat(fd, &is) == nil && is.Mode&unix.S_IFMT == unix.S_IFCHR &&
		unix.Stat(os.DevNull, &null) == nil && is.Rdev == null.Rdev
}

// discardedByParent reports whether the parent process is an interpreter whose way to
// discard the output of a child, such as subprocess.DEVNULL of Python or stdio "ignore" of
// Node, looks like a closed descriptor.
func discardedByParent() bool {
	proc := fmt.Sprintf("/proc/%d/", os.Getppid())
	name, err := os.Readlink(proc + "exe")
	if err != nil { // of another user
		comm, _ := os.ReadFile(proc + "comm")
		name = string(comm)
	}
	return slices.ContainsFunc([]string{"python", "pypy", "node", "perl"}, func(interpreter string) bool {
		return strings.HasPrefix(filepath.Base(name), interpreter)
	})
}

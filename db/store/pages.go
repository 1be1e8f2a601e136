package store

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// Badger maps its tables, and every page that was read stays in the process's
// resident set for as long as the kernel does not need it: a merge and a
// compaction of a million files counted as 900 MB in this way, to ulimits,
// service managers and whoever looks on, where they had use for 150. So what was
// touched is given back now and then. It stays in the page cache, and touching it
// again is a minor fault. Tables are written in small pieces for the same end,
// see createFile: else each touch maps up to two megabytes.

// How many bytes may be read before that. A process that only reads lives
// shorter and has no other use for memory.
const (
	readWhileWriting = 2 << 20
	readWhileReading = 16 << 20
)

// openedTable is what opening a table counts for: its end is looked at.
const openedTable = 256 << 10

// tablesMapped guards which tables are mapped, in the whole process: pages are given
// back by address, and an address that was unmapped meanwhile may be anybody's.
var tablesMapped sync.RWMutex

// CountRead notes that so many bytes of the tables were read.
func (s *Store) CountRead(n int) {
	limit := int64(readWhileWriting)
	if s.opts.ReadOnly {
		limit = readWhileReading
	}
	if s.pagesRead.Add(int64(n)) < limit {
		return
	}
	s.pagesRead.Store(0)
	releasePages(filepath.Join(s.dir, badgerName))
}

// releasePages takes the pages of all mapped tables of a folder out of the
// resident set. It is advice: where it cannot be given, nothing is lost. Cost:
// about a millisecond with a hundred tables.
func releasePages(dir string) {
	dir, err := filepath.EvalSymlinks(dir) // as the kernel names it
	if err != nil {
		return
	}
	tablesMapped.Lock()
	defer tablesMapped.Unlock()
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		line := lines.Text()
		slash := strings.IndexByte(line, '/')
		if slash < 0 || !strings.HasPrefix(line[slash:], dir+"/") {
			continue
		}
		if from, to, ok := addresses(line); ok {
			release(from, to)
		}
	}
}

// addresses reads the range at the beginning of a line of /proc/self/maps.
func addresses(line string) (from, to uintptr, ok bool) {
	span, rest, ok := strings.Cut(line, " ")
	low, high, cut := strings.Cut(span, "-")
	if !ok || !cut || !strings.HasPrefix(rest, "r--s") { // read-only and shared: nothing can be lost
		return 0, 0, false
	}
	from, ok = address(low)
	if ok {
		to, ok = address(high)
	}
	return from, to, ok && from < to
}

func address(digits string) (uintptr, bool) {
	a, err := strconv.ParseUint(digits, 16, strconv.IntSize)
	return uintptr(a), err == nil
}

func release(from, to uintptr) {
	// The range is a mapping of a file, not memory of Go's.
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED)
}

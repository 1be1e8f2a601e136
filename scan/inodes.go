package scan

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"alike/db"
)

// maxInodes bounds the memory of inodes, to some 100 MB. Of what goes beyond it
// each path is read, which costs time only.
const maxInodes = 1 << 20

// inodes remembers what was read of files that may be come to by more than one
// path, so that each is read once in a scan: hard links, files on devices that
// are mounted in more than one place, and, with symbolic links followed, all.
// Other files are not remembered, since hardly a tree has paths to share.
type inodes struct {
	all      bool
	multiple map[uint64]bool // devices that are mounted more than once

	mu      sync.Mutex
	done    map[inode]reading
	reading map[inode]chan struct{} // closed when the reading has ended
}

// inode is a file in one state. What changes a file changes its ctime; within
// one tick of the clock its size may tell more.
type inode = db.Stat

// reading is what came of reading a file.
type reading struct {
	content   db.ContentID
	left      int32 // further links that may come; less than 0 for any number
	unsettled bool
}

func newInodes(follow bool) *inodes {
	return &inodes{
		all:      follow,
		multiple: devicesMountedTwice(),
		done:     make(map[inode]reading),
		reading:  make(map[inode]chan struct{}),
	}
}

// tracks reports whether a file is one of those that are remembered.
func (t *inodes) tracks(f *file) bool {
	return f.links > 1 || t.all || t.multiple[f.stat.Device]
}

// claim returns what was read of a file, waiting for the worker that is just
// reading it. Or it is not known: then reading it is the caller's business, who
// must call settle afterwards, and must not claim another file before, so that
// no two workers wait for each other. The error is that of the context.
func (t *inodes) claim(ctx context.Context, f *file) (r reading, known bool, err error) {
	key := f.stat
	for {
		t.mu.Lock()
		if r, known := t.lookup(key); known {
			t.mu.Unlock()
			return r, true, nil
		}
		ended, busy := t.reading[key]
		if !busy {
			t.reading[key] = make(chan struct{})
			t.mu.Unlock()
			return reading{}, false, nil
		}
		t.mu.Unlock()
		select {
		case <-ended:
			// Perhaps it could not be read by the path of the other worker, which
			// may have vanished. That of this one may be better.
		case <-ctx.Done():
			return reading{}, false, context.Cause(ctx)
		}
	}
}

// met looks up what was read and forgets it when no more links can come.
func (t *inodes) lookup(key inode) (reading, bool) {
	r, known := t.done[key]
	if known && r.left > 0 {
		r.left--
		if r.left == 0 {
			delete(t.done, key)
		} else {
			t.done[key] = r
		}
	}
	return r, known
}

// settle says what came of reading a claimed file, if anything did.
func (t *inodes) settle(f *file, e db.Entry, ok bool) {
	key := f.stat
	t.mu.Lock()
	defer t.mu.Unlock()
	if ok && len(t.done) < maxInodes {
		r := reading{content: e.Content, left: -1, unsettled: e.Unsettled}
		if !t.all && !t.multiple[f.stat.Device] {
			r.left = int32(min(f.links-1, 1<<30))
		}
		t.done[key] = r
	}
	close(t.reading[key])
	delete(t.reading, key)
}

// mountedTwice returns the devices that are mounted in more than one place. It
// is empty where there is no /proc; files are then read more than once, which
// costs time only. (So they are on btrfs, which tells mountinfo other device
// numbers than stat.)
func devicesMountedTwice() map[uint64]bool {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	return parseMountinfo(string(text))
}

// devicesTwice parses the text of mountinfo (proc(5)): the third field of each
// line is major:minor.
func parseMountinfo(text string) map[uint64]bool {
	twice := make(map[uint64]bool)
	for line := range strings.Lines(text) {
		fields := strings.SplitN(line, " ", 4)
		if len(fields) < 4 {
			continue
		}
		major, minor, _ := strings.Cut(fields[2], ":")
		a, err1 := strconv.ParseUint(major, 10, 32)
		b, err2 := strconv.ParseUint(minor, 10, 32)
		if err1 != nil || err2 != nil {
			continue
		}
		device := unix.Mkdev(uint32(a), uint32(b))
		_, seen := twice[device]
		twice[device] = seen
	}
	return twice
}

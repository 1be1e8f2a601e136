package scan

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"alike/db"
	"alike/scan/fsys"
)

// maxInodes bounds the memory of inodes to about 100 MB. Beyond it, files are read once
// per path, which only costs time.
const maxInodes = 1 << 20

// inodes remembers the content of files that have several paths, so that a scan reads
// each once: hard links, files on devices that are mounted more than once, and, if
// symbolic links are followed, all files. Other files are not remembered.
type inodes struct {
	all      bool
	multiple map[uint64]bool // devices that are mounted more than once

	mu      sync.Mutex
	done    map[inode]reading
	reading map[inode]chan struct{} // closed when the reading ends
}

// inode identifies a file in one state. A change of the file changes the ctime. Within
// one tick of the clock the size may still differ.
type inode = db.Stat

// reading is the result of reading a file.
type reading struct {
	content   db.ContentID
	left      int32 // further links expected; negative for any number
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

// tracks reports whether a file may have several paths.
func (t *inodes) tracks(f *file) bool {
	return f.links > 1 || t.all || t.multiple[f.stat.Device]
}

// claim returns the result for a file, and waits for a worker that is reading it. If
// known is false, the caller must read the file and call endClaim. It must not claim
// another file in between, so that no two workers wait for each other. It fails
// only when the context does.
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
			// The other worker's path may have vanished. Try again with this one.
		case <-ctx.Done():
			return reading{}, false, context.Cause(ctx)
		}
	}
}

// lookup returns a result and forgets it with the last expected link.
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

// endClaim ends a claim. If ok is false, e is not a result.
func (t *inodes) endClaim(f *file, e db.Entry, ok bool) {
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

// devicesMountedTwice returns the devices that are mounted in more than one place.
// Without /proc it returns none, and files are read once per path, which only costs
// time. The same happens on btrfs, which has other device numbers in mountinfo than in
// stat.
func devicesMountedTwice() map[uint64]bool {
	if runtime.GOOS != "linux" {
		return nil
	}
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	return parseMountinfo(string(text))
}

// parseMountinfo parses the text of mountinfo (proc(5)). The third field of each line
// is major:minor.
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
		device := fsys.MakeDevice(uint32(a), uint32(b))
		_, seen := twice[device]
		twice[device] = seen
	}
	return twice
}

//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// moment is a point in a running scan: after a time, or a little after the n-th
// change in the index folder. Times mostly hit reading, which is most of a scan.
// Changes hit commits, merges and compactions, which take milliseconds.
type moment struct {
	after  time.Duration
	change int // 0 for a time only
}

func (m moment) String() string {
	if m.change > 0 {
		return fmt.Sprintf("%v after change %d to the index", m.after, m.change)
	}
	return fmt.Sprintf("after %v", m.after.Round(10*time.Microsecond))
}

// span is the length of an undisturbed scan, in time and in changes to the index
// folder.
type span struct {
	took    time.Duration
	changes int
}

// moment draws the i-th of n moments, one from each n-th of the span and a little
// beyond.
func (t *tally) moment(s span, i, n int) moment {
	at := (float64(i) + t.rng.Float64()) / float64(n)
	if i%2 == 0 || s.changes == 0 {
		return moment{after: time.Duration(at * 1.05 * float64(s.took))}
	}
	return moment{
		after:  time.Duration(t.rng.IntN(1500)) * time.Microsecond,
		change: 1 + int(at*float64(s.changes)),
	}
}

// until waits for the moment or the end of the process.
func (m moment) until(p *process, w *watcher) {
	if m.change > 0 {
		w.await(m.change, p.done)
	}
	select {
	case <-p.done:
	case <-time.After(m.after):
	}
}

// watcher counts changes in an index folder.
type watcher struct {
	file *os.File // inotify

	mu      sync.Mutex
	seen    int
	at      int // number of changes at which to close reached
	reached chan struct{}
}

// watched are the counted events: a file created, written, moved or removed.
const watched = unix.IN_CREATE | unix.IN_CLOSE_WRITE | unix.IN_MOVED_TO | unix.IN_DELETE

// watch starts counting. It creates the folder; alike accepts an empty one for a
// new index.
func watch(dir string) (*watcher, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watch a folder: %w", err)
	}
	w := &watcher{file: os.NewFile(uintptr(fd), "inotify"), reached: make(chan struct{})}
	for _, sub := range []string{"", "badger", "tmp"} {
		if err := w.add(filepath.Join(dir, sub)); err != nil && !errors.Is(err, syscall.ENOENT) {
			w.file.Close()
			return nil, err
		}
	}
	go w.count(dir)
	return w, nil
}

func (w *watcher) add(dir string) error {
	raw, err := w.file.SyscallConn()
	if err != nil {
		return err
	}
	cerr := raw.Control(func(fd uintptr) { _, err = unix.InotifyAddWatch(int(fd), dir, watched) })
	return errors.Join(cerr, err)
}

// count reads events until the watcher is closed.
func (w *watcher) count(dir string) {
	buf := make([]byte, 64<<10)
	for {
		n, err := w.file.Read(buf)
		if err != nil {
			return
		}
		for at := 0; at+unix.SizeofInotifyEvent <= n; {
			e := (*unix.InotifyEvent)(unsafe.Pointer(&buf[at]))
			name := unix.ByteSliceToString(buf[at+unix.SizeofInotifyEvent : at+unix.SizeofInotifyEvent+int(e.Len)])
			at += unix.SizeofInotifyEvent + int(e.Len)
			if e.Mask&unix.IN_ISDIR != 0 && e.Mask&unix.IN_CREATE != 0 {
				_ = w.add(filepath.Join(dir, name)) // badger or tmp in a new index
			}
			w.one()
		}
	}
}

func (w *watcher) one() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen++
	if w.seen == w.at {
		close(w.reached)
	}
}

// await waits for the n-th change or until done is closed.
func (w *watcher) await(n int, done <-chan struct{}) {
	w.mu.Lock()
	w.at = n
	seen := w.seen >= n
	w.mu.Unlock()
	if seen {
		return
	}
	select {
	case <-w.reached:
	case <-done:
	}
}

// close ends the watch and returns the number of changes.
func (w *watcher) close() int {
	w.file.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen
}

// measure runs an undisturbed scan and returns its span.
func (a *attempt) measure(trees ...string) (span, error) {
	w, err := watch(a.index)
	if err != nil {
		return span{}, err
	}
	o, err := a.done(scanArgs(trees...)...)
	time.Sleep(10 * time.Millisecond) // for the last events to arrive
	return span{o.took, w.close()}, err
}

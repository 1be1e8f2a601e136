package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"alike/db/system"
)

const (
	// lockPoll is how often a waiting process tries again. flock has no timeout, and a
	// signal that interrupts a blocking call would affect the whole program.
	lockPoll = 50 * time.Millisecond
	// lockGrace is how long to keep trying a lock without a name. Its holder has only
	// just taken it, or is a reader that checks for a writer (lookUnderLock), which takes
	// some milliseconds.
	lockGrace = 200 * time.Millisecond
)

// lockOwner describes the writer in the lock file, for the processes that it keeps out:
// a line of JSON, then its CRC-32C in hexadecimal digits, padded with spaces. The line
// may change while others read it; a torn line has a wrong checksum.
type lockOwner struct {
	PID     int       `json:"pid"`
	Command string    `json:"command"`
	Since   time.Time `json:"since"`
	State   string    `json:"state,omitempty"`
}

// longestCommand is the largest number of bytes of a command line to publish.
const longestCommand = 1000

// dirLock is an flock on DIR/lock, exclusive for a writer. The kernel releases it when
// the process ends.
type dirLock struct {
	file      *os.File
	exclusive bool

	mu    sync.Mutex
	owner lockOwner
	width int // bytes of the longest line so far
}

// lockDir takes the lock of the index in dir. It waits for at most wait.
func lockDir(ctx context.Context, dir *folder, wait time.Duration, command string) (*dirLock, error) {
	begun := time.Now()
	for {
		l, err := tryLockDir(dir, command)
		var held *HeldError
		if !errors.As(err, &held) {
			return l, err
		}
		patience := wait
		if held.PID == 0 {
			patience = max(wait, lockGrace)
		}
		left := patience - time.Since(begun)
		if left <= 0 {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for the index %s: %w", dir.name, ctx.Err())
		case <-time.After(min(lockPoll, left)):
		}
	}
}

func tryLockDir(dir *folder, command string) (*dirLock, error) {
	f, err := openLock(dir, os.O_RDWR)
	if system.IsReadOnly(err) {
		return nil, fmt.Errorf("the index %s can be read but not written: %w", dir.name, err)
	}
	if err != nil {
		return nil, err
	}
	if err := takeLock(f, dir.name, system.LockExclusive); err != nil {
		return nil, err
	}
	if len(command) > longestCommand {
		cut := longestCommand
		for cut > 0 && !utf8.RuneStart(command[cut]) {
			cut--
		}
		command = command[:cut] + "…"
	}
	l := &dirLock{file: f, exclusive: true}
	l.owner = lockOwner{PID: os.Getpid(), Command: command, Since: time.Now().Round(time.Second)}
	_ = f.Truncate(0)
	l.sign()
	return l, nil
}

// shareLock takes the lock in shared mode for a moment, without waiting and without a
// name.
func shareLock(dir *folder) (*dirLock, error) {
	f, err := openLock(dir, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	if err := takeLock(f, dir.name, system.LockShared); err != nil {
		return nil, err
	}
	return &dirLock{file: f}, nil
}

// Holder returns the process that writes to the index in a folder, nil if none does or
// it is not known. Cost: the lock is taken for an instant, which no writer notices.
func Holder(dir string) *HeldError {
	d, err := openFolder(dir)
	if err != nil {
		return nil
	}
	defer d.close()
	l, err := shareLock(d)
	if err == nil {
		err = l.release()
	}
	var held *HeldError
	errors.As(err, &held)
	return held
}

func openLock(dir *folder, flags int) (*os.File, error) {
	f, err := dir.open(lockName, flags)
	if errors.Is(err, fs.ErrNotExist) {
		// Not created again: it may have been removed under a running process, and a
		// second lock beside the first would let two processes write.
		return nil, &DamagedError{Path: dir.path(lockName), Problem: "the lock file is missing", Damage: LockMissing}
	}
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the index: %w", err)
	}
	return f, nil
}

// takeLock locks f. On failure it closes f and reports the holder.
func takeLock(f *os.File, dir string, lock func(*os.File) error) error {
	err := lock(f)
	if err == nil {
		return nil
	}
	defer f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return readOwner(f, dir)
	}
	return fmt.Errorf("locking %s: %w", dir+"/"+lockName, err)
}

// announce publishes the progress of the lock's holder. Cost: one write to a file of a
// few hundred bytes.
func (l *dirLock) announce(state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.owner.State = state
	l.sign()
}

// sign publishes the holder of the lock. A failure, such as a full disk, only costs other
// processes a part of their error message.
func (l *dirLock) sign() {
	text, err := json.Marshal(l.owner)
	if err != nil {
		return
	}
	line := fmt.Appendf(text, " %08x", sumOf(text))
	// Never shorter than before, or the rest of a longer line would remain.
	l.width = max(l.width, len(line))
	line = append(line, strings.Repeat(" ", l.width-len(line))...)
	_, _ = l.file.WriteAt(append(line, '\n'), 0)
}

// readOwner returns a *HeldError with what the holder of the lock has published. It
// retries while the line is being written.
func readOwner(f *os.File, dir string) error {
	held := &HeldError{Dir: dir}
	for range 5 {
		text := make([]byte, 64<<10)
		n, err := f.ReadAt(text, 0)
		if err != nil && err != io.EOF || n == 0 {
			break
		}
		o, ok := decodeOwner(text[:n])
		if ok && system.MayRun(o.PID) {
			held.PID, held.Command, held.Since, held.State = o.PID, o.Command, o.Since, o.State
		}
		if ok {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return held
}

func decodeOwner(line []byte) (o lockOwner, ok bool) {
	line = bytes.TrimRight(line, " \n")
	at := bytes.LastIndexByte(line, ' ')
	if at < 0 || string(line[at+1:]) != fmt.Sprintf("%08x", sumOf(line[:at])) {
		return o, false
	}
	return o, json.Unmarshal(line[:at], &o) == nil
}

func (l *dirLock) release() error {
	l.mu.Lock() // an announcement in progress goes first
	defer l.mu.Unlock()
	if l.exclusive {
		_ = l.file.Truncate(0)
	}
	// A process that was forked at this moment has the file open until it calls exec;
	// closing the file here would leave the lock with it.
	_ = system.Unlock(l.file)
	return l.file.Close()
}

package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// lockPoll is how often a waiting process tries again. flock has no timeout of
// its own, and a signal to interrupt a blocking call would be the whole
// program's.
const lockPoll = 50 * time.Millisecond

// lockOwner is what a writer leaves in the lock file for those it keeps out.
type lockOwner struct {
	PID     int       `json:"pid"`
	Command string    `json:"command"`
	Since   time.Time `json:"since"`
}

// dirLock is an flock on DIR/lock: shared for readers, exclusive for a writer.
// The kernel drops it with the process, so none is ever left behind.
type dirLock struct {
	file      *os.File
	exclusive bool
}

// lockDir takes the lock of the index in dir, waiting for at most wait.
func lockDir(ctx context.Context, dir string, exclusive bool, wait time.Duration, command string) (*dirLock, error) {
	deadline := time.Now().Add(wait)
	for {
		l, err := tryLockDir(dir, exclusive, command)
		if err == nil || !errors.As(err, new(*HeldError)) || !time.Now().Before(deadline) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for the index %s: %w", dir, ctx.Err())
		case <-time.After(min(lockPoll, time.Until(deadline))):
		}
	}
}

func tryLockDir(dir string, exclusive bool, command string) (*dirLock, error) {
	path := filepath.Join(dir, lockName)
	how, flags := unix.LOCK_SH, os.O_RDONLY
	if exclusive {
		how, flags = unix.LOCK_EX, os.O_RDWR
	}
	f, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		// Not made anew: whoever removed it may have done so under a running
		// process, and a second lock beside the first would let two write.
		return nil, &DamagedError{path, "the lock file is missing",
			"make sure that no alike is running, then make it again with: touch " + path}
	}
	if exclusive && (errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS)) {
		return nil, fmt.Errorf("the index %s can be read but not written: %w", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the index: %w", err)
	}
	if err := flock(f, how|unix.LOCK_NB); err != nil {
		defer f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, readOwner(f, dir)
		}
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	l := &dirLock{file: f, exclusive: exclusive}
	if exclusive {
		l.sign(lockOwner{os.Getpid(), command, time.Now().Round(time.Second)})
	}
	return l, nil
}

func flock(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), how)
		if err != unix.EINTR {
			return err
		}
	}
}

// sign tells others who holds the lock. That it may fail (a full disk) is no
// reason not to go on: only the message of the others suffers.
func (l *dirLock) sign(o lockOwner) {
	text, err := json.Marshal(o)
	if err != nil {
		return
	}
	_ = l.file.Truncate(0)
	_, _ = l.file.WriteAt(append(text, '\n'), 0)
}

func readOwner(f *os.File, dir string) error {
	held := &HeldError{Dir: dir}
	text, err := io.ReadAll(io.LimitReader(f, 64<<10))
	var o lockOwner
	if err == nil && json.Unmarshal(text, &o) == nil && unix.Kill(o.PID, 0) != unix.ESRCH {
		held.PID, held.Command, held.Since = o.PID, o.Command, o.Since
	}
	return held
}

func (l *dirLock) release() error {
	if l.exclusive {
		_ = l.file.Truncate(0)
	}
	// A process that was forked at this moment has the file open until it calls
	// exec, and closing it here would leave the lock with it.
	_ = flock(l.file, unix.LOCK_UN)
	return l.file.Close()
}

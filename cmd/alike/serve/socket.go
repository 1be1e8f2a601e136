package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"alike/db/system"
)

// socket is a listener on a Unix socket. It holds the lock on a file beside the socket, so
// that only one server at a time replaces or removes the socket.
type socket struct {
	net.Listener
	path string
	info fs.FileInfo // of the socket
	lock *os.File
	once sync.Once
	err  error
}

// Close closes the socket and removes it, unless another file is there now.
func (s *socket) Close() error {
	s.once.Do(func() {
		if now, err := os.Lstat(s.path); err == nil && os.SameFile(now, s.info) {
			s.err = os.Remove(s.path)
		}
		s.err = errors.Join(s.Listener.Close(), s.err)
		unlock(s.lock)
	})
	return s.err
}

// listenSocket listens on a socket that only this user may connect to.
func listenSocket(ctx context.Context, path string) (_ net.Listener, err error) {
	if strings.HasPrefix(path, "@") { // without a file, and so without a mode
		path = "./" + path
	}
	lock, err := lockSocket(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			unlock(lock)
		}
	}()
	if err := removeStale(ctx, path); err != nil {
		return nil, err
	}
	l, err := listenPrivately(ctx, path)
	if system.IsTaken(err) { // another program was quicker
		return nil, &InUseError{"unix:" + path}
	}
	if err != nil {
		return nil, fmt.Errorf("listening on the socket %s: %w", path, inner(err))
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != fs.ModeSocket || info.Mode().Perm() != 0o600 {
		_ = l.Close()
		return nil, fmt.Errorf("listening on the socket %s: other users could connect to it", path)
	}
	return &socket{Listener: l, path: path, info: info, lock: lock}, nil
}

// lockSocket locks the file beside a socket.
func lockSocket(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR|system.NoFollow|syscall.O_NONBLOCK, 0o600)
		if err != nil {
			return nil, fmt.Errorf("listening on the socket %s: %w", path, err)
		}
		if err := system.LockExclusive(f); err != nil {
			_ = f.Close()
			if err == syscall.EWOULDBLOCK {
				return nil, &InUseError{"unix:" + path}
			}
			return nil, fmt.Errorf("locking %s: %w", f.Name(), err)
		}
		mine, err := f.Stat()
		if now, gone := os.Lstat(f.Name()); err == nil && gone == nil && os.SameFile(mine, now) {
			return f, nil
		}
		_ = f.Close() // another server has ended and removed it
	}
}

func unlock(f *os.File) {
	_ = os.Remove(f.Name())
	_ = f.Close()
}

// removeStale removes a socket that no process listens on.
func removeStale(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking at the socket: %w", err)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("listening on the socket %s: a file with this name exists and is not a socket", path)
	}
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "unix", path)
	if err == nil {
		_ = conn.Close()
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return &InUseError{"unix:" + path}
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing the socket of a dead server: %w", err)
	}
	return nil
}

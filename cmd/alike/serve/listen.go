package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// DefaultAddress is the address to listen on unless another is given.
const DefaultAddress = "127.0.0.1:7373"

// InUseError says that another process listens on an address.
type InUseError struct {
	Address string
}

func (e *InUseError) Error() string {
	return "another process listens on " + e.Address
}

// Listen listens on HOST:PORT, or on the Unix socket unix:PATH, which only this user may
// connect to. A socket that a dead server left is replaced.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	path, isUnix := strings.CutPrefix(address, "unix:")
	if !isUnix {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if errors.Is(err, syscall.EADDRINUSE) {
			return nil, &InUseError{address}
		}
		if err != nil {
			return nil, fmt.Errorf("listening on %s: %w", address, inner(err))
		}
		return l, nil
	}
	if err := removeStale(ctx, path); err != nil {
		return nil, err
	}
	// Linux gives the file the mode of the socket.
	private := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) (err error) {
		if failed := c.Control(func(fd uintptr) { err = unix.Fchmod(int(fd), 0o600) }); failed != nil {
			return failed
		}
		return err
	}}
	l, err := private.Listen(ctx, "unix", path)
	if errors.Is(err, syscall.EADDRINUSE) { // another server was quicker
		return nil, &InUseError{address}
	}
	if err != nil {
		return nil, fmt.Errorf("listening on the socket %s: %w", path, inner(err))
	}
	if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != 0o600 {
		_ = l.Close()
		return nil, fmt.Errorf("listening on the socket %s: other users could connect to it", path)
	}
	return l, nil
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

// Activated returns the listener that systemd passed to the process, or nil if it passed
// none. It removes the variables that say so, so that no child takes them for its own.
func Activated() (net.Listener, error) {
	pid, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		_ = os.Unsetenv(name)
	}
	if pid != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	if count != "1" {
		return nil, fmt.Errorf("systemd passed %s sockets: want one", count)
	}
	const first = 3
	unix.CloseOnExec(first)
	f := os.NewFile(first, "the socket of systemd")
	defer f.Close()
	l, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("taking the socket of systemd: %w", err)
	}
	return l, nil
}

// IsLoopback reports whether only processes of this machine can connect to a listener.
func IsLoopback(l net.Listener) bool {
	addr, ok := l.Addr().(*net.TCPAddr)
	return !ok || addr.IP.IsLoopback()
}

// inner returns the error inside a *net.OpError, which repeats the address.
func inner(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

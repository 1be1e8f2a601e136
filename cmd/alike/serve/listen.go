package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"

	"alike/db/system"
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

// CheckAddress returns an error if a text is not an address that Listen takes.
func CheckAddress(address string) error {
	path, isUnix := strings.CutPrefix(address, "unix:")
	if isUnix {
		switch {
		case path == "":
			return errors.New("the path is missing: want unix:PATH")
		case len(path) > longestSocket:
			return fmt.Errorf("the path of the socket has %d bytes, the most is %d", len(path), longestSocket)
		}
		return nil
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return errors.New("want HOST:PORT, such as 127.0.0.1:0, or unix:PATH")
	}
	if !isPort(port) {
		return fmt.Errorf("%q is not a port: want a number up to 65535", port)
	}
	return nil
}

// Listen listens on HOST:PORT, or on the Unix socket unix:PATH, which only this user may
// connect to. A socket that a dead server left is replaced. CheckAddress must have passed.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	path, isUnix := strings.CutPrefix(address, "unix:")
	if !isUnix {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if system.IsTaken(err) {
			return nil, &InUseError{address}
		}
		if err != nil {
			return nil, fmt.Errorf("listening on %s: %w", address, inner(err))
		}
		return l, nil
	}
	return listenSocket(ctx, path)
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
	syscall.CloseOnExec(first)
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

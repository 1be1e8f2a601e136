package serve

import (
	"context"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// longestSocket is the length of the longest path of a socket in bytes.
const longestSocket = 107

// listenPrivately listens on a socket that only this user may connect to.
func listenPrivately(ctx context.Context, path string) (net.Listener, error) {
	// Linux gives the file the mode of the socket.
	private := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) (err error) {
		if failed := c.Control(func(fd uintptr) { err = unix.Fchmod(int(fd), 0o600) }); failed != nil {
			return failed
		}
		return err
	}}
	return private.Listen(ctx, "unix", path)
}

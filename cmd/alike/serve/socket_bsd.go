//go:build unix && !linux

package serve

import (
	"context"
	"net"
	"syscall"
)

// longestSocket is the length of the longest path of a socket in bytes.
const longestSocket = 103

// listenPrivately listens on a socket that only this user may connect to. The mask of the
// process gives the file its mode, so other files created meanwhile get no more.
func listenPrivately(ctx context.Context, path string) (net.Listener, error) {
	defer syscall.Umask(syscall.Umask(0o177))
	return new(net.ListenConfig).Listen(ctx, "unix", path)
}

package serve

import (
	"context"
	"errors"
	"net"
)

// longestSocket is the length of the longest path of a socket in bytes.
const longestSocket = 107

// listenPrivately fails, because Windows keeps other users out of a socket only by the access
// list of its folder.
func listenPrivately(context.Context, string) (net.Listener, error) {
	return nil, errors.New("sockets with a path are not served on Windows")
}

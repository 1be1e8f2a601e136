//go:build unix && !freebsd

package arena

import "golang.org/x/sys/unix"

const noReserve = unix.MAP_NORESERVE

//go:build unix

package serve

import (
	"io/fs"
	"os"
	"syscall"
)

// OwnedByOther reports whether a file belongs neither to this user nor to root.
func OwnedByOther(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && owner.Uid != 0 && int(owner.Uid) != os.Geteuid()
}

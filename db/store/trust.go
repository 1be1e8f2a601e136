package store

import (
	"alike/db/system"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// OwnerError reports that root was to write to an index that another user may change, or
// replace by something else.
type OwnerError struct {
	Dir  string // the index
	Path string // the index, a folder above it, or a link on the way to it
	// Owner is the user that Path belongs to. If it is root, users may change Path by its
	// permissions.
	Owner int
}

func (e *OwnerError) Error() string {
	what := "belongs to user " + fmt.Sprint(e.Owner)
	if e.Owner == 0 {
		what = "can be changed by other users"
	}
	if e.Path == e.Dir {
		return fmt.Sprintf("root does not write to the index %s: it %s", e.Dir, what)
	}
	return fmt.Sprintf("root does not write to the index %s: %s %s", e.Dir, e.Path, what)
}

// maxLinks is how many symbolic links the kernel follows in a path.
const maxLinks = 40

// checkOwner returns an *OwnerError if a user other than root may change the folder dir or
// anything on the way to it: what root checks there could be something else when root
// writes. It follows symbolic links as the kernel does. Folders that do not exist
// yet will belong to root.
func checkOwner(dir string) error {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("checking who owns the index: %w", err)
	}
	at, rest, links := "/", absolute, 0
	for {
		info, err := os.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("checking who owns the index: %w", err)
		}
		owner := system.UserOf(info)
		if owner != 0 {
			return &OwnerError{Dir: dir, Path: at, Owner: owner}
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(at)
			if links++; err == nil && links > maxLinks {
				err = &fs.PathError{Op: "following", Path: at, Err: syscall.ELOOP}
			}
			if err != nil {
				return fmt.Errorf("checking who owns the index: %w", err)
			}
			rest = target + "/" + rest
			at = filepath.Dir(at)
			if filepath.IsAbs(target) {
				at = "/"
			}
		} else if rest = strings.TrimLeft(rest, "/"); info.Mode()&0o022 != 0 && (info.Mode()&fs.ModeSticky == 0 || rest == "") {
			// In a sticky folder, users cannot replace what belongs to root.
			return &OwnerError{Dir: dir, Path: at}
		}
		var name string
		for name == "" || name == "." {
			if rest = strings.TrimLeft(rest, "/"); rest == "" {
				return nil
			}
			name, rest, _ = strings.Cut(rest, "/")
		}
		at = filepath.Join(at, name) // also for ..: at has no links
	}
}

// Unwrap makes an OwnerError a lack of permission.
func (e *OwnerError) Unwrap() error { return fs.ErrPermission }

//go:build unix && !linux

package fsys

import "bytes"

// pseudo holds the file systems that contain no user files, by the name that fstatfs(2)
// returns.
var pseudo = map[string]bool{
	"autofs":    true,
	"devfs":     true,
	"fdescfs":   true,
	"linprocfs": true,
	"linsysfs":  true,
	"mqueuefs":  true,
	"procfs":    true,
}

// FileSystem describes a file system as fstatfs(2) does.
type FileSystem struct {
	kind string
	ID   uint64 // 0, because it is not known whether f_fsid outlives a mount
}

// Describe returns the file system of an open file or directory.
func Describe(fd int) (FileSystem, error) {
	name, err := typeName(fd)
	if err != nil {
		return FileSystem{}, err
	}
	kind, _, _ := bytes.Cut(name[:], []byte{0})
	return FileSystem{kind: string(kind)}, nil
}

// IsPseudo reports whether the file system shows kernel state.
func (f FileSystem) IsPseudo() bool { return pseudo[f.kind] }

// KeepsInodes returns false, because birth times cannot confirm inode numbers here.
func (f FileSystem) KeepsInodes() bool { return false }

// IsLayered reports whether files and folders of one mount normally have several device
// numbers.
func (f FileSystem) IsLayered() bool { return false }

//go:build !linux

package fsys

import "os"

// Dirent is a name in a folder, with its type.
type Dirent struct {
	name string
	kind os.FileMode
}

// Name returns the name.
func (d *Dirent) Name() string { return d.name }

// ModeType returns the type bits.
func (d *Dirent) ModeType() os.FileMode { return d.kind }

// IsDir reports whether the name is that of a folder.
func (d *Dirent) IsDir() bool { return d.kind.IsDir() }

// ReadNames reads the names in an open directory through the descriptor, because the path may
// name another directory by now. Memory is proportional to the size of the directory. No scratch
// buffer is needed.
func ReadNames(fd int, path func() string, _ []byte) ([]*Dirent, error) {
	again, err := OpenAt(fd, ".", FolderFlags)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(again), "")
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, Cause(err)
	}
	names := make([]*Dirent, len(entries))
	for i, e := range entries {
		names[i] = &Dirent{e.Name(), e.Type()}
		if e.Type()&os.ModeIrregular != 0 { // a junction, or a placeholder of a file in the cloud
			var st Status
			if err := StatAt(fd, e.Name(), &st, LinkItself); err == nil {
				names[i].kind = KindOf(&st)
			}
		}
	}
	return names, nil
}

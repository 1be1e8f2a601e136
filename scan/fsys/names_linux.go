package fsys

import (
	"errors"
	"io/fs"
	"os"
	"strconv"

	"github.com/karrick/godirwalk"
)

// Dirent is a name in a folder, with its type.
type Dirent = godirwalk.Dirent

// ReadNames reads the names in an open directory. It reads through the descriptor,
// because the path may be too long or name another directory by now. Memory is
// proportional to the size of the directory. The scratch buffer can be reused.
func ReadNames(fd int, path func() string, scratch []byte) ([]*Dirent, error) {
	self := "/proc/self/fd/" + strconv.Itoa(fd)
	names, err := godirwalk.ReadDirents(self, scratch)
	if err == nil {
		return names, nil
	}
	// Either there is no /proc (in a chroot), or the file system does not report the
	// types of names and one of them vanished before godirwalk could stat it.
	return readNamesOneByOne(fd, path())
}

func readNamesOneByOne(fd int, path string) ([]*Dirent, error) {
	again, err := OpenAt(fd, ".", FolderFlags)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(again), path)
	defer f.Close()
	plain, err := f.Readdirnames(-1)
	if err != nil {
		return nil, Cause(err)
	}
	self := "/proc/self/fd/" + strconv.Itoa(fd) + "/"
	if _, err := os.Lstat(self); err != nil {
		self = path + "/"
	}
	var names []*Dirent
	for _, name := range plain {
		d, err := godirwalk.NewDirent(self + name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, Cause(err)
		}
		names = append(names, d)
	}
	return names, nil
}

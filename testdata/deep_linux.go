package testdata

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Deepen creates nested folders of one name in a new folder of root, and calls each, which may be
// nil, with a descriptor of each folder, the outermost first. It returns the new folder. Folders are created and, when the test
// ends, removed by descriptors, since no path reaches them.
func Deepen(t testing.TB, root, name string, depth int, each func(level, dirfd int)) string {
	t.Helper()
	top, err := os.MkdirTemp(root, "deep")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := removeDeep(top); err != nil {
			t.Errorf("removing %s: %v", top, err)
		}
	})
	fd, err := unix.Open(top, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	for level := 0; err == nil; level++ {
		if each != nil {
			each(level, fd)
		}
		if level == depth {
			break
		}
		if err = unix.Mkdirat(fd, name, 0o755); err == nil {
			var next int
			next, err = unix.Openat(fd, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
			unix.Close(fd)
			fd = next
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(fd)
	return top
}

// PutAt creates a file below a descriptor.
func PutAt(t testing.TB, dirfd int, name, content string) {
	t.Helper()
	fd, err := unix.Openat(dirfd, name, unix.O_WRONLY|unix.O_CREAT|unix.O_CLOEXEC, 0o644)
	if err == nil {
		_, err = unix.Write(fd, []byte(content))
		unix.Close(fd)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// removeDeep removes a folder of any depth: it moves the folders in a folder to the top before it
// removes that.
func removeDeep(top string) error {
	at, err := os.Open(top)
	if err != nil {
		return err
	}
	defer at.Close()
	names, err := at.Readdirnames(-1)
	moved := 0
	for err == nil && len(names) > 0 {
		name := names[len(names)-1]
		names = names[:len(names)-1]
		err = unix.Unlinkat(int(at.Fd()), name, 0)
		if !errors.Is(err, unix.EISDIR) {
			continue
		}
		var fd int
		if fd, err = unix.Openat(int(at.Fd()), name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
			break
		}
		dir := os.NewFile(uintptr(fd), name)
		var inside []string
		inside, err = dir.Readdirnames(-1)
		for _, in := range inside {
			moved++
			to := fmt.Sprint(".moved", moved)
			if err == nil {
				err = unix.Renameat(fd, in, int(at.Fd()), to)
			}
			names = append(names, to)
		}
		dir.Close()
		if err == nil {
			err = unix.Unlinkat(int(at.Fd()), name, unix.AT_REMOVEDIR)
		}
	}
	if err != nil {
		return err
	}
	return os.Remove(top)
}

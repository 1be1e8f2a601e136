package fsys

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOpenBeneath checks both ways to open a path below a folder: neither leaves the
// folder or follows a link.
func TestOpenBeneath(t *testing.T) {
	if !hasOpenat2() {
		t.Error("the kernel has no openat2; only the fallback was tested")
	}
	root := t.TempDir()
	must(t, os.MkdirAll(root+"/a/b/c", 0o755))
	must(t, os.WriteFile(root+"/a/b/c/file", nil, 0o644))
	must(t, os.Symlink("b", root+"/a/inside"))
	must(t, os.Symlink("/etc", root+"/a/outside"))
	must(t, os.Symlink("file", root+"/a/b/c/link"))
	long := strings.Repeat("d", 250)
	deep := strings.TrimSuffix(strings.Repeat(long+"/", 20), "/")
	at, err := OpenPath(root, FolderFlags)
	must(t, err)
	top := at
	for range 20 {
		must(t, unix.Mkdirat(at, long, 0o755))
		next, err := OpenAt(at, long, FolderFlags)
		must(t, err)
		defer unix.Close(next)
		at = next
	}
	for _, c := range []struct {
		path  string
		flags int
		want  error
	}{
		{"a/b/c/file", unix.O_RDONLY, nil},
		{"a/b/c", FolderFlags, nil},
		{deep, FolderFlags, nil},
		{deep[:len(deep)-1], FolderFlags, unix.ENOENT},
		{"a/b/none/file", unix.O_RDONLY, unix.ENOENT},
		{"a/inside/c/file", unix.O_RDONLY, unix.ELOOP},
		{"a/outside/passwd", unix.O_RDONLY, unix.ELOOP},
		{"a/b/c/link", unix.O_RDONLY, unix.ELOOP},
		{"a/outside", FolderFlags, unix.ELOOP},
	} {
		for name, open := range map[string]func(int, string, int) (int, error){"openat2": OpenBeneath, "stepwise": openStepwise} {
			fd, err := open(top, c.path, c.flags|unix.O_CLOEXEC)
			if err == nil {
				unix.Close(fd)
			}
			if err == unix.ENOTDIR && c.want == unix.ELOOP {
				continue // stepwise, for a link that should be a folder
			}
			if err != c.want {
				t.Errorf("%s: %.40q: %v, want %v", name, c.path, err, c.want)
			}
		}
	}
	unix.Close(top)
}

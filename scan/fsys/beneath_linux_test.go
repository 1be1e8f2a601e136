package fsys

import (
	"errors"
	"os"
	"path/filepath"
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
		{"../" + filepath.Base(root), FolderFlags, unix.EXDEV},
		{"a/../..", FolderFlags, unix.EXDEV},
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

// TestTreesFollowOnlyWhatTheyShould checks the opening of recorded paths: a root may be
// reached through links, what lies below it only if its scan followed links.
func TestTreesFollowOnlyWhatTheyShould(t *testing.T) {
	top := t.TempDir()
	for _, folder := range []string{"/real/d", "/linked/d", "/elsewhere"} {
		must(t, os.MkdirAll(top+folder, 0o755))
		must(t, os.WriteFile(top+folder+"/file", []byte("x"), 0o644))
	}
	must(t, os.Symlink(top+"/real", top+"/root"))
	for _, at := range []string{"/real/out", "/linked/out"} {
		must(t, os.Symlink(top+"/elsewhere", top+at))
	}
	must(t, os.Symlink(top+"/elsewhere/file", top+"/alone"))
	must(t, unix.Mkfifo(top+"/real/fifo", 0o644))
	trees := &Trees{Roots: map[string]bool{top + "/root": false, top + "/linked": true, top + "/alone": false}}
	for path, want := range map[string]error{
		"/root/d/file":     nil,
		"/root/out/file":   ErrGone,
		"/linked/d/file":   nil,
		"/linked/out/file": nil,
		"/alone":           nil,
		"/real/out/file":   nil, // below no root
		"/root/fifo":       ErrChanged,
		"/root/d":          ErrChanged,
	} {
		f, err := trees.OpenRegular(top + path)
		if err != want {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
		if err == nil {
			must(t, f.Close())
		}
	}
	seen, err := trees.Current(top + "/linked/out/file")
	must(t, err)
	seen.Path = top + "/root/out/file"
	if err := trees.Look(seen); !errors.Is(err, ErrGone) {
		t.Errorf("the same file through a link: %v, want %v", err, ErrGone)
	}
}

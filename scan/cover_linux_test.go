package scan

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"alike/db/search/folders"
)

// TestCoverageOfSystem is TestCoverage for what only some systems have.
func TestCoverageOfSystem(t *testing.T) {
	node := func(mode uint32, device int) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := unix.Mknod(dir+"/x", mode|0o600, device); err != nil {
				t.Skipf("making a node is not permitted: %v", err)
			}
		}
	}
	mount := func(t *testing.T, dir string) {
		must(t, os.Mkdir(dir+"/x", 0o755))
		mountTmpfs(t, dir+"/x")
		write(t, dir+"/x", map[string]string{"f": "12345"})
	}
	checkCoverage(t, []exclusion{
		{reason: "socket", make: node(unix.S_IFSOCK, 0)},
		{reason: "device", make: node(unix.S_IFCHR, int(unix.Mkdev(1, 3)))},
		{reason: "other-filesystem", make: mount, o: func(o *Options, _ string) { o.OneFileSystem = true }},
		{reason: "pseudo-filesystem", make: func(t *testing.T, dir string) {
			must(t, os.Mkdir(dir+"/x", 0o755))
			if err := unix.Mount("proc", dir+"/x", "proc", 0, ""); err != nil {
				t.Skipf("mounting is not permitted: %v", err)
			}
			t.Cleanup(func() { must(t, unix.Unmount(dir+"/x", unix.MNT_DETACH)) })
		}},
	})
}

// TestCoverageOfIndex scans the folder of an index.
func TestCoverageOfIndex(t *testing.T) {
	root, x := twins(t)
	write(t, root, map[string]string{"b/sub/x/files": "12345"})
	o := options()
	o.IndexDir = root + "/b/sub/x"
	x.scan(o, root)
	want := []folders.LeftOut{{Reason: "index", Count: 1}}
	if p := x.sameFolders(root); p.Identical || !p.Same || !slices.Equal(p.B.LeftOut, want) {
		t.Errorf("%+v, want %+v left out", p, want)
	}
	x.checked()
}

// TestCoverageUnmounted unmounts the disk of a folder: the index keeps it, but nobody looked.
func TestCoverageUnmounted(t *testing.T) {
	root, x := twins(t)
	must(t, os.Mkdir(root+"/b/disk", 0o755))
	unmount := mountTmpfs(t, root+"/b/disk")
	write(t, root, map[string]string{"b/disk/more/f": "12345", "a/disk/more/f": "12345"})
	x.scan(options(), root)
	if p := x.sameFolders(root); !p.Identical {
		t.Errorf("%+v", p)
	}
	x.settle(root)
	must(t, x.w.Commit())
	unmount()
	must(t, os.Remove(root+"/b/disk"))
	x.scan(options(), root)
	want := []folders.LeftOut{{Reason: "unmounted", Count: 2}, {Reason: "unrecorded", Count: 1}}
	if p := x.sameFolders(root); p.Identical || !p.Same || !slices.Equal(p.B.LeftOut, want) {
		t.Errorf("%+v, want %+v left out", p, want)
	}
	x.checked()
}

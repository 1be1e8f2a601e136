package scan

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/scan/fsys"
)

// collectWarnings records what Warn receives, as "path relative to the folder: error".
func collectWarnings(o *Options, folder string) *[]string {
	var all []string
	o.Warn = func(path string, err error) {
		all = append(all, strings.TrimPrefix(path, folder+"/")+": "+err.Error())
	}
	return &all
}

// TestUnmounted scans without a disk that was mounted at the first scan. Unless Prune
// is set, the index keeps its files and one folder is reported.
func TestUnmounted(t *testing.T) {
	for _, c := range []struct {
		name        string
		before      string // files outside of the disk
		mnt         string // mount point
		first, then string // roots of the scans
		change      func(dir string)
		warned      string
		kept        string // in the index at the end, in addition to b and d/c of the disk
	}{
		{"the mount point is gone, too", "r/a r/usb/", "r/usb", "r", "r", func(dir string) { must(t, os.Remove(dir+"/r/usb")) },
			"r/usb: it is missing, and the files that", "r/a"},
		{"and so are folders above it", "r/a r/media/x r/media/usb/", "r/media/usb", "r", "r", func(dir string) { must(t, os.RemoveAll(dir+"/r/media")) },
			"r/media/usb: it is missing, and the files that", "r/a"},
		{"another file in the mount point", "r/a r/usb/.hidden", "r/usb", "r", "r", nil,
			"r/usb: it is on device ", "r/a"},
		{"another file in the mount point, scanned", "r/a r/usb/note", "r/usb", "r", "r", nil,
			"r/usb: it is on device ", "r/a r/usb/note"},
		{"a root inside the first root", "r/a r/usb/.hidden", "r/usb", "r", "r/usb", nil,
			"r/usb: it is on device ", "r/a"},
		{"a root inside the first, on its disk", "r/usb/d/.hidden", "r", "r", "r/usb", nil,
			"r/usb: it is on device ", ""},
		{"a root around the first root", "r/usb/.hidden", "r/usb", "r/usb", "r", nil,
			"r/usb: it is on device ", ""},
		{"the mount point is empty", "r/a r/usb/", "r/usb", "r", "r", nil,
			"r/usb: it is empty, and the files that", "r/a"},
	} {
		for _, ignoreInode := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, " ", ignoreInode), func(t *testing.T) {
				dir := t.TempDir()
				x := newIndex(t)
				write(t, dir, map[string]string{"r/": ""})
				for _, name := range strings.Fields(c.before) {
					write(t, dir, map[string]string{name: "1"})
				}
				unmount := mountTmpfs(t, dir+"/"+c.mnt)
				disk := dir + "/r/usb"
				if c.mnt != "r" {
					disk = dir + "/" + c.mnt
				}
				write(t, disk, map[string]string{"b": "2", "d/c": "3"})
				o := options()
				o.IgnoreInode = ignoreInode
				x.scan(o, dir+"/"+c.first)
				x.settle(dir)
				must(t, x.w.Commit())
				unmount()
				if c.change != nil {
					c.change(dir)
				}
				names := strings.Fields(c.kept)
				relative := strings.TrimPrefix(disk, dir+"/")
				all := slices.Sorted(slices.Values(append(names, relative+"/b", relative+"/d/c")))
				warned := collectWarnings(&o, dir)
				for range 2 {
					*warned = nil
					sum := x.scan(o, dir+"/"+c.then)
					if sum.Failed != 1 || len(*warned) != 1 || !strings.HasPrefix((*warned)[0], c.warned) ||
						!strings.HasSuffix((*warned)[0], " were on another device") {
						t.Errorf("warnings %q; %+v", *warned, sum)
					}
					if got := x.names(dir); !slices.Equal(got, all) {
						t.Errorf("the index has %s, want %s", got, all)
					}
				}
				o.Prune = true
				*warned = nil
				x.scan(o, dir+"/"+c.then)
				if got := x.names(dir); !slices.Equal(got, names) || len(*warned) > 0 {
					t.Errorf("with Prune the index has %s; warnings %q", got, *warned)
				}
				x.checked()
			})
		}
	}
}

// TestIgnoreInodeWithoutTheDisk checks that a missing disk is noticed with IgnoreInode
// too: the index keeps its files and the record that the tree was on that disk.
func TestIgnoreInodeWithoutTheDisk(t *testing.T) {
	dir := t.TempDir()
	x := newIndex(t)
	write(t, dir, map[string]string{"usb/note": "1"})
	unmount := mountTmpfs(t, dir+"/usb")
	write(t, dir, map[string]string{"usb/b": "2"})
	x.scan(options(), dir+"/usb")
	x.settle(dir)
	must(t, x.w.Commit())
	trees := x.ix.Trees()
	unmount()
	o := options()
	o.IgnoreInode = true
	if sum := x.scan(o, dir+"/usb"); sum.Failed != 1 || sum.Gone != 0 || sum.New != 1 {
		t.Errorf("%+v", sum)
	}
	if now := x.ix.Trees(); len(now) != 1 || now[0].Device != trees[0].Device || now[0].FSID != trees[0].FSID {
		t.Errorf("the index has the trees %+v, want %+v", now, trees)
	}
	if wrong := x.refused(options(), dir+"/usb"); len(wrong) != 1 || wrong[0].Problem != RootOnOtherDevice {
		t.Errorf("%v", wrong)
	}
	o.IgnoreInode, o.Prune = false, true
	if sum := x.scan(o, dir+"/usb"); sum.Failed != 0 || sum.Gone != 1 {
		t.Errorf("%+v", sum)
	}
	if sum := x.scan(options(), dir+"/usb"); sum.Failed+sum.Gone != 0 || sum.Files != 1 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestRenumberedInsideRoot checks that files deleted from a nested disk are removed
// although the disk has a new device number, whether the walk finds other files of the
// disk earlier or later.
func TestRenumberedInsideRoot(t *testing.T) {
	for _, c := range []struct {
		name      string
		remove    string
		change    func(e *db.Entry)
		option    func(o *Options)
		gone      int64
		read      int64
		kept      string
		unmounted bool
	}{
		{"same files after it", "a d", func(e *db.Entry) { e.Device += 77 }, nil, 3, 2, "y z", false},
		{"same files before it", "y z", func(e *db.Entry) { e.Device += 77 }, nil, 2, 3, "a d/b d/e/c", false},
		{"same files in a folder", "a y z", func(e *db.Entry) { e.Device += 77 }, nil, 3, 2, "d/b d/e/c", false},
		{"other inodes as well", "a d", func(e *db.Entry) { e.Device += 77; e.Inode += 1 << 40 },
			func(o *Options) { o.IgnoreInode = true }, 3, 0, "y z", false},
		{"other inodes are other files", "a d", func(e *db.Entry) { e.Device += 77; e.Inode += 1 << 40 }, nil, 0, 2, "a d/b d/e/c y z", true},
		{"so are other sizes", "a d", func(e *db.Entry) { e.Device += 77; e.Size++ }, nil, 0, 2, "a d/b d/e/c y z", true},
		{"so are other times", "a d", func(e *db.Entry) { e.Device += 77; e.MTime++ },
			func(o *Options) { o.IgnoreInode = true }, 0, 2, "a d/b d/e/c y z", true},
		{"another disk has moved", "a d", func(e *db.Entry) {
			if e.Device += 77; e.Name < "m" {
				e.Device++
			}
		}, nil, 0, 2, "a d/b d/e/c y z", true},
	} {
		for _, threads := range []int{1, 3} {
			t.Run(fmt.Sprint(c.name, " ", threads), func(t *testing.T) {
				root := t.TempDir()
				x := newIndex(t)
				write(t, root, map[string]string{"top": "0", "mnt/a": "1", "mnt/d/b": "2", "mnt/d/e/c": "3", "mnt/y": "4", "mnt/z": "5"})
				x.scan(options(), root)
				x.settle(root)
				x.renumber(root+"/mnt", c.change)
				for _, name := range strings.Fields(c.remove) {
					must(t, os.RemoveAll(root+"/mnt/"+name))
				}
				o := options()
				o.Threads = threads
				if c.option != nil {
					c.option(&o)
				}
				warned := collectWarnings(&o, root)
				sum := x.scan(o, root)
				if sum.Gone != c.gone || sum.Read != c.read || (sum.Failed == 1) != c.unmounted || int(sum.Failed) != len(*warned) {
					t.Errorf("warnings %q; %+v", *warned, sum)
				}
				if got := strings.Join(x.names(root+"/mnt"), " "); got != c.kept {
					t.Errorf("the index has %s, want %s", got, c.kept)
				}
				for name, e := range x.files(root + "/mnt") {
					var st unix.Stat_t
					if unix.Stat(root+"/mnt/"+name, &st) == nil && (e.Device != st.Dev || e.Inode != st.Ino) {
						t.Errorf("the index has %s as inode %d of device %s", name, e.Inode, fsys.DeviceName(e.Device))
					}
				}
				x.checked()
			})
		}
	}
}

// TestFolderReplacesFile checks that a folder is not mistaken for the file from another
// device that it replaced.
func TestFolderReplacesFile(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1", "b": "2", "z": "3"})
	x.scan(options(), root)
	x.settle(root)
	x.renumber(root, func(e *db.Entry) { e.Device += 77 })
	x.w.Scanned(db.Tree{Path: root, Device: deviceOf(t, root), Scanned: 1})
	must(t, x.w.Commit())
	must(t, os.Remove(root+"/a"))
	must(t, os.Remove(root+"/b"))
	write(t, root, map[string]string{"a/c": "4"})
	if sum := x.scan(options(), root); sum.Gone != 2 || sum.Failed != 0 {
		t.Errorf("%+v", sum)
	}
	if got := strings.Join(x.names(root), " "); got != "a/c z" {
		t.Errorf("the index has %s", got)
	}
	x.checked()
}

// TestRootThatIsStale checks that the index keeps its entries if listing a root fails
// with ESTALE but the root still exists.
func TestRootThatIsStale(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1", "d/b": "2"})
	x.scan(options(), root)
	s, err := options().prepare()
	must(t, err)
	set, err := newRootSet([]string{root})
	must(t, err)
	if err := set.choose(s.usual, s.Roots); err != nil {
		t.Fatal(err)
	}
	y := &indexer{walker: walker{settings: s, roots: set}, writer: x.w, inodes: newInodes(false)}
	y.onSkip = y.dropSkipped
	k := &worker{}
	f := set.roots[0].newTop(nil)
	must(t, y.unreadableFolder(k, f, unix.ESTALE))
	if got := strings.Join(x.names(root), " "); got != "a d/b" || k.sum.Failed != 1 {
		t.Errorf("the index has %s; %+v", got, k.sum)
	}
	x.checked()
}

// TestInterruptedWithoutTheDisk checks that an interrupted scan removes nothing.
func TestInterruptedWithoutTheDisk(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"mnt/a": "1", "mnt/d/b": "2", "mnt/z": "3"})
	x.scan(options(), root)
	x.settle(root)
	x.renumber(root+"/mnt", func(e *db.Entry) { e.Device += 77 })
	must(t, os.Remove(root+"/mnt/a"))
	must(t, os.RemoveAll(root+"/mnt/d"))
	write(t, root, map[string]string{"mnt/y": "4"})
	o := options()
	o.Threads = 1
	x.interrupted(o, root, 1)
	if got := strings.Join(x.names(root+"/mnt"), " "); !strings.HasPrefix(got, "a d/b ") {
		t.Errorf("the index has %s", got)
	}
	x.checked()
}

// TestGoneFromAnOverlay checks that deleted files of an overlay are removed although
// they have another device than their folders.
func TestGoneFromAnOverlay(t *testing.T) {
	dir := t.TempDir()
	mountOverlay(t, dir)
	x := newIndex(t)
	write(t, dir, map[string]string{"m/n/c": "3"})
	x.scan(options(), dir+"/m")
	x.settle(dir)
	must(t, x.w.Commit())
	if e := x.files(dir + "/m")["d/a"]; e.Device == deviceOf(t, dir+"/m/d") {
		t.Skip("files of this overlay have the device of their folders")
	}
	must(t, os.Remove(dir+"/m/d/a"))
	must(t, os.RemoveAll(dir+"/m/e"))
	if sum := x.scan(options(), dir+"/m"); sum.Gone != 2 || sum.Failed != 0 || sum.Files != 1 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// mountOverlay mounts an overlay on dir/m, with its layers on two disks. The files d/a
// and e/b are in the lower layer.
func mountOverlay(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"l", "u", "m"} {
		must(t, os.Mkdir(dir+"/"+name, 0o755))
	}
	mountTmpfs(t, dir+"/l")
	mountTmpfs(t, dir+"/u")
	write(t, dir, map[string]string{"l/d/a": "AAAA", "l/e/b": "BBBB", "u/up/": "", "u/aside/": ""})
	o := fmt.Sprintf("lowerdir=%s/l,upperdir=%s/u/up,workdir=%s/u/aside,xino=off", dir, dir, dir)
	if err := unix.Mount("overlay", dir+"/m", "overlay", 0, o); err != nil {
		t.Skipf("overlays cannot be mounted: %v", err)
	}
	t.Cleanup(func() { must(t, unix.Unmount(dir+"/m", unix.MNT_DETACH)) })
}

// TestExcludedOnAnotherDevice checks that excluding a mounted disk, or a file on
// another device that a link leads to, removes it from the index. If it is not there,
// the index keeps it.
func TestExcludedOnAnotherDevice(t *testing.T) {
	for _, c := range []struct {
		name   string
		option func(o *Options)
		before func(dir string)
		warned string
		names  string
	}{
		{"one file system", func(o *Options) { o.OneFileSystem = true }, nil, "", "r/a r/link r/o/in"},
		{"excluded", func(o *Options) { o.Exclude = []string{"usb"} }, nil, "", "r/a r/link r/o/in"},
		{"excluded above", func(o *Options) { o.Exclude = []string{"o"} }, nil, "", "r/a r/link"},
		{"marked", func(o *Options) { o.ExcludeIfPresent = []string{"b"} }, nil, "", "r/a r/link r/o/in"},
		{"the link is excluded", func(o *Options) { o.Exclude = []string{"link"} }, nil, "", "r/a r/o/in r/o/usb/b r/o/usb/d/c"},
		{"links are not followed", func(o *Options) { o.Follow = false }, func(dir string) {
			must(t, os.Remove(dir+"/r/link"))
			write(t, dir, map[string]string{"r/link/file": "6"})
		}, "", "r/a r/link/file r/o/in r/o/usb/b r/o/usb/d/c"},
		{"the link leads to nothing", func(*Options) {}, func(dir string) { must(t, os.Remove(dir+"/disk/linked")) },
			"r: it is on device ", "r/a r/link r/o/in r/o/usb/b r/o/usb/d/c"},
		{"a file in the place of the mount point", func(*Options) {}, func(dir string) {
			must(t, unix.Unmount(dir+"/r/o/usb", unix.MNT_DETACH))
			must(t, os.RemoveAll(dir+"/r/o/usb"))
			write(t, dir, map[string]string{"r/o/usb": "7"})
		}, "", "r/a r/link r/o/in r/o/usb"},
		{"marked where it is not mounted", func(o *Options) { o.ExcludeIfPresent = []string{".not-mounted"} }, func(dir string) {
			must(t, unix.Unmount(dir+"/r/o/usb", unix.MNT_DETACH))
		}, "r/o/usb: it is on device ", "r/a r/link r/o/in r/o/usb/b r/o/usb/d/c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			x := newIndex(t)
			write(t, dir, map[string]string{"r/a": "1", "r/o/in": "2", "r/o/usb/.not-mounted": "", "disk/": ""})
			mountTmpfs(t, dir+"/disk")
			must(t, unix.Mount(dir+"/disk", dir+"/r/o/usb", "", unix.MS_BIND, ""))
			t.Cleanup(func() { unix.Unmount(dir+"/r/o/usb", unix.MNT_DETACH) })
			write(t, dir, map[string]string{"disk/b": "3", "disk/d/c": "4"})
			o := options()
			o.Follow = true
			write(t, dir, map[string]string{"disk/linked": "5"})
			must(t, os.Symlink(dir+"/disk/linked", dir+"/r/link"))
			o.Exclude = []string{"linked"}
			x.scan(o, dir+"/r")
			x.settle(dir)
			must(t, x.w.Commit())
			if got := strings.Join(x.names(dir), " "); got != "r/a r/link r/o/in r/o/usb/b r/o/usb/d/c" {
				t.Fatalf("the index has %s", got)
			}
			if c.before != nil {
				c.before(dir)
			}
			c.option(&o)
			o.Exclude = append(o.Exclude, "linked")
			warned := collectWarnings(&o, dir)
			x.scan(o, dir+"/r")
			if got := strings.Join(x.names(dir), " "); got != c.names {
				t.Errorf("the index has %s, want %s", got, c.names)
			}
			if len(*warned) != min(1, len(c.warned)) || len(*warned) == 1 && !strings.HasPrefix((*warned)[0], c.warned) {
				t.Errorf("warnings %q", *warned)
			}
			x.checked()
		})
	}
}

// TestOtherFileSystemSameDevice mounts another disk that gets the device number of the
// first. It must be recognised as another disk.
func TestOtherFileSystemSameDevice(t *testing.T) {
	dir := t.TempDir()
	x := newIndex(t)
	write(t, dir, map[string]string{"mnt/": "", "t/a": "1"})
	unmount := mountTmpfs(t, dir+"/mnt")
	write(t, dir, map[string]string{"mnt/b": "2", "mnt/d/c": "3"})
	x.scan(options(), dir+"/mnt", dir+"/t")
	x.settle(dir)
	must(t, x.w.Commit())
	was := x.ix.Trees()[0]
	if was.FSID == 0 {
		t.Skip("this kernel has no identifiers for tmpfs")
	}
	before := x.entriesByName("/")
	unmount()
	mountTmpfs(t, dir+"/mnt")
	write(t, dir, map[string]string{"mnt/new": "4"})
	if deviceOf(t, dir+"/mnt") != was.Device {
		t.Skip("the next file system has another device number")
	}
	wrong := x.refused(options(), dir+"/t", dir+"/mnt")
	if len(wrong) != 1 || wrong[0].Path != dir+"/mnt" || wrong[0].Problem != RootOnOtherFileSystem ||
		!strings.Contains(wrong[0].Error(), fsys.DeviceName(was.Device)) {
		t.Errorf("%v", wrong)
	}
	if !maps.Equal(before, x.entriesByName("/")) {
		t.Error("the index has changed")
	}
	o := options()
	o.Prune = true
	if sum := x.scan(o, dir+"/mnt"); sum.Gone != 2 || sum.New != 1 || sum.Moved != 0 {
		t.Errorf("%+v", sum)
	}
	if sum := x.scan(options(), dir+"/mnt"); sum.Failed+sum.Gone != 0 {
		t.Errorf("after that: %+v", sum)
	}
	x.checked()
}

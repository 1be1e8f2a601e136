package scan

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"alike/testdata"
)

func TestOddNames(t *testing.T) {
	root := t.TempDir()
	names := []string{
		"new\nline", "\x1b[2Jescape", "\xff\xfe", "caf\xe9", strings.Repeat("n", 255), strings.Repeat("\xf0\x9f\x98\x80", 63) + "abc",
		" ", "-", "~", `back\slash`, "tab\t", "*", "a\x7f", "\x01", "CON", "é", "e\u0301",
	}
	files := make(map[string]string)
	for i, name := range names {
		files[name] = fmt.Sprint("file ", i)
		files["d"+name[:min(len(name), 254)]+"/"+name] = fmt.Sprint("file below ", i)
	}
	write(t, root, files)
	x := newIndex(t)
	sum := x.scan(options(), root)
	if got, want := x.names(root), sortedKeys(files); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	x.settle(root)
	if again := x.scan(options(), root); again.Unchanged != sum.Files {
		t.Errorf("second scan: %+v", again)
	}
}

// deepen creates nested folders of one name and returns a descriptor of the innermost.
// It does not use its path.
func deepen(t *testing.T, root, name string, depth int) int {
	t.Helper()
	fd, err := unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	must(t, err)
	for range depth {
		must(t, unix.Mkdirat(fd, name, 0o755))
		next, err := unix.Openat(fd, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		must(t, err)
		unix.Close(fd)
		fd = next
	}
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

func putFile(t *testing.T, dirfd int, name, content string) {
	t.Helper()
	fd, err := unix.Openat(dirfd, name, unix.O_WRONLY|unix.O_CREAT, 0o644)
	must(t, err)
	_, err = unix.Write(fd, []byte(content))
	must(t, err)
	unix.Close(fd)
}

// TestLongPaths scans a path of 20,000 bytes in folders 2,000 deep, and one of 15,000
// bytes with names of 250.
func TestLongPaths(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth int
	}{{"folder-10.", 2000}, {strings.Repeat("n", 250), 60}} {
		root := quickDir(t)
		fd := deepen(t, root, c.name, c.depth)
		putFile(t, fd, "deepest", "deep down")
		putFile(t, fd, ".gitignore", "*.o\n")
		putFile(t, fd, "x.o", "ignored")
		want := strings.Repeat(c.name+"/", c.depth) + "deepest"

		x := newIndex(t)
		open, most := openFiles(t), 0
		o := options()
		o.beforeRead = func(string, int64) { most = openFiles(t) } // the only file is the deepest
		sum := x.scan(o, root)
		if got := x.names(root); !slices.Equal(got, []string{want}) || sum.Skipped["ignored"] != 1 {
			t.Errorf("%d deep: the index has %d files; %+v", c.depth, len(got), sum)
		}
		// The index may have opened files meanwhile.
		if now := openFiles(t); now > open+2 || most == 0 || most > open+2+5*o.Threads {
			t.Errorf("open files: %d before, %d at the deepest folder, %d after", open, most, now)
		}
		x.settle(root)
		if sum = x.scan(options(), root); sum.Unchanged != 1 || sum.Gone != 0 {
			t.Errorf("%d deep, again: %+v", c.depth, sum)
		}
		// The deepest folder as a root, with a .gitignore in it.
		deep := root + "/" + strings.TrimSuffix(want, "/deepest")
		if sum = x.scan(options(), deep); sum.Unchanged != 1 || sum.Gone != 0 {
			t.Errorf("%d deep, as a root: %+v", c.depth, sum)
		}
		if sum = x.scan(options(), deep+"/deepest"); sum.Unchanged != 1 {
			t.Errorf("%d deep, the file as a root: %+v", c.depth, sum)
		}
		must(t, unix.Unlinkat(fd, "deepest", 0))
		if sum = x.scan(options(), root); sum.Gone != 1 || sum.Files != 0 {
			t.Errorf("%d deep, gone: %+v", c.depth, sum)
		}
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	return len(fds)
}

// TestWideFolder scans a folder of 100,000 entries.
func TestWideFolder(t *testing.T) {
	root := quickDir(t)
	n := testdata.Rounds(20_000, 100_000)
	fd, err := unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	must(t, err)
	defer unix.Close(fd)
	// Creating links to one file takes a quarter of the time of creating files.
	putFile(t, fd, "000000", "one for all")
	from := "000000"
	for i := 1; i < n; i++ {
		name := fmt.Sprintf("%06d", i)
		if err = unix.Linkat(fd, from, fd, name, 0); err == unix.EMLINK {
			putFile(t, fd, name, "one for all")
			from = name
		} else {
			must(t, err)
		}
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(200 << 20))
	var p Progress
	must(t, Count(context.Background(), []string{root}, options(), &p))
	x := newIndex(t)
	sum := x.scan(options(), root)
	if sum.Files != int64(n) || p.TotalFiles.Load() != int64(n) || sum.NewContents != 1 || sum.Read > 4 {
		t.Errorf("counted %d; %+v", p.TotalFiles.Load(), sum)
	}
}

func TestSpecialFiles(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "a", "d/b": "b"})
	must(t, unix.Mkfifo(root+"/fifo", 0o644)) // opening it would block forever
	must(t, os.Symlink("a", root+"/link"))
	must(t, os.Symlink("d", root+"/dlink"))
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	must(t, err)
	defer unix.Close(fd)
	t.Chdir(root) // the path of a socket is limited to 108 bytes
	must(t, unix.Bind(fd, &unix.SockaddrUnix{Name: "socket"}))
	want := map[string]int64{"fifo": 1, "symlink": 2, "socket": 1}
	if err := unix.Mknod(root+"/device", unix.S_IFCHR|0o600, int(unix.Mkdev(1, 3))); err == nil {
		want["device"] = 1
	} else {
		t.Log("without a device:", err)
	}
	x := newIndex(t)
	sum := x.scan(options(), root)
	if !maps.Equal(sum.Skipped, want) || sum.Files != 2 {
		t.Errorf("%+v, want skipped %v", sum, want)
	}
}

func TestFollow(t *testing.T) {
	dir := t.TempDir()
	root := dir + "/root"
	write(t, root, map[string]string{"a": "a", "d/b": "b"})
	write(t, dir, map[string]string{"out/c": "c", "out/e/f": "f"})
	for link, target := range map[string]string{
		"root/file": "a", "root/d/up": "..", "root/d/self": ".", "root/far": "../out", "root/far2": "../out/e",
		"root/nowhere": "no", "root/circle": "circle", "out/back": "../root",
	} {
		must(t, os.Symlink(target, dir+"/"+link))
	}
	must(t, unix.Mkfifo(dir+"/fifo", 0o644))
	must(t, os.Symlink("../fifo", root+"/pipe"))
	o := options()
	o.Follow = true
	o.OneFileSystem = true
	x := newIndex(t)
	sum := x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "a d/b far/c far/e/f far2/f file" {
		t.Errorf("the index has %s", got)
	}
	if want := map[string]int64{"loop": 4, "dangling-symlink": 1, "fifo": 1}; !maps.Equal(sum.Skipped, want) {
		t.Errorf("skipped %v, want %v", sum.Skipped, want)
	}
	if sum.Read != 4 {
		t.Errorf("%d files read of 4", sum.Read)
	}
	files := x.files(root)
	if files["file"].Stat != files["a"].Stat || files["far/e/f"].Content != files["far2/f"].Content {
		t.Errorf("%+v", files)
	}
	// Without Follow, what is behind links is removed from the index.
	if sum = x.scan(options(), root); sum.Gone != 4 || sum.Files != 2 {
		t.Errorf("without following: %+v", sum)
	}
}

func TestSparse(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "a"})
	f, err := os.Create(root + "/huge")
	must(t, err)
	defer f.Close()
	if err := f.Truncate(1 << 40); err != nil {
		t.Skip("no sparse file of 1 TB:", err)
	}
	x := newIndex(t)
	sum := x.scan(options(), root)
	if sum.Skipped["sparse"] != 1 || sum.Files != 1 {
		t.Errorf("%+v", sum)
	}
	// With Sparse, the file is read. The first piece suffices here; all of it would
	// take long.
	ctx, cancel := context.WithCancel(context.Background())
	o := options()
	o.Sparse = true
	var begun atomic.Bool
	o.beforeRead = func(path string, read int64) { // several workers read it
		if strings.HasSuffix(path, "huge") && read > 0 {
			begun.Store(true)
			cancel()
		}
	}
	if _, err := Run(ctx, x.w, []string{root}, o); !errors.Is(err, context.Canceled) || !begun.Load() {
		t.Errorf("with the option, the file was read: %v; %v", begun.Load(), err)
	}
}

func TestHardlinks(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a/0": strings.Repeat("x", 3000), "b/0": strings.Repeat("y", 300_000), "c": "once"})
	for i := 1; i < 50; i++ {
		must(t, os.Link(root+"/a/0", fmt.Sprintf("%s/a/%d", root, i)))
		must(t, os.MkdirAll(fmt.Sprintf("%s/d%d", root, i), 0o755))
		must(t, os.Link(root+"/b/0", fmt.Sprintf("%s/d%d/b", root, i)))
	}
	for _, threads := range []int{1, 8} {
		o := options()
		o.Threads = threads
		x := newIndex(t)
		sum := x.scan(o, root)
		if sum.Read != 3 || sum.Files != 101 || sum.NewContents != 3 || sum.New != 101 {
			t.Errorf("%d threads: %+v", threads, sum)
		}
		files := x.files(root)
		if files["a/0"].Content != files["a/49"].Content || files["a/0"].Content == 0 {
			t.Errorf("%+v", files["a/49"])
		}
	}
}

// TestHardlinkVanishes checks that a hard link is read if the path that was to be read
// first vanishes.
func TestHardlinkVanishes(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "content"})
	must(t, os.Link(root+"/a", root+"/b"))
	o := options()
	o.Threads = 1
	o.beforeRead = func(path string, read int64) {
		// Removing a link changes the ctime, so a is read again, and fails.
		os.Remove(root + "/a")
	}
	x := newIndex(t)
	sum := x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "b" || sum.Skipped["vanished"] != 1 || sum.Files != 1 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
}

func TestPseudoFileSystems(t *testing.T) {
	x := newIndex(t)
	sum := x.scan(options(), "/proc")
	if sum.Skipped["pseudo-filesystem"] != 1 || sum.Files != 0 {
		t.Errorf("/proc: %+v", sum)
	}
	if sum = x.scan(options(), "/proc/self/status"); sum.Files != 0 || sum.Skipped["pseudo-filesystem"] != 1 {
		t.Errorf("file in /proc: %+v", sum)
	}
	dir := t.TempDir()
	must(t, os.Symlink("/proc/self/status", dir+"/link"))
	must(t, os.Symlink("/proc/self", dir+"/dlink"))
	o := options()
	o.Follow = true
	if sum = x.scan(o, dir); sum.Files != 0 || sum.Skipped["pseudo-filesystem"] != 2 {
		t.Errorf("links into /proc: %+v", sum)
	}
}

func TestDevicesTwice(t *testing.T) {
	text := "22 27 0:21 / /proc rw - proc proc rw\n27 1 254:0 / / rw - ext4 /dev/vda rw\n" +
		"30 27 254:0 /x /mnt\\040y rw - ext4 /dev/vda rw\n31 27 254:0 /x /mnt/z rw - ext4 /dev/vda rw\nnonsense\n1 2 a:b c\n"
	got := parseMountinfo(text)
	if !got[unix.Mkdev(254, 0)] || got[unix.Mkdev(0, 21)] || len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// mount mounts a file system until the end of the test, and skips the test if that is
// not permitted.
func mount(t *testing.T, source, target, kind string, flags uintptr) {
	t.Helper()
	if err := unix.Mount(source, target, kind, flags, ""); err != nil {
		t.Skipf("mounting is not permitted here: %v", err)
	}
	t.Cleanup(func() { must(t, unix.Unmount(target, unix.MNT_DETACH)) })
}

func TestOneFileSystem(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "a", "mnt/": "", "d/b": "b"})
	mount(t, "tmpfs", root+"/mnt", "tmpfs", 0)
	write(t, root, map[string]string{"mnt/c": "c"})
	x := newIndex(t)
	x.scan(options(), root)
	if got := strings.Join(x.names(root), " "); got != "a d/b mnt/c" {
		t.Errorf("without the option the index has %s", got)
	}
	o := options()
	o.OneFileSystem = true
	sum := x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "a d/b" || sum.Skipped["other-filesystem"] != 1 || sum.Gone != 1 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	sum = x.scan(o, root, root+"/mnt")
	if got := strings.Join(x.names(root), " "); got != "a d/b mnt/c" || len(sum.Skipped) > 0 {
		t.Errorf("with the mount point as a root the index has %s; %+v", got, sum)
	}
}

func TestBindMountIsReadOnce(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"d/a": "a", "d/b": "b", "mnt/": ""})
	mount(t, root+"/d", root+"/mnt", "", unix.MS_BIND)
	x := newIndex(t)
	if sum := x.scan(options(), root); sum.Files != 4 || sum.Read != 2 {
		t.Errorf("%+v", sum)
	}
}

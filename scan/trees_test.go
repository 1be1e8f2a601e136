package scan

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"alike/db"
	"alike/scan/fsys"
)

// refused scans, checks that the index is unchanged, and returns the roots that
// prevented the scan.
func (x *index) refused(o Options, roots ...string) []*RootError {
	x.t.Helper()
	before := x.entriesByName("/")
	_, err := Run(context.Background(), x.w, roots, o)
	several, ok := err.(interface{ Unwrap() []error })
	if !ok {
		x.t.Fatalf("scan of %q: %v", roots, err)
	}
	var wrong []*RootError
	for _, err := range several.Unwrap() {
		var one *RootError
		if !errors.As(err, &one) {
			x.t.Fatalf("%v is not a *RootError", err)
		}
		wrong = append(wrong, one)
	}
	after := x.entriesByName("/")
	if len(after) != len(before) {
		x.t.Errorf("the index had %d files and now has %d", len(before), len(after))
	}
	for name, e := range before {
		if after[name] != e {
			x.t.Errorf("%s: %s, was %s", name, after[name], e)
		}
	}
	return wrong
}

func TestMissingRoots(t *testing.T) {
	dir := t.TempDir()
	x := newIndex(t)
	write(t, dir, map[string]string{"t/a": "1", "t/d/b": "2", "u/c": "3", "u/d/e": "4", "file": "5", "v/f": "6", "never/": ""})
	all := []string{dir + "/t", dir + "/u", dir + "/file", dir + "/v"}
	x.scan(options(), all...)
	x.settle(dir)
	must(t, x.w.Commit())

	must(t, os.RemoveAll(dir+"/t"))
	must(t, os.Remove(dir+"/file"))
	must(t, os.RemoveAll(dir+"/u"))
	must(t, os.Mkdir(dir+"/u", 0o755))
	write(t, dir, map[string]string{"v/new": "7"})
	wrong := x.refused(options(), append(all, dir+"/never", dir+"/unknown")...)
	var got []string
	for _, e := range wrong {
		got = append(got, strings.TrimPrefix(e.Error(), "scanning "+dir+"/"))
		if (e.Problem == RootUnreadable) != (e.Path == dir+"/unknown") {
			t.Errorf("%+v", e)
		}
	}
	want := "file: it is missing, and the index has 1 file of it; t: it is missing, and the index has 2 files of it; " +
		"u: it is empty, and the index has 2 files of it; unknown: no such file or directory"
	if strings.Join(got, "; ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), want)
	}

	// An unknown root is an error with Prune too, and nothing is removed.
	o := options()
	o.Prune = true
	wrong = x.refused(o, append(all, dir+"/unknown")...)
	if len(wrong) != 1 || wrong[0].Problem != RootUnreadable || !errors.Is(wrong[0], fs.ErrNotExist) {
		t.Errorf("%v", wrong)
	}
	sum := x.scan(o, all...)
	if got := strings.Join(x.names(dir), " "); got != "v/f v/new" || sum.Gone != 5 || sum.New != 1 || sum.Files != 2 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	var trees []string
	for _, tree := range x.ix.Trees() {
		trees = append(trees, strings.TrimPrefix(tree.Path, dir+"/"))
	}
	if got := strings.Join(trees, " "); got != "u v" {
		t.Errorf("the index has the trees %s", got)
	}
	// The index has no files of it left and no longer records it.
	if wrong = x.refused(options(), dir+"/t"); wrong[0].Problem != RootUnreadable {
		t.Errorf("%+v", wrong[0])
	}
	if sum = x.scan(options(), dir+"/u", dir+"/never"); sum.Gone != 0 {
		t.Errorf("unknown empty folders: %+v", sum)
	}
	x.checked()
}

// TestMissingRootInsideAnother checks that a root inside a scanned tree is known.
func TestMissingRootInsideAnother(t *testing.T) {
	dir := t.TempDir()
	x := newIndex(t)
	write(t, dir, map[string]string{"t/a": "1", "t/d/b": "2"})
	x.scan(options(), dir+"/t")
	must(t, os.RemoveAll(dir+"/t/d"))
	if wrong := x.refused(options(), dir+"/t/d"); wrong[0].Problem != RootMissing {
		t.Errorf("%+v", wrong[0])
	}
	if wrong := x.refused(options(), dir+"/t/d/b"); wrong[0].Problem != RootMissing {
		t.Errorf("%+v", wrong[0])
	}
	// A scan of the outer root finds that the folder is gone.
	if sum := x.scan(options(), dir+"/t"); sum.Gone != 1 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestRootOnAnotherDevice scans the mount point of a disk that is not mounted, with
// another file in it.
func TestRootOnAnotherDevice(t *testing.T) {
	dir := t.TempDir()
	x := newIndex(t)
	write(t, dir, map[string]string{"mnt/note": "not mounted", "t/a": "1"})
	unmount := mountTmpfs(t, dir+"/mnt")
	write(t, dir, map[string]string{"mnt/b": "2", "mnt/d/c": "3"})
	x.scan(options(), dir+"/mnt", dir+"/t")
	x.settle(dir)
	must(t, x.w.Commit())
	if trees := x.ix.Trees(); len(trees) != 2 || trees[0].Device == trees[1].Device {
		t.Fatalf("%v", trees)
	}
	unmount()
	write(t, dir, map[string]string{"t/new": "4"})
	wrong := x.refused(options(), dir+"/t", dir+"/mnt")
	if len(wrong) != 1 || wrong[0].Path != dir+"/mnt" || wrong[0].Problem != RootOnOtherDevice ||
		!strings.Contains(wrong[0].Error(), fsys.DeviceName(deviceOf(t, dir+"/mnt"))) {
		t.Errorf("%v", wrong)
	}

	o := options()
	o.Prune = true
	sum := x.scan(o, dir+"/t", dir+"/mnt")
	if got := strings.Join(x.names(dir), " "); got != "mnt/note t/a t/new" || sum.Gone != 2 || sum.New != 2 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	if sum = x.scan(options(), dir+"/mnt"); sum.Failed+sum.Gone > 0 {
		t.Errorf("after that: %+v", sum)
	}
	x.checked()
}

func deviceOf(t *testing.T, path string) uint64 {
	t.Helper()
	var st fsys.Status
	must(t, statOf(path, &st))
	return fsys.DeviceOf(&st)
}

// renumber changes the device or inode numbers in the index, as if the disk had come
// back.
func (x *index) renumber(folder string, change func(e *db.Entry)) {
	x.t.Helper()
	indexed, err := x.w.Directory(folder)
	must(x.t, err)
	for _, e := range indexed.Files {
		e.Unsettled = false
		change(&e)
		must(x.t, x.w.Put(indexed.ID, e))
	}
	for _, f := range indexed.Folders {
		x.renumber(withSlash(folder)+f.Name, change)
	}
	must(x.t, x.w.Commit())
}

func TestIgnoreInode(t *testing.T) {
	dir := t.TempDir()
	x := newIndex(t)
	write(t, dir, map[string]string{"a": "1", "d/b": "2", "d/c": "3"})
	x.scan(options(), dir)

	// With another device number, files count as unchanged and the index records the
	// new number.
	device := deviceOf(t, dir)
	x.renumber(dir, func(e *db.Entry) { e.Device += 77 })
	x.w.Scanned(db.Tree{Path: dir, Device: device + 77, Scanned: 1})
	must(t, x.w.Commit())
	if wrong := x.refused(options(), dir); len(wrong) != 1 || wrong[0].Problem != RootOnOtherDevice {
		t.Errorf("%v", wrong)
	}
	o := options()
	o.IgnoreInode = true
	if sum := x.scan(o, dir); sum.Unchanged != 3 || sum.Read != 0 {
		t.Errorf("another device, with the option: %+v", sum)
	}
	if sum := x.scan(options(), dir); sum.Unchanged != 3 || sum.Read != 0 {
		t.Errorf("another device, then without the option: %+v", sum)
	}
	if trees := x.ix.Trees(); len(trees) != 1 || trees[0].Device != device {
		t.Errorf("%v", trees)
	}

	// Inode numbers that change at each scan.
	x.renumber(dir, func(e *db.Entry) { e.Inode += 1 << 40 })
	if sum := x.scan(o, dir); sum.Unchanged != 3 || sum.Read != 0 {
		t.Errorf("other inodes, with the option: %+v", sum)
	}
	if sum := x.scan(options(), dir); sum.Read != 3 || sum.Changed != 0 {
		t.Errorf("other inodes, without the option: %+v", sum)
	}

	// Size and times still count, and hard links are read one by one.
	x.settle(dir)
	write(t, dir, map[string]string{"a": "5"})
	must(t, os.Link(dir+"/d/b", dir+"/d/e")) // changes the ctime of both
	if sum := x.scan(o, dir); sum.Read != 3 || sum.Changed != 1 || sum.New != 1 || sum.Unchanged != 1 {
		t.Errorf("%+v", sum)
	}
	x.equalsFresh(dir)
	x.checked()
}

// TestUnmountedInsideRoot scans a root in which a disk was mounted that is not mounted
// now.
func TestUnmountedInsideRoot(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1", "mnt/": "", "e/b": "2"})
	unmount := mountTmpfs(t, root+"/mnt")
	write(t, root, map[string]string{"mnt/d/e/c": "3", "mnt/d/f": "4"})
	x.scan(options(), root)
	x.settle(root)
	must(t, x.w.Commit())
	unmount()
	must(t, os.Remove(root+"/e/b")) // not on the disk
	o := options()
	var warned []string
	o.Warn = func(path string, err error) {
		warned = append(warned, path+": "+err.Error())
		if unmounted := new(UnmountedError); !errors.As(err, &unmounted) || !unmounted.Empty {
			t.Errorf("unexpected warning %#v", err)
		}
	}
	for range 2 {
		warned = nil
		sum := x.scan(o, root)
		if got := strings.Join(x.names(root), " "); got != "a mnt/d/e/c mnt/d/f" || sum.Failed != 1 {
			t.Errorf("the index has %s; %+v", got, sum)
		}
		if len(warned) != 1 || !strings.HasPrefix(warned[0], root+"/mnt: it is empty") {
			t.Errorf("warnings %q", warned)
		}
	}
	x.checked()
	o.Prune = true
	if sum := x.scan(o, root); sum.Gone != 2 || sum.Failed != 0 || strings.Join(x.names(root), " ") != "a" {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestUnmountedDuringScan unmounts a disk inside a root during the scan. Its folders
// that were not walked yet do not count as gone.
func TestUnmountedDuringScan(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"mnt/": ""})
	unmount := mountTmpfs(t, root+"/mnt")
	write(t, root, map[string]string{"mnt/d/a": "1", "mnt/e/f/b": "2", "mnt/g/h/c": "3"})
	x.scan(options(), root)
	must(t, x.w.Commit())
	o := options()
	o.Threads = 1
	o.beforeRead = func(string, int64) { unmount() } // while mnt/d/a is read
	sum := x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "mnt/d/a mnt/e/f/b mnt/g/h/c" || sum.Failed == 0 || sum.Gone != 0 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	x.checked()
}

// TestRootReplaced replaces a root between its inspection and the walk.
func TestRootReplaced(t *testing.T) {
	root := t.TempDir() + "/root"
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1"})
	x.scan(options(), root)
	must(t, x.w.Commit())
	s, err := options().prepare()
	must(t, err)
	set, err := newRootSet([]string{root})
	must(t, err)
	if err := set.choose(s.usual, s.Roots); err != nil {
		t.Fatal(err)
	}
	y := &indexer{walker: walker{settings: s, roots: set}, writer: x.w, inodes: newInodes(false)}
	y.begin = func(*worker) error {
		if err := os.Rename(root, root+"~"); err != nil {
			return err
		}
		return os.Mkdir(root, 0o755)
	}
	y.visit, y.onSkip, y.read = y.update, y.dropSkipped, y.readBatch
	if _, err := y.walk(context.Background(), y.newReader); err == nil || !strings.Contains(err.Error(), "removed or replaced") {
		t.Errorf("error %v", err)
	}
	if got := strings.Join(x.names(root), " "); got != "a" {
		t.Errorf("the index has %s", got)
	}
}

// TestTreesAreBounded checks that the number of recorded trees is limited, and that a root
// is kept before parts of roots.
func TestTreesAreBounded(t *testing.T) {
	x := newIndex(t)
	x.w.Scanned(db.Tree{Path: "/root", Device: 1, Selection: Selection{}.String()})
	for i := range int64(1500) {
		path := "/t/" + strings.Repeat("x", int(i%40)) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		x.w.Scanned(db.Tree{Path: path, Device: 1, Scanned: i})
	}
	must(t, x.w.Commit())
	trees := x.ix.Trees()
	if len(trees) != 1000 || trees[0].Path != "/root" {
		t.Errorf("%d trees, the first is %s", len(trees), trees[0].Path)
	}
	for i, tree := range trees {
		if tree.Scanned < 501 && tree.Selection == "" || i > 0 && trees[i-1].Path >= tree.Path {
			t.Errorf("tree %d of %d: %+v", i, len(trees), tree)
		}
	}
}

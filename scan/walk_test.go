package scan

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"

	"alike/db"
)

func TestFolderVanishes(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(root string) error
	}{
		{"removed", func(root string) error { return os.RemoveAll(root + "/b") }},
		{"replaced by a file", func(root string) error {
			return first(os.RemoveAll(root+"/b"), os.WriteFile(root+"/b", nil, 0o644))
		}},
		{"replaced by a link out of the tree", func(root string) error {
			return first(os.RemoveAll(root+"/b"), os.Symlink("/etc", root+"/b"))
		}},
	} {
		root := t.TempDir()
		x := newIndex(t)
		write(t, root, map[string]string{"a/x": "1", "b/y": "2", "b/d/z": "3", "c/w": "4"})
		x.scan(options(), root)
		o := options()
		o.Threads = 1
		var once sync.Once
		o.beforeRead = func(string, int64) { once.Do(func() { must(t, c.change(root)) }) } // while a/x is read
		sum := x.scan(o, root)
		if got := strings.Join(x.names(root), " "); got != "a/x c/w" || sum.Skipped["vanished"] != 1 || sum.Gone != 2 || sum.Failed != 0 {
			t.Errorf("%s: the index has %s; %+v", c.name, got, sum)
		}
	}
}

// TestFolderReplacedAbove checks that a scan never leaves its tree: a folder above the
// one to be opened next is replaced by a symbolic link to a tree of the same shape.
func TestFolderReplacedAbove(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	x := newIndex(t)
	inside := map[string]string{"a/b/c1/x": "1", "a/b/c2/x": "2", "a/b/c3/x": "3"}
	outside := map[string]string{"b/c1/secret": "4", "b/c2/secret": "5", "b/c3/secret": "6"}
	write(t, root, inside)
	write(t, other, outside)
	o := options()
	o.Threads = 1
	var once sync.Once
	o.beforeRead = func(string, int64) { // while the first of three is read
		once.Do(func() {
			must(t, first(os.Rename(root+"/a", root+"/.a"), os.Symlink(other, root+"/a")))
		})
	}
	sum := x.scan(o, root)
	if got := x.names(root); len(got) != 1 || !strings.HasSuffix(got[0], "/x") {
		t.Errorf("the index has %q; %+v", got, sum)
	}
	if sum.Skipped["vanished"] != 2 || sum.Failed != 0 {
		t.Errorf("%+v", sum)
	}
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestRootRemoved checks that removing a disk during a scan removes nothing from the
// index.
func TestRootRemoved(t *testing.T) {
	root := t.TempDir() + "/root"
	x := newIndex(t)
	write(t, root, map[string]string{"a/x": "1", "b/y": "2", "c/z": "3"})
	x.scan(options(), root)
	must(t, x.w.Commit())
	o := options()
	o.Threads = 1
	var once sync.Once
	o.beforeRead = func(string, int64) { once.Do(func() { must(t, os.Rename(root, root+"~")) }) }
	sum, err := Run(context.Background(), x.w, []string{root}, o)
	if err == nil || !strings.Contains(err.Error(), root) || sum.Interrupted {
		t.Errorf("error %v, %+v", err, sum)
	}
	if got := strings.Join(x.names(root), " "); got != "a/x b/y c/z" {
		t.Errorf("the index has %s", got)
	}
}

// entriesByName returns the entries of the index, and with a slash at the end what was left
// out of the folders. Contents are named by their first file, because their ids depend on the
// order of reading.
func (x *index) entriesByName(folder string) map[string]string {
	files := x.files(folder)
	first := make(map[any]string)
	out := make(map[string]string)
	for _, name := range sortedKeys(files) {
		e := files[name]
		if _, ok := first[e.Content]; !ok {
			first[e.Content] = name
		}
		out[name] = fmt.Sprintf("%+v as %s", e.Stat, first[e.Content])
	}
	for name, c := range x.coverages(folder) {
		out[name+"/"] = fmt.Sprintf("%+v", c)
	}
	return out
}

// randomTree creates some hundred files, many of them copies and links.
func randomTree(t *testing.T, r *rand.Rand, root string) {
	for range 400 {
		dir := fmt.Sprintf("%s/%c/%c", root, 'a'+r.IntN(6), 'a'+r.IntN(6))
		must(t, os.MkdirAll(dir, 0o755))
		path := fmt.Sprintf("%s/f%d", dir, r.IntN(30))
		if r.IntN(4) == 0 {
			_ = os.Link(fmt.Sprintf("%s/f%d", dir, r.IntN(30)), path)
		} else {
			must(t, os.WriteFile(path, []byte(strings.Repeat(fmt.Sprint(r.IntN(50)), 1+r.IntN(3000))), 0o644))
		}
	}
}

// TestThreadsAndPieces checks that the index does not depend on the number of threads
// and on scanning a tree in parts.
func TestThreadsAndPieces(t *testing.T) {
	root := t.TempDir()
	randomTree(t, rand.New(rand.NewPCG(1, 1)), root)
	var want map[string]string
	var files int64
	for _, threads := range []int{1, 2, 8} {
		o := options()
		o.Threads = threads
		x := newIndex(t)
		sum := x.scan(o, root)
		got := x.entriesByName(root)
		if want == nil {
			want, files = got, sum.Files
		}
		if !maps.Equal(got, want) || sum.Files != files {
			t.Errorf("%d threads: %d files, %+v", threads, len(got), sum)
		}
	}
	x := newIndex(t)
	dirs, err := os.ReadDir(root)
	must(t, err)
	for _, d := range dirs {
		x.scan(options(), root+"/"+d.Name())
	}
	parts := x.entriesByName(root)
	if around := fmt.Sprintf("%+v", db.Coverage{}); parts["/"] != around {
		t.Errorf("scanned in parts, the folder around them has %s, want %s", parts["/"], around)
	}
	if parts["/"] = want["/"]; !maps.Equal(parts, want) {
		t.Error("scanned in parts, the index differs")
	}
	x.settle(root)
	if sum := x.scan(options(), root); sum.Unchanged != files {
		t.Errorf("scanned as a whole after the parts: %+v", sum)
	}
	if !maps.Equal(x.entriesByName(root), want) {
		t.Error("scanned as a whole after the parts, the index differs")
	}
}

// TestTreeInFlux scans a tree that changes all the time. The next scan of the tree at
// rest must correct everything.
func TestTreeInFlux(t *testing.T) {
	root := quickDir(t)
	r := rand.New(rand.NewPCG(7, 7))
	randomTree(t, r, root)
	x := newIndex(t)
	stop := make(chan struct{})
	var churn sync.WaitGroup
	churn.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				disturb(r, root)
			}
		}
	})
	var skipped int64
	for range 15 {
		o := options()
		o.Warn = func(path string, err error) { t.Errorf("%s: %v: a changed file counts as failed", path, err) }
		sum := x.scan(o, root)
		for _, n := range sum.Skipped {
			skipped += n
		}
	}
	close(stop)
	churn.Wait()
	t.Logf("%d files vanished or were replaced during scans", skipped)
	x.scan(options(), root)
	fresh := newIndex(t)
	fresh.scan(options(), root)
	if got, want := x.entriesByName(root), fresh.entriesByName(root); !reflect.DeepEqual(got, want) {
		t.Errorf("the index has %d files, a new one has %d", len(got), len(want))
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s: %s, want %s", name, got[name], want[name])
			}
		}
	}
}

// disturb changes a random file or folder. Errors do not matter.
func disturb(r *rand.Rand, root string) {
	dir := fmt.Sprintf("%s/%c/%c", root, 'a'+r.IntN(6), 'a'+r.IntN(6))
	path := fmt.Sprintf("%s/f%d", dir, r.IntN(30))
	text := []byte(strings.Repeat(fmt.Sprint(r.IntN(50)), 1+r.IntN(3000)))
	switch r.IntN(12) {
	case 0:
		os.RemoveAll(dir)
	case 1, 2:
		os.MkdirAll(dir, 0o755)
	case 3:
		os.RemoveAll(path)
		makeFIFO(path)
	case 4:
		os.RemoveAll(path)
		os.Symlink("..", path)
	case 5:
		os.RemoveAll(path)
		os.MkdirAll(path+"/d", 0o755)
		os.WriteFile(path+"/d/f", text, 0o644)
	case 6:
		os.WriteFile(path+"~", text, 0o644)
		os.Rename(path+"~", path)
	case 7:
		os.Link(fmt.Sprintf("%s/f%d", dir, r.IntN(30)), path)
	case 8:
		os.Truncate(path, int64(r.IntN(5000)))
	default:
		if st, err := os.Lstat(path); err != nil || st.Mode().IsRegular() {
			os.WriteFile(path, text, 0o644)
		}
	}
}

// TestReadError checks that an error of read(2) is reported with its cause.
func TestReadError(t *testing.T) {
	r := fileReader{ctx: context.Background(), progress: &Progress{}}
	r.reset(-1, 10)
	if _, err := r.Read(make([]byte, 10)); err != (unreadable{syscall.EBADF}) {
		t.Errorf("error %v", err)
	}
}

// TestInodes checks that an inode is remembered until its last link.
func TestInodes(t *testing.T) {
	n := newInodes(false)
	n.multiple = nil
	f := &file{stat: db.Stat{Device: 1, Inode: 2, CTime: 3}, links: 3}
	claim := func() (reading, bool) {
		t.Helper()
		r, known, err := n.claim(context.Background(), f)
		must(t, err)
		return r, known
	}
	if _, known := claim(); known {
		t.Error("known before reading")
	}
	n.endClaim(f, db.Entry{}, false)
	if _, known := claim(); known {
		t.Error("known after a failed reading")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := n.claim(ctx, f); err != context.Canceled {
		t.Errorf("cancelled while waiting for another reader: %v", err)
	}
	n.endClaim(f, db.Entry{Content: 7, Unsettled: true}, true)
	for range 2 {
		if r, known := claim(); !known || r.content != 7 || !r.unsettled {
			t.Errorf("%+v, %v", r, known)
		}
	}
	if len(n.done) != 0 || len(n.reading) != 0 {
		t.Errorf("left over: %v, %v", n.done, n.reading)
	}
	if n.tracks(&file{links: 1}) || !newInodes(true).tracks(&file{links: 1}) {
		t.Error("files with one link must be tracked if and only if links are followed")
	}
}

package scan

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint/view"
	"alike/testdata"
)

// sameFolders returns the pair of the folders a and b, which have similar files.
func (x *index) sameFolders(root string) folders.Pair {
	x.t.Helper()
	must(x.t, x.w.Commit())
	q := search.FolderQuery{
		Options: folders.Options{Min: .5, MinFiles: 1, By: func(a, b, _ float64) float64 { return max(a, b) }},
		Files:   search.PairQuery{Min: .5, MinShared: 3, Threads: 1}, Roots: []string{root},
	}
	found, _, err := search.Folders(context.Background(), x.ix, q)
	must(x.t, err)
	defer found.Close()
	if len(found.Pairs) != 1 || !found.Pairs[0].A.Path.Is(root+"/a") || !found.Pairs[0].B.Path.Is(root+"/b") {
		x.t.Fatalf("the similar folders are %+v", found.Pairs)
	}
	return found.Pairs[0]
}

// twins makes two folders with the same files.
func twins(t testing.TB) (root string, x *index) {
	t.Helper()
	root = testdata.Folder(t)
	for i := range 4 {
		text := strings.Repeat(fmt.Sprintln("line of file", i, "and what follows"), 40+i)
		write(t, root, map[string]string{fmt.Sprint("a/sub/f", i): text, fmt.Sprint("b/sub/f", i): text})
	}
	return root, newIndex(t)
}

// exclusion leaves out one file or folder that make makes.
type exclusion struct {
	reason string
	make   func(t *testing.T, dir string)
	o      func(o *Options, root string)
	bytes  int64
	kind   view.Kind // raw if empty
}

// TestCoverage leaves something out of one of two folders that are the same otherwise. They are
// no copies, and the index says why; without it they are.
func TestCoverage(t *testing.T) {
	const bytes = 5
	checkCoverage(t, []exclusion{
		{reason: "hidden", make: holding(".env")},
		{reason: "hidden", make: holding(".git/config")},
		{reason: "excluded", make: holding("x.o"), o: func(o *Options, _ string) { o.Exclude = Names{"*.o"} }},
		{reason: "ignored", make: func(t *testing.T, dir string) {
			write(t, dir, map[string]string{"x.o": "12345"})
			write(t, filepath.Dir(filepath.Dir(dir)), map[string]string{".gitignore": "*.o"})
		}},
		{reason: "too-small", make: holding("x"), o: func(o *Options, _ string) { o.MinSize = 6 }, bytes: bytes},
		{reason: "too-large", make: func(t *testing.T, dir string) {
			write(t, dir, map[string]string{"x": strings.Repeat("12345", 10000)})
		}, o: func(o *Options, _ string) { o.MaxSize = 49999 }, bytes: 50000},
		{reason: "sparse", make: func(t *testing.T, dir string) {
			write(t, dir, map[string]string{"x": ""})
			must(t, os.Truncate(dir+"/x", 2<<30))
		}, bytes: 2 << 30},
		{reason: "symlink", make: func(t *testing.T, dir string) { testdata.Symlink(t, "f1", dir+"/x") }},
		{reason: "dangling-symlink", make: func(t *testing.T, dir string) { testdata.Symlink(t, "nothing", dir+"/x") },
			o: func(o *Options, _ string) { o.Follow = true }},
		{reason: "loop", make: func(t *testing.T, dir string) { testdata.Symlink(t, ".", dir+"/x") },
			o: func(o *Options, _ string) { o.Follow = true }},
		{reason: "fifo", make: func(t *testing.T, dir string) {
			if makeFIFO(dir + "/x"); runtime.GOOS == "windows" {
				t.Skip("makes a FIFO")
			}
		}},
		{reason: "cache", make: holding("x/CACHEDIR.TAG", cacheSign), o: func(o *Options, _ string) { o.ExcludeCaches = true }},
		{reason: "marked", make: holding("x/.no"), o: func(o *Options, _ string) { o.ExcludeIfPresent = Names{".no"} }},
		{reason: "unreadable", make: func(t *testing.T, dir string) {
			holding("x")(t, dir)
			must(t, os.Chmod(dir+"/x", 0))
		}, bytes: bytes},
		{reason: "unreadable", make: func(t *testing.T, dir string) {
			holding("x/y")(t, dir)
			must(t, os.Chmod(dir+"/x", 0))
		}},
	})
}

// TestCoverageOfCode is TestCoverage for what only the code view leaves out.
func TestCoverageOfCode(t *testing.T) {
	const bytes = int64(len(marked))
	checkCoverage(t, []exclusion{
		{reason: "vendored", make: holding("node_modules/x.go"), kind: view.FoldCode},
		{reason: "generated", make: holding("x.pb.go"), kind: view.FoldCode},
		{reason: "generated", make: holding("x.go", marked), kind: view.FoldCode, bytes: bytes},
	})
}

func checkCoverage(t *testing.T, all []exclusion) {
	for n, c := range all {
		t.Run(fmt.Sprint(n, "-", c.reason), func(t *testing.T) {
			if c.reason == "unreadable" && testdata.AsNobody(t) {
				return
			}
			root, x := twins(t)
			o := options()
			if c.kind != "" {
				x = newIndexOf(t, c.kind)
				o.View = c.kind
			}
			if c.o != nil {
				c.o(&o, root)
			}
			x.scan(o, root)
			if p := x.sameFolders(root); !p.Identical || !p.Same || p.A.LeftOut != nil || p.B.LeftOut != nil {
				t.Errorf("whole folders are %+v", p)
			}
			t.Cleanup(func() { exec.Command("chmod", "-R", "u+rwX", root).Run() })
			c.make(t, root+"/b/sub")
			want := []folders.LeftOut{{Reason: c.reason, Count: 1, Bytes: c.bytes}}
			for range 2 { // the second scan keeps what it finds
				x.scan(o, root)
				if p := x.sameFolders(root); p.Identical || !p.Same || p.A.LeftOut != nil || !slices.Equal(p.B.LeftOut, want) {
					t.Errorf("the folders are %+v, want %+v left out", p, want)
				}
			}
			x.sound()
		})
	}
}

// holding returns a function that makes a file of 5 bytes, or with the text.
func holding(name string, text ...string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) { write(t, dir, map[string]string{name: append(text, "12345")[0]}) }
}

// TestCoverageOfUnreadable makes folders unreadable that the index has. Its entries stay, but
// nobody looked.
func TestCoverageOfUnreadable(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	unread := []folders.LeftOut{{Reason: "unreadable", Count: 1}}
	for _, closed := range []string{"b", "b/sub"} {
		for _, as := range []string{"", "/" + closed} { // a folder of the root, and a root
			root, x := twins(t)
			t.Cleanup(func() { os.Chmod(root+"/"+closed, 0o755) })
			x.scan(options(), root)
			must(t, os.Chmod(root+"/"+closed, 0))
			x.scan(options(), root+as)
			p := x.sameFolders(root)
			if p.Identical || !p.Same || len(p.B.LeftOut) == 0 || p.B.LeftOut[len(p.B.LeftOut)-1].Reason == "hidden" {
				t.Errorf("%s, scanned as %q: %+v", closed, as, p)
			}
			if c := x.coverages(root + "/b/sub")[""]; !slices.Equal(c.LeftOut, []db.LeftOut{{Reason: "unreadable", Count: 1}}) {
				t.Errorf("%s, scanned as %q: the folder in it has %+v, want %+v", closed, as, c, unread)
			}
			must(t, os.Chmod(root+"/"+closed, 0o755))
			x.scan(options(), root)
			if p := x.sameFolders(root); !p.Identical {
				t.Errorf("%s, readable again: %+v", closed, p)
			}
			x.equalsFresh(root)
			x.checked()
		}
	}
}

// TestCoverageOfChanging reads a file that changes every time.
func TestCoverageOfChanging(t *testing.T) {
	root, x := twins(t)
	o := options()
	o.beforeRead = func(path string, _ int64) {
		if path == root+"/b/sub/f2" {
			now := time.Now()
			must(t, os.Chtimes(path, now, now))
		}
	}
	x.scan(o, root)
	p := x.sameFolders(root)
	if p.Identical || !p.Same || p.A.LeftOut != nil || len(p.B.LeftOut) != 1 || p.B.LeftOut[0].Reason != "changing" || p.B.LeftOut[0].Count != 1 {
		t.Errorf("%+v", p)
	}
	x.scan(options(), root)
	if p := x.sameFolders(root); !p.Identical {
		t.Errorf("at rest: %+v", p)
	}
	x.equalsFresh(root)
	x.checked()
}

// TestCoverageForgotten forgets a file: the index has less than there is.
func TestCoverageForgotten(t *testing.T) {
	root, x := twins(t)
	write(t, root, map[string]string{"b/sub/more": "12345"})
	x.scan(options(), root)
	if p := x.sameFolders(root); p.Same {
		t.Errorf("%+v", p)
	}
	if n, err := x.w.Forget(t.Context(), root+"/b/sub/more"); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	want := []folders.LeftOut{{Reason: "unrecorded", Count: 1}}
	if p := x.sameFolders(root); p.Identical || !p.Same || !slices.Equal(p.B.LeftOut, want) {
		t.Errorf("%+v, want %+v left out", p, want)
	}
	x.scan(options(), root)
	if p := x.sameFolders(root); p.Same {
		t.Errorf("scanned again: %+v", p)
	}
	x.equalsFresh(root)
	x.checked()
}

func (x *index) segments() int {
	x.t.Helper()
	status, err := x.ix.Status(x.t.Context())
	must(x.t, err)
	return status.Segments
}

// TestCoverageIsKept checks that a scan that finds nothing new writes nothing.
func TestCoverageIsKept(t *testing.T) {
	root, x := twins(t)
	write(t, root, map[string]string{".hidden": "", "a/.x": "", "a/sub/.x/y": "", "b/" + cacheTag: "no", "b/.git/x": ""})
	x.scan(options(), root)
	x.settle(root)
	x.scan(options(), root)
	want := x.coverages(root)
	if len(want) != 5 || len(want["a/sub"].LeftOut) != 1 || !want["b/sub"].Whole() {
		t.Errorf("the folders have %+v", want)
	}
	segments := x.segments()
	x.scan(options(), root)
	if got := x.coverages(root); !maps.EqualFunc(got, want, db.Coverage.Equal) || x.segments() != segments {
		t.Errorf("the folders have %+v, want %+v; %d segments, before %d", got, want, x.segments(), segments)
	}
	x.checked()
}

// namesIn returns the names of the files and folders below a folder by folder, hidden ones left out.
func namesIn(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		names, err := os.ReadDir(path)
		for _, n := range names {
			if n.Name()[0] != '.' {
				all[filepath.ToSlash(path)] += n.Name() + " "
			}
		}
		all[filepath.ToSlash(path)] += ""
		return err
	}))
	return all
}

// known returns the same of the folders of an index whose coverage is known.
func (x *index) known(root string) map[string]string {
	x.t.Helper()
	all := map[string]string{}
	for name, c := range x.coverages(root) {
		if dir := path.Join(root, name); c.Known {
			indexed, err := x.w.Directory(dir)
			must(x.t, err)
			var names []string
			for _, f := range indexed.Folders {
				names = append(names, f.Name)
			}
			for _, e := range indexed.Files {
				names = append(names, e.Name)
			}
			slices.Sort(names)
			all[dir] = ""
			for _, name := range names {
				all[dir] += name + " "
			}
		}
	}
	return all
}

// TestCoverageAtAnyMoment commits before every read of a file, as a scan does that is killed
// then. What the index has of a folder is whole, from before the scan or after it, or it does not
// say so.
func TestCoverageAtAnyMoment(t *testing.T) {
	root := testdata.Folder(t)
	r := rand.New(rand.NewPCG(11, 11))
	randomTree(t, r, root)
	x := newIndex(t)
	before := map[string]string{}
	for range 4 {
		after := namesIn(t, root)
		o, looks, known := options(), 0, 0
		o.Threads = 1
		o.beforeRead = func(string, int64) {
			looks++
			for dir, names := range x.known(root) {
				known++
				was, old := before[dir]
				is, now := after[dir]
				if !(old && names == was || now && names == is) {
					t.Errorf("%s has %q, before the scan %q, after it %q", dir, names, was, is)
				}
			}
		}
		x.scan(o, root)
		if looks < 5 || known == 0 {
			t.Errorf("%d looks at %d folders", looks, known)
		}
		if got := x.known(root); !maps.Equal(got, after) {
			t.Errorf("the folders have %v, want %v", got, after)
		}
		x.settle(root)
		before = after
		for range 40 {
			disturb(r, root)
			dir := fmt.Sprintf("%s/%c/%c", root, 'a'+r.IntN(6), 'a'+r.IntN(6))
			os.Mkdir(dir+"/moved", 0o755)
			os.Rename(fmt.Sprintf("%s/f%d", dir, r.IntN(30)), dir+"/moved/f")
		}
		for dir := range namesIn(t, root) { // only what is read
			names, err := os.ReadDir(dir)
			must(t, err)
			for _, n := range names {
				if !n.IsDir() && !n.Type().IsRegular() {
					must(t, os.Remove(filepath.Join(dir, n.Name())))
				}
			}
		}
	}
	x.scan(options(), root)
	x.equalsFresh(root)
	x.checked()
}

// TestCoverageAroundRoots scans a root inside another one. The folders between them are covered after
// the first scan, and not any more when a scan leaves them out: they stay in the index for the root
// inside, but nobody looked what is there now.
func TestCoverageAroundRoots(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1", "x/y/b": "2"})
	inner := root + "/x/y"
	known := func() string {
		var names []string
		for name, c := range x.coverages(root) {
			if c.Known {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return fmt.Sprintf("%q", names)
	}
	for range 2 {
		x.scan(options(), root, inner)
		if got := known(); got != `["" "x" "x/y"]` {
			t.Errorf("covered are %s", got)
		}
	}
	write(t, root, map[string]string{"x/new": "3"})
	o := options()
	o.Exclude = []string{root + "/x"}
	x.scan(o, root, inner)
	if got := known(); got != `["" "x/y"]` {
		t.Errorf("covered are %s after folder x was left out", got)
	}
	x.checked()
}

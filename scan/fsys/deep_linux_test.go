package fsys

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"alike/testdata"
)

// deepFiles makes a chain of folders with a file in each, and returns the root and the paths of the
// files, the outermost first.
func deepFiles(t *testing.T, depth int) (root string, paths []string) {
	root = testdata.Deepen(t, t.TempDir(), "d", depth, func(level, dirfd int) {
		testdata.PutAt(t, dirfd, "file", fmt.Sprint(level))
	})
	for level := range depth + 1 {
		paths = append(paths, root+strings.Repeat("/d", level)+"/file")
	}
	return root, paths
}

// TestTreesDeep opens files up and down a chain of folders, in steps and at random, and bounds the
// folders that are kept.
func TestTreesDeep(t *testing.T) {
	root, paths := deepFiles(t, 2500) // longer than PATH_MAX
	up := slices.Clone(paths)
	slices.Reverse(up)
	mixed := make([]string, 50)
	for i := range mixed {
		mixed[i] = paths[rand.IntN(len(paths))]
	}
	for _, trees := range []*Trees{nil, {}, {Roots: map[string]bool{root: false}}, {Roots: map[string]bool{root: true}}, {Roots: map[string]bool{root: true, root + strings.Repeat("/d", 700): false}}, {Roots: map[string]bool{"/": false}}} {
		for name, order := range map[string][]string{"down": paths, "up": up, "at random": mixed} {
			if trees == nil {
				order = mixed
			}
			for _, path := range order {
				f, err := trees.OpenRegular(path)
				if err != nil {
					t.Fatalf("%s: a path of %d bytes: %v", name, len(path), err)
				}
				var level [10]byte
				n, err := f.Read(level[:])
				must(t, err)
				must(t, f.Close())
				if want := fmt.Sprint((len(path) - len(root) - len("/file")) / 2); string(level[:n]) != want {
					t.Fatalf("%s: file %s was opened for file %s", name, level[:n], want)
				}
				if trees != nil && len(trees.kept) > 16 {
					t.Fatalf("%s: %d folders are kept", name, len(trees.kept))
				}
			}
		}
		if _, err := trees.OpenRegular(paths[2000] + "s"); err != unix.ENOENT {
			t.Errorf("a file that is not there: %v", err)
		}
	}
}

// TestTreesDeepLinks replaces a folder deep in a chain, and a file in it, by links.
func TestTreesDeepLinks(t *testing.T) {
	root, paths := deepFiles(t, 700)
	at := func(level int) int {
		fd, err := OpenPath(root+strings.Repeat("/d", level), FolderFlags)
		must(t, err)
		return fd
	}
	fd, elsewhere := at(500), t.TempDir()
	defer unix.Close(fd)
	must(t, os.WriteFile(elsewhere+"/file", []byte("elsewhere"), 0o644))
	must(t, unix.Symlinkat(elsewhere, fd, "link"))
	must(t, unix.Symlinkat(elsewhere+"/file", fd, "linked"))
	dir := strings.TrimSuffix(paths[500], "file")
	for linked, want := range map[bool]error{false: ErrGone, true: nil} {
		trees := &Trees{Roots: map[string]bool{root: linked}}
		for _, path := range []string{dir + "link/file", dir + "linked"} {
			for _, before := range []string{paths[650], paths[450], paths[500]} {
				f, err := trees.OpenRegular(before)
				must(t, err)
				must(t, f.Close())
				if f, err = trees.OpenRegular(path); err != want {
					t.Errorf("links followed: %v: %v, want %v", linked, err, want)
				}
				if err == nil {
					must(t, f.Close())
				}
			}
		}
	}
}

// TestTreesDeepRoots opens a file of a root that follows links, and then one of the root around it,
// which does not, through a link that both have on their way.
func TestTreesDeepRoots(t *testing.T) {
	long := func(names string) (path string) {
		for _, name := range names {
			path += "/" + strings.Repeat(string(name), 200)
		}
		return path
	}
	root, elsewhere := t.TempDir(), t.TempDir()
	inner := long("abcd") + "/inner"
	for _, top := range []string{root, elsewhere} {
		must(t, os.MkdirAll(top+inner+long("xyz"), 0o755))
		must(t, os.WriteFile(top+inner+long("xyz")+"/file", nil, 0o644))
		must(t, os.WriteFile(top+long("abcd")+"/file", nil, 0o644))
	}
	must(t, os.Rename(root+long("ab"), root+"/away"))
	must(t, os.Symlink(elsewhere+long("ab"), root+long("ab")))
	trees := &Trees{Roots: map[string]bool{root: false, root + inner: true}}
	f, err := trees.OpenRegular(root + inner + long("xyz") + "/file")
	must(t, err)
	must(t, f.Close())
	if f, err := trees.OpenRegular(root + long("abcd") + "/file"); err != ErrGone {
		t.Errorf("%v, %v", f, err)
	}
}

// TestTreesDeepGone opens files in folders that are gone, and bounds the number of kept folders.
func TestTreesDeepGone(t *testing.T) {
	name := strings.Repeat("d", 200)
	root := testdata.Deepen(t, t.TempDir(), name, 600, func(level, dirfd int) {})
	trees := &Trees{Roots: map[string]bool{root: false}}
	for level := range 600 {
		if _, err := trees.OpenRegular(root + strings.Repeat("/"+name, level) + "/gone/file"); err == nil {
			t.Fatal("a file that is not there was opened")
		}
		if len(trees.kept) > 20 {
			t.Fatalf("%d folders are kept at level %d", len(trees.kept), level)
		}
	}
}

// TestTreesDepth checks that a file costs about the same at any depth. A system call copies its path,
// so that the bytes that are allocated tell how far apart the folders are.
func TestTreesDepth(t *testing.T) {
	testdata.Sequential(t)
	var took [2]uint64
	for i := range took {
		root, paths := deepFiles(t, 1000<<i)
		for range 2 { // down and up
			trees := &Trees{Roots: map[string]bool{root: false}}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for _, path := range paths {
				fd, err := trees.OpenPath(path, PathOnly|CloseOnExec)
				must(t, err)
				Close(fd)
			}
			runtime.ReadMemStats(&after)
			took[i] += after.TotalAlloc - before.TotalAlloc
			slices.Reverse(paths)
		}
	}
	if took[1] > 3*took[0] {
		t.Errorf("%d kB, and %d kB for twice as many files twice as deep", took[0]>>10, took[1]>>10)
	}
}

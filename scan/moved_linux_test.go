package scan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/scan/fsys"
	"alike/testdata"
)

// TestRenamedFilesAreNotRead renames in every way, with the old path before and after
// the new one in the walk, and with one worker and several.
func TestRenamedFilesAreNotRead(t *testing.T) {
	for _, c := range []struct {
		name    string
		renames string // pairs "old new", in order
		moved   int64
		gone    int64
		isNew   int64
	}{
		{"later in the folder", "a zz", 1, 1, 1},
		{"earlier in the folder", "d/y d/b", 1, 1, 1},
		{"to a later folder", "a e/a", 1, 1, 1},
		{"to an earlier folder", "e/f/h c/h", 1, 1, 1},
		{"to the top", "e/f/h aa", 1, 1, 1},
		{"a folder", "d zd", 3, 3, 3},
		{"a folder to the front", "e ae", 3, 3, 3},
		{"a folder in a folder", "d e/f/d", 3, 3, 3},
		{"swapped", "a tmp z a tmp z", 2, 0, 0},
		{"folders swapped", "d tmp e d tmp e", 6, 6, 6},
		{"rotated", "log.1 log.2 log log.1", 2, 1, 1},
		{"over another", "a z", 1, 1, 0},
		{"the empty file", "empty zempty", 1, 1, 1},
	} {
		for _, threads := range []int{1, 4} {
			t.Run(fmt.Sprint(c.name, " ", threads), func(t *testing.T) {
				root := t.TempDir()
				needsBirth(t, root)
				write(t, root, map[string]string{
					"a": "1", "z": "2", "empty": "", "log": "3", "log.1": "4", "c/": "",
					"d/x": "5", "d/y": "6", "d/z/w": "7", "e/g": "8", "e/f/h": "9", "e/f/i": "10",
				})
				x := newIndex(t)
				o := options()
				o.Threads = threads
				x.scan(o, root)
				x.settle(root)
				must(t, x.w.Commit())
				names := strings.Fields(c.renames)
				for i := 0; i < len(names); i += 2 {
					must(t, os.Rename(root+"/"+names[i], root+"/"+names[i+1]))
				}
				sum := x.scan(o, root)
				if sum.Read != 0 || sum.Moved != c.moved || sum.Gone != c.gone || sum.New != c.isNew || sum.NewContents != 0 {
					t.Errorf("%+v", sum)
				}
				x.equalsFresh(root)
				x.checked()
			})
		}
	}
}

// TestLinksInARenamedFolder checks that links in a renamed folder are read once.
func TestLinksInARenamedFolder(t *testing.T) {
	root := t.TempDir()
	needsBirth(t, root)
	write(t, root, map[string]string{"d/a": "1", "d/c": "2"})
	must(t, os.Link(root+"/d/a", root+"/d/b"))
	x := newIndex(t)
	x.scan(options(), root)
	x.settle(root)
	must(t, os.Rename(root+"/d", root+"/e"))
	if sum := x.scan(options(), root); sum.Moved != 1 || sum.Read != 1 || sum.New != 3 {
		t.Errorf("%+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

// TestRandomRenames renames files of a tree at random and adds new ones, and commits
// during scans. Only new files may be read, and the index must equal a new one.
func TestRandomRenames(t *testing.T) {
	for seed := range uint64(testdata.Rounds(2, 6)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			root := t.TempDir()
			needsBirth(t, root)
			r := rand.New(rand.NewPCG(seed, 3))
			for i := range 200 {
				dir := fmt.Sprintf("%s/%c/%c", root, 'a'+r.IntN(5), 'a'+r.IntN(5))
				must(t, os.MkdirAll(dir, 0o755))
				must(t, os.WriteFile(fmt.Sprintf("%s/f%d", dir, i), []byte(strings.Repeat(fmt.Sprint(i), 1+r.IntN(500))), 0o644))
			}
			x := newIndex(t)
			o := options()
			x.scan(o, root)
			for round := range 4 {
				x.settle(root)
				must(t, x.w.Commit())
				made := shuffle(t, r, root, round)
				var reads atomic.Int64
				o.beforeRead = func(path string, read int64) {
					if read > 0 {
						return
					}
					if reads.Add(1)%3 == 0 {
						must(t, x.w.Commit())
					}
				}
				sum := x.scan(o, root)
				if sum.Read != made || sum.Moved == 0 {
					t.Errorf("round %d: %d new files: %+v", round, made, sum)
				}
				x.equalsFresh(root)
			}
			x.checked()
		})
	}
}

// shuffle renames files and folders at random, adds files, and returns the number of
// new files that remain.
func shuffle(t *testing.T, r *rand.Rand, root string, round int) int64 {
	var made int64
	list := func() (files, folders []string) {
		must(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if d.IsDir() && path != root {
				folders = append(folders, path)
			} else if !d.IsDir() {
				files = append(files, path)
			}
			return err
		}))
		return files, folders
	}
	for i := range 40 {
		files, folders := list()
		folder := folders[r.IntN(len(folders))]
		switch r.IntN(4) {
		case 0:
			must(t, os.WriteFile(fmt.Sprintf("%s/new%d-%d", folder, round, i), []byte(fmt.Sprint(round, i, "new")), 0o644))
			made++
		case 1:
			to := fmt.Sprintf("%s/%c%d", folders[r.IntN(len(folders))], 'a'+r.IntN(26), i)
			if !strings.HasPrefix(to, folder) {
				must(t, os.Rename(folder, to))
			}
		case 2: // swap
			a, b := files[r.IntN(len(files))], files[r.IntN(len(files))]
			if a != b {
				must(t, os.Rename(a, root+"/swap"))
				must(t, os.Rename(b, a))
				must(t, os.Rename(root+"/swap", b))
			}
		default:
			must(t, os.Rename(files[r.IntN(len(files))], fmt.Sprintf("%s/%c%d-%d", folder, 'a'+r.IntN(26), round, i)))
		}
	}
	return made
}

// TestNotRenamed checks cases that must be read although size, mtime and inode match
// another entry.
func TestNotRenamed(t *testing.T) {
	for _, c := range []struct {
		name   string
		entry  func(e *db.Entry) // changes the entry of "old", which is really the file "new"
		option func(o *Options)
		before func(root string)
		moved  int64
	}{
		{"unchanged", func(*db.Entry) {}, nil, nil, 1},
		{"born after the ctime of the entry", func(e *db.Entry) { e.CTime -= int64(time.Hour) }, nil, nil, 0},
		{"the entry is unsettled", func(e *db.Entry) { e.Unsettled = true }, nil, nil, 0},
		{"another mtime", func(e *db.Entry) { e.MTime-- }, nil, nil, 0},
		{"another size", func(e *db.Entry) { e.Size++ }, nil, nil, 0},
		{"another inode", func(e *db.Entry) { e.Inode += 1 << 40 }, nil, nil, 0},
		{"another device", func(e *db.Entry) { e.Device++ }, func(o *Options) { o.Prune = true }, nil, 0},
		{"two links", func(*db.Entry) {}, nil, func(root string) { must(t, os.Link(root+"/new", root+"/link")) }, 0},
		{"Verify", func(*db.Entry) {}, func(o *Options) { o.Verify = true }, nil, 0},
		{"IgnoreInode", func(*db.Entry) {}, func(o *Options) { o.IgnoreInode = true }, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			needsBirth(t, root)
			x := newIndex(t)
			write(t, root, map[string]string{"old": "the content", "other": "other"})
			x.scan(options(), root)
			must(t, os.Rename(root+"/old", root+"/new"))
			indexed, err := x.w.Directory(root)
			must(t, err)
			e := indexed.Files[0]
			e.Unsettled = false
			c.entry(&e)
			must(t, x.w.Put(indexed.ID, e))
			must(t, x.w.Commit())
			if c.before != nil {
				c.before(root)
			}
			o := options()
			if c.option != nil {
				c.option(&o)
			}
			if sum := x.scan(o, root); sum.Moved != c.moved || (sum.Read > 1) == (c.moved == 1) {
				t.Errorf("%+v", sum)
			}
			x.equalsFresh(root)
			x.checked()
		})
	}
}

// TestNotMovedFromAnotherDisk gives the index files of another disk with the same
// device number.
func TestNotMovedFromAnotherDisk(t *testing.T) {
	for _, c := range []struct {
		name  string
		fsid  func(now uint64) uint64
		moved int64
	}{
		{"the same", func(now uint64) uint64 { return now }, 1},
		{"not known", func(uint64) uint64 { return 0 }, 1},
		{"another", func(now uint64) uint64 { return now + 1 }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			needsBirth(t, root)
			x := newIndex(t)
			write(t, root, map[string]string{"old": "the content", "other": "other"})
			x.scan(options(), root)
			x.settle(root)
			tree := x.ix.Trees()[0]
			if tree.FSID == 0 {
				t.Skip("this file system has no identifier")
			}
			x.w.Scanned(db.Tree{Path: "/elsewhere", Device: tree.Device, FSID: c.fsid(tree.FSID), Scanned: 1})
			must(t, x.w.Commit())
			must(t, os.Rename(root+"/old", root+"/new"))
			if sum := x.scan(options(), root); sum.Moved != c.moved || sum.Read != 1-c.moved {
				t.Errorf("%+v", sum)
			}
			x.checked()
		})
	}
}

// TestInodesNotPersistent simulates a file system that makes up inode numbers at each
// mount: two files of equal size, mtime and ctime swap theirs.
func TestInodesNotPersistent(t *testing.T) {
	dir := t.TempDir()
	mountOverlay(t, dir)
	root := dir + "/m/n"
	write(t, root, map[string]string{"a": "AAAA", "b": "BBBB"})
	at := time.Now().Add(-time.Hour)
	var a, b unix.Stat_t
	for try := 0; ; try++ {
		must(t, os.Chtimes(root+"/a", at, at))
		must(t, os.Chtimes(root+"/b", at, at))
		must(t, statOf(root+"/a", &a))
		must(t, statOf(root+"/b", &b))
		if a.Ctim == b.Ctim {
			break
		}
		if try > 100_000 {
			t.Skip("no two files have the same ctime")
		}
	}
	x := newIndex(t)
	x.scan(options(), root)
	x.settle(root)
	indexed, err := x.w.Directory(root)
	must(t, err)
	indexed.Files[0].Inode, indexed.Files[1].Inode = indexed.Files[1].Inode, indexed.Files[0].Inode
	must(t, x.w.Put(indexed.ID, indexed.Files...))
	must(t, x.w.Commit())
	must(t, x.w.Merge(t.Context()))
	if sum := x.scan(options(), root); sum.Moved != 0 || sum.Read != 2 || sum.Changed != 0 {
		t.Errorf("%+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

// TestReusedInode checks a file that reuses an inode number and has the size and mtime
// of the old file, as those from archives do.
func TestReusedInode(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	mtime := time.Now().Add(-time.Hour)
	put := func(name, text string) uint64 {
		write(t, root, map[string]string{name: text})
		must(t, os.Chtimes(root+"/"+name, mtime, mtime))
		var st fsys.Status
		must(t, statOf(root+"/"+name, &st))
		return st.Ino
	}
	old := put("old", "before")
	x.scan(options(), root)
	x.settle(root)
	must(t, x.w.Commit())
	time.Sleep(20 * time.Millisecond) // the old entry's ctime is past, like that of settled entries
	must(t, os.Remove(root+"/old"))
	for i := range 100 {
		if put(fmt.Sprint("new", i), "after!") == old {
			sum := x.scan(options(), root)
			if sum.Moved != 0 || sum.Gone != 1 {
				t.Errorf("%+v", sum)
			}
			x.equalsFresh(root)
			x.checked()
			return
		}
	}
	t.Skip("this file system does not reuse inode numbers at once")
}

// TestManyRenamed checks that renaming a large folder costs one pass over the index and
// one over the folder, and that thousands of hard links do not make it quadratic.
func TestManyRenamed(t *testing.T) {
	testdata.Sequential(t)
	root := quickDir(t)
	needsBirth(t, root)
	n := testdata.Rounds(5_000, 20_000)
	must(t, os.MkdirAll(root+"/many", 0o755))
	must(t, os.MkdirAll(root+"/links", 0o755))
	for i := range n {
		must(t, os.WriteFile(fmt.Sprintf("%s/many/%05d", root, i), []byte(fmt.Sprint(i)), 0o644))
	}
	for i := range n {
		must(t, os.Link(root+"/many/00000", fmt.Sprintf("%s/links/%05d", root, i)))
	}
	x := newIndex(t)
	x.scan(options(), root)
	x.settle(root)
	must(t, x.w.Commit())
	must(t, os.RemoveAll(root+"/links"))
	must(t, os.Rename(root+"/many", root+"/a"))
	sum := x.scan(options(), root)
	if sum.Moved != int64(n) || sum.Read != 0 || sum.Gone != int64(2*n) {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestFirstScanLooksUpNoInodes checks that an index that was empty before the scan is
// not searched for renamed files.
func TestFirstScanLooksUpNoInodes(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "1", "b/c": "2"})
	var st fsys.Status
	must(t, statOf(root+"/a", &st))
	x := newIndex(t)
	o := options()
	o.Threads = 1
	during := -1
	o.beforeRead = func(path string, _ int64) {
		if strings.HasSuffix(path, "c") {
			must(t, x.w.Commit()) // it has "a" now
			found, err := x.w.FindInode(st.Dev, st.Ino)
			must(t, err)
			during = len(found)
		}
	}
	x.scan(o, root)
	x.settle(root)
	must(t, x.w.Commit())
	found, err := x.w.FindInode(st.Dev, st.Ino)
	if err != nil || during != 0 || len(found) != 1 {
		t.Errorf("FindInode: %d entries during the first scan, %d after it: %v", during, len(found), err)
	}
}

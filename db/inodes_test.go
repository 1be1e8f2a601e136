package db

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestFindInode compares FindInode with a model of every entry that a path had since the
// index was opened, across commits.
func TestFindInode(t *testing.T) {
	for seed := range uint64(5) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWorld(t, seed)
			w.grow(30)
			ix := w.open(Options{Write: true, Create: true})
			defer ix.Close()
			writer, err := ix.NewWriter()
			must(t, err)
			m := &inodeModel{t: t, w: writer, r: w.r, now: map[string]Entry{}, ever: map[string]bool{}}
			for i := range w.docs {
				// Each needs a path, or a merge would drop it.
				w.put(writer, fmt.Sprint("/kept/", i), i)
				m.contents = append(m.contents, ContentID(i+1))
			}
			for range 300 {
				m.put()
			}
			if found, err := writer.FindInode(1, 5); err != nil || found != nil {
				t.Fatalf("in the first scan: %v, %v", found, err)
			}
			for range 3 {
				for range 100 {
					m.put()
				}
				must(t, writer.Commit())
				must(t, writer.Merge(context.Background()))
				m.begin()
				for range 60 {
					m.step()
				}
				m.compare()
			}
			must(t, writer.Commit())
			mustCheck(t, ix)
		})
	}
}

// inodeModel is what FindInode should know.
type inodeModel struct {
	t        *testing.T
	w        *Writer
	r        *rand.Rand
	contents []ContentID
	now      map[string]Entry // by path
	ever     map[string]bool
	before   map[inodeKey]map[string]bool
}

func statAndContent(e Entry) string { return fmt.Sprint(e.Stat, e.Content) }

// begin records the entries at the start of a scan.
func (m *inodeModel) begin() {
	m.before = map[inodeKey]map[string]bool{}
	for _, e := range m.now {
		k := inodeKey{e.Device, e.Inode}
		if m.before[k] == nil {
			m.before[k] = map[string]bool{}
		}
		m.before[k][statAndContent(e)] = true
	}
}

func (m *inodeModel) dir() string { return fmt.Sprintf("/d%d/e%d", m.r.IntN(3), m.r.IntN(3)) }

func (m *inodeModel) put() {
	dir := m.dir()
	l, err := m.w.Directory(dir)
	must(m.t, err)
	e := Entry{
		Name:    fmt.Sprint("f", m.r.IntN(40)),
		Stat:    Stat{Size: m.r.Int64N(3), MTime: m.r.Int64N(3), CTime: m.r.Int64N(3), Inode: m.r.Uint64N(500), Device: 1 + m.r.Uint64N(2)},
		Content: m.contents[m.r.IntN(len(m.contents))],
	}
	must(m.t, m.w.Put(l.ID, e))
	m.now[dir+"/"+e.Name] = e
	m.ever[statAndContent(e)] = true
	delete(m.before, inodeKey{e.Device, e.Inode}) // only the last removed entry is remembered
}

func (m *inodeModel) step() {
	switch m.r.IntN(12) {
	case 0:
		must(m.t, m.w.Commit())
	case 1:
		dir := fmt.Sprint("d", m.r.IntN(3))
		l, err := m.w.Directory("/")
		must(m.t, err)
		must(m.t, m.w.Remove(l.ID, dir))
		maps.DeleteFunc(m.now, func(path string, _ Entry) bool { return InTrees(path, []string{"/" + dir}) })
	case 2, 3, 4, 5:
		paths := slices.Sorted(maps.Keys(m.now))
		if len(paths) == 0 {
			return
		}
		dir, name := splitPath(paths[m.r.IntN(len(paths))])
		l, err := m.w.Directory(dir)
		must(m.t, err)
		must(m.t, m.w.Remove(l.ID, name))
		delete(m.now, joinPath(dir, name))
	case 6:
		_, err := m.w.FindInode(1, 5) // an early lookup
		must(m.t, err)
	default:
		m.put()
	}
}

// compare looks up every inode. An entry found must have been true at some time; the only
// entry of an inode at the start of the scan must be found.
func (m *inodeModel) compare() {
	found, wanted := 0, 0
	for device := uint64(1); device <= 2; device++ {
		for inode := range uint64(500) {
			k := inodeKey{device, inode}
			entries, err := m.w.FindInode(device, inode)
			must(m.t, err)
			got := map[string]bool{}
			for _, e := range entries {
				if e.Device != device || e.Inode != inode || !m.ever[statAndContent(e)] {
					m.t.Fatalf("FindInode(%v) = %+v", k, e)
				}
				got[statAndContent(e)] = true
				found++
			}
			if len(m.before[k]) != 1 {
				continue
			}
			wanted++
			for want := range m.before[k] {
				if !got[want] {
					m.t.Errorf("%v: found %v, want %s", k, got, want)
				}
			}
		}
	}
	if found < 50 || wanted < 20 {
		m.t.Errorf("only %d entries found and %d wanted", found, wanted)
	}
}

// TestOrphansByLookup removes the paths of contents one by one, few and many, in one
// directory and in two, and with the directory.
func TestOrphansByLookup(t *testing.T) {
	for _, n := range []int{1, 2, 3, maxLooked - 1, maxLooked, maxLooked + 5} {
		w := newWorld(t, 3)
		w.grow(n + 1)
		ix := w.open(Options{Write: true, Create: true})
		writer, err := ix.NewWriter()
		must(t, err)
		a, err := writer.Directory("/a")
		must(t, err)
		b, err := writer.Directory("/b")
		must(t, err)
		for i := range n {
			w.put(writer, fmt.Sprint("/a/", i), i)
			id := ContentID(i + 1)
			must(t, writer.Put(a.ID, Entry{Name: fmt.Sprint(i), Content: id}, Entry{Name: fmt.Sprint(i, "copy"), Content: id}))
			if i%2 == 0 {
				must(t, writer.Put(b.ID, Entry{Name: fmt.Sprint(i), Content: id}))
			}
		}
		must(t, writer.Commit())
		must(t, ix.Close())

		ix = w.open(Options{Write: true})
		writer, err = ix.NewWriter()
		must(t, err)
		if a, err = writer.Directory("/a"); err != nil || len(a.Files) != 2*n {
			t.Fatal(a, err)
		}
		for i := range n {
			must(t, writer.Remove(a.ID, fmt.Sprint(i, "copy")))
			must(t, writer.Remove(a.ID, fmt.Sprint(i)))
		}
		if got := writer.names.orphans.len; got != n/2 {
			t.Errorf("%d contents in all: %d are orphaned, want %d", n, got, n/2)
		}
		must(t, writer.Put(a.ID, Entry{Name: "again", Content: 1}, Entry{Name: "twice", Content: 1}))
		root, err := writer.Directory("/")
		must(t, err)
		must(t, writer.Remove(root.ID, "b"))
		if got := writer.names.orphans.len; got != n-1 {
			t.Errorf("%d contents in all: %d are orphaned, want %d", n, got, n-1)
		}
		must(t, writer.Remove(root.ID, "a"))
		if got := writer.names.orphans.len; got != n {
			t.Errorf("%d contents in all: %d are orphaned at the end", n, got)
		}
		must(t, writer.Commit())
		mustCheck(t, ix)
		must(t, ix.Close())
	}
}

// newTree returns a tree as Trees returns it.
func newTree(path string, device, fsid uint64, scanned int64) Tree {
	return Tree{Path: path, Device: device, FSID: fsid, Scanned: scanned, Selection: "s" + path[:2], Generated: int64(device)}
}

// TestTrees checks that trees are committed, and forgotten with the path or a folder
// above it.
func TestTrees(t *testing.T) {
	w := newWorld(t, 1)
	ix := w.open(Options{Write: true, Create: true})
	writer, err := ix.NewWriter()
	must(t, err)
	writer.Scanned(newTree("/b\xff", 2, 1<<63+9, 5), newTree("/a/b", 1, 0, 4), newTree("/a/b/c", 3, 0, 6), newTree("/ab", 7, 9, 8))
	must(t, writer.Commit())
	writer.Scanned(newTree("/ab", 7, 9, 9)) // only a later time: not committed
	must(t, writer.Commit())
	must(t, ix.Close())
	list := func() string {
		t.Helper()
		ix := w.open(Options{})
		defer ix.Close()
		mustCheck(t, ix)
		return fmt.Sprintf("%+v", ix.Trees())
	}
	if got, want := list(), fmt.Sprintf("%+v", []Tree{newTree("/a/b", 1, 0, 4), newTree("/a/b/c", 3, 0, 6), newTree("/ab", 7, 9, 8), newTree("/b\xff", 2, 1<<63+9, 5)}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ix = w.open(Options{Write: true})
	writer, err = ix.NewWriter()
	must(t, err)
	_, err = writer.Forget(t.Context(), "/a/b")
	must(t, err)
	must(t, writer.Commit())
	must(t, ix.Close())
	if got, want := list(), fmt.Sprintf("%+v", []Tree{newTree("/ab", 7, 9, 8), newTree("/b\xff", 2, 1<<63+9, 5)}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestFindInodeByTurns alternates lookups in two large directories. Each must be sorted
// only once, and beyond the limit only cached directories are searched.
func TestFindInodeByTurns(t *testing.T) {
	w := newWorld(t, 1)
	w.grow(1)
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	writer, err := ix.NewWriter()
	must(t, err)
	const n = 50_000
	w.put(writer, "/kept", 0)
	put := func(d uint64, files int) {
		has, err := writer.Directory(fmt.Sprint("/d", d))
		must(t, err)
		entries := make([]Entry, files)
		for i := range entries {
			entries[i] = Entry{Name: fmt.Sprintf("f%06d", i), Content: 1, Stat: Stat{Size: 1, MTime: int64(i), Inode: 10*uint64(i) + d, Device: 5}}
		}
		must(t, writer.Put(has.ID, entries...))
	}
	put(1, n)
	put(2, n)
	put(3, 10)
	must(t, writer.Commit())
	must(t, writer.Merge(context.Background()))
	find := func(d uint64, i int, want int) {
		t.Helper()
		found, err := writer.FindInode(5, 10*uint64(i)+d)
		if err != nil || len(found) != want || want == 1 && found[0].MTime != int64(i) {
			t.Fatalf("file %d of directory %d: %v, %v", i, d, found, err)
		}
	}
	for i := range n {
		find(1, i, 1)
		find(2, i, 1)
	}
	if got := writer.inodes.decoded; got != 2*n {
		t.Errorf("%d entries sorted for two directories of %d", got, n)
	}
	writer.inodes.decoded = leastDecoded + 1
	find(3, 5, 0)
	find(2, 5, 1)
	mustCheck(t, ix)
}

// TestRecentInodesAreBounded checks that the least recently used directory is evicted
// first, and that one directory is kept even if it is too large.
func TestRecentInodesAreBounded(t *testing.T) {
	n := inodes{had: true}
	files := make([]knownInode, maxRecent/4)
	for dir := DirID(1); dir <= 4; dir++ {
		n.remember(dir, files)
	}
	n.order.MoveToFront(n.recent[1])
	n.remember(5, files[1:])
	n.remember(6, files[:1])
	kept := func() string { return fmt.Sprint(slices.Sorted(maps.Keys(n.recent)), n.order.Len(), n.cached) }
	if got, want := kept(), fmt.Sprint([]DirID{1, 3, 4, 5, 6}, 5, maxRecent); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	n.remember(7, make([]knownInode, maxRecent+1))
	if got, want := kept(), fmt.Sprint([]DirID{7}, 1, maxRecent+1); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// TestScanTook checks that a scan has a duration, that a scan which resumes it adds to it,
// and that trees know their first scan.
func TestScanTook(t *testing.T) {
	w := newWorld(t, 1)
	began := time.Now()
	first := time.Duration(0)
	for round := range 3 {
		ix := w.open(Options{Write: true, Create: true})
		writer, err := ix.NewWriter()
		must(t, err)
		must(t, writer.BeginScan(time.Unix(1000, 0)))
		writer.Scanned(newTree("/a", 1, 0, 1), newTree([]string{"/b", "/c", "/d"}[round], 1, 0, 1))
		time.Sleep(5 * time.Millisecond)
		if round == 0 {
			must(t, writer.Commit()) // interrupted
		} else {
			must(t, writer.EndScan(time.Unix(1000, 0)))
		}
		must(t, ix.Close())
		scans := ix.Scans()
		took := scans[len(scans)-1].Took
		if took < 5*time.Millisecond || took > time.Since(began) {
			t.Errorf("round %d took %v", round, took)
		}
		switch {
		case round == 0:
			first = took
		case round == 1 && took < first+5*time.Millisecond:
			t.Errorf("a resumed scan took %v, its first part %v", took, first)
		case round == 2:
			var firsts []ScanID
			for _, tree := range ix.Trees() {
				firsts = append(firsts, tree.First)
			}
			if !slices.Equal(firsts, []ScanID{1, 1, 1, 2}) {
				t.Errorf("the first scans of the trees are %d", firsts)
			}
		}
	}
}

package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// EachFile calls use for every file of the index, in no order. The entry is valid
// during the call.
func (ix *Index) EachFile(ctx context.Context, use func(path FilePath, e *DirEntry) error) error {
	return ix.EachEntry(ctx, func(path FilePath, e *DirEntry) error {
		if e.SetAside {
			return nil
		}
		return use(path, e)
	})
}

// EachEntry is EachFile with the files that are set aside.
func (ix *Index) EachEntry(ctx context.Context, use func(path FilePath, e *DirEntry) error) error {
	return ix.EachFolder(ctx, func(*DirPath, Coverage) error { return nil }, use)
}

// EachFolder is EachEntry, and calls folder for every folder of the index before its files.
func (ix *Index) EachFolder(ctx context.Context, folder func(path *DirPath, c Coverage) error, use func(path FilePath, e *DirEntry) error) error {
	known := &dirPaths{}
	return ix.eachDirectory(func(d *directory) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		path, err := ix.pathOf(d, known)
		if errors.Is(err, errGone) {
			return nil // a parent is gone, so the directory is too
		}
		if err != nil {
			return err
		}
		if err := folder(path, d.coverage); err != nil {
			return err
		}
		return ix.eachEntryOf(d, path, use)
	})
}

// eachEntryOf calls use for every file of a directory.
func (ix *Index) eachEntryOf(d *directory, path *DirPath, use func(path FilePath, e *DirEntry) error) error {
	for i := range d.entries {
		e := &d.entries[i]
		if e.dir != 0 || e.SetAside && e.Content == 0 {
			continue
		}
		if e.Content == 0 || e.Content >= ix.root.NextContent {
			return ix.Damaged("%q has content %d, which does not exist", FilePath{path, e.Name}.String(), e.Content)
		}
		if err := use(FilePath{path, e.Name}, e); err != nil {
			return err
		}
	}
	return nil
}

// NamedFile is a path of a content, with the metadata of the file at the last scan.
type NamedFile struct {
	Path     string
	Stat     Stat
	SetAside bool
}

// PathsOf returns the paths of contents in bytewise order, and leaves out contents without
// any. It returns files that are set aside only for contents that are not live. It reads
// each directory with any of them once.
func (ix *Index) PathsOf(ctx context.Context, ids []ContentID) (map[ContentID][]NamedFile, error) {
	names := map[ContentID][]NamedFile{}
	err := ix.EachNamed(ctx, ids, func(path FilePath, e *DirEntry) error {
		names[e.Content] = append(names[e.Content], NamedFile{path.String(), e.Stat, e.SetAside})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for id, paths := range names {
		sort.Slice(paths, func(i, j int) bool {
			a, b := &paths[i], &paths[j]
			if a.SetAside == b.SetAside {
				return a.Path < b.Path
			}
			return b.SetAside
		})
		if i := slices.IndexFunc(paths, func(f NamedFile) bool { return f.SetAside }); i > 0 {
			names[id] = paths[:i]
		}
	}
	return names, nil
}

// EachNamed calls use for every file that has one of the contents, those that are set aside
// included, in no order. It reads each directory with any of them once. The entry is valid during
// the call.
func (ix *Index) EachNamed(ctx context.Context, ids []ContentID, use func(path FilePath, e *DirEntry) error) error {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	dirs, err := ix.dirsOf(ids)
	if err != nil {
		return err
	}
	known := &dirPaths{}
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := ix.directory(dir)
		if err != nil {
			return err
		}
		if d == nil {
			continue // a place may be stale
		}
		above, err := ix.pathOf(d, known)
		if errors.Is(err, errGone) {
			err = ix.Damaged("directory %d (%q) is in a directory that does not exist", d.id, d.name)
		}
		if err != nil {
			return err
		}
		for i := range d.entries {
			e := &d.entries[i]
			if _, wanted := slices.BinarySearch(ids, e.Content); !wanted || e.dir != 0 {
				continue
			}
			if err := use(FilePath{above, e.Name}, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// placesOf appends the directories in which the index has seen a content.
func (ix *Index) placesOf(id ContentID, dirs []DirID) ([]DirID, error) {
	var ps []place
	for _, s := range ix.segments {
		t := s.table(kindPlaces)
		block, err := t.find(rowKey{uint64(id), 0})
		if err != nil {
			return dirs, err
		}
		for block = max(block, 0); block < len(t.blocks); block++ {
			if t.blocks[block].first.id > uint64(id) {
				break
			}
			if err := t.places(block, &ps); err != nil {
				return dirs, err
			}
			for _, p := range ps {
				if p.content == id {
					dirs = append(dirs, p.dir)
				}
			}
		}
	}
	return dirs, nil
}

// dirsOf returns the directories in which the index has seen any of the contents, which
// are in ascending order. It reads each block of places at most once.
func (ix *Index) dirsOf(ids []ContentID) ([]DirID, error) {
	var dirs []DirID
	var ps []place
	for _, s := range ix.segments {
		t := s.table(kindPlaces)
		if err := t.load(); err != nil {
			return nil, err
		}
		rest := ids
		for i := 0; i < len(t.blocks); i++ {
			for len(rest) > 0 && uint64(rest[0]) < t.blocks[i].first.id {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				break
			}
			i += max(0, countBefore(t.blocks[i:], uint64(rest[0]))-1) // the last that begins before the content
			if err := t.places(i, &ps); err != nil {
				return nil, err
			}
			at := 0
			for _, p := range ps {
				for at < len(rest) && rest[at] < p.content {
					at++
				}
				if at < len(rest) && rest[at] == p.content {
					dirs = append(dirs, p.dir)
				}
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// Entry returns the entry of the file at a clean absolute path, which may be set aside;
// ok is false if the index has none. Cost: the directories on the way are read that the path does
// not share with the one that was asked for before, and the last one unless it is cached.
func (ix *Index) Entry(path string) (file Entry, ok bool, err error) {
	path, ok = ix.inside(path)
	if !ok {
		return Entry{}, false, nil
	}
	if path[0] != '/' {
		return Entry{}, false, fmt.Errorf("%q is not an absolute path", path)
	}
	dir, name := splitPath(path)
	d, err := ix.directoryAt(dir)
	if err != nil || d == nil {
		return Entry{}, false, err
	}
	e, found := findEntry(d.entries, name)
	return e.Entry, found && e.Content != 0, nil
}

// Holds reports whether the index has a file or folder at a clean absolute path.
func (ix *Index) Holds(path string) (bool, error) {
	if _, ok, err := ix.Entry(path); ok || err != nil {
		return ok, err
	}
	path, ok := ix.inside(path)
	if !ok {
		return false, nil
	}
	d, err := ix.directoryAt(path)
	return d != nil, err
}

// foundEntries is the number of entries up to which directories are cached: some 4 MiB.
const foundEntries = 16 << 10

// foundDirectories caches directories, so that a look-up in one of a few thousand directories
// does not read it, and the way to the last one. It is safe for concurrent use.
type foundDirectories struct {
	mu      sync.Mutex
	way     pathCursor
	byID    map[DirID]*directory
	entries int
}

// add keeps a directory, even if it alone has more than foundEntries.
func (f *foundDirectories) add(d *directory) {
	n := len(d.entries) + 1
	if f.byID == nil || f.entries+n > foundEntries {
		f.byID, f.entries = make(map[DirID]*directory), 0
	}
	f.byID[d.id] = d
	f.entries += n
}

func (f *foundDirectories) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.byID, f.entries = nil, 0
	f.way.reset()
}

// directoryAt returns the directory at a clean path below "/", nil if the index has none
// there.
func (ix *Index) directoryAt(path string) (*directory, error) {
	f := &ix.found
	f.mu.Lock()
	defer f.mu.Unlock()
	read := func(id DirID) (*directory, error) {
		if d := f.byID[id]; d != nil {
			return d, nil
		}
		d, err := ix.directory(id)
		if err == nil && d != nil {
			f.add(d)
		}
		return d, err
	}
	id, rest := f.way.seek(path)
	for rest != "" {
		d, err := read(id)
		if err != nil || d == nil {
			return nil, err
		}
		name, _, _ := strings.Cut(rest, "/")
		e, ok := findEntry(d.entries, name)
		if !ok || e.dir == 0 {
			return nil, nil
		}
		id, rest = e.dir, f.way.enter(e.dir, rest)
	}
	return read(id)
}

func searchEntries(entries []DirEntry, name string) (int, bool) {
	return slices.BinarySearchFunc(entries, name, func(e DirEntry, name string) int {
		return strings.Compare(e.Name, name)
	})
}

func findEntry(entries []DirEntry, name string) (DirEntry, bool) {
	i, ok := searchEntries(entries, name)
	if !ok {
		return DirEntry{}, false
	}
	return entries[i], true
}

// EachEntryInOrder is EachEntry in bytewise order of path. Memory: the directories above the
// entry. Cost: that of EachEntry and a look-up for each directory.
func (ix *Index) EachEntryInOrder(ctx context.Context, use func(path FilePath, e *DirEntry) error) error {
	w := entryWalk{ix: ix, use: use}
	if err := w.enter(rootDir, NewDirPath(nil, ix.root.top())); err != nil {
		return err
	}
	for len(w.open) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.next(); err != nil {
			return err
		}
	}
	return nil
}

// entryWalk is the state of EachEntryInOrder.
type entryWalk struct {
	ix   *Index
	use  func(path FilePath, e *DirEntry) error
	seen numberSet[DirID]
	open []openEntries // from the outermost directory down
}

// openEntries are the entries of an open directory that are still to come.
type openEntries struct {
	rest []DirEntry
	path *DirPath
}

// enter opens a directory of the last one. As part of a path the name of a directory ends in a
// slash, which comes after "." and "-".
func (w *entryWalk) enter(id DirID, path *DirPath) error {
	d, err := w.ix.directory(id)
	if err != nil || d == nil && id == rootDir {
		return err
	}
	if d == nil || w.seen.has(id) {
		return w.ix.Damaged("directory %d (%q) does not exist, or is in two directories", id, path)
	}
	w.seen.add(id)
	sort.Slice(d.entries, func(i, j int) bool {
		a, b := &d.entries[i], &d.entries[j]
		if n := commonPrefix(a.Name, b.Name); n == len(a.Name) || n == len(b.Name) {
			return a.walked() < b.walked()
		}
		return a.Name < b.Name
	})
	w.open = append(w.open, openEntries{d.entries, path})
	return nil
}

// next calls use for the files of the last directory up to its next subdirectory, and enters
// that. It leaves a directory without more entries.
func (w *entryWalk) next() error {
	last := &w.open[len(w.open)-1]
	for len(last.rest) > 0 {
		e := &last.rest[0]
		last.rest = last.rest[1:]
		if e.dir != 0 {
			return w.enter(e.dir, NewDirPath(last.path, e.Name))
		}
		if e.SetAside && e.Content == 0 {
			continue
		}
		path := FilePath{last.path, e.Name}
		if e.Content == 0 || e.Content >= w.ix.root.NextContent {
			return w.ix.Damaged("%q has content %d, which does not exist", path, e.Content)
		}
		if err := w.use(path, e); err != nil {
			return err
		}
	}
	w.open = w.open[:len(w.open)-1]
	return nil
}

// walked returns the name as it begins the paths below.
func (e *DirEntry) walked() string {
	if e.dir != 0 {
		return e.Name + "/"
	}
	return e.Name
}

package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// FilePath is the path of a file. Many files share the directory, so the path is built
// only by String.
type FilePath struct {
	Dir  string
	Name string
}

func (f FilePath) String() string { return joinPath(f.Dir, f.Name) }

// Compare orders paths bytewise, without building them.
func (f FilePath) Compare(g FilePath) int {
	if f.Dir == g.Dir {
		return strings.Compare(f.Name, g.Name)
	}
	if n := commonPrefix(f.Dir, g.Dir); n < len(f.Dir) && n < len(g.Dir) {
		return cmp.Compare(f.Dir[n], g.Dir[n])
	}
	return strings.Compare(f.String(), g.String())
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

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
	return ix.EachFolder(ctx, func(string, Coverage) error { return nil }, use)
}

// EachFolder is EachEntry, and calls folder for every folder of the index before its files.
func (ix *Index) EachFolder(ctx context.Context, folder func(path string, c Coverage) error, use func(path FilePath, e *DirEntry) error) error {
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
		for i := range d.entries {
			e := &d.entries[i]
			if e.dir != 0 || e.SetAside && e.Content == 0 {
				continue
			}
			if e.Content == 0 || e.Content >= ix.root.NextContent {
				return ix.Damaged("%q has content %d, which does not exist", joinPath(path, e.Name), e.Content)
			}
			if err := use(FilePath{path, e.Name}, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// InTrees reports whether a clean absolute path is one of the trees or is in one. Without
// trees it returns true.
func InTrees(path string, trees []string) bool {
	for _, t := range trees {
		if t == "/" || path == t || strings.HasPrefix(path, t) && path[len(t)] == '/' {
			return true
		}
	}
	return len(trees) == 0
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
	ids = slices.Clone(ids)
	slices.Sort(ids)
	dirs, err := ix.dirsOf(ids)
	if err != nil {
		return nil, err
	}
	names := map[ContentID][]NamedFile{}
	known := &dirPaths{}
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := ix.directory(dir)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue // a place may be stale
		}
		above, err := ix.pathOf(d, known)
		if errors.Is(err, errGone) {
			err = ix.Damaged("directory %d (%q) is in a directory that does not exist", d.id, d.name)
		}
		if err != nil {
			return nil, err
		}
		for _, e := range d.entries {
			if e.dir != 0 {
				continue
			}
			if _, wanted := slices.BinarySearch(ids, e.Content); !wanted {
				continue
			}
			names[e.Content] = append(names[e.Content], NamedFile{joinPath(above, e.Name), e.Stat, e.SetAside})
		}
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
// ok is false if the index has none. Cost: the directories above it are read, except the
// one asked for last, which is cached.
func (ix *Index) Entry(path string) (file Entry, ok bool, err error) {
	path, ok = ix.inside(path)
	if !ok {
		return Entry{}, false, nil
	}
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return Entry{}, false, fmt.Errorf("%q is not an absolute path", path)
	}
	d, err := ix.directoryAt(path[:max(slash, 1)])
	if err != nil || d == nil {
		return Entry{}, false, err
	}
	e, found := findEntry(d.entries, path[slash+1:])
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

// foundDirectories caches directories by path, so that a look-up in one of a few thousand
// directories reads neither it nor the directories above it. It is safe for concurrent use.
type foundDirectories struct {
	mu      sync.Mutex
	byPath  map[string]*directory
	entries int
}

func (f *foundDirectories) get(path string) *directory {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.byPath[path]
}

// add keeps a directory, even if it alone has more than foundEntries.
func (f *foundDirectories) add(path string, d *directory) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byPath[path] != nil {
		return
	}
	n := len(d.entries) + 1
	if f.byPath == nil || f.entries+n > foundEntries {
		f.byPath, f.entries = make(map[string]*directory), 0
	}
	f.byPath[path] = d
	f.entries += n
}

func (f *foundDirectories) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.byPath, f.entries = nil, 0
}

// directoryAt returns the directory at a clean path below "/", nil if the index has none
// there.
func (ix *Index) directoryAt(path string) (*directory, error) {
	if d := ix.found.get(path); d != nil {
		return d, nil
	}
	id := DirID(rootDir)
	if slash := strings.LastIndexByte(path, '/'); path != "/" {
		d, err := ix.directoryAt(path[:max(slash, 1)])
		if err != nil || d == nil {
			return nil, err
		}
		e, ok := findEntry(d.entries, path[slash+1:])
		if !ok || e.dir == 0 {
			return nil, nil
		}
		id = e.dir
	}
	d, err := ix.directory(id)
	if err == nil && d != nil {
		ix.found.add(path, d)
	}
	return d, err
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

// EachEntryInOrder is EachEntry in bytewise order of path. Paths always begin with a slash, also
// before a volume of Windows. Memory: the directories above the
// entry. Cost: that of EachEntry and a look-up for each directory.
func (ix *Index) EachEntryInOrder(ctx context.Context, use func(path string, e *DirEntry) error) error {
	w := entryWalk{ctx: ctx, ix: ix, use: use}
	return w.directory(rootDir, "/")
}

type entryWalk struct {
	ctx  context.Context
	ix   *Index
	use  func(path string, e *DirEntry) error
	seen numberSet[DirID]
}

// directory walks a directory. As part of a path the name of a subdirectory ends in a slash,
// which comes after "." and "-".
func (w *entryWalk) directory(id DirID, path string) error {
	d, err := w.ix.directory(id)
	if err == nil {
		err = w.ctx.Err()
	}
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
	for i := range d.entries {
		e := &d.entries[i]
		if e.dir != 0 {
			err = w.directory(e.dir, joinPath(path, e.Name))
		} else if !e.SetAside || e.Content != 0 {
			if e.Content == 0 || e.Content >= w.ix.root.NextContent {
				return w.ix.Damaged("%q has content %d, which does not exist", joinPath(path, e.Name), e.Content)
			}
			err = w.use(joinPath(path, e.Name), e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// walked returns the name as it begins the paths below.
func (e *DirEntry) walked() string {
	if e.dir != 0 {
		return e.Name + "/"
	}
	return e.Name
}

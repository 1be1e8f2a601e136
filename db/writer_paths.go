package db

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// Listing is a directory in the index.
type Listing struct {
	ID      DirID
	Files   []Entry     // in bytewise order of name
	Folders []Subfolder // likewise
	// Coverage is what Cover set, if the names in the directory have not changed since.
	Coverage Coverage
}

// Subfolder is a directory in a directory.
type Subfolder struct {
	Name string
	ID   DirID
}

// Directory returns the directory at a clean absolute path. It creates any
// directories that are missing, and may commit.
func (w *Writer) Directory(path string) (Listing, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return Listing{}, err
	}
	path, ok := w.ix.inside(path)
	if !ok {
		return Listing{}, fmt.Errorf("%q has no host or volume", path)
	}
	id, err := w.resolve(path)
	if err != nil {
		return Listing{}, err
	}
	return w.list(id)
}

// Subdirectory returns the directory of a name in another directory. It creates it if it is
// missing, and may commit. id is its number if a listing of the other directory had it, else 0.
// Cost: independent of the depth, unlike that of Directory.
func (w *Writer) Subdirectory(parent DirID, name string, id DirID) (Listing, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return Listing{}, err
	}
	if id == 0 {
		var err error
		if id, err = w.makeDirectory(parent, name); err != nil {
			return Listing{}, err
		}
	}
	return w.list(id)
}

// list returns the listing of a directory.
func (w *Writer) list(id DirID) (Listing, error) {
	if w.tree.full() {
		if err := w.commit(); err != nil {
			return Listing{}, err
		}
	}
	l := Listing{ID: id}
	var err error
	l.Coverage, err = w.tree.eachEntry(id, func(e *DirEntry) {
		if e.dir == 0 {
			l.Files = append(l.Files, e.Entry)
		} else {
			l.Folders = append(l.Folders, Subfolder{e.Name, e.dir})
		}
	})
	return l, err
}

// resolve returns the id of a directory and creates it if necessary.
func (w *Writer) resolve(path string) (DirID, error) {
	if path[0] != '/' {
		return 0, fmt.Errorf("%q is not an absolute path", path)
	}
	if w.root.NextDir == rootDir {
		w.root.NextDir++
		w.tree.make(rootDir, rootDir, "")
	}
	id, rest := w.tree.way.seek(path)
	for rest != "" {
		name, _, _ := strings.Cut(rest, "/")
		below, err := w.makeDirectory(id, name)
		if err != nil {
			return 0, err
		}
		id, rest = below, w.tree.way.enter(below, rest)
	}
	return id, nil
}

// makeDirectory returns the id of a directory in another one and creates it if necessary.
func (w *Writer) makeDirectory(parent DirID, name string) (DirID, error) {
	d, err := w.tree.state(parent)
	if err != nil {
		return 0, err
	}
	e, known := d.entry(name)
	if known && e.dir != 0 {
		return e.dir, nil
	}
	d.dirty = true // first, so that the state is kept
	if known {     // was a file
		if err := w.drop(context.Background(), parent, e); err != nil {
			return 0, err
		}
	}
	if w.root.NextDir == math.MaxUint32 {
		return 0, ErrNoNumbers
	}
	e = DirEntry{Entry: Entry{Name: strings.Clone(name)}, dir: w.root.NextDir}
	w.root.NextDir++
	d.put(e)
	w.uncover(d)
	w.tree.make(e.dir, parent, e.Name)
	return e.dir, nil
}

// uncover drops the coverage of a directory whose entries change, and marks it as changed. A
// writer that is killed now leaves a directory of which nobody knows what it lacks.
func (w *Writer) uncover(d *dirState) {
	w.tree.waitWhole(d)
	d.coverage, d.dirty = Coverage{}, true
	if w.scanning {
		w.uncovered.add(d.id)
	}
}

// Cover records what a scan left out of a directory, once the writer has everything else in it.
// was is the coverage in the Listing. If nothing has changed, it costs no look-up.
func (w *Writer) Cover(dir DirID, was, now Coverage) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Equal(was) && !w.uncovered.has(dir) {
		return nil
	}
	for _, l := range now.LeftOut {
		if err := l.check(); err != nil {
			return err
		}
	}
	d, err := w.tree.state(dir)
	if err != nil || d.gone || now.Equal(d.coverage) {
		return err
	}
	w.tree.waitWhole(d)
	d.coverage, d.dirty = now, true
	return w.commitIfFull()
}

// CoverBelow records the same of all directories at a clean absolute path and below it, if
// there are any: nobody could look there. It leaves out those at other paths, relative to it, and below
// them.
func (w *Writer) CoverBelow(path string, now Coverage, except ...string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	path, ok := w.ix.inside(path)
	if !ok {
		return nil
	}
	id, err := w.lookUp(path)
	if err != nil || id == 0 {
		return err
	}
	var others numberSet[DirID]
	for _, name := range except {
		other, err := w.lookUp(joinPath(path, name))
		if err != nil {
			return err
		}
		others.add(other)
	}
	return w.coverBelow(id, now, &others)
}

// Uncover drops the coverage of the directory at a clean absolute path, if there is one.
func (w *Writer) Uncover(path string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	path, ok := w.ix.inside(path)
	if !ok {
		return nil
	}
	id, err := w.lookUp(path)
	if err != nil || id == 0 {
		return err
	}
	return w.uncoverID(id)
}

// UncoverID drops the coverage of a directory.
func (w *Writer) UncoverID(id DirID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.uncoverID(id)
}

func (w *Writer) uncoverID(id DirID) error {
	d, err := w.tree.state(id)
	if err == nil && d.coverage.Known {
		w.uncover(d)
	}
	return err
}

func (w *Writer) coverBelow(id DirID, now Coverage, except *numberSet[DirID]) error {
	var seen numberSet[DirID]
	for below := []DirID{id}; len(below) > 0; {
		id, below = below[len(below)-1], below[:len(below)-1]
		if seen.has(id) {
			return w.ix.Damaged("directory %d is inside itself or in two places", id)
		}
		seen.add(id)
		d, err := w.tree.state(id)
		if err != nil {
			return err
		}
		if !now.Equal(d.coverage) {
			w.tree.waitWhole(d)
			d.coverage, d.dirty = now, true
			if w.scanning { // a Listing has another
				w.uncovered.add(id)
			}
		}
		for _, e := range d.sorted() {
			if e.dir != 0 && !except.has(e.dir) {
				below = append(below, e.dir)
			}
		}
		if err := w.commitIfFull(); err != nil {
			return err
		}
	}
	return nil
}

// EachBelow calls use for every file at a clean absolute path or below it, in no
// particular order. It stops at the first error.
func (w *Writer) EachBelow(path string, use func(e Entry) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	path, ok := w.ix.inside(path)
	if !ok {
		return nil
	}
	id, err := w.lookUp(path)
	if err != nil {
		return err
	}
	if id != 0 {
		return w.eachIn(id, use)
	}
	dir, name := splitPath(path)
	if id, err = w.lookUp(dir); err != nil || id == 0 {
		return err
	}
	d, err := w.tree.state(id)
	if err != nil {
		return err
	}
	if e, known := d.entry(name); known && e.isFile() {
		return use(e.Entry)
	}
	return nil
}

// EachIn calls use for every file below a directory, in no particular order. It stops at the
// first error.
func (w *Writer) EachIn(id DirID, use func(e Entry) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.eachIn(id, use)
}

func (w *Writer) eachIn(id DirID, use func(e Entry) error) error {
	seen := &numberSet[DirID]{}
	for todo := []DirID{id}; len(todo) > 0; {
		id, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if seen.has(id) {
			return w.ix.Damaged("directory %d is inside itself or in two places", id)
		}
		seen.add(id)
		entries, err := w.tree.entries(id)
		if err != nil {
			return err
		}
		for i := range entries {
			switch e := &entries[i]; {
			case e.dir != 0:
				todo = append(todo, e.dir)
			case e.isFile():
				if err := use(e.Entry); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Forget drops the file or tree at a clean absolute path and returns how many files it
// dropped. If ctx is cancelled, some files are dropped, and the error is that of ctx.
func (w *Writer) Forget(ctx context.Context, path string) (files int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before, tree := w.root.Files, path
	path, ok := w.ix.inside(path)
	if !ok {
		w.forgetTrees(tree)
		return 0, nil
	}
	dir, name := splitPath(path)
	id, err := w.lookUp(dir)
	if err != nil {
		return 0, err
	}
	if id == 0 {
		w.forgetTrees(tree)
		return 0, nil
	}
	names := []string{name}
	if name == "" {
		entries, err := w.tree.entries(id)
		if err != nil {
			return 0, err
		}
		names = names[:0]
		for _, e := range entries {
			names = append(names, e.Name)
		}
	}
	if err = w.remove(ctx, id, names); err == nil {
		w.forgetTrees(tree)
	}
	return before - w.root.Files, err
}

// lookUp returns the id of a directory, or 0 if it is not in the index.
func (w *Writer) lookUp(path string) (DirID, error) {
	if w.root.NextDir == rootDir {
		return 0, nil
	}
	id, rest := w.tree.way.seek(path)
	for rest != "" {
		d, err := w.tree.state(id)
		if err != nil {
			return 0, err
		}
		name, _, _ := strings.Cut(rest, "/")
		e, _ := d.entry(name)
		if e.dir == 0 {
			return 0, nil
		}
		id, rest = e.dir, w.tree.way.enter(e.dir, rest)
	}
	return id, nil
}

// pathOf returns the path of a directory, committed or not. A directory's path never
// changes.
func (w *Writer) pathOf(id DirID) (*DirPath, error) {
	return w.ix.pathBy(id, &w.goneDirs, func(id DirID) (*directory, error) {
		d, err := w.tree.state(id)
		if err != nil {
			return nil, err
		}
		return &directory{id: id, parent: d.parent, name: d.name}, nil
	})
}

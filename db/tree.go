package db

import (
	"runtime"
	"slices"
	"sort"

	"alike/db/inorder"
)

// maxEntries bounds the directory entries that wait for a commit, at some entrySize bytes each.
// One with a longer name counts as several.
const (
	maxEntries = 100_000
	entrySize  = 300
)

func inEntries(name string) float64 { return max(1, float64(len(name))/entrySize) }

// tree is the writer's view of the directories: the index with uncommitted changes on top.
type tree struct {
	ix     *Index
	way    pathCursor // to the path looked up last
	states map[DirID]*dirState
	read   []DirID // of states, those read since forgetClean; some have changed meanwhile
	limit  int     // maxEntries, less in tests

	// waiting is how much of limit the entries put since the last commit use up. A commit
	// writes a changed directory whole, so the entries of one with more than limit entries
	// count for less: it is written again when it has doubled, not 50 times on the way to
	// 5 million.
	waiting float64
	large   bool // such a directory has changed
}

// dirState is a directory that has changed or was looked up.
type dirState struct {
	id, parent DirID
	name       string
	written    int // entries in the index
	coverage   Coverage
	merged     []DirEntry          // in bytewise order of name; never changed in place
	few        []change            // changes to merged, while they are few
	changes    map[string]DirEntry // changes to merged, by name; a removed entry is the zero value
	dirty      bool                // differs from the index
	gone       bool
}

// change is the entry that a directory has under a name now, the zero value if it has none.
type change struct {
	name  string
	entry DirEntry
}

// maxFew is how many changes of a directory are kept in a list. A map takes a kilobyte, and most
// directories of a deep tree have one entry.
const maxFew = 8

// entry returns the entry with the name.
func (d *dirState) entry(name string) (e DirEntry, ok bool) {
	if e, ok = d.changes[name]; ok {
		return e, e.Name != ""
	}
	for i := range d.few {
		if d.few[i].name == name {
			return d.few[i].entry, d.few[i].entry.Name != ""
		}
	}
	return findEntry(d.merged, name)
}

func (d *dirState) put(e DirEntry) { d.change(e.Name, e) }

func (d *dirState) remove(name string) { d.change(name, DirEntry{}) }

// change merges the changes when they are a share of the directory, so its entries are
// copied a constant number of times.
func (d *dirState) change(name string, e DirEntry) {
	d.dirty = true
	if d.changes == nil {
		i := slices.IndexFunc(d.few, func(c change) bool { return c.name == name })
		switch {
		case i >= 0:
			d.few[i].entry = e
			return
		case len(d.few) < maxFew:
			d.few = append(d.few, change{name, e})
			return
		}
		d.changes = make(map[string]DirEntry, 2*maxFew)
		for i := range d.few {
			d.changes[d.few[i].name] = d.few[i].entry
		}
		d.few = nil
	}
	d.changes[name] = e
	if len(d.changes) >= max(1024, len(d.merged)/4) {
		d.sorted()
	}
}

// sorted returns the entries in bytewise order of name. The caller must not change them.
func (d *dirState) sorted() []DirEntry {
	if len(d.changes)+len(d.few) == 0 {
		return d.merged
	}
	all := d.few
	for name, e := range d.changes {
		all = append(all, change{name, e})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
	rest := d.merged
	d.merged = make([]DirEntry, 0, len(rest)+len(all))
	for _, c := range all {
		i, found := searchEntries(rest, c.name)
		d.merged = append(d.merged, rest[:i]...)
		if found {
			i++
		}
		rest = rest[i:]
		if c.entry.Name != "" {
			d.merged = append(d.merged, c.entry)
		}
	}
	d.merged = append(d.merged, rest...)
	d.few, d.changes = nil, nil
	return d.merged
}

func (t *tree) init(ix *Index) {
	*t = tree{ix: ix, states: map[DirID]*dirState{}, limit: maxEntries}
}

// make makes a directory. It waits for a commit like an entry.
func (t *tree) make(id, parent DirID, name string) {
	t.states[id] = &dirState{id: id, parent: parent, name: name, dirty: true}
	t.waiting += inEntries(name)
}

// maxStates is how many directories are kept for look-ups alone.
const maxStates = 4096

func (t *tree) state(id DirID) (*dirState, error) {
	if d, ok := t.states[id]; ok {
		return d, nil
	}
	d, err := t.ix.directory(id)
	if err != nil {
		return nil, err
	}
	s := &dirState{id: id, parent: id, gone: d == nil}
	if d != nil {
		s.parent, s.name, s.coverage, s.merged, s.written = d.parent, d.name, d.coverage, d.entries, len(d.entries)
	}
	if len(t.read) >= maxStates {
		t.forgetClean()
	}
	t.states[id], t.read = s, append(t.read, id)
	return s, nil
}

// forgetClean forgets what was only looked up. It does not go through the changed directories,
// which may be millions.
func (t *tree) forgetClean() {
	for _, id := range t.read {
		if s := t.states[id]; s != nil && !s.dirty {
			delete(t.states, id)
		}
	}
	t.read = t.read[:0]
}

// wait counts an entry that was put into a directory under a name.
func (t *tree) wait(d *dirState, name string) {
	t.waiting += inEntries(name) * min(1, float64(t.limit)/float64(d.written+1))
	t.large = t.large || d.written > t.limit
}

// waitWhole counts a directory that is about to change in something else than its entries, which
// a commit writes all the same, unless it waits already.
func (t *tree) waitWhole(d *dirState) {
	if !d.dirty {
		t.waiting += min(float64(d.written+1), float64(t.limit)/8)
	}
}

// full reports whether the entries that wait use up their memory.
func (t *tree) full() bool { return t.waiting >= float64(t.limit) }

// entries returns the entries of a directory in bytewise order of name. The caller must
// not change them.
func (t *tree) entries(id DirID) ([]DirEntry, error) {
	if s, ok := t.states[id]; ok {
		return s.sorted(), nil
	}
	d, err := t.ix.directory(id)
	if err != nil || d == nil {
		return nil, err
	}
	return d.entries, nil
}

// eachEntry calls use for the entries of a directory in bytewise order of name. Unlike
// entries it does not hold them all. It returns the coverage of the directory.
func (t *tree) eachEntry(id DirID, use func(e *DirEntry)) (Coverage, error) {
	each := func(d *directory) {
		for i := range d.entries {
			use(&d.entries[i])
		}
		d.entries = d.entries[:0]
	}
	if s, ok := t.states[id]; ok {
		each(&directory{entries: s.sorted()})
		return s.coverage, nil
	}
	d, err := t.ix.directoryInParts(id, each)
	if d == nil {
		return Coverage{}, err
	}
	return d.coverage, err
}

// changed reports whether any directory differs from the index.
func (t *tree) changed() bool {
	for _, s := range t.states {
		if s.dirty {
			return true
		}
	}
	return false
}

// write writes the changed directories in order of id. They are encoded on all cores.
func (t *tree) write(seg *segmentWriter) error {
	var dirty []*dirState
	for _, s := range t.states {
		if s.dirty {
			dirty = append(dirty, s)
		}
	}
	slices.SortFunc(dirty, func(a, b *dirState) int { return int(a.id) - int(b.id) })
	const piece = 16 // directories
	pieces := (len(dirty) + piece - 1) / piece
	workers := make([]dirRows, runtime.GOMAXPROCS(0))
	return inorder.Do(pieces, len(workers), func(worker, i int) (func() error, error) {
		rows := &workers[worker]
		err := rows.encode(dirty[i*piece : min((i+1)*piece, len(dirty))])
		return func() error { return rows.write(&seg.dirs) }, err
	})
}

// dirRows are encoded parts of directories that have not been written.
type dirRows struct {
	buf  []byte
	rows []dirRow
}

// dirRow is a row that ends at an offset of the buffer.
type dirRow struct {
	key rowKey
	end int
}

func (r *dirRows) encode(dirs []*dirState) error {
	r.buf, r.rows = r.buf[:0], r.rows[:0]
	for _, s := range dirs {
		d := directory{id: s.id, parent: s.parent, name: s.name, gone: s.gone, coverage: s.coverage, entries: s.sorted()}
		err := d.encodeParts(func(part int, payload []byte) error {
			r.buf = append(r.buf, payload...)
			r.rows = append(r.rows, dirRow{rowKey{uint64(s.id), uint32(part)}, len(r.buf)})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *dirRows) write(to *rowWriter) error {
	start := 0
	for _, row := range r.rows {
		if err := to.add(row.key, r.buf[start:row.end]); err != nil {
			return err
		}
		start = row.end
	}
	return nil
}

// committed drops all states after a commit: the index answers for them now.
func (t *tree) committed() {
	clear(t.states)
	t.read = t.read[:0]
	t.waiting, t.large = 0, false
}

// each calls use for every file with a content and its directory, uncommitted changes
// included.
func (t *tree) each(use func(dir DirID, e *DirEntry) error) error {
	files := func(dir DirID, entries []DirEntry) error {
		for i := range entries {
			if entries[i].Content != 0 {
				if err := use(dir, &entries[i]); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := t.ix.eachDirectory(func(d *directory) error {
		if _, ok := t.states[d.id]; ok {
			return nil
		}
		return files(d.id, d.entries)
	})
	if err != nil {
		return err
	}
	for id, s := range t.states {
		if err := files(id, s.sorted()); err != nil {
			return err
		}
	}
	return nil
}

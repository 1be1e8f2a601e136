package db

import (
	"maps"
	"slices"
	"strings"
)

// tree is the writer's view of the directories: the index with uncommitted changes on top.
type tree struct {
	ix      *Index
	ids     map[string]DirID // by path, for paths looked up
	states  map[DirID]*dirState
	waiting int // entries put since the last commit
}

// dirState is a directory that has changed or was looked up.
type dirState struct {
	id, parent DirID
	name       string
	entries    map[string]DirEntry
	dirty      bool // differs from the index
	gone       bool
}

func (d *dirState) put(e DirEntry) {
	d.entries[e.Name] = e
	d.dirty = true
}

// sorted returns the entries in bytewise order of name.
func (d *dirState) sorted() []DirEntry {
	entries := make([]DirEntry, 0, len(d.entries))
	for _, e := range d.entries {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b DirEntry) int { return strings.Compare(a.Name, b.Name) })
	return entries
}

func (t *tree) init(ix *Index) {
	t.ix, t.ids, t.states = ix, map[string]DirID{}, map[DirID]*dirState{}
}

func (t *tree) make(id, parent DirID, name string) {
	t.states[id] = &dirState{id: id, parent: parent, name: name, entries: map[string]DirEntry{}, dirty: true}
}

// Limits on the directories and paths that are kept for lookups alone.
const (
	maxStates = 4096
	maxPaths  = 64 << 10
)

// cacheID caches the id of the directory at a path.
func (t *tree) cacheID(path string, id DirID) {
	if len(t.ids) >= maxPaths {
		clear(t.ids)
	}
	t.ids[path] = id
}

func (t *tree) state(id DirID) (*dirState, error) {
	if d, ok := t.states[id]; ok {
		return d, nil
	}
	d, err := t.ix.directory(id)
	if err != nil {
		return nil, err
	}
	s := &dirState{id: id, parent: id, entries: map[string]DirEntry{}, gone: d == nil}
	if d != nil {
		s.parent, s.name = d.parent, d.name
		for _, e := range d.entries {
			s.entries[e.Name] = e
		}
	}
	if len(t.states) >= maxStates {
		t.forgetClean()
	}
	t.states[id] = s
	return s, nil
}

func (t *tree) forgetClean() {
	for id, s := range t.states {
		if !s.dirty {
			delete(t.states, id)
		}
	}
}

// entries returns the entries of a directory in bytewise order of name.
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

// eachFile calls use for every file with a content in a directory, in no particular order.
func (t *tree) eachFile(id DirID, use func(e *DirEntry)) error {
	if s, ok := t.states[id]; ok {
		for _, e := range s.entries {
			if e.Content != 0 {
				use(&e)
			}
		}
		return nil
	}
	d, err := t.ix.directory(id)
	if err != nil || d == nil {
		return err
	}
	for i := range d.entries {
		if d.entries[i].Content != 0 {
			use(&d.entries[i])
		}
	}
	return nil
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

// write writes the changed directories in order of id.
func (t *tree) write(seg *segmentWriter) error {
	var dirty []*dirState
	for _, s := range t.states {
		if s.dirty {
			dirty = append(dirty, s)
		}
	}
	slices.SortFunc(dirty, func(a, b *dirState) int { return int(a.id) - int(b.id) })
	for _, s := range dirty {
		d := directory{id: s.id, parent: s.parent, name: s.name, gone: s.gone, entries: s.sorted()}
		err := d.encodeParts(func(part int, payload []byte) error {
			return seg.dirs.add(rowKey{uint64(s.id), uint32(part)}, payload)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// committed drops all states after a commit: the index answers for them now.
func (t *tree) committed() {
	clear(t.states)
	t.waiting = 0
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
		if err := files(id, slices.Collect(maps.Values(s.entries))); err != nil {
			return err
		}
	}
	return nil
}

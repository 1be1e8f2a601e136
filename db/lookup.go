package db

import (
	"fmt"
	"slices"
	"strings"
)

// Entry returns what the index has of the file at a clean absolute path, and
// whether it has it. Cost: the directories on the way are read, of which the one
// asked for last is remembered.
func (ix *Index) Entry(path string) (Entry, bool, error) {
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return Entry{}, false, fmt.Errorf("%q is not an absolute path", path)
	}
	d, err := ix.directoryAt(path[:max(slash, 1)])
	if err != nil || d == nil {
		return Entry{}, false, err
	}
	e, ok := d.entry(path[slash+1:])
	return e.Entry, ok && e.isFile(), nil
}

// foundDirectory is a directory and the path that it was found at.
type foundDirectory struct {
	path string
	*directory
}

// directoryAt returns the directory at a clean absolute path; nil if the index
// has none there.
func (ix *Index) directoryAt(path string) (*directory, error) {
	if last := ix.lastFound.Load(); last != nil && last.path == path {
		return last.directory, nil
	}
	d, err := ix.directory(rootDir)
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		if err != nil || d == nil {
			return nil, err
		}
		e, ok := d.entry(name)
		if !ok || e.dir == 0 {
			return nil, nil
		}
		d, err = ix.directory(e.dir)
	}
	if err == nil && d != nil {
		ix.lastFound.Store(&foundDirectory{path, d})
	}
	return d, err
}

// entry returns the entry with a name.
func (d *directory) entry(name string) (DirEntry, bool) {
	i, ok := slices.BinarySearchFunc(d.entries, name, func(e DirEntry, name string) int {
		return strings.Compare(e.Name, name)
	})
	if !ok {
		return DirEntry{}, false
	}
	return d.entries[i], true
}

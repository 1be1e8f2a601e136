package store

import (
	"alike/db/system"
	"io/fs"
	"strings"
)

// Size returns the size in bytes of the tables of the last commit, which bounds the size
// of all its values.
func (s *Store) Size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := int64(0)
	for _, t := range s.base.tables {
		n += t.size
	}
	return n
}

// spaceMargin is the space in bytes that stays free beyond the next write, or a tenth of
// the file system if that is less: other programs write too, and a commit must still be
// able to complete.
const spaceMargin = 16 << 20

// CheckSpace returns a *NoSpaceError if the file system of the index has fewer than
// need bytes free beyond the margin. Cost: one statfs, about 1 µs.
func (s *Store) CheckSpace(need int64) error {
	free, total, err := system.Space(s.dir.name)
	if err != nil {
		return err
	}
	need += min(s.margin, total/10)
	if free < need {
		return &NoSpaceError{Dir: s.dir.name, Free: free, Need: need}
	}
	return nil
}

// DiskSize returns how many bytes the index folder occupies on disk.
func (s *Store) DiskSize() int64 { return allocated(s.dir.root.FS()) }

// allocated adds up the blocks that the files of a folder occupy, in bytes. Files that
// vanish meanwhile count as nothing.
func allocated(folder fs.FS) int64 {
	var total int64
	_ = fs.WalkDir(folder, ".", func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if e.IsDir() && strings.HasPrefix(e.Name(), tempPrefix) {
			return fs.SkipDir // links to tables
		}
		if info, err := e.Info(); err == nil {
			total += system.Occupied(info)
		}
		return nil
	})
	return total
}

package store

import (
	"io/fs"
	"path/filepath"
	"strings"

	"alike/db/cause"
)

// spaceMargin is the space in bytes that stays free beyond the next write, or a tenth of
// the file system if that is less: other programs write too, and a commit must still be
// able to complete.
const spaceMargin = 16 << 20

// CheckSpace returns a *NoSpaceError if the file system of the index has fewer than
// need bytes free beyond the margin. Cost: one statfs, about 1 µs.
func (s *Store) CheckSpace(need int64) error {
	free, total, err := space(s.dir.name)
	if err != nil {
		return err
	}
	need += min(s.margin, total/10)
	if free < need {
		return &NoSpaceError{Dir: s.dir.name, Free: free, Need: need}
	}
	return nil
}

// NoSpace returns a *NoSpaceError for an error of writing n bytes to path that means a
// full disk or an exhausted quota, and other errors unchanged.
func NoSpace(path string, n int, err error) error {
	if !cause.IsFull(err) {
		return err
	}
	dir := filepath.ToSlash(filepath.Dir(path))
	free, _, serr := space(dir)
	if serr != nil {
		return err
	}
	return &NoSpaceError{Dir: dir, Free: free, Need: free + max(int64(n), 4096)}
}

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
			total += occupied(info)
		}
		return nil
	})
	return total
}

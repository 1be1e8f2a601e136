package search

import (
	"cmp"
	"slices"

	"alike/db"
)

// fileID returns a number for the device and inode of a file, by which its paths are
// recognised: hard links, and the same path through another mount or root. It is 0 if the
// inode is not known. The multiplier, 2^64 divided by the golden ratio, keeps the inodes of
// devices apart; a collision matters only between files with the same bytes.
func fileID(s *db.Stat) uint64 {
	if s.Inode == 0 {
		return 0
	}
	return max(s.Inode+s.Device*0x9e3779b97f4a7c15, 1)
}

// copyOf is one of several files with the same bytes.
type copyOf struct {
	path    string
	mtime   int64
	file    uint64 // of fileID
	links   []string
	second  bool      // on the side of duplicateQuery.against
	scan    db.ScanID // the first that found the content at one of the paths
	content db.ContentID
}

// isLink reports whether two paths are known to be the same file.
func (c *copyOf) isLink(other *copyOf) bool { return c.file != 0 && c.file == other.file }

// oneFile reports whether two files with different contents are one. Under the code view,
// a file with names of two languages has two contents.
func oneFile(ix *db.Index, a, b *File) (bool, error) {
	if a.Size != b.Size {
		return false, nil
	}
	var sums [2]db.Checksum
	var files [2]uint64
	for i, f := range [2]*File{a, b} {
		e, _, err := ix.Entry(f.Path)
		if files[i] = fileID(&e.Stat); err != nil || files[i] == 0 || files[i] != files[0] {
			return false, err
		}
		row, err := ix.Content(e.Content)
		if err != nil {
			return false, err
		}
		sums[i] = row.Checksum
	}
	return sums[0] == sums[1], nil
}

// foldLinks returns the first path of each file, with its links. It overwrites the paths.
// Paths on different sides are not folded.
func foldLinks(paths []copyOf) []copyOf {
	const few = 8 // up to here, a comparison with each is faster than a map
	var at map[copyKey]int
	if len(paths) > few {
		at = make(map[copyKey]int, len(paths))
	}
	files := paths[:0]
	for _, p := range paths {
		i := -1
		if at == nil {
			i = slices.IndexFunc(files, func(f copyOf) bool { return f.key() == p.key() })
		} else if known, ok := at[p.key()]; ok {
			i = known
		}
		if i < 0 || p.file == 0 {
			if at != nil {
				at[p.key()] = len(files)
			}
			files = append(files, p)
			continue
		}
		files[i].links = append(files[i].links, p.path)
		files[i].scan = min(files[i].scan, p.scan)
	}
	return files
}

// copyKey is equal for paths that foldLinks folds.
type copyKey struct {
	file   uint64
	second bool
}

func (c *copyOf) key() copyKey { return copyKey{c.file, c.second} }

// left returns the paths without those of the excepted file.
func (except *Except) left(paths []db.NamedFile, hardlinks bool) []copyOf {
	left := make([]copyOf, 0, len(paths))
	gone := uint64(0) // the excepted file
	for i := range paths {
		p := &paths[i]
		is := except.Stat.Inode != 0 && p.Stat.Inode == except.Stat.Inode && p.Stat.Device == except.Stat.Device &&
			p.Stat.Size == except.Stat.Size && p.Stat.MTime == except.Stat.MTime
		switch {
		case p.Path == except.Path || is && !hardlinks:
			gone = fileID(&p.Stat)
		default:
			left = append(left, copyOf{path: p.Path, file: fileID(&p.Stat)})
		}
	}
	if gone == 0 || hardlinks {
		return left
	}
	return slices.DeleteFunc(left, func(c copyOf) bool { return c.file == gone })
}

// name sets the path, copies and links of a content from its paths, which are in bytewise
// order. It reports whether any path is left.
func (f *File) name(paths []db.NamedFile, except Except, hardlinks bool) bool {
	left := except.left(paths, hardlinks)
	if !hardlinks {
		left = foldLinks(left)
	}
	if len(left) == 0 {
		return false
	}
	f.Path, f.Copies = left[0].path, len(left)-1
	if len(left[0].links) > 0 {
		f.Aliases = &Aliases{Links: left[0].links}
	}
	return true
}

// fileCounts counts the files of each content. Paths are added first, then folded.
type fileCounts struct {
	refs  []int32     // by content: paths, and files once folded
	shown []uint64    // by content: fileID of one path
	more  []otherPath // the others, until folded
}

type otherPath struct {
	file    uint64
	content db.ContentID
}

func newFileCounts(contents db.ContentID) *fileCounts {
	return &fileCounts{refs: make([]int32, contents), shown: make([]uint64, contents)}
}

// add adds a path. best makes it the one that shown describes.
func (c *fileCounts) add(id db.ContentID, file uint64, best bool) {
	if c.refs[id] == 0 || best {
		file, c.shown[id] = c.shown[id], file
	}
	if c.refs[id] > 0 {
		c.more = append(c.more, otherPath{file, id})
	}
	c.refs[id]++
}

// fold makes refs count files. It returns the contents whose shown path has links.
func (c *fileCounts) fold() (linked []db.ContentID) {
	slices.SortFunc(c.more, func(a, b otherPath) int {
		return cmp.Or(cmp.Compare(a.content, b.content), cmp.Compare(a.file, b.file))
	})
	for i, p := range c.more {
		again := i > 0 && p == c.more[i-1]
		switch {
		case p.file == 0:
		case p.file == c.shown[p.content]:
			c.refs[p.content]--
			if !again {
				linked = append(linked, p.content)
			}
		case again:
			c.refs[p.content]--
		}
	}
	c.more = nil
	return linked
}

// fileOf returns a content as a File without a path.
func fileOf(row *db.StoredContent) File {
	return File{Size: row.Size, Level: row.Level, Fingerprints: row.Fingerprints()}
}

// admitted returns the files whose paths a filter admits. It overwrites the list.
func admitted(files []db.NamedFile, admit func(path string) bool) []db.NamedFile {
	if admit == nil {
		return files
	}
	return slices.DeleteFunc(files, func(f db.NamedFile) bool { return !admit(f.Path) })
}

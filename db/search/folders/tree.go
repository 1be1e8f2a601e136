package folders

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/db"
	"alike/db/inorder"
)

// A File is one file of the trees that are compared. Empty files are left out.
type File struct {
	db.FilePath
	Content uint32 // equal for identical files
	Size    int64  // bytes
	// Inode is equal for paths of one file, which are not counterparts unless they are on
	// different sides; 0 if that does not matter.
	Inode uint64
	// Second marks a file on the second side, if only files on different sides are compared.
	Second bool
	// Unit is the path of its unit: a folder around it or, outside them, the file.
	Unit string
}

// Tree is a set of files and the folders that contain them.
type Tree struct {
	folders []folder            // a folder comes before its subfolders, and these before the next
	files   []File              // by folder
	left    []leftOutIn         // by folder
	sums    map[int32][]LeftOut // by folder, see leftOut
}

// folder is a folder with all that it contains. Folders of which each holds only the next are a
// run. The files of all are the same, so only the outermost, its head, is compared.
type folder struct {
	path   *db.DirPath
	parent int32 // -1 if it is a root
	head   int32 // of its run
	above  int32 // head of the parent's run, -1 if it is a root
	run    int32 // folders in the run that it heads
	depth  int32 // folders above it
	end    int32 // the folder after its subfolders
	files  span
	bytes  int64
}

// span is a range of numbers, half open.
type span struct{ from, to int32 }

func (s span) has(i int32) bool     { return s.from <= i && i < s.to }
func (s span) len() int             { return int(s.to - s.from) }
func (s span) contains(o span) bool { return s.from <= o.from && o.to <= s.to }

// NewTree returns the tree of some files. Folders above the roots are not compared. It sorts
// the files. The only error is that of ctx. Cost: O(n log n).
func NewTree(ctx context.Context, roots []string, files []File) (*Tree, error) {
	var left []LeftOutOf
	files = slices.DeleteFunc(files, func(f File) bool {
		if f.Size > 0 {
			return false
		}
		if n := len(left); n == 0 || left[n-1].Folder != f.Dir {
			left = append(left, LeftOutOf{f.Dir, LeftOut{Reason: empty}})
		}
		left[len(left)-1].Count++
		return true
	})
	err := inorder.Sort(ctx, files, func(a, b File) int {
		if a.Dir == b.Dir {
			return strings.Compare(a.Name, b.Name)
		}
		return cmp.Or(a.Dir.Compare(b.Dir), strings.Compare(a.Name, b.Name))
	})
	if err != nil {
		return nil, err
	}
	t := &Tree{files: files}
	isRoot, lengths := map[string]bool{}, map[int]bool{} // so that few paths of a deep tree are built
	for _, r := range roots {
		isRoot[r], lengths[len(r)] = true, true
	}
	var open []int32 // the folders around the current one, outermost first
	for i := range files {
		if f := &files[i]; i == 0 || f.Dir != files[i-1].Dir {
			shared := -1
			if i > 0 {
				shared = f.Dir.Shared(files[i-1].Dir).Len()
			}
			for len(open) > 0 && t.folders[open[len(open)-1]].path.Len() > shared {
				open = t.close(open, i)
			}
			open = t.open(open, f.Dir, i, func(p *db.DirPath) bool { return lengths[p.Len()] && isRoot[p.String()] })
		}
		t.folders[open[len(open)-1]].bytes += files[i].Size
	}
	for len(open) > 0 {
		open = t.close(open, len(files))
	}
	t.findRuns()
	t.LeaveOut(left)
	return t, nil
}

// open adds a folder and those between it and the innermost open one or, without one, its
// outermost root. It returns the open folders.
func (t *Tree) open(open []int32, path *db.DirPath, first int, isRoot func(*db.DirPath) bool) []int32 {
	above, parent := min(path.Len()-1, 0), int32(-1) // no folder is in front of hosts
	if len(open) > 0 {
		parent = open[len(open)-1]
		above = t.folders[parent].path.Len()
	}
	var missing []*db.DirPath // innermost first
	known := 1                // of missing, those at or below a root
	for p := path; p != nil && p.Len() > above; p = p.Above() {
		missing = append(missing, p)
		if parent >= 0 || isRoot(p) {
			known = len(missing)
		}
	}
	for _, p := range slices.Backward(missing[:min(known, len(missing))]) {
		n := int32(len(t.folders))
		t.folders = append(t.folders, folder{path: p, parent: parent, depth: int32(len(open)), files: span{from: int32(first)}})
		open, parent = append(open, n), n
	}
	return open
}

// close ends the innermost open folder, and returns the others.
func (t *Tree) close(open []int32, files int) []int32 {
	n := len(open) - 1
	f := &t.folders[open[n]]
	f.end, f.files.to = int32(len(t.folders)), int32(files)
	if n > 0 {
		t.folders[f.parent].bytes += f.bytes
	}
	return open[:n]
}

// findRuns finds the runs of folders. A unit begins one.
func (t *Tree) findRuns() {
	for i := range t.folders {
		f := &t.folders[i]
		f.head, f.above = int32(i), -1
		if f.parent >= 0 {
			up := &t.folders[f.parent]
			if f.above = up.head; f.files == up.files && !t.isUnit(f.head) {
				f.head, f.above = up.head, up.above
			}
		}
		t.folders[f.head].run++
	}
}

// inside reports whether a folder is another one or below it.
func (t *Tree) inside(folder, other int32) bool {
	return span{other, t.folders[other].end}.has(folder)
}

// direct returns the files that are directly in a folder, which come before those in others.
func (t *Tree) direct(folder int32) span {
	files := t.folders[folder].files
	if folder+1 < t.folders[folder].end {
		files.to = t.folders[folder+1].files.from
	}
	return files
}

// headOf returns, for each file, the head of the run of its folder.
func (t *Tree) headOf() []int32 {
	of := make([]int32, len(t.files))
	for i := range t.folders {
		for f := t.direct(int32(i)); f.from < f.to; f.from++ {
			of[f.from] = t.folders[i].head
		}
	}
	return of
}

package folders

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/db/inorder"
)

// A File is one file of the trees that are compared. Empty files are left out.
type File struct {
	Folder, Name string
	Content      uint32 // equal for identical files
	Size         int64  // bytes
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

// folder is a folder with all that it contains.
type folder struct {
	path   string
	parent int32 // -1 if it is a root
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
		if n := len(left); n == 0 || left[n-1].Folder != Path(f.Folder) {
			left = append(left, LeftOutOf{Path(f.Folder), LeftOut{Reason: empty}})
		}
		left[len(left)-1].Count++
		return true
	})
	err := inorder.Sort(ctx, files, func(a, b File) int {
		return cmp.Or(compareFolders(a.Folder, b.Folder), strings.Compare(a.Name, b.Name))
	})
	if err != nil {
		return nil, err
	}
	t := &Tree{files: files}
	isRoot := map[string]bool{}
	for _, r := range roots {
		isRoot[r] = true
	}
	var open []int32 // the folders around the current one, outermost first
	for i := range files {
		if i > 0 && files[i].Folder == files[i-1].Folder {
			continue
		}
		for len(open) > 0 && !within(files[i].Folder, t.folders[open[len(open)-1]].path) {
			t.close(open[len(open)-1], i)
			open = open[:len(open)-1]
		}
		open = t.open(open, files[i].Folder, isRoot, i)
	}
	for _, f := range slices.Backward(open) {
		t.close(f, len(files))
	}
	for i := range t.folders {
		f := &t.folders[i]
		for _, file := range files[f.files.from:f.files.to] {
			f.bytes += file.Size
		}
	}
	t.LeaveOut(left)
	return t, nil
}

// open adds a folder and those between it and the innermost open one or, without one, its
// outermost root. It returns the open folders.
func (t *Tree) open(open []int32, path string, isRoot map[string]bool, first int) []int32 {
	above, parent := "", int32(-1)
	if len(open) > 0 {
		parent = open[len(open)-1]
		above = t.folders[parent].path
	}
	var missing []string // innermost first
	known := 0           // of missing, those at or below a root
	for p := path; p != above; p = parentOf(p) {
		missing = append(missing, p)
		if isRoot[p] {
			known = len(missing)
		}
		if p == "/" || p == "" {
			break
		}
	}
	if parent < 0 {
		missing = missing[:max(known, 1)]
	}
	for _, p := range slices.Backward(missing) {
		n := int32(len(t.folders))
		t.folders = append(t.folders, folder{path: p, parent: parent, files: span{from: int32(first)}})
		open, parent = append(open, n), n
	}
	return open
}

func (t *Tree) close(folder int32, files int) {
	t.folders[folder].end = int32(len(t.folders))
	t.folders[folder].files.to = int32(files)
}

// inside reports whether a folder is another one or below it.
func (t *Tree) inside(folder, other int32) bool {
	return span{other, t.folders[other].end}.has(folder)
}

// folderOf returns the folder that contains a file directly.
func (t *Tree) folderOf() []int32 {
	of := make([]int32, len(t.files))
	for i := range t.folders { // inner folders come later
		for j := t.folders[i].files.from; j < t.folders[i].files.to; j++ {
			of[j] = int32(i)
		}
	}
	return of
}

// compareFolders orders paths so that a folder comes before its subfolders, and these before
// any other folder.
func compareFolders(a, b string) int {
	const chunk = 64 // compared at once, as paths of a deep tree share much
	i, n := 0, min(len(a), len(b))
	for i+chunk <= n && a[i:i+chunk] == b[i:i+chunk] {
		i += chunk
	}
	for ; i < n; i++ {
		if x, y := a[i], b[i]; x != y {
			switch {
			case x == '/':
				return -1
			case y == '/':
				return 1
			}
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// within reports whether a path is a folder or below it.
func within(path, folder string) bool {
	return path == folder || folder == "/" ||
		strings.HasPrefix(path, folder) && path[len(folder)] == '/'
}

func parentOf(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i <= 0 {
		return path[:i+1]
	}
	return path[:i]
}

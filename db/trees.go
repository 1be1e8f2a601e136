package db

import (
	"bytes"
	"cmp"
	"slices"
)

// Tree is a folder that was scanned as a root, not as a part of another tree. The index
// remembers it so that the next scan can tell an unmounted disk from deleted files.
type Tree struct {
	Path    string
	Device  uint64
	FSID    uint64 // f_fsid of its file system, see statfs(2); 0 if unknown
	Scanned int64  // time of the last scan that entered anything, in nanoseconds since 1970

	// First is the first scan of the tree, 0 if an older version ran it. Scanned sets it.
	First ScanID
	// Selection says which files of the tree are indexed, encoded by the caller. It is
	// "" if an older version scanned the tree, or if it was only scanned as a part of
	// another tree.
	Selection string
	// Generated and Vendored count the files and folders that the last complete scan left
	// out for these reasons.
	Generated, Vendored int64
}

// maxTrees bounds the trees in the root, to some 100 kB without selections. Beyond that,
// the tree with the oldest scan is forgotten, if possible one without a selection; a later
// scan then only notices if it is missing or empty.
const maxTrees = 1000

// Trees returns the trees of the index in bytewise order of path.
func (ix *Index) Trees() []Tree { return listTrees(ix.root.Trees) }

// Trees returns the trees of the index, including those that wait for a commit.
func (w *Writer) Trees() []Tree {
	w.mu.Lock()
	defer w.mu.Unlock()
	return listTrees(w.root.Trees)
}

func listTrees(trees []scannedTree) []Tree {
	list := make([]Tree, len(trees))
	for i, t := range trees {
		list[i] = Tree{string(t.Path), t.Device, t.FSID, t.Scanned, t.First, t.Selection, t.Generated, t.Vendored}
	}
	return list
}

// Scanned records that trees are being scanned, or were. It takes effect with the next
// commit; a later time alone does not cause one.
func (w *Writer) Scanned(trees ...Tree) {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := slices.Clone(w.root.Trees) // the committed root may share it
	for _, t := range trees {
		entry := scannedTree{[]byte(t.Path), t.Device, t.FSID, t.Scanned, w.root.Scan, t.Selection, t.Generated, t.Vendored}
		if i, known := findTree(list, entry.Path); known {
			entry.First = list[i].First
			list[i] = entry
			continue
		}
		if len(list) >= maxTrees {
			oldest := slices.MinFunc(list, func(a, b scannedTree) int {
				return cmp.Or(cmp.Compare(min(len(a.Selection), 1), min(len(b.Selection), 1)), cmp.Compare(a.Scanned, b.Scanned))
			})
			i, _ := findTree(list, oldest.Path)
			list = slices.Delete(list, i, i+1)
		}
		i, _ := findTree(list, entry.Path)
		list = slices.Insert(list, i, entry)
	}
	w.root.Trees = list
}

func findTree(list []scannedTree, path []byte) (i int, known bool) {
	return slices.BinarySearchFunc(list, path, func(t scannedTree, path []byte) int { return bytes.Compare(t.Path, path) })
}

// forgetTrees forgets the trees at the path or below it.
func (w *Writer) forgetTrees(path string) {
	w.root.Trees = slices.DeleteFunc(slices.Clone(w.root.Trees), func(t scannedTree) bool {
		return InTrees(string(t.Path), []string{path})
	})
}

// newTrees reports whether the trees changed enough to commit.
func (w *Writer) newTrees() bool {
	return !slices.EqualFunc(w.root.Trees, w.ix.root.Trees, func(a, b scannedTree) bool {
		return bytes.Equal(a.Path, b.Path) && a.Device == b.Device && a.FSID == b.FSID && a.Scanned >= b.Scanned &&
			a.Selection == b.Selection && a.Generated == b.Generated && a.Vendored == b.Vendored
	})
}

// ReplaceTrees records that trees at a path or below it are being scanned, or were, and
// forgets all others there.
func (w *Writer) ReplaceTrees(path string, trees []Tree) {
	w.mu.Lock()
	known := map[string]bool{}
	for _, t := range trees {
		known[t.Path] = true
	}
	w.root.Trees = slices.DeleteFunc(slices.Clone(w.root.Trees), func(t scannedTree) bool {
		return InTrees(string(t.Path), []string{path}) && !known[string(t.Path)]
	})
	w.mu.Unlock()
	w.Scanned(trees...)
}

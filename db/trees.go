package db

import (
	"bytes"
	"slices"
)

// Tree is a folder that was scanned as a root, not as part of another. The
// index remembers it so that the next scan can tell an unmounted disk from a
// folder whose files are gone.
type Tree struct {
	Path    string
	Device  uint64
	FSID    uint64 // f_fsid of its file system, see statfs(2); 0 is not known
	Scanned int64  // by the clock of the scan that last entered anything, in nanoseconds since 1970
}

// maxTrees bounds what the root says of trees, to some 100 kB. Beyond that the
// tree that was scanned the longest ago is no longer remembered: of such a one
// only that it is missing or empty is noticed.
const maxTrees = 1000

// Trees returns the folders that were scanned as roots and not forgotten since,
// in bytewise order of path.
func (ix *Index) Trees() []Tree { return listTrees(ix.root.Trees) }

// Trees returns those of the index, and those that wait for a commit.
func (w *Writer) Trees() []Tree {
	w.mu.Lock()
	defer w.mu.Unlock()
	return listTrees(w.root.Trees)
}

func listTrees(trees []scannedTree) []Tree {
	list := make([]Tree, len(trees))
	for i, t := range trees {
		list[i] = Tree{string(t.Path), t.Device, t.FSID, t.Scanned}
	}
	return list
}

// Scanned notes that trees are being scanned, or have been. It goes with the next
// commit; a later time alone causes none.
func (w *Writer) Scanned(trees ...Tree) {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := slices.Clone(w.root.Trees) // which the committed root may share
	for _, t := range trees {
		entry := scannedTree{[]byte(t.Path), t.Device, t.FSID, t.Scanned}
		if i, known := findTree(list, entry.Path); known {
			list[i] = entry
			continue
		}
		if len(list) >= maxTrees {
			oldest := 0
			for i := range list {
				if list[i].Scanned < list[oldest].Scanned {
					oldest = i
				}
			}
			list = slices.Delete(list, oldest, oldest+1)
		}
		i, _ := findTree(list, entry.Path)
		list = slices.Insert(list, i, entry)
	}
	w.root.Trees = list
}

func findTree(list []scannedTree, path []byte) (i int, known bool) {
	return slices.BinarySearchFunc(list, path, func(t scannedTree, path []byte) int { return bytes.Compare(t.Path, path) })
}

// forgetTrees no longer remembers trees at the path or below it.
func (w *Writer) forgetTrees(path string) {
	w.root.Trees = slices.DeleteFunc(slices.Clone(w.root.Trees), func(t scannedTree) bool {
		return InTrees(string(t.Path), []string{path})
	})
}

// newTrees reports whether the list of trees is a reason to commit.
func (w *Writer) newTrees() bool {
	return !slices.EqualFunc(w.root.Trees, w.ix.root.Trees, func(a, b scannedTree) bool {
		return bytes.Equal(a.Path, b.Path) && a.Device == b.Device && a.FSID == b.FSID && a.Scanned >= b.Scanned
	})
}

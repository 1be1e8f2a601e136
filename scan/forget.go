package scan

import (
	"fmt"
	"path"
	"slices"

	"alike/db"
)

// leaveFolder removes from the index what it has of a folder that is left out,
// or gone, after the walk of the folder above it took it for one to be scanned.
func (x *indexer) leaveFolder(k *worker, f *folder, folder string) error {
	if f.parent != nil {
		if !f.known {
			return nil
		}
		return x.forget(k, f.parent.id, folder, f.name)
	}
	if f.root.file {
		return nil // what else is in its folder is not this scan's business
	}
	parent, name := path.Split(folder)
	has, err := x.writer.Directory(path.Clean(parent))
	if err != nil {
		return fmt.Errorf("looking up %q in the index: %w", parent, err)
	}
	if _, known := slices.BinarySearch(has.Folders, name); !known {
		return nil
	}
	return x.drop(k, has.ID, folder, name)
}

// forget removes a folder, which the index has under the name in the parent,
// unless it is a root: that is scanned in its own right, perhaps at this moment.
func (x *indexer) forget(k *worker, parent db.DirID, folder, name string) error {
	if x.roots.has(folder) {
		return nil
	}
	return x.drop(k, parent, folder, name)
}

// drop removes a folder with all that is in it, except for roots inside it.
func (x *indexer) drop(k *worker, parent db.DirID, folder, name string) error {
	whole := !x.roots.below(folder)
	if err := x.forgetIn(k, folder, whole); err != nil {
		return err
	}
	if !whole {
		return nil
	}
	if err := x.writer.Remove(parent, name); err != nil {
		return fmt.Errorf("removing %q from the index: %w", folder, err)
	}
	return nil
}

// forgetIn counts the files of a folder and those below as gone. When the folder
// itself will not be removed, it removes them, and the folders in it that can be.
func (x *indexer) forgetIn(k *worker, folder string, whole bool) error {
	has, err := x.writer.Directory(folder)
	if err != nil {
		return fmt.Errorf("looking up %q in the index: %w", folder, err)
	}
	if whole {
		k.sum.Gone += int64(len(has.Files))
	} else {
		var names []string
		for _, e := range has.Files {
			if !x.roots.has(withSlash(folder) + e.Name) {
				names = append(names, e.Name)
			}
		}
		if err := x.remove(k, has.ID, names); err != nil {
			return err
		}
	}
	for _, name := range has.Folders {
		below := withSlash(folder) + name
		if whole {
			err = x.forgetIn(k, below, true)
		} else {
			err = x.forget(k, has.ID, below, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

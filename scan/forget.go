package scan

import (
	"fmt"
	"path"
	"slices"

	"alike/db"
)

// leaveFolder removes from the index what it has of a folder that is left out,
// or gone, after the walk of the folder above it took it for one to be scanned.
// What it has from another device may be of a disk that is not mounted, see
// absence.
func (x *indexer) dropSkipped(k *worker, f *folder, folder string, r reason) error {
	a := absence{device: f.device, vanished: r == reasonVanished}
	switch {
	case f.parent != nil && !f.known, f.parent == nil && f.root.file: // what else is in its folder is not this scan's business
		return nil
	case f.parent != nil:
		a.folder, a.id = f.parent.path(), f.parent.id
		if a.vanished {
			a.device = f.parent.device
		}
		if x.roots.has(folder) {
			return nil // it is scanned in its own right, perhaps at this moment
		}
	default:
		a.folder = path.Dir(folder)
		has, err := x.writer.Directory(a.folder)
		if err != nil {
			return fmt.Errorf("looking up %q in the index: %w", a.folder, err)
		}
		if _, known := slices.BinarySearch(has.Folders, path.Base(folder)); !known {
			return nil
		}
		a.id = has.ID
	}
	name := path.Base(folder)
	foreign, err := x.anyFromOtherDevice(folder, a.device)
	if err != nil {
		return err
	}
	if foreign {
		a.folders = []string{name}
		x.absent.add(a)
		return nil
	}
	return x.drop(k, a.id, folder, name)
}

// forget removes a folder, which the index has under the name in the parent,
// unless it is a root: that is scanned in its own right, perhaps at this moment.
func (x *indexer) dropUnlessRoot(k *worker, parent db.DirID, folder, name string) error {
	if x.roots.has(folder) {
		return nil
	}
	return x.drop(k, parent, folder, name)
}

// drop removes a folder with all that is in it, except for roots inside it.
func (x *indexer) drop(k *worker, parent db.DirID, folder, name string) error {
	whole := !x.roots.below(folder)
	if err := x.dropContents(k, folder, whole); err != nil {
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
func (x *indexer) dropContents(k *worker, folder string, whole bool) error {
	has, err := x.writer.Directory(folder)
	if err != nil {
		return fmt.Errorf("looking up %q in the index: %w", folder, err)
	}
	var gone goneFiles
	for i := range has.Files {
		if e := &has.Files[i]; whole || !x.roots.has(withSlash(folder)+e.Name) {
			gone.add(e)
		}
	}
	if whole {
		k.sum.Gone += gone.files
	} else {
		if err := x.remove(k, has.ID, gone); err != nil {
			return err
		}
	}
	for _, name := range has.Folders {
		below := withSlash(folder) + name
		if whole {
			err = x.dropContents(k, below, true)
		} else {
			err = x.dropUnlessRoot(k, has.ID, below, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package scan

import (
	"fmt"
	"path"
	"slices"

	"alike/db"
	"alike/scan/fsys"
)

// dropSkipped removes from the index a folder that is left out or gone, which turned
// out only after the walk of its parent. Entries from another device may be on a disk
// that is not mounted, see absence.
func (x *indexer) dropSkipped(k *worker, f *folder, folder string, r reason) error {
	a := absence{device: f.device, vanished: r == reasonVanished}
	switch {
	case f.parent != nil && !f.known, f.parent == nil && f.root.file: // other entries of that folder are not part of this scan
		return nil
	case f.parent != nil:
		a.folder, a.id = f.parent.path(), f.parent.id
		if a.vanished {
			a.device = f.parent.device
		}
		if x.roots.has(folder) {
			return nil // scanned as a root, perhaps right now
		}
	default:
		if folder == fsys.Top(folder) {
			return nil
		}
		a.folder = path.Dir(folder)
		indexed, err := x.writer.Directory(a.folder)
		if err != nil {
			return fmt.Errorf("looking up %q in the index: %w", a.folder, err)
		}
		if _, known := slices.BinarySearch(indexed.Folders, path.Base(folder)); !known {
			return nil
		}
		a.id = indexed.ID
	}
	name := path.Base(folder)
	foreign, err := x.anyFromOtherDevice(folder, a.device)
	if err != nil {
		return err
	}
	if foreign {
		a.folders = []string{name}
		x.absent.add(a)
		if f.parent != nil {
			f.parent.cover.miss()
		}
		return nil
	}
	return x.drop(k, a.id, folder, name)
}

// drop removes a folder and everything in it, except for roots inside.
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

// dropContents counts the files in a folder and below it as gone. If the folder itself
// stays, it removes them, and the subfolders that can be removed.
func (x *indexer) dropContents(k *worker, folder string, whole bool) error {
	indexed, err := x.writer.Directory(folder)
	if err != nil {
		return fmt.Errorf("looking up %q in the index: %w", folder, err)
	}
	var gone goneFiles
	for i := range indexed.Files {
		if e := &indexed.Files[i]; whole || !x.roots.has(withSlash(folder)+e.Name) {
			gone.add(e)
		}
	}
	if whole {
		k.sum.Gone += gone.files
	} else if err := x.remove(k, indexed.ID, gone); err != nil {
		return err
	}
	for _, name := range indexed.Folders {
		below := withSlash(folder) + name
		switch {
		case whole:
			err = x.dropContents(k, below, true)
		case !x.roots.has(below): // a root is scanned in its own right, perhaps right now
			err = x.drop(k, indexed.ID, below, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

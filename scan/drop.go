package scan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"alike/db"
	"alike/scan/fsys"
)

// dropSkipped removes from the index a folder that is left out or gone, which turned
// out only after the walk of its parent. Entries from another device may be on a disk
// that is not mounted, see absence.
func (x *indexer) dropSkipped(k *worker, f *folder, r reason) error {
	if f.parent == nil {
		return x.dropSkippedRoot(k, f, r)
	}
	if f.id == 0 {
		return nil
	}
	a := absence{id: f.parent.id, device: f.device, vanished: r == reasonVanished}
	if a.vanished {
		a.device = f.parent.device
	}
	return x.dropUnlessAbsent(k, db.Subfolder{Name: f.name, ID: f.id}, f.inner, &a, f.parent.path, f.parent.cover)
}

// dropSkippedRoot is dropSkipped for a root.
func (x *indexer) dropSkippedRoot(k *worker, f *folder, r reason) error {
	folder := f.root.path
	if f.root.file || folder == fsys.Top(folder) { // other entries of that folder are not part of this scan
		return nil
	}
	above := path.Dir(folder)
	indexed, err := x.lookUpPath(above)
	if err != nil {
		return err
	}
	i, known := findFolder(indexed.Folders, path.Base(folder))
	if !known {
		return nil
	}
	a := absence{id: indexed.ID, device: f.device, vanished: r == reasonVanished}
	return x.dropUnlessAbsent(k, indexed.Folders[i], f.inner, &a, func() string { return above }, nil)
}

// dropUnlessAbsent drops a folder, or notes that it may be on a disk that is not mounted. above
// returns the path of the folder that it is in, whose cover is missed.
func (x *indexer) dropUnlessAbsent(k *worker, f db.Subfolder, inner []string, a *absence, above func() string, missed *cover) error {
	foreign, err := x.anyFromOtherDevice(f.ID, a.device)
	if err != nil {
		return err
	}
	if foreign {
		a.folder, a.folders = above(), []string{f.Name}
		x.absent.note(*a)
		missed.miss()
		return nil
	}
	return x.drop(k, a.id, f, inner)
}

// drop removes a folder and everything in it, except for roots inside, which are given relative to
// it.
func (x *indexer) drop(k *worker, parent db.DirID, f db.Subfolder, inner []string) error {
	if len(inner) > 0 {
		return x.dropAround(k, f, inner)
	}
	files, err := x.writer.Drop(x.ctx, parent, f.Name)
	k.sum.Gone += files
	if err != nil && x.ctx.Err() == nil {
		err = fmt.Errorf("removing the folder %q from the index: %w", f.Name, err)
	}
	return err
}

// dropAround removes what a folder holds, except for roots inside and the folders on the way to
// them. The roots are scanned in their own right, perhaps right now.
func (x *indexer) dropAround(k *worker, f db.Subfolder, inner []string) error {
	indexed, err := x.writer.Subdirectory(0, f.Name, f.ID)
	if err != nil {
		return fmt.Errorf("looking up the folder %q in the index: %w", f.Name, err)
	}
	var gone goneFiles
	for i := range indexed.Files {
		if e := &indexed.Files[i]; !inSorted(inner, e.Name) {
			gone.add(e)
		}
	}
	if err := x.remove(k, f.ID, gone); err != nil {
		return err
	}
	if err := x.writer.UncoverID(f.ID); err != nil { // nobody looked at what else is there now
		return fmt.Errorf("looking up the folder %q in the index: %w", f.Name, err)
	}
	for _, below := range indexed.Folders {
		if inSorted(inner, below.Name) {
			continue
		}
		if err := x.drop(k, f.ID, below, rootsBelow(inner, below.Name)); err != nil {
			return err
		}
	}
	return nil
}

// findFolder returns the index of a folder in a listing.
func findFolder(folders []db.Subfolder, name string) (at int, known bool) {
	return slices.BinarySearchFunc(folders, name, func(f db.Subfolder, name string) int { return strings.Compare(f.Name, name) })
}

package db

import (
	"fmt"
	"slices"
)

// naming keeps the list of orphaned contents. For the first few contents that lose a
// path, it looks up whether another path names them. After that it counts all paths,
// which reads all directories. A first scan and a scan with few changes never do that.
type naming struct {
	orphans map[ContentID]struct{}
	refs    []int32 // paths by content, nil until needed
	looked  int     // number of contents looked up
	dirty   bool
}

// maxLooked is how many contents are looked up. A lookup takes about 0.1 ms; counting
// takes 15 ms in an index of 60,000 files.
const maxLooked = 64

func (n *naming) init(ix *Index) error {
	n.orphans = map[ContentID]struct{}{}
	return ix.EachOrphan(func(id ContentID) error {
		n.orphans[id] = struct{}{}
		return nil
	})
}

// enter adds a content without paths.
func (n *naming) enter(id ContentID) {
	n.orphans[id] = struct{}{}
	n.dirty = true
}

// gain records that a path is about to name the content.
func (n *naming) gain(w *Writer, id ContentID) error {
	if id == 0 || id >= w.root.NextContent {
		return fmt.Errorf("content %d does not exist", id)
	}
	if n.refs != nil {
		n.grow(id)
		n.refs[id]++
	}
	if _, ok := n.orphans[id]; ok {
		delete(n.orphans, id)
		n.dirty = true
	}
	return nil
}

// lose records that a path no longer names the content. The tree still has the path.
func (n *naming) lose(w *Writer, id ContentID) error {
	if n.refs == nil && n.looked < maxLooked {
		n.looked++
		paths, err := w.pathsUpTo(id, 2)
		if err == nil && paths == 0 {
			err = w.ix.Damaged("content %d has lost more paths than it had", id)
		}
		if err == nil && paths == 1 {
			n.enter(id)
		}
		return err
	}
	if err := n.count(w); err != nil {
		return err
	}
	n.grow(id)
	n.refs[id]--
	if n.refs[id] < 0 {
		return w.ix.Damaged("content %d has lost more paths than it had", id)
	}
	if n.refs[id] == 0 {
		n.enter(id)
	}
	return nil
}

// count counts all paths unless that was done. Call it before removing several entries of
// a directory at once: they all stay in the tree until the last one is lost, so a lookup
// would count too many.
func (n *naming) count(w *Writer) error {
	if n.refs != nil {
		return nil
	}
	return w.survey(false)
}

// pathsUpTo counts the paths that name a content, uncommitted ones included. It stops at
// enough.
func (w *Writer) pathsUpTo(id ContentID, enough int) (paths int, err error) {
	dirs, err := w.ix.placesOf(id, nil)
	if err != nil {
		return 0, err
	}
	for _, p := range w.batch.places {
		if p.content == id {
			dirs = append(dirs, p.dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		// A place may be stale; the directory decides.
		err := w.tree.eachFile(dir, func(e *DirEntry) {
			if e.Content == id {
				paths++
			}
		})
		if err != nil || paths >= enough {
			return paths, err
		}
	}
	return paths, nil
}

func (n *naming) grow(id ContentID) {
	if int(id) >= len(n.refs) {
		n.refs = append(n.refs, make([]int32, int(id)+1-len(n.refs))...)
	}
}

// write writes the list to the batch's segment if it changed.
func (n *naming) write(w *Writer) error {
	if !n.dirty {
		return nil
	}
	ids := make([]ContentID, 0, len(n.orphans))
	for id := range n.orphans {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	w.root.Orphans = 0
	for _, id := range ids {
		w.root.Orphans = w.batch.seg.meta.ID
		if err := w.batch.seg.orphans.add(place{content: id}); err != nil {
			return err
		}
	}
	return nil
}

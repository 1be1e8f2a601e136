package db

import (
	"fmt"
	"math"
	"slices"
)

// naming keeps the lists of orphaned and claimed contents. For the first few contents that
// lose a path, it looks up whether another path names them. After that it counts all
// paths, which reads all directories. A first scan and a scan with few changes never do
// that.
type naming struct {
	orphans countedSet[ContentID]
	claimed countedSet[ContentID]
	refs    []pathCount // by content, nil until needed
	looked  int         // lookups so far, see maxLooked
	dirty   bool
}

// pathCount counts the paths of a content.
type pathCount struct {
	files, aside int32 // of ordinary files, and of files that are set aside
}

// add adds n paths of the kind of an entry.
func (c *pathCount) add(e *Entry, n int32) {
	if e.SetAside {
		c.aside += n
	} else {
		c.files += n
	}
}

// maxLooked is how many contents are looked up. A lookup takes about 0.1 ms; counting
// takes 15 ms in an index of 60,000 files. A directory of more than maxLookedIn entries
// takes longer and counts several times.
const (
	maxLooked   = 64
	maxLookedIn = 4096
)

func (n *naming) init(ix *Index) error {
	n.orphans, n.claimed = countedSet[ContentID]{}, countedSet[ContentID]{}
	return ix.EachNotLive(func(id ContentID, claimed bool) error {
		if claimed {
			n.claimed.add(id)
		} else {
			n.orphans.add(id)
		}
		return nil
	})
}

// enter adds a content without paths.
func (n *naming) enter(id ContentID) {
	n.orphans.add(id)
	n.dirty = true
}

// gain records that an entry is about to name its content.
func (n *naming) gain(w *Writer, e *Entry) error {
	id := e.Content
	if id == 0 && e.SetAside { // as in an older version
		return nil
	}
	if id == 0 || id >= w.root.NextContent {
		return fmt.Errorf("content %d does not exist", id)
	}
	if n.refs != nil {
		n.grow(id)
		n.refs[id].add(e, 1)
	}
	orphaned, claimed := n.orphans.has(id), n.claimed.has(id)
	switch {
	case e.SetAside && orphaned:
		n.claimed.add(id)
	case e.SetAside || !orphaned && !claimed:
		return nil
	default:
		n.claimed.remove(id)
	}
	n.orphans.remove(id)
	n.dirty = true
	return nil
}

// lose records that an entry no longer names its content. The tree still has the entry.
func (n *naming) lose(w *Writer, e *Entry) (err error) {
	id := e.Content
	var left pathCount
	if n.refs == nil && n.looked < maxLooked {
		n.looked++
		if left, err = w.countPaths(id); err != nil {
			return err
		}
		left.add(e, -1)
	} else {
		if err := n.count(w); err != nil {
			return err
		}
		n.grow(id)
		n.refs[id].add(e, -1)
		left = n.refs[id]
	}
	switch {
	case left.files > 0:
	case left.files < 0 || left.aside < 0:
		return w.ix.Damaged("content %d has lost more paths than it had", id)
	case left.aside > 0:
		n.claimed.add(id)
		n.dirty = true
	default:
		n.claimed.remove(id)
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

// countPaths counts the paths that name a content, uncommitted ones included. It stops at
// two ordinary ones.
func (w *Writer) countPaths(id ContentID) (paths pathCount, err error) {
	dirs, err := w.ix.placesOf(id, nil)
	if err != nil {
		return paths, err
	}
	for _, p := range w.batch.places {
		if p.content == id {
			dirs = append(dirs, p.dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		// A place may be stale; the directory decides.
		entries, err := w.tree.entries(dir)
		if err != nil {
			return paths, err
		}
		w.names.looked += len(entries) / maxLookedIn
		for i := range entries {
			if entries[i].Content == id {
				paths.add(&entries[i].Entry, 1)
			}
		}
		if paths.files > 1 {
			return paths, nil
		}
	}
	return paths, nil
}

func (n *naming) grow(id ContentID) {
	if int(id) >= len(n.refs) {
		n.refs = append(n.refs, make([]pathCount, int(id)+1-len(n.refs))...)
	}
}

// write writes the lists to the batch's segment if they changed.
func (n *naming) write(w *Writer) error {
	if !n.dirty {
		return nil
	}
	w.root.Orphans = 0
	return n.each(func(p place) error {
		w.root.Orphans = w.batch.seg.meta.ID
		return w.batch.seg.orphans.add(p)
	})
}

// each calls use for both lists as one, in order of content.
func (n *naming) each(use func(place) error) (err error) {
	claimed := make([]ContentID, 0, n.claimed.len)
	n.claimed.each(func(id ContentID) { claimed = append(claimed, id) })
	add := func(p place) {
		if err == nil {
			err = use(p)
		}
	}
	before := func(end ContentID) {
		for ; len(claimed) > 0 && claimed[0] < end; claimed = claimed[1:] {
			add(place{claimed[0], claimedMark})
		}
	}
	n.orphans.each(func(id ContentID) {
		before(id)
		add(place{content: id})
	})
	before(math.MaxUint32)
	return err
}

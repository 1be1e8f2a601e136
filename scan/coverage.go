package scan

import (
	"fmt"
	"path"

	"alike/db"
)

// finish takes a piece of work off a folder, nil above a root. After the last one it enters the
// coverage of the folder. A cancelled scan may have dropped work, so it enters nothing.
func (x *indexer) finish(f *folder) error {
	if f == nil || f.cover == nil || x.ctx.Err() != nil || !f.cover.done() {
		return nil
	}
	c := f.cover
	f.cover = nil
	var now db.Coverage
	if !c.absent {
		now = c.left.coverage()
	}
	return x.writer.Cover(f.id, c.was, now)
}

// folderDone takes a folder off what its parent waits for. The index may have a folder that
// could not be read.
func (x *indexer) folderDone(f *folder) error {
	if f.unread && f.id != 0 {
		if err := x.coverUnreadable(f.path(), reasonUnreadable); err != nil {
			return err
		}
	}
	return x.finish(f.parent)
}

// coverUnvisited records that nobody could look into the roots that the walk did not reach.
// Above such a root it is not known what there is.
func (x *indexer) coverUnvisited() error {
	for _, r := range x.roots.roots {
		if r.visited.Load() {
			continue
		}
		if !r.file {
			if err := x.coverUnreadable(r.path, reasonUnreadable); err != nil {
				return err
			}
		}
		if err := x.writer.Uncover(path.Dir(r.path)); err != nil {
			return err
		}
	}
	return nil
}

// coverUnreadable records that nobody could look into a folder, nor into those in it, but for
// roots.
func (x *indexer) coverUnreadable(folder string, r reason) error {
	var left leftOut
	left.add(r, 0)
	if err := x.writer.CoverBelow(folder, left.coverage(), x.roots.within(folder)...); err != nil {
		return fmt.Errorf("recording that %q was not read: %w", folder, err)
	}
	return nil
}

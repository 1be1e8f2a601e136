package search

import (
	"slices"
	"sync/atomic"

	"alike/db"
)

// units are what a search compares in place of contents if PairQuery.Unit is set. A unit has
// the fingerprints of all its files, from the coarsest level of these on: at a finer one, the
// large files would lack what others have. Small windows do not count.
type units struct {
	files    []int32 // by unit
	start    []uint32
	of       []db.ContentID // by content, from start on: the units that have it, ascending
	contents int64          // of all units
	postings int            // at most, of all units
	selected []int32        // parallel to Sizes.Counts, while postings are read: without the coarser levels
	lone     []db.ContentID // by unit: of its file, or 0 if it has several

	stored *db.Sizes   // of contents, if there is a base
	base   *baseCounts // the same
}

// with returns the postings of a fingerprint in units in place of contents, and counts it for
// them. Several goroutines may call it at once, with different room.
func (u *units) with(sizes *db.Sizes, room, ps []db.Posting) []db.Posting {
	room = room[:0]
	level := ps[0].Fingerprint.Level()
	for _, p := range ps {
		for _, unit := range u.of[u.start[p.Content]:u.start[p.Content+1]] {
			if int(sizes.All[unit].Level) <= level {
				room = append(room, db.Posting{Fingerprint: p.Fingerprint, Content: unit})
			}
		}
	}
	slices.SortFunc(room, func(a, b db.Posting) int { return int(a.Content) - int(b.Content) })
	room = slices.Compact(room)
	for _, p := range room {
		r := &sizes.All[p.Content]
		atomic.AddInt32(&u.selected[int(r.First)+min(level-int(r.Level), int(r.Levels)-1)], 1)
	}
	return room
}

// finish sets the counts of all units once all postings are read.
func (u *units) finish(sizes *db.Sizes) {
	for _, r := range sizes.All {
		sum := int32(0)
		for i := int(r.First) + int(r.Levels) - 1; i >= int(r.First); i-- {
			sum += u.selected[i]
			sizes.Counts[i] = sum
		}
	}
}

// withoutBase leaves the files that are entirely in the base out of the files and sizes of units,
// once all postings are read.
func (u *units) withoutBase(sizes *db.Sizes) {
	u.base.subtract(u.stored)
	for id, covered := range u.base.covered {
		if !covered {
			continue
		}
		for _, unit := range u.of[u.start[id]:u.start[id+1]] {
			u.files[unit]--
			sizes.All[unit].Size -= u.stored.All[id].Size
		}
	}
}

// identical reports whether two units are one file each, with the same bytes.
func (u *units) identical(a, b db.ContentID) bool {
	return u != nil && u.lone[a] != 0 && u.lone[a] == u.lone[b]
}

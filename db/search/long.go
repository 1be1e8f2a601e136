package search

import (
	"slices"

	"alike/db"
	"alike/fingerprint"
)

// Small windows count by Distinctive only. A licence of a few lines or build tags are half of
// the small windows of thousands of small files, but in no window of all files: by Smaller,
// Go's sources have 6,000 pairs of 50 % without small windows and 859,000 with them.

// longOnly reports whether a search compares all contents by the windows of all files.
func (q *PairQuery) longOnly() bool { return q.By != Distinctive || q.Base != nil }

// level returns the level at which a search sees contents of a level.
func (q *PairQuery) level(rule fingerprint.Rule, level int) int {
	if q.longOnly() {
		return rule.LongLevel(level)
	}
	return level
}

// content returns a content as a search sees it.
func (q *PairQuery) content(ix *db.Index, id db.ContentID) (db.StoredContent, error) {
	row, err := ix.Content(id)
	if q.longOnly() {
		withoutSmall(ix.Params().Rule, &row)
	}
	return row, err
}

// withoutSmall removes the small windows from the counts of a content.
func withoutSmall(rule fingerprint.Rule, row *db.StoredContent) {
	finer := rule.LongLevel(row.Level) - row.Level
	row.Level, row.Counts = row.Level+finer, row.Counts[min(finer, len(row.Counts)):]
}

// sizes returns the sizes of all contents as a search sees them.
func (q *PairQuery) sizes(ix *db.Index) (*db.Sizes, error) {
	stored, err := ix.Sizes()
	if err != nil {
		return nil, err
	}
	return q.seen(ix, stored), nil
}

// seen returns sizes as a search sees them.
func (q *PairQuery) seen(ix *db.Index, stored *db.Sizes) *db.Sizes {
	if !q.longOnly() {
		return stored
	}
	small := false
	stored.Each(func(id db.ContentID) { small = small || ix.Params().Rule.IsSmall(int(stored.All[id].Level)) })
	if !small {
		return stored
	}
	seen := &db.Sizes{All: slices.Clone(stored.All), Counts: stored.Counts}
	for id := range seen.All {
		r := &seen.All[id]
		finer := uint8(ix.Params().Rule.LongLevel(int(r.Level))) - r.Level
		none := min(finer, r.Levels)
		r.Level, r.Levels, r.First = r.Level+finer, r.Levels-none, r.First+uint32(none)
	}
	return seen
}

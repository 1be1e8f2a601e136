package compare

import (
	"cmp"
	"context"
	"slices"

	"alike/db/search"
	"alike/fingerprint"
)

// storedOf returns the windows of the first file that an index with the rule Options.Stored
// stores of both files, in order of offset. Which windows are selected near the ends of a
// region depends on what is around it.
func (c *Comparison) storedOf(viewed [2]*viewedFile) []fingerprint.Selected {
	if c.Stored == nil {
		return nil
	}
	common, level := fingerprint.SetOf(*c.Stored, viewed[1].bytes)
	common = common.AtLevel(max(level, c.Stored.Level(int64(len(viewed[0].bytes)))))
	return slices.DeleteFunc(fingerprint.Select(*c.Stored, viewed[0].bytes), func(s fingerprint.Selected) bool {
		_, ok := slices.BinarySearch(common, s.Fingerprint)
		return !ok
	})
}

// storedIn returns the fingerprints of the windows that lie in a stretch of the view. Small
// windows, which only small files have, are left out if there are others.
func (c *Comparison) storedIn(windows []fingerprint.Selected, start, end int) (fps []fingerprint.Fingerprint) {
	from, _ := slices.BinarySearchFunc(windows, int64(start), func(s fingerprint.Selected, start int64) int {
		return cmp.Compare(s.Offset, start)
	})
	long := false
	for _, s := range windows[from:] {
		if s.Offset >= int64(end) {
			break
		}
		size := c.Stored.WindowOf(s.Fingerprint)
		if s.Offset+int64(size) > int64(end) {
			continue
		}
		if size == c.Stored.Window && !long {
			long, fps = true, nil
		}
		if size == c.Stored.Window || !long {
			fps = append(fps, s.Fingerprint)
		}
	}
	return fps
}

// Rarest returns up to n of the rarest regions. CountFiles must have been called.
func (c *Comparison) Rarest(n int) []Region {
	known := slices.IndexFunc(c.Regions, func(r Region) bool { return r.Files == Unknown })
	if known < 0 {
		known = len(c.Regions)
	}
	return slices.Clone(c.Regions[:min(n, known)])
}

// CountFiles sets Files of all regions, and sorts them: the rarest first, then the longest.
// The rule and the view of the index of df must be Options.Stored and Options.View. Cost: a
// look-up of each fingerprint in a region.
func (c *Comparison) CountFiles(ctx context.Context, df *search.FrequencyLookup) error {
	all := slices.Concat(c.stored...)
	slices.Sort(all)
	all = slices.Compact(all)
	files, err := df.Of(ctx, all)
	if err != nil {
		return err
	}
	for i := range c.Regions {
		r := &c.Regions[i]
		r.Files = Unknown
		for _, fp := range c.stored[i] {
			at, _ := slices.BinarySearch(all, fp)
			if r.Files == Unknown || files[at] < r.Files {
				r.Files = files[at]
			}
		}
	}
	c.Counted, c.stored = true, nil
	slices.SortStableFunc(c.Regions, func(a, b Region) int {
		return cmp.Compare(uint(a.Files), uint(b.Files)) // Unknown last
	})
	return nil
}

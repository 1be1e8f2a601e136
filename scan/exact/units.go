package exact

import (
	"context"
	"errors"
	"slices"
	"sync"

	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/fsys"
)

// ScoreUnits returns a variant of Score for units: each has the windows of all its files, a
// window of several files with its greatest weight. files returns the paths of the files of a
// unit. A unit is not counted if its windows do not fit into the memory; then it is as if it
// could not be read, but Warn is not called.
func (s *Scorer) ScoreUnits(files func(unit string) []string) func(ctx context.Context, a, b search.File, weigh search.Weigher) (search.Counts, bool, error) {
	var mu sync.Mutex
	known := map[string]*unit{}
	find := func(f search.File, weigh search.Weigher) (*unit, error) {
		mu.Lock()
		defer mu.Unlock()
		if u, ok := known[f.Path]; ok {
			return u, nil
		}
		u, err := s.unit(f, files(f.Path), weigh)
		if err == nil {
			known[f.Path] = u
		}
		return u, err
	}
	return func(ctx context.Context, a, b search.File, weigh search.Weigher) (c search.Counts, ok bool, err error) {
		if weigh == nil {
			weigh = func(fingerprint.Fingerprint) float64 { return 1 }
		}
		var units [2]*unit
		for i, f := range [2]search.File{a, b} {
			if units[i], err = find(f, weigh); units[i] == nil || err != nil {
				return c, false, err
			}
		}
		if units[0] == units[1] || s.anyFailed(units[0]) || s.anyFailed(units[1]) {
			return c, false, nil
		}
		sum, err := s.countUnits(ctx, units)
		var out *fsys.FileError
		if errors.As(err, &out) {
			s.fail(out)
			return c, false, nil
		}
		return sum.counts(), err == nil, err
	}
}

// unit is a set of files that are counted as one.
type unit struct {
	whole   fsys.File // stands for all of them
	members []source
}

// unit returns nil if a unit cannot be counted.
func (s *Scorer) unit(f search.File, paths []string, weigh search.Weigher) (*unit, error) {
	u := &unit{whole: fsys.File{Path: f.Path}}
	for _, path := range paths {
		e, ok, err := s.entry(path)
		if !ok || err != nil {
			return nil, err
		}
		u.whole.Stat.Size += e.Size
		u.members = append(u.members, source{fsys.File{Path: path, Stat: e.Stat}, f.Level, weigh})
	}
	if len(u.members) == 0 || !s.memory.fits(s.windows(u.whole)) {
		return nil, nil
	}
	return u, nil
}

func (s *Scorer) anyFailed(u *unit) bool {
	return slices.ContainsFunc(u.members, func(f source) bool { return s.hasFailed(f.File) })
}

func (s *Scorer) countUnits(ctx context.Context, units [2]*unit) (sum tally, err error) {
	use, err := s.memory.acquire(ctx, []fsys.File{units[0].whole, units[1].whole}, 0, s.windows)
	if err != nil {
		return sum, err
	}
	defer s.memory.release(use)
	for i, set := range use.sets {
		if !set.building {
			continue
		}
		var all []uint64
		for _, f := range units[i].members {
			hashes, err := s.readWhole(ctx, f)
			if err != nil {
				return sum, err
			}
			all = append(all, hashes...)
		}
		s.memory.built(set, slices.Clip(fingerprint.UniteWeighed(all)))
	}
	a, b := use.sets[0], use.sets[1]
	sum.a, sum.b = total{len(a.hashes), a.weight}, total{len(b.hashes), b.weight}
	sum.addShared(a.hashes, b.hashes)
	return sum, nil
}

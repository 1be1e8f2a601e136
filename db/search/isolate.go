package search

import (
	"slices"
	"sort"

	"alike/db"
)

// isolation knows the units of the contents on a side if PairQuery.Isolate is set. It takes some
// 100 bytes for each path until all are read.
type isolation struct {
	paths map[db.ContentID][]copyOf // until all are read
	homes []home                    // by content; nil without units
}

// home is where a content is.
type home struct {
	unit  int32   // of its smallest path
	other *copyOf // the smallest path in another unit, if there is one
}

// isolate prepares the sides to keep the files of a unit apart.
func (t *pathTable) isolate() {
	for _, s := range []*pathSide{t.trees, t.against} {
		if s != nil {
			s.isolation = isolation{map[db.ContentID][]copyOf{}, make([]home, len(t.live))}
		}
	}
}

func (i *isolation) add(f db.FilePath, e *db.DirEntry) {
	if i.homes != nil {
		i.paths[e.Content] = append(i.paths[e.Content], copyOf{path: f.String(), file: fileID(&e.Stat)})
	}
}

// findUnits finds the units once all paths are read.
func (t *pathTable) findUnits(q *PairQuery) {
	units := map[string]int32{}
	of := func(path string) int32 {
		name := q.Unit(path)
		if _, ok := units[name]; !ok {
			units[name] = int32(len(units))
		}
		return units[name]
	}
	for _, s := range []*pathSide{t.trees, t.against} {
		if s == nil {
			continue
		}
		for id, paths := range s.paths {
			sort.Slice(paths, func(i, j int) bool { return paths[i].path < paths[j].path })
			if !q.Hardlinks {
				paths = foldLinks(paths)
			}
			h := &s.homes[id]
			h.unit = of(paths[0].path)
			if i := slices.IndexFunc(paths, func(c copyOf) bool { return of(c.path) != h.unit }); i >= 0 {
				h.other = &paths[i]
			}
		}
		s.paths = nil
	}
}

// apart reports whether two contents have files in different units.
func (i *isolation) apart(a db.ContentID, other *pathSide, b db.ContentID) bool {
	if i.homes == nil {
		return true
	}
	x, y := &i.homes[a], &other.homes[b]
	return x.unit != y.unit || x.other != nil || y.other != nil
}

// together reports whether the smallest paths of two contents are in one unit.
func (i *isolation) together(a db.ContentID, other *pathSide, b db.ContentID) bool {
	return i.homes != nil && i.homes[a].unit == other.homes[b].unit
}

// files returns two contents that are apart under their smallest paths or, if these are in one
// unit, the second of them in another one.
func (s *pathSide) files(sizes *db.Sizes, a db.ContentID, other *pathSide, b db.ContentID) (File, File) {
	x, y := s.file(sizes, a), other.file(sizes, b)
	if !s.together(a, other, b) {
		return x, y
	}
	inX, inY := s.homes[a].other, other.homes[b].other
	if inY != nil && (inX == nil || x.Path < y.Path) {
		y.moveTo(inY)
	} else {
		x.moveTo(inX)
	}
	return x, y
}

// fileBeside returns a content as a member of a group: in another unit than the representative
// if it has a path there.
func (s *pathSide) fileBeside(sizes *db.Sizes, id, representative db.ContentID) File {
	f := s.file(sizes, id)
	if s.together(id, s, representative) && s.homes[id].other != nil {
		f.moveTo(s.homes[id].other)
	}
	return f
}

// moveTo shows a content under another path.
func (f *File) moveTo(c *copyOf) {
	f.Path, f.Aliases = c.path, nil
	if len(c.links) > 0 {
		f.Aliases = &Aliases{Links: c.links}
	}
}

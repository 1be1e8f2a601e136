package folders

import (
	"cmp"
	"slices"
)

// Member is a file of a pair of folders and its best counterpart in the other one.
type Member struct {
	Path        string
	Size        int64
	Counterpart string  // empty without one
	Share       float64 // of the file, in the counterpart
	Identical   bool
	Estimated   bool // Share is
}

// Members returns the files of both folders of a pair, in the order of the tree. Of several
// counterparts that have as much, it names an identical one, then one with the same name.
func (f *Finding) Members(p *Pair) (a, b []Member) {
	m := f.matcher
	sideA, sideB := m.sides(p.couple)
	return m.members(sideA, sideB), m.members(sideB, sideA)
}

func (m *matcher) members(of, in side) (all []Member) {
	of.each(func(f int32) {
		var best counterpart
		m.counterparts(f, in.files, func(g counterpart) {
			if in.has(g.file) && m.matches(f, g.file) && (best.share == 0 || m.closer(f, g, best)) {
				best = g
			}
		})
		one := Member{Path: m.path(f), Size: m.files[f].Size, Share: best.share, Identical: best.same, Estimated: best.rough}
		if best.share > 0 {
			one.Counterpart = m.path(best.file)
		}
		all = append(all, one)
	})
	return slices.Clip(all)
}

// closer reports whether g is a better counterpart of a file than h.
func (m *matcher) closer(f int32, g, h counterpart) bool {
	named := func(c counterpart) int { return btoi(m.files[c.file].Name == m.files[f].Name) }
	return cmp.Or(
		cmp.Compare(g.share, h.share), cmp.Compare(btoi(g.same), btoi(h.same)),
		cmp.Compare(named(g), named(h)), cmp.Compare(h.file, g.file),
	) > 0
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *matcher) path(file int32) string {
	f := &m.files[file]
	if f.Folder == "/" {
		return "/" + f.Name
	}
	return f.Folder + "/" + f.Name
}

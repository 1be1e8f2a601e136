package folders

import (
	"cmp"
	"slices"
	"strings"
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
	known := map[link]*menu{}
	get := func(l link) *menu {
		if known[l] == nil {
			known[l] = m.menu(l, in)
		}
		return known[l]
	}
	of.each(func(f int32) {
		from := get(link{class: m.class[f]})
		best, ok := from.choose(m, f)
		if inode := m.files[f].Inode; !ok && m.links != nil && inode != 0 && len(from.all) > 0 {
			from = get(link{m.class[f], inode})
			best, ok = from.choose(m, f)
		}
		one := Member{Path: m.files[f].String(), Size: m.files[f].Size}
		if ok {
			one.Share, one.Identical, one.Estimated = from.share, from.same, best.rough
			one.Counterpart = m.files[best.file].String()
		}
		all = append(all, one)
	})
	return slices.Clip(all)
}

// menu holds the best counterparts of a class, or of one file, on a side.
type menu struct {
	share float64
	same  bool     // identical
	all   []choice // by name
	first [2]choice
	n     int // of first: the first file, and the first that is not a path of it
}

type choice struct {
	file  int32
	rough bool // the share is estimated
}

func (m *matcher) menu(l link, in side) *menu {
	u := &menu{}
	var best []kin
	for y := range m.kinIn(l.class, in) {
		c := cmp.Or(cmp.Compare(y.match.share, u.share), cmp.Compare(btoi(y.match.same), btoi(u.same)))
		if c < 0 || y.match.share == 0 || !m.anyIn(y.class, l.inode, in) {
			continue
		}
		if c > 0 {
			best = best[:0]
		}
		u.share, u.same = y.match.share, y.match.same
		best = append(best, y)
	}
	for _, y := range best {
		for _, g := range in.files.of(m.places(y.class)) {
			if in.has(g) && (l.inode == 0 || m.files[g].Inode != l.inode) {
				u.all = append(u.all, choice{g, y.match.rough})
			}
		}
	}
	slices.SortFunc(u.all, func(x, y choice) int { return cmp.Compare(x.file, y.file) })
	for _, x := range u.all {
		if u.n == 0 || u.n == 1 && m.mayMatch(u.first[0].file, x.file) {
			u.first[u.n] = x
			u.n++
		}
	}
	slices.SortStableFunc(u.all, func(x, y choice) int { return strings.Compare(m.files[x.file].Name, m.files[y.file].Name) })
	return u
}

// choose returns the best counterpart of a file: the first one with its name, or the first.
func (u *menu) choose(m *matcher, file int32) (choice, bool) {
	name := m.files[file].Name
	i, _ := slices.BinarySearchFunc(u.all, name, func(x choice, name string) int { return strings.Compare(m.files[x.file].Name, name) })
	for ; i < len(u.all) && m.files[u.all[i].file].Name == name; i++ {
		if m.mayMatch(file, u.all[i].file) {
			return u.all[i], true
		}
	}
	for _, x := range u.first[:u.n] {
		if m.mayMatch(file, x.file) {
			return x, true
		}
	}
	return choice{}, false
}

// mayMatch reports whether two files, of classes that are counterparts, are not one file.
func (m *matcher) mayMatch(f, g int32) bool {
	a, b := m.files[f].Inode, m.files[g].Inode
	return m.links == nil || a == 0 || a != b
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

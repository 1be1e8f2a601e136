package folders

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"alike/db"
)

// matcher measures how much of a folder is found in another. It does so by class: a content
// that is thousands of times in both is looked at once.
type matcher struct {
	*Tree
	*classes
	// popularity is the constant, except in tests.
	popularity int
	head       []int32 // by file: the folder that it is directly in
	first      []int32 // by folder: the first one with the same files
	contents   digests
	measured   [2]measured // the sides of the couple that was measured last
	few        []uint32    // the classes on the side with fewer files
}

// measured is a side of a couple and how much of its files is found in the other one.
type measured struct {
	side
	best  []match // by class; zero unless in met
	met   []uint32
	apart []apart // in order
}

// apart is a file on a side that has fewer counterparts than its class, because those of
// another class, or of its own, are paths of itself.
type apart struct {
	link
	match
	paths int // of the file, on the side
}

// match is how much of a file is found in a folder.
type match struct {
	share float64
	same  bool // in an identical file
	rough bool // the share is estimated
}

func (m *match) better(c match) {
	if c.share == 0 {
		return
	}
	if c.share > m.share || c.share == m.share && !c.rough {
		m.rough = c.rough
	}
	m.share, m.same = max(m.share, c.share), m.same || c.same
}

func newMatcher(ctx context.Context, t *Tree, similar *Similarities, o Options) (*matcher, error) {
	classes, err := newClasses(ctx, t, similar, o)
	if err != nil {
		return nil, err
	}
	m := &matcher{Tree: t, classes: classes, popularity: popularity, head: t.headOf()}
	for k := range m.measured {
		m.measured[k].best = make([]match, m.len())
	}
	m.contents = m.digests(false)
	m.first = m.identical()
	return m, nil
}

// couple is two folders to compare. If one is the parent of the other, it stands for its
// files outside it.
type couple struct{ a, b int32 }

func (c couple) compare(d couple) int { return cmp.Or(cmp.Compare(c.a, d.a), cmp.Compare(c.b, d.b)) }

// side is what a couple compares of a folder: its files without those in another span.
type side struct {
	files, without span
}

func (s side) has(file int32) bool { return s.files.has(file) && !s.without.has(file) }
func (s side) len() int            { return s.files.len() - s.without.len() }

// count returns how many files of an ascending list are on the side.
func (s side) count(files []int32) int {
	files = s.files.of(files)
	return len(files) - len(s.without.of(files))
}

// contains reports whether all files of another side are among those of s.
func (s side) contains(o side) bool {
	return s.files.contains(o.files) &&
		(s.without.from >= o.files.to || s.without.to <= o.files.from || o.without.contains(s.without))
}

func (t *Tree) sides(c couple) (a, b side) {
	a, b = side{files: t.folders[c.a].files}, side{files: t.folders[c.b].files}
	switch {
	case t.inside(c.b, c.a):
		a.without = b.files
	case t.inside(c.a, c.b):
		b.without = a.files
	}
	return a, b
}

// each calls use for the files of a side.
func (s side) each(use func(file int32)) {
	for f := s.files.from; f < s.files.to; f++ {
		if s.without.has(f) {
			f = s.without.to - 1
			continue
		}
		use(f)
	}
}

// measure finds how much of each class on one side of a couple is on the other. The result is
// in m.measured until the next call. Cost: the files on the smaller side and, for each of
// their contents, the similar ones or the contents on the other side, if these are fewer.
func (m *matcher) measure(c couple) {
	m.forget()
	m.measured[0].side, m.measured[1].side = m.sides(c)
	k := 0
	if m.measured[0].len() > m.measured[1].len() {
		k = 1
	}
	m.few = m.appendClasses(m.few[:0], m.measured[k].side)
	for _, x := range m.few {
		for y := range m.kinIn(x, m.measured[1-k].side) {
			m.meet(k, x, y)
		}
	}
	for k := range m.measured {
		m.setApart(k)
	}
}

// meet notes that side k has a class and the other side one of its counterparts.
func (m *matcher) meet(k int, x uint32, y kin) {
	m.measured[k].meet(x, y.match)
	m.measured[1-k].meet(y.class, match{y.back, y.match.same, y.match.rough})
	if m.links != nil {
		m.meetApart(k, x, y.class)
		m.meetApart(1-k, y.class, x)
	}
}

func (s *measured) meet(class uint32, c match) {
	if c.share == 0 {
		return
	}
	if s.best[class].share == 0 {
		s.met = append(s.met, class)
	}
	s.best[class].better(c)
}

// meetApart notes a file of class x on side k all whose counterparts of class y are paths of
// itself.
func (m *matcher) meetApart(k int, x, y uint32) {
	inode := m.soleInode(m.Tree, y, m.measured[1-k].side)
	if inode == 0 {
		return
	}
	if n := m.linked(link{x, inode}, m.measured[k].side); n > 0 {
		m.measured[k].apart = append(m.measured[k].apart, apart{link{x, inode}, match{}, n})
	}
}

// setApart finds the counterparts of the files that have fewer than their class.
func (m *matcher) setApart(k int) {
	s := &m.measured[k]
	sort.Slice(s.apart, func(i, k int) bool { return s.apart[i].link.compare(s.apart[k].link) < 0 })
	s.apart = slices.Compact(s.apart)
	for i := range s.apart {
		a := &s.apart[i]
		for y := range m.kinIn(a.class, m.measured[1-k].side) {
			if m.anyIn(y.class, a.inode, m.measured[1-k].side) {
				a.better(y.match)
			}
		}
	}
}

func (l link) compare(o link) int {
	return cmp.Or(cmp.Compare(l.class, o.class), cmp.Compare(l.inode, o.inode))
}

// matchOf returns how much of a file on side k is on the other one.
func (m *matcher) matchOf(k int, file int32) match {
	s, l := &m.measured[k], link{m.class[file], m.files[file].Inode}
	if l.inode != 0 && len(s.apart) > 0 {
		i, ok := slices.BinarySearchFunc(s.apart, l, func(a apart, l link) int { return a.link.compare(l) })
		if ok {
			return s.apart[i].match
		}
	}
	return s.best[l.class]
}

func (m *matcher) forget() {
	for k := range m.measured {
		s := &m.measured[k]
		for _, class := range s.met {
			s.best[class] = match{}
		}
		s.met, s.apart = s.met[:0], s.apart[:0]
	}
}

// matched returns how many bytes of a file a share is.
func matched(size int64, share float64) int64 { return int64(math.Round(float64(size) * share)) }

// total adds up what was measured of a couple.
func (m *matcher) total(c couple) (a, b Side) {
	sum := func(k int, x, other int32) Side {
		s := &m.measured[k]
		all := Side{Files: s.len(), Bytes: m.folders[x].bytes}
		if m.inside(other, x) {
			all.Bytes -= m.folders[other].bytes
		}
		for _, class := range s.met {
			all.add(m.count(class, s.side), m.all[class].size, s.best[class])
		}
		for _, f := range s.apart {
			all.add(-f.paths, m.all[f.class].size, s.best[f.class])
			all.add(f.paths, m.all[f.class].size, f.match)
		}
		return all
	}
	return sum(0, c.a, c.b), sum(1, c.b, c.a)
}

// Side is one of two folders and what is found of it in the other.
type Side struct {
	Path      *db.DirPath
	Rest      bool // without the other folder, which is inside this one
	Files     int
	Identical int // files with an identical counterpart
	Changed   int // files with only similar counterparts
	Estimated int // of these, files whose share is estimated
	Bytes     int64
	Matched   int64 // bytes found in the other folder
	// LeftOut is what the figures do not count, in bytewise order of reason. Empty files are
	// in it if the other folder has more or fewer of them and all others are the same.
	LeftOut []LeftOut
}

// add adds n files of a size that are found.
func (s *Side) add(n int, size int64, m match) {
	s.Matched += int64(n) * matched(size, m.share)
	if m.rough {
		s.Estimated += n
	}
	switch {
	case m.same:
		s.Identical += n
	case m.share > 0:
		s.Changed += n
	}
}

// Share returns how much of the folder is found in the other, 0 to 1.
func (s *Side) Share() float64 {
	if s.Bytes == 0 {
		return 0
	}
	return float64(s.Matched) / float64(s.Bytes)
}

// Missing returns the number of files without a counterpart.
func (s *Side) Missing() int { return s.Files - s.found() }

func (s *Side) found() int { return s.Identical + s.Changed }

package folders

import (
	"iter"
	"math"
	"slices"
)

// matcher measures how much of a folder is found in another.
type matcher struct {
	*Tree
	*relations
	sided   bool // only files on different sides match
	isolate bool // only files of different units match
	// popularity is the constant, except in tests.
	popularity int
	direct     []int32
	first      []int32 // by folder: the first one with the same files
	contents   digests
	best       []match // by file; zero between measurements
	met        []int32 // files whose best is not zero
}

// match is how much of a file is found in a folder.
type match struct {
	share float64
	same  bool // in an identical file
	rough bool // the share is estimated
}

func (m *match) better(c match) {
	if c.share > m.share || c.share == m.share && !c.rough {
		m.rough = c.rough
	}
	m.share, m.same = max(m.share, c.share), m.same || c.same
}

func newMatcher(t *Tree, similar iter.Seq[Similar], o Options) *matcher {
	m := &matcher{Tree: t, relations: t.relate(similar), sided: o.Sided, isolate: o.Isolate || o.Units, popularity: popularity, direct: t.folderOf(), best: make([]match, len(t.files))}
	m.contents = m.digests(false)
	m.first = m.identical()
	return m
}

// couple is two folders to compare. If one is the parent of the other, it stands for its
// files outside it.
type couple struct{ a, b int32 }

func (c couple) swapped() couple { return couple{c.b, c.a} }

// side is what a couple compares of a folder: its files without those in another span.
type side struct {
	files, without span
}

func (s side) has(file int32) bool { return s.files.has(file) && !s.without.has(file) }
func (s side) len() int            { return s.files.len() - s.without.len() }

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

// matches reports whether a file may be the counterpart of another one.
func (m *matcher) matches(f, g int32) bool {
	a, b := &m.files[f], &m.files[g]
	if m.isolate && a.Unit == b.Unit {
		return false
	}
	if m.sided {
		return a.Second != b.Second
	}
	return a.Inode == 0 || a.Inode != b.Inode
}

// measure finds the best counterpart of each file of a couple. The result is in m.best and
// m.met until the next call. Cost: the counterparts of the side with fewer files.
func (m *matcher) measure(c couple) {
	m.forget()
	a, b := m.sides(c)
	if a.len() > b.len() {
		a, b = b, a
	}
	a.each(func(f int32) {
		m.counterparts(f, b.files, func(g counterpart) {
			if !b.has(g.file) || !m.matches(f, g.file) {
				return
			}
			m.meet(f, match{g.share, g.same, g.rough})
			m.meet(g.file, match{g.back, g.same, g.rough})
		})
	})
}

func (m *matcher) meet(file int32, c match) {
	if c.share == 0 {
		return
	}
	if m.best[file] == (match{}) {
		m.met = append(m.met, file)
	}
	m.best[file].better(c)
}

func (m *matcher) forget() {
	for _, f := range m.met {
		m.best[f] = match{}
	}
	m.met = m.met[:0]
}

// matched returns how many bytes of a file a share is.
func matched(size int64, share float64) int64 { return int64(math.Round(float64(size) * share)) }

// total adds up m.best over both sides of a couple. Files for which skip returns true do not
// count.
func (m *matcher) total(c couple, skip func(file int32) bool) (a, b Side) {
	sideA, sideB := m.sides(c)
	sum := func(s side, of *Side) {
		s.each(func(f int32) {
			if skip == nil || !skip(f) {
				of.add(m.files[f].Size, m.best[f])
			}
		})
	}
	sum(sideA, &a)
	sum(sideB, &b)
	return a, b
}

// Side is one of two folders and what is found of it in the other.
type Side struct {
	Path      string
	Rest      bool // without the other folder, which is inside this one
	Files     int
	Identical int // files with an identical counterpart
	Changed   int // files with only similar counterparts
	Estimated int // of these, files whose share is estimated
	Bytes     int64
	Matched   int64 // bytes found in the other folder
}

func (s *Side) add(size int64, m match) {
	s.Files++
	s.Bytes += size
	s.Matched += matched(size, m.share)
	if m.rough {
		s.Estimated++
	}
	switch {
	case m.same:
		s.Identical++
	case m.share > 0:
		s.Changed++
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

// sortCouples sorts and compacts couples.
func sortCouples(all []couple) []couple {
	slices.SortFunc(all, func(x, y couple) int {
		if x.a != y.a {
			return int(x.a) - int(y.a)
		}
		return int(x.b) - int(y.b)
	})
	return slices.Compact(all)
}

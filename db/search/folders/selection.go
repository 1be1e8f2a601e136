package folders

// selection holds the pairs that are kept.
type selection struct {
	*matcher
	kept  []couple
	at    [][]int32 // by folder: the kept couples with it
	below [][]int32 // by folder: the kept couples with a folder below it
	said  []bool    // by file: scratch
}

func newSelection(m *matcher) *selection {
	return &selection{matcher: m, at: make([][]int32, len(m.folders)), below: make([][]int32, len(m.folders)), said: make([]bool, len(m.files))}
}

func (s *selection) keep(c couple) {
	n := int32(len(s.kept))
	s.kept = append(s.kept, c)
	for _, f := range [2]int32{c.a, c.b} {
		s.at[f] = append(s.at[f], n)
		for up := s.folders[f].parent; up >= 0; up = s.folders[up].parent {
			s.below[up] = append(s.below[up], n)
		}
	}
}

// account is a kept pair that may account for files of a later one: here on the side of these
// files, there on the other.
type account struct {
	here, there side
	whole       bool // there contains all of the later pair's other side
}

// accounts returns the kept pairs that may account for files of c.a in c.b: each of their sides
// contains, or is contained in, that of c.
func (s *selection) accounts(c couple) (all []account) {
	here, there := s.sides(c)
	add := func(list []int32) {
		for _, n := range list {
			for _, k := range [2]couple{s.kept[n], s.kept[n].swapped()} {
				var a account
				a.here, a.there = s.sides(k)
				a.whole = a.there.contains(there)
				if (a.here.contains(here) || here.contains(a.here)) && (a.whole || there.contains(a.there)) {
					all = append(all, a)
				}
			}
		}
	}
	add(s.below[c.a])
	for f := c.a; f >= 0; f = s.folders[f].parent {
		add(s.at[f])
	}
	return all
}

// saysMore reports whether a pair passes without the found files that kept pairs account for.
func (s *selection) saysMore(c couple, o *Options) bool {
	ofA, ofB := s.accounts(c), s.accounts(c.swapped())
	if len(ofA)+len(ofB) == 0 {
		return true
	}
	a, b := s.sides(c)
	for _, k := range ofA {
		if k.whole && k.here.contains(a) { // a pair of folders around both
			return false
		}
	}
	s.measure(c)
	defer clear(s.said[a.files.from:a.files.to])
	defer clear(s.said[b.files.from:b.files.to])
	s.mark(ofA, a)
	s.mark(ofB, b)
	rest := Pair{couple: c}
	rest.A, rest.B = s.total(c, func(f int32) bool { return s.said[f] })
	return o.passes(&rest)
}

// mark marks the files of a side that the accounts say.
func (s *selection) mark(all []account, of side) {
	for _, k := range all {
		of.each(func(f int32) {
			if share := s.best[f].share; share > 0 && !s.said[f] && k.here.has(f) {
				s.said[f] = k.whole || s.bestIn(f, k.there) >= nearlySame*share
			}
		})
	}
}

// bestIn returns how much of a file its best counterpart on a side has.
func (s *selection) bestIn(file int32, in side) float64 {
	best := 0.0
	s.counterparts(file, in.files, func(g counterpart) {
		if in.has(g.file) && s.matches(file, g.file) {
			best = max(best, g.share)
		}
	})
	return best
}

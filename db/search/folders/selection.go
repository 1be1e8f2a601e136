package folders

import "slices"

// selection holds the pairs that are kept.
type selection struct {
	*matcher
	partners [][]int32 // by folder: those that it is kept with, ascending
	below    []int32   // by folder: the partners of folders below it
	found    []account
	known    []bool  // by file: kept pairs account for it
	marked   []int32 // files that are known
	unknown  []int   // by class: files on the side at hand that are not known
	checked  []uint32
	nearly   []bool // by class, if checked: see hasNearly
	checks   uint32
}

func newSelection(m *matcher) *selection {
	n := m.len()
	return &selection{
		matcher: m, partners: make([][]int32, len(m.folders)), below: make([]int32, len(m.folders)),
		known: make([]bool, len(m.files)), unknown: make([]int, n), checked: make([]uint32, n), nearly: make([]bool, n),
	}
}

func (s *selection) keep(c couple) {
	for _, k := range [2]couple{c, {c.b, c.a}} {
		at, _ := slices.BinarySearch(s.partners[k.a], k.b)
		s.partners[k.a] = slices.Insert(s.partners[k.a], at, k.b)
		for up := s.folders[k.a].above; up >= 0; up = s.folders[up].above {
			s.below[up]++
		}
	}
}

// account holds the sides of a kept pair that may account for files of a couple: each contains
// that of the couple, or is contained in it.
type account [2]side

// accounts finds the kept pairs that may account for files of a couple.
func (s *selection) accounts(c couple) []account {
	s.found = s.found[:0]
	a, b := s.sides(c)
	add := func(x, y int32) {
		sideX, sideY := s.sides(couple{x, y})
		if (sideX.contains(a) || a.contains(sideX)) && (sideY.contains(b) || b.contains(sideY)) {
			s.found = append(s.found, account{sideX, sideY})
		}
	}
	in := func(x int32, partners span) []int32 { return partners.of(s.partners[x]) }
	inA, inB := span{c.a + 1, s.folders[c.a].end}, span{c.b + 1, s.folders[c.b].end}
	for x := c.a; x >= 0; x = s.folders[x].above {
		if len(s.partners[x]) == 0 {
			continue
		}
		for _, y := range in(x, inB) {
			add(x, y)
		}
		for y := c.b; y >= 0; y = s.folders[y].above {
			if len(in(x, span{y, y + 1})) > 0 {
				add(x, y)
			}
		}
	}
	for y := c.b; y >= 0; y = s.folders[y].above {
		for _, x := range in(y, inA) {
			add(x, y)
		}
	}
	switch { // both below
	case s.below[c.a] == 0 || s.below[c.b] == 0:
	case inA.len() <= inB.len():
		for x := inA.from; x < inA.to; x++ {
			for _, y := range in(x, inB) {
				add(x, y)
			}
		}
	default:
		for y := inB.from; y < inB.to; y++ {
			for _, x := range in(y, inA) {
				add(x, y)
			}
		}
	}
	return s.found
}

// addsTo reports whether a pair passes without the found files that kept pairs account for.
func (s *selection) addsTo(c couple, o *Options) bool {
	all := s.accounts(c)
	if len(all) == 0 {
		return true
	}
	a, b := s.sides(c)
	for _, k := range all {
		if k[0].contains(a) && k[1].contains(b) { // a pair of folders around both
			return false
		}
	}
	s.measure(c)
	rest := Pair{couple: c}
	rest.A, rest.B = s.total(c)
	defer s.unmark()
	return s.mark(0, all, &rest.A, o) && s.mark(1, all, &rest.B, o) && o.passes(&rest)
}

func (s *selection) unmark() {
	for _, f := range s.marked {
		s.known[f] = false
	}
	s.marked = s.marked[:0]
}

// mark takes the files of side k that kept pairs account for out of its sum. It reports whether
// enough are left.
func (s *selection) mark(k int, all []account, rest *Side, o *Options) bool {
	of, other := &s.measured[k], s.measured[1-k].side
	for _, class := range of.met {
		s.unknown[class] = s.count(class, of.side)
	}
	for _, kept := range all {
		here, there := kept[k], kept[1-k]
		whole := there.contains(other)
		s.checks++
		visit := func(f int32) {
			if s.known[f] || !here.has(f) || !of.has(f) {
				return
			}
			m := s.matchOf(k, f)
			if m.share == 0 || !whole && !s.hasNearly(f, there, m.share) {
				return
			}
			s.known[f], s.marked = true, append(s.marked, f)
			s.unknown[s.class[f]]--
			rest.leaveOut(s.files[f].Size, m)
		}
		common := span{max(here.files.from, of.files.from), min(here.files.to, of.files.to)}
		if common.len() <= len(of.met) {
			for f := common.from; f < common.to; f++ {
				visit(f)
			}
		} else {
			for _, class := range of.met {
				if s.unknown[class] == 0 {
					continue
				}
				for _, f := range common.of(s.places(class)) {
					visit(f)
				}
			}
		}
		if rest.found() < max(o.MinFiles, 1) {
			return false
		}
	}
	return true
}

// leaveOut takes a file out of a sum.
func (s *Side) leaveOut(size int64, m match) {
	s.Files--
	s.Bytes -= size
	s.add(-1, size, m)
}

// hasNearly reports whether a file has a counterpart on a side that has nearly as much of it as
// share, which is that of the best one for the couple at hand.
func (s *selection) hasNearly(file int32, in side, share float64) bool {
	l := s.linkOf(file)
	if l.inode == 0 && s.checked[l.class] == s.checks {
		return s.nearly[l.class]
	}
	found := false
	for y := range s.kinIn(l.class, in) {
		if y.match.share >= nearlySame*share && s.anyIn(y.class, l.inode, in) {
			found = true
			break
		}
	}
	if l.inode == 0 {
		s.checked[l.class], s.nearly[l.class] = s.checks, found
	}
	return found
}

package main

import (
	"cmp"
	"slices"

	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
)

// nearSets makes pairs of documents from sets of documents with one simhash.
type nearSets struct {
	*nearOptions
	known map[db.ContentID]admittedSet // by the first content of the set
}

// admittedSet is the part of a set that --min-size and --max-size admit.
type admittedSet struct {
	first int // index of its first document
	len   int
}

// pairs calls use for the pairs that represent two sets of documents, or one set, of
// which A is the first document. There are at most as many pairs as documents, whatever
// sizes are admitted.
func (s *nearSets) pairs(p search.NearPair, use func(report.Near) error) error {
	if s.within.Changed {
		return s.pairsBySize(p, s.members(p), use)
	}
	if p.Distance > 0 {
		a, b := s.admitted(p.A), s.admitted(p.B)
		if a.len == 0 || b.len == 0 {
			return nil
		}
		return use(s.nearOf(p, member{at: a.first}, member{inB: true, at: b.first}))
	}
	first, some := member{}, s.sizes.Admits(p.A.Size(0))
	for i := range p.B.Len() {
		m := member{inB: true, at: i}
		switch {
		case !s.sizes.Admits(p.B.Size(i)):
		case !some:
			first, some = m, true
		default:
			if err := use(s.nearOf(p, first, m)); err != nil {
				return err
			}
		}
	}
	return nil
}

// admitted returns the admitted part of a set. It is computed once, since a large set may
// be near thousands of others.
func (s *nearSets) admitted(f search.NearFiles) admittedSet {
	if s.sizes.Least == 0 && s.sizes.Most == 0 {
		return admittedSet{0, f.Len()}
	}
	set, ok := s.known[f.Content(0)]
	if ok {
		return set
	}
	for i := range f.Len() {
		if s.sizes.Admits(f.Size(i)) {
			if set.len == 0 {
				set.first = i
			}
			set.len++
		}
	}
	s.known[f.Content(0)] = set
	return set
}

// member is a document of a pair of sets.
type member struct {
	inB  bool
	at   int // in A or B
	size int64
}

// members returns the admitted documents of both sets, those of A first.
func (s *nearSets) members(p search.NearPair) []member {
	var all []member
	for i := range p.A.Len() {
		if n := p.A.Size(i); s.sizes.Admits(n) {
			all = append(all, member{false, i, n})
		}
	}
	for i := range p.B.Len() {
		if n := p.B.Size(i); s.sizes.Admits(n) {
			all = append(all, member{true, i, n})
		}
	}
	return all
}

// pairsBySize pairs each document with the next larger one, if their sizes fit. If two
// sizes fit, so do all between them. So every document that fits another is in a pair, and
// connected documents are connected by these pairs. For sets of different simhashes one
// pair is enough between each connected part of one set and of the other.
func (s *nearSets) pairsBySize(p search.NearPair, members []member, use func(report.Near) error) error {
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(side(a), side(b)), cmp.Compare(a.at, b.at))
	})
	var last [2]*member // the last member of each side
	joined := false     // whether the parts of these are paired
	for i := range members {
		m := &members[i]
		own, other := last[side(*m)], last[1-side(*m)]
		last[side(*m)] = m
		if p.Distance == 0 {
			// A and B are one set.
			if i == 0 || !s.sizesFit(members[i-1].size, m.size) {
				continue
			}
			other = &members[i-1]
		} else {
			joined = joined && own != nil && s.sizesFit(own.size, m.size)
			if joined || other == nil || !s.sizesFit(other.size, m.size) {
				continue
			}
			joined = true
		}
		if err := use(s.nearOf(p, *other, *m)); err != nil {
			return err
		}
	}
	return nil
}

// side is 0 for A and 1 for B.
func side(m member) int {
	if m.inB {
		return 1
	}
	return 0
}

// nearOf returns a pair of two documents, the smaller path first.
func (s *nearSets) nearOf(p search.NearPair, a, b member) report.Near {
	n := report.Near{Distance: p.Distance, Short: p.Short}
	n.A, n.IDA, n.SameA = s.ofSet(p, a)
	n.B, n.IDB, n.SameB = s.ofSet(p, b)
	if n.A.Path > n.B.Path {
		n.A, n.B, n.IDA, n.IDB, n.SameA, n.SameB = n.B, n.A, n.IDB, n.IDA, n.SameB, n.SameA
	}
	return n
}

func (s *nearSets) ofSet(p search.NearPair, m member) (f search.File, id db.ContentID, same int) {
	set := p.A
	if m.inB {
		set = p.B
	}
	if p.Distance > 0 {
		same = s.admitted(set).len - 1
	}
	return set.File(m.at), set.Content(m.at), same
}

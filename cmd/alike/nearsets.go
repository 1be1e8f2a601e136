package main

import (
	"cmp"
	"slices"
	"strings"

	"alike/db"
)

// nearPairsOf calls use for the pairs that stand for two sets of documents, each of
// one simhash, or for one set, whose first is A then. Their number is that of the
// documents at most, whatever --min-size and --max-size leave of them.
func nearPairsOf(p db.NearPair, o *nearOptions, use func(near) error) error {
	if o.within.Changed {
		return pairsBySize(p, o, admitted(p, o), use)
	}
	if p.Distance > 0 {
		a, b := firstAdmitted(p.A, o), firstAdmitted(p.B, o)
		if a < 0 || b < 0 {
			return nil
		}
		return use(nearOf(p, member{at: a}, member{inB: true, at: b}))
	}
	first := member{at: firstAdmitted(p.A, o)}
	for i := range p.B.Len() {
		m := member{inB: true, at: i}
		switch {
		case !o.sizes.admits(p.B.Size(i)):
		case first.at < 0:
			first = m
		default:
			if err := use(nearOf(p, first, m)); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstAdmitted returns the first of the documents whose size is asked for, -1 if
// there is none.
func firstAdmitted(f db.NearFiles, o *nearOptions) int {
	for i := range f.Len() {
		if o.sizes.admits(f.Size(i)) {
			return i
		}
	}
	return -1
}

// member is a document of a pair of sets.
type member struct {
	inB  bool
	at   int // in A or B
	size int64
}

// admitted returns the documents of both sets whose sizes are asked for, those of A
// first.
func admitted(p db.NearPair, o *nearOptions) []member {
	var all []member
	for i := range p.A.Len() {
		if n := p.A.Size(i); o.sizes.admits(n) {
			all = append(all, member{false, i, n})
		}
	}
	for i := range p.B.Len() {
		if n := p.B.Size(i); o.sizes.admits(n) {
			all = append(all, member{true, i, n})
		}
	}
	return all
}

// pairsBySize pairs each document with the next larger one, if their sizes fit. If
// two fit, so do all between them: every document that fits another is in a pair, and
// those that hang together hang together by their pairs. For sets of different
// simhashes it is enough to pair, once, what hangs together in one with what does in
// the other.
func pairsBySize(p db.NearPair, o *nearOptions, members []member, use func(near) error) error {
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(side(a), side(b)), cmp.Compare(a.at, b.at))
	})
	var last [2]*member // the last one of each side
	joined := false     // the pieces that these are in
	for i := range members {
		m := &members[i]
		own, other := last[side(*m)], last[1-side(*m)]
		last[side(*m)] = m
		if p.Distance == 0 {
			// A and B are one set.
			if i == 0 || !o.sizesFit(members[i-1].size, m.size) {
				continue
			}
			other = &members[i-1]
		} else {
			joined = joined && own != nil && o.sizesFit(own.size, m.size)
			if joined || other == nil || !o.sizesFit(other.size, m.size) {
				continue
			}
			joined = true
		}
		if err := use(nearOf(p, *other, *m)); err != nil {
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

// nearOf makes a pair of two documents, that with the smaller path first.
func nearOf(p db.NearPair, a, b member) near {
	n := near{distance: p.Distance, short: p.Short}
	n.a, n.idA, n.sameA = ofSet(p, a)
	n.b, n.idB, n.sameB = ofSet(p, b)
	if n.a.Path > n.b.Path {
		n.a, n.b, n.idA, n.idB, n.sameA, n.sameB = n.b, n.a, n.idB, n.idA, n.sameB, n.sameA
	}
	return n
}

func ofSet(p db.NearPair, m member) (f db.File, id db.ContentID, same int) {
	set := p.A
	if m.inB {
		set = p.B
	}
	if p.Distance > 0 {
		same = set.Len() - 1
	}
	return set.File(m.at), set.Content(m.at), same
}

// nearKind is how pairs are ranked: the nearest first, then by path.
var nearKind = kind[near]{
	better: func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.a.Path, b.a.Path), strings.Compare(a.b.Path, b.b.Path))
	},
	paths: func(n near, use func(string)) {
		use(n.a.Path)
		use(n.b.Path)
	},
	encode: appendNear,
	decode: (*record).near,
}

// appendNear leaves out what is not printed.
func appendNear(data []byte, n near) []byte {
	data = appendNumber(appendFile(appendFile(data, n.a), n.b), n.distance)
	data = appendNumber(appendNumber(data, n.sameA), n.sameB)
	data = appendFlag(appendFlag(data, n.short), n.identical)
	data = appendNumber(data, n.score.Shared)
	return appendShares(data, n.score.AInB, n.score.BInA, n.score.Resemblance, n.score.Distinctive)
}

func (r *record) near() near {
	return near{
		a: r.file(), b: r.file(), distance: int(r.number()), sameA: int(r.number()), sameB: int(r.number()),
		short: r.flag(), identical: r.flag(),
		score: db.Score{
			Shared: int(r.number()), AInB: r.share(), BInA: r.share(), Resemblance: r.share(), Distinctive: r.share(),
		},
	}
}

package folders

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
)

// Options select pairs of folders.
type Options struct {
	// Min is the threshold on the share that By names, 0 to 1.
	Min float64
	// By returns the share that the threshold uses, from how much of each folder is found in
	// the other and how much of both together. It must not exceed the larger of the first two.
	By func(aInB, bInA, both float64) float64
	// MinFiles is the least number of files of each folder that are found in the other.
	MinFiles int
	// Sided restricts the answer to files on different sides.
	Sided bool
	// Isolate restricts it to files of different units.
	Isolate bool
	// Units restricts it to folders that are units, each as a whole.
	Units bool
}

// Pair is two folders that have enough in common. A comes before B in the tree.
type Pair struct {
	A, B      Side
	Identical bool // the folders have the same contents, each as often
	couple    couple
}

// Both returns how much of both folders together is found in the other, 0 to 1.
func (p *Pair) Both() float64 {
	if n := p.A.Bytes + p.B.Bytes; n > 0 {
		return float64(p.A.Matched+p.B.Matched) / float64(n)
	}
	return 0
}

// strength orders pairs; see the package comment.
func (p *Pair) strength() float64 {
	return float64(min(p.A.Matched, p.B.Matched)) * math.Sqrt(math.Sqrt(p.Both()))
}

// Finding is the answer for a tree.
type Finding struct {
	Pairs   []Pair // strongest first
	matcher *matcher
	options Options
}

// Loosened returns how many pairs there are if minFiles files are enough, and with links, if
// paths of one file are counterparts.
func (f *Finding) Loosened(minFiles int, links bool) int {
	m, o := *f.matcher, f.options
	o.MinFiles = minFiles
	if links {
		t := *m.Tree
		t.files = slices.Clone(t.files)
		for i := range t.files {
			t.files[i].Inode = 0
		}
		m.Tree = &t
		m.first = m.identical()
	}
	return len(m.find(o).Pairs)
}

// Find returns the folders of a tree that are similar, given all similar contents. Of N folders
// with the same contents, the first is paired with each of the others, and it alone with other
// folders.
//
// Cost: for each file the folders around its counterparts, then for each candidate the
// counterparts of the folder with fewer files. Files with more than 4,096 counterparts count,
// but two folders that have only such files in common are not found. Memory: some 100 bytes
// for each file, and 16 for each two folders with a file in common.
func Find(t *Tree, similar iter.Seq[Similar], o Options) *Finding {
	return newMatcher(t, similar, o).find(o)
}

func (m *matcher) find(o Options) *Finding {
	var all []Pair
	for _, c := range m.candidates(o) {
		m.measure(c)
		p := Pair{couple: c}
		p.A, p.B = m.total(c, nil)
		if o.passes(&p) && m.besideSubfolder(c) {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(x, y Pair) int {
		return cmp.Or(cmp.Compare(y.strength(), x.strength()),
			cmp.Compare(btoi(m.inside(x.couple.b, x.couple.a)), btoi(m.inside(y.couple.b, y.couple.a))),
			cmp.Compare(m.depth(x.couple), m.depth(y.couple)))
	})
	s, hubs := newSelection(m), m.hubs(all)
	kept := all[:0]
	for _, p := range all {
		if !s.saysMore(p.couple, &o) {
			continue
		}
		s.keep(p.couple)
		if hubs.standFor(p.couple) {
			continue
		}
		if !o.Units {
			p.couple = m.named(p.couple)
		}
		p.A.Path, p.B.Path = m.folders[p.couple.a].path, m.folders[p.couple.b].path
		p.A.Rest, p.Identical = m.inside(p.couple.b, p.couple.a), m.sameContents(p.couple) && p.A.Missing() == 0 && p.B.Missing() == 0
		kept = append(kept, p)
	}
	return &Finding{slices.Clip(kept), m, o}
}

// besideSubfolder reports whether a folder may be compared with one in it, if it is: a file
// directly in it must be found there. Otherwise versions/v3 would be compared with versions, and
// not with versions/v2. The couple was measured.
func (m *matcher) besideSubfolder(c couple) bool {
	if !m.inside(c.b, c.a) {
		return true
	}
	for f := m.folders[c.a].files.from; f < m.folders[c.a].files.to && m.direct[f] == c.a; f++ {
		if m.best[f].share > 0 {
			return true
		}
	}
	return false
}

// named returns the same files by folders of the same name if there are such: a folder may
// contain nothing but another folder.
func (t *Tree) named(c couple) couple {
	name := func(f int32) string { return t.folders[f].path[strings.LastIndexByte(t.folders[f].path, '/')+1:] }
	descend := func(f int32, to string) int32 {
		for inner := f; ; inner++ {
			if name(inner) == to {
				return inner
			}
			if inner+1 >= t.folders[inner].end || t.folders[inner+1].files != t.folders[inner].files {
				return f
			}
		}
	}
	if !t.inside(c.b, c.a) {
		c.a = descend(c.a, name(c.b))
		c.b = descend(c.b, name(c.a))
	}
	return c
}

// passes reports whether a pair of folders, or what is left of it, has enough in common.
func (o *Options) passes(p *Pair) bool {
	return min(p.A.found(), p.B.found()) >= max(o.MinFiles, 1) &&
		o.By(p.A.Share(), p.B.Share(), p.Both()) >= o.Min
}

// depth returns the number of folders above both of a couple.
func (t *Tree) depth(c couple) int {
	n := 0
	for _, f := range [2]int32{c.a, c.b} {
		for ; f >= 0; f = t.folders[f].parent {
			n++
		}
	}
	return n
}

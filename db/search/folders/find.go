package folders

import (
	"cmp"
	"context"
	"math"
	"slices"
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
	A, B Side
	// Same says that the files that were compared have the same contents, each as often,
	// Identical that nothing of either folder was left out besides.
	Same, Identical bool
	couple          couple
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
func (f *Finding) Loosened(ctx context.Context, minFiles int, links bool) (int, error) {
	m, o := f.matcher, f.options
	o.MinFiles = minFiles
	if links {
		t := *m.Tree
		t.files = slices.Clone(t.files)
		for i := range t.files {
			t.files[i].Inode = 0
		}
		var err error
		if m, err = newMatcher(ctx, &t, m.Similarities, o); err != nil {
			return 0, err
		}
	}
	found, err := m.find(ctx, o)
	if err != nil {
		return 0, err
	}
	return len(found.Pairs), nil
}

// Close frees the similar contents. The methods of f may not be called afterwards.
func (f *Finding) Close() { f.matcher.Similarities.Close() }

// Find returns the folders of a tree that are similar, given all similar contents, which the
// Finding keeps. Of N folders with the same contents, the first is paired with each of the
// others, and it alone with other folders.
//
// Cost: for each content of a folder the folders around its counterparts, then for each
// candidate the files of the folder with fewer of them; see matcher.measure. Contents with more
// than 4,096 counterparts count, but two folders that have only such contents in common are not
// found. Memory: 100 bytes for each file, 16 for each two folders with a content in common,
// while one of them is looked at, and 32 for each candidate.
func Find(ctx context.Context, t *Tree, similar *Similarities, o Options) (*Finding, error) {
	if err := similar.Index(ctx); err != nil {
		return nil, err
	}
	m, err := newMatcher(ctx, t, similar, o)
	if err != nil {
		return nil, err
	}
	return m.find(ctx, o)
}

// passing is a couple that passes.
type passing struct {
	couple
	strength float64
}

func (m *matcher) find(ctx context.Context, o Options) (*Finding, error) {
	couples, err := m.candidates(ctx, o)
	if err != nil {
		return nil, err
	}
	var all []passing
	var near []couple
	passed := couples[:0]
	for _, c := range couples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m.measure(c)
		p := Pair{couple: c}
		p.A, p.B = m.total(c)
		if !o.passes(&p) || !m.besideSubfolder(c) {
			continue
		}
		all, passed = append(all, passing{c, p.strength()}), append(passed, c)
		if p.A.Share() >= nearlySame && p.B.Share() >= nearlySame && !m.inside(c.b, c.a) {
			near = append(near, c)
		}
	}
	slices.SortFunc(all, func(x, y passing) int {
		return cmp.Or(cmp.Compare(y.strength, x.strength),
			cmp.Compare(btoi(m.inside(x.b, x.a)), btoi(m.inside(y.b, y.a))),
			cmp.Compare(m.depth(x.couple), m.depth(y.couple)), x.compare(y.couple))
	})
	f := &Finding{matcher: m, options: o}
	s, hubs := newSelection(m), m.hubs(near, passed, o.Units)
	for _, p := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !s.addsTo(p.couple, &o) {
			continue
		}
		s.keep(p.couple)
		if !hubs.standFor(p.couple) {
			f.Pairs = append(f.Pairs, m.pair(p.couple, !o.Units))
		}
	}
	f.Pairs = slices.Clip(f.Pairs)
	return f, nil
}

// pair returns a couple as a pair, by folders of the same name if named is set.
func (m *matcher) pair(c couple, named bool) Pair {
	m.measure(c)
	p := Pair{couple: m.shown(c)}
	if named {
		p.couple = m.named(p.couple)
	}
	p.A, p.B = m.total(c)
	p.A.Path, p.B.Path = m.folders[p.couple.a].path, m.folders[p.couple.b].path
	p.A.Rest = m.inside(c.b, c.a)
	p.Same = m.sameContents(c) && p.A.Missing() == 0 && p.B.Missing() == 0
	m.setLeftOut(&p)
	p.Identical = p.Same && len(p.A.LeftOut)+len(p.B.LeftOut) == 0
	return p
}

// besideSubfolder reports whether a folder may be compared with one in it, if it is: a file
// directly in it must be found there. Otherwise versions/v3 would be compared with versions, and
// not with versions/v2. The couple was measured.
func (m *matcher) besideSubfolder(c couple) bool {
	if !m.inside(c.b, c.a) {
		return true
	}
	for f := m.folders[c.a].files.from; f < m.folders[c.a].files.to && m.head[f] == c.a; f++ {
		if m.matchOf(0, f).share > 0 {
			return true
		}
	}
	return false
}

// shown returns a couple of heads as folders. One that is compared with its subfolder is the last
// of its run.
func (t *Tree) shown(c couple) couple {
	if t.inside(c.b, c.a) {
		c.a = t.folders[c.b].parent
	}
	return c
}

// named returns the same files by folders of the same name if there are such: a folder may
// contain nothing but another folder.
func (t *Tree) named(c couple) couple {
	name := func(f int32) string { return t.folders[f].path.Name() }
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
func (t *Tree) depth(c couple) int32 {
	c = t.shown(c)
	return t.folders[c.a].depth + t.folders[c.b].depth
}

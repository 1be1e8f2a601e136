package folders

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"alike/db/inorder"
)

// classes are the files of a tree by class: those of one content and, if only files on
// different sides or of different units are compared, on one side or of one unit. The files of
// a class have the same counterparts, but for paths of one file. Classes are numbered by
// content.
type classes struct {
	*Similarities
	sided, isolate bool
	class          []uint32 // by file
	all            []class
	order          []int32  // the files by class, ascending
	first          []uint32 // by content, its first class
	links          map[link][]int32
	listed         side     // of list
	list           []uint32 // the classes on a side
	seen           []uint32 // by class: the last list that it is in
	lists          uint32
}

type class struct {
	content uint32
	unit    int32
	second  bool
	start   uint32 // in order
	size    int64  // of a file
}

// link stands for the paths of one file, which are not counterparts of one another. There are
// none between two sides.
type link struct {
	class uint32
	inode uint64
}

func newClasses(ctx context.Context, t *Tree, similar *Similarities, o Options) (*classes, error) {
	n := len(t.files)
	c := &classes{
		Similarities: similar, sided: o.Sided, isolate: o.Isolate || o.Units,
		class: make([]uint32, n), order: make([]int32, n),
	}
	of := make([]class, n) // by file
	units := map[string]int32{}
	for i := range t.files {
		f := &t.files[i]
		c.order[i] = int32(i)
		of[i] = class{content: f.Content, second: f.Second && c.sided, size: f.Size}
		if c.isolate {
			if _, ok := units[f.Unit]; !ok {
				units[f.Unit] = int32(len(units))
			}
			of[i].unit = units[f.Unit]
		}
	}
	err := inorder.Sort(ctx, c.order, func(f, g int32) int {
		a, b := &of[f], &of[g]
		return cmp.Or(cmp.Compare(a.content, b.content), cmp.Compare(a.unit, b.unit),
			cmp.Compare(btoi(a.second), btoi(b.second)), cmp.Compare(f, g))
	})
	if err != nil {
		return nil, err
	}
	for i, f := range c.order {
		if i == 0 || of[f] != of[c.order[i-1]] {
			for len(c.first) <= int(of[f].content) {
				c.first = append(c.first, uint32(len(c.all)))
			}
			c.all = append(c.all, of[f])
			c.all[len(c.all)-1].start = uint32(i)
		}
		c.class[f] = uint32(len(c.all) - 1)
	}
	c.all, c.first = append(c.all, class{start: uint32(n)}), append(c.first, uint32(len(c.all)))
	c.seen = make([]uint32, len(c.all))
	c.link(t)
	return c, nil
}

// link finds the paths of one file.
func (c *classes) link(t *Tree) {
	for i := range t.files {
		if inode := t.files[i].Inode; inode != 0 && !c.sided {
			if c.links == nil {
				c.links = map[link][]int32{}
			}
			l := link{c.class[i], inode}
			c.links[l] = append(c.links[l], int32(i))
		}
	}
}

// len returns the number of classes.
func (c *classes) len() int { return len(c.all) - 1 }

// of returns the classes of a content, from and to.
func (c *classes) of(content uint32) (from, to uint32) {
	if int(content)+1 >= len(c.first) {
		return 0, 0
	}
	return c.first[content], c.first[content+1]
}

// copies returns the number of files with a content.
func (c *classes) copies(content uint32) int {
	from, to := c.of(content)
	return int(c.all[to].start - c.all[from].start)
}

// places returns the files of a class, ascending.
func (c *classes) places(x uint32) []int32 { return c.order[c.all[x].start:c.all[x+1].start] }

// count returns how many files of a class are on a side.
func (c *classes) count(x uint32, in side) int { return in.count(c.places(x)) }

// linked returns how many paths of one file are on a side.
func (c *classes) linked(l link, in side) int { return in.count(c.links[l]) }

// compared reports whether the files of two classes may be counterparts.
func (c *classes) compared(x, y uint32) bool {
	return (!c.sided || c.all[x].second != c.all[y].second) && (!c.isolate || c.all[x].unit != c.all[y].unit)
}

// kin is a class of counterparts.
type kin struct {
	class uint32
	match match   // of the other class, in this one
	back  float64 // of this one, in the other
}

// kinOf returns the classes of the counterparts of a class, those of identical ones first.
func (c *classes) kinOf(x uint32) iter.Seq[kin] {
	return func(yield func(kin) bool) {
		content := c.all[x].content
		for y, to := c.of(content); y < to; y++ {
			if c.compared(x, y) && !yield(kin{y, match{share: 1, same: true}, 1}) {
				return
			}
		}
		for _, number := range c.Of(content) {
			y, to := c.of(c.other(content, number))
			for ; y < to; y++ {
				if c.compared(x, y) && !yield(c.kin(content, number, y)) {
					return
				}
			}
		}
	}
}

// kin returns a class of the other content of a pair.
func (c *classes) kin(content, number, y uint32) kin {
	r := c.related(content, number)
	return kin{y, match{share: r.share, rough: r.rough}, r.back}
}

// kinIn returns those of kinOf that have files on a side. Cost: the number of all, or of the
// files on the side if these are fewer.
func (c *classes) kinIn(x uint32, in side) iter.Seq[kin] {
	return func(yield func(kin) bool) {
		if c.fewKin(x, in.len()) {
			for y := range c.kinOf(x) {
				if c.count(y.class, in) > 0 && !yield(y) {
					return
				}
			}
			return
		}
		content := c.all[x].content
		for _, y := range c.classesOn(in) {
			if !c.compared(x, y) {
				continue
			}
			one := kin{y, match{share: 1, same: true}, 1}
			if other := c.all[y].content; other != content {
				number, ok := c.between(content, other)
				if !ok {
					continue
				}
				one = c.kin(content, number, y)
			}
			if !yield(one) {
				return
			}
		}
	}
}

// fewKin reports whether a class has at most n kin.
func (c *classes) fewKin(x uint32, n int) bool {
	content := c.all[x].content
	from, to := c.of(content)
	all := c.Of(content)
	if n -= int(to-from) + len(all); n < 0 || !c.sided && !c.isolate {
		return n >= 0
	}
	for _, number := range all { // of one class each, and more
		from, to := c.of(c.other(content, number))
		if n -= int(to - from); n < 0 {
			return false
		}
	}
	return true
}

// classesOn returns the classes on a side.
func (c *classes) classesOn(in side) []uint32 {
	if c.listed != in {
		c.listed, c.list = in, c.appendClasses(c.list[:0], in)
	}
	return c.list
}

// appendClasses appends the classes on a side, each once.
func (c *classes) appendClasses(all []uint32, in side) []uint32 {
	c.lists++
	in.each(func(f int32) {
		if x := c.class[f]; c.seen[x] != c.lists {
			c.seen[x] = c.lists
			all = append(all, x)
		}
	})
	return all
}

// anyIn reports whether a file of a class and an inode has a counterpart of class y on a side.
func (c *classes) anyIn(y uint32, inode uint64, in side) bool {
	n := c.count(y, in)
	return n > 0 && (c.links == nil || inode == 0 || c.linked(link{y, inode}, in) < n)
}

// soleInode returns the inode of the files of a class on a side if they are paths of one file.
func (c *classes) soleInode(t *Tree, x uint32, in side) uint64 {
	all := in.files.of(c.places(x))
	for len(all) > 0 && in.without.has(all[0]) {
		all = all[len(in.without.of(all)):]
	}
	if len(all) == 0 {
		return 0
	}
	inode := t.files[all[0]].Inode
	if inode == 0 || c.linked(link{x, inode}, in) < c.count(x, in) {
		return 0
	}
	return inode
}

// of returns the files of an ascending list that are in a span.
func (s span) of(files []int32) []int32 {
	n := len(files)
	if n == 0 || files[n-1] < s.from || files[0] >= s.to {
		return nil
	}
	if files[0] < s.from {
		from, _ := slices.BinarySearch(files, s.from)
		files = files[from:]
	}
	if files[len(files)-1] >= s.to {
		to, _ := slices.BinarySearch(files, s.to)
		files = files[:to]
	}
	return files
}

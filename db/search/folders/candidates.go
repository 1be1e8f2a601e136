package folders

import (
	"cmp"
	"context"
	"slices"
)

// popularity is the number of counterparts of a file beyond which it leads to no candidates. It
// counts in those that other files lead to.
const popularity = 4096

// finder finds the couples of heads of which one folder may have enough in the other, by adding up, for
// each, what its files have in every other folder. Folders come after the folders
// around them, so that going backwards visits subfolders first.
type finder struct {
	*matcher
	o       Options
	pending []entries // by folder: what its files have in other folders
	outside []int64   // by folder: bytes found in the parent's other files
	popular []tally   // by folder: files that are popular
	is      []int8    // by class: popular 1, not popular -1, not known 0
	share   []float64 // by folder: scratch for one file
	touched []int32
	found   []couple
}

type tally struct {
	files int32
	bytes int64
}

// entry is how much of a folder is found in another one.
type entry struct {
	folder, files int32
	bytes         int64
}

// entries are those of a folder, several of which may name the same folder.
type entries struct {
	all    []entry
	joined int // length after the last join
}

// add adds entries. It joins them when there are twice as many as after the last time.
func (e *entries) add(all ...entry) {
	const few = 1024
	if e.all = append(e.all, all...); len(e.all) > max(2*e.joined, few) {
		e.join()
	}
}

// join adds up the entries of each folder.
func (e *entries) join() {
	slices.SortFunc(e.all, func(a, b entry) int { return cmp.Compare(a.folder, b.folder) })
	joined := e.all[:0]
	for _, one := range e.all {
		if n := len(joined); n > 0 && joined[n-1].folder == one.folder {
			joined[n-1].files += one.files
			joined[n-1].bytes += one.bytes
		} else {
			joined = append(joined, one)
		}
	}
	e.all, e.joined = joined, len(joined)
}

func (m *matcher) candidates(ctx context.Context, o Options) ([]couple, error) {
	n := len(m.folders)
	s := &finder{
		matcher: m, o: o, pending: make([]entries, n),
		outside: make([]int64, n), popular: make([]tally, n), share: make([]float64, n),
		is: make([]int8, m.len()),
	}
	for x := int32(n) - 1; x >= 0; x-- {
		if s.folders[x].head != x {
			continue
		}
		if err := s.folder(ctx, x); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(s.found, couple.compare)
	return slices.Compact(s.found), nil
}

// folder finds the candidates of a folder. Its subfolders are done.
func (s *finder) folder(ctx context.Context, x int32) error {
	f := &s.folders[x]
	var own []int32
	for i := f.files.from; i < f.files.to && s.head[i] == x; i++ { // those of subfolders follow
		own = append(own, i)
	}
	// Identical files and links follow each other.
	slices.SortFunc(own, func(i, k int32) int { return s.linkOf(i).compare(s.linkOf(k)) })
	for i, n := 0, 0; i < len(own); i += n {
		for n = 1; i+n < len(own) && s.linkOf(own[i+n]) == s.linkOf(own[i]); n++ {
		}
		s.same(own[i], int32(n), x)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	from := &s.pending[x]
	from.join()
	s.choose(x, from.all)
	if f.above < 0 {
		return nil
	}
	to := &s.pending[f.above]
	for _, e := range from.all {
		// Of what lies below the parent, only its subfolders are compared with it.
		if !s.inside(e.folder, f.above) || s.folders[e.folder].above == f.above {
			to.add(e)
		}
	}
	*from = entries{}
	s.popular[f.above].files += s.popular[x].files
	s.popular[f.above].bytes += s.popular[x].bytes
	return nil
}

func (m *matcher) linkOf(file int32) link {
	l := link{class: m.class[file]}
	if m.links != nil {
		l.inode = m.files[file].Inode
	}
	return l
}

// same adds what n files in x, which have the same counterparts, have in every other folder.
func (s *finder) same(file, n, x int32) {
	size, l := s.files[file].Size, s.linkOf(file)
	if s.isPopular(l.class) {
		s.popular[x].files += n
		s.popular[x].bytes += int64(n) * size
		return
	}
	s.touched = s.touched[:0]
	for y := range s.kinOf(l.class) {
		if y.match.share == 0 {
			continue
		}
		for _, g := range s.places(y.class) {
			if l.inode == 0 || s.files[g].Inode != l.inode {
				s.climb(x, g, y.match.share)
			}
		}
	}
	for _, y := range s.touched {
		found := int64(n) * matched(size, s.share[y])
		s.share[y] = 0
		if !s.inside(x, y) {
			s.pending[x].add(entry{y, n, found})
			continue
		}
		// y contains both files, but none of its subfolders does.
		if c := x; c != y {
			for s.folders[c].above != y {
				c = s.folders[c].above
			}
			s.outside[c] += found
		}
	}
}

// climb notes a counterpart of a file in x for the folders around it, up to the innermost
// that contains both.
func (s *finder) climb(x, g int32, share float64) {
	for y := s.head[g]; y >= 0; y = s.folders[y].above {
		if s.share[y] >= share {
			return // so are the folders around it
		}
		around := s.inside(x, y)
		below := !around && s.inside(y, x) && s.folders[y].above != x
		if !below && (around || s.isFirst(y)) {
			if s.share[y] == 0 {
				s.touched = append(s.touched, y)
			}
			s.share[y] = share
		}
		if around {
			return
		}
	}
}

func (s *finder) isPopular(x uint32) bool {
	if s.is[x] == 0 {
		content := s.all[x].content
		n := s.copies(content)
		for _, number := range s.Of(content) {
			n += s.copies(s.other(content, number))
		}
		if s.is[x] = -1; n > s.popularity {
			s.is[x] = 1
		}
	}
	return s.is[x] > 0
}

// choose keeps the couples of a folder and the ones that may have enough of it.
func (s *finder) choose(x int32, all []entry) {
	for _, e := range all {
		if s.enough(x, tally{e.files, e.bytes}, s.folders[x].bytes-s.bytesBelow(x, e.folder)) {
			s.keep(x, e.folder)
		}
	}
	if p := s.folders[x].above; p >= 0 && s.outside[x] > 0 &&
		s.enough(x, tally{int32(s.folders[x].files.len()), s.outside[x]}, s.folders[x].bytes) {
		s.keep(p, x)
	}
}

// bytesBelow returns the bytes of y if it is below x.
func (s *finder) bytesBelow(x, y int32) int64 {
	if s.inside(y, x) {
		return s.folders[y].bytes
	}
	return 0
}

func (s *finder) enough(x int32, t tally, of int64) bool {
	t.files += s.popular[x].files
	t.bytes += s.popular[x].bytes
	return int(t.files) >= s.o.MinFiles && float64(t.bytes) >= s.o.Min*float64(of)
}

// keep keeps a couple, unless the first folders with the same files stand for it.
func (s *finder) keep(x, y int32) {
	if s.o.Units && !(s.isUnit(x) && s.isUnit(y)) {
		return
	}
	if s.isFirst(x) && s.isFirst(y) || s.first[x] == s.first[y] && (s.isFirst(x) || s.isFirst(y)) {
		s.found = append(s.found, couple{min(x, y), max(x, y)})
	}
}

// isUnit reports whether a folder is a unit.
func (t *Tree) isUnit(x int32) bool {
	return t.folders[x].path.Is(t.files[t.folders[x].files.from].Unit)
}

// isFirst reports whether a folder is the first with its files, or contains nothing but that
// one, or the other way round.
func (m *matcher) isFirst(x int32) bool { return m.folders[m.first[x]].files == m.folders[x].files }

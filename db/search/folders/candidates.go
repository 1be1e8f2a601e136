package folders

import "slices"

// popularity is the number of counterparts of a file beyond which it leads to no candidates. It
// counts in those that other files lead to.
const popularity = 4096

// finder finds the couples of which one folder may have enough in the other, by adding up, for
// each folder, what its files have in every other folder. Folders come after the folders
// around them, so that going backwards visits subfolders first.
type finder struct {
	*matcher
	o       Options
	pending [][]entry // by folder: what its files have in other folders
	outside []int64   // by folder: bytes found in the parent's other files
	popular []tally   // by folder: files that are popular
	share   []float64 // by folder: scratch for one file
	touched []int32
	found   []couple
}

type tally struct {
	files int32
	bytes int64
}

// entry says how much of a folder is found in another one.
type entry struct {
	folder int32
	tally
}

func (m *matcher) candidates(o Options) []couple {
	n := len(m.folders)
	s := &finder{
		matcher: m, o: o, pending: make([][]entry, n),
		outside: make([]int64, n), popular: make([]tally, n), share: make([]float64, n),
	}
	for x := int32(n) - 1; x >= 0; x-- {
		s.folder(x)
	}
	return sortCouples(s.found)
}

// folder finds the candidates of a folder. Its subfolders are done.
func (s *finder) folder(x int32) {
	f := &s.folders[x]
	for i := f.files.from; i < f.files.to && s.direct[i] == x; i++ { // those of subfolders follow
		s.file(i, x)
	}
	entries := joinEntries(s.pending[x])
	s.pending[x] = nil
	s.choose(x, entries)
	if f.parent < 0 {
		return
	}
	p := &s.pending[f.parent]
	for _, e := range entries {
		// Of what lies below the parent, only its subfolders are compared with it.
		if !s.inside(e.folder, f.parent) || s.folders[e.folder].parent == f.parent {
			*p = append(*p, e)
		}
	}
	s.popular[f.parent].files += s.popular[x].files
	s.popular[f.parent].bytes += s.popular[x].bytes
}

// file adds what a file has in every other folder.
func (s *finder) file(i, x int32) {
	all := span{0, int32(len(s.files))}
	size := s.files[i].Size
	if s.isPopular(s.files[i].Content) {
		s.popular[x].files++
		s.popular[x].bytes += size
		return
	}
	s.touched = s.touched[:0]
	s.counterparts(i, all, func(g counterpart) {
		if s.matches(i, g.file) {
			s.climb(x, g)
		}
	})
	for _, y := range s.touched {
		n := matched(size, s.share[y])
		s.share[y] = 0
		if !s.inside(x, y) {
			s.pending[x] = append(s.pending[x], entry{y, tally{1, n}})
			continue
		}
		// y contains both files, but none of its subfolders does.
		if c := x; c != y {
			for s.folders[c].parent != y {
				c = s.folders[c].parent
			}
			s.outside[c] += n
		}
	}
}

// climb notes a counterpart of a file in x for the folders around it, up to the innermost
// that contains both.
func (s *finder) climb(x int32, g counterpart) {
	for y := s.direct[g.file]; y >= 0; y = s.folders[y].parent {
		around := s.inside(x, y)
		below := !around && s.inside(y, x) && s.folders[y].parent != x
		if !below && (around || s.isFirst(y)) {
			if s.share[y] == 0 {
				s.touched = append(s.touched, y)
			}
			s.share[y] = max(s.share[y], g.share)
		}
		if around {
			return
		}
	}
}

func (s *finder) isPopular(content uint32) bool {
	n := len(s.places.of(content))
	for _, r := range s.similar.of(content) {
		n += len(s.places.of(r.content))
	}
	return n > s.popularity
}

// joinEntries adds up the entries of each folder.
func joinEntries(all []entry) []entry {
	slices.SortFunc(all, func(a, b entry) int { return int(a.folder) - int(b.folder) })
	joined := all[:0]
	for _, e := range all {
		if n := len(joined); n > 0 && joined[n-1].folder == e.folder {
			joined[n-1].files += e.files
			joined[n-1].bytes += e.bytes
		} else {
			joined = append(joined, e)
		}
	}
	return slices.Clip(joined)
}

// choose keeps the couples of a folder and the ones that may have enough of it.
func (s *finder) choose(x int32, entries []entry) {
	for _, e := range entries {
		if s.enough(x, e.tally, s.folders[x].bytes-s.bytesBelow(x, e.folder)) {
			s.keep(x, e.folder)
		}
	}
	if p := s.folders[x].parent; p >= 0 && s.outside[x] > 0 &&
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
	return t.files[t.folders[x].files.from].Unit == t.folders[x].path
}

// isFirst reports whether a folder is the first with its files, or contains nothing but that
// one, or the other way round.
func (m *matcher) isFirst(x int32) bool { return m.folders[m.first[x]].files == m.folders[x].files }

// digest is equal for the same contents, each as often.
type digest struct {
	sums  [2]uint64
	files int
}

func (d digest) minus(o digest) digest {
	return digest{[2]uint64{d.sums[0] - o.sums[0], d.sums[1] - o.sums[1]}, d.files - o.files}
}

// digests are the digests of all files before each.
type digests []digest

// digests adds up the contents of files. With links, paths of one file are not like copies of
// it.
func (t *Tree) digests(links bool) digests {
	all := make(digests, len(t.files)+1)
	for i := range t.files {
		key, d := uint64(t.files[i].Content), all[i]
		if links {
			key += mix(t.files[i].Inode)
		}
		all[i+1] = digest{[2]uint64{d.sums[0] + mix(key+0x9e3779b97f4a7c15), d.sums[1] + mix(key+0xd1b54a32d192ed03)}, i + 1}
	}
	return all
}

func (d digests) of(files span) digest { return d[files.to].minus(d[files.from]) }

// sameContents reports whether both folders of a couple have the same contents, each as often.
func (m *matcher) sameContents(c couple) bool {
	a, b := m.sides(c)
	return m.contents.of(a.files).minus(m.contents.of(a.without)) == m.contents.of(b.files).minus(m.contents.of(b.without))
}

// identical returns, for each folder, the first one with the same contents, each as often.
// With two sides, or if units are isolated, each folder stands for itself.
func (m *matcher) identical() []int32 {
	first := make([]int32, len(m.folders))
	seen, all := make(map[digest]int32, len(m.folders)), m.digests(true)
	for i := range m.folders {
		d := all.of(m.folders[i].files)
		at, ok := seen[d]
		if !ok || m.sided || m.isolate {
			at = int32(i)
			seen[d] = at
		}
		first[i] = at
	}
	return first
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

package exact

import (
	"context"
	"slices"

	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/fsys"
)

// source is a file to count.
type source struct {
	fsys.File
	level int // of its content
	weigh search.Weigher
}

// total is the number of the distinct windows of a file, and their weight.
type total struct {
	n      int
	weight fingerprint.Weight
}

func totalOf(hashes []uint64) total { return total{len(hashes), fingerprint.WeightOf(hashes)} }

func (t *total) add(u total) { t.n, t.weight = t.n+u.n, t.weight+u.weight }

// tally is what two files share.
type tally struct {
	a, b     total
	shared   int
	inA, inB fingerprint.Weight // of the shared windows
}

// addShared adds the windows that two sets share.
func (t *tally) addShared(a, b []uint64) {
	n, inA, inB := fingerprint.SharedWeighed(a, b)
	t.shared, t.inA, t.inB = t.shared+n, t.inA+inA, t.inB+inB
}

func (t *tally) counts() search.Counts {
	return search.Counts{
		Shares:  fingerprint.Shares{Shared: t.shared, A: t.a.n, B: t.b.n},
		WeightA: t.a.weight.Float(), WeightB: t.b.weight.Float(),
		SharedA: t.inA.Float(), SharedB: t.inB.Float(),
	}
}

// identical returns the shares of two files that had the same bytes when they were
// scanned.
func (s *Scorer) identical(ctx context.Context, files [2]source) (tally, error) {
	for _, f := range files {
		if err := s.Trees.Look(f.File); err != nil {
			return tally{}, err
		}
	}
	if s.windows(files[0].File) == 0 {
		return tally{}, nil
	}
	if s.Base.Len() > 0 {
		if n, err := s.countOwn(ctx, files[0]); n == 0 || err != nil {
			return tally{}, err
		}
	}
	return tally{a: total{1, 1}, b: total{1, 1}, shared: 1, inA: 1, inB: 1}, nil
}

// countOwn returns the number of distinct windows that the base does not have.
func (s *Scorer) countOwn(ctx context.Context, f source) (int, error) {
	if s.memory.fits(s.windows(f.File)) {
		use, err := s.memory.acquire(ctx, []fsys.File{f.File}, 0, s.windows)
		if err != nil {
			return 0, err
		}
		defer s.memory.release(use)
		set, err := s.set(ctx, use.sets[0], f)
		return len(set), err
	}
	use, err := s.memory.acquire(ctx, nil, s.memory.partBytes(), s.windows)
	if err != nil {
		return 0, err
	}
	defer s.memory.release(use)
	sum, err := s.countParts(ctx, nil, f)
	return sum.a.n, err
}

// windows returns an upper bound of the distinct windows of a file.
func (s *Scorer) windows(f fsys.File) int64 {
	return max(0, f.Stat.Size-int64(s.window)+1)
}

// count counts two files, each as a whole if its set fits.
func (s *Scorer) count(ctx context.Context, files [2]source) (sum tally, err error) {
	large := [2]bool{!s.memory.fits(s.windows(files[0].File)), !s.memory.fits(s.windows(files[1].File))}
	var small []fsys.File
	var reserve int64
	for i, f := range files {
		if large[i] {
			reserve = s.memory.partBytes()
		} else {
			small = append(small, f.File)
		}
	}
	use, err := s.memory.acquire(ctx, small, reserve, s.windows)
	if err != nil {
		return sum, err
	}
	defer s.memory.release(use)
	var whole [2][]uint64
	for i, n := 0, 0; i < len(files); i++ {
		if large[i] {
			continue
		}
		if whole[i], err = s.set(ctx, use.sets[n], files[i]); err != nil {
			return sum, err
		}
		*[]*total{&sum.a, &sum.b}[i] = total{len(whole[i]), use.sets[n].weight}
		n++
	}
	var spilled [2]*spilledSet
	for i, f := range files {
		if !large[i] {
			continue
		}
		if spilled[i], err = s.spilled(ctx, f); err != nil {
			return sum, err
		}
		large[i] = spilled[i] == nil
	}
	switch {
	case large[0] && large[1] || large[0] && spilled[1] != nil || large[1] && spilled[0] != nil:
		return s.countParts(ctx, nil, files[0], files[1])
	case spilled[0] != nil || spilled[1] != nil:
		return countSpilled(whole, [2]total{sum.a, sum.b}, spilled), nil
	case large[0]:
		sum.a, err = s.countIn(ctx, files[0], whole[1], func(in []uint64) { sum.addShared(in, whole[1]) })
	case large[1]:
		sum.b, err = s.countIn(ctx, files[1], whole[0], func(in []uint64) { sum.addShared(whole[0], in) })
	default:
		sum.addShared(whole[0], whole[1])
	}
	return sum, err
}

// set returns the hashes of a set of a lease, cached or read.
func (s *Scorer) set(ctx context.Context, set *hashSet, f source) ([]uint64, error) {
	if !set.building {
		return set.hashes, nil
	}
	hashes, err := s.readWhole(ctx, f)
	if err != nil {
		return nil, err
	}
	s.memory.built(set, hashes)
	return hashes, nil
}

// readWhole reads a file and returns the hashes of its distinct windows.
func (s *Scorer) readWhole(ctx context.Context, f source) ([]uint64, error) {
	o, err := s.Trees.Open(f.File)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	c := s.collector()
	c.data = slices.Grow(c.data[:0], int(f.Stat.Size))
	if err := c.weighAll(ctx, o, f, func(p []byte) { c.data = append(c.data, p...) }); err != nil {
		return nil, err
	}
	c.windows.Reset(0, 1, max(0, len(c.data)-s.window+1))
	c.windows.Weigh(&c.weights)
	_, _ = c.windows.Write(c.data)
	hashes, _ := c.windows.Hashes()
	hashes = s.Base.WithoutWeighed(hashes)
	hashes = slices.Clip(slices.Clone(hashes))
	if len(c.data) <= keptRoom {
		s.collectors.Put(c)
	}
	return hashes, nil
}

// countIn counts a large file, and passes the windows that it shares with a set to use.
func (s *Scorer) countIn(ctx context.Context, large source, set []uint64, use func([]uint64)) (all total, err error) {
	s.mu.Lock()
	all, known := s.totals[large.File]
	s.mu.Unlock()
	if !known {
		counted, err := s.countParts(ctx, nil, large)
		if err != nil {
			return all, err
		}
		all = counted.a
	}
	o, err := s.Trees.Open(large.File)
	if err != nil {
		return all, err
	}
	defer o.Close()
	c := s.collector()
	if err := c.weighAll(ctx, o, large, nil); err != nil {
		return all, err
	}
	c.windows.ResetOnly(set)
	shared, _, err := c.count(ctx, o, &c.weights)
	if err != nil {
		return all, err
	}
	use(shared)
	if len(set) <= keptRoom {
		s.collectors.Put(c)
	}
	return all, nil
}

// countParts counts one or two large files in parts. It writes the set of the first one to w.
func (s *Scorer) countParts(ctx context.Context, w *setWriter, files ...source) (tally, error) {
	p := &partCounter{collector: s.collector(), base: s.Base, set: w}
	var windows int64
	for i, f := range files {
		o, err := s.Trees.Open(f.File)
		if err != nil {
			return tally{}, err
		}
		defer o.Close()
		if err := p.weighAll(ctx, o, f, nil); err != nil {
			return tally{}, err
		}
		p.opened = append(p.opened, o)
		p.weighed[i], p.weights = p.weights, fingerprint.WindowWeights{}
		windows = max(windows, s.windows(f.File))
	}
	for parts := s.memory.parts(windows, len(files)); ; parts *= 2 {
		p.parts, p.room = parts, fingerprint.PartRoom(windows, parts)
		sum, ok, err := p.countAll(ctx)
		if err != nil {
			return sum, err
		}
		if ok {
			s.mu.Lock()
			defer s.mu.Unlock()
			for i, f := range files {
				s.totals[f.File] = []total{sum.a, sum.b}[i]
			}
			return sum, nil
		}
	}
}

// partCounter counts one or two files in parts by hash value.
type partCounter struct {
	opened  []*fsys.OpenedFile
	weighed [2]fingerprint.WindowWeights
	*collector
	base        *fingerprint.WindowSet
	parts, room int
	first       []uint64 // of the first file, while the second is read
	set         *setWriter
}

// countAll returns false if a part did not fit.
func (p *partCounter) countAll(ctx context.Context) (sum tally, ok bool, err error) {
	p.set.restart()
	for part := range p.parts {
		a, ok, err := p.countPart(ctx, 0, part)
		if !ok || err != nil {
			return sum, false, err
		}
		sum.a.add(totalOf(a))
		p.set.write(a)
		if len(p.opened) == 1 {
			continue
		}
		p.first = append(slices.Grow(p.first[:0], p.room), a...)
		b, ok, err := p.countPart(ctx, 1, part)
		if !ok || err != nil {
			return sum, false, err
		}
		sum.b.add(totalOf(b))
		sum.addShared(p.first, b)
	}
	return sum, true, nil
}

// countPart returns one part of a file.
func (p *partCounter) countPart(ctx context.Context, file, part int) ([]uint64, bool, error) {
	p.windows.Reset(part, p.parts, p.room)
	hashes, ok, err := p.count(ctx, p.opened[file], &p.weighed[file])
	return p.base.WithoutWeighed(hashes), ok, err
}

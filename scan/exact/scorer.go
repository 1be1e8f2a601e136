package exact

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

// Options configure a Scorer.
type Options struct {
	Window int       // in bytes, as in the index
	View   view.Kind // as in the index; "" is raw

	// Memory is the memory limit in bytes. Half of it is for hashes, the other half for
	// garbage that Go has not collected yet. Each calling goroutine takes up to 2 MiB
	// more.
	Memory int64

	// ReadLimit is in bytes per second; 0 means no limit.
	ReadLimit int64

	// Base holds the windows that do not count in any file. It may be nil.
	Base *fingerprint.WindowSet

	// Lookup returns the entry of a path, as db.Index.Entry does.
	Lookup func(path string) (db.Entry, bool, error)

	// Trees are the roots of the index.
	Trees fsys.Trees

	// Warn is called once for each file that cannot be counted, never concurrently. The
	// error is fsys.ErrChanged, fsys.ErrGone, or the error of a system call. Warn may
	// be nil.
	Warn func(path string, err error)
}

// Scorer counts the windows that files share, by reading them. It is safe for
// concurrent use.
//
// Reading costs about 11 ns per byte, up to 22 in files of megabytes; merging two sets
// costs 2.5 ns per window. Sets of hashes, 8 bytes per window, are cached as long as
// there is room, so that a file with many partners is read once. A file whose set does
// not fit is counted in parts and read once per part, in time proportional to the
// square of its size divided by the memory. To compare it with a small file it is read
// just once more, at 6 ns per byte.
type Scorer struct {
	Options
	memory     *hashMemory
	limit      *fsys.Limit
	collectors sync.Pool // of *collector

	mu      sync.Mutex // guards the fields below and calls of Warn
	entries map[string]db.Entry
	failed  map[fsys.File]bool
	sizes   map[fsys.File]int // number of hashes in large files
}

// NewScorer returns a Scorer.
func NewScorer(o Options) *Scorer {
	o.Base.Len() // sorts it before goroutines share it
	return &Scorer{
		Options: o,
		memory:  newHashMemory(o.Memory / 2),
		limit:   fsys.NewLimit(o.ReadLimit),
		entries: make(map[string]db.Entry),
		failed:  make(map[fsys.File]bool),
		sizes:   make(map[fsys.File]int),
	}
}

// Score counts the distinct windows of two indexed files, and those in both. It returns
// false if a file has changed since its scan or cannot be read; Warn then receives the
// reason. Files with the same content in the index are checked but not read. Their
// shares are not counts: they mean that everything is shared, or are undefined if the
// base has all windows. With a base, the first file is read to find out. It returns the
// errors of the context and of Lookup.
func (s *Scorer) Score(ctx context.Context, a, b search.File, _ search.Weigher) (c search.Counts, ok bool, err error) {
	x, ok, err := s.entry(a.Path)
	if !ok || err != nil {
		return c, false, err
	}
	shares, ok, err := s.scoreWith(ctx, x, a, b)
	return unweighted(shares), ok, err
}

// ScoreRead returns a variant of Score in which the first file need not be in the
// index. Its caller has read that file, which had this stat.
func (s *Scorer) ScoreRead(stat db.Stat) func(ctx context.Context, a, b search.File, _ search.Weigher) (search.Counts, bool, error) {
	return func(ctx context.Context, a, b search.File, _ search.Weigher) (search.Counts, bool, error) {
		shares, ok, err := s.scoreWith(ctx, db.Entry{Stat: stat}, a, b)
		return unweighted(shares), ok, err
	}
}

// unweighted returns counts in which every window weighs 1.
func unweighted(s fingerprint.Shares) search.Counts {
	shared := float64(s.Shared)
	return search.Counts{Shares: s, WeightA: float64(s.A), WeightB: float64(s.B), SharedA: shared, SharedB: shared}
}

func (s *Scorer) scoreWith(ctx context.Context, x db.Entry, a, b search.File) (shares fingerprint.Shares, ok bool, err error) {
	y, ok, err := s.entry(b.Path)
	if !ok || err != nil {
		return shares, false, err
	}
	files := [2]fsys.File{{Path: a.Path, Stat: x.Stat}, {Path: b.Path, Stat: y.Stat}}
	if s.hasFailed(files[0]) || s.hasFailed(files[1]) {
		return shares, false, nil
	}
	same := x.Content == y.Content && x.Content != 0 && !x.Unsettled && !y.Unsettled
	if same || files[0] == files[1] {
		shares, err = s.identical(ctx, files)
	} else {
		shares, err = s.count(ctx, files)
	}
	var out *fsys.FileError
	if errors.As(err, &out) {
		s.fail(out)
		return fingerprint.Shares{}, false, nil
	}
	return shares, err == nil, err
}

// entriesKept is the number of cached entries. Looking up an entry reads its directory.
const entriesKept = 4096

// entry returns the index entry of a path.
func (s *Scorer) entry(path string) (db.Entry, bool, error) {
	s.mu.Lock()
	e, ok := s.entries[path]
	s.mu.Unlock()
	if ok {
		return e, true, nil
	}
	e, ok, err := s.Lookup(path)
	if err != nil {
		return e, false, fmt.Errorf("looking up %q in the index: %w", path, err)
	}
	if !ok {
		s.fail(&fsys.FileError{File: fsys.File{Path: path}, Cause: fsys.ErrGone})
		return e, false, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.entries) >= entriesKept {
		clear(s.entries)
	}
	s.entries[path] = e
	return e, true, nil
}

func (s *Scorer) hasFailed(f fsys.File) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed[f]
}

// fail records a file that cannot be counted, and warns about it once.
func (s *Scorer) fail(u *fsys.FileError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed[u.File] {
		return
	}
	s.failed[u.File] = true
	if s.Warn != nil {
		s.Warn(u.File.Path, u.Cause)
	}
}

// identical returns the shares of two files that had the same bytes when they were
// scanned.
func (s *Scorer) identical(ctx context.Context, files [2]fsys.File) (fingerprint.Shares, error) {
	for _, f := range files {
		if err := s.Trees.Look(f); err != nil {
			return fingerprint.Shares{}, err
		}
	}
	if s.windows(files[0]) == 0 {
		return fingerprint.Shares{}, nil
	}
	if s.Base.Len() > 0 {
		if n, err := s.countOwn(ctx, files[0]); n == 0 || err != nil {
			return fingerprint.Shares{}, err
		}
	}
	return fingerprint.Shares{Shared: 1, A: 1, B: 1}, nil
}

// countOwn returns the number of distinct windows that the base does not have.
func (s *Scorer) countOwn(ctx context.Context, f fsys.File) (int, error) {
	if s.memory.fits(s.windows(f)) {
		use, err := s.memory.acquire(ctx, []fsys.File{f}, 0, s.windows)
		if err != nil {
			return 0, err
		}
		defer s.memory.release(use)
		set, err := s.set(ctx, use, 0)
		return len(set), err
	}
	use, err := s.memory.acquire(ctx, nil, s.memory.partBytes(), s.windows)
	if err != nil {
		return 0, err
	}
	defer s.memory.release(use)
	sum, err := s.countParts(ctx, f)
	return sum.A, err
}

// windows returns an upper bound of the distinct windows of a file.
func (s *Scorer) windows(f fsys.File) int64 {
	return max(0, f.Stat.Size-int64(s.Window)+1)
}

// count counts two files, each as a whole if its set fits.
func (s *Scorer) count(ctx context.Context, files [2]fsys.File) (fingerprint.Shares, error) {
	large := [2]bool{!s.memory.fits(s.windows(files[0])), !s.memory.fits(s.windows(files[1]))}
	var small []fsys.File
	var reserve int64
	for i, f := range files {
		if large[i] {
			reserve = s.memory.partBytes()
		} else {
			small = append(small, f)
		}
	}
	use, err := s.memory.acquire(ctx, small, reserve, s.windows)
	if err != nil {
		return fingerprint.Shares{}, err
	}
	defer s.memory.release(use)
	var whole [2][]uint64
	n := 0
	for i := range files {
		if large[i] {
			continue
		}
		if whole[i], err = s.set(ctx, use, n); err != nil {
			return fingerprint.Shares{}, err
		}
		n++
	}
	switch {
	case large[0] && large[1]:
		return s.countParts(ctx, files[0], files[1])
	case large[0]:
		sum, err := s.countIn(ctx, files[0], whole[1])
		sum.A, sum.B = sum.B, sum.A
		return sum, err
	case large[1]:
		return s.countIn(ctx, files[1], whole[0])
	}
	return fingerprint.Shares{
		Shared: fingerprint.SharedHashes(whole[0], whole[1]), A: len(whole[0]), B: len(whole[1]),
	}, nil
}

// set returns the hashes of the i-th file of a lease, cached or read.
func (s *Scorer) set(ctx context.Context, u *lease, i int) ([]uint64, error) {
	set := u.sets[i]
	if !set.building {
		return set.hashes, nil
	}
	hashes, err := s.readWhole(ctx, set.file)
	if err != nil {
		return nil, err
	}
	s.memory.built(set, hashes)
	return hashes, nil
}

// readWhole reads a file and returns the hashes of its distinct windows.
func (s *Scorer) readWhole(ctx context.Context, f fsys.File) ([]uint64, error) {
	o, err := s.Trees.Open(f)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	c := s.collector()
	room := s.windows(f)
	c.windows.Reset(0, 1, int(room))
	hashes, ok, err := c.read(ctx, o)
	for err == nil && !ok { // a view may be longer than its file: UTF-16 Chinese grows by half
		room = max(2*room, 64)
		c.windows.Reset(0, 1, int(room))
		hashes, ok, err = c.read(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	hashes = s.Base.Without(hashes)
	hashes = append(make([]uint64, 0, len(hashes)), hashes...)
	if room <= keptRoom {
		s.collectors.Put(c)
	}
	return hashes, nil
}

// countIn counts the windows that a set shares with a large file, which is B.
func (s *Scorer) countIn(ctx context.Context, large fsys.File, set []uint64) (sum fingerprint.Shares, err error) {
	sum.A = len(set)
	s.mu.Lock()
	size, known := s.sizes[large]
	s.mu.Unlock()
	if !known {
		counted, err := s.countParts(ctx, large)
		if err != nil {
			return sum, err
		}
		size = counted.A
	}
	sum.B = size
	o, err := s.Trees.Open(large)
	if err != nil {
		return sum, err
	}
	defer o.Close()
	c := s.collector()
	c.windows.ResetOnly(set)
	shared, _, err := c.read(ctx, o)
	sum.Shared = len(shared)
	if err == nil && len(set) <= keptRoom {
		s.collectors.Put(c)
	}
	return sum, err
}

// countParts counts one or two large files in parts.
func (s *Scorer) countParts(ctx context.Context, files ...fsys.File) (fingerprint.Shares, error) {
	p := &partCounter{collector: s.collector(), base: s.Base}
	var windows int64
	for _, f := range files {
		o, err := s.Trees.Open(f)
		if err != nil {
			return fingerprint.Shares{}, err
		}
		defer o.Close()
		p.opened = append(p.opened, o)
		windows = max(windows, s.windows(f))
	}
	for parts := s.memory.parts(windows, len(files)); ; parts *= 2 {
		p.parts, p.room = parts, fingerprint.PartRoom(windows, parts)
		sum, ok, err := p.count(ctx)
		if err != nil {
			return sum, err
		}
		if ok {
			s.mu.Lock()
			defer s.mu.Unlock()
			for i, f := range files {
				s.sizes[f] = []int{sum.A, sum.B}[i]
			}
			return sum, nil
		}
	}
}

// partCounter counts one or two files in parts by hash value.
type partCounter struct {
	opened []*fsys.OpenedFile
	*collector
	base        *fingerprint.WindowSet
	parts, room int
	first       []uint64 // of the first file, while the second is read
}

// count returns false if a part did not fit.
func (p *partCounter) count(ctx context.Context) (sum fingerprint.Shares, ok bool, err error) {
	for part := range p.parts {
		p.windows.Reset(part, p.parts, p.room)
		a, ok, err := p.read(ctx, p.opened[0])
		if !ok || err != nil {
			return sum, false, err
		}
		a = p.base.Without(a)
		sum.A += len(a)
		if len(p.opened) == 1 {
			continue
		}
		p.first = append(slices.Grow(p.first[:0], p.room), a...)
		p.windows.Reset(part, p.parts, p.room)
		b, ok, err := p.read(ctx, p.opened[1])
		if !ok || err != nil {
			return sum, false, err
		}
		b = p.base.Without(b)
		sum.B += len(b)
		sum.Shared += fingerprint.SharedHashes(p.first, b)
	}
	return sum, true, nil
}

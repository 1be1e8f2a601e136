package exact

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"alike/db"
	"alike/db/search"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

// Options configure a Scorer.
type Options struct {
	Rule fingerprint.Rule // as in the index
	View view.Kind        // as in the index; "" is raw

	// Memory is the memory limit in bytes. Half of it is for hashes, the other half for
	// garbage that Go has not collected yet. Each calling goroutine takes up to 2 MiB
	// more.
	Memory int64

	// Spill are the folders for unlinked files with the sets of large files, which may take
	// spillPart times Memory. Without any, large files are counted in parts for each pair.
	Spill []spill.Place

	// ReadLimit is in bytes per second; 0 means no limit.
	ReadLimit int64

	// Base holds the windows that do not count in any file. It may be nil.
	Base *fingerprint.WindowSet

	// Lookup returns the entry of a path, as db.Index.Entry does.
	Lookup func(path string) (db.Entry, bool, error)

	// Trees are the roots of the index.
	Trees *fsys.Trees

	// Names are the names that tell the languages of files, by path, if not their paths. May
	// be nil.
	Names map[string]string

	// Warn is called once for each file that cannot be counted, never concurrently. The
	// error is fsys.ErrChanged, fsys.ErrGone, or the error of a system call. Warn may
	// be nil.
	Warn func(path string, err error)
}

// Scorer counts and weighs the windows that files share, by reading them: of two files with
// small windows only these, of others only the windows of all files. A window has the
// weight of the nearest fingerprint of its file, see fingerprint.WindowWeights. On a
// collection of copied programs this tells copies from others as well as the number of
// files that have the window itself (AUC .948 and .947, best F1 .871 and .874), and as well
// as a weight between those of the two nearest fingerprints (.948, .871); without weights
// it is .941 and .865. A Scorer is safe for concurrent use.
//
// Reading costs about 12 ns per byte, up to 23 in files of megabytes; merging two sets
// costs 3 ns per window. Sets of hashes, 8 bytes per window, are cached as long as
// there is room, so that a file with many partners is read once. A file whose set does
// not fit is read once per part, in time proportional to the square of its size divided by
// the memory, and once more for its weights; its set then goes to an unlinked file. Without
// space for that it is counted in parts for each pair. To compare it with a small file it is
// then read just twice more, at 8 ns per byte.
type Scorer struct {
	Options
	window     int     // size of the windows that count
	small      *Scorer // for pairs of small files, which share its failures; nil without small windows
	memory     *hashMemory
	spill      spilledSets
	limit      *fsys.Limit
	collectors sync.Pool // of *collector

	mu     sync.Mutex // guards the fields below and calls of Warn
	failed map[fsys.File]bool
	totals map[fsys.File]total // of large files
}

// NewScorer returns a Scorer.
func NewScorer(o Options) *Scorer {
	o.Base.Len() // sorts it before goroutines share it
	s := newScorer(o, o.Rule.Window)
	if o.Rule.Small > 0 {
		o.Memory /= smallPart
		s.small = newScorer(o, o.Rule.Small)
		s.Memory -= o.Memory
	}
	return s
}

// spillPart is how much more disk space than memory the sets of large files may take.
const spillPart = 4

// smallPart is the part of the memory for small files.
const smallPart = 8

func newScorer(o Options, window int) *Scorer {
	return &Scorer{
		Options: o,
		window:  window,
		memory:  newHashMemory(o.Memory / 2),
		limit:   fsys.NewLimit(o.ReadLimit),
		failed:  make(map[fsys.File]bool),
		spill:   spilledSets{places: o.Spill, left: spillPart * o.Memory, sets: make(map[fsys.File]*spilledSet)},
		totals:  make(map[fsys.File]total),
	}
}

// Score counts the distinct windows of two indexed files, and those in both. Their weights
// follow from weigh; a nil weigh weighs all the same. Since sets are cached, every weigh
// must be of the same index. Score returns false if a file has changed since its scan or
// cannot be read; Warn then receives the reason. Files with the same content in the index
// are checked but not read. Their shares are not counts: they mean that everything is
// shared, or are undefined if the base has all windows. With a base, the first file is read
// to find out. It returns the errors of the context and of Lookup.
func (s *Scorer) Score(ctx context.Context, a, b search.File, weigh search.Weigher) (c search.Counts, ok bool, err error) {
	x, ok, err := s.entry(a.Path)
	if !ok || err != nil {
		return c, false, err
	}
	return s.scoreWith(ctx, x, a, b, weigh)
}

// ScoreRead returns a variant of Score in which the first file need not be in the
// index. Its caller has read that file, which had this stat.
func (s *Scorer) ScoreRead(stat db.Stat) func(ctx context.Context, a, b search.File, weigh search.Weigher) (search.Counts, bool, error) {
	return func(ctx context.Context, a, b search.File, weigh search.Weigher) (search.Counts, bool, error) {
		return s.scoreWith(ctx, db.Entry{Stat: stat}, a, b, weigh)
	}
}

func (s *Scorer) scoreWith(ctx context.Context, x db.Entry, a, b search.File, weigh search.Weigher) (c search.Counts, ok bool, err error) {
	y, ok, err := s.entry(b.Path)
	if !ok || err != nil {
		return c, false, err
	}
	if weigh == nil {
		weigh = func(fingerprint.Fingerprint) float64 { return 1 }
	}
	files := [2]source{
		{fsys.File{Path: a.Path, Stat: x.Stat}, a.Level, weigh},
		{fsys.File{Path: b.Path, Stat: y.Stat}, b.Level, weigh},
	}
	if s.hasFailed(files[0].File) || s.hasFailed(files[1].File) {
		return c, false, nil
	}
	by := s
	if s.Rule.IsSmall(a.Level) && s.Rule.IsSmall(b.Level) && s.Base.Len() == 0 {
		by = s.small
	}
	var sum tally
	same := x.Content == y.Content && x.Content != 0 && !x.Unsettled && !y.Unsettled
	if same || files[0].File == files[1].File {
		sum, err = by.identical(ctx, files)
	} else {
		sum, err = by.count(ctx, files)
	}
	var out *fsys.FileError
	if errors.As(err, &out) {
		s.fail(out)
		return c, false, nil
	}
	return sum.counts(), err == nil, err
}

// entry returns the index entry of a path.
func (s *Scorer) entry(path string) (db.Entry, bool, error) {
	e, ok, err := s.Lookup(path)
	if err != nil {
		return e, false, fmt.Errorf("looking up %q in the index: %w", path, err)
	}
	if !ok {
		s.fail(&fsys.FileError{File: fsys.File{Path: path}, Cause: fsys.ErrGone})
	}
	return e, ok, nil
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

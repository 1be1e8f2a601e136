package db

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"alike/db/spill"
	"alike/fingerprint"
)

// spoolLimit is how many fingerprints a spool holds in memory: as many as a file of 128 MiB has at
// level 8. They take 4 MiB, and 5 MiB more to be sorted.
const spoolLimit = 512 << 10

// Spool collects the fingerprints of one content. Beyond half a million it sorts them and
// spills to an unlinked file, so memory does not grow with the file. It can be reused, by
// one goroutine at a time; AddFor and Deliver let others help.
type Spool struct {
	place spill.Place
	limit int
	fps   []fingerprint.Fingerprint
	order fingerprint.Sorter[fingerprint.Fingerprint]
	set   encodedSet

	chunks postingSorter // for chunks of the batch

	mu        sync.Mutex // of the rest, for helpers
	delivered []fingerprint.Fingerprint
	file      *spill.File
	runs      []spoolRun
	end       int64 // size of the file in bytes
}

// spoolRun is a sorted run of n distinct fingerprints in the file.
type spoolRun struct {
	offset int64
	n      int
	sample []fingerprint.Fingerprint // every runSample-th, from the first on
}

// runSample is the distance between the fingerprints of a run that are kept in memory, to find the
// others.
const runSample = 512

// Add adds the fingerprints of selected windows.
func (s *Spool) Add(selected []fingerprint.Selected) error { return s.AddFor(s, selected) }

// AddFor is Add for the content of another spool, which has not been reset since s was. Several
// spools may add to one at the same time, each by one goroutine.
func (s *Spool) AddFor(owner *Spool, selected []fingerprint.Selected) error {
	for _, sel := range selected {
		s.fps = append(s.fps, sel.Fingerprint)
	}
	if len(s.fps) < s.limit {
		return nil
	}
	s.sort()
	if len(s.fps) < s.limit/2 {
		return nil // mostly duplicates
	}
	return s.spillTo(owner)
}

// Deliver passes on what AddFor has not, and empties s. Call it before the owner is passed to
// AddContent.
func (s *Spool) Deliver(owner *Spool) error {
	if s == owner {
		return nil
	}
	owner.mu.Lock()
	few := len(owner.delivered)+len(s.fps) < s.limit/2
	if few {
		owner.delivered = append(owner.delivered, s.fps...)
	}
	owner.mu.Unlock()
	if !few {
		s.sort()
		if err := s.spillTo(owner); err != nil {
			return err
		}
	}
	s.Reset()
	return nil
}

// Reset empties the spool for the next content.
func (s *Spool) Reset() {
	s.fps, s.delivered, s.runs, s.end = s.fps[:0], s.delivered[:0], s.runs[:0], 0
}

// Close frees the file.
func (s *Spool) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// sort sorts what is in memory and removes duplicates.
func (s *Spool) sort() {
	s.order.Sort(s.fps)
	s.fps = slices.Compact(s.fps)
}

// spillTo appends the sorted fingerprints in memory to the file of a spool, as a run.
func (s *Spool) spillTo(owner *Spool) error {
	run := spoolRun{n: len(s.fps)}
	buf := make([]byte, 0, 8*len(s.fps))
	for i, fp := range s.fps {
		buf = binary.LittleEndian.AppendUint64(buf, uint64(fp))
		if i%runSample == 0 {
			run.sample = append(run.sample, fp)
		}
	}
	s.fps = s.fps[:0]
	owner.mu.Lock()
	defer owner.mu.Unlock()
	if owner.file == nil {
		f, err := owner.place.Create()
		if err != nil {
			return fmt.Errorf("spilling the fingerprints of a large file: %w", err)
		}
		owner.file = f
	}
	run.offset = owner.end
	if _, err := owner.file.WriteAt(buf, run.offset); err != nil {
		return fmt.Errorf("spilling the fingerprints of a large file: %w", err)
	}
	owner.runs = append(owner.runs, run)
	owner.end += int64(len(buf))
	return nil
}

// spilled returns the number of fingerprints in the file, some of them more than once.
func (s *Spool) spilled() int {
	n := 0
	for _, r := range s.runs {
		n += r.n
	}
	return n
}

// encode sorts and encodes the set of a level, unless some of it was spilled. All that others
// collected for it has been delivered.
func (s *Spool) encode(level int) {
	s.fps, s.delivered = append(s.fps, s.delivered...), s.delivered[:0]
	s.sort()
	if len(s.runs) == 0 {
		s.set.encode(fingerprint.Set(s.fps).AtLevel(level), level)
	}
}

// rangeSize is about how many fingerprints of all runs are sorted at a time. They stay in the
// second-level cache.
const rangeSize = 64 * runSample

// ranges returns the borders of ranges with about rangeSize fingerprints of the level or coarser each,
// however they are spread: from each up to but not including the next.
func (s *Spool) ranges(level int) []fingerprint.Fingerprint {
	var sample []fingerprint.Fingerprint
	for i := 0; i < len(s.fps); i += runSample {
		sample = append(sample, s.fps[i])
	}
	for i := range s.runs {
		sample = append(sample, s.runs[i].sample...)
	}
	slices.Sort(sample)
	sample = fingerprint.Set(sample).AtLevel(level)
	borders := []fingerprint.Fingerprint{0}
	for i := rangeSize / runSample; i < len(sample); i += rangeSize / runSample {
		borders = append(borders, sample[i])
	}
	return append(borders, fingerprint.Bound(level))
}

// rangeReader reads ranges of a spool, for one goroutine.
type rangeReader struct {
	spool *Spool
	raw   []byte
	fps   []fingerprint.Fingerprint
	order fingerprint.Sorter[fingerprint.Fingerprint]
}

// read returns the distinct fingerprints from low up to but not including high, ascending, until
// the next call. The spool is encoded.
func (r *rangeReader) read(low, high fingerprint.Fingerprint) (fingerprint.Set, error) {
	r.fps = append(r.fps[:0], within(r.spool.fps, low, high)...)
	for i := range r.spool.runs {
		if err := r.add(&r.spool.runs[i], low, high); err != nil {
			return nil, fmt.Errorf("reading the fingerprints of a large file: %w", err)
		}
	}
	r.order.Sort(r.fps)
	return slices.Compact(r.fps), nil
}

// add appends the fingerprints of a run from low up to but not including high.
func (r *rangeReader) add(run *spoolRun, low, high fingerprint.Fingerprint) error {
	first, _ := slices.BinarySearch(run.sample, low)
	after, _ := slices.BinarySearch(run.sample, high)
	from, to := max(first-1, 0)*runSample, min(after*runSample, run.n)
	r.raw = slices.Grow(r.raw[:0], 8*(to-from))[:8*(to-from)]
	if _, err := r.spool.file.ReadAt(r.raw, run.offset+8*int64(from)); err != nil {
		return err
	}
	for raw := r.raw; len(raw) > 0; raw = raw[8:] {
		if fp := fingerprint.Fingerprint(binary.LittleEndian.Uint64(raw)); low <= fp && fp < high {
			r.fps = append(r.fps, fp)
		}
	}
	return nil
}

// within returns the sorted fingerprints from low up to but not including high.
func within(fps []fingerprint.Fingerprint, low, high fingerprint.Fingerprint) []fingerprint.Fingerprint {
	from, _ := slices.BinarySearch(fps, low)
	to, _ := slices.BinarySearch(fps, high)
	return fps[from:max(from, to)]
}

// encodedSet is a forward set, or a range of one, in parts of at most setPart fingerprints.
type encodedSet struct {
	set    fingerprint.Set
	counts []int32 // as in StoredContent
	buf    []byte
	ends   []int // of the parts in buf
}

// encode encodes a set of a level, which the encodedSet refers to.
func (e *encodedSet) encode(set fingerprint.Set, level int) {
	e.set, e.buf, e.ends = set, e.buf[:0], e.ends[:0]
	e.counts = appendLevelCounts(e.counts[:0], set, level)
	for part := range slices.Chunk(set, setPart) {
		e.buf = encodeSetPart(e.buf, part)
		e.ends = append(e.ends, len(e.buf))
	}
}

// part returns the encoding of a part.
func (e *encodedSet) part(i int) []byte {
	if i == 0 {
		return e.buf[:e.ends[0]]
	}
	return e.buf[e.ends[i-1]:e.ends[i]]
}

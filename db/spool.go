package db

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"alike/db/spill"
	"alike/fingerprint"
)

// spoolLimit is how many fingerprints a spool holds in memory: as many as a file of 128 MiB has at
// level 8. They take 4 MiB, and 5 MiB more to be sorted.
const spoolLimit = 512 << 10

// Spool collects the fingerprints of one content. Beyond half a million it sorts them and
// spills to an unlinked file, so memory does not grow with the file. It can be reused, by
// one goroutine at a time.
type Spool struct {
	place spill.Place
	limit int
	fps   []fingerprint.Fingerprint
	order fingerprint.Sorter
	file  *spill.File
	runs  []spoolRun
	end   int64 // size of the file in bytes
}

// spoolRun is a sorted run of n distinct fingerprints in the file.
type spoolRun struct {
	offset int64
	n      int
}

// Add adds the fingerprints of selected windows.
func (s *Spool) Add(selected []fingerprint.Selected) error {
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
	return s.spill()
}

// Reset empties the spool for the next content.
func (s *Spool) Reset() {
	s.fps, s.runs, s.end = s.fps[:0], s.runs[:0], 0
}

// Close frees the file.
func (s *Spool) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

func (s *Spool) sort() {
	s.order.Sort(s.fps)
	s.fps = slices.Compact(s.fps)
}

func (s *Spool) spill() error {
	if s.file == nil {
		f, err := s.place.Create()
		if err != nil {
			return fmt.Errorf("spilling the fingerprints of a large file: %w", err)
		}
		s.file = f
	}
	buf := make([]byte, 0, 8*len(s.fps))
	for _, fp := range s.fps {
		buf = binary.LittleEndian.AppendUint64(buf, uint64(fp))
	}
	if _, err := s.file.WriteAt(buf, s.end); err != nil {
		return fmt.Errorf("spilling the fingerprints of a large file: %w", err)
	}
	s.runs = append(s.runs, spoolRun{s.end, len(s.fps)})
	s.end += int64(len(buf))
	s.fps = s.fps[:0]
	return nil
}

// each calls use with the distinct fingerprints of the level or coarser, ascending, in
// parts of at most setPart. The parts are reused.
func (s *Spool) each(level int, use func(part fingerprint.Set) error) error {
	if len(s.runs) == 0 {
		for part := range slices.Chunk(fingerprint.Set(s.fps).AtLevel(level), setPart) {
			if err := use(part); err != nil {
				return err
			}
		}
		return nil
	}
	sources := []*runReader{{rest: s.fps}}
	for _, r := range s.runs {
		section := io.NewSectionReader(s.file, r.offset, int64(8*r.n))
		sources = append(sources, &runReader{r: section, left: r.n})
	}
	return mergeRuns(sources, fingerprint.Bound(level), use)
}

// runReader reads one sorted run, from memory or from the file.
type runReader struct {
	rest []fingerprint.Fingerprint // the first of them is next
	r    io.Reader
	left int // fingerprints to be read from r
	raw  []byte
	buf  []fingerprint.Fingerprint
}

// runBuffer is the number of fingerprints that a run reads at a time.
const runBuffer = 4 << 10

// fill reads on if rest is empty. It leaves rest empty at the end of the run.
func (r *runReader) fill() error {
	if len(r.rest) > 0 || r.left == 0 {
		return nil
	}
	if r.raw == nil {
		r.raw, r.buf = make([]byte, 8*runBuffer), make([]fingerprint.Fingerprint, runBuffer)
	}
	n := min(r.left, runBuffer)
	if _, err := io.ReadFull(r.r, r.raw[:8*n]); err != nil {
		return fmt.Errorf("reading the fingerprints of a large file: %w", err)
	}
	r.rest = r.buf[:n]
	for i := range r.rest {
		r.rest[i] = fingerprint.Fingerprint(binary.LittleEndian.Uint64(r.raw[8*i:]))
	}
	r.left -= n
	return nil
}

// runHeap is a heap of runs by their next fingerprints. None is at its end.
type runHeap []*runReader

// down moves the run at i below all that come before it.
func (h runHeap) down(i int) {
	run := h[i]
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].rest[0] < h[child].rest[0] {
			child++
		}
		if run.rest[0] <= h[child].rest[0] {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = run
}

// mergeRuns merges sorted runs up to a bound and drops duplicates.
func mergeRuns(sources []*runReader, bound fingerprint.Fingerprint, use func(fingerprint.Set) error) error {
	heap := runHeap(sources[:0])
	for _, r := range sources {
		if err := r.fill(); err != nil {
			return err
		}
		if len(r.rest) > 0 {
			heap = append(heap, r)
		}
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		heap.down(i)
	}
	part := make(fingerprint.Set, 0, setPart)
	last := fingerprint.Fingerprint(math.MaxUint64)
	for len(heap) > 0 {
		r := heap[0]
		least := r.rest[0]
		if least >= bound {
			break
		}
		if least != last {
			part, last = append(part, least), least
		}
		if len(part) == setPart {
			if err := use(part); err != nil {
				return err
			}
			part = part[:0]
		}
		r.rest = r.rest[1:]
		if err := r.fill(); err != nil {
			return err
		}
		if len(r.rest) == 0 {
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		}
		if len(heap) > 0 {
			heap.down(0)
		}
	}
	if len(part) > 0 {
		return use(part)
	}
	return nil
}

package exact

import (
	"context"
	"math"
	"runtime"
	"sync"
	"unsafe"

	"alike/db/spill"
	"alike/db/system"
	"alike/scan/fsys"
)

// spilledSets keeps the sets of large files in unlinked files, so that a large file with many
// partners is not counted in parts for each of them: 28 headers of 4 to 24 MB took two thirds
// of the time of counting all pairs of Debian's Linux 6.1.
type spilledSets struct {
	mu     sync.Mutex
	places []spill.Place
	left   int64 // bytes that may still be written
	sets   map[fsys.File]*spilledSet
}

// spilledSet is the set of one file, mapped from an unlinked file.
type spilledSet struct {
	mu     sync.Mutex // held while the set is written
	tried  bool
	all    total
	hashes []uint64 // nil if there is no space for them
}

// spilled returns the set of a large file, which a first call writes, or nil if there is no
// space for it. The caller has reserved memory for counting in parts.
func (s *Scorer) spilled(ctx context.Context, f source) (*spilledSet, error) {
	s.spill.mu.Lock()
	set := s.spill.sets[f.File]
	if set == nil {
		set = &spilledSet{}
		s.spill.sets[f.File] = set
	}
	s.spill.mu.Unlock()
	set.mu.Lock()
	defer set.mu.Unlock()
	if !set.tried {
		w := s.spill.newWriter(s.windows(f.File) * hashBytes)
		defer w.close()
		sum, err := s.countParts(ctx, w, f)
		if err != nil {
			return nil, err
		}
		set.tried, set.all = true, sum.a
		set.hashes = w.hashes(set)
	}
	if set.hashes == nil {
		return nil, nil
	}
	return set, nil
}

// setWriter writes the parts of a set to an unlinked file. If it cannot, the set is counted in
// parts each time. A nil setWriter writes nothing.
type setWriter struct {
	spilledSets *spilledSets
	file        *spill.File // nil after an error
	reserved    int64
	end         int64
}

// newWriter returns a writer for at most this many bytes, or nil.
func (s *spilledSets) newWriter(most int64) *setWriter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if most > s.left {
		return nil
	}
	for _, place := range s.places {
		if f, err := place.Create(); err == nil {
			s.left -= most
			return &setWriter{spilledSets: s, file: f, reserved: most}
		}
	}
	return nil
}

// restart drops what was written.
func (w *setWriter) restart() {
	if w != nil {
		w.end = 0
	}
}

// write appends a part.
func (w *setWriter) write(hashes []uint64) {
	if w == nil || w.file == nil || len(hashes) == 0 {
		return
	}
	p := unsafe.Slice((*byte)(unsafe.Pointer(&hashes[0])), len(hashes)*hashBytes)
	if _, err := w.file.WriteAt(p, w.end); err != nil {
		_ = w.file.Close()
		w.file = nil
	}
	w.end += int64(len(p))
}

// hashes maps what was written for as long as the set is reachable, or returns nil. Windows may keep
// the name of a file that is mapped, so there no set is kept, which only costs time.
func (w *setWriter) hashes(set *spilledSet) []uint64 {
	if w == nil || w.file == nil || w.end == 0 || w.end > math.MaxInt || runtime.GOOS == "windows" {
		return nil
	}
	p, err := system.Map(w.file.File, int(w.end))
	if err != nil {
		return nil
	}
	runtime.AddCleanup(set, func(p []byte) { _ = system.Unmap(p) }, p)
	w.reserved -= w.end
	return unsafe.Slice((*uint64)(unsafe.Pointer(&p[0])), len(p)/hashBytes)
}

// close frees the space that no set has taken.
func (w *setWriter) close() {
	if w == nil {
		return
	}
	if w.file != nil {
		_ = w.file.Close() // a mapping outlives it
	}
	w.spilledSets.mu.Lock()
	defer w.spilledSets.mu.Unlock()
	w.spilledSets.left += w.reserved
}

// countSpilled counts two files of which one or both have a spilled set.
func countSpilled(whole [2][]uint64, totals [2]total, spilled [2]*spilledSet) tally {
	for i, set := range spilled {
		if set != nil {
			whole[i], totals[i] = set.hashes, set.all
		}
	}
	sum := tally{a: totals[0], b: totals[1]}
	sum.addShared(whole[0], whole[1])
	runtime.KeepAlive(spilled)
	return sum
}

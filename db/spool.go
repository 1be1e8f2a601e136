package db

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"alike/db/spill"
	"alike/fingerprint"
)

// spoolLimit is how many fingerprints a spool holds in memory, in 4 MiB: as many as a file
// of 128 MiB has at level 8.
const spoolLimit = 512 << 10

// Spool collects the fingerprints of one content. Beyond half a million it sorts them and
// spills to an unlinked file, so memory does not grow with the file. It can be reused, by
// one goroutine at a time.
type Spool struct {
	place spill.Place
	limit int
	fps   []fingerprint.Fingerprint
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
	slices.Sort(s.fps)
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
		sources = append(sources, &runReader{r: bufio.NewReaderSize(section, 64<<10), left: r.n})
	}
	return mergeRuns(sources, fingerprint.Bound(level), use)
}

// runReader reads one sorted run, from memory or from the file.
type runReader struct {
	rest []fingerprint.Fingerprint
	r    io.Reader
	left int
	head fingerprint.Fingerprint
}

var errRunEnd = errors.New("run ended")

func (r *runReader) next() error {
	if len(r.rest) > 0 {
		r.head, r.rest = r.rest[0], r.rest[1:]
		return nil
	}
	if r.left == 0 {
		return errRunEnd
	}
	var b [8]byte
	if _, err := io.ReadFull(r.r, b[:]); err != nil {
		return fmt.Errorf("reading the fingerprints of a large file: %w", err)
	}
	r.left--
	r.head = fingerprint.Fingerprint(binary.LittleEndian.Uint64(b[:]))
	return nil
}

// mergeRuns merges sorted runs up to a bound and drops duplicates.
func mergeRuns(sources []*runReader, bound fingerprint.Fingerprint, use func(fingerprint.Set) error) error {
	live := sources[:0]
	for _, r := range sources {
		if err := r.next(); err == nil {
			live = append(live, r)
		} else if err != errRunEnd {
			return err
		}
	}
	part := make(fingerprint.Set, 0, setPart)
	for len(live) > 0 {
		least := live[0].head
		for _, r := range live[1:] {
			least = min(least, r.head)
		}
		if least >= bound {
			break
		}
		part = append(part, least)
		if len(part) == setPart {
			if err := use(part); err != nil {
				return err
			}
			part = part[:0]
		}
		for i := 0; i < len(live); {
			if live[i].head != least {
				i++
				continue
			}
			if err := live[i].next(); err == errRunEnd {
				live = append(live[:i], live[i+1:]...)
			} else if err != nil {
				return err
			}
		}
	}
	if len(part) > 0 {
		return use(part)
	}
	return nil
}

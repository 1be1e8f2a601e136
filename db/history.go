package db

import (
	"slices"
	"time"
)

// maxScans is how many scans the history of an index goes back, at some 60 bytes
// of the root each: for more than a year of nightly ones, for two weeks of
// hourly ones.
const maxScans = 400

// Scan is one scan in the history of an index.
type Scan struct {
	ID    ScanID
	Began time.Time
	Ended time.Time // zero when it was interrupted and nothing has gone on from there yet
}

// Scans returns the scans that the index remembers, oldest first.
func (ix *Index) Scans() []Scan {
	var scans []Scan
	for _, r := range ix.root.Scans {
		if r.ID == 0 {
			continue
		}
		s := Scan{ID: r.ID, Began: time.Unix(r.Began, 0)}
		if r.Ended != 0 {
			s.Ended = time.Unix(r.Ended, 0)
		}
		scans = append(scans, s)
	}
	return scans
}

// Before returns the scan before the first one that ended at t or later, or has
// not ended: what came after it came since t, and perhaps a little more, if that
// scan took long, or the clock was set back. It is 0 if there is none. ok is false
// when the history does not go back that far; then it is the first scan that is
// remembered.
func (ix *Index) Before(t time.Time) (id ScanID, ok bool) {
	for _, r := range ix.root.Scans {
		if r.ID > 0 && (r.Ended == 0 || r.Ended >= t.Unix()) {
			return ix.remembered(r.ID - 1)
		}
	}
	return ix.root.Scan, true
}

// BeforeLast returns the scan before the last n, as Before does.
func (ix *Index) BeforeLast(n int) (id ScanID, ok bool) {
	last := int64(ix.root.Scan)
	return ix.remembered(ScanID(max(last-int64(n), 0)))
}

// remembered returns the scan, or the first one the state after which can be told
// from what came later.
func (ix *Index) remembered(id ScanID) (ScanID, bool) {
	scans := ix.root.Scans
	old := len(scans) > 0 && scans[0].ID == 0 // what version 1 left, which may have gone since
	if old {
		scans = scans[1:]
	}
	switch {
	case len(scans) == 0, id >= scans[0].ID, id == 0 && (!old || scans[0].ID == 1):
		return id, true
	}
	return scans[0].ID, false
}

// FirstContentAfter returns the first content that no path named at the end of a scan:
// what came later has this number or a higher one.
func (ix *Index) FirstContentAfter(id ScanID) ContentID {
	for _, s := range slices.Backward(ix.root.Scans) {
		if s.ID <= id && s.Next > 0 {
			return s.Next
		}
	}
	return 1
}

// BeginScan begins a scan: what is put and removed from now on came with it. One
// that goes on from an interrupted one is the same scan. EndScan ends it.
func (w *Writer) BeginScan(now time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return err
	}
	scans := slices.Clone(w.root.Scans) // the index has the same list
	if w.root.Scan == 0 && w.root.NextContent > 1 {
		// What version 1 left is older than all scans.
		scans = append(scans, scanRecord{Began: 1, Ended: 1, Next: w.root.NextContent})
	}
	if n := len(scans); n == 0 || scans[n-1].Ended != 0 {
		w.root.Scan++
		scans = append(scans, scanRecord{ID: w.root.Scan, Began: now.Unix(), Orphans: w.root.Orphans})
	}
	w.root.Scans = slices.DeleteFunc(scans, func(s scanRecord) bool { return s.ID > 0 && s.ID+maxScans <= w.root.Scan })
	w.scanning = true
	w.inodes = newInodes(w.ix.root.Files > 0)
	return w.findStale()
}

// findStale finds the contents that no path named before this scan began, in its
// first attempt if there were several. One that comes back is entered anew, as if
// a merge had dropped it already: else whether its pairs are new would depend on
// when merges happen.
func (w *Writer) findStale() error {
	w.stale = map[ContentID]bool{}
	w.sums, w.sumsLoaded = sumTable{}, false
	began := w.root.Scans[len(w.root.Scans)-1]
	return w.ix.eachOrphanIn(began.Orphans, func(id ContentID) error {
		if _, still := w.names.orphans[id]; still {
			w.stale[id] = true
		}
		return nil
	})
}

// EndScan commits everything entered so far and with it that the scan is
// complete.
func (w *Writer) EndScan(now time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.scanning {
		return w.commit()
	}
	scans := slices.Clone(w.root.Scans)
	last := &scans[len(scans)-1]
	last.Ended, last.Next, last.Orphans = max(now.Unix(), 1), w.root.NextContent, 0
	w.root.Scans = scans
	w.ended = true
	if err := w.commit(); err != nil {
		return err
	}
	w.scanning, w.ended = false, false
	return nil
}

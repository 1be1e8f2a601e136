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

// scanRecord is a scan as the root has it.
type scanRecord struct {
	ID    ScanID `json:"id"`
	Began int64  `json:"began"`           // seconds since 1970
	Ended int64  `json:"ended,omitempty"` // seconds since 1970
	// Next is the number above all contents at the end of the scan: what some
	// path named then is below it, what comes later is not.
	Next ContentID `json:"next,omitempty"`
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

// Before returns the last scan before those that began at t or later, 0 if there
// is none: what came after it came since t. ok is false when the history does not
// go back that far; then it is the first scan that is remembered.
func (ix *Index) Before(t time.Time) (id ScanID, ok bool) {
	for _, r := range ix.root.Scans {
		if r.ID > 0 && r.Began >= t.Unix() {
			return ix.remembered(r.ID - 1)
		}
	}
	return ix.root.Scan, true
}

// BeforeLast returns the scan before the last n, as Before does.
func (ix *Index) BeforeLast(n int) (id ScanID, ok bool) {
	return ix.remembered(ix.root.Scan - min(ScanID(n), ix.root.Scan))
}

// remembered returns the scan, or the first one the state after which can be told
// from what came later.
func (ix *Index) remembered(id ScanID) (ScanID, bool) {
	if id == 0 || len(ix.root.Scans) == 0 || id >= ix.root.Scans[0].ID {
		return id, true
	}
	return ix.root.Scans[0].ID, false
}

// firstSince returns the first content that no path named at the end of a scan.
func (r *root) firstSince(id ScanID) ContentID {
	for _, s := range slices.Backward(r.Scans) {
		if s.ID <= id && s.Next > 0 {
			return s.Next
		}
	}
	return 1
}

// BeginScan begins a scan: what is put and removed from now on came with it. One
// that goes on from an interrupted one is the same scan. EndScan ends it.
func (w *Writer) BeginScan(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	scans := slices.Clone(w.root.Scans) // the index has the same list
	if w.root.Scan == 0 && w.root.NextContent > 1 {
		// What version 1 left is older than all scans.
		scans = append(scans, scanRecord{Began: 1, Ended: 1, Next: w.root.NextContent})
	}
	if n := len(scans); n == 0 || scans[n-1].Ended != 0 {
		w.root.Scan++
		scans = append(scans, scanRecord{ID: w.root.Scan, Began: now.Unix()})
	}
	w.root.Scans = scans[max(0, len(scans)-maxScans):]
	w.scanning = true
	w.inodes = newInodes(w.ix.root.Files > 0)
	w.findStale()
}

// findStale finds the contents that no path named before this scan began. One
// that comes back is entered anew, as if a merge had dropped it already: else
// whether its pairs are new would depend on when merges happen.
func (w *Writer) findStale() {
	w.stale = map[ContentID]bool{}
	first := w.root.firstSince(w.root.Scan - 1)
	for id := range w.names.unnamed {
		if id < first {
			w.stale[id] = true
		}
	}
	w.sums, w.sumsLoaded = sumTable{}, false
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
	last.Ended, last.Next = max(now.Unix(), 1), w.root.NextContent
	w.root.Scans = scans
	w.ended = true
	if err := w.commit(); err != nil {
		return err
	}
	w.scanning, w.ended = false, false
	return nil
}

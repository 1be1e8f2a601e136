package db

import (
	"slices"
	"time"
)

// maxScans is the number of scans in the history of an index, at some 60 bytes of the
// root each: more than a year of nightly scans, 17 days of hourly ones.
const maxScans = 400

// Scan is one scan in the history of an index.
type Scan struct {
	ID    ScanID
	Began time.Time
	Ended time.Time // zero if it was interrupted and not resumed yet
	// Took is how long it ran, at least until its last commit. Pauses after interruptions
	// do not count, except in indexes of older versions.
	Took time.Duration
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
			s.Took = max(s.Ended.Sub(s.Began), 0) // the clock may have been set back
		}
		if r.Took > 0 {
			s.Took = time.Duration(r.Took) * time.Millisecond
		}
		scans = append(scans, s)
	}
	return scans
}

// Before returns the scan before the first one that ended at t or later, or has not
// ended. Files found after it appeared since t, or a little earlier if that scan took long
// or the clock was set back. It returns 0 if there is no such scan. ok is false if the
// history does not go back that far; id is then the first scan in it.
func (ix *Index) Before(t time.Time) (id ScanID, ok bool) {
	for _, r := range ix.root.Scans {
		if r.ID > 0 && (r.Ended == 0 || r.Ended >= t.Unix()) {
			return ix.remembered(r.ID - 1)
		}
	}
	return ix.root.Scan, true
}

// BeforeLast returns the scan before the last n. ok is as for Before.
func (ix *Index) BeforeLast(n int) (id ScanID, ok bool) {
	last := int64(ix.root.Scan)
	return ix.remembered(ScanID(max(last-int64(n), 0)))
}

// remembered returns the scan, or the first one in the history if that is later.
func (ix *Index) remembered(id ScanID) (ScanID, bool) {
	scans := ix.root.Scans
	old := len(scans) > 0 && scans[0].ID == 0 // entries of format version 1, which may have been dropped
	if old {
		scans = scans[1:]
	}
	switch {
	case len(scans) == 0, id >= scans[0].ID, id == 0 && (!old || scans[0].ID == 1):
		return id, true
	}
	return scans[0].ID, false
}

// FirstContentAfter returns the lowest id of the contents that were entered after a scan.
func (ix *Index) FirstContentAfter(id ScanID) ContentID {
	for _, s := range slices.Backward(ix.root.Scans) {
		if s.ID <= id && s.Next > 0 {
			return s.Next
		}
	}
	return 1
}

// BeginScan begins a scan or resumes an interrupted one. Everything put and removed until
// EndScan belongs to it.
func (w *Writer) BeginScan(now time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return err
	}
	scans := slices.Clone(w.root.Scans) // the index shares the list
	if w.root.Scan == 0 && w.root.NextContent > 1 {
		// Contents of format version 1 are older than all scans.
		scans = append(scans, scanRecord{Began: 1, Ended: 1, Next: w.root.NextContent})
	}
	if n := len(scans); n == 0 || scans[n-1].Ended != 0 {
		w.root.Scan++
		scans = append(scans, scanRecord{ID: w.root.Scan, Began: now.Unix(), Orphans: w.root.Orphans})
	}
	w.root.Scans = slices.DeleteFunc(scans, func(s scanRecord) bool { return s.ID > 0 && s.ID+maxScans <= w.root.Scan })
	w.scanning, w.uncovered = true, numberSet[DirID]{}
	w.begun, w.ran = time.Now(), w.root.Scans[len(w.root.Scans)-1].Took
	w.inodes = inodes{had: w.ix.root.Files > 0}
	return w.findStale()
}

// findStale finds the contents that were already orphaned when this scan first began. If a
// file has such a content again, the content is entered again, as if a merge had dropped
// it. Otherwise it would depend on past merges whether its pairs are new.
func (w *Writer) findStale() error {
	w.stale = contentSet{}
	w.sums, w.sumsLoaded = sumTable{}, false
	began := w.root.Scans[len(w.root.Scans)-1]
	return w.ix.eachNotLiveIn(began.Orphans, func(id ContentID, claimed bool) error {
		if w.names.orphans.has(id) && !claimed {
			w.stale.add(id)
		}
		return nil
	})
}

// EndScan commits everything entered so far and marks the scan as complete.
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

// timeScan records in r how long the scan of this writer has run so far.
func (w *Writer) timeScan(r *root) {
	if w.begun.IsZero() {
		return
	}
	r.Scans = slices.Clone(r.Scans) // the committed root shares it
	r.Scans[len(r.Scans)-1].Took = w.ran + max(time.Since(w.begun).Milliseconds(), 1)
}

package db

import (
	"slices"
	"time"
)

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

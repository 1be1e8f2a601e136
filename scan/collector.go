package scan

import (
	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
)

// baseCollector holds what one worker has read.
type baseCollector struct {
	candidates *fingerprint.Candidates
	windows    *fingerprint.WindowSet // nil unless requested
	whole      []db.ContentKey
	hashes     []hamming.Document
	most       int  // limit of windows; 0 is none
	full       bool // the limit is exceeded
}

// Write takes bytes of a file under the view.
func (t *baseCollector) Write(p []byte) (int, error) {
	_, _ = t.candidates.Write(p)
	if t.windows != nil && !t.full {
		_, _ = t.windows.Write(p)
		t.full = t.most > 0 && t.windows.Exceeds(t.most)
	}
	return len(p), nil
}

// begin starts another file.
func (t *baseCollector) begin() {
	t.candidates.Reset()
	if t.windows != nil {
		t.windows.Reset()
	}
}

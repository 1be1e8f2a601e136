package fingerprint

import "slices"

// Candidates collects every candidate of a stream, selected or not, down to the
// finest level that a rule has. Which of two overlapping candidates is selected
// depends on 148 bytes, and the level on the size of the file; so a passage that
// was selected in one file need not be in another that holds it. Of a passage that
// is asked for wherever it stands, all candidates have to be known: about one
// window in 32, three times as many as are selected. Under anchors all windows are:
// a passage may stand behind an anchor in one file and not in another.
type Candidates struct {
	ref *reference
	fps []Fingerprint
}

// NewCandidates returns a collector that is ready for its first stream.
func NewCandidates(r Rule) *Candidates {
	r.Density = r.Level(0)
	c := &Candidates{ref: newReference(r)}
	c.ref.all = true
	return c
}

// Reset makes the collector ready for another stream. What it has stays.
func (c *Candidates) Reset() { c.ref.Reset(0) }

// Write takes in the next bytes of the stream. It never fails. A byte takes about
// 2 ns.
func (c *Candidates) Write(p []byte) (int, error) {
	for n := 0; n < len(p); n += chunk {
		_, _ = c.ref.Write(p[n:min(n+chunk, len(p))])
		c.add(c.ref.selected)
		c.ref.selected = c.ref.selected[:0]
	}
	return len(p), nil
}

// add takes in windows that were selected, and leaves each once before room is made
// for half as many again, as WindowSet does.
func (c *Candidates) add(windows []Selected) {
	if len(c.fps)+len(windows) > cap(c.fps) {
		c.fps = NewSet(c.fps, 0)
		c.fps = slices.Grow(c.fps, max(len(windows), len(c.fps)/2))
	}
	for _, w := range windows {
		c.fps = append(c.fps, w.Fingerprint)
	}
}

// Set returns the distinct candidates of all streams. The collector is done with.
func (c *Candidates) Set() Set { return NewSet(c.fps, 0) }

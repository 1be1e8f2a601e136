package fingerprint

import "slices"

// Candidates collects every candidate of its streams, selected or not, down to the
// finest level of the rule.
//
// Selection among candidates depends on what is around them and the level on the file
// size, so a passage selected in one file may not be selected in another that contains
// it. To recognise a passage wherever it occurs, all candidates are needed: about one
// window in 32, three times as many as are selected, and under AutoOverlap every other. Under a rule with anchors every window is a candidate, because a passage
// may follow an anchor in one file and not in another.
type Candidates struct {
	ref *reference
	fps []Fingerprint
}

// NewCandidates returns a collector that is ready for its first stream.
func NewCandidates(r Rule) *Candidates {
	r = r.WithoutSmall()
	r.Density = r.Level(0)
	c := &Candidates{ref: newReference(r)}
	c.ref.all = true
	return c
}

// Reset prepares the collector for another stream. It keeps the candidates collected
// so far.
func (c *Candidates) Reset() { c.ref.Reset(0) }

// Write adds the next bytes of the stream. It always returns len(p), nil. It takes
// about 2 ns a byte.
func (c *Candidates) Write(p []byte) (int, error) {
	for n := 0; n < len(p); n += chunk {
		_, _ = c.ref.Write(p[n:min(n+chunk, len(p))])
		c.add(c.ref.selected)
		c.ref.selected = c.ref.selected[:0]
	}
	return len(p), nil
}

// add adds the fingerprints of the windows. Before it grows the slice by half, it
// removes duplicates, as WindowSet does.
func (c *Candidates) add(windows []Selected) {
	if len(c.fps)+len(windows) > cap(c.fps) {
		c.fps = NewSet(c.fps, 0)
		c.fps = slices.Grow(c.fps, max(len(windows), len(c.fps)/2))
	}
	for _, w := range windows {
		c.fps = append(c.fps, w.Fingerprint)
	}
}

// Set returns the distinct candidates of all streams. The collector must not be used
// afterwards.
func (c *Candidates) Set() Set { return NewSet(c.fps, 0) }

package fingerprint

import "fmt"

// Auto as a density lets the level follow from the size of the file.
const Auto = -1

// finestAuto is the level of small files. Finer ones gain next to nothing,
// since windows may not overlap: level 4 has 5 % more fingerprints and the same
// error.
const finestAuto = 5

// Rule says which fingerprints of a file are taken. An index has one rule for
// all its files.
type Rule struct {
	// Window is the length of a window in bytes.
	Window int
	// Density is the level for files of every size, or Auto.
	Density int
	// Anchors, if there are any, are what windows stand behind that are taken, instead
	// of those that their hash selects. Density is 0 then, which all windows have.
	Anchors Anchors
}

// DefaultRule takes windows of 50 bytes at levels that follow from the size.
var DefaultRule = Rule{Window: Window, Density: Auto}

// Validate reports what is wrong with a rule that a user gave.
func (r Rule) Validate() error {
	if r.Window < MinWindow || r.Window > MaxWindow {
		return fmt.Errorf("a window has %d to %d bytes, not %d", MinWindow, MaxWindow, r.Window)
	}
	if r.Density != Auto && (r.Density < 0 || r.Density > 24) {
		return fmt.Errorf("a density is auto or a level from 0 to 24, not %d", r.Density)
	}
	if err := r.Anchors.validate(); err != nil {
		return fmt.Errorf("anchors: %w", err)
	}
	if r.Anchors != "" && r.Density != 0 {
		return fmt.Errorf("with anchors the density is 0, not %d", r.Density)
	}
	return nil
}

// Level returns the level of detail for a file of so many bytes: 5 up to
// 64 KiB, 6 up to 128 KiB, 7 up to 256 KiB, 8 up to 4 GiB, and one more for
// each doubling. Level 8 is Manber's density; staying there up to 4 GiB lets
// 10 KB inside a large archive still be seen.
func (r Rule) Level(size int64) int {
	if r.Density != Auto {
		return r.Density
	}
	level := finestAuto
	for limit := int64(64 << 10); level < 8 && size > limit; limit *= 2 {
		level++
	}
	for limit := int64(4 << 30); level < MaxLevel && size > limit && limit > 0; limit *= 2 {
		level++
	}
	return level
}

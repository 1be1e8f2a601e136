package fingerprint

import (
	"fmt"
	"math"
)

// Auto as a density derives the level from the size of each file.
const Auto = -1

// finestAuto is the level of small files. Finer levels gain almost nothing because
// windows may not overlap: level 4 has 5 % more fingerprints and the same error.
const finestAuto = 5

// Rule determines which fingerprints of a file are taken. All files of an index share
// one rule. Rules are comparable with ==.
type Rule struct {
	// Window is the window size in bytes, from MinWindow to MaxWindow.
	Window int
	// Density is the level for files of every size, from 0 to CoarsestLevel, or Auto.
	Density int
	// Anchors, if not empty, are the strings whose following windows are taken, in
	// place of windows selected by hash. Density must then be 0, the level that all
	// windows have.
	Anchors Anchors
}

// CoarsestLevel is the highest density.
const CoarsestLevel = 24

// DefaultRule takes windows of 50 bytes at levels that depend on the file size.
var DefaultRule = Rule{Window: Window, Density: Auto}

// Validate returns an error if the rule is out of bounds. The error names the value
// that is wrong and its limits.
func (r Rule) Validate() error {
	if r.Window < MinWindow || r.Window > MaxWindow {
		return fmt.Errorf("window size must be %d to %d bytes, got %d", MinWindow, MaxWindow, r.Window)
	}
	if r.Density != Auto && (r.Density < 0 || r.Density > CoarsestLevel) {
		return fmt.Errorf("density must be auto or a level from 0 to %d, got %d", CoarsestLevel, r.Density)
	}
	if err := r.Anchors.validate(); err != nil {
		return fmt.Errorf("anchors: %w", err)
	}
	if r.Anchors != "" && r.Density != 0 {
		return fmt.Errorf("density must be 0 with anchors, got %d", r.Density)
	}
	return nil
}

// FinestLevel returns the finest level with an effect, for a window size in bytes. Finer
// levels select less than 1 % more: of the 2·window-1 windows that overlap one, the best
// almost always has more low zero bits.
func FinestLevel(window int) int {
	level := 0
	for math.Pow(1-math.Ldexp(1, -level-1), float64(2*window-1)) < 0.01 {
		level++
	}
	return level
}

// Level returns the level for a file of the given size in bytes. Unless Density fixes
// it, the level is 5 up to 64 KiB, 6 up to 128 KiB, 7 up to 256 KiB, 8 up to 4 GiB,
// and one more for each further doubling. Level 8 is Manber's density; keeping it up
// to 4 GiB makes 10 KB inside a large archive detectable.
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

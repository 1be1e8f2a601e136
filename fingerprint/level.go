package fingerprint

import (
	"fmt"
	"math"
	"math/bits"
)

// Densities that derive the level from the size of what is fingerprinted.
const (
	// Auto does so for windows of 50 bytes, whatever the window.
	Auto = -1
	// AutoWindow also takes account of the window: a quarter of the window has levels two
	// finer, and coarser ones from a quarter of the size. With windows of 50 bytes it is
	// the same as Auto.
	AutoWindow = -2
	// AutoOverlap selects the best of the windows that begin within a third of a window,
	// so selected windows may overlap. It is for views, of which a file has little: a
	// function of 100 tokens has 2 to 5 windows of 12 that do not overlap.
	AutoOverlap = -3
)

// finestAuto is the level of small files. Finer levels gain almost nothing because
// windows may not overlap: level 4 has 5 % more fingerprints and the same error.
const finestAuto = 5

// Rule determines which fingerprints of a file are taken. All files of an index share
// one rule. Rules are comparable with ==.
type Rule struct {
	// Window is the window size in bytes, from MinWindow to MaxWindow.
	Window int
	// Density is the level for files of every size, from 0 to CoarsestLevel, or Auto,
	// AutoWindow or AutoOverlap.
	Density int
	// Anchors, if not empty, are the strings whose following windows are taken, in
	// place of windows selected by hash. Density must then be 0, the level that all
	// windows have.
	Anchors Anchors
	// Small is the size in bytes of the shorter windows that small files have besides, 0
	// if none. Density must then be Auto. See small.go.
	Small int
}

// CoarsestLevel is the highest density.
const CoarsestLevel = 24

// DefaultRule takes windows of 50 bytes at levels that depend on the file size, and small
// windows of small files.
var DefaultRule = Rule{Window: Window, Density: Auto, Small: SmallWindow}

// Validate returns an error if the rule is out of bounds. The error names the value
// that is wrong and its limits.
func (r Rule) Validate() error {
	if r.Window < MinWindow || r.Window > MaxWindow {
		return fmt.Errorf("window size must be %d to %d bytes, got %d", MinWindow, MaxWindow, r.Window)
	}
	if !r.IsAuto() && (r.Density < 0 || r.Density > CoarsestLevel) {
		return fmt.Errorf("density must be auto or a level from 0 to %d, got %d", CoarsestLevel, r.Density)
	}
	if err := r.Anchors.validate(); err != nil {
		return fmt.Errorf("anchors: %w", err)
	}
	if r.Anchors != "" && r.Density != 0 {
		return fmt.Errorf("density must be 0 with anchors, got %d", r.Density)
	}
	if r.Small != 0 && (r.Small < MinWindow || r.Small > r.Window/2 || r.Density != Auto) {
		return fmt.Errorf("small windows need automatic density and %d to %d bytes, got %d", MinWindow, r.Window/2, r.Small)
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

// IsAuto reports whether the level follows from the size.
func (r Rule) IsAuto() bool { return r.Density < 0 && r.Density >= AutoOverlap }

// reach is the greatest distance in bytes at which two windows of a file compete, so that
// one of them is selected at most.
func (r Rule) reach() int {
	if r.Density == AutoOverlap {
		return r.Window / 3
	}
	return r.Window - 1
}

// Level returns the level for a file, or the view of one, of the given size in bytes.
// Under Auto, the level is 5 up to 64 KiB, 6 up to 128 KiB, 7 up to 256 KiB, 8 up to
// 4 GiB, and one more for each further doubling. Level 8 is Manber's density; keeping
// it up to 4 GiB makes 10 KB inside a large archive detectable.
//
// Under AutoWindow the finest level is one coarser than FinestLevel, and the first limit
// is as many windows long as 64 KiB are of 50 bytes, rounded to a power of two. With
// windows of 12: level 3 up to 16 KiB, 4 up to 32, 5 up to 64 KiB, 6 up to 4 GiB.
//
// Under AutoOverlap the level is 1 up to 256 bytes, and one more for each doubling up to
// level 5, which it is from 2 KiB on. So a file has up to 128 candidates, of which it keeps
// about half. Beyond it is the same as Auto. Of edited copies of functions, twice as many
// find no more, and half as many lose 1 in 70.
//
// A rule with small windows has finer levels up to 1 KiB, see small.go.
func (r Rule) Level(size int64) int {
	if !r.IsAuto() {
		return r.Density
	}
	if r.Small > 0 && size <= SmallSize {
		return smallLevel(size)
	}
	level, limit := finestAuto, int64(64<<10)
	switch r.Density {
	case AutoOverlap:
		if small := max(1, bits.Len64(uint64(max(size-1, 0))>>7)); small < level {
			return small
		}
	case AutoWindow:
		level = FinestLevel(r.Window) + 1
		limit = 1 << int(math.Round(math.Log2(float64(r.Window<<16)/Window)))
	}
	coarse := level + 3
	for ; level < coarse && size > limit; limit *= 2 {
		level++
	}
	for limit := int64(4 << 30); level < MaxLevel && size > limit && limit > 0; limit *= 2 {
		level++
	}
	return level
}

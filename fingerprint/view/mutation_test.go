package view

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/regions"
)

// fingerprinted is what a file has of fingerprints under a view.
type fingerprinted struct {
	view  []byte
	set   fingerprint.Set
	level int
}

func seen(kind Kind, window int, text, end string) fingerprinted {
	v := NewViewer(kind, false)
	v.Reset("a" + end)
	e := fingerprint.NewExtractor(fingerprint.Rule{Window: window, Density: fingerprint.Auto})
	viewed := slices.Clone(v.Write([]byte(text), true))
	e.Write(viewed)
	e.Close()
	var fps []fingerprint.Fingerprint
	for _, s := range e.Take() {
		fps = append(fps, s.Fingerprint)
	}
	return fingerprinted{viewed, fingerprint.NewSet(fps, e.Level()), e.Level()}
}

// seenBy are the views and windows of the tables.
var seenBy = []struct {
	kind   Kind
	window int
}{{Raw, 50}, {FoldText, 50}, {FoldCode, 50}, {FoldCode, 25}}

// found is what a view finds of one original in its copy.
type found struct {
	fingerprints int     // of the original
	share        float64 // of them that the copy has
	truly        float64 // of all windows of the original
	covered      float64 // of the bytes of its view, by regions
}

// copies returns a copy of each file of a language that was mutated so.
func (mu mutation) copies(end string, files []sample) (all []string) {
	m := newMutator(end, files[0].text)
	for i, file := range files {
		m.other = files[(i+1)%len(files)].text
		all = append(all, mu.mutate(m, file.text))
	}
	return all
}

// findMutated returns what is found in its copy of each file of a language that has
// three fingerprints.
func findMutated(kind Kind, window int, end string, files []sample, copies []string) (all []found) {
	for i, file := range files {
		a, b := seen(kind, window, file.text, end), seen(kind, window, copies[i], end)
		if s := fingerprint.Compare(a.set, a.level, b.set, b.level); s.A >= 3 {
			all = append(all, found{s.A, float64(s.AInB()), float64(fingerprint.CompareWindows(a.view, b.view, window).AInB()), covered(a.view, b.view, window)})
		}
	}
	return all
}

// covered is the share of the first text that lies in regions which it has in common
// with the second.
func covered(a, b []byte, window int) float64 {
	n := 0
	for _, r := range regions.Find(a, b, window) {
		n += r.Len
	}
	return float64(n) / float64(len(a))
}

// The tables of docs/quality.md: how much of the originals is found in copies that
// were mutated so, on the average; how much is truly there, counted by all windows;
// and how many of the copies are found at 80 % of that or more. What was renamed,
// formatted anew or got other comments has the same code view, but for assembly,
// where names are told from mnemonics by their place only; in what was reordered the
// windows across the cuts are gone, and of the others as many are found as there are,
// within three standard errors of so few fingerprints: a cut takes up to three windows'
// length of them along, where it takes one of the windows.
func TestMutations(t *testing.T) {
	files := samples(t)
	copies := map[string][]string{}
	for _, mu := range mutations {
		for _, end := range languageEnds {
			copies[mu.name+end] = mu.copies(end, files[end])
		}
	}
	for _, by := range seenBy {
		for _, mu := range mutations {
			line := fmt.Sprintf("%-4s %d %-20s", by.kind, by.window, mu.name)
			for _, end := range languageEnds {
				var share, truly, covered, enough, most, listed float64
				all := findMutated(by.kind, by.window, end, files[end], copies[mu.name+end])
				if len(all) < 2 {
					t.Fatalf("%s: %d files with three fingerprints", end, len(all))
				}
				for i, f := range all {
					share, truly, covered = share+f.share, truly+f.truly, covered+f.covered
					if f.share >= 0.8*f.truly {
						enough++
					}
					if f.covered >= 0.8 {
						most++
					}
					if f.share >= 0.5 && f.share*float64(f.fingerprints) >= 3 {
						listed++
					}
					if by.kind != FoldCode || mu.share < 1 || f.fingerprints < 20 {
						continue
					}
					if f.share < 0.8*f.truly-3*math.Sqrt(f.truly*(1-f.truly)/float64(f.fingerprints)) || end != ".s" && !mu.cuts && f.share < 1 {
						t.Errorf("%s, window %d, %s, %s: %.2f of %d fingerprints, %.2f of all windows are found of file %d",
							by.kind, by.window, mu.name, end, f.share, f.fingerprints, f.truly, i)
					}
				}
				n := float64(len(all))
				line += fmt.Sprintf(" %s %3.0f %3.0f %3.0f, %.0f %.0f %.0f of %d", end, 100*share/n, 100*truly/n, 100*covered/n, enough, most, listed, len(all))
			}
			t.Log(line)
		}
	}
}

// Files of one language that have nothing to do with each other: of 100 pairs 95 share
// less than 15 % by the distinctive share, each fingerprint weighted by how few of the
// language's files have it.
func TestUnrelated(t *testing.T) {
	files := samples(t)
	for _, window := range []int{50, 25} {
		for _, end := range languageEnds {
			var sets []fingerprinted
			for _, file := range files[end] {
				sets = append(sets, seen(FoldCode, window, file.text, end))
			}
			var plain, distinctive []float64
			weigh := weights(sets)
			for i, a := range sets {
				for j, b := range sets[:i] {
					if files[end][i].family() == files[end][j].family() {
						continue
					}
					s := fingerprint.Compare(a.set, a.level, b.set, b.level)
					if min(s.A, s.B) < 3 {
						continue
					}
					plain = append(plain, max(float64(s.AInB()), float64(s.BInA())))
					distinctive = append(distinctive, weigh(a, b))
				}
			}
			if len(plain) == 0 {
				t.Fatalf("no pairs of files %s", end)
			}
			slices.Sort(plain)
			slices.Sort(distinctive)
			n := len(plain)
			below, _ := slices.BinarySearch(distinctive, 0.15)
			t.Logf("window %d, %s: %d pairs; 95 in 100 share at most %.0f %%, by distinctive at most %.0f %%; %.1f %% of them less than 15 %%",
				window, end, n, 100*plain[n*95/100], 100*distinctive[n*95/100], 100*float64(below)/float64(n))
			if window == fingerprint.Window && below*100 < n*95 {
				t.Errorf("window %d, %s: %d of %d pairs share 15 %% or more by distinctive", window, end, n-below, n)
			}
		}
	}
}

// weights returns the distinctive share of two of some files: the larger containment,
// each fingerprint weighted by ln(1+N/df).
func weights(files []fingerprinted) func(a, b fingerprinted) float64 {
	df := map[fingerprint.Fingerprint]int{}
	for _, f := range files {
		for _, fp := range f.set {
			df[fp]++
		}
	}
	weigh := func(set fingerprint.Set) (sum float64) {
		for _, fp := range set {
			sum += math.Log1p(float64(len(files)) / float64(df[fp]))
		}
		return sum
	}
	return func(a, b fingerprinted) float64 {
		level := max(a.level, b.level)
		x, y := a.set.AtLevel(level), b.set.AtLevel(level)
		var shared fingerprint.Set
		for _, fp := range x {
			if _, in := slices.BinarySearch(y, fp); in {
				shared = append(shared, fp)
			}
		}
		return weigh(shared) / min(weigh(x), weigh(y))
	}
}

package view

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/regions"
	"alike/testdata"
)

// fingerprinted holds the view of a file and its fingerprints.
type fingerprinted struct {
	view  []byte
	set   fingerprint.Set
	level int
}

func seen(kind Kind, window int, text, end string) fingerprinted {
	v := NewViewer(kind, false)
	v.Reset("a" + end)
	rule := kind.Rule()
	rule.Window = window
	e := fingerprint.NewExtractor(rule)
	viewed := slices.Clone(v.Write([]byte(text), true))
	e.Write(viewed)
	e.Close()
	var fps []fingerprint.Fingerprint
	for _, s := range e.Take() {
		fps = append(fps, s.Fingerprint)
	}
	return fingerprinted{viewed, fingerprint.NewSet(fps, e.Level()), e.Level()}
}

// seenBy lists the views and windows of the tables.
var seenBy = []struct {
	kind   Kind
	window int
}{{Raw, 50}, {FoldText, viewWindow}, {FoldCode, viewWindow}, {FoldCode, 25}}

// found describes what a view finds of an original in its copy.
type found struct {
	fingerprints int     // of the original
	share        float64 // share of them that the copy has
	truly        float64 // share of all windows of the original
	covered      float64 // share of the bytes of its view that regions cover
}

// copies returns a mutated copy of each file of a language.
func (mu mutation) copies(end string, files []sample) (all []string) {
	m := newMutator(end, files[0].text)
	for i, file := range files {
		m.other = files[(i+1)%len(files)].text
		all = append(all, mu.mutate(m, file.text))
	}
	return all
}

// mutatedSamples returns the samples by extension, and their copies by mutation and
// extension. The short form takes a third of the samples of a language that has many.
var mutatedSamples = func() func(t *testing.T) (map[string][]sample, map[string][]string) {
	var once sync.Once
	var files map[string][]sample
	copies := map[string][]string{}
	return func(t *testing.T) (map[string][]sample, map[string][]string) {
		once.Do(func() {
			files = samples(t)
			for _, end := range languageEnds {
				if n := len(files[end]) / 3; n > 10 && !testdata.IsLong() {
					for i := range n {
						files[end][i] = files[end][3*i]
					}
					files[end] = files[end][:n]
				}
				for _, mu := range mutations {
					copies[mu.name+end] = mu.copies(end, files[end])
				}
			}
		})
		return files, copies
	}
}()

// findMutated returns what is found of each file that has at least three fingerprints
// in its copy.
func findMutated(kind Kind, window int, end string, files []sample, copies []string) (all []found) {
	for i, file := range files {
		a, b := seen(kind, window, file.text, end), seen(kind, window, copies[i], end)
		if s := fingerprint.Compare(a.set, a.level, b.set, b.level); s.A >= 3 {
			all = append(all, found{s.A, float64(s.AInB()), float64(fingerprint.CompareWindows(a.view, b.view, window, nil).AInB()), covered(a.view, b.view, window)})
		}
	}
	return all
}

// covered returns the share of the first text that is in regions shared with the
// second.
func covered(a, b []byte, window int) float64 {
	n := 0
	for _, r := range regions.Find(a, b, window, nil, nil) {
		n += r.Len
	}
	return float64(n) / float64(len(a))
}

// TestMutations measures what is found of originals in mutated copies: the tables of
// docs/quality.md. It logs the mean share of fingerprints, the mean share of all
// windows, and how many copies are found with at least 80 % of the latter.
//
// Renaming, reformatting and changed comments do not change the code view, except in
// assembly, whose names and mnemonics differ only by position. Reordering removes the
// windows across the cuts. On the average of each language 93 % or more of the true share
// is found by fingerprints, and fewer than 2 copies in 100 are under 80 % of theirs. (Pairs
// of code are counted before they are shown, so their figures are the true ones.) The share found of the other windows must be right within
// three standard errors for so few fingerprints, because a cut that removes one window
// may remove up to three window lengths of selected ones.
func TestMutations(t *testing.T) {
	t.Parallel()
	files, copies := mutatedSamples(t)
	for _, by := range seenBy {
		if by.kind != FoldCode && !testing.Verbose() {
			continue // only logged
		}
		for _, mu := range mutations {
			line := fmt.Sprintf("%-4s %d %-20s", by.kind, by.window, mu.name)
			under, of := 0, 0
			for _, end := range languageEnds {
				var share, truly, covered, enough, most, listed float64
				all := findMutated(by.kind, by.window, end, files[end], copies[mu.name+end])
				if len(all) < 2 {
					t.Fatalf("%s: %d files with three fingerprints", end, len(all))
				}
				for i, f := range all {
					share, truly, covered = share+f.share, truly+f.truly, covered+f.covered
					if of++; f.share >= 0.8*f.truly {
						enough++
					} else {
						under++
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
						t.Errorf("%s, window %d, %s, %s: found %.2f of %d fingerprints and %.2f of all windows of file %d",
							by.kind, by.window, mu.name, end, f.share, f.fingerprints, f.truly, i)
					}
				}
				if by.kind == FoldCode && by.window == viewWindow && mu.share == 1 && share < 0.93*truly {
					t.Errorf("%s, %s: found %.3f of the true share", mu.name, end, share/truly)
				}
				n := float64(len(all))
				line += fmt.Sprintf(" %s %3.0f %3.0f %3.0f, %.0f %.0f %.0f of %d", end, 100*share/n, 100*truly/n, 100*covered/n, enough, most, listed, len(all))
			}
			if by.kind == FoldCode && by.window == viewWindow && mu.share == 1 && under*50 >= of {
				t.Errorf("%s: %d of %d copies are under 80 %% of their true share", mu.name, under, of)
			}
			t.Log(line)
		}
	}
}

// TestUnrelated checks that the default threshold of pairs, a distinctive share of
// 50 %, means something: 999 of 1,000 pairs of unrelated files of one language stay
// below. The share is the mean of both containments, in which each window is weighted by
// its rarity among the files of the language; all windows are counted.
func TestUnrelated(t *testing.T) {
	t.Parallel()
	const threshold = 0.35
	files := samples(t)
	for _, window := range []int{viewWindow, 25} {
		var all []float64
		for _, end := range languageEnds {
			var views [][]uint64
			c := fingerprint.NewWindows(window)
			for _, file := range files[end] {
				view := seen(FoldCode, window, file.text, end).view
				c.Reset(0, 1, len(view))
				c.Write(view)
				hashes, _ := c.Hashes()
				views = append(views, slices.Clone(hashes))
			}
			var plain, distinctive []float64
			weigh := weights(views)
			for i, a := range views {
				for j, b := range views[:i] {
					if files[end][i].family() == files[end][j].family() || min(len(a), len(b)) < 100 {
						continue
					}
					plain = append(plain, float64(fingerprint.SharedHashes(a, b))/float64(min(len(a), len(b))))
					distinctive = append(distinctive, weigh(a, b))
				}
			}
			if len(plain) == 0 {
				t.Fatalf("no pairs of %s files", end)
			}
			slices.Sort(plain)
			slices.Sort(distinctive)
			n := len(plain)
			t.Logf("window %d, %s: %d pairs; 95 of 100 share at most %.0f %%, at most %.0f %% by distinctive; 999 of 1,000 %.0f %%, %.0f %%; the maximum is %.0f %%, %.0f %%",
				window, end, n, 100*plain[n*95/100], 100*distinctive[n*95/100], 100*plain[n*999/1000], 100*distinctive[n*999/1000],
				100*plain[n-1], 100*distinctive[n-1])
			all = append(all, distinctive...)
		}
		slices.Sort(all)
		if most := all[len(all)*999/1000]; window == viewWindow && most >= threshold {
			t.Errorf("window %d: one in 1,000 of %d pairs shares %.2f by distinctive", window, len(all), most)
		}
	}
}

// weights returns a function that computes the distinctive share of two files: the mean
// of both containments, with each window weighted by ln²(N/df), N at least 1,000.
func weights(files [][]uint64) func(a, b []uint64) float64 {
	df := map[uint64]int{}
	for _, windows := range files {
		for _, w := range windows {
			df[w]++
		}
	}
	weigh := func(windows []uint64) (sum float64) {
		for _, w := range windows {
			rare := math.Log(float64(max(len(files), 1000)) / float64(df[w]))
			sum += rare * rare
		}
		return sum
	}
	sums := map[*uint64]float64{}
	for _, windows := range files {
		if len(windows) > 0 {
			sums[&windows[0]] = weigh(windows)
		}
	}
	return func(a, b []uint64) float64 {
		var shared []uint64
		for _, w := range a {
			if _, in := slices.BinarySearch(b, w); in {
				shared = append(shared, w)
			}
		}
		s := weigh(shared)
		return (s/sums[&a[0]] + s/sums[&b[0]]) / 2
	}
}

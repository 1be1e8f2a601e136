package exact

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/testdata"
)

// TestScoreUnits compares the counts of units with those of the windows of their files by brute
// force.
func TestScoreUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	shared := 0
	for _, kind := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
		for range testdata.Rounds(2, 20) {
			window := []int{8, 12, 25, 50}[r.IntN(4)]
			rule := fingerprint.Rule{Window: window, Density: fingerprint.Auto}.WithSmall()
			files := randomFiles(r)
			w := newWorldOf(t, kind, rule, files)
			var names []string
			for name := range files {
				names = append(names, name)
			}
			slices.Sort(names)
			var base *fingerprint.WindowSet
			known := map[string]bool{}
			if r.IntN(2) == 0 {
				given := seenAs(kind, names[0], files[names[0]])
				base = fingerprint.NewWindowSet(window)
				_, _ = base.Write(given)
				for i := 0; i+window <= len(given); i++ {
					known[string(given[i:i+window])] = true
				}
			}
			members, windows := map[string][]string{}, map[string]map[string]float64{}
			for unit := range 4 {
				path := fmt.Sprint("/unit", unit)
				windows[path] = map[string]float64{}
				for _, name := range names {
					if r.IntN(2) == 0 {
						members[path] = append(members[path], w.root+"/"+name)
						data := seenAs(kind, name, files[name])
						for i := 0; i+window <= len(data); i++ {
							if text := string(data[i : i+window]); !known[text] {
								windows[path][text] = 1
							}
						}
					}
				}
			}
			s := w.scorer(1 << 30)
			s.Base = base
			score := s.ScoreUnits(func(unit string) []string { return members[unit] })
			file := func(unit int) search.File {
				return search.File{Path: fmt.Sprint("/unit", unit), Level: rule.LongLevel(0), Files: 1}
			}
			for a := range 4 {
				for b := range a {
					x, y := file(a), file(b)
					got, ok, err := score(t.Context(), x, y, nil)
					if len(members[x.Path]) == 0 || len(members[y.Path]) == 0 {
						if ok || err != nil {
							t.Fatalf("units without files are counted: %v", err)
						}
						continue
					}
					if !ok || err != nil {
						t.Fatalf("%s, %s and %s: %v, %v", kind, x.Path, y.Path, ok, err)
					}
					want := naiveCounts(windows[x.Path], windows[y.Path])
					if got.Shares != want.Shares {
						t.Fatalf("%s, window %d: got %+v, want %+v", kind, window, got.Shares, want.Shares)
					}
					shared += min(want.Shared, 1)
				}
			}
		}
	}
	if shared < 10 {
		t.Errorf("only %d units share windows", shared)
	}
}

// TestScoreUnitsChanged checks that a unit is not counted once one of its files has changed, and
// that one too large for the memory is not either.
func TestScoreUnitsChanged(t *testing.T) {
	w := newWorld(t, map[string]string{"a": strings.Repeat("some words of a file, ", 99), "b": strings.Repeat("other words of a file. ", 99), "c": strings.Repeat("x", 1<<20)})
	s := w.scorer(1 << 20)
	score := s.ScoreUnits(func(unit string) []string { return []string{w.root + "/a", w.root + "/" + unit} })
	count := func(a, b string) bool {
		_, ok, err := score(t.Context(), search.File{Path: a, Level: 5}, search.File{Path: b, Level: 5}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !count("a", "b") || count("a", "c") || len(w.warned) > 0 {
		t.Errorf("counted, or not; warned: %v", w.warned)
	}
	must(t, os.WriteFile(w.root+"/b", []byte("changed"), 0o600))
	s = w.scorer(1 << 20)
	score = s.ScoreUnits(func(unit string) []string { return []string{w.root + "/a", w.root + "/" + unit} })
	if count("a", "b") || count("b", "a") || len(w.warned) != 1 {
		t.Errorf("counted after a change; warned: %v", w.warned)
	}
}

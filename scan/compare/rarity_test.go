package compare

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/testdata"
)

// rarityFiles returns programs that share a notice, and others that share more. Some are
// small, some so large that they have few fingerprints.
func rarityFiles(r *rand.Rand) map[string]string {
	line := func() string {
		return fmt.Sprintf("%s(%d) + %s[x] %s\n", pick(r, "print", "a", "y"), r.IntN(5000), pick(r, "b", "if", "x"), pick(r, "* 2", "- z", "{", "}"))
	}
	text := func(lines int) string {
		var b strings.Builder
		for range lines {
			b.WriteString(line())
		}
		return b.String()
	}
	notice, common := text(12), text(30)
	files := map[string]string{"copy.go": notice + common, "same.go": notice + common, "empty.go": ""}
	for i := range 12 {
		content := notice + text(1+r.IntN(60))
		if i%3 == 0 {
			content = text(3) + content + common + text(r.IntN(900))
		}
		if i%4 == 0 {
			content = notice[:200] + common[:250]
		}
		files[fmt.Sprintf("f%d.go", i)] = content + text(r.IntN(3))
	}
	return files
}

// TestCountFiles compares with brute force over all files, under each view.
func TestCountFiles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(91, 92))
	known, unknown, differ := 0, 0, map[int]bool{}
	for _, kind := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
		rule := kind.Rule()
		files := rarityFiles(r)
		sets, levels := map[string]fingerprint.Set{}, map[string]int{}
		for _, content := range files { // by content: copies count once
			sets[content], levels[content] = fingerprint.SetOf(rule, viewOf(view.NewViewer(kind, false), &File{Name: "f.go", Data: []byte(content)}))
		}
		df, err := search.NewFrequencyLookup(t.Context(), indexOf(t, kind, files), nil)
		if err != nil {
			t.Fatal(err)
		}
		for a := range files {
			for b := range files {
				if a >= b {
					continue
				}
				both := [2]*File{}
				for i, content := range []string{files[a], files[b]} {
					var err error
					if both[i], err = Read(strings.NewReader(content), Source{Name: "f.go", Rule: rule, View: kind}); err != nil {
						t.Fatal(err)
					}
				}
				window := rule.WindowBetween(both[0].Info.Level, both[1].Info.Level)
				c, err := Files(t.Context(), both, Options{View: kind, Window: window, Stored: &rule})
				if err != nil {
					t.Fatal(err)
				}
				viewed := c.viewed()
				found := regions.Find(viewed[0].bytes, viewed[1].bytes, window, nil, nil)
				if err := c.CountFiles(t.Context(), df); err != nil {
					t.Fatal(err)
				}
				var want []int
				for _, region := range found {
					want = append(want, rarest(rule, viewed[0].bytes, region, sets, sets[files[a]], sets[files[b]], max(levels[files[a]], levels[files[b]])))
				}
				slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(uint(a), uint(b)) })
				var got []int
				for _, region := range c.Regions {
					got = append(got, region.Files)
					differ[region.Files] = true
					if region.Files == Unknown {
						unknown++
					} else {
						known++
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s and %s: regions are in %v files, want %v", kind, a, b, got, want)
				}
				if !c.Identical && slices.Contains(got, 1) {
					t.Errorf("%s, %s and %s: a region of both is in 1 file: %v", kind, a, b, got)
				}
			}
		}
	}
	if known < 300 || unknown < 10 || len(differ) < 6 {
		t.Errorf("%d regions are counted, %d are not, in these numbers of files: %v", known, unknown, differ)
	}
}

// rarest returns the least number of contents with a fingerprint in a region that two files
// have at their common level, long windows before small ones.
func rarest(rule fingerprint.Rule, data []byte, region regions.Region, sets map[string]fingerprint.Set, a, b fingerprint.Set, level int) int {
	for _, window := range []int{rule.Window, rule.Small} {
		least := Unknown
		for _, s := range fingerprint.Select(rule, data) {
			fp, at := s.Fingerprint, int(s.Offset)
			if fp.Level() < level || rule.WindowOf(fp) != window || at < region.A || at+window > region.A+region.Len ||
				!slices.Contains(a, fp) || !slices.Contains(b, fp) {
				continue
			}
			n := 0
			for _, set := range sets {
				if slices.Contains(set, fp) {
					n++
				}
			}
			if least == Unknown || n < least {
				least = n
			}
		}
		if least != Unknown {
			return least
		}
	}
	return Unknown
}

// indexOf returns an index of files.
func indexOf(t *testing.T, kind view.Kind, files map[string]string) *db.Index {
	t.Helper()
	root := testdata.Folder(t)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	params := db.DefaultParams
	params.View, params.Rule = string(kind), kind.Rule()
	ix, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "index"), db.Options{Write: true, Create: true, Params: &params})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ix.Close() })
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scan.Run(t.Context(), w, []string{root}, scan.Options{Threads: 2, Rule: kind.Rule(), View: kind}); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return ix
}

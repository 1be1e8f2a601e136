package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pairRows returns the pairs of a table on the page.
func (p *reportPage) pairRows(t *pairTable) (rows []row) {
	for i := range t.A {
		rows = append(rows, row{
			fmt.Sprint(p.file(t.A[i]), p.file(t.B[i]), t.Shared[i], t.Flags[i]&1 == 1),
			[]float64{t.AInB[i], t.BInA[i], t.Union[i], t.By[i]},
		})
	}
	return rows
}

func pairRows(pairs []jsonResult[jsonFile]) (rows []row) {
	for _, p := range pairs {
		by := p.Distinctive
		if p.Identical {
			by = 1
		}
		rows = append(rows, row{fmt.Sprint(p.A.Path, p.B.Path, p.Shared, p.Identical), []float64{p.AInB, p.BInA, p.Resemblance, by}})
	}
	return rows
}

func (p *reportPage) groupRows() (rows []row) {
	for _, g := range p.groups {
		line := row{text: p.file(g.Representative), shares: g.Shares}
		for _, m := range g.Members {
			line.text += " " + p.file(m)
		}
		rows = append(rows, line)
	}
	return rows
}

func groupRows(groups []jsonResult[jsonFile]) (rows []row) {
	for _, g := range groups {
		line := row{text: g.Representative.Path}
		for _, m := range g.Members {
			line.text += " " + m.File.Path
			line.shares = append(line.shares, m.Share)
		}
		rows = append(rows, line)
	}
	return rows
}

// folderRows returns the pairs of folders by path: the page has them by strength, JSON by share.
func (p *reportPage) folderRows() (rows []row) {
	f := &p.folders
	for i := range f.A {
		rows = append(rows, row{
			fmt.Sprint(p.folder(f.A[i]), p.folder(f.B[i]), f.FilesA[i], f.FilesB[i], f.BytesA[i], f.MatchedA[i]),
			[]float64{f.AInB[i], f.BInA[i], f.Union[i]},
		})
	}
	return sortedRows(rows)
}

func folderRows(pairs []jsonResult[jsonFolder]) (rows []row) {
	files := func(f jsonFolder) [3]int { return [3]int{f.Identical, f.Changed, f.Missing} }
	for _, f := range pairs {
		rows = append(rows, row{
			fmt.Sprint(f.A.Path, f.B.Path, files(f.A), files(f.B), f.A.Bytes, f.A.BytesMatched),
			[]float64{f.AInB, f.BInA, f.Resemblance},
		})
	}
	return sortedRows(rows)
}

func sortedRows(rows []row) []row {
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.text, b.text) })
	return rows
}

// newCourse returns a folder of submissions of programs. Some submissions have files in common,
// and all have a template. The first file of each is twice in it, the second of some is edited.
func newCourse(t *testing.T, seed int) (w *world, dir string) {
	t.Helper()
	w, tree := newWorld(t, seed, 1)
	dir = filepath.Join(tree, "course")
	var sources []string
	for _, source := range programs() {
		sources = append(sources, source)
	}
	slices.Sort(sources)
	for student := range 8 {
		files := map[string]string{"lib/template.go": sources[0], "README": text(99, 3000)}
		for k := range 3 {
			files[fmt.Sprintf("src/f%d.go", k)] = sources[1+(student*3+k*(1+student%2))%(len(sources)-1)]
		}
		files["old/f0.go"] = files["src/f0.go"]
		for name, content := range files {
			if student > 4 && name == "src/f1.go" {
				content += text(uint64(student), 200)
			}
			path := filepath.Join(dir, fmt.Sprint("s", student), name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return w, dir
}

// TestReportUnits compares the data of a report on units with what pairs, groups and folders
// print.
func TestReportUnits(t *testing.T) {
	t.Parallel()
	w, course := newCourse(t, 81)
	out := filepath.Join(t.TempDir(), "report")
	page := w.report(t, out, "--unit-dir", "1", "--compare", "4", course)
	units := []string{"--unit-dir", "1", course}
	pairs := jsonLines[jsonFile](t, w, "pair", append([]string{"pairs"}, units...)...)
	equal(t, "pairs", page.pairRows(&page.pairs), pairRows(pairs), 4)
	between := jsonLines[jsonFile](t, w, "pair", "pairs", "--isolate", course)
	equal(t, "pairs of files", page.pairRows(&page.between), pairRows(between), 10)
	equal(t, "groups", page.groupRows(), groupRows(jsonLines[jsonFile](t, w, "group", append([]string{"groups", "--by", "distinctive"}, units...)...)), 1)
	equal(t, "folders", page.folderRows(), folderRows(jsonLines[jsonFolder](t, w, "folders", append([]string{"folders"}, units...)...)), 4)

	o, led := &page.overview, map[int]int{}
	for i, of := range page.between.Of {
		a, b := page.file(page.between.A[i]), page.file(page.between.B[i])
		inPair := func(p int) bool {
			x, y := page.file(page.pairs.A[p]), page.file(page.pairs.B[p])
			return strings.HasPrefix(a, x+"/") && strings.HasPrefix(b, y+"/") || strings.HasPrefix(a, y+"/") && strings.HasPrefix(b, x+"/")
		}
		if of >= 0 && !inPair(of) {
			t.Errorf("%s and %s are led to by pair %d", a, b, of)
		}
		for p := range page.pairs.A {
			if of < 0 && inPair(p) {
				t.Errorf("no pair leads to %s and %s", a, b)
			}
		}
		led[of]++
	}
	if o.Units != 8 || o.AllBetween != int64(len(between)) || o.SimilarPairs != int64(len(pairs)) || len(led) < 3 {
		t.Errorf("the overview says %+v; files of %d pairs", o, len(led))
	}
	pages := 0
	for _, name := range page.between.Page {
		if name != "" {
			pages++
			if content, err := os.ReadFile(filepath.Join(out, "compare", name)); err != nil || !strings.Contains(string(content), "../index.html#files") {
				t.Errorf("%s leads to no table of files: %v", name, err)
			}
		}
	}
	if len(page.pairs.Page) > 0 || pages == 0 || o.Comparisons != int64(pages) {
		t.Errorf("%d pages of files, %d of units", pages, len(page.pairs.Page))
	}
	for i := range page.pairs.A {
		if page.files.Units[page.pairs.A[i]] != 6 || page.files.Units[page.between.A[0]] != 0 {
			t.Errorf("units have %v files", page.files.Units)
			break
		}
	}
}

// TestReportUnitsBeyondBase checks that a unit has as many files as its folder, and that no set of
// identical files is of the base.
func TestReportUnitsBeyondBase(t *testing.T) {
	t.Parallel()
	w, course := newCourse(t, 82)
	template := filepath.Join(t.TempDir(), "template.go")
	if err := os.Rename(filepath.Join(course, "s0", "lib", "template.go"), template); err != nil {
		t.Fatal(err)
	}
	page := w.report(t, filepath.Join(t.TempDir(), "report.html"), "--unit-dir", "1", "--base", template, course)
	units := map[string]int{}
	for i := range page.pairs.A {
		for _, f := range []int{page.pairs.A[i], page.pairs.B[i]} {
			units[page.file(f)] = page.files.Units[f]
		}
	}
	for i, f := range page.folders.A {
		n := page.folders.FilesA[i]
		if is := units[page.folder(f)]; is != 5 || int(n[0]+n[1]+n[2]) != 5 {
			t.Errorf("%s has %d files, and %v as a folder", page.folder(f), is, n)
		}
	}
	for _, set := range page.sets {
		if name := page.file(set.Files[0]); filepath.Base(name) == "template.go" {
			t.Errorf("%s is a set of the base", name)
		}
	}
	if len(page.folders.A) == 0 || len(page.sets) == 0 {
		t.Errorf("%d pairs of folders and %d sets prove nothing", len(page.folders.A), len(page.sets))
	}
}

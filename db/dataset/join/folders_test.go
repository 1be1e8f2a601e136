package join_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/dataset/join"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint"
)

// folderRow is a row of the answer to the question folders.
type folderRow struct {
	A           string  `json:"a_path"`
	AB64        string  `json:"a_path_b64"`
	Rest        bool    `json:"a_rest"`
	AFiles      int     `json:"a_files"`
	ABytes      int64   `json:"a_bytes"`
	AIdentical  int     `json:"a_identical"`
	AChanged    int     `json:"a_changed"`
	AMatched    int64   `json:"a_bytes_matched"`
	B           string  `json:"b_path"`
	BB64        string  `json:"b_path_b64"`
	BFiles      int     `json:"b_files"`
	BBytes      int64   `json:"b_bytes"`
	BIdentical  int     `json:"b_identical"`
	BChanged    int     `json:"b_changed"`
	BMatched    int64   `json:"b_bytes_matched"`
	AInB        float64 `json:"a_in_b"`
	BInA        float64 `json:"b_in_a"`
	Resemblance float64 `json:"resemblance"`
	Files       int     `json:"files_matched"`
	Bytes       int64   `json:"bytes_matched"`
	Same        bool    `json:"same_as_read"`
	Identical   bool    `json:"identical"`
	Strongest   bool    `json:"strongest"`
}

// plant replaces the files of a world by trees, of which there are copies with changes on other
// hosts and in other folders.
func (w *world) plant(r *rand.Rand) {
	for i := range w.contents {
		c := &w.contents[i]
		if c.Size == 0 && r.IntN(4) > 0 {
			c.Size = 1 + r.Int64N(2000)
		}
	}
	names := []string{"src", "doc", "it's", "new\nline", "\xff\xfe", "ü!", "x y", "a,b", `"<b>"`, "v1"}
	name := func() string { return names[r.IntN(len(names))] }
	w.files = nil
	taken := map[string]bool{}
	for range 6 {
		var tree []file
		for range 3 + r.IntN(12) {
			f := file{path: fmt.Sprint("f", r.IntN(100)), content: r.IntN(len(w.contents)), aside: r.IntN(12) == 0}
			for range r.IntN(4) {
				f.path = path.Join(name(), f.path)
			}
			tree = append(tree, f)
		}
		for range 2 + r.IntN(3) {
			host, dir := hostName(r.IntN(w.hosts)), path.Join("/srv", name())
			for range r.IntN(3) {
				dir = path.Join(dir, name())
			}
			for _, f := range tree {
				switch r.IntN(10) {
				case 0:
					continue
				case 1:
					f.content = r.IntN(len(w.contents))
				}
				f.host, f.path = host, path.Join(dir, f.path)
				f.device, f.inode = uint64(r.IntN(2)), uint64(f.content)*uint64(r.IntN(2)) // links of one content
				if r.IntN(8) == 0 {
					f.inode = 0
				}
				if !taken[f.name()] {
					taken[f.name()] = true
					w.files = append(w.files, f)
				}
			}
		}
	}
	// A file is not also a folder.
	w.files = slices.DeleteFunc(w.files, func(f file) bool {
		return slices.ContainsFunc(w.files, func(g file) bool { return strings.HasPrefix(g.name(), f.name()+"/") })
	})
}

// TestFolders checks that every pair that a search of one index of all hosts lists is in the
// answer with the same figures, and that the other pairs have the right figures.
func TestFolders(t *testing.T) {
	t.Parallel()
	for i := range worlds {
		t.Run(fmt.Sprint(worlds[i].View, i), func(t *testing.T) {
			t.Parallel()
			r := seeded(uint64(300 + i))
			w := newWorld(r, worlds[i], 60)
			w.plant(r)
			dir := t.TempDir()
			w.write(t, r, dir)
			ix := w.index(t)
			m := newFolderMeasure(t, w, ix)
			var asked []join.Options
			var sql strings.Builder
			for _, o := range []join.Options{{By: "smaller", Min: .5, MinFiles: 3}, {By: "larger", Min: .3, MinFiles: 1}, {By: "union", Min: .25, MinFiles: 2}} {
				o.From = dir
				asked = append(asked, o)
				sql.WriteString(statements(t, join.Folders, o))
			}
			answers, err := duck[folderRow](t, sql.String())
			must(t, err)
			listed, strongest, same := 0, 0, 0
			for i, o := range asked {
				want := foldersOf(t, w, ix, o)
				listed += len(want)
				for _, row := range want {
					at := slices.IndexFunc(answers[i], func(got folderRow) bool {
						row.Strongest = got.Strongest
						return reflect.DeepEqual(got, row)
					})
					if row.Same {
						same++
					}
					if at < 0 {
						t.Errorf("by %s, %v: %+v is missing", o.By, o.Min, row)
					} else if row.Strongest {
						strongest++
					}
				}
				for _, row := range answers[i] {
					m.check(t, o, row)
				}
			}
			if listed < 10 || strongest < listed/4 || same == 0 {
				t.Errorf("only %d pairs are listed, %d of them the strongest, %d the same", listed, strongest, same)
			}
		})
	}
}

// foldersOf searches an index of all hosts.
func foldersOf(t *testing.T, w *world, ix *db.Index, o join.Options) (rows []folderRow) {
	by := map[string]func(a, b, both float64) float64{
		"smaller": func(a, b, _ float64) float64 { return max(a, b) },
		"larger":  func(a, b, _ float64) float64 { return min(a, b) },
		"union":   func(_, _, both float64) float64 { return both },
	}[o.By]
	q := search.FolderQuery{
		Options: folders.Options{Min: o.Min, MinFiles: o.MinFiles, By: by},
		Files:   search.PairQuery{Min: .5, MinShared: 3, By: search.Distinctive},
	}
	for i := range w.hosts {
		q.Roots = append(q.Roots, "/"+hostName(i)+":/srv")
	}
	found, _, err := search.Folders(context.Background(), ix, q)
	must(t, err)
	defer found.Close()
	for _, p := range found.Pairs {
		row := folderRow{
			Rest: p.A.Rest, AFiles: p.A.Files, ABytes: p.A.Bytes, AIdentical: p.A.Identical, AChanged: p.A.Changed, AMatched: p.A.Matched,
			BFiles: p.B.Files, BBytes: p.B.Bytes, BIdentical: p.B.Identical, BChanged: p.B.Changed, BMatched: p.B.Matched,
			AInB: *share(p.A.Share()), BInA: *share(p.B.Share()), Resemblance: *share(p.Both()),
			Files: p.A.Identical + p.A.Changed, Bytes: p.A.Matched, Same: p.Same, Identical: p.Identical,
		}
		row.A, row.AB64 = encoded(p.A.Path.String())
		row.B, row.BB64 = encoded(p.B.Path.String())
		rows = append(rows, row)
	}
	return rows
}

// folderMeasure measures pairs of folders file by file.
type folderMeasure struct {
	*world
	shares map[[2]int]fingerprint.Share // of a content in another one
}

func newFolderMeasure(t *testing.T, w *world, ix *db.Index) *folderMeasure {
	m := &folderMeasure{w, map[[2]int]fingerprint.Share{}}
	contents := map[string]int{}
	for _, f := range w.files {
		contents["/"+f.name()] = f.content
	}
	q := search.PairQuery{Min: .5, MinShared: 3, By: search.Distinctive}
	_, err := search.Pairs(context.Background(), ix, q, func(p search.Pair) error {
		if !p.A.Generated && !p.B.Generated && !p.Identical {
			a, b := contents[p.A.Path], contents[p.B.Path]
			m.shares[[2]int{a, b}], m.shares[[2]int{b, a}] = p.AInB, p.BInA
		}
		return nil
	})
	must(t, err)
	return m
}

// in returns the files in a folder and not in another one.
func (m *folderMeasure) in(folder, without string) (files []*file) {
	for i := range m.files {
		f := &m.files[i]
		if !f.aside && m.contents[f.content].Size > 0 && strings.HasPrefix(f.name(), folder+"/") &&
			(without == "" || !strings.HasPrefix(f.name(), without+"/")) {
			files = append(files, f)
		}
	}
	return files
}

func (m *folderMeasure) sum(files, others []*file) (bytes, matched int64, identical, changed int) {
	for _, f := range files {
		best, same := fingerprint.Share(0), false
		for _, g := range others {
			if f.inode != 0 && f.inode == g.inode && f.device == g.device && f.host == g.host {
				continue
			}
			if f.content == g.content {
				best, same = 1, true
			}
			best = max(best, m.shares[[2]int{f.content, g.content}])
		}
		size := m.contents[f.content].Size
		bytes += size
		matched += int64(math.Round(float64(size) * float64(best)))
		switch {
		case same:
			identical++
		case best > 0:
			changed++
		}
	}
	return bytes, matched, identical, changed
}

// check checks the figures of a row, and that it passes.
func (m *folderMeasure) check(t *testing.T, o join.Options, row folderRow) {
	a, b := decoded(t, row.A, row.AB64), decoded(t, row.B, row.BB64)
	without := ""
	if row.Rest {
		without = b
	}
	filesA, filesB := m.in(a, without), m.in(b, "")
	want := row
	want.AFiles, want.BFiles, want.Rest = len(filesA), len(filesB), strings.HasPrefix(b, a+"/")
	want.ABytes, want.AMatched, want.AIdentical, want.AChanged = m.sum(filesA, filesB)
	want.BBytes, want.BMatched, want.BIdentical, want.BChanged = m.sum(filesB, filesA)
	x, y := float64(want.AMatched)/float64(want.ABytes), float64(want.BMatched)/float64(want.BBytes)
	both := float64(want.AMatched+want.BMatched) / float64(want.ABytes+want.BBytes)
	want.AInB, want.BInA, want.Resemblance = *share(x), *share(y), *share(both)
	want.Files, want.Bytes = want.AIdentical+want.AChanged, want.AMatched
	if want != row {
		t.Errorf("by %s, %v: got %+v, want %+v", o.By, o.Min, row, want)
	}
	by := map[string]float64{"smaller": max(x, y), "larger": min(x, y), "union": both}[o.By]
	if by < o.Min || min(want.Files, want.BIdentical+want.BChanged) < o.MinFiles {
		t.Errorf("by %s, %v: %+v does not pass", o.By, o.Min, row)
	}
}

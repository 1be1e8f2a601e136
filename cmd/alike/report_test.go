package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reportPage is the data of a report, as its page has it.
type reportPage struct {
	tree struct {
		Parent       []int
		Name         []string
		Files        []int
		Bytes, Found []int64
	}
	files struct {
		Folder, Copies []int
		Name           []string
		Size           []int64
		Units          map[int]int
	}
	pairs, between pairTable
	groups         []struct {
		Representative int
		Members        []int
		Shares         []float64
		Common         int64
	}
	sets []struct {
		Size, Count, Savings int64
		Files                []int
	}
	folders struct {
		A, B              []int
		AInB, BInA, Union []float64
		FilesA, FilesB    [][3]int
		BytesA, MatchedA  []int64
	}
	overview struct {
		Files, Contents, Bytes, IdenticalSets, IdenticalFiles, Savings, SimilarPairs, AllFolders int64
		Units, AllBetween, Comparisons                                                           int64
		Histogram                                                                                []int64
	}
}

type pairTable struct {
	A, B, Shared, Flags   []int
	AInB, BInA, Union, By []float64
	Page                  []string
	Of                    []int
}

// report writes a report to a folder or a file *.html, and reads the data in its page.
func (w *world) report(t *testing.T, out string, args ...string) *reportPage {
	t.Helper()
	if code := w.run(append([]string{"report", "-q", "-o", out}, args...)...); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, w.err.String())
	}
	path := out
	if filepath.Ext(out) != ".html" {
		path = filepath.Join(out, "index.html")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var page reportPage
	for name, to := range map[string]any{
		"overview": &page.overview, "tree": &page.tree, "files": &page.files, "pairs": &page.pairs, "between": &page.between,
		"groups": &page.groups, "sets": &page.sets, "folders": &page.folders,
	} {
		_, rest, ok := strings.Cut(string(text), `<script type="application/json" id="data-`+name+`">`)
		part, _, ended := strings.Cut(rest, "</script>")
		if !ok || !ended {
			t.Fatalf("the page has no %s", name)
		}
		if err := json.Unmarshal([]byte(part), to); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return &page
}

func (p *reportPage) folder(i int) string {
	if p.tree.Parent[i] < 0 {
		return p.tree.Name[i]
	}
	return filepath.Join(p.folder(p.tree.Parent[i]), p.tree.Name[i])
}

func (p *reportPage) file(i int) string {
	return filepath.Join(p.folder(p.files.Folder[i]), p.files.Name[i])
}

// row is a result: names and numbers, and shares, of which the page has three digits and JSON
// six.
type row struct {
	text   string
	shares []float64
}

// jsonFile and jsonFolder are files and folders in the JSON of other verbs.
type (
	jsonFile struct {
		Path   string
		Size   int64
		Copies int
	}
	jsonFolder struct {
		Path                               string
		Identical, Changed, Missing, Files int
		Bytes                              int64
		BytesMatched                       int64 `json:"bytes_matched"`
	}
)

// jsonResult is a line of the JSON of pairs, groups, folders and dups.
type jsonResult[T any] struct {
	Type        string
	A, B        T
	AInB        float64 `json:"a_in_b"`
	BInA        float64 `json:"b_in_a"`
	Resemblance float64
	Distinctive float64
	Shared      int
	Identical   bool

	Representative jsonFile
	Members        []struct {
		File  jsonFile
		Share float64
	}
	Size    int64
	Files   json.RawMessage // of dups; a number in summaries
	Savings int64
}

// jsonLines runs a verb and returns its results of a type, in the order of its output.
func jsonLines[T any](t *testing.T, w *world, kind string, args ...string) (all []jsonResult[T]) {
	t.Helper()
	w.out, w.err = syncBuffer{}, syncBuffer{}
	if code := w.run(append(args, "-f", "json", "--sort")...); code != 0 {
		t.Fatalf("%v: exit code %d\n%s", args, code, w.err.String())
	}
	for line := range strings.Lines(w.out.String()) {
		var r jsonResult[T]
		if err := json.Unmarshal([]byte(line), &r); err != nil && !strings.Contains(line, `"type":"summary"`) {
			t.Fatalf("%s: %v", line, err)
		}
		if r.Type == kind || kind == "summary" && strings.Contains(line, `"type":"summary"`) {
			all = append(all, r)
		}
	}
	return all
}

// TestReportEqualsOtherVerbs compares the data of a report with what pairs, groups, folders
// and dups print.
func TestReportEqualsOtherVerbs(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 80, 4)
	for name, content := range programs() {
		for i, dir := range []string{"course/one", "course/two", "fork/two"} {
			if i == 1 && strings.Contains(name, "boiler1") {
				content += "// changed\n" + text(uint64(len(name)), 40)
			}
			path := filepath.Join(tree, dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	out := filepath.Join(t.TempDir(), "report")
	page := w.report(t, out, "--compare", "3", tree)

	pairs := jsonLines[jsonFile](t, w, "pair", "pairs")
	got, want := page.pairRows(&page.pairs), pairRows(pairs)
	histogram := make([]int64, 20)
	for _, p := range pairs {
		if !p.Identical {
			histogram[min(int(p.Distinctive*20), 19)]++
		}
	}
	equal(t, "pairs", got, want, 50)
	if !slices.Equal(page.overview.Histogram, histogram) || page.overview.SimilarPairs != int64(len(pairs)) {
		t.Errorf("%d pairs, histogram %v; want %d, %v", page.overview.SimilarPairs, page.overview.Histogram, len(pairs), histogram)
	}
	equal(t, "groups", page.groupRows(), groupRows(jsonLines[jsonFile](t, w, "group", "groups", "--by", "distinctive")), 2)
	equal(t, "folders", page.folderRows(), folderRows(jsonLines[jsonFolder](t, w, "folders", "folders")), 2)

	got, want = nil, nil
	identical := int64(0)
	for _, s := range page.sets {
		line := fmt.Sprint(s.Size)
		for _, f := range s.Files {
			line += " " + page.file(f)
			if page.files.Size[f] != s.Size || page.files.Copies[f] != len(s.Files) {
				t.Errorf("%s has %d bytes and %d copies, in a set of %d with %d bytes", page.file(f), page.files.Size[f], page.files.Copies[f], len(s.Files), s.Size)
			}
		}
		got = append(got, row{text: line})
	}
	for _, d := range jsonLines[jsonFile](t, w, "duplicates", "dups") {
		var files []jsonFile
		if err := json.Unmarshal(d.Files, &files); err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprint(d.Size)
		for _, f := range files {
			line += " " + f.Path
			identical++
		}
		want = append(want, row{text: line})
	}
	equal(t, "sets", got, want, 5)
	savings := jsonLines[jsonFile](t, w, "summary", "dups")[0].Savings
	if o := &page.overview; o.Savings != savings || o.IdenticalFiles != identical || o.IdenticalSets != int64(len(want)) {
		t.Errorf("%+v; want savings %d of %d identical files in %d sets", o, savings, identical, len(want))
	}
	checkMap(t, page, tree)
}

// TestReportSavings checks that the sets of a report save as much as its overview and dups say,
// although one file has a link and others have vanished, one of them the only copy of another.
func TestReportSavings(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 80, 5)
	for _, name := range []string{"left", "gone"} {
		writeTo(t, filepath.Join(tree, name), text(2, 1000))
	}
	if err := os.Link(filepath.Join(tree, "folder/copy00"), filepath.Join(tree, "link")); err != nil {
		t.Fatal(err)
	}
	if code := w.run("scan", "-q", tree); code != 0 {
		t.Fatalf("exit code %d\n%s", code, w.err.String())
	}
	for _, name := range []string{"folder/copy03", "gone"} {
		if err := os.Remove(filepath.Join(tree, name)); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "report.html")
	page := w.report(t, out)
	size := int64(len(text(1, 1000)))
	if len(page.sets) != 1 || page.sets[0].Savings != 3*size || page.sets[0].Count != 4 {
		t.Fatalf("sets %+v, want one of 4 files that saves %d", page.sets, 3*size)
	}
	if o := &page.overview; o.Savings != 3*size || o.IdenticalFiles != 4 {
		t.Errorf("the overview has %d files that save %d", o.IdenticalFiles, o.Savings)
	}
	if dups := jsonLines[jsonFile](t, w, "summary", "dups")[0].Savings; dups != 3*size {
		t.Errorf("dups saves %d", dups)
	}
}

func equal(t *testing.T, what string, got, want []row, least int) {
	t.Helper()
	same := func(a, b row) bool {
		return a.text == b.text && slices.EqualFunc(a.shares, b.shares, func(x, y float64) bool { return math.Abs(x-y) < 0.0011 && (x == 1) == (y == 1) })
	}
	if len(got) != len(want) || len(got) < least {
		t.Errorf("%d %s, want %d, at least %d", len(got), what, len(want), least)
		return
	}
	for i := range got {
		if !same(got[i], want[i]) {
			t.Errorf("%s: row %d is\n%v, want\n%v", what, i, got[i], want[i])
		}
	}
}

// checkMap checks the folders of a report against the files of the tree.
func checkMap(t *testing.T, page *reportPage, tree string) {
	t.Helper()
	files, bytes := map[string]int{}, map[string]int64{}
	err := filepath.Walk(tree, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		for dir := filepath.Dir(path); strings.HasPrefix(dir, tree); dir = filepath.Dir(dir) {
			files[dir]++
			bytes[dir] += info.Size()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.tree.Name) != len(files) {
		t.Errorf("%d folders, want %d", len(page.tree.Name), len(files))
	}
	for i := range page.tree.Name {
		dir := page.folder(i)
		if page.tree.Files[i] != files[dir] || page.tree.Bytes[i] != bytes[dir] || page.tree.Found[i] > bytes[dir] {
			t.Errorf("%s has %d files, %d bytes, %d found outside; want %d and %d", dir, page.tree.Files[i], page.tree.Bytes[i], page.tree.Found[i], files[dir], bytes[dir])
		}
		if strings.HasSuffix(dir, "/two") && page.tree.Found[i] < bytes[dir]/2 || dir == tree && page.tree.Found[i] != 0 {
			t.Errorf("%d bytes of %s are found outside", page.tree.Found[i], dir)
		}
	}
}

// TestReportFileWithoutComparisons asks for pages of pairs beside a report of one file.
func TestReportFileWithoutComparisons(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	for name, want := range map[string]int{"a.html": exitUsage, "a.htm": exitUsage, "folder": exitDone} {
		if code := w.run("report", "-q", "-o", filepath.Join(t.TempDir(), name), "--compare", "5", tree); code != want {
			t.Errorf("-o %s --compare 5: exit code %d, want %d\n%s", name, code, want, w.err.String())
		}
	}
	if code := w.run("report", "-q", "-o", filepath.Join(t.TempDir(), "a.html"), "--compare", "0", tree); code != exitDone {
		t.Errorf("--compare 0: exit code %d", code)
	}
}

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSameQuestion checks that what verbs say of a folder does not depend on what else the index
// holds, nor on the order of scans: copies of it, other versions, and much larger folders.
func TestSameQuestion(t *testing.T) {
	t.Parallel()
	tree := sourceTree(t, []string{"archive", "compress", "container", "encoding", "go", "image", "net"})
	asked := filepath.Join(tree, "archive")
	edited := filepath.Join(tree, "edited")
	for _, name := range []string{"strconv.go", "example_test.go"} {
		data, err := os.ReadFile(filepath.Join(asked, "tar", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(asked, "zip", "copied_"+name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(asked, "tar", "reader.go"), filepath.Join(asked, "linked.go")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(asked, "older"), os.DirFS(filepath.Join(asked, "tar"))); err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(asked, "older", "writer.go"))
	for _, copied := range []string{"again", "edited"} {
		if err := os.CopyFS(filepath.Join(tree, copied), os.DirFS(asked)); err != nil {
			t.Fatal(err)
		}
	}
	edit(t, filepath.Join(edited, "tar", "reader.go"))
	link := filepath.Join(tree, "again", "outside.go") // a hard link from outside
	if err := os.Link(filepath.Join(asked, "tar", "common.go"), link); err != nil {
		t.Fatal(err)
	}
	for _, view := range []string{"raw", "text", "code"} {
		t.Run(view, func(t *testing.T) {
			t.Parallel()
			alone, among := filepath.Join(t.TempDir(), "alone"), filepath.Join(t.TempDir(), "among")
			answers(t, alone, view, asked)
			for _, other := range []string{"again", "edited", "go"} {
				alikeOutput(t, among, "scan", "--view", view, filepath.Join(tree, other))
			}
			alikeOutput(t, among, "scan", "--view", view, tree)
			questions := slices.Concat(folderQuestions, otherQuestions)
			want, got := answers(t, alone, view, asked), answers(t, among, view, asked)
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%v: in a larger index %d bytes, alone %d:\n%s", questions[i], len(got[i]), len(want[i]), firstDifference(got[i], want[i]))
				}
				if results := strings.Count(strings.TrimSpace(want[i]), "\n"); results == 0 {
					t.Errorf("%v: the answer is empty: %q", questions[i], want[i])
				}
			}
			alikeOutput(t, among, "check", "--sample", "all")
		})
	}
}

// edit changes every fifth line of a file.
func edit(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	for i := 0; i < len(lines); i += 5 {
		lines[i] = "// another line\n"
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// folderQuestions are verbs with flags, before the folder.
var folderQuestions = [][]string{
	{"pairs", "--min", "20%", "-f", "json", "--sort"},
	{"pairs", "--min", "20%", "--estimate"},
	{"pairs", "--min", "20%", "--by", "smaller", "--exact", "-f", "csv"},
	{"pairs", "--min", "1%", "--isolate", "--unit-dir", "1"},
	{"pairs", "--min", "1%", "--unit-dir", "1", "-f", "json", "--sort"},
	{"pairs", "--min", "20%", "--only", "*_test.go"},
	{"pairs", "--min", "50%", "--why"},
	{"groups", "--min", "20%", "-f", "json"},
	{"folders", "--min", "1%", "-f", "json"},
	{"dups", "-f", "json"},
	{"near", "-f", "json", "--sort", "--distance", "16", "--score"},
	{"near", "-f", "json", "--sort", "--method", "jaccard", "--min", "20%", "--score"},
}

// otherQuestions are what answers has besides.
var otherQuestions = [][]string{{"report"}, {"serve"}}

// answers asks the folderQuestions about a folder.
func answers(t *testing.T, index, view, asked string) []string {
	t.Helper()
	// How much a scan reads depends on how long ago the files were written, and the first near
	// makes the simhashes of the whole index.
	made := regexp.MustCompile(`"(made|snapshot)":"[^"]*"`)
	varying := regexp.MustCompile(`"(seconds|read|unchanged|read_bytes|hashed)":[0-9.]+`)
	var all []string
	for _, q := range folderQuestions {
		out := alikeOutput(t, index, append(q, "--view", view, asked)...)
		all = append(all, varying.ReplaceAllString(out, ""))
	}
	pages := filepath.Join(t.TempDir(), "pages")
	alikeOutput(t, index, "report", "--min", "20%", "--view", view, "-o", pages, asked)
	all = append(all, filesOf(t, pages))
	server := (&world{}).serve(t, "--index", index, "--min", "20%", "--view", view, asked)
	all = append(all, server.get("/"))
	server.stop()
	for i := len(folderQuestions); i < len(all); i++ {
		all[i] = made.ReplaceAllString(all[i], "")
	}
	return all
}

// filesOf returns the names and contents of the files in a folder.
func filesOf(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	files := os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		all.WriteString(path + "\n" + string(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

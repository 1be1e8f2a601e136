package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
)

// TestOrderOfEquals holds that the next measure decides where the first does not, and
// then the path.
func TestOrderOfEquals(t *testing.T) {
	t.Parallel()
	var pairs []search.Pair
	var matches []search.Match
	for _, c := range []struct {
		path     string
		a, b, of float64
	}{{"c", .9, .1, .5}, {"b", .2, .95, .5}, {"d", .1, .3, .50000001}, {"a", .1, .3, .5}, {"e", .1, .2, .6}} {
		f := search.File{Path: c.path}
		pairs = append(pairs, search.Pair{A: f, AInB: fingerprint.Share(c.a), BInA: fingerprint.Share(c.b), Distinctive: fingerprint.Share(c.of)})
		matches = append(matches, search.Match{File: f, QueryInFile: fingerprint.Share(c.a), FileInQuery: fingerprint.Share(c.b), Distinctive: fingerprint.Share(c.of)})
	}
	slices.SortFunc(pairs, betterPair(search.Distinctive, search.Smaller))
	slices.SortFunc(matches, betterMatch(search.Distinctive, search.Smaller))
	var order [2]string
	for i := range pairs {
		order[0] += pairs[i].A.Path
		order[1] += matches[i].File.Path
	}
	if order != [2]string{"ebcad", "ebcad"} {
		t.Errorf("pairs and matches in the order %v", order)
	}
}

// TestCodeOnTerminal holds that a person sees which share orders the pairs of code,
// and what it is.
func TestCodeOnTerminal(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 80, 0)
	for name, content := range programs() {
		if err := os.WriteFile(filepath.Join(tree, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code := w.run("scan", "-q", "--view", "code", tree); code != 0 {
		t.Fatalf("exit code %d\n%s", code, w.err.String())
	}
	const explained = "\ndistinct: the larger of the two, "
	for args, want := range map[string]string{
		"pairs":                                   "    distinct  found                size  file in ",
		"pairs --exact":                           "     found                size  file in ",
		"pairs --by smaller":                      "     found                size  file in ",
		"query " + tree + "/ours.go":              " distinct  of it  of file                  size  file in ",
		"changes --kind pair":                     "    distinct  found                size  file in ",
		"changes --kind pair --exact":             "     found                size  file in ",
		"query --by smaller " + tree + "/ours.go": "  of it  of file                  size  file in ",
	} {
		w.out, w.err = syncBuffer{}, syncBuffer{}
		if code := w.run(append(strings.Fields(args), "--color", "never")...); code != 0 {
			t.Fatalf("%s: exit code %d\n%s", args, code, w.err.String())
		}
		if !strings.HasPrefix(w.out.String(), want) && !strings.Contains(w.out.String(), "\n"+want) {
			t.Errorf("%s: %q is missing in\n%s", args, want, w.out.String())
		}
		if said := w.err.String(); strings.Contains(said, explained) != strings.Contains(want, "distinct") {
			t.Errorf("%s: said is\n%s", args, said)
		}
	}
}

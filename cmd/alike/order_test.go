package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrderOnTerminal checks that a terminal shows which share orders pairs, and explains it.
func TestOrderOnTerminal(t *testing.T) {
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
	const explained = "distinct: how much they share of what few files have"
	for args, want := range map[string]string{
		"pairs":                                   "    distinct  found                size  file in ",
		"pairs --exact":                           "    distinct  found                size  file in ",
		"pairs --by smaller":                      "     found                size  file in ",
		"query " + tree + "/ours.go":              " distinct  of it  of file                  size  file in ",
		"changes --kind pair --all":               "    distinct  found                size  file in ",
		"changes --kind pair --exact --all":       "    distinct  found                size  file in ",
		"query --by smaller " + tree + "/ours.go": "  of it  of file                  size  file in ",
	} {
		w.out, w.err = syncBuffer{}, syncBuffer{}
		if code := w.run(append(strings.Fields(args), "--color", "never")...); code != 0 {
			t.Fatalf("%s: exit code %d\n%s", args, code, w.err.String())
		}
		if got := unfolded(w.out.String(), tree); !strings.HasPrefix(got, want) && !strings.Contains(got, "\n"+want) {
			t.Errorf("%s: %q is missing from\n%s", args, want, w.out.String())
		}
		if said := w.err.String(); strings.Contains(said, explained) != strings.Contains(want, "distinct") {
			t.Errorf("%s: the messages are\n%s", args, said)
		}
	}
}

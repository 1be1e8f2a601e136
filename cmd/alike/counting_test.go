package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/terminal"
	"alike/scan/fsys"
)

// TestExactOnTerminal checks that exact figures are not called estimates.
func TestExactOnTerminal(t *testing.T) {
	t.Parallel()
	for _, verb := range [][]string{{"pairs", "--exact"}, {"query", "--exact"}} {
		w, tree := newWorld(t, 100, 2)
		if code := w.run("scan", tree); code != 0 {
			t.Fatalf("scan exits with %d: %s", code, &w.err)
		}
		w.out, w.err = syncBuffer{}, syncBuffer{}
		if verb[0] == "query" {
			verb = append(verb, filepath.Join(tree, "large"))
		}
		if code := w.run(verb...); code != 0 {
			t.Fatalf("%v exits with %d: %s", verb, code, &w.err)
		}
		out, notices := terminal.Unpainted(w.out.String()), w.err.String()
		if !strings.Contains(out, " 100%  ") || strings.ContainsAny(out, "~?") {
			t.Errorf("%v prints\n%s", verb, out)
		}
		if !strings.Contains(notices, "counted in the files") || strings.Contains(notices, "estimated") {
			t.Errorf("%v reports\n%s", verb, notices)
		}
	}
}

// TestExactWarnings checks that a run reports an uncountable file only once,
// however often it opens the index, and does not blame the index if the queried file
// changes.
func TestExactWarnings(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 2)
	if code := w.run("scan", tree); code != 0 {
		t.Fatalf("scan exits with %d: %s", code, &w.err)
	}
	large, nearly := filepath.Join(tree, "large"), filepath.Join(tree, "folder", "nearly")
	if err := os.Truncate(nearly, 500); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte(text(1, 900)), 0o644); err != nil {
		t.Fatal(err)
	}
	w.err = syncBuffer{}
	w.queryRoom = 1 // one round per file
	if code := w.run("query", "--exact", large, other); code != 3 {
		t.Errorf("query exits with %d", code)
	}
	if n := strings.Count(w.err.String(), nearly+": it has changed since the scan"); n != 1 {
		t.Errorf("reported %d times:\n%s", n, &w.err)
	}

	var notices syncBuffer
	a := newCommandLine(environment{stderr: &notices})
	e := newCounting(a.app, &questionOptions{similar: flags.Similarity{Exact: true}})
	e.query = "/query"
	e.warn("/query", fsys.ErrChanged)
	e.warn("/query", fsys.ErrChanged)
	if a.failed != 1 || !strings.Contains(notices.String(), errQueryChanged.Error()) {
		t.Errorf("%d failed; reported %q", a.failed, &notices)
	}
}

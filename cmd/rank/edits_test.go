package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestKept(t *testing.T) {
	for _, test := range []struct {
		before, after string
		want          float64
	}{
		{"a\nb\n\nc\nd\n", "  a\nx\nd", .5},
		{"a\na\na\na\n", "a\n", .25},
		{"", "a\n", 0},
	} {
		if got := kept([]byte(test.before), []byte(test.after)); got != test.want {
			t.Errorf("kept(%q, %q) = %v, want %v", test.before, test.after, got, test.want)
		}
	}
}

// TestForks checks that files count if they have one name, differ, and keep half.
func TestForks(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{
		"a/same.go": "1\n2\n", "b/same.go": "1\n2\n",
		"a/x/half.go": "1\n2\n", "b/x/half.go": "1\n3\n4\n",
		"a/less.go": "1\n2\n3\n", "b/less.go": "1\n",
		"a/half.go": "1\n2\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := &edits{dir: t.TempDir()}
	if err := e.addForks(filepath.Join(dir, "a"), filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if len(e.list) != 1 || e.list[0].about != "x/half.go" || e.list[0].size != 4 {
		t.Errorf("got %+v, want x/half.go alone", e.list)
	}
}

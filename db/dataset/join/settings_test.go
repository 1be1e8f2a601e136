package join_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db/dataset"
	"alike/db/dataset/join"
)

func export(host string) dataset.Export {
	return dataset.Export{Layout: dataset.Layout, Host: host, View: "raw", Rules: "1", Window: 50, Density: -1, Small: 12, Scheme: "a"}
}

// TestDifferentHosts checks that hosts with different fingerprints are not joined, and that
// the error names host and difference.
func TestDifferentHosts(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*dataset.Export){
		"":                                      func(*dataset.Export) {},
		"host b has the view code and not raw":  func(e *dataset.Export) { e.View = "code" },
		"host b has the rules 2":                func(e *dataset.Export) { e.Rules = "2" },
		"host b has windows of 25 and not 50":   func(e *dataset.Export) { e.Window = 25 },
		"host b has the density 6":              func(e *dataset.Export) { e.Density = 6 },
		"host b has small windows of 0":         func(e *dataset.Export) { e.Small = 0 },
		"host b has the anchors x and not  as ": func(e *dataset.Export) { e.Anchors = "x" },
		"host b has a dataset of layout 2":      func(e *dataset.Export) { e.Layout = 2 },
	} {
		dir := t.TempDir()
		b := host{export: export("b")}
		change(&b.export)
		write(t, dir, host{export: export("a")}, b, host{export: export("c")})
		_, err := duck[struct{}](t, statements(t, join.Dups, join.Options{From: dir}))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// TestMissingContents checks that a dataset without the contents of some files is refused.
func TestMissingContents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := host{export: export("a")}, host{export: export("b")}
	a.contents = []dataset.Content{{Key: 1, Size: 9, Level: 5}}
	a.files = []dataset.File{{Host: "a", Path: "/x", Key: 1, Size: 9}}
	b.files = []dataset.File{{Host: "b", Path: "/x", Key: 2, Size: 9}}
	write(t, dir, a, b)
	want := "host b has files whose contents are not in the dataset"
	if _, err := duck[struct{}](t, statements(t, join.Dups, join.Options{From: dir})); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("want %q, got %v", want, err)
	}
}

// TestFolderNames checks that the dataset is found in folders with any name.
func TestFolderNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"it's", "a*b?", "[a]{b}", "new\nline", "${x}; --", "ü"} {
		dir := filepath.Join(t.TempDir(), name)
		a := host{export: export("a")}
		a.contents = []dataset.Content{{Key: 1, Size: 9, Level: 5}}
		for _, path := range []string{"/x", "/y"} {
			a.files = append(a.files, dataset.File{Host: "a", Path: path, Key: 1, Size: 9})
		}
		write(t, dir, a)
		type row struct{ Path string }
		got := ask[row](t, join.Dups, join.Options{From: dir})
		if want := []row{{"a:/x"}, {"a:/y"}}; !slices.Equal(got, want) {
			t.Errorf("in %q: got %v, want %v", name, got, want)
		}
	}
}

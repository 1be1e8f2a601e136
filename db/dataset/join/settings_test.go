package join_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/dataset"
	"alike/db/dataset/join"
	"alike/fingerprint"
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

// TestIncomplete checks that a dataset whose tables contradict each other is refused, and that
// the error names the host or the content.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	sound := func(name string) host {
		h := host{export: export(name)}
		h.add(&content{Content: db.Content{Size: 9, Level: 5}, set: fingerprint.Set{1, 2, 3}})
		h.contents[0].Key, h.postings[0].Key, h.postings[1].Key, h.postings[2].Key = 7, 7, 7, 7
		h.files = []dataset.File{{Host: name, Path: "/x", Key: 7, Size: 9}}
		h.hashes = []dataset.Hash{{Key: 7, Simhash: 5}}
		return h
	}
	for _, c := range []struct {
		want     string
		question join.Question
		change   func(a, b *host)
	}{
		{"", join.Pairs, func(_, _ *host) {}},
		{"", join.Near, func(_, _ *host) {}},
		{"(key 7) differently", join.Dups, func(_, b *host) { b.contents[0].Checksum[9]++ }},
		{"(key 7) differently", join.Near, func(_, b *host) { b.contents[0].Size++ }},
		{"(key 7) differently", join.Pairs, func(_, b *host) { b.contents[0].Level++ }},
		{"(key 7) differently", join.Dups, func(_, b *host) { b.contents[0].Counts = []int32{3, 1} }},
		{"(key 7) differently", join.Dups, func(_, b *host) { b.contents[0].Language = "go" }},
		{"different sizes", join.Dups, func(_, b *host) {
			b.contents[0].Key, b.contents[0].Language, b.contents[0].Size, b.files[0].Key, b.files[0].Size = 8, "go", 10, 8, 10
			b.hashes, b.postings = nil, nil
		}},
		{"host b has a file of another size", join.Near, func(_, b *host) { b.files[0].Size++ }},
		{"host a has a file of another size", join.Dups, func(a, _ *host) { a.files[0].Size-- }},
		{"has a file of another size", join.Folders, func(a, b *host) { a.files[0].Size, b.files[0].Size = 7, 7 }},
		{"(key 7) different fingerprints", join.Pairs, func(_, b *host) { b.postings[2].Fingerprint++ }},
		{"(key 7) different fingerprints", join.Groups, func(a, _ *host) { a.postings = a.postings[1:] }},
		{"(key 7) different fingerprints", join.Folders, func(_, b *host) { b.postings = nil }},
		{"(key 7) different fingerprints", join.Pairs, func(a, b *host) { // the same number, and as many in all as they count
			a.postings, b.postings = a.postings[1:], b.postings[:2]
		}},
		{"", join.Pairs, func(_, b *host) { b.postings = slices.Repeat(b.postings, 2) }}, // as two increments may have them
		{"content 7 does not have the postings", join.Pairs, func(a, b *host) { a.postings, b.postings = a.postings[1:], b.postings[1:] }},
		{"content 7 does not have the postings", join.Groups, func(a, b *host) { a.postings, b.postings = nil, nil }},
		{"give content 7 different simhashes", join.Near, func(_, b *host) { b.hashes[0].Simhash++ }},
		{"give content 7 different simhashes", join.Near, func(_, b *host) { b.hashes[0].Short = true }},
		{"host a has a simhash of content 7 and host b has none", join.Near, func(_, b *host) { b.hashes = nil }},
		{"", join.Near, func(_, b *host) { b.files[0].SetAside, b.hashes = true, nil }},
		{"host b has its export in the folder of host c", join.Dups, func(_, b *host) { b.folder = "c" }},
		{"host b has no simhashes; do something", join.Near, func(_, b *host) { b.export.Scheme = "" }},
		{"host a has no simhashes; do something", join.Near, func(a, b *host) {
			a.export.Scheme, b.export.Scheme, a.hashes, b.hashes = "", "", nil, nil
		}},
		{"host a is in the dataset twice", join.Dups, func(_, b *host) { b.export.Exported, b.files[0].Host = 1, "a" }},
	} {
		dir, a, b := t.TempDir(), sound("a"), sound("b")
		c.change(&a, &b)
		write(t, dir, a, b)
		if strings.Contains(c.want, "twice") {
			b.export.Host = "a"
			table(t, filepath.Join(dir, "host=b"), "exports", []dataset.Export{b.export})
		}
		sql := statements(t, c.question, join.Options{From: dir, By: "smaller", Min: .5, MinShared: 1, Distance: 3, Next: func(p join.Problem) string {
			return map[join.Problem]string{join.NoSimhashes: "do something"}[p]
		}})
		_, err := duck[struct{}](t, sql)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", c.question, c.want, err)
		}
		if strings.Contains(c.want, "different") && !(strings.Contains(err.Error(), "host a ") && strings.Contains(err.Error(), "host b ")) {
			t.Errorf("%s: %v does not name both hosts", c.question, err)
		}
	}
	for name, want := range map[string]string{"files": "host a does not have the files", "simhashes": "fewer simhashes"} {
		dir, a := t.TempDir(), sound("a")
		write(t, dir, a)
		in := filepath.Join(dir, "host=a")
		if name == "files" {
			table(t, in, name, []dataset.File{})
		} else {
			table(t, in, name, []dataset.Hash{})
		}
		if _, err := duck[struct{}](t, statements(t, join.Near, join.Options{From: dir})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("without %s: %v", name, err)
		}
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

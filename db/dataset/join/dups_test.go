package join_test

import (
	"slices"
	"testing"

	"alike/db/dataset"
	"alike/db/dataset/join"
)

// TestDups checks the order of sets, hard links, set-aside and empty files, contents of two
// languages and names that are not UTF-8.
func TestDups(t *testing.T) {
	t.Parallel()
	a, b := host{export: export("a")}, host{export: export("b")}
	file := func(h *host, path string, key, inode int64) {
		h.files = append(h.files, dataset.File{Host: h.export.Host, Path: path, Key: key, Size: 100 * (key / 10), Device: 1, Inode: inode})
	}
	for _, key := range []int64{0, 10, 20, 21, 30} {
		for _, h := range []*host{&a, &b} { // both hosts have the rows of all contents
			h.contents = append(h.contents, dataset.Content{Key: key, Checksum: [32]byte{byte(key / 10)}, Size: 100 * (key / 10)})
		}
	}
	file(&a, "/empty", 0, 1)
	file(&b, "/empty", 0, 1)
	file(&a, "/z", 10, 2)
	file(&b, "/z", 10, 2) // an inode of another host
	file(&a, "/é\U0001F600", 20, 3)
	file(&a, "/link,\n'\"", 21, 3) // the same file in another language
	file(&b, "/copy", 21, 0)
	file(&b, "/unknown", 21, 0)
	file(&a, "/once", 30, 9)
	file(&b, "/aside", 30, 9)
	b.files[len(b.files)-1].SetAside = true
	b.files[0].Path, b.files[1].PathBytes, b.files[1].Path = "/empty", []byte("/\xff"), "/\uFFFD"
	dir := t.TempDir()
	write(t, dir, a, b)

	type row struct {
		Checksum       string
		Size           int64
		Path, Path_b64 string
		Files, Savings int64
	}
	two, one := "02"+zeros, "01"+zeros
	want := []row{
		{two, 200, "a:/link,\n'\"", "", 3, 200},
		{two, 200, "b:/copy", "", 3, 200},
		{two, 200, "b:/unknown", "", 3, 200},
		{one, 100, "a:/z", "", 2, 0},
		{one, 100, "", "Yjov/w==", 2, 0},
	}
	if got := ask[row](t, join.Dups, join.Options{From: dir}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for limit, rows := range map[int64]int{1: 3, 2: 5, 3: 5} { // sets of three and two files
		if got := ask[row](t, join.Dups, join.Options{From: dir, Limit: limit}); !slices.Equal(got, want[:rows]) {
			t.Errorf("the best %d sets: got %v, want %v", limit, got, want[:rows])
		}
	}
	want = slices.Insert(want, 1, row{two, 200, "a:/é\U0001F600", "", 4, 200})
	for i := range want[:4] {
		want[i].Files = 4
	}
	if got := ask[row](t, join.Dups, join.Options{From: dir, Hardlinks: true}); !slices.Equal(got, want) {
		t.Errorf("each path a copy: got %v, want %v", got, want)
	}
}

const zeros = "00000000000000000000000000000000000000000000000000000000000000"

package db

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// randomPaths returns paths of files that share folders, some of them very deep. Two of the files may be
// in folders that were built apart.
func randomPaths(r *rand.Rand, top string, n int) (texts []string, paths []FilePath) {
	names := []string{"a", "a.b", "a-", "ab", "b", "é", strings.Repeat("n", 200)}
	for range 2 {
		folders := []*DirPath{NewDirPath(nil, top)}
		deep := folders[0]
		for range 40 {
			deep = NewDirPath(deep, names[6])
		}
		folders = append(folders, deep)
		for len(folders) < n/2 {
			folders = append(folders, NewDirPath(folders[r.IntN(len(folders))], names[r.IntN(len(names))]))
		}
		for _, f := range folders[1:] {
			for range 2 {
				name := names[r.IntN(len(names))]
				paths = append(paths, FilePath{f, name})
				texts = append(texts, slowPath(f)+"/"+name)
			}
		}
	}
	return texts, paths
}

// slowPath builds a path from names alone.
func slowPath(d *DirPath) string {
	if d.above == nil {
		return strings.TrimSuffix(d.name, "/")
	}
	return strings.TrimPrefix(slowPath(d.above)+"/"+d.name, map[bool]string{true: "/", false: ""}[d.above.above == nil && d.above.name == ""])
}

// namesOf returns the names of the folders around a file.
func namesOf(path string) []string {
	names := strings.Split(strings.TrimPrefix(path, "/"), "/")
	return names[:len(names)-1]
}

func sharedNames(path, other string) (n int) {
	a, b := namesOf(path), namesOf(other)
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// TestFilePath checks paths of directories that share memory against plain strings: their text,
// their order, and what one adds to another.
func TestFilePath(t *testing.T) {
	if host := (FilePath{NewDirPath(nil, ""), "web:"}); host.String() != "web:" || !host.In("web:") {
		t.Errorf("a host is %q", host)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, top := range []string{"/", ""} {
		texts, paths := randomPaths(r, top, 60)
		long := 0
		for i := range paths {
			if paths[i].String() != texts[i] {
				t.Fatalf("%q, want %q", paths[i], texts[i])
			}
			if paths[i].Dir.size > maxPathText {
				long++
			}
			for j := range paths {
				if got, want := cmp.Compare(paths[i].Compare(paths[j]), 0), strings.Compare(texts[i], texts[j]); got != want {
					t.Fatalf("%q and %q: %d, want %d", texts[i], texts[j], got, want)
				}
				order, shared := paths[i].Dir.Compare(paths[j].Dir), paths[i].Dir.Shared(paths[j].Dir).depth
				if order != slices.Compare(namesOf(texts[i]), namesOf(texts[j])) || shared != sharedNames(texts[i], texts[j]) {
					t.Fatalf("the folders of %q and %q: %d, they share %d", texts[i], texts[j], order, shared)
				}
				for _, tree := range []string{texts[j], "/", slowPath(paths[j].Dir)} {
					if got, want := paths[i].In(tree), InTrees(texts[i], []string{tree}); got != want {
						t.Fatalf("%q is in %q: %v", texts[i], tree, got)
					}
				}
				if shared, rest := paths[i].after(paths[j]); texts[j][:shared]+rest != texts[i] {
					t.Fatalf("%q after %q is %d bytes and %q", texts[i], texts[j], shared, rest)
				}
			}
		}
		if long == 0 {
			t.Error("no path is long")
		}
	}
}

// TestTombstonePaths encodes tombstones of deep folders, in order, and decodes them. Many files of
// a deep folder take little more than its path once for each part.
func TestTombstonePaths(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, top := range []string{"/", ""} {
		_, paths := randomPaths(r, top, 60)
		deepest := slices.MaxFunc(paths, func(a, b FilePath) int { return a.Dir.size - b.Dir.size }).Dir
		for i := range 1000 {
			paths = append(paths, FilePath{deepest, fmt.Sprintf("file%d", i)})
		}
		slices.SortFunc(paths, FilePath.Compare)
		var files []GoneFile
		for i, p := range paths {
			files = append(files, GoneFile{FilePath: p, Size: int64(i), Level: 5, ContentScan: 2, FirstScan: 1})
		}
		at, bytes, parts := 0, 0, 0
		for rest := files; len(rest) > 0; parts++ {
			payload, n := encodeGone(nil, rest, 3)
			if n == 0 {
				t.Fatal("a part without files")
			}
			rest, bytes = rest[n:], bytes+len(payload)
			must(t, decodeGone(payload, 3, func(g GoneFile) error {
				if want := files[at]; g.String() != want.String() || g.Size != want.Size || g.FirstScan != 1 {
					t.Fatalf("%q, %+v; want %q", g, g, want)
				}
				at++
				return nil
			}))
		}
		if at != len(files) || bytes > 20*len(files)+parts*2*deepest.size+300*len(paths) {
			t.Errorf("%d files of %d in %d bytes", at, len(files), bytes)
		}
	}
}

// TestPathCursor looks up paths by a cursor and from the beginning.
func TestPathCursor(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var cursor pathCursor
	ids := map[string]DirID{"/": rootDir}
	for range 3000 {
		path := ""
		for range r.IntN(6) {
			path += "/" + []string{"a", "ab", "b"}[r.IntN(3)]
		}
		path = cmp.Or(path, "/")
		id, rest := cursor.seek(path)
		for rest != "" {
			done := strings.TrimSuffix(path[:len(path)-len(rest)], "/")
			if ids[cmp.Or(done, "/")] != id {
				t.Fatalf("%q of %q is %d, want %d", done, path, id, ids[done])
			}
			name, _, _ := strings.Cut(rest, "/")
			if below := done + "/" + name; ids[below] == 0 {
				ids[below] = DirID(len(ids) + 1)
			}
			id = ids[done+"/"+name]
			rest = cursor.enter(id, rest)
		}
		if id != ids[path] {
			t.Fatalf("%q is %d, want %d", path, id, ids[path])
		}
		if r.IntN(50) == 0 {
			cursor.reset()
		}
	}
	if len(ids) < 100 {
		t.Errorf("only %d folders", len(ids))
	}
}

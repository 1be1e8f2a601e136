package folders

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/arena"
	"alike/testdata"
)

// forest is a random tree of files with some folders that are copies of others, and the
// answer by brute force.
type forest struct {
	roots   []string
	files   []File
	similar []Similar
	left    []LeftOutOf
	isolate bool // only files of different units match
}

func newForest(r *rand.Rand) *forest {
	f := &forest{roots: []string{"/r"}}
	if r.IntN(3) == 0 {
		f.roots = append(f.roots, "/r-2", "/r/a")
	}
	contents, files := 1+r.IntN(12), 1+r.IntN(30)
	if r.IntN(4) == 0 { // many copies
		contents, files = 1+r.IntN(3), 60
	}
	sizes := make([]int64, contents)
	for i := range sizes {
		sizes[i] = int64(r.IntN(4) * r.IntN(1000))
	}
	dirs := []string{"/r"}
	for range r.IntN(12) {
		dirs = append(dirs, path.Join(dirs[r.IntN(len(dirs))], string("abc-d"[r.IntN(5)])))
	}
	if len(f.roots) > 1 {
		dirs = append(dirs, "/r-2", "/r-2/a/b")
	}
	seen, depth := map[string]bool{}, 1+r.IntN(2)
	add := func(dir, name string, content int) {
		if p := path.Join(dir, name); !seen[p] {
			seen[p] = true
			f.files = append(f.files, File{
				Unit: f.unit(path.Join(dir, name), depth), FilePath: at(dir, name), Content: uint32(content), Size: sizes[content], Second: strings.HasPrefix(dir, "/r/a"),
				Inode: uint64(content+1) * uint64(r.IntN(4)/3), // a quarter are links of one file
			})
		}
	}
	for range files {
		add(dirs[r.IntN(len(dirs))], fmt.Sprint("f", r.IntN(6+files/4)), r.IntN(contents))
	}
	if r.IntN(2) == 0 { // a copy of a whole folder, somewhere
		from, to := dirs[r.IntN(len(dirs))], path.Join(dirs[r.IntN(len(dirs))], "copy")
		for _, file := range slices.Clone(f.files) {
			if dir := file.Dir.String(); within(dir, from) && !within(dir, to) {
				add(to+dir[len(from):], file.Name, int(file.Content))
			}
		}
	}
	for range r.IntN(4) - 1 { // below folders with files, too
		l := LeftOut{Reason: []string{"hidden", "ignored"}[r.IntN(2)], Count: int64(1 + r.IntN(3)), Bytes: int64(r.IntN(9))}
		f.left = append(f.left, LeftOutOf{at(path.Join(dirs[r.IntN(len(dirs))], []string{"", "z", "-/z"}[r.IntN(3)]), "").Dir, l})
	}
	shares := []float64{0.2, r.Float64(), 0.5, 0.55, 0.93, 0.97, 1}
	met := map[[2]int]bool{}
	for range r.IntN(contents * 2) {
		a, b := r.IntN(contents), r.IntN(contents)
		if a != b && !met[[2]int{a, b}] && !met[[2]int{b, a}] {
			met[[2]int{a, b}] = true
			f.similar = append(f.similar, Similar{uint32(a), uint32(b), shares[r.IntN(len(shares))], shares[r.IntN(len(shares))], r.IntN(2) == 0})
		}
	}
	return f
}

// at returns the path of a file. Those of the files of a folder are built apart, as after an index
// has forgotten the first.
func at(dir, name string) db.FilePath { return db.FilePath{Dir: dirOf(dir), Name: name} }

func dirOf(dir string) *db.DirPath {
	if dir == "/" {
		return db.NewDirPath(nil, dir)
	}
	return db.NewDirPath(dirOf(path.Dir(dir)), path.Base(dir))
}

// within reports whether a path is a folder or below it.
func within(path, folder string) bool { return db.InTrees(path, []string{folder}) }

// unit returns the path of a unit so many folders below the outermost root, or the file.
func (f *forest) unit(file string, depth int) string {
	root := f.roots[0]
	if !within(file, root) {
		root = f.roots[1]
	}
	names := strings.Split(strings.TrimPrefix(file, root+"/"), "/")
	if len(names) <= depth {
		return file
	}
	return path.Join(root, path.Join(names[:depth]...))
}

// similarities returns pairs as Find takes them.
func similarities(t testing.TB, pairs []Similar) *Similarities {
	t.Helper()
	s := NewSimilarities(arena.NewRoom(1 << 30))
	for _, p := range pairs {
		if err := s.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func mustTree(t testing.TB, roots []string, files []File) *Tree {
	t.Helper()
	tree, err := NewTree(context.Background(), roots, files)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func mustFind(t testing.TB, roots []string, files []File, similar []Similar, o Options) *Finding {
	t.Helper()
	return mustFindIn(t, mustTree(t, roots, files), similar, o)
}

func mustFindIn(t testing.TB, tree *Tree, similar []Similar, o Options) *Finding {
	t.Helper()
	f, err := Find(context.Background(), tree, similarities(t, similar), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// share returns how much of one file is found in another.
func (f *forest) share(a, b *File, sided bool) float64 {
	if a == b || f.isolate && a.Unit == b.Unit || sided && a.Second == b.Second || !sided && a.Inode != 0 && a.Inode == b.Inode {
		return 0
	}
	if a.Content == b.Content {
		return 1
	}
	for _, s := range f.similar {
		switch {
		case s.A == a.Content && s.B == b.Content:
			return s.AInB
		case s.B == a.Content && s.A == b.Content:
			return s.BInA
		}
	}
	return 0
}

// TestFind compares the answer with brute force over random trees.
func TestFind(t *testing.T) {
	t.Parallel()
	found, units, same, whole := 0, 0, 0, 0
	for seed := range uint64(testdata.Rounds(1000, 20000)) {
		r := rand.New(rand.NewPCG(seed, 3))
		f := newForest(r)
		o := Options{
			Min: []float64{0, 0.3, 0.5, 0.9, 1}[r.IntN(5)], By: measures[r.IntN(3)],
			MinFiles: 1 + r.IntN(3), Sided: r.IntN(4) == 0,
		}
		o.Isolate, o.Units = r.IntN(4) == 0, r.IntN(6) == 0
		f.isolate = o.Isolate || o.Units
		want := f.bruteForce(o)
		tree := mustTree(t, f.roots, slices.Clone(f.files))
		tree.LeaveOut(f.left)
		got := mustFindIn(t, tree, f.similar, o)
		checkFolders(t, f, got, o.Sided)
		if len(got.Pairs) != len(want) {
			t.Errorf("seed %d: %d pairs, want %d", seed, len(got.Pairs), len(want))
			for _, p := range got.Pairs {
				t.Logf(" got %s %s %.3f", p.A.Path, p.B.Path, p.strength())
			}
			for _, p := range want {
				t.Logf("want %s %s %.3f", p.a, p.b, p.strength())
			}
			return
		}
		loose := *f
		if links := r.IntN(2) == 0; links {
			loose.files = slices.Clone(f.files)
			for i := range loose.files {
				loose.files[i].Inode = 0
			}
		}
		o.MinFiles = 1 + r.IntN(3)
		n, err := got.Loosened(context.Background(), o.MinFiles, &loose.files[0] != &f.files[0])
		if want := loose.bruteForce(o); err != nil || n != len(want) {
			t.Errorf("seed %d: %d pairs if loosened, %v, want %d", seed, n, err, len(want))
		}
		found += len(want)
		if o.Units {
			units += len(want)
		}
		for i, w := range want {
			p := got.Pairs[i]
			if !p.A.Path.Is(w.a) || !p.B.Path.Is(w.b) {
				t.Fatalf("seed %d: pair %d is of %s and %s, want %s and %s", seed, i, p.A.Path, p.B.Path, w.a, w.b)
			}
			w.sideA.Path, w.sideB.Path = p.A.Path, p.B.Path
			isSame := sameContents(w.filesA, w.filesB) && w.sideA.Missing()+w.sideB.Missing() == 0
			isWhole := f.leaveOut(&w.sideA, &w.sideB, isSame)
			if p.Same != isSame || p.Identical != (isSame && isWhole) {
				t.Fatalf("seed %d: pair %d is the same: %v, identical: %v, want %v, and whole: %v", seed, i, p.Same, p.Identical, isSame, isWhole)
			}
			if isSame {
				same++
			}
			if p.Identical {
				whole++
			}
			if !reflect.DeepEqual(p.A, w.sideA) || !reflect.DeepEqual(p.B, w.sideB) {
				t.Fatalf("seed %d: pair %d is %+v %+v, want %+v %+v", seed, i, p.A, p.B, w.sideA, w.sideB)
			}
			checkMembers(t, f, got, &p, &w, o.Sided)
		}
		got.Close()
	}
	if found < 100 || units < 20 || whole < 20 || same < whole+20 {
		t.Errorf("only %d pairs in all, %d of units, %d the same, %d identical", found, units, same, whole)
	}
}

func checkMembers(t *testing.T, f *forest, found *Finding, p *Pair, w *naive, sided bool) {
	t.Helper()
	a, b := found.Members(p)
	check := func(members []Member, of, in []*File) {
		if len(members) != len(of) {
			t.Fatalf("%d members of %d files", len(members), len(of))
		}
		for _, m := range members {
			file := of[slices.IndexFunc(of, func(f *File) bool { return f.String() == m.Path })]
			share, same := f.best(file, in, sided)
			if m.Share != share || m.Identical != same && share == 1 || (m.Counterpart == "") != (share == 0) {
				t.Fatalf("member %+v, want share %v, identical %v", m, share, same)
			}
		}
	}
	check(a, w.filesA, w.filesB)
	check(b, w.filesB, w.filesA)
}

// checkFolders compares the figures of all folders, and of all files, with brute force.
func checkFolders(t *testing.T, f *forest, found *Finding, sided bool) {
	t.Helper()
	folders := found.Folders()
	dirs := f.folders()
	if len(folders) != len(dirs) {
		t.Fatalf("%d folders, want %d", len(folders), len(dirs))
	}
	for i, d := range dirs {
		var own, in, outside, all []*File
		for k := range f.files {
			switch file := &f.files[k]; {
			case file.Size == 0:
				continue
			case within(file.Dir.String(), d):
				in = append(in, file)
				if file.Dir.Is(d) {
					own = append(own, file)
				}
			default:
				outside = append(outside, file)
			}
			all = append(all, &f.files[k])
		}
		s := f.side(in, outside, nil, sided)
		if got, want := folders[i], (Folder{folders[i].Path, folders[i].Parent, s.Files, s.Bytes, s.Matched, f.side(own, outside, nil, sided).Matched}); got != want || !got.Path.Is(d) {
			t.Fatalf("%+v, want %+v", got, want)
		}
		if p := folders[i].Parent; p >= i || p < 0 && slices.ContainsFunc(dirs[:i], func(e string) bool { return within(d, e) }) ||
			p >= 0 && dirs[p] != path.Dir(d) {
			t.Fatalf("%s has the parent %d", d, p)
		}
		if i == 0 {
			s := f.side(all, all, nil, sided)
			if files, bytes := found.Elsewhere(); files != s.Identical+s.Changed || bytes != s.Matched {
				t.Fatalf("%d files, %d bytes are elsewhere, want %+v", files, bytes, s)
			}
		}
	}
}

// TestPopular checks that files with many counterparts count, though they lead to none.
func TestPopular(t *testing.T) {
	t.Parallel()
	var files []File
	for i := range 10 {
		for n := range 2 {
			files = append(files, File{FilePath: at(fmt.Sprint("/r/", i), fmt.Sprint("licence", n)), Content: uint32(n), Size: 1000})
		}
	}
	for i := range 2 {
		files = append(files, File{FilePath: at(fmt.Sprint("/r/", i), "own"), Content: 7, Size: 10})
	}
	o := Options{Min: 0.9, MinFiles: 3, By: measures[0]}
	m, err := newMatcher(t.Context(), mustTree(t, []string{"/r"}, files), similarities(t, nil), o)
	if err != nil {
		t.Fatal(err)
	}
	m.popularity = 5
	found, err := m.find(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	if len(found.Pairs) != 1 || found.Pairs[0].A.Identical != 3 || found.Pairs[0].A.Matched != 2010 {
		t.Errorf("found %+v", found.Pairs)
	}
}

// TestCancelled checks that Find ends soon after its context.
func TestCancelled(t *testing.T) {
	t.Parallel()
	files, similar := alike(1200)
	tree, pairs := mustTree(t, []string{"/r"}, files), similarities(t, similar)
	defer pairs.Close()
	o := Options{Min: 0.5, MinFiles: 3, By: measures[0]}
	for _, after := range []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		start := time.Now()
		_, err := Find(ctx, tree, pairs, o)
		took := time.Since(start)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || took > after+time.Second {
			t.Errorf("cancelled after %v: %v after %v", after, err, took)
		}
	}
}

// TestDeep bounds what is allocated for two chains of folders with a file at every tenth level and
// two at the end. As strings, the paths of the folders with files would take 80 MB.
func TestDeep(t *testing.T) {
	testdata.Sequential(t)
	const depth, most = 20_000, 60 << 20
	var files []File
	root := dirOf("/r")
	for _, name := range []string{"a", "b"} {
		dir := root
		for level := range depth / 2 {
			if dir = db.NewDirPath(dir, name); level%10 == 0 && name == "a" {
				files = append(files, File{FilePath: db.FilePath{Dir: dir, Name: "f"}, Content: uint32(level), Size: 1})
			}
		}
		for _, content := range []uint32{depth, depth + 1} {
			files = append(files, File{FilePath: db.FilePath{Dir: dir, Name: fmt.Sprint(content)}, Content: content, Size: 1000})
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := mustFind(t, []string{"/r"}, files, nil, Options{Min: .5, MinFiles: 1, By: measures[1]})
	defer found.Close()
	all := found.Folders()
	runtime.ReadMemStats(&after)
	if len(all) != depth+1 || len(found.Pairs) != 1 || !found.Pairs[0].Same {
		t.Errorf("%d folders, %d pairs", len(all), len(found.Pairs))
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("%d MB are allocated", n>>20)
	} else {
		t.Logf("%d MB are allocated", n>>20)
	}
}

package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"alike/db"
)

// linked is a world in which files have several paths.
type linked struct {
	*world
	inodes map[string]uint64 // by path
}

// newLinked makes an index of files with one to many paths, and some of unknown inode.
func newLinked(t *testing.T, seed uint64) (*linked, *db.Index) {
	w := &linked{newWorld(t, seed), map[string]uint64{}}
	w.grow(12)
	ix := w.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	known := map[int][]uint64{} // inodes by document
	for i := range 150 {
		d := w.r.IntN(len(w.docs))
		inode := uint64(1000 + i)
		switch had := known[d]; {
		case w.r.IntN(10) == 0:
			inode = 0
		case len(had) > 0 && w.r.IntN(2) == 0:
			inode = had[w.r.IntN(len(had))]
		default:
			known[d] = append(had, inode)
		}
		path := fmt.Sprintf("/t%d/d%d/f%d", w.r.IntN(3), w.r.IntN(5), i)
		w.link(iw, path, d, inode)
		w.inodes[path] = inode
	}
	must(t, iw.Commit())
	mustCheck(t, ix)
	return w, ix
}

// folded returns the files of a document: for each its paths, in bytewise order.
func (w *linked) folded(d int, in func(path string) bool) (files [][]string) {
	byInode := map[uint64]int{}
	for _, path := range w.byDoc()[d] {
		if !in(path) {
			continue
		}
		i, ok := byInode[w.inodes[path]]
		if !ok || w.inodes[path] == 0 {
			byInode[w.inodes[path]] = len(files)
			files = append(files, []string{path})
			continue
		}
		files[i] = append(files[i], path)
	}
	return files
}

// shown writes a file as folded has it, with its copies.
func shown(f File) string {
	paths := []string{f.Path}
	if f.Aliases != nil {
		paths = append(paths, f.Aliases.Links...)
	}
	return fmt.Sprint(paths, f.Copies)
}

func within(trees ...string) func(string) bool {
	return func(path string) bool { return db.InTrees(path, trees) }
}

// Duplicates, identical pairs, the files of other pairs, and queries count files, not
// paths, and name the links.
func TestLinks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for seed := range uint64(4) {
		w, ix := newLinked(t, 700+seed)
		for _, trees := range [][]string{nil, {"/t0"}, {"/t0", "/t1/d1"}} {
			var want, got, wantPairs, gotPairs []string
			figures := map[string]string{} // of the shown files, by path
			for d := range w.docs {
				files := w.folded(d, within(trees...))
				var set []string
				for i, paths := range files {
					set = append(set, fmt.Sprint(paths, len(files)-1))
					if i > 0 {
						wantPairs = append(wantPairs, set[0]+set[i])
					}
				}
				if len(set) > 0 {
					figures[files[0][0]] = set[0]
				}
				if len(set) > 1 {
					want = append(want, fmt.Sprint(set, (len(set)-1)*len(w.docs[d].data)))
				}
			}
			must(t, Duplicates(ctx, ix, DuplicateQuery{Trees: trees}, func(d DuplicateSet) error {
				var set []string
				for _, f := range d.Files {
					set = append(set, shown(f))
				}
				got = append(got, fmt.Sprint(set, d.Savings()))
				return nil
			}))
			others := 0
			_, err := Pairs(ctx, ix, PairQuery{Min: 0.3, Trees: trees}, func(p Pair) error {
				if p.Identical {
					gotPairs = append(gotPairs, shown(p.A)+shown(p.B))
					return nil
				}
				others++
				for _, f := range []File{p.A, p.B} {
					if shown(f) != figures[f.Path] {
						t.Errorf("%s, want %s", shown(f), figures[f.Path])
					}
				}
				return nil
			})
			must(t, err)
			for _, x := range []struct{ got, want []string }{{got, want}, {gotPairs, wantPairs}} {
				slices.Sort(x.got)
				slices.Sort(x.want)
				if !slices.Equal(x.got, x.want) {
					t.Errorf("in %v:\n%s\nwant\n%s", trees, strings.Join(x.got, "\n"), strings.Join(x.want, "\n"))
				}
			}
			if len(want) < 3 || others == 0 {
				t.Errorf("only %d sets and %d similar pairs", len(want), others)
			}
		}
		must(t, ix.Close())
	}
}

// With hard links as copies, every path counts, but nothing is saved by them.
func TestHardlinksAsCopies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w, ix := newLinked(t, 750)
	defer ix.Close()
	sets := 0
	must(t, Duplicates(ctx, ix, DuplicateQuery{Hardlinks: true}, func(d DuplicateSet) error {
		sets++
		doc := w.files[d.Files[0].Path]
		if paths, files := len(w.byDoc()[doc]), len(w.folded(doc, within())); len(d.Files) != paths ||
			d.Savings() != int64(files-1)*d.Size || d.Files[0].Copies != paths-1 {
			t.Errorf("%d files that save %d, want %d paths of %d files", len(d.Files), d.Savings(), paths, files)
		}
		// Reflinks save nothing either, whether their paths are links or not.
		inodes := map[uint64]bool{}
		d.FindReflinks(func(path string) string {
			inode := w.inodes[path]
			if inode == 0 {
				return ""
			}
			inodes[inode] = true
			return "blocks"
		})
		if shared := max(len(inodes)-1, 0); d.Reflinked != shared || d.Savings() != int64(len(w.folded(doc, within()))-1-shared)*d.Size {
			t.Errorf("%d reflinks and %d bytes to save, want %d", d.Reflinked, d.Savings(), shared)
		}
		// Those that share with the first need no reflink.
		savings, known := d.Savings(), w.inodes[d.Files[0].Path] != 0
		if d.LeaveOutReflinks(); d.Savings() != savings || known && d.Reflinked > 0 {
			t.Errorf("%d reflinks and %d bytes to save are left, want %d bytes", d.Reflinked, d.Savings(), savings)
		}
		return nil
	}))
	pairs, want := 0, 0
	for _, paths := range w.byDoc() {
		want += len(paths) - 1
	}
	_, err := Pairs(ctx, ix, PairQuery{Min: 1, MinShared: math.MaxInt32, Hardlinks: true}, func(p Pair) error {
		pairs++
		return nil
	})
	must(t, err)
	if sets < 8 || pairs != want {
		t.Errorf("%d sets, %d pairs, want %d", sets, pairs, want)
	}
}

// Between two sides, a file is compared with the smallest path of another file.
func TestLinksAcrossSides(t *testing.T) {
	t.Parallel()
	w, ix := newLinked(t, 760)
	defer ix.Close()
	var want, got []string
	for d := range w.docs {
		here, there := w.folded(d, within("/t0")), w.folded(d, within("/t1"))
		for _, b := range there {
			for _, a := range here {
				if w.inodes[a[0]] == 0 || w.inodes[a[0]] != w.inodes[b[0]] {
					want = append(want, fmt.Sprint(a, len(here)-1, b, len(there)-1))
					break
				}
			}
		}
	}
	q := PairQuery{Min: 1, MinShared: math.MaxInt32, Trees: []string{"/t0"}, Against: []string{"/t1"}}
	_, err := Pairs(context.Background(), ix, q, func(p Pair) error {
		got = append(got, strings.Join([]string{shown(p.A), shown(p.B)}, " "))
		return nil
	})
	must(t, err)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A query leaves out all paths of the queried file.
func TestQueryLeavesOutLinks(t *testing.T) {
	t.Parallel()
	w, ix := newLinked(t, 770)
	defer ix.Close()
	for path, d := range w.files {
		files := slices.DeleteFunc(w.folded(d, within()), func(paths []string) bool { return slices.Contains(paths, path) })
		want := ""
		if len(files) > 0 {
			want = fmt.Sprint(files[0], len(files)-1)
		}
		doc := w.docs[d]
		c := db.Content{Checksum: doc.sum, Size: int64(len(doc.data)), Level: doc.level}
		e, ok, err := ix.Entry(path)
		if err != nil || !ok {
			t.Fatal(path, err)
		}
		excepts := []Except{{Path: path}}
		if e.Inode != 0 { // a path that is not indexed
			excepts = append(excepts, Except{Path: "/elsewhere", Stat: e.Stat})
		}
		for _, except := range excepts {
			got := ""
			must(t, Query(context.Background(), ix, c, doc.set, PairQuery{Min: 0.9, MinShared: 3, Except: except}, func(m Match) error {
				if m.Identical {
					got = shown(m.File)
				}
				return nil
			}))
			if got != want {
				t.Errorf("%+v: %s, want %s", except, got, want)
			}
		}
	}
}

func TestFileID(t *testing.T) {
	t.Parallel()
	a := fileID(&db.Stat{Device: 1, Inode: 7})
	for _, s := range []db.Stat{{Device: 2, Inode: 7}, {Device: 1, Inode: 8}, {Device: 1}} {
		if fileID(&s) == a {
			t.Errorf("%+v is the file of device 1, inode 7", s)
		}
	}
	if a == 0 || fileID(&db.Stat{Device: 1, Inode: 7, Size: 3}) != a || fileID(&db.Stat{Device: 1}) != 0 {
		t.Error("a known inode must have an id other than 0, an unknown one has 0")
	}
}

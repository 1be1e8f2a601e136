package db

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A folder of many files is written a logarithmic number of times, whatever else makes the
// batch full, and holds what was put last.
func TestLargeFolder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 16)
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	iw.tree.limit, iw.batch.limit = 40, 1000
	const n = 1500
	for i := range n {
		if i%10 == 0 {
			w.addDoc(w.bytes(1000))
		}
		w.put(iw, fmt.Sprintf("/d/f%04d", i*1001%n), len(w.docs)-1)
		if i%7 == 0 {
			w.remove(iw, fmt.Sprintf("/d/f%04d", w.r.IntN(n)))
		}
	}
	must(t, iw.Commit())
	if parts := ix.root.rows(kindDirs); parts > 4*n/dirPart {
		t.Errorf("wrote %d parts of %d files for %d files", parts, dirPart, n)
	}
	has, err := iw.Directory("/d")
	must(t, err)
	var got []string
	for _, e := range has.Files {
		got = append(got, "/d/"+e.Name)
	}
	if want := slices.Sorted(maps.Keys(w.files)); !slices.Equal(got, want) {
		t.Errorf("the folder has %d files, not %d", len(got), len(want))
	}
	mustCheck(t, ix)
}

// Entries with the longest names, as exports of hosts may have them, count as several, so that they
// wait in as much memory as others.
func TestLongNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 17)
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	iw.tree.limit = 100
	w.addDoc(w.bytes(1000))
	for i := range 40 {
		w.put(iw, fmt.Sprintf("/d%d/%04d%s", i%3, i, strings.Repeat("x", MaxName-4)), 0)
	}
	must(t, iw.Commit())
	if got := len(ix.root.Segments); got < 5 {
		t.Errorf("%d commits", got)
	}
	mustCheck(t, ix)
}

// BenchmarkLargeFolder enters folders of 8,000 and 64,000 files, reads the larger again as a
// scan and a reader do, and reports the ratios of the costs per file. 1 is linear.
func BenchmarkLargeFolder(b *testing.B) {
	costs := map[int][3]float64{}
	for b.Loop() {
		for _, n := range []int{8000, 64000} {
			c, best := costs[n], largeFolder(b, n)
			for i := range c {
				if c[i] == 0 || best[i] < c[i] {
					c[i] = best[i]
				}
			}
			costs[n] = c
		}
	}
	for i, what := range []string{"scan", "again", "read"} {
		b.ReportMetric(costs[64000][i]/costs[8000][i], what+"-ratio")
		b.ReportMetric(costs[64000][i], what+"-ns/file")
	}
}

// largeFolder returns what a folder of n files costs in nanoseconds a file: to enter it, to
// compare it and change a hundredth of it, and to read its paths.
func largeFolder(b *testing.B, n int) (costs [3]float64) {
	ix, err := Open(context.Background(), filepath.Join(b.TempDir(), "index"), Options{Write: true, Create: true})
	must(b, err)
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(b, err)

	spool := iw.NewSpool()
	defer spool.Close()
	id, _, err := iw.AddContent(Content{Checksum: Checksum{1}, Size: 1}, spool)
	must(b, err)
	batches := make([][]Entry, n/64)
	for i := range n {
		e := Entry{Name: fmt.Sprintf("file-%07d.txt", i), Stat: Stat{Size: 1, MTime: int64(i), Inode: uint64(i)}, Content: id}
		batches[i/64] = append(batches[i/64], e)
	}
	r := rand.New(rand.NewPCG(1, 1))
	timed := func(do func()) float64 {
		began := time.Now()
		do()
		return float64(time.Since(began).Nanoseconds()) / float64(n)
	}
	put := func(batches [][]Entry) {
		r.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })
		has, err := iw.Directory("/folder")
		must(b, err)
		for _, batch := range batches {
			must(b, iw.Put(has.ID, batch...))
		}
		must(b, iw.Commit())
	}
	costs[0] = timed(func() { put(batches) })
	costs[1] = timed(func() { put(batches[:len(batches)/100]) })
	costs[2] = timed(func() {
		paths, err := ix.PathsOf(context.Background(), []ContentID{id})
		must(b, err)
		if len(paths[id]) != n {
			b.Fatalf("%d paths, not %d", len(paths[id]), n)
		}
	})
	return costs
}

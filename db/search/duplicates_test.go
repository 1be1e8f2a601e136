package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"alike/db"
	"alike/fingerprint"
)

// The same bytes can be several contents under the code view. They are one set of identical
// files, each with its own figures.
func TestDuplicatesInSeveralLanguages(t *testing.T) {
	t.Parallel()
	ctx, w := context.Background(), newWorld(t, 91)
	ix := w.open(db.Options{Write: true, Create: true, View: "code"})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := iw.Directory("/code")
	must(t, err)
	spool := iw.NewSpool()
	defer spool.Close()
	want := []string{"/code/2.C/7", "/code/2.Go/6", "/code/2.Text/5", "/code/3.C/7", "/code/3.Go/6"}
	for _, f := range []struct {
		bytes    byte
		language string
		level    int
	}{{1, "C", 7}, {2, "Go", 6}, {3, "Go", 6}, {2, "C", 7}, {2, "Text", 5}, {3, "C", 7}} {
		id, _, err := iw.AddContent(db.Content{Checksum: db.Checksum{31: f.bytes}, Size: 100 - int64(f.bytes), Level: f.level, Language: f.language}, spool)
		must(t, err)
		must(t, iw.Put(dir.ID, db.Entry{Name: fmt.Sprintf("%d.%s", f.bytes, f.language), Content: id, Stat: db.Stat{Size: 100 - int64(f.bytes), Inode: uint64(id)}}))
	}
	must(t, iw.Commit())
	mustCheck(t, ix)
	var got []string
	must(t, Duplicates(ctx, ix, DuplicateQuery{}, func(d DuplicateSet) error {
		for _, f := range d.Files {
			got = append(got, fmt.Sprintf("%s/%d", f.Path, f.Level))
			if f.Copies != len(d.Files)-1 || f.Size != 100-int64(d.Checksum[31]) {
				t.Errorf("%+v in %+v", f, d)
			}
		}
		return nil
	}))
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// The same bytes in two languages are a pair with its own figures, both in a search for all
// pairs and in a lookup of new contents, but not if they are one file.
func TestPairsInSeveralLanguages(t *testing.T) {
	t.Parallel()
	for _, linked := range []bool{false, true} {
		ctx, w := context.Background(), newWorld(t, 92)
		ix := w.open(db.Options{Write: true, Create: true, View: "code"})
		iw, err := ix.NewWriter()
		must(t, err)
		data := w.bytes(5000)
		for i, seen := range []struct {
			language string
			data     []byte
		}{{"C", data}, {"Java", data[:4000]}} {
			must(t, iw.BeginScan(time.Unix(int64(1000*(i+1)), 0)))
			spool := iw.NewSpool()
			must(t, spool.Add(fingerprint.Select(db.DefaultParams.Rule, seen.data)))
			id, _, err := iw.AddContent(db.Content{Checksum: db.Checksum{1}, Size: 6000, Level: 5, Language: seen.language}, spool)
			spool.Close()
			must(t, err)
			dir, err := iw.Directory("/code")
			must(t, err)
			inode := uint64(id)
			if linked {
				inode = 1
			}
			must(t, iw.Put(dir.ID, db.Entry{Name: seen.language, Content: id, Stat: db.Stat{Size: 6000, Inode: inode}}))
			must(t, iw.EndScan(time.Unix(int64(1000*(i+1)+100), 0)))
			must(t, iw.Commit())
		}
		mustCheck(t, ix)
		for _, hardlinks := range []bool{false, true} {
			q := PairQuery{Min: 0.5, MinShared: 3, Hardlinks: hardlinks}
			members := 0
			_, err := Groups(ctx, ix, q, func(g Group) error {
				members += len(g.Members)
				return nil
			})
			must(t, err)
			q.New, q.After = true, 1
			var found []Pair
			for _, q.compareAll = range []bool{false, true} {
				_, err := Pairs(ctx, ix, q, func(p Pair) error {
					found = append(found, p)
					return nil
				})
				must(t, err)
			}
			switch {
			case linked && !hardlinks:
				if len(found) != 0 || members != 0 {
					t.Errorf("one file is found as %d pairs and %d members", len(found), members)
				}
			case len(found) != 2 || found[0] != found[1] || found[0].BInA >= 0.99 && found[0].AInB >= 0.99 || members != 1:
				t.Errorf("looked up, and found among all pairs: %+v; %d members", found, members)
			}
		}
		must(t, ix.Close())
	}
}

func TestDuplicatesAndStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5)
	w.grow(20)
	w.scan(200, false)
	ix := w.open(db.Options{})
	defer ix.Close()
	mustCheck(t, ix)
	byDoc := w.byDoc()
	contents := len(byDoc)
	sets := 0
	err := Duplicates(context.Background(), ix, DuplicateQuery{}, func(d DuplicateSet) error {
		sets++
		var paths []string
		for _, f := range d.Files {
			paths = append(paths, f.Path)
		}
		if want := byDoc[w.files[paths[0]]]; !slices.Equal(paths, want) {
			t.Errorf("duplicates %v, want %v", paths, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for d, paths := range byDoc {
		if len(paths) < 2 {
			delete(byDoc, d)
		}
	}
	if sets != len(byDoc) || sets == 0 {
		t.Errorf("%d sets of duplicates, want %d", sets, len(byDoc))
	}
	s, err := ix.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Files != int64(len(w.files)) || s.Contents != int64(contents) {
		t.Errorf("status counts %d files and %d contents, want %d and %d", s.Files, s.Contents, len(w.files), contents)
	}
}

package db

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"alike/fingerprint"
)

// TestAddContents checks that contents entered together get the numbers that they get one by one,
// whether they are new, in the index, or twice among themselves, and wherever a batch ends.
func TestAddContents(t *testing.T) {
	type added struct {
		id    ContentID
		isNew bool
	}
	enter := func(together bool) (all []added, sets []fingerprint.Set) {
		w := newWorld(t, 21)
		w.grow(120)
		ix := w.open(Options{Write: true, Create: true})
		iw, err := ix.NewWriter()
		must(t, err)
		iw.batch.limit = 3000 // postings, of half a dozen contents: some batches end within a group
		dir, err := iw.Directory("/d")
		must(t, err)
		var batch []Addition
		var spools []*Spool
		deliver := func() {
			if together {
				must(t, iw.AddContents(batch))
			}
			for i := range batch {
				a := &batch[i]
				if !together {
					a.ID, a.New, err = iw.AddContent(a.Content, a.Spool)
					must(t, err)
				}
				all = append(all, added{a.ID, a.New})
				must(t, iw.Put(dir.ID, Entry{Name: fmt.Sprint(len(all)), Content: a.ID, Stat: Stat{Size: a.Content.Size}}))
			}
			batch = batch[:0]
		}
		for i := range 300 {
			doc := w.docs[w.r.IntN(len(w.docs))]
			if len(batch) == len(spools) {
				spools = append(spools, iw.NewSpool())
			}
			spool := spools[len(batch)]
			must(t, spool.Add(fingerprint.Select(DefaultParams.Rule, doc.data)))
			size := int64(len(doc.data))
			batch = append(batch, Addition{Content: Content{Checksum: doc.sum, Size: size, Level: DefaultParams.Rule.Level(size)}, Spool: spool})
			if w.r.IntN(7) == 0 {
				deliver()
			}
			if i%90 == 89 {
				must(t, iw.Commit())
			}
		}
		deliver()
		must(t, iw.Commit())
		must(t, ix.Close())
		ix = w.open(Options{})
		defer ix.Close()
		mustCheck(t, ix)
		for _, a := range all {
			row, err := ix.Content(a.id)
			must(t, err)
			set, err := ix.Fingerprints(a.id, row.Fingerprints(), nil)
			must(t, err)
			sets = append(sets, set)
		}
		if n := len(ix.segments); n < 4 {
			t.Errorf("%d segments", n)
		}
		return all, sets
	}
	one, setsOfOne := enter(false)
	together, sets := enter(true)
	if !slices.Equal(one, together) || !slices.EqualFunc(setsOfOne, sets, slices.Equal[fingerprint.Set]) {
		t.Errorf("entered together: %v; one by one: %v; or their sets differ", together, one)
	}
	if old := slices.IndexFunc(one, func(a added) bool { return !a.isNew }); old < 0 || len(one) != 300 {
		t.Errorf("%d contents, the first known one at %d", len(one), old)
	}
}

// TestAddContentsFails checks what AddContents leaves behind when the numbers of contents run out.
func TestAddContentsFails(t *testing.T) {
	w := newWorld(t, 22)
	w.grow(60)
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	var group []Addition
	for i := range 3 {
		from := 20 * (i % 2) // the third is the first once more, which must not hide the error
		data := w.docs[slices.IndexFunc(w.docs[from:], func(d doc) bool { return len(d.data) > 5000 })+from]
		spool := iw.NewSpool()
		must(t, spool.Add(fingerprint.Select(DefaultParams.Rule, data.data)))
		size := int64(len(data.data))
		group = append(group, Addition{Content: Content{Checksum: data.sum, Size: size, Level: DefaultParams.Rule.Level(size)}, Spool: spool})
	}
	iw.root.NextContent = math.MaxUint32 - 1
	if err := iw.AddContents(group); !errors.Is(err, ErrNoNumbers) {
		t.Errorf("AddContents: %v", err)
	}
	for i := range group {
		if a := &group[i]; len(a.Spool.fps) > 0 || a.New != (i == 0) || (a.ID != 0) != (i == 0) {
			t.Errorf("content %d: number %d, new %v, %d fingerprints left in its spool", i, a.ID, a.New, len(a.Spool.fps))
		}
	}
}

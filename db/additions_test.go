package db

import (
	"fmt"
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
	enter := func(together bool) (all []added, sums []ContentID) {
		w := newWorld(t, 21)
		w.grow(120)
		ix := w.open(Options{Write: true, Create: true})
		iw, err := ix.NewWriter()
		must(t, err)
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
			sums = append(sums, ContentID(len(set)))
		}
		return all, sums
	}
	one, setsOfOne := enter(false)
	together, sets := enter(true)
	if !slices.Equal(one, together) || !slices.Equal(setsOfOne, sets) {
		t.Errorf("entered together: %v, with sets of %v; one by one: %v, with sets of %v", together, sets, one, setsOfOne)
	}
	if old := slices.IndexFunc(one, func(a added) bool { return !a.isNew }); old < 0 || len(one) != 300 {
		t.Errorf("%d contents, the first known one at %d", len(one), old)
	}
}

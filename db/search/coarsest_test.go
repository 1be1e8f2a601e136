package search

import (
	"context"
	"testing"

	"alike/db"
	"alike/fingerprint"
)

// TestCoarsestFingerprints holds that contents with fingerprints of level 30 are
// entered, read and compared as others are, whatever their check bits: there are
// no coarser levels to count them at. One in 2^25 fingerprints of level 5 is such.
func TestCoarsestFingerprints(t *testing.T) {
	w := newWorld(t, 1)
	ix := w.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	spool := iw.NewSpool()
	defer spool.Close()
	l, err := iw.Directory("/d")
	if err != nil {
		t.Fatal(err)
	}
	const contents = 34
	for i := range contents {
		coarsest := fingerprint.Fingerprint(1) << (i / 2) >> 1 // 0, 1, 2, 4 … 2^15, each in two
		chosen := []fingerprint.Selected{{Fingerprint: coarsest}, {Fingerprint: coarsest + 1<<39}, {Fingerprint: coarsest + 1<<40}}
		if err := spool.Add(chosen); err != nil {
			t.Fatal(err)
		}
		c := db.Content{Checksum: db.Checksum{byte(i + 1)}, Size: 300, Level: 5}
		id, _, err := iw.AddContent(c, spool)
		if err != nil {
			t.Fatal(err)
		}
		if err := iw.Put(l.ID, db.Entry{Name: string(rune('A' + i)), Content: id, Stat: db.Stat{Size: 300}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	mustCheck(t, ix)
	pairs := 0
	_, err = Pairs(context.Background(), ix, PairQuery{Min: 1, MinShared: 3}, func(p Pair) error {
		pairs++
		if p.Shared != 3 || p.A.Path[3]+1 != p.B.Path[3] {
			t.Errorf("%+v", p)
		}
		return nil
	})
	if err != nil || pairs != contents/2 {
		t.Errorf("%d pairs, %v; want %d", pairs, err, contents/2)
	}
}

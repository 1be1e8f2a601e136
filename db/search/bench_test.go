package search

import (
	"context"
	"fmt"
	"testing"

	"alike/db"
	"alike/fingerprint"
)

// BenchmarkQuery queries an index of 300 similar contents for one of them.
func BenchmarkQuery(b *testing.B) {
	w := newWorld(b, 1)
	w.grow(300)
	ix := w.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	if err != nil {
		b.Fatal(err)
	}
	for d := range w.docs {
		w.put(iw, fmt.Sprintf("/d/%d", d), d)
	}
	if err := iw.Commit(); err != nil {
		b.Fatal(err)
	}
	defer ix.Close()
	set, level := fingerprint.SetOf(db.DefaultParams.Rule, w.docs[77].data)
	c := db.Content{Checksum: db.Checksum{1, 2, 3}, Size: int64(len(w.docs[77].data)), Level: level}
	for b.Loop() {
		err := Query(context.Background(), ix, c, set, PairQuery{Min: .3, MinShared: db.MinShared}, func(Match) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(set)), "fingerprints")
}

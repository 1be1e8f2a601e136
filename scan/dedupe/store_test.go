package dedupe

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"alike/db"
)

// TestMemoryStore compares the store of a run without an index with a slice: ids, and
// Sets, including empty and missing ones.
func TestMemoryStore(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 42))
	for _, named := range []bool{true, false} {
		s := newMemoryStore(nil, named)
		var want []db.Record
		look := func() {
			n := r.IntN(len(want))
			got, ok, err := s.record(db.RecordID(n + 1))
			if err != nil || !ok || !bytes.Equal(got.Set, want[n].Set) || named && string(got.ID) != string(want[n].ID) {
				t.Fatalf("record %d: %q %x, %v, %v; want %q %x", n+1, got.ID, got.Set, ok, err, want[n].ID, want[n].Set)
			}
		}
		for i := range 5000 {
			k := db.Record{ID: fmt.Appendf(nil, "%x", r.Uint64()>>r.IntN(64))}
			if r.IntN(3) > 0 {
				k.Set = make([]byte, r.IntN(200))
				for j := range k.Set {
					k.Set[j] = byte(r.Uint32())
				}
			}
			n, err := s.add(&k)
			if err != nil || n != db.RecordID(i+1) {
				t.Fatalf("record %d has the number %d, %v", i+1, n, err)
			}
			want = append(want, k)
			for range r.IntN(3) {
				look()
			}
		}
		for _, n := range []db.RecordID{0, 5001} {
			if _, ok, err := s.record(n); ok || err != nil {
				t.Errorf("record %d exists: %v, %v", n, ok, err)
			}
		}
		if s.bytes() < 8*2500 {
			t.Errorf("5,000 records take %d bytes", s.bytes())
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
}

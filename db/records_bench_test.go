package db

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"alike/db/hamming"
)

// benchRecords returns an index of n records of the method simhash, in commits of
// 100,000.
func benchRecords(b *testing.B, n int, set []byte) (*Index, *Writer) {
	ix, err := Open(context.Background(), filepath.Join(b.TempDir(), "index"), Options{Write: true, Create: true, Kind: Records})
	must(b, err)
	w, err := ix.NewWriter()
	must(b, err)
	must(b, w.KeepRecords("simhash"))
	for i := range n {
		r := Record{ID: fmt.Appendf(nil, "line:%d", i), Hash: hamming.Document{Hash: mix(uint64(i)), Features: 300}, Set: set}
		if _, err := w.AddRecord(r); err != nil {
			b.Fatal(err)
		}
		if i%100_000 == 99_999 {
			must(b, w.Commit())
		}
	}
	must(b, w.Commit())
	return ix, w
}

// BenchmarkAddRecord enters and commits records, one for each operation.
func BenchmarkAddRecord(b *testing.B) {
	ix, _ := benchRecords(b, b.N, nil)
	must(b, ix.Close())
}

// BenchmarkEachRecord iterates over a million records.
func BenchmarkEachRecord(b *testing.B) {
	const n = 1_000_000
	ix, _ := benchRecords(b, n, nil)
	defer ix.Close()
	b.ResetTimer()
	for i := 0; i < b.N; i += n {
		count := 0
		must(b, ix.EachRecord(context.Background(), func(RecordID, Record) error { count++; return nil }))
		if count != n {
			b.Fatal(count)
		}
	}
}

// BenchmarkRecord reads records with a set of 2 KB in random order.
func BenchmarkRecord(b *testing.B) {
	const n = 200_000
	ix, _ := benchRecords(b, n, make([]byte, 2000))
	defer ix.Close()
	b.ResetTimer()
	for i := range b.N {
		if _, ok, err := ix.Record(RecordID(1 + mix(uint64(i))%n)); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}

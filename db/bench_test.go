package db

import (
	"context"
	"math/rand/v2"
	"testing"

	"alike/db/store"
	"alike/fingerprint"
)

// benchPostings returns the postings of a batch of contents with 65 fingerprints each
// at level 5, in order of content.
func benchPostings(l *postingList, n int) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n / 65 {
		set := make([]fingerprint.Fingerprint, 65)
		for j := range set {
			set[j] = fingerprint.Fingerprint(r.Uint64N(1 << 41))
		}
		l.add(fingerprint.NewSet(set, 0), ContentID(i))
	}
}

// BenchmarkSegmentWrite sorts a batch of postings and writes them as a table of a
// segment, with index and checksums. Its unit is postings/s.
func BenchmarkSegmentWrite(b *testing.B) {
	ctx := context.Background()
	st, err := store.Open(ctx, b.TempDir()+"/index", store.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	const n = 4 << 20
	var list postingList
	segment, bytes := uint32(0), int64(0)
	for b.Loop() {
		b.StopTimer()
		benchPostings(&list, n)
		segment++
		seg := newSegmentWriter(st, segment, 1)
		b.StartTimer()
		if err := list.write(&seg.postings, 1); err != nil {
			b.Fatal(err)
		}
		meta, err := seg.finish()
		if err != nil {
			b.Fatal(err)
		}
		if err := st.Flush(); err != nil {
			b.Fatal(err)
		}
		bytes = meta.bytes()
		b.StopTimer()
		if err := dropSegment(st, segment); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpostings/s")
	b.ReportMetric(float64(bytes)/n, "B/posting")
}

// BenchmarkEncodePostings measures the encoding of sorted blocks alone.
func BenchmarkEncodePostings(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	block := make([]Posting, postingsInBlock) // of a batch of a million
	for i := range block {
		block[i] = Posting{fingerprint.Fingerprint(i)<<21 + fingerprint.Fingerprint(r.Uint64N(1<<21)), ContentID(r.IntN(1 << 14))}
	}
	var buf []byte
	for b.Loop() {
		buf = encodePostings(buf[:0], block)
	}
	b.ReportMetric(float64(len(block))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpostings/s")
}

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
func benchPostings(r *rand.Rand, n int) []uint64 {
	ps := make([]uint64, n)
	for i := range ps {
		ps[i] = r.Uint64N(1<<41)<<localBits | uint64(i/65)
	}
	return ps
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
	fresh := benchPostings(rand.New(rand.NewPCG(1, 1)), n)
	w := &Writer{}
	segment, bytes := uint32(0), int64(0)
	for b.Loop() {
		b.StopTimer()
		w.batch.postings = append(w.batch.postings[:0], fresh...)
		segment++
		seg := newSegmentWriter(st, segment, 1)
		b.StartTimer()
		if err := w.writePostings(seg); err != nil {
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

// BenchmarkSortPostings measures the sort alone.
func BenchmarkSortPostings(b *testing.B) {
	const n = 4 << 20
	fresh := benchPostings(rand.New(rand.NewPCG(1, 1)), n)
	ps, scratch := make([]uint64, n), make([]uint64, n)
	for b.Loop() {
		copy(ps, fresh)
		s := distributePostings(ps, scratch)
		for digit := range s.ends {
			s.bucket(digit)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpostings/s")
}

// BenchmarkEncodePostings measures the encoding of sorted blocks alone.
func BenchmarkEncodePostings(b *testing.B) {
	ps := sortPostings(distributePostings(benchPostings(rand.New(rand.NewPCG(1, 1)), 1<<20), nil))
	var block []Posting
	for _, p := range ps[:postingsInBlock] {
		block = append(block, Posting{fingerprint.Fingerprint(p >> localBits), ContentID(p & (maxContents - 1))})
	}
	var buf []byte
	for b.Loop() {
		buf = encodePostings(buf[:0], block)
	}
	b.ReportMetric(float64(len(block))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpostings/s")
}

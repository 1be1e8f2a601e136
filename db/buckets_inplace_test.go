package db

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A part of a block is what a comparison with each entry finds, however the hashes
// are spread.
func TestBucketParts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	spreads := []func() uint64{
		r.Uint64,
		func() uint64 { return r.Uint64() >> r.UintN(64) },
		func() uint64 { return 1<<63 | r.Uint64N(5) },
		func() uint64 { return math.MaxUint64 - r.Uint64N(300)>>r.UintN(9) },
	}
	some := 0
	for round := range 4000 {
		spread := spreads[round%len(spreads)]
		var entries []bucketEntry
		for range 1 + r.IntN(hashesInBlock) {
			entries = append(entries, bucketEntry{spread(), ContentID(r.Uint32()), r.IntN(2) == 0})
		}
		slices.SortFunc(entries, compareBucketEntries)
		data, err := readBucket(len(entries), encodeBucket(nil, entries))
		must(t, err)
		begin, end := entries[0].rotated, entries[len(entries)-1].rotated
		if room := math.MaxUint64 - end; room > 0 && round%3 > 0 {
			end += r.Uint64N(room)
		}
		first, last, h, distance := spread(), spread(), spread(), r.IntN(40)
		if first > last {
			first, last = last, first
		}
		var want []bucketEntry
		for _, e := range entries {
			if e.rotated >= first && e.rotated <= last && bits.OnesCount64(e.rotated^h) <= distance {
				want = append(want, e)
			}
		}
		from := data.from(first, begin, end)
		got, to := data.near(nil, from, last, h, distance)
		if !slices.Equal(got, want) {
			t.Fatalf("from %x to %x of %d entries: %d, want %d", first, last, len(entries), len(got), len(want))
		}
		if to < from || to < len(entries) && entries[to].rotated <= last {
			t.Fatalf("from %x to %x: entries %d to %d", first, last, from, to)
		}
		some += len(want)
	}
	if some < 4000 {
		t.Errorf("only %d were found", some)
	}
}

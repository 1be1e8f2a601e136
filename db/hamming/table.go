package hamming

import (
	"math/bits"
	"sync"
)

// table groups distinct hashes by a block: bucket by bucket, within a bucket in
// no order that matters.
type table struct {
	block  Block
	hashes []uint64
	begin  []uint32 // of the bucket of each value of the block, and the end
}

// WidestBucket bounds the bits that buckets are told apart by: four bytes for each
// of four million.
const WidestBucket = 22

// fewInBucket is how many hashes a bucket should hold, as a power of two: with
// fewer, the directory takes more memory than it saves time.
const fewInBucket = 3

// bucketBlock narrows a block to as many bits as n hashes are worth.
func bucketBlock(b Block, n int) Block {
	b.Width = min(b.Width, WidestBucket, uint(max(bits.Len(uint(n))-1-fewInBucket, 0)))
	return b
}

// newTable groups hashes, on several goroutines.
func newTable(b Block, hashes []uint64, threads int) *table {
	t := &table{block: b, hashes: make([]uint64, len(hashes)), begin: make([]uint32, 1<<b.Width+1)}
	// Each goroutine reads all and sees to its own range of values: the writes,
	// which lie anywhere, are what takes time.
	threads = min(max(threads, 1), 1<<b.Width)
	t.inRanges(threads, func(from, to uint64) {
		for _, h := range hashes {
			if v := b.Value(h); v >= from && v < to {
				t.begin[v+1]++
			}
		}
	})
	sum := uint32(0)
	for v := range t.begin {
		sum += t.begin[v]
		t.begin[v] = sum
	}
	t.inRanges(threads, func(from, to uint64) {
		for _, h := range hashes {
			if v := b.Value(h); v >= from && v < to {
				t.hashes[t.begin[v]] = h
				t.begin[v]++
			}
		}
	})
	// Each bucket's begin is its end now, which is the next one's begin.
	copy(t.begin[1:], t.begin[:len(t.begin)-1])
	t.begin[0] = 0
	return t
}

// inRanges calls fn at the same time for as many ranges of values.
func (t *table) inRanges(threads int, fn func(from, to uint64)) {
	values := uint64(len(t.begin) - 1)
	var wg sync.WaitGroup
	for i := range uint64(threads) {
		wg.Go(func() { fn(values*i/uint64(threads), values*(i+1)/uint64(threads)) })
	}
	wg.Wait()
}

// sortedTable is the table of hashes that are in ascending order, by their upper
// bits: they stay where they are.
func sortedTable(b Block, hashes []uint64) *table {
	t := &table{block: b, hashes: hashes, begin: make([]uint32, 1<<b.Width+1)}
	for _, h := range hashes {
		t.begin[b.Value(h)+1]++
	}
	for v := range len(t.begin) - 1 {
		t.begin[v+1] += t.begin[v]
	}
	return t
}

func (t *table) bucket(v uint64) []uint64 { return t.hashes[t.begin[v]:t.begin[v+1]] }

// near appends the hashes at most so far from h that lie in the buckets of the
// masks.
func (t *table) near(found []uint64, h uint64, distance int, masks []uint32) []uint64 {
	v := t.block.Value(h)
	for _, m := range masks {
		found = nearIn(found, t.bucket(v^uint64(m)), h, distance)
	}
	return found
}

// nearIn appends the hashes at most so far from h.
func nearIn(found, hashes []uint64, h uint64, distance int) []uint64 {
	for _, g := range hashes {
		if bits.OnesCount64(g^h) <= distance {
			found = append(found, g)
		}
	}
	return found
}

package hamming

import (
	"math/bits"
	"sync"
)

// table groups distinct hashes by the value of a block. The order within a bucket does
// not matter.
type table struct {
	block  Block
	hashes []uint64
	begin  []uint32 // start of each value's bucket, and the end of the last
}

// WidestBucket bounds the bits of a block that a table uses: its directory takes four
// bytes for each of four million buckets.
const WidestBucket = 22

// hashesInBucketLog is the base-2 logarithm of how many hashes a bucket should hold. With
// fewer, the directory takes more memory than the time it saves is worth.
const hashesInBucketLog = 3

// bucketBlock narrows a block to suit n hashes.
func bucketBlock(b Block, n int) Block {
	b.Width = min(b.Width, WidestBucket, uint(max(bits.Len(uint(n))-1-hashesInBucketLog, 0)))
	return b
}

// newTable groups hashes with several goroutines.
func newTable(b Block, hashes []uint64, threads int) *table {
	t := &table{block: b, hashes: make([]uint64, len(hashes)), begin: make([]uint32, 1<<b.Width+1)}
	// Each goroutine reads all hashes and writes the ones in its range of values: most of
	// the time goes into the scattered writes.
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
	// Each begin is now the end of its bucket, which is where the next one begins.
	copy(t.begin[1:], t.begin[:len(t.begin)-1])
	t.begin[0] = 0
	return t
}

// inRanges cuts the values into n ranges and calls fn for all at the same time.
func (t *table) inRanges(n int, fn func(from, to uint64)) {
	values := uint64(len(t.begin) - 1)
	var wg sync.WaitGroup
	for i := range uint64(n) {
		wg.Go(func() { fn(values*i/uint64(n), values*(i+1)/uint64(n)) })
	}
	wg.Wait()
}

// sortedTable returns the table of hashes in ascending order by their upper bits. It does
// not copy them.
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

// near appends the hashes within distance of h in the buckets that differ from h's own by
// a mask.
func (t *table) near(found []uint64, h uint64, distance int, masks []uint32) []uint64 {
	v := t.block.Value(h)
	for _, m := range masks {
		found = nearIn(found, t.bucket(v^uint64(m)), h, distance)
	}
	return found
}

// nearIn appends the hashes within distance of h.
func nearIn(found, hashes []uint64, h uint64, distance int) []uint64 {
	for _, g := range hashes {
		if bits.OnesCount64(g^h) <= distance {
			found = append(found, g)
		}
	}
	return found
}

package db

import (
	"math/bits"
	"runtime"

	"alike/db/inorder"
	"alike/fingerprint"
)

const (
	// localBits is the width of a content's number within a batch: together with the 46
	// bits of a fingerprint a posting of a batch fits into 64 bits.
	localBits   = 64 - fingerprint.Bits
	maxContents = 1 << localBits
	// postingChunk is the number of postings by which a list grows. A list is not copied when it
	// grows: for a fresh scan of 11,000 files that took 9,000 page faults of 20,000.
	postingChunk = 64 << 10
	// bucketPostings is about how many postings are sorted at a time. They stay in the
	// second-level cache.
	bucketPostings = 16 << 10
	// mantissaBits is the number of bits below the highest one that choose a bucket. Postings are dense
	// up to the bound of their level, and sparse beyond it, where only a few contents have some:
	// equal buckets would leave most of them in one or two.
	mantissaBits   = 6
	postingBuckets = (64-mantissaBits)<<mantissaBits + 1<<mantissaBits
)

// batchPosting is a posting of a batch: fingerprint << localBits | content.
type batchPosting uint64

// postingList collects the postings of a batch in any order, and writes them sorted.
type postingList struct {
	full   [][]batchPosting // of postingChunk each
	spare  [][]batchPosting
	last   []batchPosting
	sorted []batchPosting // scratch
}

func (l *postingList) len() int { return len(l.full)*postingChunk + len(l.last) }

// add adds a content's set. content is its number in the batch.
func (l *postingList) add(set fingerprint.Set, content ContentID) {
	for len(set) > 0 {
		if len(l.last) == cap(l.last) {
			l.grow()
		}
		n := min(cap(l.last)-len(l.last), len(set))
		for _, fp := range set[:n] {
			l.last = append(l.last, batchPosting(fp)<<localBits|batchPosting(content))
		}
		set = set[n:]
	}
}

func (l *postingList) grow() {
	if l.last != nil {
		l.full = append(l.full, l.last)
	}
	if n := len(l.spare); n > 0 {
		l.last, l.spare = l.spare[n-1], l.spare[:n-1]
		return
	}
	l.last = make([]batchPosting, 0, postingChunk)
}

// chunks calls use with all postings, in parts.
func (l *postingList) chunks(use func([]batchPosting)) {
	for _, c := range l.full {
		use(c)
	}
	use(l.last)
}

// reset empties the list and keeps its memory.
func (l *postingList) reset() {
	for _, c := range l.full {
		l.spare = append(l.spare, c[:0])
	}
	l.full, l.last = l.full[:0], l.last[:0]
}

// bucket returns the number of the bucket of a posting. It ascends with the posting.
func (p batchPosting) bucket() uint {
	low := uint(max(bits.Len64(uint64(p))-mantissaBits-1, 0))
	return low<<mantissaBits + uint(p>>(low&63))
}

// distribute copies the postings into the order of their buckets, and returns the ends of ranges of
// them with about bucketPostings each.
func (l *postingList) distribute() (ranges []int) {
	var ends [postingBuckets]uint32
	l.chunks(func(ps []batchPosting) {
		for _, p := range ps {
			ends[p.bucket()]++
		}
	})
	sum, start := 0, 0
	for i, n := range ends {
		ends[i] = uint32(sum)
		sum += int(n)
		if sum-start >= bucketPostings {
			ranges = append(ranges, sum)
			start = sum
		}
	}
	if start < sum {
		ranges = append(ranges, sum)
	}
	if cap(l.sorted) < sum {
		l.sorted = make([]batchPosting, sum)
	}
	to := l.sorted[:sum]
	l.chunks(func(ps []batchPosting) {
		for _, p := range ps {
			end := &ends[p.bucket()]
			to[*end] = p
			*end++
		}
	})
	return ranges
}

// write sorts the postings and writes them to a table. base is the content that is 0 in them. They are
// sorted and encoded on all cores, and written in order. The list is empty afterwards.
func (l *postingList) write(to *postingWriter, base ContentID) error {
	ranges := l.distribute()
	workers := make([]struct {
		order  fingerprint.Sorter[batchPosting]
		blocks postingBlocks
	}, runtime.GOMAXPROCS(0))
	err := inorder.Do(len(ranges), len(workers), func(worker, i int) (func() error, error) {
		k := &workers[worker]
		start := 0
		if i > 0 {
			start = ranges[i-1]
		}
		ps := l.sorted[start:ranges[i]]
		k.order.Sort(ps)
		k.blocks.encodeBatch(ps, base)
		return func() error { return k.blocks.write(to) }, nil
	})
	l.reset()
	return err
}

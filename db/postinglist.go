package db

import (
	"runtime"
	"slices"
	"sync"

	"alike/db/inorder"
	"alike/fingerprint"
)

const (
	// localBits is the width of a content's number within a batch: together with the 46
	// bits of a fingerprint a posting of a batch fits into 64 bits.
	localBits   = 64 - fingerprint.Bits
	maxContents = 1 << localBits
	// postingChunk is the number of postings in a chunk of a list: half a megabyte, which is sorted
	// in the second-level cache.
	postingChunk = 64 << 10
	// rangePostings is about how many postings of all chunks are merged at a time, and
	// samplePostings the distance of those that choose the borders.
	rangePostings  = 16 << 10
	samplePostings = 1 << 10
)

// batchPosting is a posting of a batch: fingerprint << localBits | content.
type batchPosting uint64

// postingList collects the postings of a batch in any order, and writes them sorted. It grows by
// chunks and is not copied, which would cost a scan of 11,000 files two thirds as many page faults again.
// Each is sorted as soon as it is full, by the goroutine that has filled it, so that little is left
// to do when a scan has read its last file and waits for the commit.
type postingList struct {
	full     [][]batchPosting // of postingChunk each
	unsorted [][]batchPosting // those of full that nobody has claimed
	last     []batchPosting
	spare    [][]batchPosting
	sorting  sync.WaitGroup // of claimed chunks
}

type postingSorter = fingerprint.Sorter[batchPosting]

func (l *postingList) len() int { return len(l.full)*postingChunk + len(l.last) }

// add adds a content's set. content is its number in the batch.
func (l *postingList) add(set fingerprint.Set, content ContentID) {
	for len(set) > 0 {
		if len(l.last) == cap(l.last) {
			l.last = l.chunk()
		}
		n := min(cap(l.last)-len(l.last), len(set))
		for _, fp := range set[:n] {
			l.last = append(l.last, batchPosting(fp)<<localBits|batchPosting(content))
		}
		set = set[n:]
		if len(l.last) == cap(l.last) {
			l.full, l.unsorted = append(l.full, l.last), append(l.unsorted, l.last)
			l.last = nil
		}
	}
}

// claim returns the full chunks that are not sorted yet. The caller passes them to sort.
func (l *postingList) claim() (unsorted [][]batchPosting) {
	unsorted, l.unsorted = l.unsorted, nil
	l.sorting.Add(len(unsorted))
	return unsorted
}

// chunk returns an empty chunk.
func (l *postingList) chunk() []batchPosting {
	if n := len(l.spare); n > 0 {
		c := l.spare[n-1]
		l.spare = l.spare[:n-1]
		return c
	}
	return make([]batchPosting, 0, postingChunk)
}

// sort sorts claimed chunks. It needs no lock.
func (l *postingList) sort(claimed [][]batchPosting, order *postingSorter) {
	for _, c := range claimed {
		order.Sort(c)
		l.sorting.Done()
	}
}

// write writes all postings to a table, sorted, and empties the list. base is the content that is 0 in them.
// Ranges of all chunks are merged and encoded on all cores, and written in order.
func (l *postingList) write(to *postingWriter, base ContentID) error {
	workers := make([]postingMerger, runtime.GOMAXPROCS(0))
	rest := append(l.claim(), l.last)
	l.sorting.Add(1)
	err := inorder.Do(len(rest), len(workers), func(worker, i int) (func() error, error) {
		l.sort(rest[i:i+1], &workers[worker].order)
		return func() error { return nil }, nil
	})
	l.sorting.Wait()
	if err != nil {
		return err
	}
	chunks := append(l.full, l.last)
	borders := rangeBorders(chunks)
	err = inorder.Do(len(borders)+1, len(workers), func(worker, i int) (func() error, error) {
		k := &workers[worker]
		k.merge(chunks, borders, i)
		k.blocks.encodeBatch(k.ps, base)
		return func() error { return k.blocks.write(to) }, nil
	})
	for _, c := range chunks {
		if cap(c) > 0 {
			l.spare = append(l.spare, c[:0])
		}
	}
	l.full, l.last = l.full[:0], nil
	return err
}

// rangeBorders returns postings that divide sorted chunks into ranges of about rangePostings.
func rangeBorders(chunks [][]batchPosting) []batchPosting {
	var sample, borders []batchPosting
	for _, c := range chunks {
		for i := samplePostings - 1; i < len(c); i += samplePostings {
			sample = append(sample, c[i])
		}
	}
	slices.Sort(sample)
	const step = rangePostings / samplePostings
	for i := step; i < len(sample); i += step {
		borders = append(borders, sample[i])
	}
	return borders
}

// postingMerger merges ranges of chunks, for one goroutine.
type postingMerger struct {
	ps     []batchPosting
	order  postingSorter
	blocks postingBlocks
}

// merge merges the i-th range of sorted chunks, which ends before the i-th border.
func (m *postingMerger) merge(chunks [][]batchPosting, borders []batchPosting, i int) {
	m.ps = m.ps[:0]
	for _, c := range chunks {
		from, to := 0, len(c)
		if i > 0 {
			from, _ = slices.BinarySearch(c, borders[i-1])
		}
		if i < len(borders) {
			to, _ = slices.BinarySearch(c, borders[i])
		}
		m.ps = append(m.ps, c[from:to]...)
	}
	m.order.Sort(m.ps)
}

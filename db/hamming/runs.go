package hamming

import (
	"cmp"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

// entry is a document's hash.
type entry struct {
	hash     uint64
	document uint32
}

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.document, b.document))
}

// Runs groups documents by hash: the distinct hashes in ascending order and, for each,
// its documents in ascending order. It takes 12 bytes for each hash and 4 for each
// further document of a hash.
type Runs struct {
	Hashes    []uint64
	begin     []uint32 // start of each hash's documents, and the end of the last
	Documents []uint32
	upper     *table // by the upper bits
}

// Run returns the documents of the hash with index i.
func (r *Runs) Run(i int) []uint32 { return r.Documents[r.begin[i]:r.begin[i+1]] }

// find returns the index of a hash and whether it is there.
func (r *Runs) find(h uint64) (int, bool) {
	v := r.upper.block.Value(h)
	from, to := int(r.upper.begin[v]), int(r.upper.begin[v+1])
	i := from + sort.Search(to-from, func(i int) bool { return r.Hashes[from+i] >= h })
	return i, i < to && r.Hashes[i] == h
}

// of returns the documents of a hash.
func (r *Runs) of(h uint64) []uint32 {
	if i, ok := r.find(h); ok {
		return r.Run(i)
	}
	return nil
}

func (r *Runs) bytes() int {
	return 8*cap(r.Hashes) + 4*cap(r.begin) + 4*cap(r.Documents) + 4*cap(r.upper.begin)
}

// runsBuilder builds runs from entries in order. It drops duplicates.
type runsBuilder struct{ r Runs }

// newRunsBuilder reserves memory for n entries.
func newRunsBuilder(n int) *runsBuilder {
	return &runsBuilder{Runs{Hashes: make([]uint64, 0, n), begin: make([]uint32, 0, n+1), Documents: make([]uint32, 0, n)}}
}

func (b *runsBuilder) add(e entry) {
	r := &b.r
	switch n := len(r.Hashes); {
	case n == 0 || r.Hashes[n-1] != e.hash:
		r.Hashes = append(r.Hashes, e.hash)
		r.begin = append(r.begin, uint32(len(r.Documents)))
	case r.Documents[len(r.Documents)-1] == e.document:
		return
	}
	r.Documents = append(r.Documents, e.document)
}

func (b *runsBuilder) finish() *Runs {
	r := &b.r
	r.begin = append(r.begin, uint32(len(r.Documents)))
	r.Hashes, r.begin, r.Documents = trimmed(r.Hashes), trimmed(r.begin), trimmed(r.Documents)
	r.upper = sortedTable(bucketBlock(Block{0, Bits}, len(r.Hashes)), r.Hashes)
	return r
}

// trimmed returns s with excess capacity freed.
func trimmed[T any](s []T) []T {
	if cap(s)-len(s) > len(s)/16 {
		return slices.Clip(append(make([]T, 0, len(s)), s...))
	}
	return s
}

// eachOfRuns calls use for the entries of all runs in order. An entry in several runs
// comes several times.
func eachOfRuns(runs []*Runs, use func(entry)) {
	type cursor struct {
		*Runs
		hash, document int // indexes of the next entry
	}
	var cursors []*cursor
	for _, r := range runs {
		if len(r.Hashes) > 0 {
			cursors = append(cursors, &cursor{Runs: r})
		}
	}
	for len(cursors) > 0 {
		first := 0
		var least entry
		for i, c := range cursors {
			e := entry{c.Hashes[c.hash], c.Documents[c.document]}
			if i == 0 || compareEntries(e, least) < 0 {
				first, least = i, e
			}
		}
		use(least)
		c := cursors[first]
		if c.document++; c.document == int(c.begin[c.hash+1]) {
			if c.hash++; c.hash == len(c.Hashes) {
				cursors = slices.Delete(cursors, first, first+1)
			}
		}
	}
}

// NewRuns builds runs from the hashes of documents, in any order. It overwrites both
// slices.
func NewRuns(hashes []uint64, documents []uint32, threads int) *Runs {
	n := len(hashes)
	// Distribute by the upper bits, then sort bucket by bucket.
	block := bucketBlock(Block{0, 16}, n)
	begin := make([]uint32, 1<<block.Width+1)
	for _, h := range hashes {
		begin[block.Value(h)+1]++
	}
	for v := range len(begin) - 1 {
		begin[v+1] += begin[v]
	}
	next := slices.Clone(begin)
	entries := make([]entry, n)
	for i, h := range hashes {
		v := block.Value(h)
		entries[next[v]] = entry{h, documents[i]}
		next[v]++
	}
	var bucket atomic.Int64
	var wg sync.WaitGroup
	for range max(threads, 1) {
		wg.Go(func() {
			for {
				v := bucket.Add(1) - 1
				if v >= int64(len(begin)-1) {
					return
				}
				slices.SortFunc(entries[begin[v]:begin[v+1]], compareEntries)
			}
		})
	}
	wg.Wait()
	// The results are no longer than the arguments, so they reuse their memory.
	b := &runsBuilder{Runs{Hashes: hashes[:0], begin: make([]uint32, 0, n+1), Documents: documents[:0]}}
	for _, e := range entries {
		b.add(e)
	}
	return b.finish()
}

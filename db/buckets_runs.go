package db

import (
	"cmp"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

// hashEntry says that a document has a hash.
type hashEntry struct {
	hash     uint64
	document uint32
}

func compareEntries(a, b hashEntry) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.document, b.document))
}

// hashRuns are documents by their hash: distinct hashes in ascending order, and of
// each the documents, ascending. 12 bytes for each hash and 4 for each document
// beyond the first of a hash.
type hashRuns struct {
	hashes    []uint64
	begin     []uint32 // of the documents of each hash, and the end
	documents []uint32
	upper     *hashTable // by the upper bits
}

// run returns the documents of the hash with the given place.
func (r *hashRuns) run(i int) []uint32 { return r.documents[r.begin[i]:r.begin[i+1]] }

// find returns the place of a hash, and whether there is one.
func (r *hashRuns) find(h uint64) (int, bool) {
	v := r.upper.block.value(h)
	from, to := int(r.upper.begin[v]), int(r.upper.begin[v+1])
	i := from + sort.Search(to-from, func(i int) bool { return r.hashes[from+i] >= h })
	return i, i < to && r.hashes[i] == h
}

// of returns the documents of a hash.
func (r *hashRuns) of(h uint64) []uint32 {
	if i, ok := r.find(h); ok {
		return r.run(i)
	}
	return nil
}

func (r *hashRuns) bytes() int {
	return 8*cap(r.hashes) + 4*cap(r.begin) + 4*cap(r.documents) + 4*cap(r.upper.begin)
}

// runsBuilder makes runs of entries that come in order. Where one comes twice it
// counts once.
type runsBuilder struct{ r hashRuns }

// newRunsBuilder makes room for so many entries.
func newRunsBuilder(n int) *runsBuilder {
	return &runsBuilder{hashRuns{hashes: make([]uint64, 0, n), begin: make([]uint32, 0, n+1), documents: make([]uint32, 0, n)}}
}

func (b *runsBuilder) add(e hashEntry) {
	r := &b.r
	switch n := len(r.hashes); {
	case n == 0 || r.hashes[n-1] != e.hash:
		r.hashes = append(r.hashes, e.hash)
		r.begin = append(r.begin, uint32(len(r.documents)))
	case r.documents[len(r.documents)-1] == e.document:
		return
	}
	r.documents = append(r.documents, e.document)
}

func (b *runsBuilder) finish() *hashRuns {
	r := &b.r
	r.begin = append(r.begin, uint32(len(r.documents)))
	r.hashes, r.begin, r.documents = trimmed(r.hashes), trimmed(r.begin), trimmed(r.documents)
	r.upper = sortedTable(bucketBlock(hashBlock{0, hashBits}, len(r.hashes)), r.hashes)
	return r
}

// trimmed gives back what was reserved for much more than there is.
func trimmed[T any](s []T) []T {
	if cap(s)-len(s) > len(s)/16 {
		return slices.Clip(append(make([]T, 0, len(s)), s...))
	}
	return s
}

// eachOfRuns calls use for the entries of all runs in order. One that several have
// comes as often.
func eachOfRuns(runs []*hashRuns, use func(hashEntry)) {
	type cursor struct {
		*hashRuns
		hash, document int // places of the next
	}
	var cursors []*cursor
	for _, r := range runs {
		if len(r.hashes) > 0 {
			cursors = append(cursors, &cursor{hashRuns: r})
		}
	}
	for len(cursors) > 0 {
		first := 0
		var least hashEntry
		for i, c := range cursors {
			e := hashEntry{c.hashes[c.hash], c.documents[c.document]}
			if i == 0 || compareEntries(e, least) < 0 {
				first, least = i, e
			}
		}
		use(least)
		c := cursors[first]
		if c.document++; c.document == int(c.begin[c.hash+1]) {
			if c.hash++; c.hash == len(c.hashes) {
				cursors = slices.Delete(cursors, first, first+1)
			}
		}
	}
}

// newHashRuns makes runs of the hashes of documents, in any order. Both are
// overwritten.
func newHashRuns(hashes []uint64, documents []uint32, threads int) *hashRuns {
	n := len(hashes)
	// Distributed by the upper bits first, then sorted bucket by bucket.
	block := bucketBlock(hashBlock{0, 16}, n)
	begin := make([]uint32, 1<<block.width+1)
	for _, h := range hashes {
		begin[block.value(h)+1]++
	}
	for v := range len(begin) - 1 {
		begin[v+1] += begin[v]
	}
	next := slices.Clone(begin)
	entries := make([]hashEntry, n)
	for i, h := range hashes {
		v := block.value(h)
		entries[next[v]] = hashEntry{h, documents[i]}
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
	// What was given is as long as what comes of it.
	b := &runsBuilder{hashRuns{hashes: hashes[:0], begin: make([]uint32, 0, n+1), documents: documents[:0]}}
	for _, e := range entries {
		b.add(e)
	}
	return b.finish()
}

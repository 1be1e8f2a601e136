package main

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"alike/db"
	"alike/db/hamming"
)

const (
	hashScheme  = "made up"
	clusterSize = 10
	// clusterFlips is how many bits of a cluster's centre are turned at most.
	clusterFlips = 7
)

// syntheticHashes makes hashes of which the first fifth are in clusters.
func syntheticHashes(s subject) []uint64 {
	rng := rand.New(rand.NewPCG(s.seed, 64))
	hashes := make([]uint64, s.contents)
	centre := uint64(0)
	for i := range hashes {
		if i >= planted(s.contents) {
			hashes[i] = rng.Uint64()
			continue
		}
		if i%clusterSize == 0 {
			centre = rng.Uint64()
		}
		hashes[i] = centre
		for range rng.IntN(clusterFlips + 1) {
			hashes[i] ^= 1 << rng.UintN(64)
		}
	}
	return hashes
}

// planted is how many hashes are in clusters.
func planted(n int) int { return n / 5 / clusterSize * clusterSize }

// pairsInClusters counts the pairs of a cluster's hashes, each compared with each.
func pairsInClusters(hashes []uint64, distance int) (n int64) {
	for i := range planted(len(hashes)) {
		for j := i - i%clusterSize; j < i; j++ {
			if bits.OnesCount64(hashes[i]^hashes[j]) <= distance {
				n++
			}
		}
	}
	return n
}

// pairCount counts pairs of documents, and those of one cluster.
type pairCount struct{ all, inClusters int64 }

func (c *pairCount) add(a, b []uint32, distance, n int) {
	if distance == 0 { // a star stands for each with each
		all := slices.Concat(a, b)
		for i := range all {
			c.each(all[i:i+1], all[:i], n)
		}
		return
	}
	c.each(a, b, n)
}

func (c *pairCount) each(a, b []uint32, n int) {
	c.all += int64(len(a)) * int64(len(b))
	for _, x := range a {
		for _, y := range b {
			if int(max(x, y)) < planted(n) && x/clusterSize == y/clusterSize {
				c.inClusters++
			}
		}
	}
}

// measureHashSet measures a set in memory.
func measureHashSet(ctx context.Context, s subject) (f hashFigures, err error) {
	hashes := syntheticHashes(s)
	documents := make([]uint32, len(hashes))
	for i := range documents {
		documents[i] = uint32(i)
	}
	set, err := hamming.NewSet(hamming.DefaultBlocks)
	if err != nil {
		return f, err
	}
	start := time.Now()
	for i, h := range hashes {
		set.Insert(documents[i], hamming.Document{Hash: h})
	}
	f.Insert = time.Since(start).Seconds()
	if set, err = hamming.NewSet(hamming.DefaultBlocks); err != nil {
		return f, err
	}
	own := slices.Clone(hashes)
	start = time.Now()
	if err := set.Load(own, documents, runtime.GOMAXPROCS(0)); err != nil {
		return f, err
	}
	f.Build, f.Bytes = time.Since(start).Seconds(), float64(set.Bytes())/float64(len(hashes))
	for i, p := range f.pairs() {
		if *p, err = pairsOfSet(ctx, set, hashes, pairDistances[i]); err != nil {
			return f, err
		}
	}
	var matches []hamming.Match
	near := func(i int, h uint64, distance int) (found bool, err error) {
		matches, err = set.Near(matches[:0], hamming.Document{Hash: h}, distance)
		for _, m := range matches {
			found = found || int(m.Document) == i
		}
		return found, err
	}
	return f, f.ask(s, hashes, near)
}

// The distances of searches for all pairs and of queries, in the order of the
// fields.
var (
	pairDistances = [...]int{3, 6}
	nearDistances = [...]int{3, 12}
)

func (f *hashFigures) pairs() []*hashPairs { return []*hashPairs{&f.Pairs3, &f.Pairs6} }

// pairsOfSet measures a search for all pairs, which must find the planted ones.
func pairsOfSet(ctx context.Context, set *hamming.Set, hashes []uint64, distance int) (hashPairs, error) {
	var c pairCount
	start := time.Now()
	err := set.Pairs(ctx, distance, runtime.GOMAXPROCS(0), func(a, b []uint32, d int) error {
		c.add(a, b, d, len(hashes))
		return nil
	})
	p := hashPairs{time.Since(start).Seconds(), c.all}
	if want := pairsInClusters(hashes, distance); err == nil && c.inClusters != want {
		err = fmt.Errorf("%d of %d planted pairs are found at distance %d", c.inClusters, want, distance)
	}
	return p, err
}

// ask measures queries for hashes that are there, with some bits turned. Each must
// find the one that it comes from.
func (f *hashFigures) ask(s subject, hashes []uint64, near func(i int, h uint64, distance int) (bool, error)) error {
	rng := rand.New(rand.NewPCG(s.seed, 65))
	for k, l := range []*latency{&f.Near3, &f.Near12} {
		distance := nearDistances[k]
		var ms []float64
		for n := range warming + asked {
			i := rng.IntN(len(hashes))
			h := hashes[i]
			for range distance {
				h ^= 1 << rng.UintN(64)
			}
			start := time.Now()
			found, err := near(i, h, distance)
			if err != nil {
				return err
			}
			if n >= warming {
				ms = append(ms, time.Since(start).Seconds()*1000)
			}
			if !found {
				return fmt.Errorf("a query at distance %d does not find document %d", distance, i)
			}
		}
		slices.Sort(ms)
		*l = latency{Queries: len(ms), Median: median(ms), P99: ms[len(ms)*99/100-1], Most: ms[len(ms)-1]}
	}
	return nil
}

// measureHashIndex builds an index of contents that have nothing but a simhash, and
// measures the search in it.
func measureHashIndex(ctx context.Context, s subject) (f hashFigures, err error) {
	hashes := syntheticHashes(s)
	start := time.Now()
	if err := buildHashIndex(ctx, s, hashes); err != nil {
		return f, err
	}
	f.Build = time.Since(start).Seconds()
	err = withIndex(ctx, s, func(ctx context.Context, ix *db.Index) error {
		st, err := ix.Status(ctx)
		if err != nil {
			return err
		}
		f.Bytes = float64(st.HashBytes) / float64(st.Hashes)
		near := func(i int, h uint64, distance int) (found bool, err error) {
			path := pathOf(i)
			err = ix.Near(ctx, db.NearQuery{Hash: hamming.Document{Hash: h}, Distance: distance}, func(n db.Near) error {
				found = found || n.File.Path == path
				return nil
			})
			return found, err
		}
		if err := f.ask(s, hashes, near); err != nil {
			return err
		}
		for i, p := range f.pairs() {
			if *p, err = pairsOfIndex(ctx, ix, pairDistances[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return f, err
}

func pairsOfIndex(ctx context.Context, ix *db.Index, distance int) (p hashPairs, err error) {
	start := time.Now()
	_, err = ix.NearPairs(ctx, db.NearPairQuery{Distance: distance}, func(np db.NearPair) error {
		a, b := int64(np.A.Len()), int64(np.B.Len())
		if p.Pairs += a * b; np.Distance == 0 {
			p.Pairs += b * (b - 1) / 2 // a star stands for each with each
		}
		return nil
	})
	p.Seconds = time.Since(start).Seconds()
	return p, err
}

func buildHashIndex(ctx context.Context, s subject, hashes []uint64) error {
	return building(ctx, s.index, func(b *builder) error { return b.addHashes(ctx, s, hashes) })
}

// addHashes enters a content for each hash, folder by folder.
func (b *builder) addHashes(ctx context.Context, s subject, hashes []uint64) error {
	if err := b.w.KeepHashes(hashScheme, hamming.DefaultBlocks); err != nil {
		return err
	}
	for first := 0; first < s.contents; first += inFolder {
		if err := ctx.Err(); err != nil {
			return err
		}
		var entries []db.Entry
		for i := first; i < min(first+inFolder, s.contents); i++ {
			e, err := b.add(nameOf(i), synthetic{Content: db.Content{Checksum: checksum(s.seed, i), Size: medianSize, Level: 5}})
			if err == nil {
				err = b.w.PutHash(e.Content, hamming.Document{Hash: hashes[i], Features: 1})
			}
			if err != nil {
				return err
			}
			entries = append(entries, e)
		}
		if err := b.put(folderOf(first), entries); err != nil {
			return err
		}
	}
	return nil
}

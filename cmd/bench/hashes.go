package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"alike/db"
)

// hashSearches are the outcome of a run with --hashes.
type hashSearches struct {
	Machine machine        `json:"machine"`
	Seed    uint64         `json:"seed"`
	Sizes   []hashSearched `json:"sizes"`
}

// hashSearched is a number of hashes, in memory and in an index.
type hashSearched struct {
	Hashes int         `json:"hashes"`
	Set    hashFigures `json:"set"`
	Index  hashFigures `json:"index"`
}

// hashFigures are what one process measured.
type hashFigures struct {
	Build  float64   `json:"build_seconds"`
	Insert float64   `json:"insert_seconds,omitempty"` // one by one
	Bytes  float64   `json:"bytes_each"`               // in memory, or on disk
	Pairs3 hashPairs `json:"pairs_3"`
	Pairs6 hashPairs `json:"pairs_6"`
	Near3  latency   `json:"near_3"`
	Near12 latency   `json:"near_12"`
	Peak   int64     `json:"peak_bytes"`
}

// hashPairs is a search for all pairs.
type hashPairs struct {
	Seconds float64 `json:"seconds"`
	Pairs   int64   `json:"pairs"` // of documents
}

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
	set, err := db.NewHashSet(db.DefaultBlocks)
	if err != nil {
		return f, err
	}
	start := time.Now()
	for i, h := range hashes {
		set.Insert(documents[i], db.DocumentHash{Hash: h})
	}
	f.Insert = time.Since(start).Seconds()
	if set, err = db.NewHashSet(db.DefaultBlocks); err != nil {
		return f, err
	}
	threads := runtime.GOMAXPROCS(0)
	own := slices.Clone(hashes)
	start = time.Now()
	if err := set.Load(own, documents, threads); err != nil {
		return f, err
	}
	f.Build, f.Bytes = time.Since(start).Seconds(), float64(set.Bytes())/float64(len(hashes))
	for distance, p := range map[int]*hashPairs{3: &f.Pairs3, 6: &f.Pairs6} {
		var c pairCount
		start := time.Now()
		err := set.Pairs(ctx, distance, threads, func(a, b []uint32, d int) error {
			c.add(a, b, d, len(hashes))
			return nil
		})
		if err != nil {
			return f, err
		}
		*p = hashPairs{time.Since(start).Seconds(), c.all}
		if want := pairsInClusters(hashes, distance); c.inClusters != want {
			return f, fmt.Errorf("%d of %d planted pairs are found at distance %d", c.inClusters, want, distance)
		}
	}
	var matches []db.HashMatch
	near := func(i int, h uint64, distance int) (found bool, err error) {
		matches, err = set.Near(matches[:0], db.DocumentHash{Hash: h}, distance)
		for _, m := range matches {
			found = found || int(m.Document) == i
		}
		return found, err
	}
	return f, f.ask(s, hashes, near)
}

// ask measures queries for hashes that are there, with some bits turned. Each must
// find the one that it comes from.
func (f *hashFigures) ask(s subject, hashes []uint64, near func(i int, h uint64, distance int) (bool, error)) error {
	rng := rand.New(rand.NewPCG(s.seed, 65))
	for distance, l := range map[int]*latency{3: &f.Near3, 12: &f.Near12} {
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
			err = ix.Near(ctx, db.NearQuery{Hash: db.DocumentHash{Hash: h}, Distance: distance}, func(n db.Near) error {
				found = found || n.File.Path == path
				return nil
			})
			return found, err
		}
		if err := f.ask(s, hashes, near); err != nil {
			return err
		}
		for distance, p := range map[int]*hashPairs{3: &f.Pairs3, 6: &f.Pairs6} {
			start := time.Now()
			_, err := ix.NearPairs(ctx, db.NearPairQuery{Distance: distance}, func(np db.NearPair) error {
				a, b := int64(np.A.Len()), int64(np.B.Len())
				if p.Pairs += a * b; np.Distance == 0 {
					p.Pairs += b * (b - 1) / 2 // a star stands for each with each
				}
				return nil
			})
			if err != nil {
				return err
			}
			p.Seconds = time.Since(start).Seconds()
		}
		return nil
	})
	return f, err
}

func buildHashIndex(ctx context.Context, s subject, hashes []uint64) (err error) {
	ix, err := db.Open(ctx, s.index, db.Options{Write: true, Create: true, Command: "bench"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ix.Close()) }()
	w, err := ix.NewWriter()
	if err != nil {
		return err
	}
	b := builder{w: w, spool: w.NewSpool()}
	defer func() { err = errors.Join(err, b.spool.Close()) }()
	if err := w.KeepHashes(hashScheme, db.DefaultBlocks); err != nil {
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
				err = w.PutHash(e.Content, db.DocumentHash{Hash: hashes[i], Features: 1})
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
	if err := w.Commit(); err != nil {
		return err
	}
	return w.Merge(ctx)
}

// searchHashes measures each number of hashes, in memory and in an index.
func (b *bench) searchHashes(ctx context.Context) error {
	all := hashSearches{Machine: thisMachine(), Seed: b.seed}
	for _, n := range b.hashes {
		of := subject{b.index(), n, b.seed}
		s := hashSearched{Hashes: n}
		for name, f := range map[string]*hashFigures{stepHashSet: &s.Set, stepHashIndex: &s.Index} {
			b.say("%s of %d hashes", name, n)
			if err := b.measureHashStep(ctx, name, of, f); err != nil {
				return errors.Join(fmt.Errorf("%s of %d hashes: %w", name, n, err), os.RemoveAll(of.index))
			}
		}
		if err := os.RemoveAll(of.index); err != nil {
			return err
		}
		if s.Set.Pairs3.Pairs != s.Index.Pairs3.Pairs || s.Set.Pairs6.Pairs != s.Index.Pairs6.Pairs {
			return fmt.Errorf("of %d hashes the set finds %d and %d pairs, the index %d and %d", n,
				s.Set.Pairs3.Pairs, s.Set.Pairs6.Pairs, s.Index.Pairs3.Pairs, s.Index.Pairs6.Pairs)
		}
		all.Sizes = append(all.Sizes, s)
	}
	if b.format == "json" {
		return b.json(all)
	}
	return writeHashSearches(b.stdout, all)
}

func (b *bench) measureHashStep(ctx context.Context, name string, of subject, f *hashFigures) error {
	c, err := step(name, of)
	if err != nil {
		return err
	}
	c.stdout = filepath.Join(b.dir, "hashes.json")
	once, err := b.measure(ctx, c)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.stdout)
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	f.Peak = once.peak
	return err
}

func writeHashSearches(w io.Writer, all hashSearches) error {
	fmt.Fprintf(w, "%s\nsynthetic simhashes with seed %d, a fifth of them in clusters of %d\n\n", all.Machine, all.Seed, clusterSize)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "hashes\t\tbuild s\tinsert s\tbytes each\tpairs ≤ 3 s\tfound\tpairs ≤ 6 s\tfound\t≤ 3 µs\tp99 µs\t≤ 12 µs\tp99 µs\tpeak MiB\t\n")
	for _, s := range all.Sizes {
		for i, f := range []hashFigures{s.Set, s.Index} {
			insert := "–"
			if f.Insert > 0 {
				insert = figures(f.Insert)
			}
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t\n", s.Hashes, []string{"memory", "index"}[i],
				figures(f.Build), insert, figures(f.Bytes), figures(f.Pairs3.Seconds), f.Pairs3.Pairs, figures(f.Pairs6.Seconds), f.Pairs6.Pairs,
				figures(1000*f.Near3.Median), figures(1000*f.Near3.P99), figures(1000*f.Near12.Median), figures(1000*f.Near12.P99), peak(f.Peak, false))
		}
	}
	return t.Flush()
}

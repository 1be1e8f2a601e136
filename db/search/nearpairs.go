package search

import (
	"context"
	"runtime"
	"slices"

	"alike/db"
	"alike/db/hamming"
)

// NearPairQuery says which pairs of documents are asked for.
type NearPairQuery struct {
	Distance int
	Threads  int // 0: as many as there are processors
	// Progress, if not nil, is told now and then how much of the work is done.
	Progress func(done, total int64)
}

// NearPair is two sets of files, each of one simhash; all of A are as near to all
// of B. Of files with the same hash, A is the one with the smallest path, B the
// others, and the distance 0. Else A is the set with the smallest path.
type NearPair struct {
	A, B     NearFiles
	Distance int
	Short    bool // all are too short to judge: their normalised texts are equal
}

// NearFiles are the contents of one simhash, in bytewise order of path.
type NearFiles struct {
	contents []uint32
	names    *nearNames
}

// Len returns how many there are.
func (f NearFiles) Len() int { return len(f.contents) }

// Content returns the number of one of them, for a Scorer.
func (f NearFiles) Content(i int) db.ContentID { return db.ContentID(f.contents[i]) }

// Size returns the size of one of them in bytes.
func (f NearFiles) Size(i int) int64 { return f.names.sizes.All[f.contents[i]].Size }

// File returns one of them, by its smallest path.
func (f NearFiles) File(i int) File {
	id := db.ContentID(f.contents[i])
	r := &f.names.sizes.All[id]
	return File{
		Path: f.names.paths.best[id].String(), Size: r.Size, Level: int(r.Level),
		Fingerprints: f.names.sizes.Count(id, int(r.Level)), Copies: int(f.names.paths.refs[id]) - 1,
	}
}

// nearNames knows what the files of an answer are called.
type nearNames struct {
	sizes *db.Sizes
	paths *pathSide
}

// sort puts contents in order of path.
func (n *nearNames) sort(contents []uint32) {
	slices.SortFunc(contents, func(a, b uint32) int { return n.paths.best[a].Compare(n.paths.best[b]) })
}

// NearStats counts what an answer was made of.
type NearStats struct {
	Documents int64 // that have a simhash, and a path
	Short     int64 // of these, too short to judge: compared as equals only
	Hashes    int64 // distinct ones of the others
	Others    int64 // contents with a path that are no documents, or lack a simhash
}

// NearPairs calls use for every two sets of files whose simhashes differ in at most
// so many bits, in an order that depends on the hashes alone. Files of one hash
// come as a star from the one with the smallest path, never as pairs of each with
// each. What use is given is valid during the call.
//
// Memory: 32 bytes for each document, and what the paths take.
func NearPairs(ctx context.Context, ix *db.Index, q NearPairQuery, use func(NearPair) error) (NearStats, error) {
	var stats NearStats
	if err := hamming.CheckDistance(q.Distance); err != nil {
		return stats, err
	}
	longHashes, shortHashes, err := ix.ReadHashes(ctx)
	if err != nil {
		return stats, err
	}
	threads := q.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	runs := hamming.NewRuns(longHashes.Hashes, longHashes.Documents, threads)
	short := hamming.NewRuns(shortHashes.Hashes, shortHashes.Documents, threads)
	stats.Documents = int64(len(runs.Documents) + len(short.Documents))
	stats.Short, stats.Hashes = int64(len(short.Documents)), int64(len(runs.Hashes))
	if _, _, ok := ix.HashScheme(); ok {
		stats.Others = ix.LiveContents() - stats.Documents
	}
	names, err := newNearNames(ctx, ix)
	if err != nil {
		return stats, err
	}
	for _, r := range []*hamming.Runs{runs, short} {
		for _, id := range r.Documents {
			if !names.paths.has(db.ContentID(id)) {
				return stats, ix.Damaged("content %d has a simhash and no path, and is not listed as such", id)
			}
		}
	}
	for _, r := range []*hamming.Runs{runs, short} {
		if err := names.stars(ctx, r, r == short, use); err != nil {
			return stats, err
		}
	}
	if q.Distance == 0 {
		return stats, nil
	}
	tell := func(done, total int) {
		if q.Progress != nil {
			q.Progress(int64(done), int64(total))
		}
	}
	return stats, runs.Pairs(ctx, q.Distance, threads, tell, func(p hamming.Pair) error {
		a, b := NearFiles{runs.Run(int(p.A)), names}, NearFiles{runs.Run(int(p.B)), names}
		if names.paths.best[b.contents[0]].Compare(names.paths.best[a.contents[0]]) < 0 {
			a, b = b, a
		}
		return use(NearPair{a, b, int(p.Distance), false})
	})
}

func newNearNames(ctx context.Context, ix *db.Index) (*nearNames, error) {
	sizes, err := ix.Sizes()
	if err != nil {
		return nil, err
	}
	paths, err := readPaths(ctx, ix, nil, nil)
	if err != nil {
		return nil, err
	}
	return &nearNames{sizes, paths.here}, nil
}

// stars puts the documents of each hash in order of path and hands on those of
// several.
func (n *nearNames) stars(ctx context.Context, r *hamming.Runs, short bool, use func(NearPair) error) error {
	for i := range r.Hashes {
		run := r.Run(i)
		if len(run) == 1 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		n.sort(run)
		if err := use(NearPair{NearFiles{run[:1], n}, NearFiles{run[1:], n}, 0, short}); err != nil {
			return err
		}
	}
	return nil
}

package search

import (
	"context"
	"slices"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
)

// NearPairQuery selects pairs of documents by simhash.
type NearPairQuery struct {
	Distance int // largest Hamming distance, in bits
	// Trees and Admit are as in PairQuery.
	Trees   []string
	Admit   func(path string) bool
	Threads int // 0 means one for each processor
	// Pairs, if not nil, finds the pairs in place of the distance, among Documents in place
	// of those with a simhash. Documents with equal hashes are alike.
	Documents *db.HashList
	Pairs     func(runs *hamming.Runs, progress func(done, total int), use func(a, b uint32, share fingerprint.Share) error) error
	// Progress, if not nil, is called from time to time with the work done so far.
	Progress func(done, total int64)
}

// NearPair is two sets of files, each with one simhash, so that each file of A is at the
// same distance from each file of B, or shares as much with it. If all files have the same simhash, A is the one with
// the smallest path, B the others, and the distance is 0. Otherwise A is the set with the
// smallest path.
type NearPair struct {
	A, B     NearFiles
	Distance int
	Share    fingerprint.Share // as found by NearPairQuery.Pairs, 1 at distance 0
	Short    bool              // all files are too short to judge: their normalised texts are equal
}

// NearFiles are the contents with one simhash, in bytewise order of path.
type NearFiles struct {
	contents []uint32
	paths    *nearPaths
}

// Len returns the number of files.
func (f NearFiles) Len() int { return len(f.contents) }

// Admitted reports whether NearPairQuery.Admit admits a path of a file. If not, File has
// no path.
func (f NearFiles) Admitted(i int) bool { return f.paths.has(f.Content(i)) }

// Content returns the content of a file, for a Scorer.
func (f NearFiles) Content(i int) db.ContentID { return db.ContentID(f.contents[i]) }

// Size returns the size of a file in bytes.
func (f NearFiles) Size(i int) int64 { return f.paths.sizes.All[f.contents[i]].Size }

// File returns a file under the smallest path of its content.
func (f NearFiles) File(i int) File {
	return f.paths.file(f.paths.sizes, db.ContentID(f.contents[i]))
}

// nearPaths holds the paths and sizes of the files in an answer.
type nearPaths struct {
	*pathSide
	ix    *db.Index
	sizes *db.Sizes
}

// sharing is the Distance of a pair that was found by NearPairQuery.Pairs, other than 0.
const sharing = 1

// NearStats describes the work of a search.
type NearStats struct {
	Documents int64 // live contents with a simhash
	Short     int64 // of these, too short to judge: found only if equal
	Hashes    int64 // distinct simhashes of the others
	Others    int64 // live contents that are not documents or have no simhash
}

// NearPairs calls emit for every two sets of files whose simhashes differ in at most
// q.Distance bits, in an order that depends on the hashes alone. Files with the same hash
// come as a star around the one with the smallest path, not as all their pairs. A NearPair
// is valid during the call.
//
// Memory: 32 bytes for each document, and the paths.
func NearPairs(ctx context.Context, ix *db.Index, q NearPairQuery, emit func(NearPair) error) (NearStats, error) {
	var stats NearStats
	if err := hamming.CheckDistance(q.Distance); err != nil {
		return stats, err
	}
	var long, shortList db.HashList
	var err error
	if q.Documents != nil {
		long = *q.Documents
	} else if long, shortList, err = ix.ReadHashes(ctx); err != nil {
		return stats, err
	}
	names, err := newNearPaths(ctx, ix, &q)
	if err != nil {
		return stats, err
	}
	if len(q.Trees) > 0 {
		long, shortList = names.in(long), names.in(shortList)
	}
	threads := threadCount(q.Threads)
	runs := hamming.NewRuns(long.Hashes, long.Documents, threads)
	short := hamming.NewRuns(shortList.Hashes, shortList.Documents, threads)
	stats.Documents = int64(len(runs.Documents) + len(short.Documents))
	stats.Short, stats.Hashes = int64(len(short.Documents)), int64(len(runs.Hashes))
	if _, _, ok := ix.HashScheme(); ok || q.Documents != nil {
		stats.Others = names.contents() - stats.Documents
	}
	for _, r := range []*hamming.Runs{runs, short} {
		for _, id := range r.Documents {
			if !names.live[id] {
				return stats, ix.Damaged("content %d has a simhash and no path, but is not listed as orphaned", id)
			}
		}
	}
	for _, r := range []*hamming.Runs{runs, short} {
		if err := names.emitStars(ctx, r, r == short, emit); err != nil {
			return stats, err
		}
	}
	if q.Distance == 0 && q.Pairs == nil {
		return stats, nil
	}
	progress := func(done, total int) {
		if q.Progress != nil {
			q.Progress(int64(done), int64(total))
		}
	}
	found := func(i, k uint32, distance int, share fingerprint.Share) error {
		a, b := NearFiles{runs.Run(int(i)), names}, NearFiles{runs.Run(int(k)), names}
		if names.best[b.contents[0]].Compare(names.best[a.contents[0]]) < 0 {
			a, b = b, a
		}
		return emit(NearPair{A: a, B: b, Distance: distance, Share: share})
	}
	if q.Pairs != nil {
		return stats, q.Pairs(runs, progress, func(a, b uint32, share fingerprint.Share) error { return found(a, b, sharing, share) })
	}
	return stats, runs.Pairs(ctx, q.Distance, threads, progress, func(p hamming.Pair) error {
		return found(p.A, p.B, int(p.Distance), 0)
	})
}

func newNearPaths(ctx context.Context, ix *db.Index, q *NearPairQuery) (*nearPaths, error) {
	sizes, err := ix.Sizes()
	if err != nil {
		return nil, err
	}
	paths, err := readPaths(ctx, ix, &PairQuery{Trees: q.Trees, Admit: q.Admit, liveOnly: true})
	if err != nil {
		return nil, err
	}
	return &nearPaths{paths.trees, ix, sizes}, nil
}

// in returns the documents of a list that are in the trees.
func (n *nearPaths) in(list db.HashList) (in db.HashList) {
	for i, id := range list.Documents {
		if n.live[id] {
			in.Hashes, in.Documents = append(in.Hashes, list.Hashes[i]), append(in.Documents, id)
		}
	}
	return in
}

// contents returns how many contents are in the trees.
func (n *nearPaths) contents() (sum int64) {
	for _, live := range n.live {
		if live {
			sum++
		}
	}
	return sum
}

// without returns the documents that are not the same file as the first.
func (n *nearPaths) without(first uint32, others []uint32) (left []uint32, err error) {
	a := n.file(n.sizes, db.ContentID(first))
	left = slices.DeleteFunc(slices.Clone(others), func(other uint32) bool {
		if err != nil || !n.maybeOne(db.ContentID(first), n.pathSide, db.ContentID(other)) {
			return false
		}
		b, is := n.file(n.sizes, db.ContentID(other)), false
		is, err = oneFile(n.ix, &a, &b)
		return is
	})
	return left, err
}

// emitStars sorts the documents of each hash by path, and emits a star for each hash with
// several documents.
func (n *nearPaths) emitStars(ctx context.Context, r *hamming.Runs, short bool, emit func(NearPair) error) error {
	for i := range r.Hashes {
		run := r.Run(i)
		if len(run) == 1 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		slices.SortFunc(run, func(a, b uint32) int { return n.best[a].Compare(n.best[b]) })
		others, err := n.without(run[0], run[1:])
		if err != nil {
			return err
		}
		if len(others) == 0 {
			continue
		}
		if err := emit(NearPair{A: NearFiles{run[:1], n}, B: NearFiles{others, n}, Share: 1, Short: short}); err != nil {
			return err
		}
	}
	return nil
}

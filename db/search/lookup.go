package search

import (
	"context"
	"runtime"
	"slices"

	"alike/db"
	"alike/db/inorder"
	"alike/fingerprint"
)

// lookups is what one goroutine needs to look up fingerprints.
type lookups struct {
	lists *db.PostingLists
	ids   []db.ContentID
	ends  []int // of the contents of each fingerprint in ids
	live  []int // by fingerprint
}

// A look-up of one fingerprint in one segment takes some 5 µs, more than another goroutine
// costs. A goroutine takes lookupsInPiece at a time, if there are manyLookups.
const (
	lookupsInPiece = 64
	manyLookups    = 4 * lookupsInPiece
)

// lookUp calls use with the contents that have a fingerprint, claimed ones too, for each of a
// set in order, and counts the live ones in df. The contents are valid during the call.
func (s *querySearch) lookUp(ctx context.Context, set fingerprint.Set, use func(i int, list []db.ContentID)) error {
	segments := max(s.lookupsOf(0).lists.Segments(), 1)
	inPiece := max(lookupsInPiece/segments, 1)
	work := func(worker, piece int) (func() error, error) {
		l, from := s.lookups[worker], piece*inPiece
		part := set[from:min(from+inPiece, len(set))]
		if err := s.look(l, part); err != nil {
			return nil, err
		}
		return func() error {
			begin := 0
			for i, end := range l.ends {
				s.df[part[i]] = l.live[i]
				use(from+i, l.ids[begin:end])
				begin = end
			}
			return ctx.Err()
		}, nil
	}
	pieces := (len(set) + inPiece - 1) / inPiece
	if threads := runtime.GOMAXPROCS(0); threads > 1 && len(set)*segments >= manyLookups {
		for worker := range threads {
			s.lookupsOf(worker)
		}
		return inorder.Do(pieces, threads, work)
	}
	for piece := range pieces {
		finish, err := work(0, piece)
		if err == nil {
			err = finish()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lookupsOf returns the lookups of a goroutine, with the memory of a finished query.
func (s *querySearch) lookupsOf(worker int) *lookups {
	for n := len(s.lookups); n <= worker; n++ {
		l := &lookups{}
		if s.tally != nil && n < len(s.tally.lookups) {
			l = s.tally.lookups[n]
		}
		l.lists = s.ix.NewPostingLists()
		s.lookups = append(s.lookups, l)
	}
	return s.lookups[worker]
}

// keepLookups leaves the memory of the lookups to the next query.
func (s *querySearch) keepLookups() {
	for n, l := range s.lookups {
		if l.lists = nil; n == len(s.tally.lookups) {
			s.tally.lookups = append(s.tally.lookups, l)
		}
	}
}

// look looks up fingerprints and drops orphaned contents.
func (s *querySearch) look(l *lookups, fps fingerprint.Set) (err error) {
	l.live = l.live[:0]
	if l.ids, l.ends, err = l.lists.AppendEach(l.ids[:0], l.ends[:0], fps...); err != nil {
		return err
	}
	begin, kept := 0, 0
	for i, end := range l.ends {
		list, live := l.ids[begin:end], end-begin
		if begin = end; len(s.claimed) > 0 {
			list = slices.DeleteFunc(list, func(id db.ContentID) bool {
				claimed, listed := s.claimed[id]
				if listed {
					live--
				}
				return listed && !claimed
			})
		}
		if s.live != nil {
			live = 0
			for _, id := range list {
				if s.live[id] {
					live++
				}
			}
		}
		kept += copy(l.ids[kept:], list)
		l.ends[i], l.live = kept, append(l.live, live)
	}
	return nil
}

// readFrequencies looks up in how many live contents the fingerprints of a set are, unless that
// has been done. df has them afterwards.
func (s *querySearch) readFrequencies(ctx context.Context, set fingerprint.Set) error {
	var unknown fingerprint.Set
	for _, fp := range set {
		if _, ok := s.df[fp]; !ok {
			unknown = append(unknown, fp)
		}
	}
	return s.lookUp(ctx, unknown, func(int, []db.ContentID) {})
}

// dfOf returns how many live contents have a fingerprint.
func (s *querySearch) dfOf(fp fingerprint.Fingerprint) (int, error) {
	df, ok := s.df[fp]
	if ok {
		return df, nil
	}
	l := s.lookupsOf(0)
	if err := s.look(l, fingerprint.Set{fp}); err != nil {
		return 0, err
	}
	s.df[fp] = l.live[0]
	return l.live[0], nil
}

// weigh returns the weight of a set, and of the fingerprints that it shares with another.
// A fingerprint that is not in the index counts as if one content had it.
func (s *querySearch) weigh(ctx context.Context, set, other fingerprint.Set) (all, shared weight, err error) {
	if err := s.readFrequencies(ctx, set); err != nil {
		return 0, 0, err
	}
	for _, fp := range set {
		w := weightOf(s.df[fp])
		all += w
		if _, ok := slices.BinarySearch(other, fp); ok {
			shared += w
		}
	}
	return all, shared, nil
}

// FrequencyLookup looks up how many live contents of an index have a fingerprint. It keeps
// the results of up to frequenciesKept look-ups. It is for one goroutine and must not be used
// while a db.Writer writes.
type FrequencyLookup struct{ s *querySearch }

// NewFrequencyLookup returns a FrequencyLookup of the index as it is now, for the files in some
// trees, or for all without any.
func NewFrequencyLookup(ctx context.Context, ix *db.Index, trees []string) (*FrequencyLookup, error) {
	s := &querySearch{ix: ix}
	if err := s.readLive(ctx, trees); err != nil {
		return nil, err
	}
	return &FrequencyLookup{s}, s.readNotLive()
}

// readLive reads which contents have a file in the trees, if there are any.
func (s *querySearch) readLive(ctx context.Context, trees []string) error {
	if len(trees) == 0 {
		return nil
	}
	paths, err := readPaths(ctx, s.ix, &PairQuery{Trees: trees, Hardlinks: true, liveOnly: true})
	if err == nil {
		s.live = paths.live
	}
	return err
}

// Of returns the frequencies of some fingerprints. In ascending order they cost least: each
// block of postings is then read once.
func (l *FrequencyLookup) Of(ctx context.Context, fps []fingerprint.Fingerprint) ([]int, error) {
	if len(l.s.df) > frequenciesKept {
		clear(l.s.df)
	}
	if err := l.s.readFrequencies(ctx, fps); err != nil {
		return nil, err
	}
	df := make([]int, len(fps))
	for i, fp := range fps {
		df[i] = l.s.df[fp]
	}
	return df, nil
}

package search

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"alike/db"
	"alike/db/arena"
	"alike/db/inorder"
	"alike/fingerprint"
)

// listBuilder builds the lists of a corpus from the postings, range by range, on several
// goroutines.
type listBuilder struct {
	*corpus
	ix      *db.Index
	start   *arena.Arena[uint32]
	content *arena.Arena[db.ContentID]
	df      *arena.Arena[uint32]
	most    int // largest df
}

// rangeLists are the lists of one range.
type rangeLists struct {
	reader  *db.RangeReader
	content []db.ContentID
	ends    []uint32 // of each list in content
	df      []uint32
	counted []fingerprint.Fingerprint        // with at least two live contents, if pairs are counted
	dfOf    []uint32                         // of counted
	levels  [fingerprint.MaxLevel + 2]uint32 // number of lists by level
	most    int
	units   []db.Posting // scratch
}

func newListBuilder(c *corpus, ix *db.Index) (*listBuilder, error) {
	n := int(ix.Postings())
	if c.units != nil {
		n = c.units.postings
	}
	b := &listBuilder{corpus: c, ix: ix}
	var errs [3]error
	b.content, errs[0] = arena.New[db.ContentID](c.room, n)
	b.start, errs[1] = arena.New[uint32](c.room, n/2+1)
	b.df, errs[2] = arena.New[uint32](c.room, n/2+1)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return b, b.start.Append(0)
}

func (b *listBuilder) run(ctx context.Context, q *PairQuery) error {
	few, err := b.fewPostings(ctx)
	switch {
	case err != nil:
		return err
	case few != nil:
		var l rangeLists
		if err = b.gather(&l, few); err == nil {
			err = b.appendRange(ctx, &l)
		}
		q.report(readingPhase, 1, 1)
	default:
		err = b.readRanges(ctx, q)
	}
	b.corpus.start, b.corpus.content = b.start.Values(), b.content.Values()
	if !b.plain {
		b.corpus.df = b.df.Values()
	}
	if b.frequencies != nil {
		b.frequencies.finish()
	}
	for k := fingerprint.MaxLevel - 1; k >= 0; k-- {
		b.bounds[k] += b.bounds[k+1]
	}
	return err
}

// readRanges reads all postings of the index.
func (b *listBuilder) readRanges(ctx context.Context, q *PairQuery) error {
	ranges, err := b.ix.PostingRanges()
	if err != nil {
		return err
	}
	parts := make([]rangeLists, threadCount(q.Threads))
	return inorder.Do(len(ranges), len(parts), func(worker, piece int) (func() error, error) {
		l := &parts[worker]
		if l.reader == nil {
			l.reader = b.ix.NewRangeReader()
		}
		ps, err := l.reader.Read(ranges[piece])
		if err == nil {
			err = b.gather(l, ps)
		}
		return func() error {
			q.report(readingPhase, piece+1, len(ranges))
			return b.appendRange(ctx, l)
		}, err
	})
}

// If the contents of a question have fewer than a fewPart of all postings, they are read by
// content: to read a set and to sort it costs some ten times as much for each fingerprint.
const fewPart = 16

// fewPostings returns the postings of the contents that a question is about, in ascending order, or
// nil if they are many.
func (b *listBuilder) fewPostings(ctx context.Context) ([]db.Posting, error) {
	sizes := b.stored
	if sizes == nil {
		var err error
		if sizes, err = b.ix.Sizes(); err != nil {
			return nil, err
		}
	}
	most := min(b.ix.Postings()/fewPart, b.ix.SearchMemory()/int64(fewPart*unsafe.Sizeof(db.Posting{})))
	var ids []db.ContentID
	n := 0
	for i := range sizes.All {
		if id := db.ContentID(i); b.asks(id) {
			ids, n = append(ids, id), n+sizes.Count(id, int(sizes.All[id].Level))
		}
		if int64(n+len(ids)) > most {
			return nil, nil
		}
	}
	few, set := make([]db.Posting, 0, n), fingerprint.Set(nil)
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if set, err = b.ix.Fingerprints(id, sizes.Count(id, int(sizes.All[id].Level)), set[:0]); err != nil {
			return nil, err
		}
		for _, fp := range set {
			few = append(few, db.Posting{Fingerprint: fp, Content: id})
		}
	}
	slices.SortFunc(few, func(a, b db.Posting) int {
		return cmp.Or(cmp.Compare(a.Fingerprint, b.Fingerprint), cmp.Compare(a.Content, b.Content))
	})
	return few, nil
}

// asks reports whether a question is about a content.
func (b *listBuilder) asks(id db.ContentID) bool {
	if b.units != nil {
		return b.units.start[id] < b.units.start[id+1]
	}
	return b.paths.live[id] || b.in[id]
}

// gather builds the lists of the fingerprints that at least two compared contents have,
// from sorted postings.
func (b *listBuilder) gather(l *rangeLists, ps []db.Posting) error {
	l.content, l.ends, l.df, l.most = l.content[:0], l.ends[:0], l.df[:0], 0
	l.counted, l.dfOf = l.counted[:0], l.dfOf[:0]
	clear(l.levels[:])
	last := b.ix.NextContent()
	ps = ps[:sort.Search(len(ps), func(i int) bool { return ps[i].Fingerprint >= b.below })]
	var base fingerprint.Set
	if len(ps) > 0 {
		base = b.base.from(ps[0].Fingerprint)
	}
	alone := b.whole && b.units == nil && len(base) == 0 // fingerprints of one content need nothing
	highest := db.ContentID(0)
	for i := 0; i < len(ps); {
		for ; alone && i+1 < len(ps) && ps[i].Fingerprint != ps[i+1].Fingerprint; i++ {
			highest = max(highest, ps[i].Content)
		}
		fp := ps[i].Fingerprint
		end := i + 1
		for end < len(ps) && ps[end].Fingerprint == fp {
			end++
		}
		// The last content of a list is the largest.
		highest = max(highest, ps[end-1].Content)
		if alone && end == i+1 {
			i = end
			continue
		}
		if highest >= last {
			break
		}
		for len(base) > 0 && base[0] < fp {
			base = base[1:]
		}
		have := ps[i:end]
		if b.units != nil {
			l.units = b.units.with(b.Sizes, l.units, have)
			have = l.units
		}
		switch {
		case len(base) > 0 && base[0] == fp:
			b.base.remove(b.Sizes, fp, have)
			if b.units != nil {
				b.units.base.remove(b.units.stored, fp, ps[i:end])
			}
		case !b.whole || len(have) > 1:
			b.add(l, fp, have)
		}
		i = end
	}
	if highest >= last {
		return b.ix.Damaged("a posting names content %d, which does not exist", highest)
	}
	return nil
}

// add adds a list if at least two compared contents are in it, one of them live. Files that
// are set aside are in no pair with each other.
func (b *listBuilder) add(l *rangeLists, fp fingerprint.Fingerprint, ps []db.Posting) {
	have, df := len(l.content), len(ps)
	if b.complete {
		for _, p := range ps {
			l.content = append(l.content, p.Content)
		}
	} else {
		df = 0
		for _, p := range ps {
			if b.paths.live[p.Content] {
				df++
			}
			if b.in[p.Content] {
				l.content = append(l.content, p.Content)
			}
		}
	}
	in := l.content[have:]
	if b.frequencies != nil && len(in) > 0 && df > 1 {
		l.counted, l.dfOf = append(l.counted, fp), append(l.dfOf, uint32(df))
	}
	if len(in) < 2 || !b.complete && !slices.ContainsFunc(in, func(id db.ContentID) bool { return b.paths.live[id] }) {
		for _, id := range in {
			b.addUnshared(fp, id, df)
		}
		l.content = l.content[:have]
		return
	}
	l.ends = append(l.ends, uint32(len(l.content)))
	l.df = append(l.df, uint32(df))
	l.levels[fp.Level()]++
	l.most = max(l.most, df)
}

// addUnshared adds the weight of a fingerprint that is in no list for a content, at the
// coarsest level of the content that still has it.
func (b *listBuilder) addUnshared(fp fingerprint.Fingerprint, id db.ContentID, df int) {
	r := &b.All[id]
	if i := fp.Level() - int(r.Level); i >= 0 && r.Levels > 0 && !b.whole {
		at := &b.unshared[r.First+uint32(min(i, int(r.Levels)-1))]
		atomic.AddUint64((*uint64)(at), uint64(weightOf(df)))
	}
}

// appendRange appends the lists of a range to the lists of the ranges before it.
func (b *listBuilder) appendRange(ctx context.Context, l *rangeLists) error {
	base := len(b.content.Values())
	if uint64(base)+uint64(len(l.content)) > math.MaxUint32 {
		return ErrTooManyShared
	}
	for i := range l.ends {
		l.ends[i] += uint32(base)
	}
	err := b.content.Append(l.content...)
	if err == nil {
		err = b.start.Append(l.ends...)
	}
	if err == nil && !b.plain {
		err = b.df.Append(l.df...)
	}
	if err == nil && b.frequencies != nil {
		err = b.frequencies.add(l.counted, l.dfOf)
	}
	if err != nil {
		return err
	}
	for k, n := range l.levels {
		b.bounds[k] += n
	}
	b.most = max(b.most, l.most)
	return ctx.Err()
}

// sumUnshared adds the unshared weights of all coarser levels to each level.
func (c *corpus) sumUnshared() {
	if c.whole {
		return
	}
	for _, r := range c.All {
		lone := c.unshared[r.First : r.First+uint32(r.Levels)]
		for i := len(lone) - 2; i >= 0; i-- {
			lone[i] += lone[i+1]
		}
	}
}

// invert collects, for each content, the numbers of its lists. Each goroutine reads all lists and
// has a part of the contents, because the places that it writes to are all over the memory.
func (c *corpus) invert(threads int) error {
	var wg sync.WaitGroup
	threads = min(threads, mostInverting)
	each := (len(c.begin) + threads - 1) / threads
	ofParts := func(work func(from, size db.ContentID)) {
		for i := range threads {
			wg.Go(func() { work(db.ContentID(i*each), db.ContentID(each)) })
		}
		wg.Wait()
	}
	ofParts(func(from, size db.ContentID) {
		for _, id := range c.content { // counts stand one place to the right of their content
			if id-from < size {
				c.begin[id+1]++
			}
		}
	})
	sum := uint32(0)
	next := make([]uint32, len(c.begin))
	for i, n := range c.begin {
		sum += n
		c.begin[i], next[i] = sum, sum
	}
	numbers, err := arena.New[uint32](c.room, len(c.content))
	if err != nil {
		return err
	}
	if err := numbers.Extend(len(c.content)); err != nil {
		return err
	}
	c.forward = numbers.Values()
	ofParts(func(from, size db.ContentID) {
		for o := range c.listCount() {
			for _, id := range c.list(uint32(o)) {
				if id-from < size {
					c.forward[next[id]] = uint32(o)
					next[id]++
				}
			}
		}
	})
	c.orderByLevel()
	return nil
}

// mostInverting is the largest number of goroutines that invert. More would mostly read.
const mostInverting = 4

// longList is the length beyond which a list is in order of level.
const longList = 64

// orderByLevel orders long lists by the level of their contents, so that a probe looks only at
// contents of the levels that it compares. Without it, what many contents share at coarse
// levels, such as a licence, took quadratic time: 740,000 contents with 100 million postings
// were not done after 15 minutes.
func (c *corpus) orderByLevel() {
	var ordered []db.ContentID
	for o := range c.listCount() {
		list := c.list(uint32(o))
		if len(list) <= longList {
			continue
		}
		var next [fingerprint.MaxLevel + 2]int // by level, where its next content goes
		for _, id := range list {
			next[c.All[id].Level+1]++
		}
		for level := range fingerprint.MaxLevel {
			next[level+1] += next[level]
		}
		ordered = append(ordered[:0], list...)
		for _, id := range ordered {
			at := &next[c.All[id].Level]
			list[*at] = id
			*at++
		}
	}
}

// listBetween returns the contents in a list whose levels are between two, and in a short list
// perhaps others.
func (c *corpus) listBetween(o uint32, least, most int) []db.ContentID {
	list := c.list(o)
	if len(list) <= longList {
		return list
	}
	end := sort.Search(len(list), func(i int) bool { return int(c.All[list[i]].Level) > most })
	return list[sort.Search(end, func(i int) bool { return int(c.All[list[i]].Level) >= least }):end]
}

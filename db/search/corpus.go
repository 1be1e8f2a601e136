package search

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"sort"
	"sync/atomic"

	"alike/db"
	"alike/db/arena"
	"alike/db/inorder"
	"alike/db/spill"
	"alike/fingerprint"
)

// corpus holds what a search for all pairs needs in memory: the inverted lists of all
// fingerprints that at least two compared contents have, numbered in ascending order of
// fingerprint, and for each content the numbers of its lists. A list takes eight bytes for
// each content in it. Fingerprints of a single content take nothing.
type corpus struct {
	weighing
	paths *pathTable
	whole bool         // all live contents are compared
	plain bool         // and no others
	aside bool         // some compared contents are not live: they are set aside
	since db.ContentID // at least one content of a pair is not below it

	*db.Sizes
	rows  []corpusRow             // by content
	below fingerprint.Fingerprint // the fingerprints that count
	base  *baseCounts             // nil without one
	units *units                  // compared in place of contents; nil without
	// unshared are the weights of the fingerprints that no other compared content has,
	// parallel to Sizes.Counts, each for its level and the coarser ones. Nil if the
	// corpus is whole: then no other live content has them at all.
	unshared []weight
	totals   []atomic.Uint64 // results of totalWeight, parallel to Sizes.Counts; 0 is unknown

	room         *arena.Room
	start        []uint32 // start[o] to start[o+1] is list o in content
	content      []db.ContentID
	df           []uint32                         // by list: live contents with it; nil if plain
	forward      []uint32                         // by content, from corpusRow.forward on: the numbers of its lists, ascending
	bounds       [fingerprint.MaxLevel + 2]uint32 // lists of level k and coarser are below bounds[k]
	weights      []weight                         // by df
	smallWeights []weight                         // the same for fingerprints of small windows
	long         uint32                           // the lists of other fingerprints are below

	frequencies *frequencies // only if pairs are counted
}

type corpusRow struct {
	forward uint32 // index of its first list number in corpus.forward
	in      bool   // the content is compared
}

// ErrTooManyShared is returned by a search for all pairs whose lists are too long.
var ErrTooManyShared = errors.New("more than 4·10^9 shared fingerprints")

// readCorpus reads all postings once. The caller closes the corpus.
func readCorpus(ctx context.Context, ix *db.Index, q *PairQuery) (*corpus, error) {
	prepare := contentCorpus
	if q.ofUnits() {
		prepare = unitCorpus
	}
	c, err := prepare(ctx, ix, q)
	if err != nil {
		return nil, err
	}
	c.room = arena.NewRoom(ix.SearchMemory()/2, ix.Place(), spill.In(os.TempDir())) // the other half is for the heap
	if err := c.read(ctx, ix, q); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// contentCorpus returns a corpus of contents without its lists.
func contentCorpus(ctx context.Context, ix *db.Index, q *PairQuery) (*corpus, error) {
	q.weighing = newWeighing(ix)
	paths, err := readPaths(ctx, ix, q)
	if err != nil {
		return nil, err
	}
	c := &corpus{
		weighing: q.weighing, paths: paths, whole: true, plain: true,
		rows: make([]corpusRow, int(ix.NextContent())+1), below: fingerprint.Bound(q.level(q.weighing.rule, 0)),
	}
	if q.New {
		c.since = ix.FirstContentAfter(q.After)
	}
	if c.Sizes, err = q.sizes(ix); err != nil {
		return nil, err
	}
	c.findRows()
	if c.base, err = newBaseCounts(ix, q.Base, c.Sizes, false); err != nil {
		return nil, err
	}
	if !c.whole {
		c.unshared = make([]weight, len(c.Counts))
	}
	return c, nil
}

func (c *corpus) close() { c.room.Close() }

// findRows finds the contents to compare.
func (c *corpus) findRows() {
	c.Each(func(id db.ContentID) {
		in, live := c.paths.compared(id), c.paths.live[id]
		c.rows[id].in = in
		c.whole = c.whole && (in || !live)
		c.plain = c.plain && in == live
		c.aside = c.aside || in && !live
	})
}

// read builds the lists and inverts them.
func (c *corpus) read(ctx context.Context, ix *db.Index, q *PairQuery) error {
	r, err := newListBuilder(c, ix)
	if err == nil && q.CountBelow > 0 {
		n := int(ix.Postings())
		if c.units != nil {
			n = c.units.postings
		}
		c.frequencies, err = newFrequencies(c.room, n/2+1)
	}
	if err != nil {
		return err
	}
	if err := r.run(ctx, q); err != nil {
		return err
	}
	if c.units != nil {
		c.units.finish(c.Sizes)
	}
	if c.base != nil {
		c.Sizes = c.base.subtract(c.Sizes)
	}
	if c.units != nil && c.base != nil {
		c.units.withoutBase(c.Sizes)
	}
	c.sumUnshared()
	c.long = c.bounds[c.weighing.rule.LongLevel(0)]
	for df := range max(r.most, 1) + 1 {
		c.weights = append(c.weights, c.of(df))
		c.smallWeights = append(c.smallWeights, c.ofSmall(df))
	}
	c.totals = make([]atomic.Uint64, len(c.Counts))
	return c.invert()
}

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
	ranges, err := b.ix.PostingRanges()
	if err != nil {
		return err
	}
	parts := make([]rangeLists, threadCount(q.Threads))
	err = inorder.Do(len(ranges), len(parts), func(worker, piece int) (func() error, error) {
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
	for i := 0; i < len(ps); {
		fp := ps[i].Fingerprint
		end := i + 1
		for end < len(ps) && ps[end].Fingerprint == fp {
			end++
		}
		// The last content of a list is the largest.
		if id := ps[end-1].Content; id >= last {
			return b.ix.Damaged("a posting names content %d, which does not exist", id)
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
	return nil
}

// add adds a list if at least two compared contents are in it, one of them live. Files that
// are set aside are in no pair with each other.
func (b *listBuilder) add(l *rangeLists, fp fingerprint.Fingerprint, ps []db.Posting) {
	have, df := len(l.content), 0
	for _, p := range ps {
		if b.paths.live[p.Content] {
			df++
		}
		if b.rows[p.Content].in {
			l.content = append(l.content, p.Content)
		}
	}
	in := l.content[have:]
	if b.frequencies != nil && len(in) > 0 && df > 1 {
		l.counted, l.dfOf = append(l.counted, fp), append(l.dfOf, uint32(df))
	}
	if len(in) < 2 || !slices.ContainsFunc(in, func(id db.ContentID) bool { return b.paths.live[id] }) {
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
		atomic.AddUint64((*uint64)(at), uint64(b.weighing.weigh(fp, df)))
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
	err := errors.Join(b.content.Append(l.content...), b.start.Append(l.ends...))
	if !b.plain {
		err = errors.Join(err, b.df.Append(l.df...))
	}
	if b.frequencies != nil {
		err = errors.Join(err, b.frequencies.add(l.counted, l.dfOf))
	}
	for k, n := range l.levels {
		b.bounds[k] += n
	}
	b.most = max(b.most, l.most)
	return errors.Join(err, ctx.Err())
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

// invert collects, for each content, the numbers of its lists.
func (c *corpus) invert() error {
	for _, id := range c.content { // counts stand one place to the right of their content
		c.rows[id+1].forward++
	}
	sum := uint32(0)
	next := make([]uint32, len(c.rows))
	for i := range c.rows {
		sum += c.rows[i].forward
		c.rows[i].forward, next[i] = sum, sum
	}
	numbers, err := arena.New[uint32](c.room, len(c.content))
	if err != nil {
		return err
	}
	if err := numbers.Extend(len(c.content)); err != nil {
		return err
	}
	c.forward = numbers.Values()
	for o := range c.listCount() {
		for _, id := range c.list(uint32(o)) {
			c.forward[next[id]] = uint32(o)
			next[id]++
		}
	}
	return nil
}

func (c *corpus) listCount() int { return len(c.start) - 1 }

// list returns the contents in a list, ascending.
func (c *corpus) list(o uint32) []db.ContentID {
	return c.content[c.start[o]:c.start[o+1]]
}

// dfOf returns how many live contents have the fingerprint of a list.
func (c *corpus) dfOf(o uint32) uint32 {
	if c.plain {
		return c.start[o+1] - c.start[o]
	}
	return c.df[o]
}

func (c *corpus) weightOf(o uint32) weight {
	if o < c.long {
		return c.weights[c.dfOf(o)]
	}
	return c.smallWeights[c.dfOf(o)]
}

// listsAt returns the numbers of the lists that a content is in at a level.
func (c *corpus) listsAt(id db.ContentID, level int) []uint32 {
	all := c.forward[c.rows[id].forward:c.rows[id+1].forward]
	bound := c.bounds[level]
	if len(all) == 0 || all[len(all)-1] < bound {
		return all
	}
	return all[:sort.Search(len(all), func(i int) bool { return all[i] >= bound })]
}

// totalWeight returns the weight of all fingerprints of a content at a level.
func (c *corpus) totalWeight(id db.ContentID, level int) weight {
	r := &c.All[id]
	i := level - int(r.Level)
	if i >= int(r.Levels) {
		return 0
	}
	known := &c.totals[int(r.First)+i]
	total := weight(known.Load())
	if total == 0 {
		numbers := c.listsAt(id, level)
		total = c.unsharedWeight(id, len(numbers), level)
		for _, o := range numbers {
			total += c.weightOf(o)
		}
		known.Store(uint64(total))
	}
	return total
}

// unsharedWeight returns the weight, at a level, of the fingerprints of a content that no
// other compared content has. shared is the number of the others.
func (c *corpus) unsharedWeight(id db.ContentID, shared, level int) weight {
	if c.whole {
		own := weight(c.Count(id, level) - shared)
		long := c.weighing.rule.LongLevel(level)
		if long == level {
			return own * c.weights[1]
		}
		ownLong := weight(c.Count(id, long) - len(c.listsAt(id, long)))
		return ownLong*c.weights[1] + (own-ownLong)*c.smallWeights[1]
	}
	r := &c.All[id]
	if i := level - int(r.Level); i < int(r.Levels) {
		return c.unshared[int(r.First)+i]
	}
	return 0
}

// byRarity appends the list numbers to keys and sorts them, rarest first: the high half of
// a key is the number of live contents with the fingerprint, the low half the list number.
func (c *corpus) byRarity(numbers []uint32, keys []uint64) []uint64 {
	for _, o := range numbers {
		keys = append(keys, uint64(c.dfOf(o))<<32|uint64(o))
	}
	slices.Sort(keys)
	return keys
}

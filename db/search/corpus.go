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
	"alike/fingerprint"
)

// corpus holds what a search for all pairs needs in memory: the fingerprints
// that at least two of the compared contents have, numbered in ascending
// order, as lists of contents and, turned round, as lists of numbers. A number
// takes eight bytes for each content that has it; fingerprints that only one
// content has take nothing.
type corpus struct {
	paths *pathTable
	live  int          // contents that any path names: N of the weights
	whole bool         // all stored contents are compared
	since db.ContentID // one of a pair must not be below it

	*db.Sizes
	rows []corpusRow // by content
	base *baseCounts // nil without one
	// lone are the weights of the fingerprints that a content has alone among the
	// compared ones, parallel to counts: of those at that level and coarser. Nil
	// when the corpus is whole: then they have no other content at all.
	lone []weight

	room    *arena.Room
	start   []uint32 // start[o] to start[o+1] is list o in content
	content []db.ContentID
	df      []uint32                         // of list o, over all live contents; nil when whole
	numbers []uint32                         // the lists that a content is in, ascending
	bounds  [fingerprint.MaxLevel + 2]uint32 // lists of level k and coarser are below bounds[k]
	weights []weight                         // by df
}

// corpusRow is what a corpus knows of one content.
type corpusRow struct {
	numbers uint32 // where its numbers begin
	in      bool   // it is compared
}

var errTooMany = errors.New("more than 4·10^9 shared fingerprints; compare fewer trees at a time")

// readCorpus reads all postings once. The corpus is to be closed.
func readCorpus(ctx context.Context, ix *db.Index, q *PairQuery) (*corpus, error) {
	paths, err := readPaths(ctx, ix, q.Trees, q.Against)
	if err != nil {
		return nil, err
	}
	c := &corpus{paths: paths, whole: true, rows: make([]corpusRow, ix.NextContent()+1)}
	if q.New {
		c.since = ix.FirstContentAfter(q.After)
	}
	if err := c.readRows(ix); err != nil {
		return nil, err
	}
	if c.base, err = newBaseCounts(ix, q.Base, c.Sizes); err != nil {
		return nil, err
	}
	if !c.whole {
		c.lone = make([]weight, len(c.Counts))
	}
	c.room = arena.NewRoom(ix.SearchMemory()/2, ix.Dir(), os.TempDir()) // the other half is for the heap
	if err := c.read(ctx, ix, q); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *corpus) close() { c.room.Close() }

// readRows finds which contents are compared.
func (c *corpus) readRows(ix *db.Index) (err error) {
	if c.Sizes, err = ix.Sizes(); err != nil {
		return err
	}
	c.Each(func(id db.ContentID) {
		c.rows[id].in = c.paths.compared(id)
		c.whole = c.whole && c.rows[id].in // else its postings are still there
		if c.paths.named[id] {
			c.live++
		}
	})
	return nil
}

// read reads the lists and turns them round.
func (c *corpus) read(ctx context.Context, ix *db.Index, q *PairQuery) error {
	r, err := newListMaker(c, ix)
	if err != nil {
		return err
	}
	if err := r.run(ctx, q); err != nil {
		return err
	}
	if c.base != nil {
		c.Sizes = c.base.without(c.Sizes)
	}
	c.sumLone()
	c.weights = make([]weight, r.most+1)
	for df := range c.weights {
		c.weights[df] = weightOf(c.live, df)
	}
	return c.turn()
}

// listMaker makes the lists of a corpus out of the postings, range by range, on
// several goroutines.
type listMaker struct {
	*corpus
	ix      *db.Index
	start   *arena.Arena[uint32]
	content *arena.Arena[db.ContentID]
	df      *arena.Arena[uint32]
	most    int // largest df
}

// lists are those of one range.
type lists struct {
	reader  *db.RangeReader
	content []db.ContentID
	ends    []uint32 // of the lists in content
	df      []uint32
	levels  [fingerprint.MaxLevel + 2]uint32 // lists by level
	most    int
}

func newListMaker(c *corpus, ix *db.Index) (*listMaker, error) {
	n := int(ix.Postings())
	m := &listMaker{corpus: c, ix: ix}
	var errs [3]error
	m.content, errs[0] = arena.New[db.ContentID](c.room, n)
	m.start, errs[1] = arena.New[uint32](c.room, n/2+1)
	m.df, errs[2] = arena.New[uint32](c.room, n/2+1)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return m, m.start.Append(0)
}

func (m *listMaker) run(ctx context.Context, q *PairQuery) error {
	ranges, err := m.ix.PostingRanges()
	if err != nil {
		return err
	}
	parts := make([]lists, q.threads())
	err = inorder.Do(len(ranges), len(parts), func(worker, piece int) (func() error, error) {
		l := &parts[worker]
		if l.reader == nil {
			l.reader = m.ix.NewRangeReader()
		}
		ps, err := l.reader.Read(ranges[piece])
		if err == nil {
			err = m.gather(l, ps)
		}
		return func() error {
			q.tell(readingHalf, piece+1, len(ranges))
			return m.take(ctx, l)
		}, err
	})
	m.corpus.start, m.corpus.content = m.start.Values(), m.content.Values()
	if !m.whole {
		m.corpus.df = m.df.Values()
	}
	for k := fingerprint.MaxLevel - 1; k >= 0; k-- {
		m.bounds[k] += m.bounds[k+1]
	}
	return err
}

// gather makes lists of sorted postings, of those fingerprints that at least two
// compared contents have.
func (m *listMaker) gather(l *lists, ps []db.Posting) error {
	l.content, l.ends, l.df, l.most = l.content[:0], l.ends[:0], l.df[:0], 0
	clear(l.levels[:])
	last := m.ix.NextContent()
	var base fingerprint.Set
	if len(ps) > 0 {
		base = m.base.from(ps[0].Fingerprint)
	}
	for i := 0; i < len(ps); {
		fp := ps[i].Fingerprint
		end := i + 1
		for end < len(ps) && ps[end].Fingerprint == fp {
			end++
		}
		// In a list the last is the largest.
		if id := ps[end-1].Content; id >= last {
			return m.ix.Damaged("a posting names content %d, which there is not", id)
		}
		for len(base) > 0 && base[0] < fp {
			base = base[1:]
		}
		switch {
		case len(base) > 0 && base[0] == fp:
			m.base.take(m.Sizes, fp, ps[i:end])
		case !m.whole || end-i > 1:
			m.add(l, fp, ps[i:end])
		}
		i = end
	}
	return nil
}

// add adds a list, if there are enough to compare in it.
func (m *listMaker) add(l *lists, fp fingerprint.Fingerprint, ps []db.Posting) {
	have, df := len(l.content), 0
	for _, p := range ps {
		if !m.paths.named[p.Content] {
			continue
		}
		df++
		if m.rows[p.Content].in {
			l.content = append(l.content, p.Content)
		}
	}
	switch n := len(l.content) - have; n {
	case 0:
		return
	case 1:
		m.addLone(fp, l.content[have], df)
		l.content = l.content[:have]
		return
	}
	l.ends = append(l.ends, uint32(len(l.content)))
	l.df = append(l.df, uint32(df))
	l.levels[fp.Level()]++
	l.most = max(l.most, df)
}

// addLone counts a fingerprint that no other compared content has. At which of
// its levels it ceases to count is the last count it is in.
func (m *listMaker) addLone(fp fingerprint.Fingerprint, id db.ContentID, df int) {
	r := &m.All[id]
	if i := fp.Level() - int(r.Level); i >= 0 && r.Levels > 0 && !m.whole {
		at := &m.lone[r.First+uint32(min(i, int(r.Levels)-1))]
		atomic.AddUint64((*uint64)(at), uint64(weightOf(m.live, df)))
	}
}

// take appends the lists of a range to those of the ranges before it.
func (m *listMaker) take(ctx context.Context, l *lists) error {
	base := len(m.content.Values())
	if uint64(base)+uint64(len(l.content)) > math.MaxUint32 {
		return errTooMany
	}
	for i := range l.ends {
		l.ends[i] += uint32(base)
	}
	err := errors.Join(m.content.Append(l.content...), m.start.Append(l.ends...))
	if !m.whole {
		err = errors.Join(err, m.df.Append(l.df...))
	}
	for k, n := range l.levels {
		m.bounds[k] += n
	}
	m.most = max(m.most, l.most)
	return errors.Join(err, ctx.Err())
}

// sumLone makes of the lone weights of each level those of that level and all
// coarser ones.
func (c *corpus) sumLone() {
	if c.whole {
		return
	}
	for _, r := range c.All {
		lone := c.lone[r.First : r.First+uint32(r.Levels)]
		for i := len(lone) - 2; i >= 0; i-- {
			lone[i] += lone[i+1]
		}
	}
}

// turn turns the lists round: for each content the lists it is in.
func (c *corpus) turn() error {
	for _, id := range c.content { // counted one place to the right of the content
		c.rows[id+1].numbers++
	}
	sum := uint32(0)
	next := make([]uint32, len(c.rows))
	for i := range c.rows {
		sum += c.rows[i].numbers
		c.rows[i].numbers, next[i] = sum, sum
	}
	numbers, err := arena.New[uint32](c.room, len(c.content))
	if err != nil {
		return err
	}
	if err := numbers.Extend(len(c.content)); err != nil {
		return err
	}
	c.numbers = numbers.Values()
	for o := range c.lists() {
		for _, id := range c.list(uint32(o)) {
			c.numbers[next[id]] = uint32(o)
			next[id]++
		}
	}
	return nil
}

// lists returns how many lists there are.
func (c *corpus) lists() int { return len(c.start) - 1 }

// list returns the contents with one fingerprint, ascending.
func (c *corpus) list(o uint32) []db.ContentID {
	return c.content[c.start[o]:c.start[o+1]]
}

// dfOf returns how many live contents have the fingerprint of a list.
func (c *corpus) dfOf(o uint32) uint32 {
	if c.whole {
		return c.start[o+1] - c.start[o]
	}
	return c.df[o]
}

func (c *corpus) weightOf(o uint32) weight { return c.weights[c.dfOf(o)] }

// numbersAt returns the numbers of a content's shared fingerprints at a level.
func (c *corpus) numbersAt(id db.ContentID, level int) []uint32 {
	all := c.numbers[c.rows[id].numbers:c.rows[id+1].numbers]
	bound := c.bounds[level]
	if len(all) == 0 || all[len(all)-1] < bound {
		return all
	}
	return all[:sort.Search(len(all), func(i int) bool { return all[i] >= bound })]
}

// totalWeight returns the weight of all fingerprints of a content at a level, of
// which numbers are those that other compared contents have.
func (c *corpus) totalWeight(id db.ContentID, numbers []uint32, level int) weight {
	total := c.loneWeight(id, len(numbers), level)
	for _, o := range numbers {
		total += c.weightOf(o)
	}
	return total
}

// loneWeight returns the weight of the fingerprints that no other compared
// content has, at a level, where so many are shared.
func (c *corpus) loneWeight(id db.ContentID, shared, level int) weight {
	if c.whole {
		return weight(c.Count(id, level)-shared) * weightOf(c.live, 1)
	}
	r := &c.All[id]
	if i := level - int(r.Level); i < int(r.Levels) {
		return c.lone[int(r.First)+i]
	}
	return 0
}

// byRarity sorts numbers by how many contents have them, fewest first. keys is
// for reuse.
func (c *corpus) byRarity(numbers []uint32, keys []uint64) []uint64 {
	for _, o := range numbers {
		keys = append(keys, uint64(c.dfOf(o))<<32|uint64(o))
	}
	slices.Sort(keys)
	return keys
}

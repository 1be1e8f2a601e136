package db

import (
	"context"
	"errors"
	"math"
	"sort"

	"alike/fingerprint"
)

// corpus holds what a search for all pairs needs in memory: the fingerprints
// that at least two of the compared contents have, numbered in ascending
// order, as lists of contents and, turned round, as lists of numbers. A number
// takes eight bytes for each content that has it; fingerprints that only one
// content has take nothing.
type corpus struct {
	paths *pathTable
	live  int // contents that any path names: N of the weights

	rows []corpusRow // by content
	// counts of all contents, one after the other, see contentRow.
	counts []int32
	// lone are the weights of the fingerprints that a content has alone, parallel
	// to counts: of those at that level and coarser.
	lone []float64

	start   []uint32 // start[o] to start[o+1] is list o in contents
	content []ContentID
	df      []uint32                         // of list o, over all live contents
	numbers []uint32                         // the lists that a content is in, ascending
	bounds  [fingerprint.MaxLevel + 2]uint32 // lists of level k and coarser are below bounds[k]
	weights []float64                        // by df
}

// corpusRow is what a corpus knows of one content.
type corpusRow struct {
	size    int64
	numbers uint32 // where its numbers begin
	counts  uint32 // where its counts begin
	levels  uint8  // how many counts
	level   uint8
	in      bool // it has a path in the trees
}

var errTooMany = errors.New("more than 4·10^9 shared fingerprints; compare fewer trees at a time")

// readCorpus reads all postings once.
func (ix *Index) readCorpus(ctx context.Context, trees []string) (*corpus, error) {
	paths, err := ix.readPaths(ctx, trees)
	if err != nil {
		return nil, err
	}
	c := &corpus{paths: paths, rows: make([]corpusRow, ix.root.NextContent+1)}
	err = ix.eachContent(func(id ContentID, row contentRow) error {
		if !paths.named[id] {
			return nil
		}
		c.live++
		c.rows[id] = corpusRow{
			size:   row.Size,
			counts: uint32(len(c.counts)),
			levels: uint8(len(row.counts)),
			level:  uint8(row.Level),
			in:     paths.refs[id] > 0,
		}
		c.counts = append(c.counts, row.counts...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.lone = make([]float64, len(c.counts))
	if err := c.readLists(ctx, ix); err != nil {
		return nil, err
	}
	c.sumLone()
	c.turn()
	return c, nil
}

// readLists reads the postings and keeps the lists of at least two contents.
func (c *corpus) readLists(ctx context.Context, ix *Index) error {
	m, err := mergePostings(ix.segments)
	if err != nil {
		return err
	}
	c.start = append(c.start, 0)
	var fp fingerprint.Fingerprint
	var list []ContentID
	df := 0
	for n := 0; ; n++ {
		p, err := m.next()
		if err == errDone {
			c.addList(fp, list, df)
			break
		}
		if err != nil {
			return err
		}
		if p.fp != fp {
			c.addList(fp, list, df)
			fp, list, df = p.fp, list[:0], 0
		}
		if p.content >= ix.root.NextContent {
			return ix.damage("a posting names content %d, which there is not", p.content)
		}
		if c.paths.named[p.content] {
			df++
			if c.rows[p.content].in {
				list = append(list, p.content)
			}
		}
		if n&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if uint64(len(c.content)) > math.MaxUint32 {
		return errTooMany
	}
	for k := fingerprint.MaxLevel - 1; k >= 0; k-- {
		c.bounds[k] += c.bounds[k+1]
	}
	return nil
}

// addList enters the contents of the trees that have a fingerprint, which df
// live contents have.
func (c *corpus) addList(fp fingerprint.Fingerprint, list []ContentID, df int) {
	switch len(list) {
	case 0:
	case 1:
		// At which of its levels the fingerprint ceases to count is the last
		// count it is in.
		r := &c.rows[list[0]]
		if i := fp.Level() - int(r.level); i >= 0 && r.levels > 0 {
			c.lone[r.counts+uint32(min(i, int(r.levels)-1))] += c.weight(df)
		}
	default:
		c.content = append(c.content, list...)
		c.start = append(c.start, uint32(len(c.content)))
		c.df = append(c.df, uint32(df))
		c.bounds[fp.Level()]++
		c.weight(df)
		for _, id := range list {
			c.rows[id+1].numbers++
		}
	}
}

// weight returns ln(1 + N/df), by which a fingerprint counts for the
// distinctive share.
func (c *corpus) weight(df int) float64 {
	for len(c.weights) <= df {
		d := float64(max(len(c.weights), 1))
		c.weights = append(c.weights, math.Log1p(float64(c.live)/d))
	}
	return c.weights[df]
}

// sumLone makes of the lone weights of each level those of that level and all
// coarser ones.
func (c *corpus) sumLone() {
	for _, r := range c.rows {
		lone := c.lone[r.counts : r.counts+uint32(r.levels)]
		for i := len(lone) - 2; i >= 0; i-- {
			lone[i] += lone[i+1]
		}
	}
}

// turn turns the lists round: for each content the lists it is in.
func (c *corpus) turn() {
	sum := uint32(0)
	for i := range c.rows { // counted one place to the right of the content
		sum += c.rows[i].numbers
		c.rows[i].numbers = sum
	}
	c.numbers = make([]uint32, len(c.content))
	next := make([]uint32, len(c.rows))
	for i := range c.rows {
		next[i] = c.rows[i].numbers
	}
	for o := range c.df {
		for _, id := range c.list(uint32(o)) {
			c.numbers[next[id]] = uint32(o)
			next[id]++
		}
	}
}

// list returns the contents with one fingerprint, ascending.
func (c *corpus) list(o uint32) []ContentID {
	return c.content[c.start[o]:c.start[o+1]]
}

// numbersAt returns the numbers of a content's shared fingerprints at a level.
func (c *corpus) numbersAt(id ContentID, level int) []uint32 {
	all := c.numbers[c.rows[id].numbers:c.rows[id+1].numbers]
	bound := c.bounds[level]
	n := sort.Search(len(all), func(i int) bool { return all[i] >= bound })
	return all[:n]
}

// count returns the number of a content's fingerprints at a level that is not
// finer than its own.
func (c *corpus) count(id ContentID, level int) int {
	r := &c.rows[id]
	if i := level - int(r.level); i < int(r.levels) {
		return int(c.counts[int(r.counts)+i])
	}
	return 0
}

// loneWeight returns the weight of the fingerprints that no other compared
// content has, at a level.
func (c *corpus) loneWeight(id ContentID, level int) float64 {
	r := &c.rows[id]
	if i := level - int(r.level); i < int(r.levels) {
		return c.lone[int(r.counts)+i]
	}
	return 0
}

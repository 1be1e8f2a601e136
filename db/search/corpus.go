package search

import (
	"errors"
	"slices"
	"sort"
	"sync/atomic"

	"alike/db"
	"alike/db/arena"
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
	stored   *db.Sizes               // of contents as the index has them; nil if those of units are compared
	in       []bool                  // by content: it is compared
	complete bool                    // all contents of the index are, and no others have been in it
	below    fingerprint.Fingerprint // the fingerprints that count
	base     *baseCounts             // nil without one
	units    *units                  // compared in place of contents; nil without
	// unshared are the weights of the fingerprints that no other compared content has,
	// parallel to Sizes.Counts, each for its level and the coarser ones. Nil if the
	// corpus is whole: then no other live content has them at all.
	unshared []weight
	totals   []atomic.Uint64 // by content, results of totalWeight at its own level; 0 is unknown

	room    *arena.Room
	start   []uint32 // start[o] to start[o+1] is list o in content
	content []db.ContentID
	df      []uint32                         // by list: live contents with it; nil if plain
	begin   []uint32                         // by content, index of its first list number in forward
	forward []uint32                         // by content, the numbers of its lists, ascending
	bounds  [fingerprint.MaxLevel + 2]uint32 // lists of level k and coarser are below bounds[k]
	weights []weight                         // by df

	frequencies *frequencies // only if pairs are counted
}

// ErrTooManyShared is returned by a search for all pairs whose lists are too long.
var ErrTooManyShared = errors.New("more than 4·10^9 shared fingerprints")

// makeRows makes room for contents up to the last one.
func (c *corpus) makeRows(last int) { c.begin, c.in = make([]uint32, last+1), make([]bool, last+1) }

func (c *corpus) close() { c.room.Close() }

func (c *corpus) listCount() int { return len(c.start) - 1 }

// list returns the contents in a list, ascending, those of each level by themselves if it is
// long (see orderByLevel).
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

func (c *corpus) weightOf(o uint32) weight { return c.weights[c.dfOf(o)] }

// listsAt returns the numbers of the lists that a content is in at a level.
func (c *corpus) listsAt(id db.ContentID, level int) []uint32 {
	all := c.forward[c.begin[id]:c.begin[id+1]]
	bound := c.bounds[level]
	if len(all) == 0 || all[len(all)-1] < bound {
		return all
	}
	return all[:sort.Search(len(all), func(i int) bool { return all[i] >= bound })]
}

// sumWeights returns the weight of all fingerprints of a content at a level.
func (c *corpus) sumWeights(id db.ContentID, level int) weight {
	numbers := c.listsAt(id, level)
	total := c.unsharedWeight(id, len(numbers), level)
	for _, o := range numbers {
		total += c.weightOf(o)
	}
	return total
}

// unsharedWeight returns the weight, at a level, of the fingerprints of a content that no
// other compared content has. shared is the number of the others.
func (c *corpus) unsharedWeight(id db.ContentID, shared, level int) weight {
	if c.whole {
		return weight(c.Count(id, level)-shared) * weightUnit
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

// removedFrom returns how many fingerprints of a content are in the base.
func (c *corpus) removedFrom(id db.ContentID) int {
	if r := &c.All[id]; c.base != nil && r.Levels > 0 {
		return int(c.base.removed[r.First])
	}
	return 0
}

// covered reports whether the base contains a whole content.
func (c *corpus) covered(id db.ContentID) bool { return c.base != nil && c.base.covered[id] }

// weigh is the Weigher of a corpus. It needs c.frequencies.
func (c *corpus) weigh(fp fingerprint.Fingerprint) float64 {
	if c.base != nil {
		if _, ok := slices.BinarySearch(c.base.fps, fp); ok {
			return 0
		}
	}
	return weightOf(c.frequencies.of(fp)).float()
}

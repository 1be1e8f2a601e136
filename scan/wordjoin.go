package scan

import (
	"cmp"
	"context"
	"math"
	"slices"

	"alike/db/hamming"
	"alike/fingerprint"
)

// wordJoin is a search for pairs of sets. Sets are taken in order of size, and each meets
// the smaller ones before it.
type wordJoin struct {
	*Words
	runs  *hamming.Runs
	least float64

	order  []uint32 // the sets, smallest first
	sizes  []uint32 // by set
	counts []uint32 // sets that have a word, by the upper bits of its hash: at least so many
	lists  map[uint64]*wordList

	shared  []uint32 // words in common with the current set, by set, plus one; see dropped
	touched []uint32
	words   []uint64 // of the current set
	ranked  []uint64 // the same, rarest first
	other   []uint64
}

// wordList holds the sets that have a word among their rarest, smallest first.
type wordList struct {
	start int // those before are too small for all sets to come
	sets  []listedSet
}

type listedSet struct {
	set uint32
	at  uint32 // position of the word among those of the set, the rarest first
}

const (
	sketchBits = 22
	wordBits   = 48 // terms.HashBits
	// dropped marks a set that cannot share enough.
	dropped = math.MaxUint32
	// overlapSlack bounds the rounding errors of the bounds below.
	overlapSlack = 1e-6
)

// of reads the set of a run.
func (j *wordJoin) of(to []uint64, set uint32) ([]uint64, error) {
	return j.Of(to[:0], j.runs.Run(int(set))[0])
}

// count counts words and orders the sets.
func (j *wordJoin) count(ctx context.Context) (err error) {
	j.counts = make([]uint32, 1<<sketchBits)
	for i := range j.runs.Hashes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if j.words, err = j.of(j.words, uint32(i)); err != nil {
			return err
		}
		for _, h := range j.words {
			j.counts[h>>(wordBits-sketchBits)]++
		}
		j.order, j.sizes = append(j.order, uint32(i)), append(j.sizes, uint32(len(j.words)))
	}
	slices.SortFunc(j.order, func(a, b uint32) int { return cmp.Or(cmp.Compare(j.sizes[a], j.sizes[b]), cmp.Compare(a, b)) })
	return nil
}

// needed returns how many words sets of these sizes must share.
func (j *wordJoin) needed(a, b int) int {
	return max(1, int(math.Ceil(j.least/(1+j.least)*float64(a+b)-overlapSlack)))
}

// rank sorts the words of the current set, the rarest first.
func (j *wordJoin) rank() {
	j.ranked = append(j.ranked[:0], j.words...)
	slices.SortFunc(j.ranked, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(j.counts[a>>(wordBits-sketchBits)], j.counts[b>>(wordBits-sketchBits)]), cmp.Compare(a, b))
	})
}

// meet compares a set with the smaller ones and lists it for the larger ones.
func (j *wordJoin) meet(set uint32, use func(a, b uint32, share fingerprint.Share) error) (err error) {
	if j.words, err = j.of(j.words, set); err != nil {
		return err
	}
	j.rank()
	size := len(j.words)
	smallest := int(math.Ceil(j.least*float64(size) - overlapSlack))
	looked, listed := size-smallest+1, size-j.needed(size, size)+1
	for at, h := range j.ranked[:min(size, looked)] {
		if j.counts[h>>(wordBits-sketchBits)] == 1 {
			continue // no other set has it
		}
		list := j.lists[h]
		if list != nil {
			j.hit(list, at, size, smallest)
		}
		if at >= listed {
			continue
		}
		if list == nil {
			list = &wordList{}
			j.lists[h] = list
		}
		list.sets = append(list.sets, listedSet{set, uint32(at)})
	}
	return j.verify(set, use)
}

// hit counts a word that the current set of the given size has at a position.
func (j *wordJoin) hit(list *wordList, at, size, smallest int) {
	for list.start < len(list.sets) && int(j.sizes[list.sets[list.start].set]) < smallest {
		list.start++
	}
	for _, l := range list.sets[list.start:] {
		n := j.shared[l.set]
		if n == dropped {
			continue
		}
		if n == 0 {
			j.touched = append(j.touched, l.set)
			n = 1
		}
		other := int(j.sizes[l.set])
		if possible := int(n) + min(size-at-1, other-int(l.at)-1); possible < j.needed(size, other) {
			j.shared[l.set] = dropped
		} else {
			j.shared[l.set] = n + 1
		}
	}
}

// verify counts the words that the current set shares with each candidate.
func (j *wordJoin) verify(set uint32, use func(a, b uint32, share fingerprint.Share) error) (err error) {
	slices.Sort(j.touched)
	for _, t := range j.touched {
		n := j.shared[t]
		j.shared[t] = 0
		if n == dropped {
			continue
		}
		if j.other, err = j.of(j.other, t); err != nil {
			return err
		}
		share := jaccard(fingerprint.SharedHashes(j.words, j.other), len(j.words), len(j.other))
		if float64(share) >= j.least {
			if err := use(min(set, t), max(set, t), share); err != nil {
				return err
			}
		}
	}
	j.touched = j.touched[:0]
	return nil
}

package search

import (
	"errors"
	"slices"

	"alike/db/arena"
	"alike/fingerprint"
)

// frequencies tells how many live contents have a fingerprint, for all that a compared
// content has and at least two live ones. A fingerprint takes eight bytes: it is found by
// its upper bits in a table, and by the lower ones in a part of a sorted list.
type frequencies struct {
	low, df *arena.Arena[uint32]
	upper   [1<<(fingerprint.Bits-lowBits) + 1]uint32 // first index in low by the upper bits
	next    int                                       // upper is set up to here
}

const lowBits = 32

func newFrequencies(room *arena.Room, most int) (*frequencies, error) {
	f := &frequencies{}
	var errs [2]error
	f.low, errs[0] = arena.New[uint32](room, most)
	f.df, errs[1] = arena.New[uint32](room, most)
	return f, errors.Join(errs[:]...)
}

// add adds fingerprints, which ascend over all calls, with their frequencies.
func (f *frequencies) add(fps []fingerprint.Fingerprint, df []uint32) error {
	at := uint32(len(f.low.Values()))
	low := make([]uint32, len(fps))
	for i, fp := range fps {
		f.end(int(fp>>lowBits), at+uint32(i))
		low[i] = uint32(fp)
	}
	if err := f.low.Append(low...); err != nil {
		return err
	}
	return f.df.Append(df...)
}

// end sets the table up to some upper bits: lower ones end before index at.
func (f *frequencies) end(upper int, at uint32) {
	for ; f.next <= upper; f.next++ {
		f.upper[f.next] = at
	}
}

// finish ends the adding.
func (f *frequencies) finish() { f.end(len(f.upper)-1, uint32(len(f.low.Values()))) }

// of returns how many live contents have a fingerprint: 1 if only one has it, or none.
func (f *frequencies) of(fp fingerprint.Fingerprint) int {
	from, to := f.upper[fp>>lowBits], f.upper[fp>>lowBits+1]
	i, ok := slices.BinarySearch(f.low.Values()[from:to], uint32(fp))
	if !ok {
		return 1
	}
	return int(f.df.Values()[from+uint32(i)])
}

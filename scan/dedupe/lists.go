package dedupe

import (
	"math/bits"
	"slices"

	"alike/db"
)

// candidates are sets that may count as the same as one that is asked for. A set is
// given by keys of 32 bits for its elements; that two have one in common now and
// then lets some more through, and none less.
type candidates interface {
	// add enters a set.
	add(n db.RecordID, keys []uint32) error
	// find returns those that may have in common what they need, the earliest first.
	// They stand until the next call.
	find(keys []uint32) []db.RecordID
	bytes() int64
}

// lists are candidates by what they need in common, where that grows with the size
// of either.
//
// Of n elements of which m are needed, any n−m+1 have one of the m among them, so
// that only the n−m+1 rarest are looked up (Bayardo, Ma, Srikant 2007; Xiao et al.
// 2008). Since what is needed depends on the other's size, lists are of one element
// and one class of sizes. What everything has, boilerplate, is then among those only
// where it is so much of the set that two with it count as the same, and the second
// is not kept.
//
// Of a list only the latest longestWalk are looked at.
//
// Memory: 18 bytes for each element of a set, and 28 for the set.
type lists struct {
	members
	postings
	needs   needs // does not fall as the other's size grows
	classes [sizeClasses]uint32
	found   []db.RecordID
}

// sizeClasses are of one size each up to 16, then eight for each doubling.
const sizeClasses = 256

func sizeClass(size int) int {
	if size < 16 {
		return size
	}
	e := bits.Len(uint(size)) - 4
	return e*8 + size>>e
}

// leastOfClass returns the smallest size of a class.
func leastOfClass(class int) int {
	if class < 16 {
		return class
	}
	e := class/8 - 1
	return (8 + class%8) << e
}

func (l *lists) add(n db.RecordID, keys []uint32) error {
	class := sizeClass(len(keys))
	l.classes[class]++
	place := l.members.enter(n, len(keys), parityOfKeys(keys))
	for _, key := range keys {
		if err := l.postings.enter(listTag(key, class), place); err != nil {
			return err
		}
	}
	if l.equal(len(keys), class) {
		return l.postings.enter(equalTag(keys, class), place)
	}
	return nil
}

// equal reports whether sets of a size have to be equal to those of a class. They
// have a list for all of their elements together then, so that sets of a few
// frequent words do not meet all others.
func (l *lists) equal(size, class int) bool {
	return size < 16 && class == size && l.needs(size, size) >= size
}

// equalTag is what a set's list of those equal to it is found by. Keys come in an
// order that means nothing.
func equalTag(keys []uint32, class int) uint32 {
	sum := uint64(0)
	for _, key := range keys {
		sum += (uint64(key) + 1) * 0xd6e8feb86659fd93 >> 16
	}
	return listTag(uint32(sum>>8), class)
}

func (l *lists) find(keys []uint32) []db.RecordID {
	p, size := parityOfKeys(keys), len(keys)
	l.found = l.found[:0]
	for class, count := range l.classes {
		if count == 0 {
			continue
		}
		need := max(1, l.needs(size, leastOfClass(class)))
		if need > min(size, leastOfClass(class+1)-1) {
			continue
		}
		looked := size - need + 1
		if l.equal(size, class) {
			l.count(equalTag(keys, class), &l.members)
		} else {
			for _, tag := range l.rarest(keys, class, looked) {
				l.count(tag, &l.members)
			}
		}
		for _, place := range l.touched {
			other := int(l.sizes[place])
			// What was not looked up may be there too.
			if int(l.hits[place])+size-looked >= l.needs(size, other) && l.needs.possible(size, other, p, l.parities[place]) {
				l.found = append(l.found, l.numbers[place])
			}
		}
		l.forget()
	}
	slices.Sort(l.found)
	return l.found
}

func (l *lists) bytes() int64 { return l.members.bytes() + l.postings.bytes() }

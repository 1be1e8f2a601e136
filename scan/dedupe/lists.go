package dedupe

import (
	"math/bits"
	"slices"

	"alike/db"
)

// candidates finds the kept sets that may be duplicates of a set. A set is given by
// 32-bit keys of its elements. If two elements have the same key, more candidates may
// pass, but none is missed.
type candidates interface {
	// add adds a kept set.
	add(n db.RecordID, keys []uint32) error
	// find returns the candidates, the earliest first. The result is valid until the
	// next call.
	find(keys []uint32) []db.RecordID
	// bytes returns the memory taken.
	bytes() int64
}

// lists finds candidates by prefix filtering, for an overlap that grows with the size
// of either set.
//
// If m of n elements must be shared, any n−m+1 of them include a shared one, so only
// the n−m+1 rarest are looked up (Bayardo, Ma, Srikant 2007; Xiao et al. 2008). The
// overlap depends on the size of the other set, so there is a list per element and
// class of sizes. Boilerplate is among the rarest elements only if it is so much of a
// set that two sets with it count as duplicates, and then the second is not kept.
//
// Only the latest maxWalk sets of a list are visited.
//
// It takes 18 bytes per element of a set plus 28 per set.
type lists struct {
	members
	postings
	overlap overlap             // must not decrease as the size of the other set grows
	classes [sizeClasses]uint32 // number of sets in each
	found   []db.RecordID
}

// sizeClasses is the number of size classes: one per size below 16, then eight per
// doubling.
const sizeClasses = 256

// sizeClass returns the class of a size.
func sizeClass(size int) int {
	if size < 16 {
		return size
	}
	e := bits.Len(uint(size)) - 4
	return e*8 + size>>e
}

// smallestOfClass returns the smallest size of a class.
func smallestOfClass(class int) int {
	if class < 16 {
		return class
	}
	e := class/8 - 1
	return (8 + class%8) << e
}

func (l *lists) add(n db.RecordID, keys []uint32) error {
	class := sizeClass(len(keys))
	l.classes[class]++
	member := l.members.enter(n, len(keys), parityOfKeys(keys))
	for _, key := range keys {
		if err := l.postings.enter(listTag(key, class), member); err != nil {
			return err
		}
	}
	if l.equal(len(keys), class) {
		return l.postings.enter(equalTag(keys, class), member)
	}
	return nil
}

// equal reports whether a set of a size must equal a set of a class to be a duplicate.
// Such sets have one list for all their elements together, so that sets of a few
// frequent words do not meet all others.
func (l *lists) equal(size, class int) bool {
	return size < 16 && class == size && l.overlap(size, size) >= size
}

// equalTag returns the tag of the list of sets equal to a set. It does not depend on
// the order of the keys.
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
		shared := max(1, l.overlap(size, smallestOfClass(class)))
		if shared > min(size, smallestOfClass(class+1)-1) {
			continue
		}
		looked := size - shared + 1
		if l.equal(size, class) {
			l.count(equalTag(keys, class), &l.members)
		} else {
			for _, tag := range l.rarest(keys, class, looked) {
				l.count(tag, &l.members)
			}
		}
		for _, member := range l.touched {
			other := int(l.sizes[member])
			// The elements that were not looked up may be shared, too.
			if int(l.hits[member])+size-looked >= l.overlap(size, other) && l.overlap.possible(size, other, p, l.parities[member]) {
				l.found = append(l.found, l.numbers[member])
			}
		}
		l.forget()
	}
	slices.Sort(l.found)
	return l.found
}

func (l *lists) bytes() int64 { return l.members.bytes() + l.postings.bytes() }

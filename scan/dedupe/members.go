package dedupe

import (
	"math/bits"

	"alike/db"
)

// members are the kept sets among which candidates are found, in the order of their numbers.
// A member is its index. Each takes 28 bytes.
type members struct {
	numbers  []db.RecordID
	sizes    []uint32
	parities []parity

	hits    []uint32 // of the current search
	touched []uint32 // members with hits
	looked  int64    // hits of all searches, a measure of their cost
}

// enter adds a set and returns the member.
func (m *members) enter(n db.RecordID, size int, p parity) (member uint32) {
	m.numbers = append(m.numbers, n)
	m.sizes = append(m.sizes, uint32(size))
	m.parities = append(m.parities, p)
	m.hits = append(m.hits, 0)
	return uint32(len(m.numbers) - 1)
}

// hit counts a hit of a member.
func (m *members) hit(member uint32) {
	if m.hits[member] == 0 {
		m.touched = append(m.touched, member)
	}
	m.hits[member]++
	m.looked++
}

// forget clears the hits of a search.
func (m *members) forget() {
	for _, member := range m.touched {
		m.hits[member] = 0
	}
	m.touched = m.touched[:0]
}

func (m *members) bytes() int64 {
	return 4*int64(cap(m.numbers)+cap(m.sizes)+cap(m.hits)+cap(m.touched)) + 16*int64(cap(m.parities))
}

// parity is a sketch of a set. Elements fall into 128 classes. A bit is set if the set
// has an odd number of elements of that class. If two sets differ in d
// elements, their parities differ in at most d bits. So a parity rules out pairs
// without fetching the sets, and never wrongly. It is useless for sets of a thousand
// elements.
type parity [2]uint64

// turn adds an element, given by its key, or removes it.
func (p *parity) turn(key uint32) { p[key>>6&1] ^= 1 << (key & 63) }

// parityOfKeys returns the parity of a set of keys.
func parityOfKeys(keys []uint32) (p parity) {
	for _, key := range keys {
		p.turn(key)
	}
	return p
}

// apart returns a lower bound of the number of elements in which two sets differ.
func (p parity) apart(q parity) int {
	return bits.OnesCount64(p[0]^q[0]) + bits.OnesCount64(p[1]^q[1])
}

// words appends a parity to the keys of a record.
func (p parity) words(to []uint32) []uint32 {
	return append(to, uint32(p[0]), uint32(p[0]>>32), uint32(p[1]), uint32(p[1]>>32))
}

// parityWords is the number of keys that a parity takes.
const parityWords = 4

// parityOf reads what words appended.
func parityOf(words []uint32) parity {
	return parity{uint64(words[0]) | uint64(words[1])<<32, uint64(words[2]) | uint64(words[3])<<32}
}

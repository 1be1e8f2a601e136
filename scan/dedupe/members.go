package dedupe

import (
	"math/bits"

	"alike/db"
)

// members are the kept records among which candidates are looked for, by place, in
// the order of their numbers. Memory: 28 bytes each.
type members struct {
	numbers  []db.RecordID
	sizes    []uint32 // of their sets
	parities []parity

	hits    []uint32 // of the question that is being asked
	touched []uint32 // places that have some
	looked  int64    // hits of all questions: what they cost
}

func (m *members) enter(n db.RecordID, size int, p parity) (place uint32) {
	m.numbers = append(m.numbers, n)
	m.sizes = append(m.sizes, uint32(size))
	m.parities = append(m.parities, p)
	m.hits = append(m.hits, 0)
	return uint32(len(m.numbers) - 1)
}

// hit counts one for a place.
func (m *members) hit(place uint32) {
	if m.hits[place] == 0 {
		m.touched = append(m.touched, place)
	}
	m.hits[place]++
	m.looked++
}

// forget forgets what a question has hit.
func (m *members) forget() {
	for _, place := range m.touched {
		m.hits[place] = 0
	}
	m.touched = m.touched[:0]
}

func (m *members) bytes() int64 {
	return 4*int64(cap(m.numbers)+cap(m.sizes)+cap(m.hits)+cap(m.touched)) + 16*int64(cap(m.parities))
}

// parity has a bit for each of 128 parts of all elements: whether the set has an odd
// number of that part. Where two sets differ in d elements, their parities differ in
// d bits at most: those that differ in more are told apart without being fetched,
// and none that should not be. Sets of a thousand elements say nothing by it.
type parity [2]uint64

// turn takes in an element by its key, or takes it out.
func (p *parity) turn(key uint32) { p[key>>6&1] ^= 1 << (key & 63) }

func parityOfKeys(keys []uint32) (p parity) {
	for _, key := range keys {
		p.turn(key)
	}
	return p
}

// apart returns in how many elements two sets differ at least.
func (p parity) apart(q parity) int {
	return bits.OnesCount64(p[0]^q[0]) + bits.OnesCount64(p[1]^q[1])
}

// words are how a parity goes into the keys of a record.
func (p parity) words(to []uint32) []uint32 {
	return append(to, uint32(p[0]), uint32(p[0]>>32), uint32(p[1]), uint32(p[1]>>32))
}

const parityWords = 4

func parityOf(words []uint32) parity {
	return parity{uint64(words[0]) | uint64(words[1])<<32, uint64(words[2]) | uint64(words[3])<<32}
}

// needs returns of how many elements two sets of some sizes must have in common at
// least to count as the same; if that is more than either has, they never do. It may
// be less than it should by one, for what passes is compared exactly.
type needs func(a, b int) int

// possible reports whether sets of these sizes and parities may have in common what
// they need.
func (f needs) possible(a, b int, p, q parity) bool {
	need := f(a, b)
	return need <= min(a, b) && p.apart(q) <= a+b-2*need
}

package hamming

import (
	"cmp"
	"fmt"
	"slices"
)

// Document is a document's simhash, or a marker that it has none.
type Document struct {
	Hash     uint64
	Features uint32 // number of distinct features hashed
	// Short marks a document that is too short to judge. Its hash is that of its
	// normalised text, and it matches only short documents with the same hash.
	Short bool
	// NoDocument marks a content that is not text. It matches nothing; the marker only
	// records that its simhash is not missing. The other fields are zero.
	NoDocument bool
}

// Match is a document with a near hash.
type Match struct {
	Document uint32
	Distance int
}

func compareMatches(a, b Match) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Document, b.Document))
}

// Set holds documents by simhash in memory, for streams that alternate searches and
// insertions. New documents gather in a small part that is compared one by one. When it
// is full it becomes a sorted part with tables, and parts of similar size are merged, so
// a hash is moved once for each doubling of the set.
//
// It takes 40 bytes for each distinct hash with four blocks, up to 2.5 more for the
// directories, and 4 for each further document of a hash; during a merge up to 16 more
// for each hash merged. A Set is for one goroutine.
type Set struct {
	blocks  []Block
	fresh   []entry // in order of arrival
	parts   []*part // largest first
	short   *Set    // documents too short to judge; has no tables
	deleted map[entry]struct{}

	queries map[queryShape]*queryPlan
	found   []uint64
}

// maxFresh is the largest number of entries to compare one by one, which takes 2 µs.
const maxFresh = 2048

// NewSet returns an empty set that cuts hashes into the given number of blocks.
func NewSet(blocks int) (*Set, error) {
	if err := CheckBlocks(blocks); err != nil {
		return nil, err
	}
	s := newSet(blocks)
	s.short = newSet(0)
	return s, nil
}

func newSet(blocks int) *Set {
	s := &Set{deleted: map[entry]struct{}{}, queries: map[queryShape]*queryPlan{}}
	if blocks > 0 {
		s.blocks = Blocks(blocks)
	}
	return s
}

// part is an immutable part of a set.
type part struct {
	*Runs
	tables []*table
}

func newPart(r *Runs, blocks []Block, threads int) *part {
	p := &part{Runs: r}
	for _, b := range blocks {
		p.tables = append(p.tables, r.table(bucketBlock(b, len(r.Hashes)), threads))
	}
	return p
}

// bytes returns the memory that the part takes. The table of the upper block shares the
// hashes of the runs.
func (p *part) bytes() int {
	n := p.Runs.bytes()
	for _, t := range p.tables {
		n += 4 * cap(t.begin)
		if t.block.Above > 0 {
			n += 8 * cap(t.hashes)
		}
	}
	return n
}

// Bytes returns the memory that the set takes.
func (s *Set) Bytes() int {
	const deletedEntry = 40 // approximate size in the map
	n := 16*cap(s.fresh) + deletedEntry*len(s.deleted) + 8*cap(s.found)
	for _, p := range s.parts {
		n += p.bytes()
	}
	if s.short != nil {
		n += s.short.Bytes()
	}
	return n
}

// Insert adds a document. A document may have several hashes; a repeated hash counts
// once. A NoDocument is ignored.
func (s *Set) Insert(document uint32, h Document) {
	if h.NoDocument {
		return
	}
	if h.Short {
		s = s.short
	}
	s.insert(entry{h.Hash, document})
}

func (s *Set) insert(e entry) {
	if _, ok := s.deleted[e]; ok {
		delete(s.deleted, e) // a part still has it
		return
	}
	s.fresh = append(s.fresh, e)
	if len(s.fresh) < maxFresh {
		return
	}
	slices.SortFunc(s.fresh, compareEntries)
	b := newRunsBuilder(len(s.fresh))
	for _, e := range s.fresh {
		b.add(e)
	}
	s.fresh = s.fresh[:0]
	runs := b.finish()
	for n := len(s.parts); n > 0 && len(s.parts[n-1].Documents) < 2*len(runs.Documents); n-- {
		last := s.parts[n-1].Runs // free the tables before merging
		s.parts[n-1] = nil
		s.parts = s.parts[:n-1]
		runs = s.merged(last, runs)
	}
	if len(runs.Hashes) > 0 {
		s.parts = append(s.parts, newPart(runs, s.blocks, 1))
	}
}

// merged returns the entries of runs that are no longer parts, without the deleted ones.
func (s *Set) merged(runs ...*Runs) *Runs {
	n := 0
	for _, r := range runs {
		n += len(r.Documents)
	}
	b := newRunsBuilder(n)
	var last entry
	dropped := false // last was dropped; it repeats if several runs have it
	eachOfRuns(runs, func(e entry) {
		if dropped && e == last {
			return
		}
		_, dropped = s.deleted[e]
		last = e
		if !dropped {
			b.add(e)
		} else if !s.inParts(e) {
			delete(s.deleted, e) // no part has it any more
		}
	})
	return b.finish()
}

// inParts reports whether some part has an entry, deleted or not.
func (s *Set) inParts(e entry) bool {
	for _, p := range s.parts {
		if _, ok := slices.BinarySearch(p.of(e.hash), e.document); ok {
			return true
		}
	}
	return false
}

// Delete removes a document that Insert added and reports whether the set had it.
func (s *Set) Delete(document uint32, h Document) bool {
	if h.NoDocument {
		return false
	}
	if h.Short {
		s = s.short
	}
	return s.remove(entry{h.Hash, document})
}

func (s *Set) remove(e entry) bool {
	n := len(s.fresh)
	s.fresh = slices.DeleteFunc(s.fresh, func(f entry) bool { return f == e })
	was := len(s.fresh) < n
	if _, ok := s.deleted[e]; ok {
		return was
	}
	if s.inParts(e) {
		s.deleted[e] = struct{}{}
		was = true
	}
	if len(s.deleted) > maxFresh && len(s.deleted) > s.stored()/4 {
		s.rebuild()
	}
	return was
}

// stored returns the number of entries in the parts, deleted ones included.
func (s *Set) stored() int {
	n := 0
	for _, p := range s.parts {
		n += len(p.Documents)
	}
	return n
}

// rebuild merges all parts into one and drops the deleted entries.
func (s *Set) rebuild() {
	var runs []*Runs
	for _, p := range s.parts {
		runs = append(runs, p.Runs)
	}
	s.parts = nil
	if r := s.merged(runs...); len(r.Hashes) > 0 {
		s.parts = []*part{newPart(r, s.blocks, 1)}
	}
}

// Len returns the number of documents. One that was inserted twice may count twice.
func (s *Set) Len() int {
	n := len(s.fresh) + s.stored() - len(s.deleted)
	if s.short != nil {
		n += s.short.Len()
	}
	return n
}

// Near appends to matches the documents whose hash differs from h in at most distance
// bits, by distance and then by number.
func (s *Set) Near(matches []Match, h Document, distance int) ([]Match, error) {
	if err := CheckDistance(distance); err != nil || h.NoDocument {
		return matches, err
	}
	have := len(matches)
	if h.Short {
		s, distance = s.short, 0
	}
	matches = s.near(matches, h.Hash, distance)
	slices.SortFunc(matches[have:], compareMatches)
	return matches[:have+len(slices.Compact(matches[have:]))], nil
}

func (s *Set) near(matches []Match, h uint64, distance int) []Match {
	for _, e := range s.fresh {
		if d := bitsApart(e.hash, h); d <= distance {
			matches = append(matches, Match{e.document, d})
		}
	}
	for _, p := range s.parts {
		s.found = p.nearHashes(s.found[:0], h, distance, s.queries)
		for _, g := range s.found {
			for _, document := range p.of(g) {
				if _, ok := s.deleted[entry{g, document}]; !ok {
					matches = append(matches, Match{document, bitsApart(g, h)})
				}
			}
		}
	}
	return matches
}

// Nearest returns the first match that Near would append. It does not list the others,
// which may be millions.
func (s *Set) Nearest(h Document, distance int) (m Match, ok bool, err error) {
	if err := CheckDistance(distance); err != nil || h.NoDocument {
		return m, false, err
	}
	if h.Short {
		s, distance = s.short, 0
	}
	m, ok = s.nearest(h.Hash, distance)
	return m, ok, nil
}

func (s *Set) nearest(h uint64, distance int) (best Match, ok bool) {
	better := func(m Match) {
		if !ok || compareMatches(m, best) < 0 {
			best, ok = m, true
		}
	}
	for _, e := range s.fresh {
		if d := bitsApart(e.hash, h); d <= distance {
			better(Match{e.document, d})
		}
	}
	for _, p := range s.parts {
		s.found = p.nearHashes(s.found[:0], h, distance, s.queries)
		for _, g := range s.found {
			for _, document := range p.of(g) {
				if _, gone := s.deleted[entry{g, document}]; !gone {
					better(Match{document, bitsApart(g, h)})
					break // the others have higher numbers and the same distance
				}
			}
		}
	}
	return best, ok
}

// Load fills an empty set with many documents and overwrites both slices. Inserting them
// one by one takes five times as long.
func (s *Set) Load(hashes []uint64, documents []uint32, threads int) error {
	if len(hashes) != len(documents) || s.Len() > 0 {
		return fmt.Errorf("loading %d hashes of %d documents into a set of %d", len(hashes), len(documents), s.Len())
	}
	if len(hashes) > 0 {
		s.parts = []*part{newPart(NewRuns(hashes, documents, threads), s.blocks, threads)}
	}
	return nil
}

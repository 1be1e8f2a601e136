package hamming

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Document is a document's simhash, or what stands for it.
type Document struct {
	Hash     uint64
	Features uint32 // how many distinct features it was made of
	// Short marks a document too short to judge: its hash is one of its normalised
	// text, and only equals count, among such documents.
	Short bool
	// NoDocument marks a content that is no text: nothing is near it, and it is kept
	// only so that it is not missing. All else is zero then.
	NoDocument bool
}

// Match is a document whose hash is near.
type Match struct {
	Document uint32
	Distance int
}

func compareMatches(a, b Match) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Document, b.Document))
}

// Set is documents and their hashes in memory, for streams: one is asked for
// what is near, and enters, and so on. New ones gather in a small part that is
// compared one by one; full, it becomes a sorted part with tables, and parts of
// about the same size become one, so that a hash is moved as often as the set has
// doubled.
//
// Memory: 40 bytes for each distinct hash with four blocks, up to 2.5 more for the
// directories, and 4 for each further document of a hash; while parts become one
// up to 16 for each hash in them. It is for one goroutine.
type Set struct {
	blocks []Block
	fresh  []entry // in order of arrival
	parts  []*part // the largest first
	short  *Set    // documents too short to judge; only its runs matter
	gone   map[entry]struct{}

	queries map[queryShape]*queryPlan
	found   []uint64
}

// freshHashes is how many entries are compared one by one: 2 µs.
const freshHashes = 2048

// NewSet returns an empty set that cuts hashes into so many blocks.
func NewSet(blocks int) (*Set, error) {
	if err := CheckBlocks(blocks); err != nil {
		return nil, err
	}
	s := newSet(blocks)
	s.short = newSet(0)
	return s, nil
}

func newSet(blocks int) *Set {
	s := &Set{gone: map[entry]struct{}{}, queries: map[queryShape]*queryPlan{}}
	if blocks > 0 {
		s.blocks = Blocks(blocks)
	}
	return s
}

// part is a part of a set that does not change.
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

// bytes returns how much memory the part takes. The table of the upper block is
// the runs.
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

// Bytes returns how much memory the set takes.
func (s *Set) Bytes() int {
	const goneEntry = 40 // of a map, about
	n := 16*cap(s.fresh) + goneEntry*len(s.gone) + 8*cap(s.found)
	for _, p := range s.parts {
		n += p.bytes()
	}
	if s.short != nil {
		n += s.short.Bytes()
	}
	return n
}

// Insert enters a document. It may have several hashes; the same one twice is as
// good as once. What is no document is not entered.
func (s *Set) Insert(document uint32, h Document) {
	if h.NoDocument {
		return
	}
	if h.Short && s.short != nil {
		s.short.insert(entry{h.Hash, document})
		return
	}
	s.insert(entry{h.Hash, document})
}

func (s *Set) insert(e entry) {
	if _, ok := s.gone[e]; ok {
		delete(s.gone, e) // a part has it still
		return
	}
	s.fresh = append(s.fresh, e)
	if len(s.fresh) < freshHashes {
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
		last := s.parts[n-1].Runs // without its tables, which go first
		s.parts[n-1] = nil
		s.parts = s.parts[:n-1]
		runs = s.joined(last, runs)
	}
	if len(runs.Hashes) > 0 {
		s.parts = append(s.parts, newPart(runs, s.blocks, 1))
	}
}

// joined returns the entries of some runs, which are no longer parts, but for those
// that are gone.
func (s *Set) joined(runs ...*Runs) *Runs {
	n := 0
	for _, r := range runs {
		n += len(r.Documents)
	}
	b := newRunsBuilder(n)
	var last entry
	dropped := false // last was; it comes again where several of the runs have it
	eachOfRuns(runs, func(e entry) {
		if dropped && e == last {
			return
		}
		_, dropped = s.gone[e]
		last = e
		if !dropped {
			b.add(e)
		} else if !s.inParts(e) {
			delete(s.gone, e) // nobody has it any more
		}
	})
	return b.finish()
}

// inParts reports whether some part has an entry, gone or not.
func (s *Set) inParts(e entry) bool {
	for _, p := range s.parts {
		if _, ok := slices.BinarySearch(p.of(e.hash), e.document); ok {
			return true
		}
	}
	return false
}

// Delete removes what Insert entered and reports whether that was there.
func (s *Set) Delete(document uint32, h Document) bool {
	if h.NoDocument {
		return false
	}
	if h.Short && s.short != nil {
		return s.short.remove(entry{h.Hash, document})
	}
	return s.remove(entry{h.Hash, document})
}

func (s *Set) remove(e entry) bool {
	n := len(s.fresh)
	s.fresh = slices.DeleteFunc(s.fresh, func(f entry) bool { return f == e })
	was := len(s.fresh) < n
	if _, ok := s.gone[e]; ok {
		return was
	}
	if s.inParts(e) {
		s.gone[e] = struct{}{}
		was = true
	}
	if len(s.gone) > freshHashes && len(s.gone) > s.stored()/4 {
		s.rebuild()
	}
	return was
}

// stored is how many entries the parts have, gone ones too.
func (s *Set) stored() int {
	n := 0
	for _, p := range s.parts {
		n += len(p.Documents)
	}
	return n
}

// rebuild makes one part of all and forgets what is gone.
func (s *Set) rebuild() {
	var runs []*Runs
	for _, p := range s.parts {
		runs = append(runs, p.Runs)
	}
	s.parts = nil
	if r := s.joined(runs...); len(r.Hashes) > 0 {
		s.parts = []*part{newPart(r, s.blocks, 1)}
	}
}

// Len returns how many documents there are; one that was entered twice may count
// twice.
func (s *Set) Len() int {
	n := len(s.fresh) + s.stored() - len(s.gone)
	if s.short != nil {
		n += s.short.Len()
	}
	return n
}

// Near appends to matches the documents whose hash differs from h in at most so
// many bits, by distance and then by number.
func (s *Set) Near(matches []Match, h Document, distance int) ([]Match, error) {
	if err := CheckDistance(distance); err != nil || h.NoDocument {
		return matches, err
	}
	have := len(matches)
	if h.Short && s.short != nil {
		matches = s.short.near(matches, h.Hash, 0)
	} else {
		matches = s.near(matches, h.Hash, distance)
	}
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
				if _, ok := s.gone[entry{g, document}]; !ok {
					matches = append(matches, Match{document, bitsApart(g, h)})
				}
			}
		}
	}
	return matches
}

// Nearest returns the first of what Near appends, without listing the others, of
// which there may be millions.
func (s *Set) Nearest(h Document, distance int) (m Match, ok bool, err error) {
	if err := CheckDistance(distance); err != nil || h.NoDocument {
		return m, false, err
	}
	if h.Short && s.short != nil {
		m, ok = s.short.nearest(h.Hash, 0)
	} else {
		m, ok = s.nearest(h.Hash, distance)
	}
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
				if _, gone := s.gone[entry{g, document}]; !gone {
					better(Match{document, bitsApart(g, h)})
					break // the others have higher numbers
				}
			}
		}
	}
	return best, ok
}

// Pairs calls use for every two documents whose hashes differ in at most so many
// bits, but for those of one hash: these come as pairs of the first with each of
// the others. The documents of two hashes that are near come as two lists, which
// are valid during the call.
func (s *Set) Pairs(ctx context.Context, distance, threads int, use func(a, b []uint32, distance int) error) error {
	if err := CheckDistance(distance); err != nil {
		return err
	}
	s.settleAll()
	if s.short != nil {
		if err := s.short.Pairs(ctx, 0, 1, use); err != nil {
			return err
		}
	}
	if len(s.parts) == 0 {
		return nil
	}
	r := s.parts[0].Runs
	for i := range r.Hashes {
		if all := r.Run(i); len(all) > 1 {
			if err := use(all[:1], all[1:], 0); err != nil {
				return err
			}
		}
	}
	if distance == 0 {
		return nil
	}
	return r.Pairs(ctx, distance, threads, func(int, int) {}, func(p Pair) error {
		return use(r.Run(int(p.A)), r.Run(int(p.B)), int(p.Distance))
	})
}

// settleAll makes one part of everything.
func (s *Set) settleAll() {
	if len(s.fresh) > 0 {
		slices.SortFunc(s.fresh, compareEntries)
		b := newRunsBuilder(len(s.fresh))
		for _, e := range s.fresh {
			b.add(e)
		}
		s.fresh = s.fresh[:0]
		s.parts = append(s.parts, &part{Runs: b.finish()})
	}
	if len(s.parts) > 1 || len(s.gone) > 0 || len(s.parts) == 1 && len(s.parts[0].tables) < len(s.blocks) {
		s.rebuild()
	}
}

// Load enters many documents at once into a set that is empty; both slices are
// overwritten. One by one takes five times as long.
func (s *Set) Load(hashes []uint64, documents []uint32, threads int) error {
	if len(hashes) != len(documents) || s.Len() > 0 {
		return fmt.Errorf("%d hashes of %d documents for a set of %d", len(hashes), len(documents), s.Len())
	}
	if len(hashes) > 0 {
		s.parts = []*part{newPart(NewRuns(hashes, documents, threads), s.blocks, threads)}
	}
	return nil
}

// LoadShort is Load for documents too short to judge.
func (s *Set) LoadShort(hashes []uint64, documents []uint32, threads int) error {
	return s.short.Load(hashes, documents, threads)
}

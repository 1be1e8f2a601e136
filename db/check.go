package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"alike/db/hamming"
	"alike/fingerprint"
)

// CheckOptions controls a check.
type CheckOptions struct {
	// Sample is the number of files to read again and compare. A negative number means
	// all.
	Sample int
	// Read copies a file to w. The error wraps ErrFileChanged if the file is gone or not
	// in the given state, before or after reading. It may be nil if Sample is 0.
	Read func(path string, state Stat, w io.Writer) error
	// Hash, if not nil, returns the simhash of a file that is read again. size is in
	// bytes; read writes the bytes of the file, and Hash returns its errors.
	Hash func(size int64, read func(w io.Writer) error) (hamming.Document, error)
	// State, if not nil, returns an error if the state of the last run cannot be decoded.
	State func() error
	// Record, if not nil, is called with every record and its Set, valid during the call. It
	// returns an error if the record cannot be compared with others.
	Record func(r *Record) error
	// Progress, if not nil, is called with the work done so far.
	Progress func(done, total int64)
}

// CheckReport is the result of a check.
type CheckReport struct {
	Files, Contents, Postings, Segments int64
	Hashes                              int64 // simhashes
	Records                             int64 // in an index of records
	Sampled                             int64 // files whose checksum was compared
	SampledChanged                      int64 // sampled files that changed since the scan; not compared
	SampledUnreadable                   int64 // sampled files that could not be read
	Problems                            []string
}

// maxProblems is how many problems a report lists.
const maxProblems = 100

// Check verifies that the index is consistent:
//
//   - the checksums of the store hold;
//   - every posting has its content, and every content its postings and paths;
//   - every path leads up to the root and has its content and its place;
//   - every simhash is found by each of its blocks;
//   - in a sample of files with unchanged size and times, the checksums still hold, and the
//     simhashes if Hash is set.
//
// It returns an error only if it could not finish; damage is a problem in the report.
//
// Cost: it reads the whole index. Memory: 12 bytes for each content and 8 for each file, up
// to a quarter of Options.Memory; beyond that it reads tables again. It also takes 4 bytes
// for each directory.
func (ix *Index) Check(ctx context.Context, o CheckOptions) (CheckReport, error) {
	return ix.checkIn(ctx, o, max(ix.memory/4, 1<<20))
}

// checkIn is Check with arrays of at most room bytes.
func (ix *Index) checkIn(ctx context.Context, o CheckOptions, room int64) (CheckReport, error) {
	c := &checker{ix: ix, hash: o.Hash, read: o.Read, record: o.Record, state: o.State, room: room}
	c.report.Segments = int64(len(ix.segments))
	const steps = 8
	unreadable := false // the store found a damaged file
	for i, step := range []func(context.Context) error{
		ix.st.Verify, c.readContents, c.readSets, c.readHashes, c.readTree, c.readGone, c.readRecords,
		func(ctx context.Context) error { return c.sample(ctx, o.Sample) },
	} {
		if o.Progress != nil {
			o.Progress(int64(i), steps)
		}
		err := step(ctx)
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			if i == 0 {
				c.problem("%s: %s", damaged.Path, damaged.Problem)
				unreadable = true
				continue
			}
			// If a table is damaged, this is the same damage. Later steps would only
			// report it again.
			if !unreadable {
				c.problem("%s: %s", damaged.Path, damaged.Problem)
			}
			break
		}
		if err != nil {
			return c.report, err
		}
	}
	return c.report, nil
}

type checker struct {
	ix       *Index
	hash     func(size int64, read func(w io.Writer) error) (hamming.Document, error)
	read     func(path string, state Stat, w io.Writer) error
	record   func(r *Record) error
	state    func() error
	room     int64 // bytes
	report   CheckReport
	contents *ranks   // the stored ones
	text     []byte   // path of the last file that was read again
	last     FilePath // the same
}

func (c *checker) problem(format string, args ...any) {
	if len(c.report.Problems) < maxProblems {
		c.report.Problems = append(c.report.Problems, fmt.Sprintf(format, args...))
	}
}

func (c *checker) readContents(ctx context.Context) error {
	c.contents = newRanks(uint32(c.ix.root.NextContent))
	last := uint64(0)
	err := eachRowOf(c.ix.segments, kindContents, func(_ *table, key rowKey, _ []byte) error {
		if key.id <= last || key.id >= uint64(c.ix.root.NextContent) || key.sub != 0 {
			c.problem("content %d, part %d, follows content %d; the next number is %d", key.id, key.sub, last, c.ix.root.NextContent)
			return ctx.Err()
		}
		last = key.id
		c.contents.add(uint32(key.id))
		c.report.Contents++
		return ctx.Err()
	})
	c.contents.count()
	return err
}

// eachPart calls pass for the contents in parts, so that arrays with size bytes for each
// content of a part fit into the room.
func (c *checker) eachPart(size int64, pass func(p contentPart) error) error {
	n := max(c.room/size, 1)
	for from := int64(0); from == 0 || from < c.report.Contents; from += n {
		if err := pass(contentPart{c.contents, uint32(from), uint32(min(n, c.report.Contents-from))}); err != nil {
			return err
		}
	}
	return nil
}

// contentPart is a part of the stored contents: n of them, without the first from.
type contentPart struct {
	all     *ranks
	from, n uint32
}

// first reports whether it is the first part.
func (p contentPart) first() bool { return p.from == 0 }

// index returns the place of a content in an array for the part. ok is false if it is not
// in the part.
func (p contentPart) index(id uint64) (i uint32, ok bool) {
	if id > math.MaxUint32 || !p.all.has(uint32(id)) {
		return 0, false
	}
	i = p.all.of(uint32(id)) - 1 - p.from
	return i, i < p.n
}

// knows reports whether the content exists, in any part.
func (p contentPart) knows(id uint64) bool { return id <= math.MaxUint32 && p.all.has(uint32(id)) }

// each calls use for every content of the part.
func (p contentPart) each(use func(i uint32, id ContentID)) {
	p.all.each(func(id uint32) {
		if i, ok := p.index(uint64(id)); ok {
			use(i, ContentID(id))
		}
	})
}

// readSets compares the forward sets of contents with their rows and their postings.
func (c *checker) readSets(ctx context.Context) error {
	return c.eachPart(12, func(p contentPart) error {
		s := &setChecker{checker: c, part: p, sums: make([]uint64, p.n), counts: make([]int32, p.n)}
		for _, seg := range c.ix.segments {
			if err := s.readForward(ctx, seg); err != nil {
				return err
			}
		}
		for _, seg := range c.ix.segments {
			if err := s.readPostings(ctx, seg.table(kindPostings)); err != nil {
				return err
			}
		}
		p.each(func(i uint32, id ContentID) {
			if s.sums[i] != 0 || s.counts[i] != 0 {
				c.problem("content %d has %+d fingerprints more than postings, or different ones", id, s.counts[i])
			}
		})
		return nil
	})
}

// setChecker checks the sets of a part of the contents. Its sums are over a mixing function
// of the fingerprints in the forward set, minus those of the postings: a sum of 0 means
// equal sets, except with probability 2^-64.
type setChecker struct {
	*checker
	part   contentPart
	sums   []uint64
	counts []int32 // of fingerprints, minus postings
	set    fingerprint.Set
}

// readForward reads the rows of a segment's contents and their sets, which are in the same
// segment and in the same order.
func (s *setChecker) readForward(ctx context.Context, seg *segment) error {
	sets := &rowCursor{t: seg.table(kindForward)}
	if err := sets.next(); err != nil {
		return err
	}
	err := seg.table(kindContents).each(func(key rowKey, payload []byte) error {
		if err := s.skipSets(sets, key.id); err != nil {
			return err
		}
		if i, ok := s.part.index(key.id); ok {
			row, err := decodeContent(payload)
			if err == nil {
				err = s.readSet(sets, i, key.id, &row)
			}
			return cmp.Or(err, ctx.Err())
		}
		for !sets.done && sets.key.id == key.id {
			if err := sets.next(); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	return s.skipSets(sets, math.MaxUint64)
}

// skipSets reports the sets before a content, which have none.
func (s *setChecker) skipSets(sets *rowCursor, id uint64) error {
	for !sets.done && sets.key.id < id {
		if s.part.first() {
			s.problem("there are fingerprints of content %d, which does not exist", sets.key.id)
		}
		if err := sets.next(); err != nil {
			return err
		}
	}
	return nil
}

// readSet reads the set of a content and compares it with the counts of its row.
func (s *setChecker) readSet(sets *rowCursor, i uint32, id uint64, row *StoredContent) (err error) {
	seen := StoredContent{Content: row.Content}
	last := fingerprint.Fingerprint(0)
	for part := uint32(0); !sets.done && sets.key.id == id; part++ {
		if s.set, err = decodeSetPart(s.set[:0], sets.payload); err != nil {
			return sets.t.damage("the fingerprints of content %d cannot be decoded", id)
		}
		if sets.key.sub != part || part > 0 && s.set[0] <= last {
			s.problem("the fingerprints of content %d are not in order", id)
		}
		last = s.set[len(s.set)-1]
		s.counts[i] += int32(len(s.set))
		seen.addCounts(LevelCounts(s.set, seen.Level))
		for _, fp := range s.set {
			s.sums[i] += mix(uint64(fp))
		}
		if last >= fingerprint.Bound(row.Level) {
			s.problem("content %d of level %d has a finer fingerprint", id, row.Level)
		}
		if err := sets.next(); err != nil {
			return err
		}
	}
	if !slices.Equal(seen.Counts, row.Counts) {
		s.problem("content %d has %v fingerprints by level, starting at level %d; its row says %v", id, seen.Counts, row.Level, row.Counts)
	}
	return nil
}

// readPostings reads the postings of one segment. Segments need not be merged: a duplicate
// posting changes the sum of its content.
func (s *setChecker) readPostings(ctx context.Context, t *table) error {
	if err := t.load(); err != nil {
		return err
	}
	var last Posting
	var ps []Posting
	for block := range t.blocks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := t.postings(block, &ps); err != nil {
			return err
		}
		for _, p := range ps {
			if s.part.first() {
				if !last.less(p) {
					s.problem("posting %x of content %d is not in order", p.Fingerprint, p.Content)
				}
				last = p
				s.report.Postings++
				if !s.part.knows(uint64(p.Content)) {
					s.problem("posting %x names content %d, which does not exist", p.Fingerprint, p.Content)
				}
			}
			if i, ok := s.part.index(uint64(p.Content)); ok {
				s.sums[i] -= mix(uint64(p.Fingerprint))
				s.counts[i]--
			}
		}
	}
	return nil
}

package db

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"alike/db/hamming"
	"alike/db/inorder"
	"alike/fingerprint"
)

// ErrNoNumbers reports an index that has given out all 4·10^9 numbers of contents or
// directories. Most of them are gone.
var ErrNoNumbers = errors.New("the index has used up its numbers")

// AddContent enters a content with its fingerprints unless the index has it, and returns
// its id and whether it is new. It empties the spool. It may commit.
func (w *Writer) AddContent(c Content, fps *Spool) (id ContentID, isNew bool, err error) {
	return w.add(c, fps, nil)
}

// add enters a content, with its simhash if h is not nil.
func (w *Writer) add(c Content, fps *Spool, h *hamming.Document) (id ContentID, isNew bool, err error) {
	fps.sort() // before locking
	defer fps.Reset()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return 0, false, err
	}
	if h != nil && w.root.Simhash == nil {
		return 0, false, fmt.Errorf("the index in %s has no simhashes", w.ix.dir)
	}
	if id, err = w.find(c); err != nil || id != 0 {
		if err == nil {
			err = w.addSmall(id, c, fps)
		}
		if h != nil && err == nil {
			err = w.enterHash(id, *h)
		}
		return id, false, err
	}
	if w.root.NextContent == math.MaxUint32 {
		return 0, false, ErrNoNumbers
	}
	id = w.root.NextContent
	w.root.NextContent++
	if err := w.store(id, c, fps); err != nil {
		return 0, false, fmt.Errorf("entering a content: %w", err)
	}
	w.batch.sums = append(w.batch.sums, c.Key())
	w.sums.add(c.Checksum.Prefix(), id)
	w.names.enter(id)
	if h != nil {
		if err := w.enterHash(id, *h); err != nil {
			return 0, false, err
		}
	}
	return id, true, w.commitIfFull()
}

// find returns the content with the same bytes and language, or 0.
func (w *Writer) find(c Content) (ContentID, error) {
	if !w.sumsLoaded {
		w.sums.reserve(int(w.root.Named))
		err := w.ix.eachChecksum(func(id ContentID, sum []byte) {
			if !w.stale[id] {
				w.sums.add(sumPrefix(sum), id)
			}
		})
		if err != nil {
			return 0, fmt.Errorf("reading the checksums of the index: %w", err)
		}
		w.sumsLoaded = true
	}
	return w.sums.find(c.Checksum.Prefix(), func(id ContentID) (bool, error) {
		if id >= w.batch.first && w.batch.first > 0 {
			return w.batch.sums[id-w.batch.first] == c.Key(), nil
		}
		row, err := w.ix.Content(id)
		return row.Checksum == c.Checksum && row.Language == c.Language, err
	})
}

// smallWindows are the small windows of a content, and its level with them.
type smallWindows struct {
	level int
	set   fingerprint.Set
}

// Upgrade gives an index from before version 6 a rule with small windows. Its small contents
// get theirs when they are entered once more; see LacksSmall. Everything entered must have
// been committed.
func (w *Writer) Upgrade() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root.Small > 0 || !w.root.upgradable() {
		return nil
	}
	w.root.Small, w.root.LongOnly = fingerprint.SmallWindow, w.root.NextContent
	w.root.Format = w.root.version()
	return w.ix.commitRoot(w.root)
}

// LacksSmall reports whether a content of the given size should be entered once more, for
// its small windows. Those that do not fit into memory wait for another writer.
func (w *Writer) LacksSmall(id ContentID, size int64) (bool, error) {
	if id == 0 || size > fingerprint.SmallSize {
		return false, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if id >= w.root.LongOnly || int64(len(w.small))*smallBytes > w.ix.memory {
		return false, nil
	}
	if _, ok := w.small[id]; ok {
		return false, nil
	}
	row, err := w.ix.Content(id)
	return !w.Params().Rule.IsSmall(row.Level), err
}

// smallBytes is about how many bytes the small windows of a content take in memory.
const smallBytes = 200

// addSmall keeps the small windows of a content that lacks them until the next merge.
func (w *Writer) addSmall(id ContentID, c Content, fps *Spool) error {
	rule := w.Params().Rule
	if id >= w.root.LongOnly || !rule.IsSmall(c.Level) {
		return nil
	}
	if row, err := w.ix.Content(id); err != nil || rule.IsSmall(row.Level) {
		return err
	}
	s := smallWindows{level: c.Level}
	err := fps.each(c.Level, func(set fingerprint.Set) error {
		s.set = append(s.set, set[len(set.AtLevel(rule.LongLevel(c.Level))):]...)
		return nil
	})
	if w.small == nil {
		w.small = map[ContentID]smallWindows{}
	}
	w.small[id] = s
	return err
}

// store writes the content's row and forward set to the batch's segment and adds its
// postings to the batch.
func (w *Writer) store(id ContentID, c Content, fps *Spool) error {
	b := &w.batch
	w.begin(id)
	row := StoredContent{Content: c}
	part := uint32(0)
	err := fps.each(c.Level, func(set fingerprint.Set) error {
		row.addCounts(set)
		b.payload = encodeSetPart(b.payload[:0], set)
		if err := b.seg.forward.add(rowKey{uint64(id), part}, b.payload); err != nil {
			return err
		}
		part++
		if len(b.postings)+len(set) > b.limit {
			// The postings of a huge file exceed the batch. They go into their own
			// segment, which becomes visible with this content.
			if err := w.writeSurplus(id); err != nil {
				return err
			}
		}
		for _, fp := range set {
			b.postings = append(b.postings, uint64(fp)<<localBits|uint64(id-b.base))
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.payload = row.encode(b.payload[:0])
	return b.seg.contents.add(rowKey{uint64(id), 0}, b.payload)
}

// begin opens the batch's segment; id is the next content.
func (w *Writer) begin(id ContentID) {
	b := &w.batch
	if b.seg != nil {
		return
	}
	b.seg = newSegmentWriter(w.ix.st, w.root.NextSegment, id)
	b.base = id
	w.root.NextSegment++
	if b.first == 0 {
		b.first = id
	}
}

// addCounts adds a further part of the content's sorted set to the counts.
func (c *StoredContent) addCounts(part fingerprint.Set) {
	for i, n := range LevelCounts(part, c.Level) {
		if i == len(c.Counts) {
			c.Counts = append(c.Counts, 0)
		}
		c.Counts[i] += n
	}
}

// writeSurplus writes the postings collected so far as a segment of their own, which becomes
// visible with the batch. Later ones belong to content id and its successors.
func (w *Writer) writeSurplus(id ContentID) error {
	b := &w.batch
	// It comes before the batch's segment, which has the contents.
	seg := newSegmentWriter(w.ix.st, w.root.NextSegment, b.seg.meta.FirstContent)
	w.root.NextSegment++
	if err := w.writePostings(seg); err != nil {
		return err
	}
	b.base = id
	meta, err := seg.finish()
	b.metas = append(b.metas, meta)
	return err
}

// writePostings sorts the postings of the batch and writes them to a segment. They are sorted on
// all cores, ahead of the writing: a scan waits for this at its end.
func (w *Writer) writePostings(seg *segmentWriter) error {
	b := &w.batch
	s := distributePostings(b.postings, b.scratch)
	err := inorder.Do(len(s.ends), runtime.GOMAXPROCS(0), func(_, digit int) (func() error, error) {
		sorted := s.bucket(digit)
		return func() error {
			for _, p := range sorted {
				err := seg.postings.add(Posting{
					Fingerprint: fingerprint.Fingerprint(p >> localBits),
					Content:     b.base + ContentID(p&(maxContents-1)),
				})
				if err != nil {
					return err
				}
			}
			return nil
		}, nil
	})
	b.postings, b.scratch = s.ps[:0], s.scratch
	return err
}

// NewSpool returns an empty spool.
func (w *Writer) NewSpool() *Spool {
	return &Spool{place: w.ix.st.TempPlace(), limit: spoolLimit}
}

// sumTable finds contents by checksum. It is an open-addressing hash table over the first
// eight bytes, with 12 bytes a slot and at most four fifths full: 15 to 30 MB for a
// million contents. The caller confirms a hit against the full checksum.
type sumTable struct {
	sums []uint64
	ids  []ContentID
	used int
}

func (t *sumTable) add(prefix uint64, id ContentID) {
	if (t.used+1)*5 > len(t.ids)*4 {
		t.resize(max(1024, 2*len(t.ids)))
	}
	mask := uint64(len(t.ids) - 1)
	i := prefix & mask
	for t.ids[i] != 0 {
		i = (i + 1) & mask
	}
	t.sums[i], t.ids[i] = prefix, id
	t.used++
}

// reserve makes room for n contents.
func (t *sumTable) reserve(n int) {
	slots := 1024
	for slots*4 < n*5 {
		slots *= 2
	}
	if slots > len(t.ids) {
		t.resize(slots)
	}
}

// resize sets the number of slots, a power of two.
func (t *sumTable) resize(n int) {
	old := *t
	*t = sumTable{sums: make([]uint64, n), ids: make([]ContentID, n)}
	for i, id := range old.ids {
		if id != 0 {
			t.add(old.sums[i], id)
		}
	}
}

// find calls confirm for each content with the prefix and returns the first one
// confirmed, or 0.
func (t *sumTable) find(prefix uint64, confirm func(ContentID) (bool, error)) (ContentID, error) {
	if len(t.ids) == 0 {
		return 0, nil
	}
	mask := uint64(len(t.ids) - 1)
	for i := prefix & mask; t.ids[i] != 0; i = (i + 1) & mask {
		if t.sums[i] != prefix {
			continue
		}
		if ok, err := confirm(t.ids[i]); err != nil || ok {
			return t.ids[i], err
		}
	}
	return 0, nil
}

package db

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

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

// Addition is a content that is entered with others.
type Addition struct {
	Content Content
	Spool   *Spool
	ID      ContentID // set by AddContents, as is New
	New     bool
}

// AddContents is AddContent for several contents, in order. It empties their spools, also if it
// fails; those before the one that failed are entered then, and have their ID. Workers that enter small files one by
// one wait for each other more often: on two cores, a scan then takes 3 to 5 % longer.
func (w *Writer) AddContents(all []Addition) error {
	if len(all) == 0 {
		return nil
	}
	for i := range all {
		all[i].Spool.encode(all[i].Content.Level) // before locking
	}
	full, err := w.enterAll(all)
	w.batch.postings.sort(full, &all[0].Spool.chunks)
	for i := range all {
		all[i].Spool.Reset()
	}
	return err
}

// enterAll is AddContents for encoded spools. It also returns chunks of postings to be sorted.
func (w *Writer) enterAll(all []Addition) (full [][]batchPosting, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := 0; i < len(all) && err == nil; i++ {
		a := &all[i]
		a.ID, a.New, err = w.enterLocked(a.Content, a.Spool, nil)
	}
	return w.batch.postings.claim(), err
}

// add enters a content, with its simhash if h is not nil.
func (w *Writer) add(c Content, fps *Spool, h *hamming.Document) (id ContentID, isNew bool, err error) {
	fps.encode(c.Level) // before locking
	defer fps.Reset()
	id, isNew, full, err := w.enter(c, fps, h)
	w.batch.postings.sort(full, &fps.chunks)
	return id, isNew, err
}

// enter is add for an encoded spool. It also returns chunks of postings to be sorted.
func (w *Writer) enter(c Content, fps *Spool, h *hamming.Document) (id ContentID, isNew bool, full [][]batchPosting, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id, isNew, err = w.enterLocked(c, fps, h)
	return id, isNew, w.batch.postings.claim(), err
}

func (w *Writer) enterLocked(c Content, fps *Spool, h *hamming.Document) (id ContentID, isNew bool, err error) {
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
		w.failed = fmt.Errorf("entering a content: %w", err)
		return 0, false, w.failed
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
	w.root.Format = FormatVersion
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
	if w.small == nil {
		w.small = map[ContentID]smallWindows{}
	}
	set := fps.set.set
	w.small[id] = smallWindows{c.Level, slices.Clone(set[len(set.AtLevel(rule.LongLevel(c.Level))):])}
	return nil
}

// store writes the content's row and forward set to the batch's segment and adds its
// postings to the batch.
func (w *Writer) store(id ContentID, c Content, fps *Spool) error {
	b := &w.batch
	w.begin(id)
	e := contentEntry{w: w, id: id, row: StoredContent{Content: c}}
	var err error
	if len(fps.runs) == 0 {
		e.row.Counts = fps.set.counts
		err = e.add(&fps.set)
	} else {
		err = e.addRanges(fps)
	}
	if err != nil {
		return err
	}
	b.payload = e.row.encode(b.payload[:0])
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

// writeSurplus writes the postings collected so far as a segment of their own, which becomes
// visible with the batch. Later ones belong to content id and its successors.
func (w *Writer) writeSurplus(id ContentID) error {
	b := &w.batch
	// It comes before the batch's segment, which has the contents.
	seg := newSegmentWriter(w.ix.st, w.root.NextSegment, b.seg.meta.FirstContent)
	w.root.NextSegment++
	if err := b.postings.write(&seg.postings, b.base); err != nil {
		return err
	}
	b.base = id
	meta, err := seg.finish()
	b.metas = append(b.metas, meta)
	return err
}

// NewSpool returns an empty spool.
func (w *Writer) NewSpool() *Spool {
	return &Spool{place: w.ix.st.TempPlace(), limit: spoolLimit}
}

// contentEntry is a content that is being entered.
type contentEntry struct {
	w    *Writer
	id   ContentID
	row  StoredContent
	part uint32         // next part of the forward set
	own  *segmentWriter // for the postings of a huge content
}

// addRanges adds the set of a spool that has spilled. Ranges of it are read, sorted and encoded on
// all cores, and written in order. If it fills half a batch, the postings go straight
// into a segment of their own, which becomes visible with this content: among the others they would be
// sorted once more.
func (e *contentEntry) addRanges(fps *Spool) error {
	w, b := e.w, &e.w.batch
	if fps.spilled() > b.limit/2 {
		// It comes before the batch's segment, which has the contents.
		e.own = newSegmentWriter(w.ix.st, w.root.NextSegment, b.seg.meta.FirstContent)
		w.root.NextSegment++
	}
	borders, threads := fps.ranges(e.row.Level), runtime.GOMAXPROCS(0)
	workers := make([]rangeWorker, threads)
	err := inorder.Do(len(borders)-1, threads, func(worker, number int) (func() error, error) {
		k := &workers[worker]
		k.spool = fps
		set, err := k.read(borders[number], borders[number+1])
		if err != nil {
			return nil, err
		}
		k.forward.encode(set, e.row.Level)
		if e.own == nil {
			return func() error {
				e.row.addCounts(k.forward.counts)
				return e.add(&k.forward)
			}, nil
		}
		k.postings.encode(e.id, set)
		return func() error {
			e.row.addCounts(k.forward.counts)
			if err := e.addForward(&k.forward); err != nil {
				return err
			}
			return k.postings.write(&e.own.postings)
		}, nil
	})
	if err != nil || e.own == nil {
		return err
	}
	meta, err := e.own.finish()
	b.metas = append(b.metas, meta)
	return err
}

// rangeWorker is what a worker of addRanges needs.
type rangeWorker struct {
	rangeReader
	forward  encodedSet
	postings postingBlocks
}

// add adds a set, or the next range of it, and its postings.
func (e *contentEntry) add(set *encodedSet) error {
	if err := e.addForward(set); err != nil {
		return err
	}
	b := &e.w.batch
	for part := range slices.Chunk(set.set, setPart) {
		if b.postings.len()+len(part) > b.limit {
			if err := e.w.writeSurplus(e.id); err != nil {
				return err
			}
		}
		b.postings.add(part, e.id-b.base)
	}
	return nil
}

// addForward adds the next range of a set to the forward table.
func (e *contentEntry) addForward(set *encodedSet) error {
	for i := range set.ends {
		if err := e.w.batch.seg.forward.add(rowKey{uint64(e.id), e.part}, set.part(i)); err != nil {
			return err
		}
		e.part++
	}
	return nil
}

// addCounts adds the counts of a further part of the content's set.
func (c *StoredContent) addCounts(part []int32) {
	for i, n := range part {
		if i == len(c.Counts) {
			c.Counts = append(c.Counts, 0)
		}
		c.Counts[i] += n
	}
}

package db

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// commitEvery bounds the work that a killed scan loses.
const commitEvery = 60 * time.Second

// Writer collects the results of a scan and commits them in batches: contents with their
// fingerprints, and the files that have them. A batch becomes visible as a whole, at its
// commit. Memory is bounded by Options.Memory. The methods may be called from several
// goroutines.
type Writer struct {
	mu   sync.Mutex
	ix   *Index
	root root // written by the next commit

	sums       sumTable
	sumsLoaded bool

	batch  batch
	tree   tree
	names  naming
	inodes inodes
	small  map[ContentID]smallWindows // of contents from before the upgrade
	hashed *contentSet                // contents with a simhash, nil until needed

	records recordBatch

	failed    error            // after it, the batch has part of a content, and nothing may be committed
	scanning  bool             // between BeginScan and EndScan
	ended     bool             // the next commit ends the scan
	begun     time.Time        // when the scan began or resumed; zero before BeginScan
	ran       int64            // milliseconds that it had run before
	stale     contentSet       // see findStale
	replaced  contentSet       // see Supersede
	uncovered numberSet[DirID] // in a scan: the directories whose coverage a change of their entries has dropped
	gone      []GoneFile       // tombstones not yet in the batch's segment
	goneParts uint32           // parts of tombstones in that segment
	goneDirs  dirPaths         // of directories with removed files
}

// batch is the data that waits for the next commit, except directories.
type batch struct {
	seg      *segmentWriter
	base     ContentID // id of the content that is 0 in postings
	first    ContentID // id of the first content in sums
	sums     []ContentKey
	postings postingList
	limit    int           // of postings
	metas    []segmentMeta // of segments with postings only
	places   []place
	hashes   []contentHash

	maxHashes int // waiting hashes that cause a commit
	since     time.Time
	payload   []byte
}

// NewWriter returns the writer of an index that was opened for writing. An index has one
// writer at a time. NewWriter removes what an interrupted writer left behind.
func (ix *Index) NewWriter() (*Writer, error) {
	if !ix.write {
		return nil, fmt.Errorf("the index in %s is open for reading only", ix.dir)
	}
	w := &Writer{ix: ix, root: ix.root, inodes: inodes{had: ix.root.Files > 0}}
	w.batch.limit = max(int(ix.memory/8/8), 64<<10)
	w.batch.maxHashes = max(int(ix.memory/10/hashBytes), 4<<10)
	w.batch.since = time.Now()
	w.records.init(ix)
	w.tree.init(ix)
	if err := w.names.init(ix); err != nil {
		return nil, err
	}
	return w, w.dropUncommitted()
}

// dropUncommitted removes segments that the root does not name.
func (w *Writer) dropUncommitted() error {
	named := map[uint32]bool{}
	for _, m := range w.root.Segments {
		named[m.ID] = true
	}
	for id := uint32(0); ; id++ {
		key, err := w.ix.st.SkipTo([]byte{'s'}, blockKey(id, 0, rowKey{})[:5])
		if err != nil || key == nil {
			return err
		}
		if id = segmentOf(key); !named[id] {
			if err := dropSegment(w.ix.st, id); err != nil {
				return err
			}
		}
		if id == math.MaxUint32 {
			return w.ix.Damaged("it has used up its numbers for segments")
		}
		// Its blocks may still be in the store, so its number must not be reused.
		w.root.NextSegment = max(w.root.NextSegment, id+1)
	}
}

// Put enters files into a directory and replaces files of the same name. It may commit.
func (w *Writer) Put(dir DirID, entries ...Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return err
	}
	d, err := w.tree.state(dir)
	if err != nil {
		return err
	}
	d.dirty = true // first, so that the state is kept
	for _, e := range entries {
		old, known := d.entry(e.Name)
		put := DirEntry{Entry: e, ContentScan: w.root.Scan, FirstScan: w.root.Scan}
		switch {
		case known && old.dir == 0 && (old.SetAside || !e.SetAside):
			put.succeed(old)
			err = w.replace(old)
		case known:
			err = w.drop(context.Background(), dir, old)
		}
		if err != nil {
			return err
		}
		w.tree.wait(d, e.Name)
		if err := w.names.gain(w, &e); err != nil {
			return err
		}
		if !e.SetAside {
			w.root.Files++
		}
		d.put(put)
		if !known || old.dir != 0 {
			w.uncover(d)
		}
		if !known || old.Content != e.Content {
			w.batch.places = append(w.batch.places, place{e.Content, dir})
		}
	}
	return w.commitIfFull()
}

// Remove drops files and whole subdirectories from a directory by name. It ignores
// unknown names.
func (w *Writer) Remove(dir DirID, names ...string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.remove(context.Background(), dir, names)
}

// Drop drops a file or a whole subdirectory from a directory and returns how many files it
// dropped. If ctx is cancelled, some of the files are dropped, and the error is that of ctx.
func (w *Writer) Drop(ctx context.Context, dir DirID, name string) (files int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.root.Files
	err = w.remove(ctx, dir, []string{name})
	return before - w.root.Files, err
}

func (w *Writer) remove(ctx context.Context, dir DirID, names []string) error {
	d, err := w.tree.state(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		e, known := d.entry(name)
		if !known {
			continue
		}
		d.dirty = true // first, so that the state is kept
		// drop counts paths in the tree as it was, so the entry goes last.
		if err := w.drop(ctx, dir, e); err != nil {
			return err
		}
		d.remove(name)
		w.uncover(d)
	}
	return nil
}

// succeed takes over the scans of the entry that e replaces.
func (e *DirEntry) succeed(old DirEntry) {
	if old.SetAside && !e.SetAside {
		return // answers did not have it
	}
	e.FirstScan = old.FirstScan
	if e.Content == old.Content {
		e.ContentScan = old.ContentScan
	}
}

// replace removes a file's entry from the counts before another takes its place.
func (w *Writer) replace(e DirEntry) error {
	if !e.SetAside {
		w.root.Files--
		w.inodes.lose(e.Entry)
	} else if e.Content == 0 { // an older version did not read it
		return nil
	}
	return w.names.lose(w, &e.Entry)
}

// drop removes an entry from the counts before it is deleted, and everything below it.
func (w *Writer) drop(ctx context.Context, dir DirID, e DirEntry) error {
	if e.dir != 0 {
		return w.dropDirectory(ctx, e.dir)
	}
	if !e.SetAside {
		if err := w.noteGone(dir, e); err != nil {
			return err
		}
	}
	return w.replace(e)
}

// dropDirectory drops all files below a directory, and then the directories. So there are no
// directories without a parent if ctx is cancelled.
func (w *Writer) dropDirectory(ctx context.Context, top DirID) error {
	if err := w.names.count(w); err != nil {
		return err
	}
	var dirs []DirID
	var seen numberSet[DirID]
	for todo := []DirID{top}; len(todo) > 0; {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen.has(id) {
			return w.ix.Damaged("directory %d is inside itself or in two places", id)
		}
		seen.add(id)
		below, err := w.dropFiles(ctx, id)
		if err != nil {
			return err
		}
		dirs, todo = append(dirs, id), append(todo, below...)
	}
	return w.dropEmpty(ctx, dirs)
}

// dropEmpty drops directories whose files are dropped, all or none: one that is gone must not be listed
// in another.
func (w *Writer) dropEmpty(ctx context.Context, dirs []DirID) error {
	below := make([][]DirEntry, 0, len(dirs))
	for i, id := range dirs {
		d, err := w.tree.state(id)
		if err != nil {
			return err
		}
		if i%256 == 255 && ctx.Err() != nil {
			for k, entries := range below {
				w.tree.states[dirs[k]].gone, w.tree.states[dirs[k]].merged = false, entries
			}
			return ctx.Err()
		}
		below = append(below, d.sorted())
		d.dirty, d.gone, d.merged = true, true, nil
	}
	w.tree.way.reset() // paths below are no longer valid
	return nil
}

// dropFiles drops the files of a directory and returns its subdirectories.
func (w *Writer) dropFiles(ctx context.Context, id DirID) (below []DirID, err error) {
	d, err := w.tree.state(id)
	if err != nil {
		return nil, err
	}
	if d.gone {
		return nil, w.ix.Damaged("directory %d is missing", id)
	}
	var kept []DirEntry
	entries := d.sorted()
	for i, e := range entries {
		if i%256 == 0 && ctx.Err() != nil {
			d.merged = append(kept, entries[i:]...)
			return nil, ctx.Err()
		}
		if e.dir != 0 {
			below, kept = append(below, e.dir), append(kept, e)
			continue
		}
		w.uncover(d) // first, so that the state is kept
		if err := w.drop(ctx, id, e); err != nil {
			return nil, err
		}
	}
	d.merged = kept
	return below, nil
}

// commitIfFull commits if the batch uses up its memory or is a minute old.
func (w *Writer) commitIfFull() error {
	b := &w.batch
	if w.tree.full() || len(b.hashes) >= b.maxHashes || time.Since(b.since) >= commitEvery {
		return w.commit()
	}
	if b.postings.len() < b.limit*9/10 && (b.seg == nil || w.root.NextContent-b.base < maxContents) {
		return nil
	}
	if w.tree.large { // a commit would write it whole
		return w.writeSurplus(w.root.NextContent)
	}
	return w.commit()
}

// Commit makes everything entered so far visible, atomically.
func (w *Writer) Commit() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.commit()
}

func (w *Writer) commit() error {
	b := &w.batch
	if err := cmp.Or(w.failed, w.records.failed); err != nil {
		return err
	}
	b.since = time.Now()
	changed := b.seg != nil || w.tree.changed() || w.names.dirty || len(w.gone) > 0 || len(b.hashes) > 0 || w.records.rows()
	if !changed && !w.ended && !w.newTrees() && w.root.Simhash == w.ix.root.Simhash && !w.records.dirty {
		return nil
	}
	metas := b.metas
	if changed {
		w.begin(w.root.NextContent)
		meta, err := w.writeBatch()
		if err != nil {
			return fmt.Errorf("writing to the index in %s: %w", w.ix.dir, err)
		}
		metas = append(metas, meta)
	}
	next := w.root
	next.Format = FormatVersion
	next.Segments = slices.Concat(w.root.Segments, metas)
	next.Records = w.records.meta()
	next.Named = next.rows(kindContents) - int64(w.names.orphans.len+w.names.claimed.len)
	w.timeScan(&next)
	if err := w.ix.commitRoot(next); err != nil {
		return fmt.Errorf("committing to the index in %s: %w", w.ix.dir, err)
	}
	w.root = next
	for _, m := range metas {
		w.ix.segments = append(w.ix.segments, openSegment(w.ix.st, m))
	}
	b.seg, b.metas, b.sums, b.first, b.places = nil, nil, b.sums[:0], 0, b.places[:0]
	b.hashes = b.hashes[:0]
	w.ix.showRecords()
	if err := w.records.committed(); err != nil {
		return err
	}
	w.tree.committed()
	w.names.dirty = false
	w.goneParts = 0
	return nil
}

// tableBefore is the number of bytes from which the first batch of an index writes what precedes its
// postings to a table of its own, while these are sorted: a first scan of a small tree waits for its
// end. The keys of the two tables overlap, and one of them is searched by every read until a compaction, so
// later batches do not.
const tableBefore = 2 << 20

// writeBatch completes the segment of the batch.
func (w *Writer) writeBatch() (segmentMeta, error) {
	b := &w.batch
	if err := w.tree.write(b.seg); err != nil {
		return segmentMeta{}, err
	}
	slices.SortFunc(b.places, comparePlaces)
	for _, p := range slices.Compact(b.places) {
		if err := b.seg.places.add(p); err != nil {
			return segmentMeta{}, err
		}
	}
	if err := w.names.write(w); err != nil {
		return segmentMeta{}, err
	}
	if err := w.writeGone(); err != nil {
		return segmentMeta{}, err
	}
	if err := w.writeHashes(); err != nil {
		return segmentMeta{}, err
	}
	if err := w.records.write(b.seg); err != nil {
		return segmentMeta{}, err
	}
	if len(w.root.Segments) == 0 {
		if err := w.ix.st.Begin(tableBefore); err != nil {
			return segmentMeta{}, err
		}
	}
	if err := b.postings.write(&b.seg.postings, b.base); err != nil {
		return segmentMeta{}, err
	}
	return b.seg.finish()
}

// holdsFiles returns a *KindError if the index holds records or is about to.
func (w *Writer) holdsFiles() error {
	if w.records.keeps {
		return &KindError{w.ix.dir, Records, Files}
	}
	return nil
}

// Index returns the index, as of the last commit.
func (w *Writer) Index() *Index { return w.ix }

// Params returns the parameters of the index.
func (w *Writer) Params() Params { return w.ix.Params() }

package scan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint/checksum"
	"alike/fingerprint/terms"
	"alike/scan/fsys"
)

// FillOptions configure FillHashes.
type FillOptions struct {
	Documents *Documents

	// Threads is the number of concurrent readers; 0 means GOMAXPROCS.
	Threads int

	// ReadLimit is in bytes per second; 0 means no limit.
	ReadLimit int64

	// Warn is called for each content that is no longer in any of its files, never
	// concurrently. The error wraps fsys.ErrChanged, fsys.ErrGone or the error of a
	// system call, and is about the first file. Warn may be nil.
	Warn func(path string, err error)

	// Progress is updated during the work. It may be nil.
	Progress *FillProgress
}

// FillProgress is the progress of FillHashes. Totals are 0 until they are known. All
// fields may be read concurrently.
type FillProgress struct {
	Contents, Bytes           atomic.Int64
	TotalContents, TotalBytes atomic.Int64
}

// FillSummary is the result of FillHashes.
type FillSummary struct {
	Hashed      int64 // contents that were hashed, including those that are not documents
	NoDocuments int64 // of Hashed, those that are not text or too large
	Failed      int64 // contents that could not be read or are gone
	ReadBytes   int64
	Interrupted bool
}

// FillHashes reads one file of each content without a simhash and enters the simhash.
// It commits from time to time and at the end. If ctx is cancelled, it commits what it
// has done and returns the error of ctx. Files are verified by checksum, whatever their
// times are.
func FillHashes(ctx context.Context, ix *db.Index, w *db.Writer, o FillOptions) (FillSummary, error) {
	f := newFiller(ix, o)
	f.enter = func(j *hashJob) error { return w.PutHash(j.ID, j.hash) }
	err := f.run(ctx, ix.MissingHashes)
	f.sum.Interrupted = ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil && !f.sum.Interrupted {
		return f.sum, err
	}
	if err := w.Commit(); err != nil {
		return f.sum, fmt.Errorf("committing simhashes: %w", err)
	}
	if !f.sum.Interrupted {
		err = w.Merge(ctx)
		f.sum.Interrupted = err != nil && ctx.Err() != nil
	}
	if f.sum.Interrupted {
		return f.sum, ctx.Err()
	}
	return f.sum, err
}

// filler is a run of FillHashes or ReadWords. One goroutine gets contents from the index
// and enters the results of the workers.
type filler struct {
	FillOptions
	ix      *db.Index
	enter   func(*hashJob) error
	limit   *fsys.Limit
	jobs    chan *hashJob
	done    chan hashJob
	waiting int // jobs that are not collected
	sum     FillSummary
}

func newFiller(ix *db.Index, o FillOptions) *filler {
	if o.Progress == nil {
		o.Progress = &FillProgress{}
	}
	return &filler{
		FillOptions: o, ix: ix, limit: fsys.NewLimit(o.ReadLimit),
		jobs: make(chan *hashJob), done: make(chan hashJob),
	}
}

// hashJob is a content to be read, and its result.
type hashJob struct {
	db.MissingHash
	entry db.Entry // of the first path

	hash  hamming.Document
	words terms.Set // if the documents are sets of words
	read  int64     // in bytes
	err   error     // of the first path, if no path worked
}

// run processes the contents that each yields.
func (f *filler) run(ctx context.Context, each func(context.Context, func(contents, bytes int64), func(db.MissingHash) error) error) error {
	trees, err := TreesOf(f.ix)
	if err != nil {
		return err
	}
	var workers sync.WaitGroup
	for range workerCount(f.Threads) {
		workers.Go(func() {
			k := &hashWorker{document: f.Documents.New(), limit: f.limit, trees: trees, hasher: checksum.New(), buffer: make([]byte, bufferSize)}
			for j := range f.jobs {
				k.do(ctx, j)
				f.done <- *j
			}
		})
	}
	total := func(contents, bytes int64) {
		f.Progress.TotalContents.Store(contents)
		f.Progress.TotalBytes.Store(bytes)
	}
	err = each(ctx, total, func(m db.MissingHash) error { return f.submit(ctx, m) })
	if err != nil {
		err = fmt.Errorf("looking for documents: %w", err)
	}
	close(f.jobs)
	for f.waiting > 0 {
		if e := f.collect(ctx, <-f.done); err == nil {
			err = e
		}
	}
	workers.Wait()
	return err
}

// submit passes a content to a worker and collects results while it waits for one.
func (f *filler) submit(ctx context.Context, m db.MissingHash) error {
	j := &hashJob{MissingHash: m}
	if m.Size > MaxDocument || m.Size == 0 {
		j.hash.NoDocument = true
		f.waiting++
		return f.collect(ctx, *j)
	}
	var err error
	if j.entry, _, err = f.ix.Entry(m.Paths[0]); err != nil {
		return err
	}
	for {
		select {
		case f.jobs <- j:
			f.waiting++
			return nil
		case d := <-f.done:
			if err := f.collect(ctx, d); err != nil {
				return err
			}
		}
	}
}

// collect enters the result of a job. Results from before a cancellation count.
func (f *filler) collect(ctx context.Context, j hashJob) error {
	f.waiting--
	f.sum.ReadBytes += j.read
	f.Progress.Contents.Add(1)
	f.Progress.Bytes.Add(j.Size)
	if j.err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f.sum.Failed++
		if f.Warn != nil {
			f.Warn(j.Paths[0], j.err)
		}
		return nil
	}
	if err := f.enter(&j); err != nil {
		return fmt.Errorf("entering %q: %w", j.Paths[0], err)
	}
	f.sum.Hashed++
	if j.hash.NoDocument {
		f.sum.NoDocuments++
	}
	return nil
}

// hashWorker is the state of one reading goroutine.
type hashWorker struct {
	document *Document
	limit    *fsys.Limit
	trees    *fsys.Trees
	hasher   *checksum.Hasher
	buffer   []byte
}

// do reads the first file that still has the bytes of the content.
func (k *hashWorker) do(ctx context.Context, j *hashJob) {
	for i, path := range j.Paths {
		err := k.file(ctx, j, path)
		if err == nil {
			j.err = nil
			return
		}
		if i == 0 {
			j.err = err
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// file computes the simhash of a file if it still has the bytes of the content.
func (k *hashWorker) file(ctx context.Context, j *hashJob, path string) error {
	f, err := k.trees.Current(path)
	if err != nil {
		return err
	}
	if f.Stat.Size != j.Size {
		return fsys.ErrChanged
	}
	o, err := k.trees.Open(f)
	if err != nil {
		return err
	}
	defer o.Close()
	// For an unchanged file, the first bytes suffice to see that it is not a document.
	unchanged := path == j.Paths[0] && j.entry.Stat == o.Stat && !j.entry.Unsettled
	k.hasher.Reset()
	k.document.Reset(j.Size)
	for at := int64(0); at < j.Size; {
		n, err := o.ReadAt(ctx, k.limit, k.buffer, at)
		if err != nil {
			return err
		}
		k.hasher.Write(k.buffer[:n])
		_, _ = k.document.Write(k.buffer[:n])
		at += int64(n)
		j.read += int64(n)
		if unchanged && k.document.rejected {
			break
		}
		if at == j.Size {
			var sum db.Checksum
			if k.hasher.Sum(sum[:0]); sum != j.Checksum {
				return fsys.ErrChanged
			}
		}
	}
	if err := o.Check(); err != nil {
		return err
	}
	j.hash = k.document.Hash()
	if !j.hash.NoDocument {
		j.words = slices.Clone(k.document.Words())
	}
	return nil
}

package scan

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/hamming"
	"alike/scan/fsys"
)

// FillOptions say how simhashes are worked out that an index lacks.
type FillOptions struct {
	Documents *Documents

	// Threads is the number of files that are read at once; 0 is GOMAXPROCS.
	Threads int

	// ReadLimit is how many bytes a second are read; 0 is no limit.
	ReadLimit int64

	// Warn is told of each content that has no file any more with its bytes, by
	// one goroutine: ErrChanged, ErrGone, or why the system refuses to read the first
	// of its files. It may be nil.
	Warn func(path string, err error)

	// Progress is counted up as the work goes on. It may be nil.
	Progress *FillProgress
}

// FillProgress is how far FillHashes has come; totals are 0 until they are known.
type FillProgress struct {
	Contents, Bytes           atomic.Int64
	TotalContents, TotalBytes atomic.Int64
}

// FillSummary says what FillHashes did.
type FillSummary struct {
	Hashed      int64 // contents that got a simhash, no documents included
	NoDocuments int64 // of these, no text or too large
	Failed      int64 // contents that could not be read, or that are no longer there
	ReadBytes   int64
	Interrupted bool
}

// FillHashes reads a file of each content that has no simhash and enters that. What
// was done is committed from time to time and at the end, also when the context is
// cancelled, whose error it then returns. A file counts by the checksum of its bytes,
// whatever its times are.
func FillHashes(ctx context.Context, ix *db.Index, w *db.Writer, o FillOptions) (FillSummary, error) {
	f := &filler{
		FillOptions: o, ix: ix, writer: w, limit: fsys.NewLimit(o.ReadLimit),
		jobs: make(chan *hashJob), done: make(chan hashJob),
	}
	if f.Progress == nil {
		f.Progress = &FillProgress{}
	}
	err := f.run(ctx)
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

// filling is one run of FillHashes. One goroutine asks the index what is missing
// and enters what the others have read.
type filler struct {
	FillOptions
	ix      *db.Index
	writer  *db.Writer
	limit   *fsys.Limit
	jobs    chan *hashJob
	done    chan hashJob
	waiting int // jobs that are not done
	sum     FillSummary
}

// hashJob is a content to be read and what came of it.
type hashJob struct {
	db.MissingHash
	entry db.Entry // of the first path

	hash hamming.Document
	read int64 // bytes
	err  error // of the first path, if none was of use
}

func (f *filler) run(ctx context.Context) error {
	var workers sync.WaitGroup
	for range workerCount(f.Threads) {
		workers.Go(func() {
			k := &hashWorker{document: f.Documents.New(), limit: f.limit, hasher: blake3.New(), buffer: make([]byte, bufferSize)}
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
	err := f.ix.MissingHashes(ctx, total, func(m db.MissingHash) error { return f.submit(ctx, m) })
	if err != nil {
		err = fmt.Errorf("looking for contents without a simhash: %w", err)
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

// give has a content read, as soon as a worker is free.
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

// take enters what came of a content. What was read when the context is cancelled
// counts.
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
	if err := f.writer.PutHash(j.ID, j.hash); err != nil {
		return fmt.Errorf("entering the simhash of %q: %w", j.Paths[0], err)
	}
	f.sum.Hashed++
	if j.hash.NoDocument {
		f.sum.NoDocuments++
	}
	return nil
}

// hashWorker is what one goroutine reads contents with.
type hashWorker struct {
	document *Document
	limit    *fsys.Limit
	hasher   *blake3.Hasher
	buffer   []byte
}

// do reads the first file of a content that has its bytes still.
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

// file works out the simhash of a file, if its bytes are those of the content.
func (k *hashWorker) file(ctx context.Context, j *hashJob, path string) error {
	f, err := fsys.Current(path)
	if err != nil {
		return err
	}
	if f.Stat.Size != j.Size {
		return fsys.ErrChanged
	}
	o, err := f.Open()
	if err != nil {
		return err
	}
	defer o.Close()
	// Of one that is as it was scanned, the first bytes are enough to tell that it is
	// no document.
	asItWas := path == j.Paths[0] && j.entry.Stat == o.Stat && !j.entry.Unsettled
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
		if asItWas && k.document.Rejected() {
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
	return nil
}

package scan

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/fsys"
)

// BaseOptions configure ReadBase.
type BaseOptions struct {
	Options
	// Windows requests all windows of the base, as needed for exact counts.
	Windows bool
	// MaxWindows is the limit of their number, at 8 bytes each; 0 means none.
	MaxWindows int
	// Documents, if not nil, computes the simhashes of the files.
	Documents *Documents
}

// Base holds the fingerprints, contents and windows that do not count in the files that
// are compared with each other.
type Base struct {
	search.Base
	Windows *fingerprint.WindowSet // nil unless requested
	Hashes  []hamming.Document     // of the files that are documents, if requested
	Files   int64                  // files that were read
	Bytes   int64
	Failed  int64 // files and folders that could not be read
	// Empty holds the roots in which no file was read, because there is none, all are
	// left out, or all failed.
	Empty []string
}

// ErrBaseTooLarge reports a base with more windows than MaxWindows.
var ErrBaseTooLarge = errors.New("the base has more windows than allowed")

// ReadBase reads the files of a base, which are folders or single files, by the rules
// of Run. It enters nothing into an index. It takes all candidates of the finest level
// from each file, not just the selected windows, because another file that contains a
// passage of the base may select other windows of it; see fingerprint.Candidates.
//
// Memory: a quarter of the bytes of the base at automatic levels, and up to three times
// that during reading. Windows take 8 bytes each, and as much again with anchors.
func ReadBase(ctx context.Context, roots []string, o BaseOptions) (*Base, error) {
	// Vendored and generated files belong to a base.
	o.Generated, o.Vendored = true, true
	s, err := o.prepare()
	if err != nil {
		return nil, err
	}
	set, err := newRootSet(roots)
	if err != nil {
		return nil, err
	}
	if len(set.missing) > 0 {
		return nil, set.missing[0]
	}
	if err := set.choose(s.usual, s.Roots); err != nil {
		return nil, err
	}
	b := &baseReader{
		walker: walker{settings: s, roots: set}, Windows: o.Windows, MaxWindows: o.MaxWindows, documents: o.Documents,
		found: map[*root]bool{},
	}
	b.visit, b.read = b.queueFiles, b.readFiles
	sum, err := b.walk(ctx, b.newReader)
	if err != nil {
		return nil, err
	}
	base := &Base{Base: search.Base{Contents: map[db.ContentKey]bool{}}, Files: sum.Files, Bytes: sum.Bytes, Failed: sum.Failed, Empty: b.empty()}
	return base, b.join(base)
}

// baseReader is the walk of ReadBase.
type baseReader struct {
	walker
	Windows    bool
	MaxWindows int
	documents  *Documents // nil if no simhashes are requested

	mu         sync.Mutex // guards the fields below
	collectors []*baseCollector
	found      map[*root]bool // roots with a file that was read
}

func (b *baseReader) newReader() (*reader, error) {
	t := &baseCollector{candidates: fingerprint.NewCandidates(b.Rule), most: b.MaxWindows}
	if b.Windows {
		t.windows = fingerprint.NewWindowSet(b.Rule.Window)
	}
	r := &reader{digester: newDigester(b.Rule, b.View), base: t}
	r.tee = t
	if b.documents != nil {
		r.document = b.documents.New()
	}
	// The candidates include the selected windows.
	r.take = func([]fingerprint.Selected) error { return nil }
	r.bytes = fileReader{ctx: b.ctx, progress: b.progress, limit: b.limit, before: b.beforeRead}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.collectors = append(b.collectors, t)
	return r, nil
}

// queueFiles queues all files of a directory for reading.
func (b *baseReader) queueFiles(_ *worker, l *listing) error {
	b.queue.addFolders(l.folders, len(l.files) == 0)
	b.queue.addBatches(batches(l.dir, l.files))
	return nil
}

// readFiles reads the files of a batch one by one.
func (b *baseReader) readFiles(k *worker, files batch) error {
	defer files.dir.release()
	read := false
	for i := range files.files {
		f := &files.files[i]
		k.reader.bytes.begin(files.dir, f)
		err := b.readFile(k, files.dir, f)
		k.reader.bytes.end()
		var out skipError
		var refused unreadable
		switch {
		case err == nil:
			read = true
		case errors.As(err, &out):
			k.skip(out.reason)
		case errors.As(err, &refused):
			b.failed(k, files.dir.pathOf(f.name), refused.cause)
		default:
			return err
		}
	}
	if read {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.found[files.dir.root] = true
	}
	return nil
}

// readFile reads one file. If the file changes meanwhile, what was read counts.
func (b *baseReader) readFile(k *worker, d *directory, f *file) error {
	fd, err := openFile(d.fd, f)
	if err != nil {
		return err
	}
	defer fsys.Close(fd)
	stat, err := k.look(d.root, fd)
	if err != nil {
		return err
	}
	r := k.reader
	r.bytes.reset(fd, stat.Size)
	r.base.begin()
	c, err := r.digest(f.name, &r.bytes, -1, r.take)
	k.sum.ReadBytes += r.bytes.read
	switch {
	case err != nil:
		return err
	case r.base.full:
		return ErrBaseTooLarge
	}
	r.base.whole = append(r.base.whole, c.Key())
	if r.document != nil {
		if h := r.document.Hash(); !h.NoDocument {
			r.base.hashes = append(r.base.hashes, h)
		}
	}
	k.sum.Files++
	k.sum.Bytes += c.Size
	return nil
}

// join merges the results of the workers.
func (b *baseReader) join(base *Base) error {
	for i, t := range b.collectors {
		for _, w := range t.whole {
			base.Contents[w] = true
		}
		base.Hashes = append(base.Hashes, t.hashes...)
		fps := t.candidates.Set()
		switch {
		case i == 0:
			base.Fingerprints, base.Windows = fps, t.windows
			continue
		case t.windows != nil:
			base.Windows.AddSet(t.windows)
		}
		base.Fingerprints = fingerprint.NewSet(append(base.Fingerprints, fps...), 0)
	}
	if n := base.Windows.Len(); b.MaxWindows > 0 && n > b.MaxWindows {
		return ErrBaseTooLarge
	}
	return nil
}

// empty returns the roots in which no file was read, counting nested roots.
func (b *baseReader) empty() (paths []string) {
	for _, r := range b.roots.roots {
		has := slices.ContainsFunc(b.roots.roots, func(in *root) bool {
			return b.found[in] && (in == r || strings.HasPrefix(in.path, withSlash(r.path)))
		})
		if !has {
			paths = append(paths, r.path)
		}
	}
	return paths
}

package scan

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
)

// BaseOptions say how a base is read.
type BaseOptions struct {
	Options
	// Windows asks for all windows of the base, for counting the files themselves.
	Windows bool
	// MaxWindows is how many of them there may be, at 8 bytes each; 0 is no limit.
	MaxWindows int
}

// Base is what a set of files holds that counts for none of the files compared.
type Base struct {
	search.Base
	Windows *fingerprint.WindowSet // nil unless it was asked for
	Files   int64                  // that were read
	Bytes   int64
	Failed  int64 // files and folders that could not be read
	// Empty are the roots in which no file was read: none is there, all are left
	// out, or all of them failed.
	Empty []string
}

// ErrBaseTooLarge says that a base has more windows than there may be.
var ErrBaseTooLarge = errors.New("its windows take more memory than there is for them")

// ReadBase reads the files of a base, folders or single files, by the rules of Run.
// They are not entered in any index. Of a file it takes all candidates of the finest
// level, not the selected windows alone: what is selected in a file that has a
// passage of the base need not be in the base, see fingerprint.Candidates. Memory: a
// quarter of the bytes of the base (at the levels that follow from the size), up to
// three times that while it is read; 8 bytes for each window if those are asked for,
// and as much again under anchors.
func ReadBase(ctx context.Context, roots []string, o BaseOptions) (*Base, error) {
	// What others or programs wrote is part of a base as well.
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
	b := &baseReader{
		walker: walker{settings: s, roots: set}, Windows: o.Windows, MaxWindows: o.MaxWindows, found: map[*root]bool{},
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

	mu         sync.Mutex // guards what follows
	collectors []*baseCollector
	found      map[*root]bool // roots with a file that was read
}

// baseTake is what one worker has taken from the files it has read.
type baseCollector struct {
	candidates *fingerprint.Candidates
	windows    *fingerprint.WindowSet // nil if not asked for
	whole      []db.ContentKey
	most       int  // windows; 0 is no limit
	full       bool // there are more
}

// Write takes the bytes of a file as its view shows them.
func (t *baseCollector) Write(p []byte) (int, error) {
	_, _ = t.candidates.Write(p)
	if t.windows != nil && !t.full {
		_, _ = t.windows.Write(p)
		t.full = t.most > 0 && t.windows.Exceeds(t.most)
	}
	return len(p), nil
}

// begin says that another file comes.
func (t *baseCollector) begin() {
	t.candidates.Reset()
	if t.windows != nil {
		t.windows.Reset()
	}
}

func (b *baseReader) newReader() (*reader, error) {
	t := &baseCollector{candidates: fingerprint.NewCandidates(b.Rule), most: b.MaxWindows}
	if b.Windows {
		t.windows = fingerprint.NewWindowSet(b.Rule.Window)
	}
	r := &reader{digester: newDigester(b.Rule, b.View), base: t}
	r.tee = t
	// What is selected is among the candidates.
	r.take = func([]fingerprint.Selected) error { return nil }
	r.bytes = fileReader{ctx: b.ctx, progress: b.progress, limit: b.limit, before: b.beforeRead}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.collectors = append(b.collectors, t)
	return r, nil
}

// queueFiles has all files of a directory read.
func (b *baseReader) queueFiles(_ *worker, l *listing) error {
	b.queue.addFolders(l.folders)
	b.queue.addBatches(batches(l.dir, l.files))
	return nil
}

// readFiles reads the files of a batch, one after the other.
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
			b.failed(k, files.dir.prefix+f.name, refused.cause)
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

// readFile reads one file. What moves while it is read counts as it was read.
func (b *baseReader) readFile(k *worker, d *directory, f *file) error {
	fd, err := openFile(d.fd, f)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	stat, err := b.look(k, fd)
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
	k.sum.Files++
	k.sum.Bytes += c.Size
	return nil
}

// join puts together what the workers have taken.
func (b *baseReader) join(base *Base) error {
	for i, t := range b.collectors {
		for _, w := range t.whole {
			base.Contents[w] = true
		}
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

// empty returns the roots in which nothing was read, in those inside them neither.
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

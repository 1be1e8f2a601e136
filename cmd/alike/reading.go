package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/terms"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

// readFile is a file named on the command line, indexed or not.
type readFile struct {
	path     string      // absolute, or - for standard input
	stat     db.Stat     // before it was read; zero for standard input
	again    fsys.File   // what can be read again; zero if nothing can
	copy     *input.Copy // of what cannot, to be closed; may be nil
	name     string      // tells the language
	content  db.Content
	selected []fingerprint.Selected // by offset, of the level of the content and coarser
	set      fingerprint.Set
	hash     hamming.Document                   // if readOptions.document is set
	unhashed bool                               // a file of another host without a simhash
	words    terms.Set                          // the same, if it collects words
	like     map[db.ContentID]fingerprint.Share // documents with such words, by share
}

func (f *readFile) file() search.File {
	path := f.path
	if path == input.Stdin {
		path = f.name
	}
	return search.File{Path: path, Size: f.content.Size, Level: f.content.Level, Fingerprints: len(f.set)}
}

// readOptions are the options for reading files.
type readOptions struct {
	rule fingerprint.Rule
	view view.Kind
	// copied is how many bytes of a stream are kept for reading it again.
	copied int64
	again  string // the flag that requires that, or ""
	// document computes the simhash or the words of the bytes read, if not nil.
	document *scan.Document
	// indexed, if not nil, returns a file of another host from the index.
	indexed func(path string) (*readFile, error)
}

// folderAdvice returns advice on a folder given instead of a file.
func (opts readOptions) folderAdvice() string {
	if opts.document != nil {
		return "to compare the files in it: alike scan DIR, then alike near"
	}
	return "to compare the files in it: alike pairs DIR"
}

// source is where the bytes of a named file come from.
type source struct {
	open    func() (io.ReadCloser, error)
	size    int64 // -1 if it is not known
	regular bool  // it can be read again
	pipe    bool  // it has a name, and no end until a program has written to it
}

// sourceOf looks up a file or standard input.
func sourceOf(a *app, name string, opts readOptions) (*readFile, source, error) {
	if name == input.Stdin {
		open := func() (io.ReadCloser, error) { return io.NopCloser(a.env.stdin), nil }
		return &readFile{path: name, name: cmp.Or(a.env.stdinName, name)}, source{open: open, size: -1}, nil
	}
	path, err := input.Absolute(name)
	if err != nil {
		return nil, source{}, err
	}
	if a.env.open != nil {
		src, err := openedSource(a, path)
		return &readFile{path: path, name: path}, src, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, source{}, err
	}
	if info.IsDir() {
		return nil, source{}, advice.With(errors.New("is a folder"), opts.folderAdvice())
	}
	f := &readFile{path: path, name: path, stat: fsys.StatOfInfo(path, info)}
	src := source{
		open: func() (io.ReadCloser, error) { return os.Open(path) },
		size: -1, regular: info.Mode().IsRegular(), pipe: info.Mode()&fs.ModeNamedPipe != 0,
	}
	if src.regular {
		src.size, f.again = info.Size(), fsys.File{Path: path, Stat: f.stat}
		if target, err := filepath.EvalSymlinks(path); err == nil {
			f.again.Path = filepath.ToSlash(target) // links inside a root are not followed
		}
	}
	return f, src, nil
}

// openedSource opens a file as the environment does, which then cannot be read again.
func openedSource(a *app, path string) (source, error) {
	f, err := a.env.open(path)
	if err != nil {
		return source{}, err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return source{}, err
	}
	return source{open: func() (io.ReadCloser, error) { return f, nil }, size: info.Size()}, nil
}

// readNamed reads the fingerprints of a file or of standard input.
func readNamed(ctx context.Context, a *app, name string, opts readOptions) (*readFile, error) {
	if path, ok := input.OnHost(name); ok && opts.indexed != nil {
		return opts.indexed(path)
	} else if ok {
		return nil, errElsewhere
	}
	f, src, err := sourceOf(a, name, opts)
	if err != nil {
		return nil, err
	}
	if src.pipe {
		defer waiting(a, f.path)()
	}
	if !src.regular && opts.copied > 0 {
		f.copy = input.NewCopy(opts.copied)
	}
	err = f.read(ctx, src.open, src.size, opts)
	if errors.Is(err, scan.ErrShort) { // the file has shrunk since
		err = f.read(ctx, src.open, -1, opts)
	}
	if err == nil && !src.regular {
		err = f.keepCopy(opts)
	}
	if err != nil {
		f.copy.Close()
		return nil, err
	}
	f.finish()
	if opts.document != nil {
		f.hash = opts.document.Hash()
		f.words = slices.Clone(opts.document.Words())
	}
	return f, nil
}

// read reads the bytes once, from the beginning.
func (f *readFile) read(ctx context.Context, open func() (io.ReadCloser, error), size int64, opts readOptions) (err error) {
	src := input.Interruptible(ctx, open)
	defer src.Close()
	f.selected = f.selected[:0]
	bytes := io.Reader(src)
	if f.copy != nil {
		bytes = io.TeeReader(src, f.copy)
	}
	if opts.document != nil {
		opts.document.Reset(size)
		bytes = io.TeeReader(bytes, opts.document)
	}
	f.content, err = scan.Fingerprints(f.name, bytes, size, opts.rule, opts.view, func(s []fingerprint.Selected) error {
		f.selected = append(f.selected, s...)
		return nil
	})
	return err
}

// keepCopy makes the copy of a stream what is read again, if it holds the stream.
func (f *readFile) keepCopy(opts readOptions) error {
	if !f.copy.Holds() {
		if opts.again != "" {
			return fmt.Errorf("%s reads it twice, which takes a file unless it is shorter than %s: save it to a file and name that", opts.again, terminal.Size(opts.copied))
		}
		return nil
	}
	info, err := os.Stat(f.copy.Path)
	if err == nil {
		f.again = fsys.File{Path: f.copy.Path, Stat: fsys.StatOfInfo(f.copy.Path, info)}
	}
	return err
}

// waiting says what a run waits for if a named pipe has not been read to its end after a
// while, unless done is called.
func waiting(a *app, path string) (done func()) {
	t := time.AfterFunc(time.Second, func() {
		a.screen.Note("waiting for a program to write to %s, which is a named pipe", terminal.Visible(path))
	})
	return func() { t.Stop() }
}

// errElsewhere reports a file that would have to be read on another host.
var errElsewhere = advice.With(errors.New("it is on another host, and only its fingerprints may be here"),
	"run this on the host that has the file, or copy the file to this one")

// indexedFile returns a file of another host as the index has it.
func indexedFile(ix *db.Index, path string) (*readFile, error) {
	e, ok, err := ix.Entry(path)
	if err == nil && !ok {
		err = advice.With(errors.New("the index has no such file"), "give paths as alike pairs prints them")
	}
	if err != nil {
		return nil, err
	}
	row, err := ix.Content(e.Content)
	if err != nil {
		return nil, err
	}
	f := &readFile{path: path, name: path, stat: e.Stat, content: row.Content}
	if f.set, err = ix.Fingerprints(e.Content, row.Fingerprints(), nil); err != nil {
		return nil, err
	}
	f.hash, ok, err = ix.Hash(e.Content)
	f.hash.NoDocument = f.hash.NoDocument || !ok
	f.unhashed = !ok && !e.SetAside
	return f, err
}

// finish drops the windows that are finer than the level of the content, which depends on
// its size, and builds the set.
func (f *readFile) finish() {
	bound := fingerprint.Bound(f.content.Level)
	kept := f.selected[:0]
	fps := make([]fingerprint.Fingerprint, 0, len(f.selected))
	for _, s := range f.selected {
		if s.Fingerprint < bound {
			kept = append(kept, s)
			fps = append(fps, s.Fingerprint)
		}
	}
	f.selected = kept
	f.set = fingerprint.NewSet(fps, f.content.Level)
}

// readEach reads files one by one, counts them in sum and passes them to use. It reports and
// counts files that cannot be read. If none can be read, it returns errNoneRead.
func readEach(ctx context.Context, a *app, names []string, opts readOptions, sum *report.Summary, use func(*readFile) error) error {
	unread := 0
	for _, name := range names {
		f, err := readNamed(ctx, a, name, opts)
		var usage *advice.UsageError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &usage):
			return err
		case err != nil:
			unread++
			a.failed++
			reportUnread(a, name, err)
			continue
		}
		sum.Files, sum.Contents, sum.Read = sum.Files+1, sum.Contents+1, sum.Read+1
		sum.Bytes += f.content.Size
		if err := use(f); err != nil {
			return err
		}
	}
	if unread == len(names) {
		return errNoneRead
	}
	return nil
}

// reportUnread reports why a named file could not be read.
func reportUnread(a *app, name string, err error) {
	path := name
	if p, ok := input.OnHost(name); ok {
		path = p
	} else if p, e := input.Absolute(name); e == nil && name != input.Stdin {
		path = p
	}
	why := reasonFor(path, err)
	if errors.Is(err, fs.ErrNotExist) {
		why = fmt.Sprintf("reading %s: no such file", path)
	}
	a.screen.Say("alike: " + terminal.Visible(why))
	if next := advice.Hint(err); next != "" {
		a.screen.Say("  " + terminal.Visible(next))
	}
}

// reportAbsent reports the named files that do not exist, before an error that keeps them
// from being read.
func reportAbsent(a *app, names []string) {
	for _, name := range names {
		if name == input.Stdin {
			continue
		}
		if path, err := input.Absolute(name); err == nil {
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				reportUnread(a, name, err)
			}
		}
	}
}

// noteSpacing says what was found about line ends and white space.
func noteSpacing(s *terminal.Screen, found *compare.Spacing) {
	if found.Path == "" {
		return
	}
	s.Note("files like %s have %s and are not found: try --view text (first alike scan --view text DIR)", terminal.Visible(found.Path), found.Have)
}

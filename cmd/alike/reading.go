package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/fsys"
)

// readFile is a file that was named on the command line and read, be it indexed
// or not.
type readFile struct {
	path     string  // absolute, or - for standard input
	stat     db.Stat // before it was read; zero for standard input
	content  db.Content
	selected []fingerprint.Selected // in order of offset, of the content's level and coarser
	set      fingerprint.Set
	hash     hamming.Document // if the reading asks for one
}

// file returns what output says of it.
func (f *readFile) file() search.File {
	return search.File{Path: f.path, Size: f.content.Size, Level: f.content.Level, Fingerprints: len(f.set)}
}

// reading says how files are read.
type reading struct {
	rule  fingerprint.Rule
	view  view.Kind
	again bool // once more after this, so that only a regular file will do
	// document makes the simhash of what is read; nil if none is asked for.
	document *scan.Document
}

// ofFolder is what to do about a folder where a file should be.
func (how reading) ofFolder() string {
	if how.document != nil {
		return "for the files in it: alike scan DIR, then alike near"
	}
	return "for the files in it: alike pairs DIR"
}

// readNamed takes the fingerprints of a file or of standard input.
func readNamed(ctx context.Context, a *app, name string, how reading) (*readFile, error) {
	f := &readFile{path: name}
	var size int64 = -1
	var open func() (io.ReadCloser, error)
	if name == input.Stdin {
		open = func() (io.ReadCloser, error) { return io.NopCloser(a.env.stdin), nil }
	} else {
		var err error
		if f.path, err = input.Absolute(name); err != nil {
			return nil, err
		}
		info, err := os.Stat(f.path)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, advice.With(errors.New("it is a folder"), how.ofFolder())
		}
		f.stat = fsys.StatOfInfo(info)
		if info.Mode().IsRegular() {
			size = info.Size()
		} else if how.again {
			return nil, errors.New("it is no regular file, and --exact reads it twice: save it to a file and name that")
		}
		open = func() (io.ReadCloser, error) { return os.Open(f.path) }
	}
	take := func(s []fingerprint.Selected) error {
		f.selected = append(f.selected, s...)
		return nil
	}
	read := func(size int64) (err error) {
		src := input.Interruptible(ctx, open)
		defer src.Close()
		f.selected = f.selected[:0]
		bytes := io.Reader(src)
		if how.document != nil {
			how.document.Reset(size)
			bytes = io.TeeReader(src, how.document)
		}
		f.content, err = scan.Fingerprints(f.path, bytes, size, how.rule, how.view, take)
		return err
	}
	err := read(size)
	if errors.Is(err, scan.ErrShort) { // it shrank while it was read
		err = read(-1)
	}
	if err != nil {
		return nil, err
	}
	f.finish()
	if how.document != nil {
		f.hash = how.document.Hash()
	}
	return f, nil
}

// finish drops windows that are finer than the level that the size came to, and
// makes the set.
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

// readEach reads files one after the other and hands them to use. One that
// cannot be read is told and counted; when none can, that is a failure.
func readEach(ctx context.Context, a *app, names []string, how reading, use func(*readFile) error) error {
	unread := 0
	for _, name := range names {
		f, err := readNamed(ctx, a, name, how)
		var usage *advice.UsageError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &usage):
			return err
		case err != nil:
			unread++
			a.failed++
			tellUnread(a, name, err)
			continue
		}
		if err := use(f); err != nil {
			return err
		}
	}
	if unread == len(names) {
		return errNoneRead
	}
	return nil
}

// tellUnread says why a file that was named could not be read.
func tellUnread(a *app, name string, err error) {
	path := name
	if p, e := input.Absolute(name); e == nil && name != input.Stdin {
		path = p
	}
	why := reasonFor(path, err)
	if errors.Is(err, fs.ErrNotExist) {
		why = fmt.Sprintf("reading %s: there is no such file", path)
	}
	a.screen.Say("alike: " + terminal.Visible(why))
	if next := advice.Hint(err); next != "" {
		a.screen.Say("  " + terminal.Visible(next))
	}
}

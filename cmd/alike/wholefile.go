package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/text/encoding"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan"
)

// mostCompared is how large each of two files may be that compare holds in
// memory.
const mostCompared = 256 << 20

// wholeFile is a file that is held in memory.
type wholeFile struct {
	file     db.File
	name     string // by which its language is told
	language string // that the code view sees it in, "" for none
	set      fingerprint.Set
	data     []byte
	lines    *regions.Lines

	decoder     *encoding.Decoder // to show its text; nil if it is UTF-8 or no text
	hideReturns bool              // at the ends of lines
}

// readBoth reads two files. Both are needed: what is wrong is told of either,
// and ends the run.
func (a *app) readBoth(ctx context.Context, names []string, rule fingerprint.Rule) (files [2]*wholeFile, err error) {
	for i, name := range names {
		called := name
		if name == stdinName { // a version of the other one, most often
			called = names[1-i]
		}
		f, reading := a.readWhole(ctx, name, called, rule)
		var usage *usageError
		switch {
		case ctx.Err() != nil:
			return files, ctx.Err()
		case errors.As(reading, &usage):
			return files, reading
		case reading != nil:
			a.failed++
			a.tellUnread(name, reading)
			err = errNoneRead
		}
		files[i] = f
	}
	return files, err
}

// readWhole reads a file or standard input to its end. Its language is told by the name
// that it is called by.
func (a *app) readWhole(ctx context.Context, name, called string, rule fingerprint.Rule) (*wholeFile, error) {
	return a.readWholeAs(ctx, name, called, rule, view.Kind(a.common.view))
}

// readWholeAs is readWhole under a view.
func (a *app) readWholeAs(ctx context.Context, name, called string, rule fingerprint.Rule, kind view.Kind) (*wholeFile, error) {
	path, size := name, int64(0)
	open := func() (io.ReadCloser, error) { return io.NopCloser(a.env.stdin), nil }
	if name != stdinName {
		var err error
		if path, err = absolute(name); err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			return nil, &hintError{errors.New("it is a folder"), "for the files in it: alike pairs DIR"}
		case info.Mode().IsRegular():
			size = info.Size()
		}
		open = func() (io.ReadCloser, error) { return os.Open(path) }
	}
	if size > mostCompared {
		return nil, tooLarge()
	}
	src := interruptibleReader(ctx, open)
	defer src.Close()
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // ReadFrom wants that much to see the end
	if _, err := data.ReadFrom(io.LimitReader(src, mostCompared+1)); err != nil {
		return nil, err
	}
	if data.Len() > mostCompared {
		return nil, tooLarge()
	}
	return fingerprinted(path, called, data.Bytes(), rule, kind)
}

// errTooLarge is wrapped by the error of a file of more than mostCompared.
var errTooLarge = errors.New("compare holds both files in memory")

func tooLarge() error {
	return &hintError{
		fmt.Errorf("it is larger than %s, and %w", terminal.Size(mostCompared), errTooLarge),
		"how much large files share, without the passages: alike pairs --exact"}
}

// fingerprinted completes a file with what output says of every file.
func fingerprinted(path, called string, data []byte, rule fingerprint.Rule, kind view.Kind) (*wholeFile, error) {
	f := &readFile{path: path}
	var err error
	f.content, err = scan.Fingerprints(called, bytes.NewReader(data), int64(len(data)), rule, kind, func(s []fingerprint.Selected) error {
		f.selected = append(f.selected, s...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	f.finish()
	return &wholeFile{file: f.file(), name: called, language: f.content.Language, set: f.set, data: data, lines: regions.NewLines(data)}, nil
}

package site

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"

	"alike/cmd/alike/atomicfile"
	"alike/cmd/alike/web"
	"alike/db/search"
)

// Writing is a report that is being written. It is complete, or it is not there.
type Writing struct {
	place  *Place
	staged *atomicfile.Staged
	inside bool // of an empty folder, which it fills
}

// Begin begins to write the report.
func (p *Place) Begin() (*Writing, error) {
	empty, err := p.free("")
	if err != nil {
		return nil, err
	}
	stage := atomicfile.Stage
	if empty {
		stage = atomicfile.StageInside
	}
	staged, err := stage(p.Path)
	if err != nil {
		return nil, p.failed(err)
	}
	w := &Writing{p, staged, empty}
	if !p.File {
		err = w.create(ignoreName, func(out io.Writer) error {
			_, err := io.WriteString(out, "# This folder is a report of alike, and no scan reads it.\n*\n")
			return err
		})
	}
	if err != nil {
		w.Discard()
		return nil, err
	}
	return w, nil
}

func (w *Writing) create(name string, write func(io.Writer) error) error {
	if err := w.staged.Create(name, write); err != nil {
		return w.place.failed(err)
	}
	return nil
}

// Discard removes what is not complete.
func (w *Writing) Discard() { w.staged.Discard() }

// Compare writes the pages of the first pairs that differ and can be read, at most n of them,
// and adds them to the data. A report in one file has none.
func (w *Writing) Compare(ctx context.Context, c *Comparer, pairs []search.Pair, n int, d *web.Data) error {
	if w.place.File {
		return nil
	}
	view := "pairs"
	if d.Overview.Units > 0 {
		view = "files"
	}
	pages, err := c.write(ctx, w, pairs, n, view)
	if err != nil {
		return err
	}
	if d.Overview.Units > 0 {
		d.Between.Page = pages
	} else {
		d.Pairs.Page = pages
	}
	for _, page := range pages {
		if page != "" {
			d.Overview.Comparisons++
		}
	}
	return nil
}

// Complete writes the data and puts the report in its place. It returns the size of the
// report in bytes.
func (w *Writing) Complete(ctx context.Context, d *web.Data) (bytes int64, err error) {
	if err := w.create(indexName, func(out io.Writer) error { return web.WritePage(untilDone{ctx, out}, d) }); err != nil {
		return 0, err
	}
	if bytes, err = w.staged.Size(); err != nil {
		return 0, w.place.failed(err)
	}
	if err := w.publish(ctx); err != nil {
		return 0, err
	}
	return bytes, nil
}

func (w *Writing) publish(ctx context.Context) error {
	// The search may have taken hours.
	empty, err := w.place.free(w.staged.Name())
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	switch {
	case w.place.File:
		err = w.staged.PublishFile(indexName, w.place.Replace)
	case w.inside && empty:
		err = w.staged.PublishInside(indexName)
	default:
		err = w.staged.Publish(w.place.Replace, w.place.checkOld)
	}
	if errors.Is(err, fs.ErrExist) {
		if _, taken := w.place.free(""); taken != nil {
			return taken
		}
	}
	if err != nil {
		return w.place.failed(err)
	}
	return nil
}

// untilDone is a writer that fails once a context is done.
type untilDone struct {
	ctx context.Context
	to  io.Writer
}

func (w untilDone) Write(data []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(data)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

// pairReader reads the files of pairs again for formats that show passages. It reports files
// that have changed since the scan or cannot be read.
type pairReader struct {
	unread
	of    *answer
	ctx   context.Context
	trees *fsys.Trees
	named map[string]string // by path: names that tell a language, if not the paths
	// Under --why, df counts the files that have a passage, in ix. open opens that before the
	// first pair: the search closes its index before pairs are printed.
	ix   *db.Index
	df   *search.FrequencyLookup
	open func() (*db.Index, error)
}

// newPairReader returns the reader for the pairs of an answer.
func newPairReader(ctx context.Context, r *answer) (*pairReader, error) {
	trees, err := scan.TreesOf(r.ix)
	if err != nil {
		return nil, err
	}
	p := &pairReader{unread: newUnread(r.app), of: r, ctx: ctx, trees: trees}
	if r.asked.out.Why() {
		params := r.ix.Params()
		p.open = func() (*db.Index, error) {
			return openIndex(ctx, r.app, r.dir, r.asked.index, db.Options{Params: &params})
		}
	}
	return p, nil
}

// passages returns the access of a printer to the passages of pairs.
func (r *pairReader) passages() report.Passages {
	params, q := r.of.ix.Params(), &r.of.query
	return report.Passages{View: view.Kind(params.View), Window: params.Rule.Window, Here: q.Trees, There: q.Against, Read: r.read}
}

func (r *pairReader) close() error {
	if r.ix == nil {
		return nil
	}
	return r.ix.Close()
}

// read reads both files of a pair and finds the passages that they share under the
// view of the index.
func (r *pairReader) read(p search.Pair) (*compare.Comparison, report.Missing, error) {
	params := r.of.ix.Params()
	o := compare.Options{View: view.Kind(params.View), Window: params.Rule.WindowBetween(p.A.Level, p.B.Level), Base: r.of.base}
	if r.open != nil {
		var err error
		if r.ix, err = r.open(); err != nil {
			return nil, "", err
		}
		r.open = nil
	}
	if r.ix != nil {
		o.Stored = storedRule(r.ix)
		if r.df == nil {
			var err error
			if r.df, err = search.NewFrequencyLookup(r.ctx, r.ix, slices.Concat(r.of.query.Trees, r.of.query.Against)); err != nil {
				return nil, "", err
			}
		}
	}
	var files [2]*compare.File
	for i, f := range []search.File{p.A, p.B} {
		src := input.Interruptible(r.ctx, func() (io.ReadCloser, error) { return r.trees.OpenRegular(f.Path) })
		w, err := compare.Read(src, compare.Source{Path: f.Path, Name: cmp.Or(r.named[f.Path], f.Path), Size: f.Size, Rule: params.Rule, View: o.View})
		src.Close()
		switch {
		case r.ctx.Err() != nil:
			return nil, "", r.ctx.Err()
		case errors.Is(err, compare.ErrTooLarge):
			return nil, report.TooLarge, nil
		case err != nil:
			r.add(f.Path, err)
			return nil, report.Gone, nil
		case r.changed(w.Info, f):
			r.add(f.Path, fsys.ErrChanged)
			return nil, report.Changed, nil
		}
		files[i] = w
	}
	c, err := compare.Regions(r.ctx, files, o)
	if err == nil && r.df != nil {
		err = c.CountFiles(r.ctx, r.df)
	}
	return c, "", err
}

// changed reports whether the figures of a file show that it has changed since the scan.
// The number of fingerprints proves nothing with a base, because the index was searched
// without the fingerprints of the base.
func (r *pairReader) changed(is, was search.File) bool {
	level := r.of.ix.Params().Rule.LongLevel // an older version, or a search with a base, took no small windows
	return is.Size != was.Size || level(is.Level) != level(was.Level) ||
		r.of.base == nil && is.Level == was.Level && is.Fingerprints != was.Fingerprints
}

package main

import (
	"context"
	"errors"

	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

// pairReader reads the files of pairs again, for formats that show passages. It names
// the files that have changed since the scan or cannot be read.
type pairReader struct {
	ctx      context.Context
	app      *app
	params   db.Params // of the index
	base     *scan.Base
	told     map[string]bool
	warnings warnings
}

func newPairReader(ctx context.Context, a *app, params db.Params, base *scan.Base) *pairReader {
	return &pairReader{ctx: ctx, app: a, params: params, base: base, told: map[string]bool{}, warnings: warnings{screen: a.screen}}
}

// passages returns what a printer needs to show passages. here and there are the named
// trees on both sides.
func (r *pairReader) passages(here, there []string) report.Passages {
	return report.Passages{
		View: view.Kind(r.params.View), Window: r.params.Rule.Window, Base: r.base != nil,
		Trees: append(append([]string{}, here...), there...), Here: len(here), Read: r.read,
	}
}

// read reads both files of a pair and finds the passages that they share under the
// view of the index.
func (r *pairReader) read(p search.Pair) (*compare.Comparison, report.Missing, error) {
	kind := view.Kind(r.params.View)
	var files [2]*compare.File
	for i, f := range []search.File{p.A, p.B} {
		w, err := readWhole(r.ctx, r.app, f.Path, f.Path, r.params.Rule, kind)
		switch {
		case r.ctx.Err() != nil:
			return nil, "", r.ctx.Err()
		case errors.Is(err, compare.ErrTooLarge):
			return nil, report.TooLarge, nil
		case err != nil:
			r.tell(f.Path, err)
			return nil, report.Gone, nil
		case r.changed(w.Info, f):
			r.tell(f.Path, fsys.ErrChanged)
			return nil, report.Changed, nil
		}
		files[i] = w
	}
	c, err := compare.Regions(r.ctx, files, compare.Options{View: kind, Window: r.params.Rule.Window, Base: r.base})
	return c, "", err
}

// changed reports whether a file differs from the indexed one in its figures, as far as
// these show. The passages are from the file as it is now in any case. Without the
// fingerprints of a base, the number that the index tells says nothing.
func (r *pairReader) changed(is, was search.File) bool {
	return is.Size != was.Size || is.Level != was.Level || r.base == nil && is.Fingerprints != was.Fingerprints
}

// tell names a file that could not be read, once, and counts it.
func (r *pairReader) tell(path string, err error) {
	if r.told[path] {
		return
	}
	r.told[path] = true
	r.app.failed++
	r.warnings.add(path, err)
}

// end tells how many more files could not be read than were named.
func (r *pairReader) end() { r.warnings.end() }

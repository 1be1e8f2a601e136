package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"alike/db"
	"alike/fingerprint/view"
)

// Run brings the index up to date with the trees at the roots, each a folder or
// a single file: what is new or changed there is read, and what is gone, or left
// out by the options, is removed. All of it is committed, in one or several
// parts.
//
// Relative roots are taken from the working directory; symbolic links in them,
// and roots that are symbolic links, are followed without resolving the paths.
// Where a root does not exist nothing at all is done, and the error (a join of
// *RootError) names each that does not. The same goes for roots of which the
// index has files and that are empty now or on another file system than when they
// were scanned last: disks that are not mounted. With Prune such roots are
// scanned like any, and what the index has of missing ones is removed; a missing
// root of which it has nothing is an error nevertheless. Files that are not there,
// and that the index has from another device than their folder is on, or the one
// above that is left, are kept, and the folder counts as failed, unless Prune or
// other files show that the disk has another number now; see absence.
//
// The content of a file that was renamed is taken over from the index without
// reading it, see moved.
//
// In an index that keeps simhashes, what is new gets one, for which a content of up
// to MaxDocument bytes is held in memory by each thread.
//
// Files and folders that cannot be read end nothing: they are counted and Warn
// is told. A folder that cannot be read keeps what the index has of it; a file
// does as long as its size, modification time, inode and device are what the index has.
// After a clock that was set back, and for times in the future, files are read
// that would not have to be.
// Errors of the index end the scan. When the context is cancelled, what was done
// so far is committed and the error is that of the context.
//
// Memory is proportional to the largest directory, once for each thread, beside
// that of the index.
func Run(ctx context.Context, w *db.Writer, roots []string, o Options) (Summary, error) {
	o, err := o.forIndex(w.Params())
	if err != nil {
		return Summary{}, err
	}
	s, err := o.prepare()
	if err != nil {
		return Summary{}, err
	}
	set, err := newRootSet(roots)
	if err != nil {
		return Summary{}, err
	}
	x := &indexer{walker: walker{settings: s, roots: set}, writer: w, inodes: newInodes(o.Follow)}
	if x.documents, err = documentsOf(w); err != nil {
		return Summary{}, err
	}
	x.begin, x.visit, x.onSkip, x.read = x.beginScan, x.update, x.dropSkipped, x.readBatch
	sum, err := x.walk(ctx, x.newReader)
	sum.Interrupted = ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
	sum.ClockSetBack = slices.ContainsFunc(set.roots, func(r *root) bool { return r.rereadAll })
	if err != nil && !sum.Interrupted {
		return sum, err
	}
	if !sum.Interrupted {
		if err := x.settleAbsent(&sum); err != nil {
			return sum, err
		}
	}
	x.recordTrees(!sum.Interrupted)
	if sum.Interrupted {
		err = w.Commit()
	} else {
		err = w.EndScan(x.now())
	}
	if err != nil {
		return sum, fmt.Errorf("committing what was scanned: %w", err)
	}
	if !sum.Interrupted {
		err = w.Merge(ctx)
		sum.Interrupted = err != nil && ctx.Err() != nil
	}
	if sum.Interrupted {
		return sum, ctx.Err()
	}
	return sum, err
}

// of returns the options with the rule and view of an index. The error is a
// *db.ParamsError if they have others.
func (o Options) forIndex(index db.Params) (Options, error) {
	asked := db.Params{View: cmp.Or(string(o.View), index.View), Rule: cmp.Or(o.Rule, index.Rule)}
	if asked != index {
		return o, &db.ParamsError{Dir: o.IndexDir, Has: index, Want: asked}
	}
	o.View, o.Rule = view.Kind(index.View), index.Rule
	return o, nil
}

// documentsOf returns what makes the simhashes that an index keeps; nil if it keeps
// none.
func documentsOf(w *db.Writer) (*Documents, error) {
	words, ok := w.HashScheme()
	if !ok {
		return nil, nil
	}
	scheme, err := ParseDocumentScheme(words)
	if err != nil {
		return nil, fmt.Errorf("reading how the index makes simhashes: %w", err)
	}
	return NewDocuments(scheme)
}

// beginScan looks at the roots before anything is done for any of them.
func (x *indexer) beginScan(k *worker) error {
	gone, err := x.checkRoots()
	if err != nil {
		return err
	}
	if err := x.writer.BeginScan(x.now()); err != nil {
		return fmt.Errorf("beginning the scan: %w", err)
	}
	for _, path := range gone {
		files, err := x.writer.Forget(path)
		if err != nil {
			return fmt.Errorf("removing %q from the index: %w", path, err)
		}
		k.sum.Gone += files
	}
	x.recordTrees(false)
	return nil
}

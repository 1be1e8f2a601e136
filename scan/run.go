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

// Run updates the index from the trees at roots, each a folder or a single file. It
// reads new and changed files, and removes entries of files that are gone or left out
// by the options. It commits everything, in one or more parts.
//
// Relative roots start at the working directory. Symbolic links in roots are followed
// but not resolved. The content of a renamed file is taken from the index without
// reading it. If the index keeps simhashes, new contents get one, which takes up to
// MaxDocument bytes of memory per thread.
//
// Run scans nothing and returns a join of *RootError if a root does not exist, or if
// the index has files of a root that is now empty or on another file system, because
// its disk may not be mounted. With Prune, such roots are scanned, and entries of
// missing roots are removed; a missing root without entries is still an error. Inside a
// root, Run keeps entries of missing files that are from another device than their
// folder, or the nearest folder that is left. It reports them as an *UnmountedError and
// counts the folder as failed. It removes them with Prune, or if other files show that
// the disk has a new device number.
//
// Files and folders that cannot be read do not end the scan. They are counted and
// passed to Warn. The index keeps the entries of an unreadable folder, and the entry of
// an unreadable file if its size, mtime, inode and device are unchanged. After the
// clock was set back, and for times in the future, Run also reads files that have not
// changed.
//
// Errors of the index end the scan. If ctx is cancelled, Run commits what it has done
// and returns the error of ctx. db.Index.EndWith bounds the time that this takes; a commit that
// takes longer is lost.
//
// Memory: proportional to the largest directory, once per thread, in addition to that
// of the index.
func Run(ctx context.Context, w *db.Writer, roots []string, o Options) (Summary, error) {
	if err := w.Upgrade(); err != nil {
		return Summary{}, fmt.Errorf("upgrading the index: %w", err)
	}
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
	if err := set.choose(s.usual, s.Roots); err != nil {
		return Summary{}, err
	}
	x := &indexer{walker: walker{settings: s, roots: set}, writer: w, inodes: newInodes(set.follows(""))}
	if x.documents, err = documentsOf(w); err != nil {
		return Summary{}, err
	}
	x.begin, x.visit, x.onSkip, x.read, x.onDone = x.beginScan, x.update, x.dropSkipped, x.readBatch, x.folderDone
	sum, err := x.walk(ctx, x.newReader)
	sum.Interrupted = ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
	sum.ClockSetBack = slices.ContainsFunc(set.roots, func(r *root) bool { return r.rereadAll })
	if err != nil && !sum.Interrupted {
		return sum, err
	}
	if !sum.Interrupted {
		err = x.decideAbsent(ctx, &sum)
		sum.Interrupted = ctx.Err() != nil && errors.Is(err, ctx.Err())
		if err != nil && !sum.Interrupted {
			return sum, err
		}
		if err := x.coverUnvisited(); err != nil {
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

// forIndex returns the options with the rule and view of an index. If they name others,
// the error is a *db.ParamsError.
func (o Options) forIndex(index db.Params) (Options, error) {
	asked := db.Params{View: cmp.Or(string(o.View), index.View), Rule: cmp.Or(o.Rule, index.Rule)}
	if !index.Serves(asked) {
		return o, &db.ParamsError{Dir: o.IndexDir, Has: index, Want: asked}
	}
	o.View, o.Rule = view.Kind(index.View), index.Rule
	return o, nil
}

// documentsOf returns the Documents for the simhashes of an index, or nil if it keeps
// none.
func documentsOf(w *db.Writer) (*Documents, error) {
	words, ok := w.HashScheme()
	if !ok {
		return nil, nil
	}
	scheme, err := ParseDocumentScheme(words)
	if err != nil {
		return nil, fmt.Errorf("reading the simhash scheme of the index: %w", err)
	}
	return NewDocuments(scheme)
}

// beginScan checks all roots before the walk starts.
func (x *indexer) beginScan(k *worker) error {
	gone, err := x.checkRoots()
	if err != nil {
		return err
	}
	if err := x.writer.BeginScan(x.now()); err != nil {
		return fmt.Errorf("starting the scan: %w", err)
	}
	for _, path := range gone {
		files, err := x.writer.Forget(x.ctx, path)
		if err != nil {
			return fmt.Errorf("removing %q from the index: %w", path, err)
		}
		k.sum.Gone += files
	}
	// The folders of all roots are there before the coverage of a folder around them is entered.
	for _, r := range x.roots.roots {
		if _, err := x.lookUpPath(r.folder()); err != nil {
			return err
		}
	}
	first := x.firstScan()
	x.recordTrees(false)
	if !first {
		return nil
	}
	// Answers can now say that files of the root are missing. In a new index they can
	// tell without a commit.
	if err := x.writer.Commit(); err != nil {
		return fmt.Errorf("starting the scan: %w", err)
	}
	return nil
}

package scan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alike/db"
)

// Run brings the index up to date with the trees at the roots, each a folder or
// a single file: what is new or changed there is read, and what is gone, or left
// out by the options, is removed. All of it is committed, in one or several
// parts.
//
// Relative roots are taken from the working directory; symbolic links in them,
// and roots that are symbolic links, are followed without resolving the paths.
// Where a root does not exist nothing at all is done, and the error (a join of
// *fs.PathError) names each that does not.
//
// Files and folders that cannot be read end nothing: they are counted and Warn
// is told. A folder that cannot be read keeps what the index has of it; a file
// does as long as its size, times, inode and device are what the index has.
// Errors of the index end the scan. When the context is cancelled, what was done
// so far is committed and the error is that of the context.
//
// Memory is proportional to the largest directory, once for each thread, beside
// that of the index.
func Run(ctx context.Context, w *db.Writer, roots []string, o Options) (Summary, error) {
	s, err := o.prepare()
	if err != nil {
		return Summary{}, err
	}
	set, err := newRootSet(roots)
	if err != nil {
		return Summary{}, err
	}
	w.BeginScan(time.Now())
	x := &indexer{walker: walker{settings: s, roots: set}, writer: w, inodes: newInodes(o.Follow)}
	x.visit, x.leave, x.read = x.update, x.leaveFolder, x.readBatch
	sum, err := x.walk(ctx, x.newReader)
	sum.Interrupted = ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
	if err != nil && !sum.Interrupted {
		return sum, err
	}
	if sum.Interrupted {
		err = w.Commit()
	} else {
		err = w.EndScan(time.Now())
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

package main

import (
	"cmp"
	"context"
	"fmt"

	"alike/db"
	"alike/fingerprint"
)

// inquiry looks up the files that the command line names, indexed or not. It keeps the index
// open only while it looks them up, not while it waits for input or output, which may be a
// pipe that stalls for hours.
//
// It works in rounds: it reads files until their fingerprints fill queryRoom, looks them up
// until the replies fill it, and prints the replies.
type inquiry[R any] struct {
	*answer
	finder finder[R]
	open   *db.Index // stays open, or nil

	round []*readFile // read and not yet looked up
	held  int64       // bytes of the fingerprints in round
}

// finder looks up the files of an inquiry.
type finder[R any] interface {
	// read is called with each file that was read.
	read(f *readFile)
	// begin is called with the files of a round, whenever the index is open again.
	begin(ctx context.Context, ix *db.Index, files []*readFile) error
	// find returns the reply about a file, and its bytes.
	find(ctx context.Context, ix *db.Index, f *readFile) (reply R, bytes int64, err error)
	// show prints a reply.
	show(reply R) error
}

// queryRoom is the number of bytes for the fingerprints of a round, and for its replies.
const queryRoom = 64 << 20

// ask reads the named files and prints the replies.
func (q *inquiry[R]) ask(ctx context.Context, names []string, o readOptions) error {
	o.indexed = func(path string) (f *readFile, err error) {
		err = q.withIndex(ctx, func(ix *db.Index) error {
			f, err = indexedFile(ix, path)
			return err
		})
		return f, err
	}
	err := readEach(ctx, q.app, names, o, q.sum, func(f *readFile) error {
		q.add(f)
		if q.held < q.queryRoom {
			return nil
		}
		return q.reply(ctx)
	})
	if err != nil {
		return err
	}
	return q.reply(ctx)
}

// withIndex opens the index again for a piece of work. It is an error if the index has been
// recreated with another rule.
func (q *inquiry[R]) withIndex(ctx context.Context, use func(*db.Index) error) (err error) {
	ix, params := q.open, q.ix.Params()
	if ix == nil {
		if ix, err = openIndex(ctx, q.app, q.dir, q.asked.index, db.Options{Params: &params, Memory: int64(q.asked.memory.Bytes)}); err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, ix.Close()) }()
	}
	return use(ix)
}

// add keeps a file for the next lookup.
func (q *inquiry[R]) add(f *readFile) {
	q.finder.read(f)
	f.selected = nil // the set is enough
	q.round = append(q.round, f)
	// With many files, the memory of a file besides its fingerprints matters.
	const fingerprintBytes, fileBytes = 8, 256
	q.held += fileBytes + int64(cap(f.set))*fingerprintBytes + int64(len(f.words))
	if f.copy.Holds() {
		q.held += f.content.Size
	}
}

// reply prints the replies about the files of the round and ends it.
func (q *inquiry[R]) reply(ctx context.Context) error {
	files := q.round
	for len(files) > 0 {
		var replies []R
		err := q.withIndex(ctx, func(ix *db.Index) (err error) {
			replies, err = q.lookUp(ctx, ix, files)
			return err
		})
		if err != nil {
			return err
		}
		files = files[len(replies):]
		for _, r := range replies {
			if err := q.finder.show(r); err != nil {
				return err
			}
		}
	}
	for _, f := range q.round {
		f.copy.Close()
	}
	q.round, q.held = nil, 0
	return nil
}

// lookUp returns the replies about the first files, as many as fit.
func (q *inquiry[R]) lookUp(ctx context.Context, ix *db.Index, files []*readFile) (replies []R, err error) {
	if err := q.finder.begin(ctx, ix, files); err != nil {
		return nil, err
	}
	used := int64(0)
	for _, f := range files {
		r, bytes, err := q.finder.find(ctx, ix, f)
		if err != nil {
			return nil, fmt.Errorf("looking up %s: %w", f.path, err)
		}
		replies = append(replies, r)
		f.set = fingerprint.Set{} // no longer needed
		if used += bytes; used >= q.queryRoom {
			break
		}
	}
	return replies, nil
}

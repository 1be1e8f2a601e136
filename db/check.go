package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"alike/db/hamming"
	"alike/fingerprint"
)

// CheckOptions controls a check.
type CheckOptions struct {
	// Sample is the number of files to read again and compare. A negative number means
	// all.
	Sample int
	// Read copies a file to w. The error wraps ErrFileChanged if the file is gone or not
	// in the given state, before or after reading. It may be nil if Sample is 0.
	Read func(path string, state Stat, w io.Writer) error
	// Hash, if not nil, returns the simhash of a file that is read again. size is in
	// bytes; read writes the bytes of the file, and Hash returns its errors.
	Hash func(size int64, read func(w io.Writer) error) (hamming.Document, error)
	// Progress, if not nil, is called with the work done so far.
	Progress func(done, total int64)
}

// CheckReport is the result of a check.
type CheckReport struct {
	Files, Contents, Postings, Segments int64
	Hashes                              int64 // simhashes
	Records                             int64 // in an index of records
	Sampled                             int64 // files whose checksum was compared
	SampledChanged                      int64 // sampled files that changed since the scan; not compared
	SampledUnreadable                   int64 // sampled files that could not be read
	Problems                            []string
}

// maxProblems is how many problems a report lists.
const maxProblems = 100

// Check verifies that the index is consistent:
//
//   - the checksums of the store hold;
//   - every posting has its content, and every content its postings and paths;
//   - every path leads up to the root and has its content and its place;
//   - every simhash is found by each of its blocks;
//   - in a sample of files with unchanged size and times, the checksums still hold, and the
//     simhashes if Hash is set.
//
// It reads the whole index and takes about 300 bytes of memory for each content and 50
// for each file. It returns an error only if it could not finish; damage is a problem in
// the report.
func (ix *Index) Check(ctx context.Context, o CheckOptions) (CheckReport, error) {
	c := &checker{ix: ix, hash: o.Hash, read: o.Read, contents: map[ContentID]*checked{}}
	c.report.Segments = int64(len(ix.segments))
	const steps = 9
	unreadable := false // the store found a damaged file
	for i, step := range []func(context.Context) error{
		ix.st.Verify, c.readContents, c.readForward, c.readPostings, c.readHashes, c.readTree, c.readGone, c.readRecords,
		func(ctx context.Context) error { return c.sample(ctx, o.Sample) },
	} {
		if o.Progress != nil {
			o.Progress(int64(i), steps)
		}
		err := step(ctx)
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			if i == 0 {
				c.problem("%s: %s", damaged.Path, damaged.Problem)
				unreadable = true
				continue
			}
			// If a table is damaged, this is the same damage. Later steps would only
			// report it again.
			if !unreadable {
				c.problem("%s: %s", damaged.Path, damaged.Problem)
			}
			break
		}
		if err != nil {
			return c.report, err
		}
	}
	return c.report, nil
}

type checker struct {
	ix       *Index
	hash     func(size int64, read func(w io.Writer) error) (hamming.Document, error)
	read     func(path string, state Stat, w io.Writer) error
	report   CheckReport
	contents map[ContentID]*checked
	files    []checkedFile
}

// checked is what a check has seen of one content. The sums are over a mixing function of
// its fingerprints: equal sums of postings and forward set mean equal sets, except with
// probability 2^-64.
type checked struct {
	row               StoredContent
	seen              StoredContent // counts of its forward set
	forward, postings uint64
	nForward          int
	nPostings         int
	last              fingerprint.Fingerprint
	parts             uint32
	paths             pathCount
	hash              *checkedHash // nil without one
}

// checkedFile is a file that may be sampled.
type checkedFile struct {
	path    string
	stat    Stat
	sum     Checksum
	size    int64
	content ContentID
}

func (c *checker) problem(format string, args ...any) {
	if len(c.report.Problems) < maxProblems {
		c.report.Problems = append(c.report.Problems, fmt.Sprintf(format, args...))
	}
}

func (c *checker) readContents(ctx context.Context) error {
	last := ContentID(0)
	return c.ix.EachContent(func(id ContentID, row StoredContent) error {
		if id <= last || id >= c.ix.root.NextContent {
			c.problem("content %d follows content %d; the next number is %d", id, last, c.ix.root.NextContent)
		}
		last = id
		c.contents[id] = &checked{row: row, seen: StoredContent{Content: row.Content}}
		c.report.Contents++
		return ctx.Err()
	})
}

func (c *checker) readForward(ctx context.Context) error {
	var set fingerprint.Set
	return eachRowOf(c.ix.segments, kindForward, func(_ *table, key rowKey, payload []byte) (err error) {
		x := c.contents[ContentID(key.id)]
		if x == nil {
			c.problem("there are fingerprints of content %d, which does not exist", key.id)
			return ctx.Err()
		}
		if set, err = decodeSetPart(set[:0], payload); err != nil {
			return err
		}
		if key.sub != x.parts || x.parts > 0 && set[0] <= x.last {
			c.problem("the fingerprints of content %d are not in order", key.id)
		}
		x.parts++
		x.last = set[len(set)-1]
		x.nForward += len(set)
		x.seen.addCounts(set)
		for _, fp := range set {
			x.forward += mix(uint64(fp))
		}
		if fp := set[len(set)-1]; fp >= fingerprint.Bound(x.row.Level) {
			c.problem("content %d of level %d has a finer fingerprint", key.id, x.row.Level)
		}
		return ctx.Err()
	})
}

func (c *checker) readPostings(ctx context.Context) error {
	for _, seg := range c.ix.segments {
		if err := c.readPostingsOf(ctx, seg.table(kindPostings)); err != nil {
			return err
		}
	}
	for id, x := range c.contents {
		if x.nForward != x.nPostings || x.forward != x.postings {
			c.problem("content %d has %d fingerprints, but %d postings, or different ones", id, x.nForward, x.nPostings)
		}
		if !slices.Equal(x.seen.Counts, x.row.Counts) {
			c.problem("content %d has %v fingerprints by level, starting at level %d; its row says %v", id, x.seen.Counts, x.row.Level, x.row.Counts)
		}
	}
	return nil
}

// readPostingsOf reads the postings of one segment. Segments need not be merged: a
// duplicate posting changes the sum of its content.
func (c *checker) readPostingsOf(ctx context.Context, t *table) error {
	if err := t.load(); err != nil {
		return err
	}
	var last Posting
	var ps []Posting
	for block := range t.blocks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := t.postings(block, &ps); err != nil {
			return err
		}
		for _, p := range ps {
			if !last.less(p) {
				c.problem("posting %x of content %d is not in order", p.Fingerprint, p.Content)
			}
			last = p
			c.report.Postings++
			x := c.contents[p.Content]
			if x == nil {
				c.problem("posting %x names content %d, which does not exist", p.Fingerprint, p.Content)
				continue
			}
			x.postings += mix(uint64(p.Fingerprint))
			x.nPostings++
		}
	}
	return nil
}

// readTree checks directories, names and places against each other.
func (c *checker) readTree(ctx context.Context) error {
	places := map[place]bool{}
	err := c.ix.eachDirectory(func(d *directory) error {
		for i, e := range d.entries {
			if i > 0 && d.entries[i-1].Name >= e.Name {
				c.problem("directory %d: %q is not in order", d.id, e.Name)
			}
			if e.dir != 0 {
				if err := c.child(d, e); err != nil {
					return err
				}
				continue
			}
			switch {
			case !e.SetAside:
				c.report.Files++
			case !e.Generated:
				c.problem("directory %d: %q is set aside, but not generated", d.id, e.Name)
			case e.Content == 0:
				continue
			}
			if e.FirstScan > e.ContentScan || e.ContentScan > c.ix.root.Scan {
				c.problem("directory %d: %q has content of scan %d and first scan %d, of %d scans", d.id, e.Name, e.ContentScan, e.FirstScan, c.ix.root.Scan)
			}
			places[place{e.Content, d.id}] = true
			x := c.contents[e.Content]
			if x == nil {
				c.problem("directory %d: %q names content %d, which does not exist", d.id, e.Name, e.Content)
				continue
			}
			x.paths.add(&e.Entry, 1)
		}
		if _, err := c.ix.pathOf(d, map[DirID]string{}); err != nil {
			c.problem("directory %d (%q) does not lead up to the root: %v", d.id, d.name, err)
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	if err := c.orphans(); err != nil {
		return err
	}
	for _, s := range c.ix.segments {
		err := s.table(kindPlaces).eachPlace(func(p place) error {
			delete(places, p)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for p := range places {
		c.problem("content %d has no place in directory %d", p.content, p.dir)
	}
	return nil
}

func (c *checker) readGone(ctx context.Context) error {
	for _, s := range c.ix.segments {
		part, scan := uint32(0), ScanID(0)
		err := s.table(kindGone).each(func(key rowKey, payload []byte) error {
			if key.id != uint64(scan) {
				part, scan = 0, ScanID(key.id)
			}
			if key.id == 0 || key.id > uint64(c.ix.root.Scan) || key.sub != part {
				c.problem("segment %d: part %d of the tombstones of scan %d of %d is in the place of part %d",
					s.meta.ID, key.sub, key.id, c.ix.root.Scan, part)
			}
			part++
			return decodeGone(payload, scan, func(GoneFile) error { return ctx.Err() })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// child checks that a subdirectory knows its parent and name.
func (c *checker) child(parent *directory, e DirEntry) error {
	d, err := c.ix.directory(e.dir)
	if err != nil {
		return err
	}
	switch {
	case d == nil:
		c.problem("directory %d names subdirectory %q, which does not exist", parent.id, e.Name)
	case d.parent != parent.id || d.name != e.Name:
		c.problem("directory %d is %q in directory %d, but %q in directory %d", d.id, d.name, d.parent, e.Name, parent.id)
	}
	return nil
}

// orphans checks that the list of orphaned and claimed contents is exact.
func (c *checker) orphans() error {
	orphans, claims := map[ContentID]bool{}, map[ContentID]bool{}
	err := c.ix.EachNotLive(func(id ContentID, claimed bool) error {
		orphans[id], claims[id] = !claimed, claimed
		return nil
	})
	if err != nil {
		return err
	}
	named := int64(0)
	for id, x := range c.contents {
		if x.paths.files > 0 {
			named++
		}
		if (x.paths == pathCount{}) != orphans[id] {
			c.problem("content %d has %d paths; listed as orphaned: %v", id, x.paths.files, orphans[id])
		}
		if (x.paths.files == 0 && x.paths.aside > 0) != claims[id] {
			c.problem("content %d has %d paths, and %d of files set aside; listed as claimed: %v", id, x.paths.files, x.paths.aside, claims[id])
		}
	}
	if named != c.ix.root.Named || c.report.Files != c.ix.root.Files {
		c.problem("the root counts %d live contents and %d files; there are %d and %d",
			c.ix.root.Named, c.ix.root.Files, named, c.report.Files)
	}
	return nil
}

func (c *checker) sample(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	seen := int64(0)
	err := c.ix.EachEntry(ctx, func(path FilePath, e *DirEntry) error {
		x := c.contents[e.Content]
		if x == nil || e.Unsettled {
			return ctx.Err()
		}
		f := checkedFile{path: path.String(), stat: e.Stat, sum: x.row.Checksum, size: x.row.Size, content: e.Content}
		seen++
		// Reservoir sampling (Vitter 1985): each file is equally likely.
		if n < 0 || len(c.files) < n {
			c.files = append(c.files, f)
		} else if i := rand.Int64N(seen); i < int64(n) {
			c.files[i] = f
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for _, f := range c.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.reread(f)
	}
	return nil
}

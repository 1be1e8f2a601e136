package dataset

import (
	"cmp"
	"context"
	"slices"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
)

// visitor receives the contents of a host in order of key.
type visitor struct {
	fingerprints func(set []fingerprint.Fingerprint) error // of the content that follows, in parts; may be nil
	content      func(key Key, c db.Content, says description) error
}

// walk reads contents, postings and simhashes together, checks them against each other and
// calls v for the contents that files have, which are given in ascending order.
func (t *openHost) walk(ctx context.Context, named []fileKey, progress *Progress, v visitor) error {
	w := contentWalk{openHost: t, progress: progress, describer: newDescriber()}
	for row := t.contents.peek(); row != nil; row = t.contents.peek() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := *row
		c.Counts = slices.Clone(c.Counts)
		if err := t.checkContent(&c); err != nil {
			return err
		}
		for len(named) > 0 && named[0].key < c.Key {
			w.missing = append(w.missing[:0], named[0]) // unless the rows are out of order
			named = named[1:]
		}
		is := len(named) > 0 && named[0].key == c.Key
		if is && (named[0].size != c.Size || len(named) > 1 && named[1].key == c.Key) {
			return t.otherSize(ctx, &c)
		}
		w.use = nil
		if is {
			w.use = v.fingerprints
		}
		w.describer.begin(c.content(), c.Counts)
		if err := w.postingsOf(&c); err != nil {
			return err
		}
		hash, err := w.hashOf(c.Key)
		if err != nil {
			return err
		}
		if is {
			named = named[1:]
			if err := v.content(c.Key, c.content(), w.describer.end(hash)); err != nil {
				return err
			}
		}
		if err := w.again(&c); err != nil {
			return err
		}
	}
	return w.end(append(w.missing, named...))
}

// contentWalk is the state of walk.
type contentWalk struct {
	*openHost
	progress  *Progress
	set       []fingerprint.Fingerprint
	use       func([]fingerprint.Fingerprint) error // may be nil
	describer describer
	missing   []fileKey // a content that a file has
}

// hand hands the fingerprints that were read to the describer and to use.
func (w *contentWalk) hand() error {
	set := w.set
	w.set = w.set[:0]
	w.describer.add(set)
	if w.use == nil || len(set) == 0 {
		return nil
	}
	return w.use(set)
}

// content returns the content of a row.
func (c *Content) content() db.Content {
	return db.Content{Checksum: c.Checksum, Size: c.Size, Level: int(c.Level), Language: c.Language}
}

// checkContent reports an impossible row.
func (t *openHost) checkContent(c *Content) error {
	is := c.content()
	const longest = 100 // bytes of a language
	switch {
	case c.Key != KeyOf(&is):
		return t.contents.fail("content %x: key %d does not match its checksum", c.Checksum, c.Key)
	case c.Size < 0 || c.Level < 0 || c.Level > fingerprint.MaxLevel || len(c.Language) > longest:
		return t.contents.fail("content %x has size %d, level %d and language %q", c.Checksum, c.Size, c.Level, c.Language[:min(longest, len(c.Language))])
	case len(c.Counts) > fingerprint.MaxLevel+1-int(c.Level) || slices.ContainsFunc(c.Counts, func(n int32) bool { return n < 1 }):
		return t.contents.fail("content %x of level %d has impossible counts", c.Checksum, c.Level)
	}
	return nil
}

// again skips further rows of a content, which must be equal.
func (w *contentWalk) again(c *Content) error {
	for {
		if err := w.contents.next(); err != nil {
			return err
		}
		w.progress.add(1)
		row := w.contents.peek()
		if row == nil || row.Key != c.Key {
			return nil
		}
		if row.content() != c.content() || !slices.Equal(row.Counts, c.Counts) {
			return w.contents.fail("content %x is not the same as in another file", c.Checksum)
		}
	}
}

// postingsOf reads the postings of a content and compares their numbers with its counts.
func (w *contentWalk) postingsOf(c *Content) error {
	var byLevel [fingerprint.MaxLevel + 1]int32 // of the fingerprints that no coarser level has
	w.set = w.set[:0]
	last, rows := int64(-1), 0
	for p := w.postings.peek(); p != nil && p.Key <= c.Key; p = w.postings.peek() {
		switch {
		case p.Key < c.Key:
			return w.postings.fail("there are postings of content %d, which is not in %s", p.Key, contents)
		case p.Level != c.Level:
			return w.postings.fail("a posting of content %x has level %d, but the content has level %d", c.Checksum, p.Level, c.Level)
		case p.Fingerprint < 0 || p.Fingerprint >= int64(fingerprint.Bound(int(c.Level))):
			return w.postings.fail("content %x of level %d: fingerprint %d is out of range", c.Checksum, c.Level, p.Fingerprint)
		case p.Fingerprint != last:
			last = p.Fingerprint
			byLevel[min(fingerprint.Fingerprint(last).Level(), fingerprint.MaxLevel)]++
			w.set = append(w.set, fingerprint.Fingerprint(last))
		}
		if rows++; rows%batchRows == 0 {
			w.progress.add(batchRows)
		}
		if err := w.postings.next(); err != nil {
			return err
		}
		if len(w.set) == handPart {
			if err := w.hand(); err != nil {
				return err
			}
		}
	}
	w.progress.add(int64(rows % batchRows))
	for level := fingerprint.MaxLevel - 1; level >= 0; level-- {
		byLevel[level] += byLevel[level+1]
	}
	for i, n := range byLevel[c.Level:] {
		has := int32(0)
		if i < len(c.Counts) {
			has = c.Counts[i]
		}
		if n != has {
			return w.postings.fail("content %x has %d postings of level %d or coarser, but counts %d", c.Checksum, n, int(c.Level)+i, has)
		}
	}
	return w.hand()
}

// handPart is how many fingerprints walk hands over at once.
const handPart = 64 << 10

// hashOf reads the simhash of a content. It is a NoDocument if there is none.
func (w *contentWalk) hashOf(key Key) (hamming.Document, error) {
	d := hamming.Document{NoDocument: true}
	for h := w.hashes.peek(); h != nil && h.Key <= key; h = w.hashes.peek() {
		switch {
		case h.Key < key && w.Since != 0: // an increment has all simhashes
			return d, w.lacks()
		case h.Key < key:
			return d, w.hashes.fail("there is a simhash of content %d, which is not in %s", h.Key, contents)
		case d.NoDocument:
			d = h.document()
		case d != h.document():
			return d, w.hashes.fail("content %d has another simhash in another file", key)
		}
		if err := w.hashes.next(); err != nil {
			return d, err
		}
	}
	return d, nil
}

// end reports what is left when all contents have been read. without are the keys of files
// without a content.
func (w *contentWalk) end(without []fileKey) error {
	if len(without) > 0 && w.Since != 0 {
		return w.lacks()
	}
	if len(without) > 0 {
		return w.contents.fail("a file names content %d, which is missing", without[0].key)
	}
	if p := w.postings.peek(); p != nil {
		return w.postings.fail("there are postings of content %d, which is not in %s", p.Key, contents)
	}
	if h := w.hashes.peek(); h != nil && w.Since != 0 {
		return w.lacks()
	} else if h != nil {
		return w.hashes.fail("there is a simhash of content %d, which is not in %s", h.Key, contents)
	}
	if w.Scheme == "" && w.hashes.total > 0 {
		return w.hashes.fail("there are simhashes, but the export does not say how they were made")
	}
	return nil
}

// eachFile checks the files of a host and calls use for each, in order of path. The row is
// valid during the call.
func (t *openHost) eachFile(ctx context.Context, progress *Progress, use func(path string, f *File) error) error {
	var above []string // paths that later files may be below, if they were folders
	for f := t.files.peek(); f != nil; f = t.files.peek() {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := f.name()
		if err := t.checkFile(path, f); err != nil {
			return err
		}
		for len(above) > 0 && !isPrefix(above[len(above)-1], path) {
			above = above[:len(above)-1]
		}
		if slices.ContainsFunc(above, func(file string) bool { return path[len(file)] == '/' }) {
			return t.files.fail("%q is in a folder that is a file", path)
		}
		above = append(above, path)
		if err := use(path, f); err != nil {
			return err
		}
		if err := t.files.next(); err != nil {
			return err
		}
		progress.add(1)
	}
	return nil
}

func isPrefix(of, path string) bool { return len(of) < len(path) && path[:len(of)] == of }

// checkFile reports an impossible row.
func (t *openHost) checkFile(path string, f *File) error {
	if err := checkPath(path); err != nil {
		return t.files.fail("the path %q: %w", path[:min(200, len(path))], err)
	}
	switch {
	case f.Host != t.Host.Host:
		return t.files.fail("%q is a file of host %q", path, f.Host)
	case f.Size < 0:
		return t.files.fail("%q has %d bytes", path, f.Size)
	case f.SetAside && !f.Generated:
		return t.files.fail("%q is set aside, but not generated", path)
	}
	return nil
}

// otherSize reports a file that has another size than its content.
func (t *openHost) otherSize(ctx context.Context, c *Content) error {
	again, err := t.Host.open(ctx)
	if err != nil {
		return err
	}
	defer again.close()
	err = again.eachFile(ctx, &Progress{}, func(path string, f *File) error {
		if f.Key == c.Key && f.Size != c.Size {
			return again.files.fail("%q has %d bytes, but its content %x has %d", path, f.Size, c.Checksum, c.Size)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.replaced()
}

// fileKey is the key of a content that files have, and their size.
type fileKey struct {
	key  Key
	size int64
}

func (k fileKey) compare(l fileKey) int {
	return cmp.Or(cmp.Compare(k.key, l.key), cmp.Compare(k.size, l.size))
}

// keysOf returns the keys of the contents that files have, and of those that only files have
// that are set aside, in ascending order. A key whose files have several sizes is there with each.
func (t *openHost) keysOf(ctx context.Context, progress *Progress) (all, claimed []fileKey, err error) {
	if t.Files > maxFiles {
		return nil, nil, t.fail("it has %d files, and one index holds at most %d", t.Files, int64(maxFiles))
	}
	err = t.eachFile(ctx, progress, func(_ string, f *File) error {
		if f.SetAside {
			claimed = addKey(claimed, fileKey{f.Key, f.Size})
		} else {
			all = addKey(all, fileKey{f.Key, f.Size})
		}
		return nil
	})
	all = distinct(all)
	claimed = slices.DeleteFunc(distinct(claimed), func(k fileKey) bool {
		_, live := slices.BinarySearchFunc(all, k, fileKey.compare)
		return live
	})
	return distinct(append(all, claimed...)), claimed, err
}

const maxFiles = 1<<32 - 1

// addKey adds a key to a list. Before the list grows, keys that it has twice are dropped, so that
// its memory depends on the number of contents and not of files.
func addKey(keys []fileKey, key fileKey) []fileKey {
	if len(keys) == cap(keys) {
		keys = distinct(keys)
		if len(keys) > cap(keys)/2 {
			keys = slices.Grow(keys, max(len(keys), 1024))
		}
	}
	return append(keys, key)
}

// distinct sorts keys and drops those that are there twice.
func distinct(keys []fileKey) []fileKey {
	slices.SortFunc(keys, fileKey.compare)
	return slices.Compact(keys)
}

// findKey returns the place of a key in a list.
func findKey(keys []fileKey, key Key) (at int, found bool) {
	return slices.BinarySearchFunc(keys, key, func(k fileKey, key Key) int { return cmp.Compare(k.key, key) })
}

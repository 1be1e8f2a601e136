package dataset

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"

	"alike/db"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
	"alike/fingerprint/view"
)

// ContradictionError reports a content that two hosts describe differently, so that one of them
// does not tell the truth, or its export is damaged.
type ContradictionError struct {
	Host, Path string // the export that was refused, and its folder
	Other      string // the host that it contradicts
	// OtherPath is the folder of the export of Other, or that of the index that holds it.
	OtherPath string
	Indexed   bool
	Checksum  db.Checksum
	What      string // what differs, such as "size 5 and not 9"
}

func (e *ContradictionError) Error() string {
	in := ""
	if e.Indexed {
		in = "the index "
	}
	return fmt.Sprintf("host %s: %s: content %x has %s as host %s has it in %s%s", e.Host, e.Path, e.Checksum, e.What, e.Other, in, e.OtherPath)
}

// agreement finds contents that hosts describe differently. What the index holds was described by
// the hosts whose files have it, so the hosts that are imported now, which are replaced, do not
// count there. The hosts are compared with each other by a sorted list of all their contents, 47
// bytes each, which is in a temporary file beyond a few megabytes.
type agreement struct {
	w         *db.Writer // nil without an index
	hosts     []*Host
	described *descriptions

	host      *Host // the one that is being read
	suspects  []suspect
	describer describer
	set       fingerprint.Set
}

// suspect is a content that the index holds and host describes differently.
type suspect struct {
	id       db.ContentID
	checksum db.Checksum
	what     string
}

// maxSuspects bounds the suspects that are looked up at once.
const maxSuspects = 4096

// Verify reads all exports and checks them, against each other and against what the index of w
// holds of other hosts. It must come before Import, and before w.BeginScan. w is nil if there is no
// index. A content that two hosts describe differently is a *ContradictionError; Import
// replaces a content that only the exports it replaces described otherwise.
//
// Memory: that of the table of checksums of w, and up to 16 bytes for each content of the largest
// host. Temporary files are in a folder of place, or in that for such files.
func Verify(ctx context.Context, w *db.Writer, place spill.Place, hosts []*Host, progress *Progress) error {
	progress.begin(hosts)
	a := &agreement{w: w, hosts: hosts, described: &descriptions{place: place}, describer: newDescriber()}
	defer a.described.close()
	for number, h := range hosts {
		progress.Host.Store(&h.Host)
		if err := a.read(ctx, number, progress); err != nil {
			return err
		}
	}
	return a.compare(ctx)
}

// read reads the whole export of a host.
func (a *agreement) read(ctx context.Context, number int, progress *Progress) error {
	h := a.hosts[number]
	t, err := h.open(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	keys, claimed, err := t.keysOf(ctx, progress)
	if err != nil {
		return err
	}
	a.host = h
	seal := newSeal()
	err = t.walk(ctx, keys, progress, visitor{content: func(key Key, c db.Content, says description) error {
		says.hashed = h.knowsHash(key, claimed, &says)
		seal.add(key, &says)
		if err := a.inIndex(ctx, c, &says); err != nil || len(a.hosts) < 2 {
			return err
		}
		return a.list(number, key, &c, &says)
	}})
	if err == nil {
		err = a.judge(ctx)
	}
	h.seal = seal.sum()
	return err
}

// knowsHash reports whether a host says what the simhash of a content is. It does not if its index
// keeps no simhashes, or has none because only files that are set aside have the content.
func (h *Host) knowsHash(key Key, claimed []fileKey, says *description) bool {
	_, aside := findKey(claimed, key)
	return h.Scheme != "" && !(aside && says.hash.NoDocument)
}

// inIndex compares a content with what the index holds of it.
func (a *agreement) inIndex(ctx context.Context, c db.Content, says *description) error {
	if a.w == nil {
		return nil
	}
	err := a.w.EachStored(c.Checksum, func(id db.ContentID, row db.StoredContent) error {
		what := ""
		switch {
		case row.Size != c.Size:
			what = fmt.Sprintf("size %d and not %d", c.Size, row.Size)
		case row.Language != c.Language:
			return nil // another content
		case row.Level != c.Level:
			what = fmt.Sprintf("level %d and not %d", c.Level, row.Level)
		default:
			is, err := a.stored(id, &row)
			switch {
			case err != nil:
				return err
			case is.digest != says.digest:
				what = otherFingerprints
			case !is.sameHash(says):
				what = otherSimhash
			}
		}
		if what != "" {
			a.suspects = append(a.suspects, suspect{id, c.Checksum, what})
		}
		return nil
	})
	if err != nil || len(a.suspects) < maxSuspects {
		return err
	}
	return a.judge(ctx)
}

const (
	otherFingerprints = "not the same fingerprints"
	otherSimhash      = "not the same simhash"
)

// stored describes a content as the index holds it.
func (a *agreement) stored(id db.ContentID, row *db.StoredContent) (is description, err error) {
	ix := a.w.Index()
	a.describer.begin(row.Content, row.Counts)
	err = ix.EachSetPart(id, row.Fingerprints(), a.set, func(part fingerprint.Set) error {
		a.set = part
		a.describer.add(part)
		return nil
	})
	if err != nil {
		return is, err
	}
	h, hashed, err := ix.Hash(id)
	is = a.describer.end(h)
	scheme, _, _ := ix.HashScheme()
	is.hashed = hashed && scheme == a.host.Scheme // Import refuses another one that counts
	return is, err
}

// judge reports a suspect that files of another host have. The others are replaced.
func (a *agreement) judge(ctx context.Context) error {
	if len(a.suspects) == 0 {
		return nil
	}
	sort.Slice(a.suspects, func(i, k int) bool { return a.suspects[i].id < a.suspects[k].id })
	var ids []db.ContentID
	for _, s := range a.suspects {
		ids = append(ids, s.id)
	}
	ix := a.w.Index()
	err := ix.EachNamed(ctx, ids, func(path db.FilePath, e *db.DirEntry) error {
		other, _, _ := strings.Cut(strings.TrimPrefix(path.Dir.String(), "/"), ":")
		if slices.ContainsFunc(a.hosts, func(h *Host) bool { return h.Host == other }) {
			return nil
		}
		at, _ := slices.BinarySearch(ids, e.Content)
		s := &a.suspects[at]
		return &ContradictionError{a.host.Host, a.host.Dir, other, ix.Dir(), true, s.checksum, s.what}
	})
	if err != nil {
		return err
	}
	a.w.Supersede(ids...)
	a.suspects = a.suspects[:0]
	return nil
}

// list lists a content of a host for compare. Under the code view the same bytes have several keys,
// but one size.
func (a *agreement) list(host int, key Key, c *db.Content, says *description) error {
	if view.Kind(a.hosts[host].View) == view.FoldCode {
		size := description{}
		binary.LittleEndian.PutUint64(size.digest[:], uint64(c.Size))
		if err := a.described.add(newRow(ofBytes, c.Checksum.Prefix(), c.Checksum, &size, host)); err != nil {
			return err
		}
	}
	return a.described.add(newRow(ofContent, uint64(key), c.Checksum, says, host))
}

// compare compares what the hosts say of each content that several of them have.
func (a *agreement) compare(ctx context.Context) error {
	var first, known descriptionRow // of the same content; known has a simhash if one has
	return a.described.each(ctx, func(row *descriptionRow) error {
		switch {
		case !row.same(&first):
			first, known = *row, *row
		case !bytes.Equal(row.digest(), first.digest()):
			return a.contradiction(ctx, row, &first, otherFingerprints)
		case row.hash()[0] == 0:
		case known.hash()[0] == 0:
			known = *row
		case !bytes.Equal(row.hash(), known.hash()):
			return a.contradiction(ctx, row, &known, otherSimhash)
		}
		return nil
	})
}

// contradiction returns the error about a content of two exports, which are read once more for it.
func (a *agreement) contradiction(ctx context.Context, x, y *descriptionRow, what string) error {
	if x.host() < y.host() {
		x, y = y, x
	}
	h, other := a.hosts[x.host()], a.hosts[y.host()]
	is, err := h.findContent(ctx, x)
	if err != nil {
		return replaced(err)
	}
	was, err := other.findContent(ctx, y)
	if err != nil {
		return replaced(err)
	}
	switch {
	case is.Size != was.Size:
		what = fmt.Sprintf("size %d and not %d", is.Size, was.Size)
	case is.Level != was.Level:
		what = fmt.Sprintf("level %d and not %d", is.Level, was.Level)
	}
	return &ContradictionError{h.Host, h.Dir, other.Host, other.Dir, false, is.Checksum, what}
}

// findContent returns the content of a row that the export was found to have.
func (h *Host) findContent(ctx context.Context, of *descriptionRow) (c Content, err error) {
	t, err := h.open(ctx)
	if err != nil {
		return c, err
	}
	defer t.close()
	for row := t.contents.peek(); row != nil; row = t.contents.peek() {
		content := row.content()
		if of.isOf(row.Key, &content) {
			return *row, nil
		}
		if err := t.contents.next(); err != nil {
			return c, err
		}
	}
	return c, h.replaced()
}

// seal is a digest of all that a host says of its contents. Import compares it, or an export
// that replaces the one that was verified could say something else.
type seal struct{ hasher *checksum.Hasher }

func newSeal() seal { return seal{checksum.New()} }

func (s seal) add(key Key, says *description) {
	row := newRow(ofContent, uint64(key), db.Checksum{}, says, 0) // the digest is of the checksum too
	s.hasher.Write(row[:])
}

func (s seal) sum() (sum checksum.Sum) {
	s.hasher.Sum(sum[:0])
	return sum
}

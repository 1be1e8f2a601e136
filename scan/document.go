package scan

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"alike/db/hamming"
	"alike/fingerprint/simhash"
	"alike/fingerprint/text"
)

// MaxDocument is up to how many bytes a content counts as a document: a larger one
// is a log or a dump, and its simhash would say nothing of any part of it.
const MaxDocument = 64 << 20

// largeDocument is from which size on documents are hashed one at a time: a hasher
// takes up to ten times the size of the text, if all of its words differ.
const largeDocument = 4 << 20

// DocumentScheme says how a content becomes a simhash: what of it is text, and how
// the text is hashed.
type DocumentScheme struct {
	simhash.Scheme
	HTML bool // of a page of HTML, only what stands between the tags counts
}

// htmlWords stand behind a scheme by which tags are stripped.
const htmlWords = " html=stripped"

// String returns the scheme in the one way that ParseDocumentScheme reads: that of
// package simhash, and then " html=stripped" if tags are.
func (s DocumentScheme) String() string {
	if s.HTML {
		return s.Scheme.String() + htmlWords
	}
	return s.Scheme.String()
}

// ParseDocumentScheme reads what String wrote, and nothing else.
func ParseDocumentScheme(words string) (s DocumentScheme, err error) {
	words, s.HTML = strings.CutSuffix(words, htmlWords)
	s.Scheme, err = simhash.ParseScheme(words)
	return s, err
}

// Documents makes simhashes of contents, all in the same way.
type Documents struct {
	scheme DocumentScheme
	large  sync.Mutex // held while a large one is hashed
}

// NewDocuments returns an error for a scheme that needs tables beside it.
func NewDocuments(s DocumentScheme) (*Documents, error) {
	if _, err := simhash.NewHasher(s.Scheme, simhash.Tables{}); err != nil {
		return nil, fmt.Errorf("making simhashes of files: %w", err)
	}
	return &Documents{scheme: s}, nil
}

// Document takes the bytes of one content after the other and tells the simhash of
// each. It is for one goroutine. It holds a content of up to MaxDocument bytes;
// of one that is no document, next to nothing.
type Document struct {
	of       *Documents
	hasher   *simhash.Hasher
	data     []byte
	expected int64 // bytes
	sniffed  bool  // the first bytes have been looked at
	rejected bool  // it is no document
}

// New returns a Document that has taken nothing yet.
func (d *Documents) New() *Document { return &Document{of: d} }

// Reset begins a content that is said to have so many bytes, negative if nobody
// knows.
func (d *Document) Reset(size int64) {
	if cap(d.data) > largeDocument {
		d.data = nil
	}
	d.data, d.expected = d.data[:0], size
	d.sniffed, d.rejected = false, size > MaxDocument
}

// Write takes the next bytes. It has no error.
func (d *Document) Write(p []byte) (int, error) {
	switch {
	case d.rejected:
		return len(p), nil
	case len(d.data)+len(p) > MaxDocument:
		d.reject()
		return len(p), nil
	}
	d.data = append(d.data, p...)
	if !d.sniffed && len(d.data) >= text.Sniffed {
		if d.sniff(); !d.rejected && d.expected > int64(len(d.data)) {
			d.data = slices.Grow(d.data, int(d.expected)-len(d.data))
		}
	}
	return len(p), nil
}

// Out reports whether the bytes so far tell that this is no document.
func (d *Document) Rejected() bool { return d.rejected }

func (d *Document) reject() { d.data, d.rejected = nil, true }

// look tells by the first bytes whether this is a document.
func (d *Document) sniff() {
	d.sniffed = true
	if text.IsBinary(d.data) {
		d.data, d.rejected = d.data[:0], true
	}
}

// Hash returns the simhash of the bytes taken since Reset, which are gone then. One
// with fewer features than can be judged is known by its normalised text; one that
// holds nothing but spaces is no document.
func (d *Document) Hash() hamming.Document {
	if !d.sniffed && !d.rejected {
		d.sniff()
	}
	if d.rejected {
		return hamming.Document{NoDocument: true}
	}
	large := len(d.data) > largeDocument
	if large {
		d.of.large.Lock()
		defer d.of.large.Unlock()
	}
	if d.hasher == nil {
		// NewDocuments has made one, so there is no error.
		d.hasher, _ = simhash.NewHasher(d.of.scheme.Scheme, simhash.Tables{})
	}
	h := d.sum()
	d.data = d.data[:0]
	if large {
		d.data, d.hasher = nil, nil
	}
	return h
}

func (d *Document) sum() hamming.Document {
	document, _ := text.Decode(d.data)
	if d.of.scheme.HTML && isHTML(document) {
		document = text.StripTags(document)
	}
	d.hasher.Reset()
	d.hasher.Add(document, 1)
	sum, features := d.hasher.Sum()
	if features >= simhash.MinFeatures {
		return hamming.Document{Hash: uint64(sum), Features: uint32(features)}
	}
	if len(d.hasher.Normalized(document)) == 0 {
		return hamming.Document{NoDocument: true}
	}
	return hamming.Document{Hash: d.hasher.NormalizedHash(document), Features: uint32(features), Short: true}
}

// isHTML reports whether a text is a page: it begins with a tag, and <html or its
// doctype is among the first.
func isHTML(document []byte) bool {
	begin := bytes.TrimLeft(document[:min(len(document), 1<<10)], " \t\r\n")
	if len(begin) == 0 || begin[0] != '<' {
		return false
	}
	begin = bytes.ToLower(begin)
	return bytes.Contains(begin, []byte("<!doctype html")) || bytes.Contains(begin, []byte("<html"))
}

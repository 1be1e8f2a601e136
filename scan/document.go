package scan

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"alike/db/hamming"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	"alike/fingerprint/text"
)

// MaxDocument is the largest document in bytes. Larger contents are logs or dumps, for
// which a simhash means nothing.
const MaxDocument = 64 << 20

// largeDocument is the size in bytes from which documents are hashed one at a time. A
// hasher takes up to ten times the size of a text if all of its words differ.
const largeDocument = 4 << 20

// DocumentScheme defines how a content becomes a simhash.
type DocumentScheme struct {
	simhash.Scheme
	HTML bool // strip the tags of HTML pages
}

// String returns the scheme in the form that ParseDocumentScheme reads: the string of
// simhash.Scheme, followed by simhash.HTMLStripped if tags are stripped.
func (s DocumentScheme) String() string {
	if s.HTML {
		return s.Scheme.String() + simhash.HTMLStripped
	}
	return s.Scheme.String()
}

// ParseDocumentScheme parses the result of String. It accepts nothing else.
func ParseDocumentScheme(words string) (s DocumentScheme, err error) {
	words, s.HTML = strings.CutSuffix(words, simhash.HTMLStripped)
	s.Scheme, err = simhash.ParseScheme(words)
	return s, err
}

// Documents computes simhashes by one scheme, or sets of words. It is safe for concurrent
// use.
type Documents struct {
	scheme DocumentScheme
	words  bool
	large  sync.Mutex // held while a large document is hashed
}

// NewDocuments returns a Documents. Schemes that need tables are an error.
func NewDocuments(s DocumentScheme) (*Documents, error) {
	if _, err := simhash.NewHasher(s.Scheme, simhash.Tables{}); err != nil {
		return nil, fmt.Errorf("computing simhashes of files: %w", err)
	}
	return &Documents{scheme: s}, nil
}

// NewWordDocuments returns a Documents for sets of words, which are the same as those of
// package terms. html says whether to strip the tags of HTML pages.
func NewWordDocuments(html bool) *Documents {
	return &Documents{scheme: DocumentScheme{Scheme: terms.Scheme(), HTML: html}, words: true}
}

// Document computes the simhash of one content at a time. It is not safe for concurrent
// use. It holds a content of up to MaxDocument bytes, and next to nothing of a content
// that is not a document.
type Document struct {
	of       *Documents
	hasher   *simhash.Hasher
	counter  *terms.Counter // in place of hasher, for sets of words
	words    terms.Set
	data     []byte
	expected int64 // in bytes
	sniffed  bool  // the first bytes were checked
	rejected bool  // not a document
}

// New returns a Document without content.
func (d *Documents) New() *Document { return &Document{of: d} }

// Reset starts a content of size bytes, or of unknown size if negative.
func (d *Document) Reset(size int64) {
	if cap(d.data) > largeDocument {
		d.data = nil
	}
	d.data, d.expected = d.data[:0], size
	d.sniffed, d.rejected = false, size > MaxDocument
}

// Write takes the next bytes. It never fails.
func (d *Document) Write(p []byte) (int, error) {
	switch {
	case d.rejected:
		return len(p), nil
	case len(d.data)+len(p) > MaxDocument:
		d.data, d.rejected = nil, true
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

// sniff rejects a content whose first bytes are binary.
func (d *Document) sniff() {
	d.sniffed = true
	if text.IsBinary(d.data) {
		d.data, d.rejected = d.data[:0], true
	}
}

// Hash returns the simhash of the bytes since Reset and drops them. A document with too
// few features gets the hash of its normalised text. White space alone is not a
// document.
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
	switch {
	case d.of.words && d.counter == nil:
		// The scheme of words needs no tables, so there is no error.
		d.counter, _ = terms.NewCounter(d.of.scheme.Scheme, simhash.Tables{})
	case !d.of.words && d.hasher == nil:
		// NewDocuments has checked the scheme, so there is no error.
		d.hasher, _ = simhash.NewHasher(d.of.scheme.Scheme, simhash.Tables{})
	}
	h := d.sum()
	d.data = d.data[:0]
	if large {
		d.data, d.hasher, d.counter = nil, nil, nil
	}
	return h
}

func (d *Document) sum() hamming.Document {
	document, _ := text.Decode(d.data)
	if d.of.scheme.HTML && isHTML(document) {
		document = text.StripTags(document)
	}
	if d.of.words {
		return d.countWords(document)
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

// countWords sets the words of a document. Its hash is that of the set without the counts.
func (d *Document) countWords(document []byte) hamming.Document {
	d.counter.Reset()
	d.counter.Add(document)
	d.words = d.counter.Append(d.words[:0])
	hash := xxhash.New()
	features := uint32(0)
	for _, h := range d.counter.Hashes(nil) {
		_, _ = hash.Write(binary.LittleEndian.AppendUint64(nil, h))
		features++
	}
	if features == 0 {
		return hamming.Document{NoDocument: true}
	}
	return hamming.Document{Hash: hash.Sum64(), Features: features}
}

// Words returns the set of words of the document whose hash Hash has returned. It is valid
// until the next Hash.
func (d *Document) Words() terms.Set { return d.words }

// isHTML reports whether a text is an HTML page: it begins with a tag, and <html or its
// doctype occurs in the first KiB.
func isHTML(document []byte) bool {
	begin := bytes.TrimLeft(document[:min(len(document), 1<<10)], " \t\r\n")
	if len(begin) == 0 || begin[0] != '<' {
		return false
	}
	begin = bytes.ToLower(begin)
	return bytes.Contains(begin, []byte("<!doctype html")) || bytes.Contains(begin, []byte("<html"))
}

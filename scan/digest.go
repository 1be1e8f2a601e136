package scan

import (
	"errors"
	"io"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// ErrShort says that a stream ended so far before the size it was said to have
// that fingerprints finer than those selected belong to it. Reading it again
// with its right size, or none, helps.
var ErrShort = errors.New("the file is shorter than it was said to be")

// errGenerated says that a program wrote the file, and that such are not wanted.
var errGenerated = errors.New("the file is generated")

// bufferSize is how many bytes are read at a time. At 256 KiB the system call
// is below a thousandth of the time that the bytes take, and the buffer stays
// in the second-level cache between hash and fingerprints.
const bufferSize = 256 << 10

// digester takes checksum and fingerprints of one stream after the other,
// without allocation once it has been made. Of the two BLAKE3 packages with
// assembly, zeebo's was chosen by measuring streams of the sizes that files have:
// 580, 480, 780, 1,840 and 1,590 MB/s at 256 bytes, 1, 4, 8 and 16 KiB, where
// lukechampine's 1.4 came to 300, 330, 310, 410 and 610 in the same run.
type digester struct {
	hasher        *blake3.Hasher
	extractor     *fingerprint.Extractor
	buffer        []byte
	document      *Document    // takes the same bytes; nil where no simhash is asked for
	viewer        *view.Viewer // nil for the raw view
	tee           io.Writer    // takes the same bytes as the extractor, and never fails; may be nil
	skipGenerated bool         // ends with errGenerated as soon as that is known
}

func newDigester(rule fingerprint.Rule, kind view.Kind) *digester {
	g := &digester{hasher: blake3.New(), extractor: fingerprint.NewExtractor(rule), buffer: make([]byte, bufferSize)}
	if kind != view.Raw && kind != "" {
		g.viewer = view.NewViewer(kind, false)
	}
	return g
}

// digest reads the stream of a file to its end and gives its selected windows to
// take, in order, in pieces that are valid during the call. A size less than 0 is
// not known. The errors are those of the stream and of take, as they are, and
// ErrShort. The level follows from the size of what is fingerprinted, which under a
// view is not that of the file.
func (g *digester) digest(name string, src io.Reader, size int64, take func([]fingerprint.Selected) error) (db.Content, error) {
	g.hasher.Reset()
	if g.viewer == nil {
		g.extractor.Reset(size)
	} else {
		g.viewer.Reset(name)
		g.extractor.Reset(-1)
	}
	if g.document != nil {
		g.document.Reset(size)
	}
	c := db.Content{}
	for {
		n, err := src.Read(g.buffer)
		if n > 0 {
			c.Size += int64(n)
			g.hasher.Write(g.buffer[:n])
			g.feed(g.buffer[:n], false)
			if g.skipGenerated && g.generated() {
				return db.Content{}, errGenerated
			}
			if g.document != nil {
				_, _ = g.document.Write(g.buffer[:n])
			}
			if err := g.flush(take); err != nil {
				return db.Content{}, err
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return db.Content{}, err
		}
	}
	g.feed(nil, true)
	if g.skipGenerated && g.generated() {
		return db.Content{}, errGenerated
	}
	g.extractor.Close()
	if err := g.flush(take); err != nil {
		return db.Content{}, err
	}
	c.Level = g.extractor.Level()
	if g.viewer != nil {
		c.Language = g.viewer.Language()
	}
	g.hasher.Sum(c.Checksum[:0])
	if !g.extractor.Complete() {
		return c, ErrShort
	}
	return c, nil
}

// generated reports whether a program wrote the file, as far as its view tells.
func (g *digester) generated() bool { return g.viewer != nil && g.viewer.Generated() }

// see has bytes of the file, as its view shows them, fingerprinted.
func (g *digester) feed(p []byte, last bool) {
	if g.viewer != nil {
		p = g.viewer.Write(p, last)
	}
	if len(p) == 0 {
		return
	}
	g.extractor.Write(p)
	if g.tee != nil {
		_, _ = g.tee.Write(p)
	}
}

func (g *digester) flush(take func([]fingerprint.Selected) error) error {
	if s := g.extractor.Take(); len(s) > 0 {
		return take(s)
	}
	return nil
}

// Fingerprints reads the stream of a file to its end, once, and returns the checksum,
// size and level of its bytes under a view; the name tells the language of code. Its selected windows go to take in order of offset,
// in pieces that are valid during the call, so that memory does not grow with
// the stream. A size less than 0 is not known; then windows finer than the
// level that is returned come as well, and NewSet drops them. The errors are
// those of the stream and of take, as they are, and ErrShort.
func Fingerprints(name string, src io.Reader, size int64, rule fingerprint.Rule, kind view.Kind, take func([]fingerprint.Selected) error) (db.Content, error) {
	return newDigester(rule, kind).digest(name, src, size, take)
}

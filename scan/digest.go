package scan

import (
	"errors"
	"io"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
	"alike/fingerprint/view"
)

// ErrShort reports a stream that was so much shorter than announced that its level is
// finer, so fingerprints are missing. The caller reads it again with its real size or
// none.
var ErrShort = errors.New("the file is shorter than announced")

// bufferSize is the number of bytes per read. At 256 KiB the system call takes less
// than a thousandth of the time of the bytes, and the buffer stays in the second-level
// cache between hash and fingerprints.
const bufferSize = 256 << 10

// digester computes checksums and fingerprints of streams. It allocates nothing after
// its creation.
type digester struct {
	hasher    *checksum.Hasher
	extractor *fingerprint.Extractor
	buffer    []byte
	document  *Document    // takes the same bytes; nil if there are no simhashes
	viewer    *view.Viewer // nil for the raw view
	tee       io.Writer    // takes the same bytes as the extractor and never fails; may be nil
}

func newDigester(rule fingerprint.Rule, kind view.Kind) *digester {
	g := &digester{hasher: checksum.New(), extractor: fingerprint.NewExtractor(rule), buffer: make([]byte, bufferSize)}
	if kind != view.Raw && kind != "" {
		g.viewer = view.NewViewer(kind, false)
	}
	return g
}

// digest reads a stream to its end and passes the selected windows to take, in order of
// offset. The slices are valid during the call only. A negative size means unknown. The
// level follows from the number of bytes under the view. It returns the errors of src
// and take, and ErrShort.
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

// generated reports whether the view considers the file generated.
func (g *digester) generated() bool { return g.viewer != nil && g.viewer.Generated() }

// thin reports whether the view has less than a twentieth of the file, which has the
// given size: little of it is compared. Small and binary files do not count.
func (g *digester) thin(size int64) bool {
	const large, fraction = 4 << 10, 20
	return g.viewer != nil && size >= large && g.extractor.Size() < size/fraction && !g.viewer.Binary()
}

// feed passes bytes of the file through the view to the extractor.
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

// Fingerprints reads a stream to its end and returns the checksum, size and level of
// its bytes under a view. The name determines the language of code. The selected
// windows are passed to take in order of offset, in slices that are valid during the
// call only, so memory does not grow with the stream. A negative size means unknown:
// then take also receives windows finer than the returned level, which
// fingerprint.NewSet drops. It returns the errors of src and take, and ErrShort.
func Fingerprints(name string, src io.Reader, size int64, rule fingerprint.Rule, kind view.Kind, take func([]fingerprint.Selected) error) (db.Content, error) {
	return newDigester(rule, kind).digest(name, src, size, take)
}

package scan

import (
	"alike/db/inorder"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
)

const (
	// pieceSize is the number of bytes of a large file that a worker reads, sums and selects at a
	// time: a power of two of chunks, which stays in the second-level cache.
	pieceSize = 256 << 10
	// piecedSize is the size from which files are read in pieces. Beyond longestPieced, a size that
	// a sparse file or a hostile file system may claim, the number of pieces could overflow.
	piecedSize    = 16 * pieceSize
	longestPieced = 1 << 46
)

// pieced is a large file that is read in pieces, by the worker that has opened it and by all that
// have nothing else to do.
//
// Whether a window is selected depends on the w-1 windows on either side. A piece is therefore read
// with w-1 bytes before it and 2(w-1) after it. Its checksum is a subtree of that of the
// file (BLAKE3, section 2.1), and the owner's hasher takes the pieces in order.
type pieced struct {
	owner  *reader
	rule   fingerprint.Rule
	size   int64
	pieces *inorder.Pieces
}

// piece is what a worker needs for one piece.
type piece struct {
	buffer    []byte
	extractor *fingerprint.Extractor
	selected  []fingerprint.Selected // in the last piece, until they are collected
}

// help works on pieces until every piece has been started.
func (p *pieced) help(r *reader) {
	if r.piece == nil {
		r.piece = &piece{buffer: make([]byte, pieceSize+3*p.rule.Window), extractor: fingerprint.NewExtractor(p.rule.WithoutSmall())}
	}
	r.piece.selected = nil
	if r != p.owner {
		r.spool.Reset()
	}
	p.pieces.Work(func(i int) (func() error, error) {
		if err := p.collect(r); err != nil {
			return nil, err
		}
		return p.work(r.piece, int64(i)*pieceSize)
	}, func() error {
		if err := p.collect(r); err != nil {
			return err
		}
		return r.spool.Deliver(p.owner.spool)
	})
}

// collect adds the windows of the last piece to the worker's spool, which may sort and spill them. Their
// order does not matter. The piece is finished by then, so that no other worker waits for its turn
// meanwhile: that took a tenth of the time.
func (p *pieced) collect(r *reader) error {
	selected := r.piece.selected
	r.piece.selected = nil
	return r.spool.AddFor(p.owner.spool, selected)
}

// work reads, sums and selects the piece at an offset. The function that it returns passes the
// checksum to the owner.
func (p *pieced) work(w *piece, from int64) (finish func() error, err error) {
	near := int64(p.rule.Window - 1)
	to := min(from+pieceSize, p.size)
	before, after := min(from, near), min(p.size-to, 2*near)
	data := w.buffer[:before+to-from+after]
	if err := p.owner.bytes.readAt(data, from-before); err != nil {
		return nil, err
	}
	w.extractor.Reset(p.size)
	_, _ = w.extractor.Write(data)
	w.extractor.Close()
	w.selected = within(w.extractor.Selected(), before, before+to-from)
	own := data[before : before+to-from]
	node := checksum.Subtree(own, uint64(from/checksum.ChunkSize))
	return func() error {
		p.owner.hasher.Append(node)
		p.owner.bytes.advance(to - from)
		return nil
	}, nil
}

// within returns the windows with offsets from from up to but not including to.
func within(s []fingerprint.Selected, from, to int64) []fingerprint.Selected {
	for len(s) > 0 && s[0].Offset < from {
		s = s[1:]
	}
	for len(s) > 0 && s[len(s)-1].Offset >= to {
		s = s[:len(s)-1]
	}
	return s
}

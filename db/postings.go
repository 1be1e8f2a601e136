package db

import (
	"encoding/binary"
	"math/bits"
	"sort"

	"alike/fingerprint"
)

// posting says that a content has a fingerprint.
type posting struct {
	fp      fingerprint.Fingerprint
	content ContentID
}

func (p posting) less(q posting) bool {
	return p.fp < q.fp || p.fp == q.fp && p.content < q.content
}

// postingWriter gathers sorted, distinct postings into blocks.
type postingWriter struct {
	t       *tableWriter
	pending []posting
	bits    bitWriter
}

func (w *postingWriter) add(p posting) error {
	w.pending = append(w.pending, p)
	if len(w.pending) == postingsInBlock {
		return w.flush()
	}
	return nil
}

func (w *postingWriter) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	w.bits.buf = encodePostings(w.bits.buf[:0], w.pending)
	first := w.pending[0]
	err := w.t.block(rowKey{uint64(first.fp), uint32(first.content)}, len(w.pending), w.bits.buf)
	w.pending = w.pending[:0]
	return err
}

func (w *postingWriter) finish() (tableMeta, error) {
	if err := w.flush(); err != nil {
		return tableMeta{}, err
	}
	return w.t.finish()
}

// encodePostings appends a block, see the format.
func encodePostings(buf []byte, ps []posting) []byte {
	base, top := ps[0].content, ps[0].content
	var fpSum, runSum uint64
	runs := 0
	for i, p := range ps[1:] {
		base, top = min(base, p.content), max(top, p.content)
		fpSum += uint64(p.fp - ps[i].fp)
		if p.fp == ps[i].fp {
			runSum += uint64(p.content - ps[i].content - 1)
			runs++
		}
	}
	k := riceParameter(fpSum, len(ps)-1)
	c := riceParameter(runSum, runs)
	width := uint(bits.Len32(uint32(top - base)))

	buf = binary.AppendUvarint(buf, uint64(len(ps)))
	buf = append(buf, byte(k), byte(c), byte(width))
	buf = binary.AppendUvarint(buf, uint64(base))
	w := bitWriter{buf: buf}
	w.put(uint64(ps[0].content-base), width)
	for i, p := range ps[1:] {
		gap := uint64(p.fp - ps[i].fp)
		w.rice(gap, k)
		if gap == 0 {
			w.rice(uint64(p.content-ps[i].content-1), c)
		} else {
			w.put(uint64(p.content-base), width)
		}
	}
	return w.finish()
}

// decodePostings appends the postings of a block to ps.
func decodePostings(ps []posting, first rowKey, data []byte) ([]posting, error) {
	r := byteReader{buf: data}
	n := r.uvarint()
	header := r.bytes(3)
	base := ContentID(r.uvarint())
	if r.short || n == 0 || n > postingsInBlock || len(r.buf) < padding {
		return ps, errShort
	}
	k, c, width := uint(header[0]), uint(header[1]), uint(header[2])
	if k > 48 || c > 32 || width > 32 {
		return ps, errShort
	}
	b := bitReader{buf: r.buf}
	p := posting{fingerprint.Fingerprint(first.id), base + ContentID(b.get(width))}
	ps = append(ps, p)
	for range n - 1 {
		if gap := b.rice(k); gap == 0 {
			p.content += 1 + ContentID(b.rice(c))
		} else {
			p.fp += fingerprint.Fingerprint(gap)
			p.content = base + ContentID(b.get(width))
		}
		ps = append(ps, p)
	}
	if b.short || b.pos > uint(len(r.buf)-padding)*8 {
		return ps, errShort
	}
	return ps, nil
}

// postings decodes one block into *ps.
func (t *table) postings(block int, ps *[]posting) error {
	*ps = (*ps)[:0]
	return t.appendPostings(block, ps)
}

// appendPostings appends the postings of one block to *ps.
func (t *table) appendPostings(block int, ps *[]posting) error {
	have := len(*ps)
	return t.read(block, func(first rowKey, rows int, data []byte) (err error) {
		*ps, err = decodePostings(*ps, first, data)
		if err == nil && len(*ps)-have != rows {
			err = errShort
		}
		return err
	})
}

// listReader looks up fingerprints in the postings of one segment. It keeps the
// block it read last, so that fingerprints in ascending order cost one read for
// each block they fall in.
type listReader struct {
	t     *table
	block int // that ps are of, -1 for none
	ps    []posting
}

func newListReaders(segments []*segment) []*listReader {
	readers := make([]*listReader, len(segments))
	for i, s := range segments {
		readers[i] = &listReader{t: s.table(kindPostings), block: -1}
	}
	return readers
}

// list appends to ids the contents that have the fingerprint, in ascending
// order.
func (r *listReader) list(ids []ContentID, fp fingerprint.Fingerprint) ([]ContentID, error) {
	block, err := r.t.find(rowKey{uint64(fp), 0})
	if err != nil {
		return ids, err
	}
	for block = max(block, 0); block < len(r.t.blocks); block++ {
		if r.t.blocks[block].first.id > uint64(fp) {
			break
		}
		if block != r.block {
			r.block = -1
			if err := r.t.postings(block, &r.ps); err != nil {
				return ids, err
			}
			r.block = block
		}
		from := sort.Search(len(r.ps), func(i int) bool { return r.ps[i].fp >= fp })
		for _, p := range r.ps[from:] {
			if p.fp != fp {
				break
			}
			ids = append(ids, p.content)
		}
	}
	return ids, nil
}

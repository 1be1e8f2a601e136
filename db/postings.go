package db

import (
	"encoding/binary"
	"math/bits"

	"alike/fingerprint"
)

// Posting records that a content has a fingerprint.
type Posting struct {
	Fingerprint fingerprint.Fingerprint
	Content     ContentID
}

func (p Posting) less(q Posting) bool {
	return p.Fingerprint < q.Fingerprint || p.Fingerprint == q.Fingerprint && p.Content < q.Content
}

// postingWriter writes encoded blocks of postings.
type postingWriter struct{ *tableWriter }

// flush does nothing: blocks are written whole.
func (w *postingWriter) flush() error { return nil }

// postingBlocks are encoded blocks of postings that have not been written.
type postingBlocks struct {
	buf     []byte
	blocks  []postingBlock
	pending []Posting
}

// postingBlock is a block that ends at an offset of the buffer.
type postingBlock struct {
	blockInfo
	end int
}

// encode encodes the postings of one content.
func (b *postingBlocks) encode(content ContentID, set fingerprint.Set) {
	b.reset()
	for _, fp := range set {
		b.add(Posting{fp, content})
	}
	b.flush()
}

// encodeBatch encodes the sorted postings of a batch. base is the content that is 0 in them.
func (b *postingBlocks) encodeBatch(ps []batchPosting, base ContentID) {
	b.reset()
	for _, p := range ps {
		b.add(Posting{fingerprint.Fingerprint(p >> localBits), base + ContentID(p&(maxContents-1))})
	}
	b.flush()
}

func (b *postingBlocks) reset() { b.buf, b.blocks = b.buf[:0], b.blocks[:0] }

func (b *postingBlocks) add(p Posting) {
	b.pending = append(b.pending, p)
	if len(b.pending) == postingsInBlock {
		b.flush()
	}
}

func (b *postingBlocks) flush() {
	if len(b.pending) == 0 {
		return
	}
	b.buf = encodePostings(b.buf, b.pending)
	first := b.pending[0]
	b.blocks = append(b.blocks, postingBlock{blockInfo{rowKey{uint64(first.Fingerprint), uint32(first.Content)}, len(b.pending)}, len(b.buf)})
	b.pending = b.pending[:0]
}

// write writes the blocks to a table.
func (b *postingBlocks) write(to *postingWriter) error {
	start := 0
	for _, block := range b.blocks {
		if err := to.block(block.first, block.rows, b.buf[start:block.end]); err != nil {
			return err
		}
		start = block.end
	}
	return nil
}

// encodePostings appends a block in the format described in format.go.
func encodePostings(buf []byte, ps []Posting) []byte {
	base, top := ps[0].Content, ps[0].Content
	var fpSum, runSum uint64
	runs := 0
	for i, p := range ps[1:] {
		base, top = min(base, p.Content), max(top, p.Content)
		fpSum += uint64(p.Fingerprint - ps[i].Fingerprint)
		if p.Fingerprint == ps[i].Fingerprint {
			runSum += uint64(p.Content - ps[i].Content - 1)
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
	w.put(uint64(ps[0].Content-base), width)
	for i, p := range ps[1:] {
		gap := uint64(p.Fingerprint - ps[i].Fingerprint)
		w.rice(gap, k)
		if gap == 0 {
			w.rice(uint64(p.Content-ps[i].Content-1), c)
		} else {
			w.put(uint64(p.Content-base), width)
		}
	}
	return w.finish()
}

package db

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

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

// decodePostings appends the postings of a block to ps.
func decodePostings(ps []Posting, first rowKey, data []byte) ([]Posting, error) {
	var d postingDecoder
	if err := d.reset(first, data); err != nil {
		return ps, err
	}
	return d.upTo(ps, endOfFingerprints)
}

// postingDecoder decodes the postings of one block, if need be only the first ones.
type postingDecoder struct {
	bits        []byte // of the block, with the padding
	pos         uint   // in bits
	left        int    // postings to return
	last        Posting
	base        ContentID
	k, c, width uint
	started     bool // the first posting, which reset decodes, has been returned
}

// reset begins a block.
func (d *postingDecoder) reset(first rowKey, data []byte) error {
	r := byteReader{buf: data}
	n := r.uvarint()
	header := r.bytes(3)
	base := ContentID(r.uvarint())
	if r.short || n == 0 || n > mostPostings || len(r.buf) < padding || first.id >= 1<<fingerprint.Bits {
		return errShort
	}
	k, c, width := uint(header[0]), uint(header[1]), uint(header[2])
	if k > 48 || c > 32 || width > 32 {
		return errShort
	}
	b := bitReader{buf: r.buf}
	p := Posting{fingerprint.Fingerprint(first.id), base + ContentID(b.get(width))}
	if p.Content != ContentID(first.sub) {
		return errShort
	}
	*d = postingDecoder{bits: r.buf, pos: b.pos, left: int(n), last: p, base: base, k: k, c: c, width: width}
	return nil
}

// upTo appends the next postings to ps: at least those up to fingerprint most and, unless the
// block ends with them, the first one beyond.
func (d *postingDecoder) upTo(ps []Posting, most fingerprint.Fingerprint) ([]Posting, error) {
	have := len(ps)
	ps = slices.Grow(ps, d.left)[:have+d.left]
	to, at := ps[have:], 0
	if !d.started && len(to) > 0 {
		to[0], d.started, at = d.last, true, 1
	}
	for at < len(to) && d.last.Fingerprint <= most {
		if at += d.most(to[at:], most); at < len(to) && d.last.Fingerprint <= most {
			if err := d.next(); err != nil {
				return ps[:have+at], err
			}
			to[at] = d.last
			at++
		}
	}
	d.left = len(to) - at
	if d.left == 0 && d.pos > uint(len(d.bits)-padding)*8 || d.last.Fingerprint >= 1<<fingerprint.Bits {
		return ps[:have+at], errShort
	}
	return ps[:have+at], nil
}

// most decodes postings into to, up to the first one beyond fingerprint most, and returns how
// many. It takes each from one word of 57 bits and stops before one that may need more, which is
// rare. So it takes 7 ns for a posting where next took 11, and 9 in place of 17 if all have the
// same fingerprint. The loop calls nothing, or its variables would not stay in registers.
func (d *postingDecoder) most(to []Posting, most fingerprint.Fingerprint) (n int) {
	if !d.inWords() {
		return 0
	}
	data, pos, base := d.bits, d.pos, d.base
	fp, content := d.last.Fingerprint, d.last.Content
	k, c, width := d.k&63, d.c&63, d.width&63
	lowK, lowC, lowWidth := uint64(1)<<k-1, uint64(1)<<c-1, uint64(1)<<width-1
	lowRun := lowK<<1 | 1
	step, run := 1+k+width, 2+k+c // bits, besides the quotient
	for n < len(to) && fp <= most {
		i := pos >> 3
		if i+8 > uint(len(data)) {
			break
		}
		word := binary.LittleEndian.Uint64(data[i:]) >> (pos & 7)
		if word&lowRun == 1 { // the same fingerprint
			word >>= (k + 1) & 63
			q := uint(zerosBefore[uint8(word)])
			more := uint64(q)<<c | word>>((q+1)&63)&lowC
			if q >= longQuotient || more >= math.MaxUint32-uint64(content) {
				break
			}
			content += 1 + ContentID(more)
			pos = pos + run + q
		} else {
			q := uint(zerosBefore[uint8(word)])
			if q >= longQuotient {
				break
			}
			word >>= (q + 1) & 63
			fp += fingerprint.Fingerprint(uint64(q)<<k | word&lowK)
			content = base + ContentID(word>>k&lowWidth)
			pos = pos + step + q
		}
		to[n] = Posting{fp, content}
		n++
	}
	d.pos, d.last = pos, Posting{fp, content}
	return n
}

// inWords reports whether a word of 57 bits has room for a posting with short quotients.
func (d *postingDecoder) inWords() bool {
	return longQuotient+d.k+max(d.width, 1+d.c) <= 57
}

// skipBoth passes over postings of two blocks below fingerprint least, until one of the blocks has
// no more. Each posting begins where the one before ends, so that the processor mostly waits: two
// blocks together take hardly longer than one.
func skipBoth(a, b *postingDecoder, least fingerprint.Fingerprint) error {
	if !a.inWords() || !b.inWords() {
		return nil
	}
	for a.skips(least) && b.skips(least) {
		skipShort(a, b, least)
		for _, d := range [...]*postingDecoder{a, b} {
			if !d.skips(least) {
				continue
			}
			if err := d.next(); err != nil {
				return err
			}
			if d.last.Fingerprint >= least {
				d.started = false
			} else {
				d.left--
			}
		}
	}
	return nil
}

// skips reports whether there may be postings to skip. It skips the first one.
func (d *postingDecoder) skips(least fingerprint.Fingerprint) bool {
	if d.left == 0 || d.last.Fingerprint >= least {
		return false
	}
	if !d.started {
		d.started = true
		d.left--
	}
	return d.left > 0
}

// skipShort is the loop of skipBoth. It stops before a posting with a long quotient.
func skipShort(a, b *postingDecoder, least fingerprint.Fingerprint) {
	dataA, posA, fpA, kA := a.bits, a.pos, a.last.Fingerprint, a.k&63
	dataB, posB, fpB, kB := b.bits, b.pos, b.last.Fingerprint, b.k&63
	lowA, lowB := uint64(1)<<kA-1, uint64(1)<<kB-1
	n, both := 0, min(a.left, b.left)
	for ; n < both; n++ {
		i, j := posA>>3, posB>>3
		if i+8 > uint(len(dataA)) || j+8 > uint(len(dataB)) {
			break
		}
		wordA := binary.LittleEndian.Uint64(dataA[i:]) >> (posA & 7)
		wordB := binary.LittleEndian.Uint64(dataB[j:]) >> (posB & 7)
		qA, qB := uint(zerosBefore[uint8(wordA)]), uint(zerosBefore[uint8(wordB)])
		gapA := fingerprint.Fingerprint(uint64(qA)<<kA | wordA>>((qA+1)&63)&lowA)
		gapB := fingerprint.Fingerprint(uint64(qB)<<kB | wordB>>((qB+1)&63)&lowB)
		stepA, stepB := 1+kA+a.width, 1+kB+b.width
		if gapA == 0 {
			qA = uint(zerosBefore[uint8(wordA>>((kA+1)&63))])
			stepA = 2 + kA + a.c
		}
		if gapB == 0 {
			qB = uint(zerosBefore[uint8(wordB>>((kB+1)&63))])
			stepB = 2 + kB + b.c
		}
		if qA|qB >= longQuotient || fpA+gapA >= least || fpB+gapB >= least {
			break
		}
		fpA, posA = fpA+gapA, posA+stepA+qA
		fpB, posB = fpB+gapB, posB+stepB+qB
	}
	a.pos, a.last, a.left = posA, Posting{Fingerprint: fpA}, a.left-n
	b.pos, b.last, b.left = posB, Posting{Fingerprint: fpB}, b.left-n
}

// longQuotient is the smallest quotient that most leaves to next.
const longQuotient = 8

// zerosBefore has the number of zeros before the first one of a byte, 8 if it has none. Looking
// it up takes a tenth off the time of most with the instruction for it, BSF.
var zerosBefore = func() (n [256]uint8) {
	for i := range n {
		n[i] = uint8(bits.TrailingZeros8(uint8(i)))
	}
	return n
}()

// next decodes one posting of any form.
func (d *postingDecoder) next() error {
	b, p := bitReader{buf: d.bits, pos: d.pos}, d.last
	if gap := b.rice(d.k); gap == 0 {
		more := b.rice(d.c)
		if more >= math.MaxUint32-uint64(p.Content) {
			return errShort // postings ascend
		}
		p.Content += 1 + ContentID(more)
	} else {
		p.Fingerprint += fingerprint.Fingerprint(gap)
		p.Content = d.base + ContentID(b.get(d.width))
	}
	if b.short {
		return errShort
	}
	d.pos, d.last = b.pos, p
	return nil
}

// postings decodes one block into *ps.
func (t *table) postings(block int, ps *[]Posting) error {
	*ps = (*ps)[:0]
	return t.appendPostings(block, ps)
}

// appendPostings appends the postings of one block to *ps.
func (t *table) appendPostings(block int, ps *[]Posting) error {
	return t.read(block, func(_ rowKey, _ int, data []byte) (err error) {
		*ps, err = decodeBlock(*ps, t.blocks[block], data)
		return err
	})
}

// decodeBlock appends the postings of a block to ps and compares their number with the table's
// index.
func decodeBlock(ps []Posting, b blockInfo, data []byte) ([]Posting, error) {
	have := len(ps)
	ps, err := decodePostings(ps, b.first, data)
	if err == nil && len(ps)-have != b.rows {
		err = errShort
	}
	return ps, err
}

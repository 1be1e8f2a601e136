package dataset

import (
	"encoding/binary"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
)

// description is what a host says of a content.
type description struct {
	digest [16]byte // of all but the simhash
	hash   hamming.Document
	hashed bool // hash is known; a content that is not a document has one that says so
}

// sameHash reports whether the simhashes agree. One that a host does not know is no contradiction.
func (d *description) sameHash(e *description) bool {
	return !d.hashed || !e.hashed || hashBytes(d.hash) == hashBytes(e.hash)
}

// hashBytes encodes what exports hold of a simhash.
func hashBytes(h hamming.Document) (b [9]byte) {
	if h.NoDocument {
		b[8] = 2
		return b
	}
	binary.LittleEndian.PutUint64(b[:], h.Hash)
	if h.Short {
		b[8] = 1
	}
	return b
}

// describer makes descriptions of contents, one at a time. A digest is a BLAKE3 checksum, so that
// no host can make up fingerprints that pass for those of another.
type describer struct {
	hasher *checksum.Hasher
	buffer []byte
}

func newDescriber() describer { return describer{hasher: checksum.New()} }

// begin begins a content. Counts are as in the table contents.
func (d *describer) begin(c db.Content, counts []int32) {
	b := append(d.buffer[:0], c.Checksum[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(c.Size))
	b = append(b, byte(c.Level), byte(len(counts)))
	for _, n := range counts {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = append(append(b, byte(len(c.Language))), c.Language...)
	d.hasher.Reset()
	d.hasher.Write(b)
	d.buffer = b
}

// add adds further fingerprints, in ascending order.
func (d *describer) add(set []fingerprint.Fingerprint) {
	b := d.buffer[:0]
	for _, f := range set {
		b = append(b, byte(f), byte(f>>8), byte(f>>16), byte(f>>24), byte(f>>32), byte(f>>40))
	}
	d.hasher.Write(b)
	d.buffer = b
}

// end returns the description of the content. Whether its simhash is known depends on the host.
func (d *describer) end(h hamming.Document) description {
	says := description{hash: h}
	d.buffer = d.hasher.Sum(d.buffer[:0])
	copy(says.digest[:], d.buffer)
	return says
}

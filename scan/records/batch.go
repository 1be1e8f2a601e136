package records

import "sync"

// Role is the role of a piece of the input.
type Role uint8

const (
	Row      Role = iota // a record
	Blank                // an empty line: written in its place, compared with nothing
	Heading              // a byte order mark or header of the first input: written unchanged
	Repeated             // a byte order mark or header of a later input: not written again
)

// Record is a piece of the input. The raw bytes of all pieces in order are the
// input; the raw bytes of the kept rows, the blanks and the headings are the output.
type Record struct {
	Role       Role
	HasHash    bool
	Raw        []byte   // as read, with its line terminator
	Line       int64    // the number of its first line in its input, from 1
	Start, End int64    // its range in the decompressed input
	Texts      [][]byte // one per requested field, empty if the record lacks it
	ID         []byte
	Hash       uint64 // the hash in the record, if HasHash
	// Err reports a malformed record, which has no Texts and no ID; else it is nil.
	Err *Malformed
}

// Batch is a run of consecutive records of one input. It is valid until Release.
type Batch struct {
	Input   string
	First   int64 // the number of rows before it, over all inputs
	Rows    int64
	Records []Record

	buf    []byte    // the raw bytes of all its records
	faults []faultAt // found by the splitter, in order
	after  position  // where the reader continues
	parser *parser
	pool   *sync.Pool

	// Set by Parse:
	made  []byte      // ids, and texts that had to be unescaped
	texts [][]byte    // backs the Texts of all records
	slots []jsonValue // of one record
	cells [][]byte    // of one record
}

// faultAt is a fault that the splitter found in a record.
type faultAt struct {
	record int
	fault  csvFault
	at     int64 // offset in the input
}

// Bytes returns the length of the batch in its input.
func (b *Batch) Bytes() int { return len(b.buf) }

// Cut reports whether the last record lacks its line terminator. The input ends
// there for now; when read again it may be longer.
func (b *Batch) Cut() bool {
	return len(b.buf) > 0 && b.buf[len(b.buf)-1] != b.parser.o.end()
}

// Release returns the batch's memory. The caller must not use any part of the batch
// afterwards.
func (b *Batch) Release() {
	// Buffers that grew for a long record are not kept for short ones.
	if cap(b.buf) <= 2*b.parser.o.BatchBytes && cap(b.made) <= 4*b.parser.o.BatchBytes {
		b.pool.Put(b)
	}
}

// memory returns how many bytes the batch may take: its raw bytes, and as many again
// if its texts have to be unescaped.
func (b *Batch) memory() int64 { return 2 * int64(cap(b.buf)) }

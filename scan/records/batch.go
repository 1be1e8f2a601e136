package records

import (
	"fmt"
	"sync"
)

// Kind is what a piece of the input is.
type Kind uint8

const (
	Row      Kind = iota // a record
	Blank                // an empty line: written where it stands, compared with nothing
	Heading              // a byte order mark or header at the beginning: written as it is
	Repeated             // those of a later input: left out, for the output has them
)

// Record is a piece of the input. The raw bytes of all pieces in order are the
// input; those of the rows that are kept and of blanks and headings the output.
type Record struct {
	Kind       Kind
	HasHash    bool
	Raw        []byte   // as it came, with the end of its line
	Line       int64    // the number of its first line in its input, from 1
	Start, End int64    // where it lies in its input, decompressed
	Texts      [][]byte // one for each field asked for, empty where there is none
	ID         []byte
	Hash       uint64 // the one that came with it, if HasHash
	// Err is what is wrong with the record, else nil. There is nothing in Texts
	// and ID then.
	Err *Malformed
}

// Malformed is a record that is not what its format says. The reader goes on
// behind it.
type Malformed struct {
	Input  string
	Line   int64 // from 1
	Offset int64 // of the fault, in the decompressed input
	Reason string
	Cause  error // of a listed file that could not be read
}

func (m *Malformed) Error() string {
	return fmt.Sprintf("%s: line %d (byte %d): %s", m.Input, m.Line, m.Offset, m.Reason)
}

func (m *Malformed) Unwrap() error { return m.Cause }

// TooLong is a record longer than Options.Longest. The reader cannot go on.
type TooLong struct {
	Input   string
	Line    int64
	Offset  int64 // of its first byte
	Longest int
	quoted  bool // a quote of CSV is open
}

func (t *TooLong) Error() string {
	why := "allow longer ones, or take it out of the input"
	if t.quoted {
		why = "a quote in it is not closed: put that right, or allow longer ones"
	}
	return fmt.Sprintf("%s: the record in line %d (byte %d) has more than %d bytes: %s", t.Input, t.Line, t.Offset, t.Longest, why)
}

// Batch is a run of records of one input, in order. It is valid until Release.
type Batch struct {
	Input   string
	First   int64 // the number of rows before it, of all inputs
	Rows    int64
	Records []Record

	buf    []byte     // all their raw bytes
	faults []csvBroke // what the splitter found, in order
	after  place      // where the reader goes on
	parser *parser
	pool   *sync.Pool

	// Made by Parse:
	made  []byte      // texts that had to be rewritten, ids
	texts [][]byte    // what Texts are slices of
	slots []jsonValue // of one record
	cells [][]byte    // of one record
}

// csvBroke is a record in which the splitter found a fault.
type csvBroke struct {
	record int
	fault  csvFault
	at     int64 // in the input
}

// Bytes is the length of the batch in its input.
func (b *Batch) Bytes() int { return len(b.buf) }

// Cut reports whether the last record has no end of its line: the input ends there,
// for now. What is read again later may have more of it.
func (b *Batch) Cut() bool {
	return len(b.buf) > 0 && b.buf[len(b.buf)-1] != b.parser.o.end()
}

// Release gives the memory of the batch back. Nothing of it may be used any more.
func (b *Batch) Release() {
	// What a long record took is not kept for short ones.
	if cap(b.buf) <= 2*b.parser.o.BatchBytes && cap(b.made) <= 4*b.parser.o.BatchBytes {
		b.pool.Put(b)
	}
}

// held is how much memory the batch may take: its bytes, and as many again where
// its texts have to be rewritten.
func (b *Batch) held() int64 { return 2 * int64(cap(b.buf)) }

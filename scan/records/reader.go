package records

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// Reader reads the records of its inputs in batches, one input after the other.
type Reader struct {
	o      Options
	inputs []Input
	names  []string // of the inputs, for checkpoints
	parser *parser
	split  splitter
	pool   sync.Pool
	read   atomic.Int64 // bytes of the inputs, before decompression

	src    *source
	at     position // of the first byte that is in no batch yet
	ended  bool     // the input is exhausted except for carry
	carry  *Batch   // what was read beyond the last batch
	cutoff bool     // the last batch had as many records as it may, so carry may hold some too
	failed error    // returned after all records before it
}

// position is a reader's position between two records.
type position struct {
	input  int           // index of the input
	offset int64         // in its decompressed bytes
	line   int64         // lines before it
	rows   int64         // rows before it, over all inputs
	headed bool          // the header of this input is before it
	header []byte        // of the first input, nil before it is read
	digest xxhash.Digest // over the input's bytes before it
	state  inputState
	past   []Past // the inputs before this one; only appended to
}

// NewReader returns a reader of inputs, which it opens one at a time.
func NewReader(inputs []Input, o Options) (*Reader, error) {
	o, err := o.checked()
	if err != nil {
		return nil, fmt.Errorf("reading records: %w", err)
	}
	if o.Format == Files {
		// A batch holds the text of one file, which limits memory.
		o.BatchBytes = min(o.BatchBytes, 4<<10)
	}
	r := &Reader{o: o, inputs: inputs, names: names(inputs)}
	r.parser, err = newParser(o, len(inputs) > 1)
	if err != nil {
		return nil, fmt.Errorf("reading records: %w", err)
	}
	r.split = splitter{csv: o.Format == CSV, end: o.end()}
	r.at.digest.Reset()
	return r, nil
}

// BytesRead returns how many bytes of the inputs were read, before decompression, to
// compare with Size. It may be called while the reader is in use.
func (r *Reader) BytesRead() int64 { return r.read.Load() }

// Close closes the current input. Run closes its reader itself.
func (r *Reader) Close() {
	if r.src != nil {
		r.src.close()
		r.src = nil
	}
	r.failed, r.cutoff = io.EOF, false
}

// Next returns the next batch, whose records are not parsed yet, or io.EOF after the
// last one.
func (r *Reader) Next() (*Batch, error) {
	for r.failed == nil || r.cutoff {
		if r.src == nil {
			if r.at.input == len(r.inputs) {
				r.failed = io.EOF
				break
			}
			if r.src, r.failed = r.inputs[r.at.input].open(&r.read); r.failed != nil {
				break
			}
			r.at.state = r.src.state
		}
		if b := r.fill(); b != nil {
			return b, nil
		}
		if r.failed == nil {
			r.leave()
		}
	}
	return nil, r.failed
}

// leave closes the current input at its end.
func (r *Reader) leave() {
	r.src.close()
	r.src = nil
	r.ended = false
	past := append(r.at.past, Past{r.at.state, r.at.offset, r.at.digest.Sum64()})
	r.at = position{input: r.at.input + 1, rows: r.at.rows, header: r.at.header, past: past}
	r.at.digest.Reset()
}

// batch returns an empty batch, reusing a released one if possible.
func (r *Reader) batch() *Batch {
	b, _ := r.pool.Get().(*Batch)
	if b == nil {
		b = &Batch{buf: make([]byte, 0, r.o.BatchBytes), pool: &r.pool}
	}
	b.Records, b.buf, b.faults, b.made = b.Records[:0], b.buf[:0], b.faults[:0], b.made[:0]
	b.Rows = 0
	return b
}

// fill returns a batch with the next records of the input, or nil at its end or if
// failed is set.
func (r *Reader) fill() *Batch {
	b := r.carry
	r.carry = nil
	if b == nil {
		b = r.batch()
	}
	b.Input, b.First, b.parser = r.src.name, r.at.rows, r.parser
	begin := r.at.offset
	r.split.reset(0)
	done, short := 0, r.cutoff
	for {
		done = r.cut(b, done)
		if r.cutoff = len(b.Records) >= r.most(); r.cutoff {
			break
		}
		full := len(b.buf) == cap(b.buf)
		enough := done > 0 && (full || short && r.src.live || r.o.Format == Files && b.Rows > 0)
		if enough || r.failed != nil || r.ended {
			break
		}
		if full {
			// Doubling copies no more than n bytes in all for a record of n bytes.
			// One byte beyond the longest record suffices to show that it is longer.
			size := min(2*cap(b.buf), max(r.o.Longest+1, cap(b.buf)+1))
			b.buf = append(make([]byte, 0, size), b.buf...)
		}
		short = r.more(b)
	}
	return r.finish(b, done, begin)
}

// more reads once, and reports whether the read left room in the buffer.
func (r *Reader) more(b *Batch) (short bool) {
	room := b.buf[len(b.buf):cap(b.buf)]
	for range 100 {
		n, err := r.src.Read(room)
		b.buf = b.buf[:len(b.buf)+n]
		switch {
		case err == io.EOF:
			r.ended = true
		case err != nil:
			r.failed = r.src.failed(err)
		case n == 0:
			continue
		}
		return n < len(room)
	}
	r.failed = r.src.failed(io.ErrNoProgress)
	return true
}

// most returns the maximum number of records of a batch.
func (r *Reader) most() int { return max(1, r.o.BatchBytes/leastRecord) }

// finish makes a batch of the complete records and carries the rest over.
func (r *Reader) finish(b *Batch, done int, begin int64) *Batch {
	if rest := b.buf[done:]; len(rest) > 0 && (r.failed == nil || r.cutoff) {
		r.carry = r.batch()
		r.carry.buf = append(r.carry.buf, rest...)
	}
	if done == 0 {
		return nil
	}
	b.buf = b.buf[:done:cap(b.buf)]
	for i := range b.Records {
		rec := &b.Records[i]
		rec.Raw = b.buf[rec.Start-begin : rec.End-begin : rec.End-begin]
	}
	_, _ = r.at.digest.Write(b.buf)
	b.parser = r.parser
	b.after = r.at
	return b
}

// cut adds the complete records in b.buf[done:] to the batch, and returns the new done.
func (r *Reader) cut(b *Batch, done int) int {
	if r.at.offset == 0 {
		var ok bool
		if done, ok = r.takeMark(b); !ok {
			return done
		}
	}
	for done < len(b.buf) && len(b.Records) < r.most() {
		end := r.split.next(b.buf, r.ended)
		size := end - done
		if end < 0 {
			size = len(b.buf) - done
		}
		if size > r.o.Longest {
			r.failed = &TooLong{r.src.name, r.at.line + 1, r.at.offset, r.o.Longest, r.split.state == csvInside}
			break
		}
		if end < 0 || !r.add(b, b.buf[done:end]) {
			break
		}
		done = end
		r.split.reset(done)
		if r.o.Format == Files && b.Rows > 0 {
			break
		}
	}
	return done
}

// add appends a record to the batch. It reports false if the reading failed.
func (r *Reader) add(b *Batch, raw []byte) bool {
	role := r.role(raw)
	rec := Record{Role: role, Line: r.at.line + 1, Start: r.at.offset, End: r.at.offset + int64(len(raw))}
	if r.o.Header && !r.at.headed && role == Row {
		if r.failed = r.takeHeader(raw); r.failed != nil {
			return false
		}
		rec.Role = Heading
		if r.at.input > 0 {
			rec.Role = Repeated
		}
	}
	if rec.Role == Row {
		b.Rows++
		r.at.rows++
	}
	if r.split.bad != csvSound && role == Row {
		at := r.at.offset + int64(r.split.badAt-r.split.begin)
		b.faults = append(b.faults, faultAt{len(b.Records), r.split.bad, at})
	}
	r.at.line++
	if r.o.Format == CSV {
		r.at.line += int64(max(0, bytes.Count(raw, []byte{'\n'})-1))
	}
	r.at.offset = rec.End
	b.Records = append(b.Records, rec)
	return true
}

// role distinguishes a record from a blank line. White space alone is blank, except in
// columns, where it is a cell, and in a list of files, where it is a name.
func (r *Reader) role(raw []byte) Role {
	if raw[0] > ' ' {
		return Row
	}
	raw = trimEnd(raw, r.o.end())
	if r.o.Format == JSONL || r.o.Format == Lines {
		raw = bytes.TrimRight(raw, " \t\r\v\f")
	}
	if len(raw) == 0 {
		return Blank
	}
	return Row
}

// trimEnd returns a line without its terminator: a newline or NUL, and a carriage
// return before the newline or before the end of the input.
func trimEnd(raw []byte, end byte) []byte {
	if n := len(raw); n > 0 && raw[n-1] == end {
		raw = raw[:n-1]
	}
	if n := len(raw); end == '\n' && n > 0 && raw[n-1] == '\r' {
		raw = raw[:n-1]
	}
	return raw
}

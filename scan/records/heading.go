package records

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// byteOrderMark is what some programs put before UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

// mark takes a byte order mark at the beginning of an input. Without it in later
// inputs, the output has one at its beginning or none. It reports false where
// there are too few bytes yet to see it.
func (r *Reader) mark(b *Batch) (done int, ok bool) {
	if len(b.buf) < len(byteOrderMark) && !r.ended {
		return 0, false
	}
	if len(b.buf) >= 2 && (b.buf[0] == 0xff && b.buf[1] == 0xfe || b.buf[0] == 0xfe && b.buf[1] == 0xff) {
		r.failed = fmt.Errorf("reading records: %s: it is UTF-16, where lines cannot be told apart byte by byte: convert it first, with iconv -f UTF-16 -t UTF-8", r.src.name)
		return 0, false
	}
	if !bytes.HasPrefix(b.buf, byteOrderMark) {
		return 0, true
	}
	done = len(byteOrderMark)
	rec := Record{Kind: Heading, Line: 1, End: int64(done)}
	if r.at.input > 0 {
		rec.Kind = Repeated
	}
	b.Records = append(b.Records, rec)
	r.at.offset = rec.End
	r.split.reset(done)
	return done, true
}

// heading takes the header of an input. All inputs must have the same, for their
// rows come out as one table.
func (r *Reader) heading(raw []byte) error {
	raw = trimEnd(raw, '\n')
	r.at.headed = true
	if r.at.header != nil {
		if !bytes.Equal(raw, r.at.header) {
			return fmt.Errorf("reading records: %s: its header is not that of the inputs before it, so their rows do not make one table: read it by itself", r.src.name)
		}
		return nil
	}
	if r.split.bad != csvSound {
		return fmt.Errorf("reading records: %s: the header: %s", r.src.name, r.split.bad)
	}
	header := bytes.Clone(raw)
	p, err := r.parser.withHeader(header)
	if err != nil {
		return fmt.Errorf("reading records: %s: %w", r.src.name, err)
	}
	r.parser, r.at.header = p, header
	return nil
}

// withHeader returns a parser that knows the columns by their names.
func (p *parser) withHeader(header []byte) (*parser, error) {
	var b Batch
	b.split(p.o.Format, header, -1)
	names := make([]string, len(b.cells))
	for i, cell := range b.cells {
		names[i] = string(cell)
	}
	to := *p
	to.columns = nil
	for _, name := range p.wanted {
		at, ok := columnNumber(name)
		if !ok {
			at = slices.Index(names, name)
		}
		if at < 0 && !utf8.Valid(header) {
			return nil, fmt.Errorf("no column is called %q in the bytes of a header that is not UTF-8: give the numbers of columns", name)
		}
		if at < 0 {
			return nil, fmt.Errorf("no column is called %q; there are %s", name, someNames(names))
		}
		to.columns = append(to.columns, at)
		to.furthest = max(to.furthest, at)
	}
	return &to, nil
}

// someNames are the names of columns for a message.
func someNames(names []string) string {
	var quoted []string
	for i, name := range names {
		if i == 20 {
			quoted = append(quoted, fmt.Sprintf("and %d more", len(names)-i))
			break
		}
		quoted = append(quoted, strconv.Quote(name))
	}
	return strings.Join(quoted, ", ")
}

package records

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// byteOrderMark is what some programs write before UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

// takeMark takes a byte order mark at the beginning of an input. The marks of later
// inputs are dropped, so that the output has one at its beginning or none. It
// reports false if there are too few bytes yet to recognise one.
func (r *Reader) takeMark(b *Batch) (done int, ok bool) {
	if len(b.buf) < len(byteOrderMark) && !r.ended {
		return 0, false
	}
	if len(b.buf) >= 2 && (b.buf[0] == 0xff && b.buf[1] == 0xfe || b.buf[0] == 0xfe && b.buf[1] == 0xff) {
		r.failed = fmt.Errorf("reading records: %s: %w", r.src.name, ErrUTF16)
		return 0, false
	}
	if !bytes.HasPrefix(b.buf, byteOrderMark) {
		return 0, true
	}
	done = len(byteOrderMark)
	rec := Record{Role: Heading, Line: 1, End: int64(done)}
	if r.at.input > 0 {
		rec.Role = Repeated
	}
	b.Records = append(b.Records, rec)
	r.at.offset = rec.End
	r.split.reset(done)
	return done, true
}

// takeHeader takes the header of an input. All inputs must have the same header,
// because their rows are written as one table.
func (r *Reader) takeHeader(raw []byte) error {
	raw = trimEnd(raw, '\n')
	r.at.headed = true
	if r.at.header != nil {
		if !bytes.Equal(raw, r.at.header) {
			return fmt.Errorf("reading records: %s: %w", r.src.name, ErrHeaderDiffers)
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

// withHeader returns a parser that finds columns by their names in the header.
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
			return nil, fmt.Errorf("no column is called %q: %w", name, ErrHeaderEncoding)
		}
		if at < 0 {
			return nil, fmt.Errorf("no column is called %q; there are %s", name, quotedList(names))
		}
		to.columns = append(to.columns, at)
		to.furthest = max(to.furthest, at)
	}
	return &to, nil
}

// quotedList formats the names of columns or fields for a message, at most 20.
func quotedList(names []string) string {
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

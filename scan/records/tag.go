package records

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Tag is what a Tagger adds to a record.
type Tag struct {
	Repeats []byte // the id of the record that it repeats, if Repeated
	// Repeated is set if it repeats one.
	Repeated bool
	// Cluster is the number of the records that are the same, 0 for a record that was
	// compared with none.
	Cluster uint32
}

// Tagger adds two fields to records: one with the id of the record that this one repeats
// and, under the same name with _cluster appended, the number of its cluster. In JSON
// Lines they are null if there is none, in columns empty.
type Tagger struct {
	l       Layout
	names   [2]string
	fields  [2][]byte // as JSON, with colons
	pattern []byte
	taken   *jsonNode // in JSON, the names that a record must not have
	line    []byte
	cells   Batch // for splitting rows
	width   int   // columns of the header, 0 without one
}

// NewTagger returns a tagger for records of a layout. Lines and files have no fields.
func NewTagger(l Layout, field string) (*Tagger, error) {
	if l.Format == Lines || l.Format == Files {
		return nil, fmt.Errorf("%s have no fields to add a tag to", l.Format)
	}
	if field == "" || !utf8.ValidString(field) {
		return nil, fmt.Errorf("the field name %q is empty or not UTF-8", field)
	}
	t := &Tagger{l: l, names: [2]string{field, field + "_cluster"}}
	for i, name := range t.names {
		t.fields[i] = append(appendJSONText(nil, []byte(name)), ':')
	}
	t.taken = &jsonNode{}
	for i, name := range t.taking() {
		t.taken.add(name).slots = []int{i}
	}
	t.pattern = bytes.TrimSuffix(t.fields[0], []byte(`":`)) // begins both names
	return t, nil
}

// Row returns a record with its tag. It is valid until the next call.
func (t *Tagger) Row(rec *Record, tag Tag) ([]byte, *Malformed) {
	body := trimEnd(rec.Raw, t.l.end())
	end := rec.Raw[len(body):]
	t.line = t.line[:0]
	if t.l.Format != JSONL {
		t.line = append(t.line, body...)
		if t.width > 0 {
			n := t.columns(body)
			if n > t.width {
				return nil, &Malformed{Line: rec.Line, Offset: rec.Start, Reason: fmt.Sprintf("it has %d columns, and the header has %d", n, t.width)}
			}
			for ; n < t.width; n++ {
				t.line = append(t.line, t.separator())
			}
		}
		t.line = append(t.line, t.separator())
		if tag.Repeated {
			t.line = t.appendCell(t.line, tag.Repeats)
		}
		t.line = append(t.line, t.separator())
		if tag.Cluster > 0 {
			t.line = strconv.AppendUint(t.line, uint64(tag.Cluster), 10)
		}
		return append(t.line, end...), nil
	}
	if name, ok := t.present(body); ok {
		return nil, &Malformed{Line: rec.Line, Offset: rec.Start, Reason: fmt.Sprintf("it has a field %q already", name), Cause: ErrTaken}
	}
	body = bytes.TrimSpace(body)
	open := bytes.TrimRight(body[:len(body)-1], " \t\r\n") // without the closing brace
	t.line = append(t.line, open...)
	if len(open) > 1 {
		t.line = append(t.line, ',')
	}
	switch {
	case !tag.Repeated:
		t.line = append(append(t.line, t.fields[0]...), "null"...)
	case utf8.Valid(tag.Repeats):
		t.line = appendJSONText(append(t.line, t.fields[0]...), tag.Repeats)
	default:
		t.line = append(appendJSONText(t.line, []byte(t.taking()[2])), `:"`...)
		t.line = append(base64.StdEncoding.AppendEncode(t.line, tag.Repeats), '"')
	}
	t.line = append(append(t.line, ','), t.fields[1]...)
	if tag.Cluster > 0 {
		t.line = strconv.AppendUint(t.line, uint64(tag.Cluster), 10)
	} else {
		t.line = append(t.line, "null"...)
	}
	return append(append(t.line, '}'), end...), nil
}

// taking returns the names that a tag may have in JSON.
func (t *Tagger) taking() [3]string { return [3]string{t.names[0], t.names[1], t.names[0] + "_b64"} }

// present returns the field of the tag that a JSON record has already, if any. Most
// records do not hold its name anywhere, nor an escape that may stand for one.
func (t *Tagger) present(body []byte) (string, bool) {
	if !bytes.Contains(body, t.pattern) && !bytes.Contains(body, []byte(`\u`)) {
		return "", false
	}
	var found [3]jsonValue
	s := jsonScan{data: body, slots: found[:]}
	s.document(t.taken)
	for i, v := range found {
		if v.typ != jsonAbsent {
			return t.taking()[i], true
		}
	}
	return "", false
}

// Heading returns the header with the names of the tag's columns.
func (t *Tagger) Heading(rec *Record) ([]byte, error) {
	if !t.l.Header || string(rec.Raw) == string(byteOrderMark) {
		return rec.Raw, nil
	}
	body := trimEnd(rec.Raw, t.l.end())
	t.SetHeader(body)
	t.line = append(t.line[:0], body...)
	for _, name := range t.names {
		if slices.ContainsFunc(t.cells.cells, func(cell []byte) bool { return string(cell) == name }) {
			return nil, fmt.Errorf("the header has a column %q already", name)
		}
		t.line = t.appendCell(append(t.line, t.separator()), []byte(name))
	}
	return append(t.line, rec.Raw[len(body):]...), nil
}

// SetHeader sets the header, without its terminator, of rows to come. A resumed run has
// written it before.
func (t *Tagger) SetHeader(header []byte) { t.width = t.columns(header) }

// columns returns the number of columns of a row.
func (t *Tagger) columns(row []byte) int {
	t.cells.buf, t.cells.made = row, t.cells.made[:0]
	t.cells.split(t.l.Format, row, -1)
	return len(t.cells.cells)
}

func (t *Tagger) separator() byte {
	if t.l.Format == CSV {
		return ','
	}
	return '\t'
}

// appendCell appends a cell. In TSV, where nothing is quoted, text that would break the
// row is written as a Go string literal. A cell like a formula is quoted and begins with an
// apostrophe.
func (t *Tagger) appendCell(line, text []byte) []byte {
	if t.l.Format == TSV {
		return appendID(line, text)
	}
	formula := LikeFormula(text)
	if len(text) > 0 && !formula && !bytes.ContainsAny(text, ",\"\r\n") {
		return append(line, text...)
	}
	line = append(line, '"')
	if formula {
		line = append(line, '\'')
	}
	line = append(line, bytes.ReplaceAll(text, []byte(`"`), []byte(`""`))...)
	return append(line, '"')
}

package records

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// parser finds the fields of records. Batches share it, so it never changes once they
// have it.
type parser struct {
	o        Options
	wanted   []string // names of fields: texts, then id and hash if requested
	id, hash int      // their positions in wanted, or -1
	tree     *jsonNode
	columns  []int // of the wanted fields, from 0
	furthest int   // the largest column
	several  bool  // ids from line numbers include the input, because there are several
}

func newParser(o Options, several bool) (*parser, error) {
	p := &parser{o: o, several: several}
	p.wanted, p.id, p.hash = o.wanted()
	if o.Format == JSONL {
		var err error
		p.tree, err = jsonTree(p.wanted)
		return p, err
	}
	if !o.Header {
		for _, name := range p.wanted {
			at, _ := columnNumber(name)
			p.columns = append(p.columns, at)
			p.furthest = max(p.furthest, at)
		}
	}
	return p, nil
}

// Parse finds the texts, ids and hashes of the batch's records. It may be called once,
// from any goroutine.
func (b *Batch) Parse() {
	p := b.parser
	each := len(p.o.Texts)
	if p.o.Format == Lines || p.o.Format == Files {
		each = 1
	}
	if need := int(b.Rows) * each; cap(b.texts) < need {
		b.texts = make([][]byte, need)
	}
	b.texts = b.texts[:cap(b.texts)]
	clear(b.texts)
	faults, row := b.faults, 0
	for i := range b.Records {
		rec := &b.Records[i]
		if rec.Role != Row {
			continue
		}
		rec.Texts = b.texts[row*each : (row+1)*each : (row+1)*each]
		row++
		if len(faults) > 0 && faults[0].record == i {
			rec.Err = b.malformed(rec, faults[0].at, faults[0].fault.String())
			faults = faults[1:]
		} else {
			rec.Err = b.parse(rec)
		}
		if rec.Err != nil {
			rec.Texts, rec.ID, rec.Hash, rec.HasHash = nil, nil, 0, false
		}
	}
}

// parse finds the fields of one record.
func (b *Batch) parse(rec *Record) *Malformed {
	switch b.parser.o.Format {
	case JSONL:
		return b.parseJSON(rec)
	case TSV, CSV:
		return b.parseColumns(rec)
	case Files:
		return b.parseListed(rec)
	}
	rec.Texts[0] = trimEnd(rec.Raw, b.parser.o.end())
	rec.ID = b.lineID(rec)
	return nil
}

func (b *Batch) malformed(rec *Record, at int64, reason string) *Malformed {
	return &Malformed{Input: b.Input, Line: rec.Line, Offset: at, Reason: reason}
}

// faulty reports a record that is malformed because of an error.
func (b *Batch) faulty(rec *Record, cause error) *Malformed {
	m := b.malformed(rec, rec.Start, cause.Error())
	m.Cause = cause
	return m
}

// lineID returns the id of a record without one of its own: its line number, preceded
// by the name of the input if there are several.
func (b *Batch) lineID(rec *Record) []byte {
	from := len(b.made)
	if b.parser.several {
		b.made = append(append(b.made, b.Input...), ':')
	}
	b.made = strconv.AppendInt(b.made, rec.Line, 10)
	return b.made[from:len(b.made):len(b.made)]
}

func (b *Batch) parseJSON(rec *Record) *Malformed {
	p := b.parser
	if cap(b.slots) < len(p.wanted) {
		b.slots = make([]jsonValue, len(p.wanted))
	}
	s := jsonScan{data: trimEnd(rec.Raw, '\n'), slots: b.slots[:len(p.wanted)]}
	clear(s.slots)
	if !s.document(p.tree) {
		return b.malformed(rec, rec.Start+int64(s.at), s.reason)
	}
	there := false
	for i := range p.o.Texts {
		switch v := s.slots[i]; v.typ {
		case jsonString:
			rec.Texts[i] = b.text(v)
			there = true
		case jsonAbsent, jsonNull:
		default:
			return b.malformed(rec, rec.Start, fmt.Sprintf("the field %q is %v, not a string", p.wanted[i], v.typ))
		}
	}
	if err := b.jsonHash(rec, s.slots); err != nil {
		return b.faulty(rec, err)
	}
	if !there && !rec.HasHash {
		return b.malformed(rec, rec.Start, p.missing(s.slots))
	}
	if p.id < 0 {
		rec.ID = b.lineID(rec)
		return nil
	}
	switch v := s.slots[p.id]; v.typ {
	case jsonString:
		rec.ID = b.text(v)
	case jsonNumber:
		rec.ID = v.raw
	case jsonAbsent:
		return b.malformed(rec, rec.Start, fmt.Sprintf("the field %q is missing", p.wanted[p.id]))
	default:
		return b.malformed(rec, rec.Start, fmt.Sprintf("the field %q is %v, not a string or number", p.wanted[p.id], v.typ))
	}
	return nil
}

// missing returns the reason for rejecting a record without text and hash, whose fields
// are all absent or null.
func (p *parser) missing(slots []jsonValue) string {
	names := p.o.Texts
	null := slices.ContainsFunc(slots[:len(names)], func(v jsonValue) bool { return v.typ == jsonNull })
	if p.hash >= 0 {
		null = null || slots[p.hash].typ == jsonNull
		names = append(names[:len(names):len(names)], p.wanted[p.hash])
	}
	switch {
	case len(names) == 1 && null:
		return fmt.Sprintf("the field %q is null, not a string", names[0])
	case len(names) == 1:
		return fmt.Sprintf("the field %q is missing", names[0])
	case null:
		return "these fields are all missing or null: " + quotedList(names)
	}
	return "these fields are all missing: " + quotedList(names)
}

// jsonHash takes the hash of a record, if it has one.
func (b *Batch) jsonHash(rec *Record, slots []jsonValue) error {
	p := b.parser
	if p.hash < 0 {
		return nil
	}
	v := slots[p.hash]
	base := p.o.HashBase
	switch v.typ {
	case jsonAbsent, jsonNull:
		return nil
	case jsonNumber:
		base = 10
	case jsonString:
	default:
		return fmt.Errorf("the field %q is %v, not a hash", p.wanted[p.hash], v.typ)
	}
	return rec.takeHash(b.text(v), base)
}

func (rec *Record) takeHash(text []byte, base int) (err error) {
	rec.Hash, err = parseHash(text, base)
	rec.HasHash = err == nil
	return err
}

// text returns the text of a string.
func (b *Batch) text(v jsonValue) []byte {
	if !v.escaped {
		return v.raw
	}
	b.room()
	from := len(b.made)
	b.made = appendUnescaped(b.made, v.raw)
	return b.made[from:len(b.made):len(b.made)]
}

// room makes room for unescaped texts. Unescaping never lengthens a text, so the size
// of the batch suffices for all of them.
func (b *Batch) room() {
	if len(b.made) == 0 && cap(b.made) < len(b.buf) {
		b.made = make([]byte, 0, len(b.buf))
	}
}

func (b *Batch) parseColumns(rec *Record) *Malformed {
	p := b.parser
	b.split(p.o.Format, trimEnd(rec.Raw, '\n'), p.furthest)
	if len(b.cells) <= p.furthest {
		return b.malformed(rec, rec.Start, fmt.Sprintf("column %d is missing; the last column is %d", p.furthest+1, len(b.cells)))
	}
	for i := range p.o.Texts {
		rec.Texts[i] = b.cells[p.columns[i]]
	}
	if p.hash >= 0 {
		if cell := b.cells[p.columns[p.hash]]; len(bytes.TrimSpace(cell)) > 0 {
			if err := rec.takeHash(cell, p.o.HashBase); err != nil {
				return b.faulty(rec, err)
			}
		}
		if len(p.o.Texts) == 0 && !rec.HasHash {
			return b.malformed(rec, rec.Start, fmt.Sprintf("column %d, the hash, is empty", p.columns[p.hash]+1))
		}
	}
	if p.id < 0 {
		rec.ID = b.lineID(rec)
		return nil
	}
	rec.ID = b.cells[p.columns[p.id]]
	return nil
}

package records

import (
	"encoding/base64"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"alike/fingerprint"
)

// Dropped is a record that was dropped.
type Dropped struct {
	ID        []byte
	Resembles []byte // the id of the kept record that it resembles
	// Share is the share that the two have in common. If the method has no shares it
	// is Undefined, and Distance is the Hamming distance of their hashes.
	Share    fingerprint.Share
	Distance int
}

// DroppedWriter writes one line per dropped record.
type DroppedWriter struct {
	to   *Output
	json bool
	line []byte
}

// NewDroppedWriter returns a writer of JSON Lines, or of tab-separated lines: the id
// of the dropped record, the id of the kept one, and the share or distance.
func NewDroppedWriter(to *Output, json bool) *DroppedWriter {
	return &DroppedWriter{to: to, json: json}
}

// Write writes the line of one record.
func (w *DroppedWriter) Write(d Dropped) error {
	w.line = w.line[:0]
	if w.json {
		w.line = append(w.line, `{"type":"dropped",`...)
		w.line = appendNamed(w.line, "id", d.ID)
		w.line = append(w.line, ',')
		w.line = appendNamed(w.line, "resembles", d.Resembles)
		if d.Share.Defined() {
			w.line = append(w.line, `,"share":`...)
		} else {
			w.line = append(w.line, `,"distance":`...)
		}
	} else {
		w.line = append(appendID(w.line, d.ID), '\t')
		w.line = append(appendID(w.line, d.Resembles), '\t')
	}
	if d.Share.Defined() {
		w.line = strconv.AppendFloat(w.line, float64(d.Share.Rounded()), 'f', -1, 64)
	} else {
		w.line = strconv.AppendInt(w.line, int64(d.Distance), 10)
	}
	if w.json {
		w.line = append(w.line, '}')
	}
	w.line = append(w.line, '\n')
	return w.to.Write(w.line)
}

// appendID appends an id to a line of columns. An id that would be ambiguous there
// is written as a Go string literal, so that every id can be read back; one like a formula
// begins with an apostrophe there.
func appendID(line, id []byte) []byte {
	if LikeFormula(id) {
		return strconv.AppendQuote(line, "'"+string(id))
	}
	if len(id) == 0 || id[0] == '"' || !harmless(id) {
		return strconv.AppendQuote(line, string(id))
	}
	return append(line, id...)
}

// LikeFormula reports whether a spreadsheet may take a text for a formula, or whether the
// text begins with the apostrophe that marks one as text.
// https://owasp.org/www-community/attacks/CSV_Injection
func LikeFormula[T string | []byte](text T) bool {
	if len(text) == 0 {
		return false
	}
	switch text[0] {
	case '=', '+', '-', '@', '\'', '\t', '\r', '\n':
		return true
	}
	return false
}

// harmless reports whether text has no line breaks and no terminal controls.
func harmless(text []byte) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 || !unicode.IsPrint(r) {
			return false
		}
		i += n
	}
	return true
}

// appendNamed appends a JSON field that holds an id. An id that is not UTF-8 is
// written in base64, under the name with _b64 appended.
func appendNamed(line []byte, name string, id []byte) []byte {
	line = append(append(line, '"'), name...)
	if !utf8.Valid(id) {
		line = append(line, `_b64":"`...)
		return append(base64.StdEncoding.AppendEncode(line, id), '"')
	}
	line = append(line, `":`...)
	return appendJSONText(line, id)
}

// appendJSONText appends a JSON string. It escapes terminal controls even where JSON
// does not require it.
func appendJSONText(line, text []byte) []byte {
	const hex = "0123456789abcdef"
	line = append(line, '"')
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == '"' || r == '\\':
			line = append(line, '\\', byte(r))
		case r == ' ' || unicode.IsPrint(r):
			line = append(line, text[i:i+n]...)
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				line = append(line, '\\', 'u', hex[unit>>12], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
			}
		}
		i += n
	}
	return append(line, '"')
}

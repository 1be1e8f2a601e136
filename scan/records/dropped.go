package records

import (
	"encoding/base64"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"alike/fingerprint"
)

// Dropped is a record that was left out.
type Dropped struct {
	ID        []byte
	Resembles []byte // the id of the record that was kept
	// Share is how much they have in common, where that was asked for; else it is
	// Undefined, and Distance says in how many bits their hashes differ.
	Share    fingerprint.Share
	Distance int
}

// DroppedWriter writes a line for each record that is left out.
type DroppedWriter struct {
	to   *Output
	json bool
	line []byte
}

// NewDroppedWriter writes JSON Lines, or lines of id, id and figure with tabs
// between them.
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

// appendID appends an id to a line of columns: as it is, if it can be taken for
// nothing else, else between double quotes with escape sequences as Go has them,
// so that every id comes back from its line.
func appendID(line, id []byte) []byte {
	if len(id) == 0 || id[0] == '"' || !harmless(id) {
		return strconv.AppendQuote(line, string(id))
	}
	return append(line, id...)
}

// harmless reports whether text neither breaks a line nor acts on a terminal.
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

// appendNamed appends a field of JSON that holds an id, in base 64 and with _b64
// behind its name where it is not UTF-8.
func appendNamed(line []byte, name string, id []byte) []byte {
	line = append(append(line, '"'), name...)
	if !utf8.Valid(id) {
		line = append(line, `_b64":"`...)
		return append(base64.StdEncoding.AppendEncode(line, id), '"')
	}
	line = append(line, `":`...)
	return appendJSONText(line, id)
}

// appendJSONText appends a JSON string. What acts on a terminal is escaped even
// where JSON would let it stand.
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

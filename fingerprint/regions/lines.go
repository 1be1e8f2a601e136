package regions

import (
	"bytes"
	"sort"
)

// Lines maps offsets in a file to lines, counted from 1. A line includes the newline
// that ends it. In UTF-16, indicated by a byte order mark, a newline is two bytes,
// because characters such as 上 contain the byte of a newline.
type Lines struct {
	data    []byte
	newline []byte
	before  []uint32 // newlines before each piece
	all     int      // newlines
}

const linePiece = 4096 // bytes between two counts; even

// NewLines counts the newlines of a file. The data must not change afterwards. It
// takes one pass and a byte for each KiB of data.
func NewLines(data []byte) *Lines {
	l := &Lines{data: data, newline: newlineOf(data), before: make([]uint32, 0, len(data)/linePiece+1)}
	n := uint32(0)
	for from := 0; from < len(data); from += linePiece {
		l.before = append(l.before, n)
		n += uint32(l.count(from, min(from+linePiece, len(data))))
	}
	l.all = int(n)
	return l
}

func newlineOf(data []byte) []byte {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return []byte("\n\x00")
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return []byte("\x00\n")
	}
	return []byte("\n")
}

// Newline returns the length of a newline in bytes.
func (l *Lines) Newline() int { return len(l.newline) }

// count returns the number of newlines in data[from:to], which must start with a
// whole character.
func (l *Lines) count(from, to int) int {
	if len(l.newline) == 1 {
		return bytes.Count(l.data[from:to], l.newline)
	}
	n := 0
	for ; from+2 <= to; from += 2 {
		if l.data[from] == l.newline[0] && l.data[from+1] == l.newline[1] {
			n++
		}
	}
	return n
}

// after returns the end of the next newline, which must exist.
func (l *Lines) after(at int) int {
	if len(l.newline) == 1 {
		return at + bytes.IndexByte(l.data[at:], '\n') + 1
	}
	for l.data[at] != l.newline[0] || l.data[at+1] != l.newline[1] {
		at += 2
	}
	return at + 2
}

// End returns the end, without newline, of the line that starts at an offset, and the
// start of the next line. It serves to iterate over lines; Around would count lines
// from the last piece each time.
func (l *Lines) End(start int) (end, next int) {
	if len(l.newline) == 1 {
		if n := bytes.IndexByte(l.data[start:], '\n'); n >= 0 {
			return start + n, start + n + 1
		}
		return len(l.data), len(l.data)
	}
	for end = start; end+2 <= len(l.data); end += 2 {
		if l.data[end] == l.newline[0] && l.data[end+1] == l.newline[1] {
			return end, end + 2
		}
	}
	return len(l.data), len(l.data)
}

// Returns reports whether there are newlines and all of them follow a carriage
// return.
func (l *Lines) Returns() bool {
	both := append(bytes.ReplaceAll(l.newline, []byte("\n"), []byte("\r")), l.newline...)
	return l.all > 0 && bytes.Count(l.data, both) == l.all
}

// Count returns the number of lines, including a last line without newline.
func (l *Lines) Count() int {
	if len(l.data) == 0 {
		return 0
	}
	return l.At(len(l.data) - 1)
}

// At returns the line that contains the byte at an offset.
func (l *Lines) At(offset int) int {
	piece := offset / linePiece
	return 1 + int(l.before[piece]) + l.count(piece*linePiece, offset)
}

// Around returns the start and end, without newline, of the line that contains the
// byte at an offset.
func (l *Lines) Around(offset int) (start, end int) {
	line := l.At(offset)
	if line > l.all {
		return l.start(line), len(l.data)
	}
	return l.start(line), l.start(line+1) - len(l.newline)
}

// start returns the start of a line. It does not search backwards for a newline,
// because some files consist of a single line.
func (l *Lines) start(line int) int {
	skip := line - 1 // newlines
	if skip == 0 {
		return 0
	}
	piece := sort.Search(len(l.before), func(i int) bool { return int(l.before[i]) >= skip }) - 1
	at := piece * linePiece
	for skip -= int(l.before[piece]); skip > 0; skip-- {
		at = l.after(at)
	}
	return at
}

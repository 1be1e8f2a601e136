package regions

import (
	"bytes"
	"sort"
)

// Lines tells in which line of a file a byte is, counted from 1; lines end with
// a newline, which belongs to them. In UTF-16, as its byte order mark tells, that
// is two bytes: the character 上 holds the byte of a newline too.
type Lines struct {
	data    []byte
	newline []byte
	before  []uint32 // newlines before each piece
	all     int      // newlines
}

const linePiece = 4096 // bytes between two counts, even

// NewLines counts the newlines of a file, which must not change after.
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

// Newline returns how many bytes a newline has.
func (l *Lines) Newline() int { return len(l.newline) }

// count returns how many newlines end in a stretch that begins with a character.
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

// after returns the end of the newline that comes next, where there is one.
func (l *Lines) after(at int) int {
	if len(l.newline) == 1 {
		return at + bytes.IndexByte(l.data[at:], '\n') + 1
	}
	for l.data[at] != l.newline[0] || l.data[at+1] != l.newline[1] {
		at += 2
	}
	return at + 2
}

// End returns where the line that begins at an offset ends, without its newline,
// and where the next one begins. It serves to go from line to line, where Around
// would count the lines anew for each.
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

// Returns reports whether there are newlines, and each follows a carriage return.
func (l *Lines) Returns() bool {
	both := append(bytes.ReplaceAll(l.newline, []byte("\n"), []byte("\r")), l.newline...)
	return l.all > 0 && bytes.Count(l.data, both) == l.all
}

// Count returns how many lines there are; one without a newline at the end of
// the file counts.
func (l *Lines) Count() int {
	if len(l.data) == 0 {
		return 0
	}
	return l.At(len(l.data) - 1)
}

// At returns the line of the byte at an offset.
func (l *Lines) At(offset int) int {
	piece := offset / linePiece
	return 1 + int(l.before[piece]) + l.count(piece*linePiece, offset)
}

// Around returns where the line of the byte at an offset begins and ends, without
// its newline.
func (l *Lines) Around(offset int) (start, end int) {
	line := l.At(offset)
	if line > l.all {
		return l.start(line), len(l.data)
	}
	return l.start(line), l.start(line+1) - len(l.newline)
}

// start returns where a line begins, however far that is: not by looking for the
// newline before it, since there are files of one line.
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

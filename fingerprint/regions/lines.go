package regions

import (
	"bytes"
	"sort"
)

// Lines tells in which line of a file a byte is, counted from 1; lines end with
// a newline, which belongs to them.
type Lines struct {
	data   []byte
	before []uint32 // newlines before each piece
	all    int      // newlines
}

const linePiece = 4096 // bytes between two counts

// NewLines counts the newlines of a file, which must not change after.
func NewLines(data []byte) *Lines {
	l := &Lines{data: data, before: make([]uint32, 0, len(data)/linePiece+1)}
	n := uint32(0)
	for from := 0; from < len(data); from += linePiece {
		l.before = append(l.before, n)
		n += uint32(bytes.Count(data[from:min(from+linePiece, len(data))], newline))
	}
	l.all = int(n)
	return l
}

var newline = []byte("\n")

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
	return 1 + int(l.before[piece]) + bytes.Count(l.data[piece*linePiece:offset], newline)
}

// Around returns where the line of the byte at an offset begins and ends, without
// its newline.
func (l *Lines) Around(offset int) (start, end int) {
	line := l.At(offset)
	if line > l.all {
		return l.start(line), len(l.data)
	}
	return l.start(line), l.start(line+1) - 1
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
		at += bytes.IndexByte(l.data[at:], '\n') + 1
	}
	return at
}

package regions

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"alike/testdata"
)

func TestLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 9))
	for range 30 {
		data := make([]byte, r.IntN(3*linePiece))
		for i := range data {
			data[i] = "ab \n"[r.IntN(1+r.IntN(4))]
		}
		l := NewLines(data)
		line, start := 1, 0
		for i, c := range data {
			end := i
			if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
				end += n
			} else {
				end = len(data)
			}
			if s, e := l.Around(i); l.At(i) != line || s != start || e != end {
				t.Fatalf("byte %d is in line %d from %d to %d, want %d, %d to %d", i, l.At(i), s, e, line, start, end)
			}
			if e, next := l.End(start); e != end || next != min(end+1, len(data)) {
				t.Fatalf("line at byte %d ends at %d, next at %d, want end %d", start, e, next, end)
			}
			if c == '\n' {
				line, start = line+1, i+1
			}
		}
		if n := len(bytes.SplitAfter(data, []byte("\n"))); l.Count() != n && !(l.Count() == n-1 && bytes.HasSuffix(data, []byte("\n"))) && len(data) > 0 {
			t.Fatalf("%d lines, want %d", l.Count(), n)
		}
	}
}

// TestWideLines checks lines of UTF-16, in which other characters contain the byte of
// a newline and a file may end within a character.
func TestWideLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	for round := range testdata.Rounds(8, 24) {
		order := binary.AppendByteOrder(binary.LittleEndian)
		if round%2 == 1 {
			order = binary.BigEndian
		}
		data := order.AppendUint16(nil, 0xfeff)
		line, start := 1, 0
		type place struct{ line, start, end int }
		var want []place // for each byte
		ends := func(end, next int) {
			for len(want) < next {
				want = append(want, place{line, start, end})
			}
			line, start = line+1, next
		}
		for range r.IntN(2 * linePiece) {
			c := []uint16{'a', '上', 0x0a0a, 0x0a00, '\n'}[r.IntN(2+r.IntN(4))]
			if data = order.AppendUint16(data, c); c == '\n' {
				ends(len(data)-2, len(data))
			}
		}
		if r.IntN(2) == 0 {
			data = append(data, '\n')
		}
		ends(len(data), len(data))
		l := NewLines(data)
		for i, w := range want {
			if s, e := l.Around(i); l.At(i) != w.line || s != w.start || e != w.end {
				t.Fatalf("byte %d of %d is in line %d from %d to %d, want %v", i, len(data), l.At(i), s, e, w)
			}
			if e, next := l.End(w.start); e != w.end || next != min(w.end+2, len(data)) {
				t.Fatalf("line at byte %d of %d ends at %d, next at %d, want %v", w.start, len(data), e, next, w)
			}
		}
		if last := want[len(want)-1].line; l.Count() != last {
			t.Fatalf("%d lines, want %d", l.Count(), last)
		}
	}
}

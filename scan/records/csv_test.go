package records

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// sameAsEncodingCSV compares the splitter and the cells with encoding/csv: where
// records end, what they hold, and which are malformed.
func sameAsEncodingCSV(t *testing.T, data []byte) {
	t.Helper()
	type row struct {
		end   int64
		cells []string
		err   error
	}
	var want []row
	oracle := csv.NewReader(bytes.NewReader(data))
	oracle.FieldsPerRecord = -1
	for {
		cells, err := oracle.Read()
		if err == io.EOF {
			break
		}
		var parse *csv.ParseError
		if err != nil && !errors.As(err, &parse) {
			t.Fatal(err)
		}
		want = append(want, row{oracle.InputOffset(), cells, err})
	}
	r, err := NewReader([]Input{{Name: "in", From: bytes.NewReader(data)}}, Options{Layout: Layout{Format: CSV, Texts: []string{"1"}}, BatchBytes: 16})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	eachBatch(t, r, func(b *Batch) {
		b.Parse()
		for _, rec := range b.Records {
			if rec.Role != Row {
				continue
			}
			if n == len(want) {
				t.Fatalf("%q: unexpected record %q", data, rec.Raw)
			}
			w := want[n]
			n++
			if rec.End != w.end || (rec.Err != nil) != (w.err != nil) {
				t.Fatalf("%q: record %d ends at %d, want %d; %v, want %v", data, n, rec.End, w.end, rec.Err, w.err)
			}
			if rec.Err != nil {
				continue
			}
			var cells []string
			b.split(CSV, trimEnd(rec.Raw, '\n'), -1)
			for _, cell := range b.cells {
				cells = append(cells, string(cell))
			}
			if !slices.Equal(cells, w.cells) {
				t.Fatalf("%q: record %d is %q, want %q", data, n, cells, w.cells)
			}
			if string(rec.Texts[0]) != w.cells[0] {
				t.Fatalf("%q: the text is %q, want %q", data, rec.Texts[0], w.cells[0])
			}
		}
	})
	if n != len(want) {
		t.Fatalf("%q: %d records, want %d", data, n, len(want))
	}
}

var csvCases = []string{
	"", "\n", "\r\n", "\r", "a", "a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "\"a\",\"b\"\n", "\"a\nb\",c\nd\n", "\"a\r\nb\",c\r\nd\r\n",
	"\"a\"\"b\",\"\"\n", "\"\"\"\"\n", "\"\"\"\n", "\"", "\"\"", "\"a", "\"a\n", "\"a\"b\nc\n", "a\"b\nc\n", "a,\"b\"c\nd", "\"a\" ,b\n", " \"a\"\n",
	"\"a\"\r\n\"b\"\r", "\"a\"\r", "\"a\"\rb\nc", "\"a\r", "\"a\r\n", "\"a\rb\"\n", ",\n,,\n", ",", "\"a\",", "\"a\",\n\n\nb", "a\n\"b,\nc\",d\"\ne\n", "\"x\"\",y\nz",
	"a\xff,\"\x00\"\n", "\"a\r\"\n", "\"a\"\r\r\nb", "a\r\r\n", "\r\r\n", "x\n\r", "x\n\"\"\r", "\"\"\"\r", strings.Repeat("\"a\",", 50) + "b\n",
}

func TestCSVMatchesEncodingCSV(t *testing.T) {
	t.Parallel()
	for _, c := range csvCases {
		for i := range len(c) + 1 {
			sameAsEncodingCSV(t, []byte(c[:i]))
		}
	}
}

func FuzzCSV(f *testing.F) {
	for _, c := range csvCases {
		f.Add([]byte(c))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, byteOrderMark) || len(data) > 1 && data[0] >= 0xfe {
			return // encoding/csv knows no byte order marks
		}
		if bytes.HasPrefix(data, gzipMagic) || bytes.HasPrefix(data, zstdMagic) || len(data) > 3 && bytes.Equal(data[1:4], zstdSkippable[1:]) {
			return
		}
		sameAsEncodingCSV(t, data)
	})
}

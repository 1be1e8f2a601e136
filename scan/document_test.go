package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"alike/db/hamming"
	"alike/fingerprint/simhash"
	doctext "alike/fingerprint/text"
	"alike/testdata"
)

func documents(t testing.TB, html bool) *Documents {
	t.Helper()
	d, err := NewDocuments(DocumentScheme{simhash.Default(), html})
	must(t, err)
	return d
}

// hashOf writes the bytes to the document in pieces.
func hashOf(d *Document, data []byte, announced int64, piece int) hamming.Document {
	d.Reset(announced)
	for len(data) > 0 {
		n := min(piece, len(data))
		_, _ = d.Write(data[:n])
		data = data[n:]
	}
	return d.Hash()
}

// words returns n random words.
func words(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 9))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%x ", r.Uint32())
	}
	return b.String()
}

func TestDocumentScheme(t *testing.T) {
	t.Parallel()
	for _, s := range []DocumentScheme{{simhash.Default(), false}, {simhash.Default(), true}} {
		if got, err := ParseDocumentScheme(s.String()); got != s || err != nil {
			t.Errorf("%q parses as %+v (%v)", s, got, err)
		}
	}
	for _, text := range []string{"", "simhash9 unit=mixed", simhash.Default().String() + " html=kept", simhash.Default().String() + " "} {
		if s, err := ParseDocumentScheme(text); err == nil {
			t.Errorf("%q parses as %+v", text, s)
		}
	}
	needs := simhash.Default()
	needs.Stop = 5
	if _, err := NewDocuments(DocumentScheme{Scheme: needs}); err == nil {
		t.Error("a scheme with stop words is accepted without them")
	}
}

func TestDocumentHash(t *testing.T) {
	t.Parallel()
	h, err := simhash.NewHasher(simhash.Default(), simhash.Tables{})
	must(t, err)
	text := words(1, 3000)
	h.Reset()
	h.Add([]byte(text), 1)
	sum, features := h.Sum()
	whole := hamming.Document{Hash: uint64(sum), Features: uint32(features)}
	none := hamming.Document{NoDocument: true}
	short := hamming.Document{Hash: h.NormalizedHash([]byte("hello, world")), Features: 1, Short: true}
	page := "  <!doctype HTML><p id=x>" + strings.ReplaceAll(text, "a", "<b>a</b>")
	utf16 := []byte("\xfe\xff")
	for _, c := range []byte(text) {
		utf16 = append(utf16, 0, c)
	}
	for _, c := range []struct {
		name string
		data []byte
		html bool
		want hamming.Document
	}{
		{"text", []byte(text), false, whole},
		{"UTF-16", utf16, false, whole},
		{"a page", []byte(page), true, whole},
		{"text, with tags stripped", []byte(text), true, whole},
		{"a late zero byte", []byte(text + "\x00"), false, whole},
		{"a short text", []byte("Hello,\n\tWORLD\n"), false, short},
		{"empty", nil, false, none},
		{"spaces", []byte(" \n\r\n\t"), false, none},
		{"an empty page", []byte("<html><p> <br></html>"), true, none},
		{"a zero byte", []byte("MZ\x00" + text), false, none},
		{"a zero as the last sniffed byte", append(bytes.Repeat([]byte("x"), doctext.Sniffed-1), 0), false, none},
		{"zeros in UTF-16", append([]byte("\xff\xfe"), make([]byte, 100)...), false, none},
		{"UTF-32", []byte("\xff\xfe\x00\x00a\x00\x00\x00b\x00\x00\x00"), false, none},
	} {
		d := documents(t, c.html).New()
		for _, piece := range []int{1, 700, doctext.Sniffed, 1 << 20} {
			for _, announced := range []int64{-1, int64(len(c.data)), 3, 1 << 20} {
				if got := hashOf(d, c.data, announced, piece); got != c.want {
					t.Errorf("%s, %d bytes at a time, announced as %d: %+v, want %+v", c.name, piece, announced, got, c.want)
				}
			}
		}
	}
}

// TestLargeDocument checks that the limit applies to the real size, whatever was
// announced, and that a large document does not influence the next one.
func TestLargeDocument(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	d := documents(t, false).New()
	text := []byte(words(2, 100))
	alone := hashOf(d, text, -1, 100)
	large := bytes.Repeat([]byte("some words "), MaxDocument/11+1)
	for _, c := range []struct {
		size      int
		announced int64
		out       bool
	}{
		{largeDocument + 1, -1, false}, {MaxDocument, MaxDocument, false}, {MaxDocument + 1, -1, true},
		{MaxDocument + 1, 5, true}, {100, MaxDocument + 1, true},
	} {
		if got := hashOf(d, large[:c.size], c.announced, 1<<20); got.NoDocument != c.out {
			t.Errorf("%d bytes, announced as %d: %+v", c.size, c.announced, got)
		}
		if got := hashOf(d, text, -1, 100); got != alone {
			t.Errorf("after %d bytes: %+v, alone %+v", c.size, got, alone)
		}
	}
}

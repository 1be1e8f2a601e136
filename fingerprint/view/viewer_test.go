package view

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// see returns the view of a file written in pieces of random length up to most.
func see(v *Viewer, name string, data []byte, r *rand.Rand, most int) string {
	v.Reset(name)
	var out []byte
	for left := data; ; {
		n := min(len(left), 1+r.IntN(most))
		out = append(out, v.Write(left[:n], n == len(left))...)
		if left = left[n:]; len(left) == 0 {
			return string(out)
		}
	}
}

// TestViewer checks that the view does not depend on the encoding or on how the file
// is split, and that the map leads back to the bytes of the file.
func TestViewer(t *testing.T) {
	t.Parallel()
	chinese := strings.Repeat("// 注释\nfunc f(变量 string) { return \"字符串\" }\n两个不同的标题不会被合并。\n", 300)
	encoded := func(e encoding.Encoding, s string) []byte {
		b, err := e.NewEncoder().Bytes([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	padded := strings.Repeat("// plain\n", 5000) + chinese
	files := map[string][]byte{
		"utf-8":          []byte(chinese),
		"utf-8 bom":      []byte("\ufeff" + chinese),
		"gb18030":        encoded(simplifiedchinese.GB18030, chinese),
		"utf-16le":       append([]byte("\xff\xfe"), encoded(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), chinese)...),
		"utf-16be":       append([]byte("\xfe\xff"), encoded(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), chinese)...),
		"padded utf-8":   []byte(padded),
		"padded gb18030": encoded(simplifiedchinese.GB18030, padded),
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, kind := range []Kind{FoldText, FoldCode} {
		want := map[bool]string{}
		for name, data := range files {
			isPadded := strings.HasPrefix(name, "padded")
			mapped := NewViewer(kind, true)
			got := see(mapped, "dir/a.go", data, r, 40_000)
			if want[isPadded] == "" {
				want[isPadded] = got
			}
			if got != want[isPadded] || len(got) < 1000 {
				t.Errorf("%s, %s: %d bytes, %d elsewhere\n%.200s\n%.200s", kind, name, len(got), len(want[isPadded]), got, want[isPadded])
				continue
			}
			if plain := see(NewViewer(kind, false), "a.go", data, r, 3000); plain != got {
				t.Errorf("%s, %s: the view depends on how the file is split", kind, name)
			}
			if kind == FoldCode && mapped.Language() != "Go" {
				t.Errorf("%s: language %q", name, mapped.Language())
			}
			end := 0
			for i := range got {
				from, to := mapped.Original(i, i+1)
				if from < 0 || to <= from || to > len(data) || to < end {
					t.Fatalf("%s, %s: byte %d comes from %d to %d of %d", kind, name, i, from, to, len(data))
				}
				end = to
			}
			if from, to := mapped.Original(0, len(got)); len(data)-to > 4 || from > 3 && !strings.Contains(name, "padded") && kind == FoldText {
				t.Errorf("%s, %s: the whole view comes from %d to %d of %d", kind, name, from, to, len(data))
			}
		}
	}
}

func TestViewerOfBinary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	data := append([]byte("A  B\x00"), bytes.Repeat([]byte("C  d"), 10_000)...)
	if got := see(NewViewer(FoldCode, true), "a.go", data, r, 9000); got != "" {
		t.Errorf("the code view of a binary file has %d bytes", len(got))
	}
	for _, kind := range []Kind{Raw, FoldText} {
		v := NewViewer(kind, true)
		if got := see(v, "a.go", data, r, 9000); got != string(data) {
			t.Errorf("%s: %d bytes of %d", kind, len(got), len(data))
		}
		if from, to := v.Original(5, 9); from != 5 || to != 9 || v.Language() != "" {
			t.Errorf("%s: %d to %d, %q", kind, from, to, v.Language())
		}
		if got := see(v, "a.go", nil, r, 9); got != "" {
			t.Errorf("%s: the view of an empty file is %q", kind, got)
		}
	}
	if got := see(NewViewer(Raw, false), "a", []byte("x  Y"), r, 2); got != "x  Y" {
		t.Errorf("raw: %q", got)
	}
}

// TestViewerFallsBack checks that files in no known language get the text view.
func TestViewerFallsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	v := NewViewer(FoldCode, false)
	if got := see(v, filepath.Join("x", "notes.txt"), []byte("Some  // Words\n"), r, 5); len(got) != 4 || got[1:3] != "//" || v.Language() != "" {
		t.Errorf("%q, %q", got, v.Language())
	}
	if got := see(v, "run", []byte("#!/bin/sh\necho \"a\" # b\n"), r, 5); spelled(v.language, got, "echo") != "echoS" || v.Language() != "Shell" {
		t.Errorf("%q, %q", got, v.Language())
	}
}

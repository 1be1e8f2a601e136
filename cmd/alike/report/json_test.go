package report

import (
	"encoding/json"
	"math"
	"testing"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// FuzzJSONPath checks that the JSON of any path returns its bytes and cannot drive a
// terminal.
func FuzzJSONPath(f *testing.F) {
	for _, seed := range []string{"a", "\x1b]0;title\x07", "\u202e", "\xff", "\u009b", "a\\b\"", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := string(objectOf(func(v *object) { v.file("", &search.File{Path: s}) }))
		if !terminal.Plain(text) {
			t.Errorf("JSON of %q holds control characters: %q", s, text)
		}
		var back struct {
			Path *string `json:"path"`
			B64  []byte  `json:"path_b64"`
		}
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			t.Fatalf("JSON of %q: %v", s, err)
		}
		if utf8.ValidString(s) != (back.Path != nil) {
			t.Fatalf("JSON of %q is %s", s, text)
		}
		if back.Path != nil && *back.Path != s || back.Path == nil && string(back.B64) != s {
			t.Errorf("JSON of %q gives back %v %q", s, back.Path, back.B64)
		}
	})
}

// fileJSON, scoreJSON and pairJSON are what docs/output.md says of a pair.
type (
	fileJSON struct {
		Path         *string  `json:"path,omitempty"`
		PathB64      []byte   `json:"path_b64,omitempty"`
		Size         int64    `json:"size"`
		Level        int      `json:"level"`
		Fingerprints int      `json:"fingerprints"`
		Copies       int      `json:"copies"`
		Missing      bool     `json:"missing,omitempty"`
		Generated    bool     `json:"generated,omitempty"`
		Unit         bool     `json:"unit,omitempty"`
		Files        int      `json:"files,omitempty"`
		Links        []string `json:"links,omitempty"`
		LinksB64     [][]byte `json:"links_b64,omitempty"`
		Paths        []string `json:"paths,omitempty"`
		PathsB64     [][]byte `json:"paths_b64,omitempty"`
	}
	pairJSON struct {
		Type        string            `json:"type"`
		A           fileJSON          `json:"a"`
		B           fileJSON          `json:"b"`
		Shared      int               `json:"shared"`
		AInB        fingerprint.Share `json:"a_in_b"`
		BInA        fingerprint.Share `json:"b_in_a"`
		Resemblance fingerprint.Share `json:"resemblance"`
		Distinctive fingerprint.Share `json:"distinctive"`
		Identical   bool              `json:"identical"`
		Exact       bool              `json:"exact"`
	}
)

func jsonFile(f search.File) fileJSON {
	o := fileJSON{
		Size: f.Size, Level: f.Level, Fingerprints: f.Fingerprints, Copies: f.Copies,
		Missing: f.Missing(), Generated: f.Generated, Unit: f.Files > 0, Files: f.Files,
	}
	if utf8.ValidString(f.Path) {
		o.Path = &f.Path
	} else {
		o.PathB64 = []byte(f.Path)
	}
	if f.Aliases != nil {
		o.Links, o.LinksB64 = jsonNames(f.Aliases.Links)
		o.Paths, o.PathsB64 = jsonNames(f.Aliases.Paths)
	}
	return o
}

func jsonNames(paths []string) (names []string, encoded [][]byte) {
	for _, path := range paths {
		if utf8.ValidString(path) {
			names = append(names, path)
		} else {
			encoded = append(encoded, []byte(path))
		}
	}
	return names, encoded
}

func jsonPair(p search.Pair) pairJSON {
	return pairJSON{"pair", jsonFile(p.A), jsonFile(p.B), p.Shared, p.AInB, p.BInA, p.Resemblance, p.Distinctive, p.Identical, p.Exact}
}

// appendPair appends a pair as jsonLines does.
func appendPair(j *jsonLines, p *search.Pair) []byte {
	j.buf = j.buf[:0]
	(&pair{Pair: p}).values(nil, &j.object)
	j.buf = append(j.buf, '}')
	return j.buf
}

// FuzzJSONPair compares the JSON of pairs with that of encoding/json.
func FuzzJSONPair(f *testing.F) {
	f.Add("/a b", "/b", int64(7), 3, 0.25, 1.0, byte(0))
	f.Add("/a\"", "/\\b", int64(-1), -3, math.NaN(), 1e-7, byte(3))
	f.Add("/\u202e", "/\xff<&>", int64(math.MaxInt64), 1<<30, 0.1234565, 0.9999999, byte(12))
	f.Add("", "/\x7f\u2028", int64(0), 0, math.Inf(1), -0.5, byte(48))
	for _, path := range []string{"\x1f", "\x7f", "\"", "\\", "\xff", "\u009b", "é", "~"} {
		f.Add(path, "/b", int64(1), 1, 0.5, 0.5, byte(0))
	}
	for _, flag := range []byte{4, 8, 16} {
		f.Add("/a", "/b", int64(1), 1, 0.5, 0.5, flag)
	}
	f.Fuzz(func(t *testing.T, a, b string, size int64, n int, x, y float64, flags byte) {
		p := search.Pair{A: search.File{Path: a, Size: size, Level: n, Fingerprints: n, Copies: n}, B: search.File{Path: b, Size: size / 2}}
		p.AInB, p.BInA, p.Resemblance, p.Distinctive = fingerprint.Share(x), fingerprint.Share(y), fingerprint.Share(x*y), fingerprint.Share(x-y)
		p.Shared, p.Identical, p.Exact, p.A.Generated = n, flags&1 > 0, flags&2 > 0, flags&4 > 0
		if flags&8 > 0 {
			p.B.Aliases = &search.Aliases{Missing: true, Links: []string{a}, Paths: []string{b}}
		}
		if flags&16 > 0 {
			p.B.Files = 3
		}
		defer func() { // infinite shares cannot be encoded
			if recover() != nil && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
				t.Errorf("%+v cannot be encoded", p)
			}
		}()
		want := string(terminal.AppendJSON(nil, jsonPair(p)))
		if got := string(appendPair(&jsonLines{}, &p)); got != want {
			t.Errorf("%+v is %s, want %s", p, got, want)
		}
	})
}

func BenchmarkJSONPair(b *testing.B) {
	file := search.File{Path: "/usr/share/doc/a/file.txt", Size: 12345, Level: 5, Fingerprints: 234}
	p := search.Pair{A: file, B: file, Shared: 123, AInB: 0.512345, BInA: 0.5, Resemblance: 0.3, Distinctive: 0.333333}
	var buf []byte
	var lines jsonLines
	b.Run("encoding", func(b *testing.B) {
		for b.Loop() {
			buf = terminal.AppendJSON(buf[:0], jsonPair(p))
		}
	})
	b.Run("pair", func(b *testing.B) {
		for b.Loop() {
			appendPair(&lines, &p)
		}
	})
}

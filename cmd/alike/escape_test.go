package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"alike/db"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"/usr/share/doc", "/usr/share/doc"},
		{"Grüße 文件 \U0001f468\u200d\U0001f469", "Grüße 文件 \U0001f468\u200d\U0001f469"},
		{`dev\x2ddisk`, `dev\x2ddisk`},
		{"a\nb\tc\rd", `a\nb\tc\rd`},
		{"\x1b[31mred\x07", `\x1b[31mred\x07`},
		{"del\x7f", `del\x7f`},
		{"c1 \u009b2J", `c1 \u009b2J`},
		{"raw c1 \x9b2J", `raw c1 \x9b2J`},
		{"\xff\xfe latin\xe9", `\xff\xfe latin\xe9`},
		{"evil\u202egnp.exe", `evil\u202egnp.exe`},
		{"\u2066isolate\u2069 \u200ftext", `\u2066isolate\u2069 \u200ftext`},
		{"tag\U000e0041", `tag\U000e0041`},
		{"line\u2028paragraph\u2029", `line\u2028paragraph\u2029`},
		{"real \ufffd replacement", "real \ufffd replacement"},
	} {
		if got := visible(c.in); got != c.want {
			t.Errorf("visible(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// FuzzVisible holds that nothing that reaches a terminal can drive it, whatever
// a file is called, and that the JSON of a name gives its bytes back.
func FuzzVisible(f *testing.F) {
	for _, seed := range []string{"a", "\x1b]0;title\x07", "\u202e", "\xff", "\u009b", "a\\b\"", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := visible(s)
		harmless(t, v)
		if plain(s) != (v == s) {
			t.Errorf("plain(%q) = %v, but visible changes it: %v", s, plain(s), v != s)
		}
		if visible(v) != v {
			t.Errorf("visible(%q) is not final: %q", v, visible(v))
		}
		text := string(appendJSON(nil, jsonFile(db.File{Path: s})))
		harmless(t, text)
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

func harmless(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("%q is not UTF-8", s)
	}
	if i := strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
	}); i >= 0 {
		t.Errorf("%q has a control character at %d", s, i)
	}
}

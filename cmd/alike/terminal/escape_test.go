package terminal

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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
		if got := Visible(c.in); got != c.want {
			t.Errorf("Visible(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// FuzzVisible checks that no file name can drive a terminal.
func FuzzVisible(f *testing.F) {
	for _, seed := range []string{"a", "\x1b]0;title\x07", "\u202e", "\xff", "\u009b", "a\\b\"", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := Visible(s)
		harmless(t, v)
		if Plain(s) != (v == s) {
			t.Errorf("Plain(%q) = %v, but Visible changes it: %v", s, Plain(s), v != s)
		}
		if Visible(v) != v {
			t.Errorf("Visible(%q) is not final: %q", v, Visible(v))
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

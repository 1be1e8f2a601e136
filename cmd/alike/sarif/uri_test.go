package sarif

import (
	"net/url"
	"testing"

	"alike/cmd/alike/terminal"
)

func TestPercentEncoded(t *testing.T) {
	for path, want := range map[string]string{
		"a/b-c_d.e~f": "a/b-c_d.e~f", "a b#c?d%e": "a%20b%23c%3Fd%25e", "c:d": "c%3Ad", "\xff\x00\n": "%FF%00%0A", "é": "%C3%A9", "": "",
	} {
		if got := percentEncoded(path); got != want {
			t.Errorf("%q became %q, want %q", path, got, want)
		}
		if back, err := url.PathUnescape(percentEncoded(path)); err != nil || back != path {
			t.Errorf("%q came back as %q: %v", path, back, err)
		}
	}
}

func TestLink(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.c": "[a/b.c](1)", "a[0].c": `[a\[0\].c](1)`, `a\b`: `[a\\b](1)`, "{0}": "[{{0}}](1)", terminal.Visible("\x1b[31m"): `[\\x1b\[31m](1)`,
		"x](http://evil)": `[x\](http://evil)](1)`,
	} {
		if got := Link(name, 1); got != want {
			t.Errorf("%q became %s, want %s", name, got, want)
		}
	}
}

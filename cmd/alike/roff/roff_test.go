package roff

import (
	"strings"
	"testing"
)

// TestEscape checks that no text can be taken for a request or an escape.
func TestEscape(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`a\nb`: `a\enb`, "--by": `\-\-by`, "it's": `it\(aqs`, "~/`x`^": `\(ti/\(gax\(ga\(ha`,
		`"x"`: `\(dqx\(dq`, "DIR…": `DIR\[u2026]`, "a\x1b\xff\x00b": "ab", "a\nb": "a b",
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	p := New(Head{"x-y", "1", "2026-11-23", "x", "m", "does it"})
	p.Section("A")
	p.Text(".so /etc/passwd")
	p.Text(Escape(strings.Repeat("word ", 40)))
	p.Verbatim(".x 'y'")
	for _, want := range []string{".TH \"X\\-Y\" \"1\" \"2026-11-23\"", "x\\-y \\- does it\n", ".SH \"A\"\n\\&.so", "\n.PP\nword", "\n\\&.x \\(aqy\\(aq\n"} {
		if !strings.Contains(p.String(), want) {
			t.Errorf("%q is missing:\n%s", want, p)
		}
	}
	for line := range strings.Lines(p.String()) {
		if len(line) > 80 {
			t.Errorf("%d bytes: %q", len(line), line)
		}
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	const text = "# Title\n\nWhat it\nis.\n\n## One `two`\n\nA *b* **c** `d-e` [f](g.md#h) 2 * 3.\n\n| n | m |\n|---|---|\n| `x` | y |\n\n- one\n  more\n- two\n\n    code *as is*\n"
	if got := MarkdownShort(text); got != "what it is" {
		t.Errorf("short is %q", got)
	}
	p := new(Page)
	p.Markdown(text)
	const want = ".SH \"ONE \\(gaTWO\\(ga\"\nA \\fIb\\fR \\fBc\\fR \\fBd\\-e\\fR \\fIf\\fR 2 * 3.\n" +
		".TP\n\\fBx\\fR\ny\n.IP \\(bu 2\none more\n.IP \\(bu 2\ntwo\n.PP\n.nf\n.RS 2\ncode *as is*\n.RE\n.fi\n"
	if p.String() != want {
		t.Errorf("%q, want %q", p, want)
	}
}

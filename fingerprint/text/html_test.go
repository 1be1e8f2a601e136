package text

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestStripTags(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		"plain":                                "plain",
		"<p>one<p>two":                         "one two",
		"wor<b>d</b>s &amp; caf&eacute;&#x21;": "words & café!",
		"a<script>if (a<b) {x='</p>'}</script>b<style>p{}</style>c": "a b c",
		"<title>T</title><!-- no <b> --> t":                         "T  t",
		"<a href='x>y'>z</a>":                                       "z",
		"a < b && c > d":                                            "a < b && c > d",
		"x<br/>y":                                                   "x y",
		"<div":                                                      "",
		"<script>never ends":                                        "",
		"<script/>text</script>after":                               "text after",
		"中<em>文</em>&nbsp;字<![CDATA[x]]>":                           "中文\u00a0字",
	} {
		if got := string(StripTags([]byte(document))); got != want {
			t.Errorf("%q becomes %q, want %q", document, got, want)
		}
	}
}

func FuzzStripTags(f *testing.F) {
	f.Add([]byte("<p a=b>x</p><script>y</script>&lt;"))
	f.Fuzz(func(t *testing.T, document []byte) {
		got := StripTags(document)
		if utf8.Valid(document) && !utf8.Valid(got) {
			t.Errorf("%q becomes %q, which is not UTF-8", document, got)
		}
		if bytes.IndexByte(document, '<') < 0 && bytes.IndexByte(document, '&') < 0 && bytes.IndexByte(document, '\r') < 0 && bytes.IndexByte(document, 0) < 0 && !bytes.Equal(got, document) {
			t.Errorf("%q has no tags but becomes %q", document, got)
		}
	})
}

func BenchmarkStripTags(b *testing.B) {
	page := bytes.Repeat([]byte("<div class=\"row\"><p>Some words of <b>text</b> that stand in a page &amp; more of them.</p>\n<a href=\"/x/y?z=1\">a link</a></div>\n<script>var x = 1;</script>\n"), 200)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		StripTags(page)
	}
}

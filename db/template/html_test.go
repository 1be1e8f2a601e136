package template

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"testing"
)

// hostile are values that would break out of a place if they were not escaped.
var hostile = []string{
	"", "plain", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "' onmouseover='alert(1)", "a&amp;b &lt;",
	"</title></style></script>", "<!--", "-->", "]]>", "javascript:alert(1)", "\x00\x01\n\r\t\u2028", "+ADw-script+AD4-", "\xff\xfe<\xc0\xbc",
	"`${alert(1)}`", "{{.}}", "=", "ſcript", "\u202e\ufeff", `\`,
}

// TestHTMLConstructs compares places of HTML with html/template.
func TestHTMLConstructs(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"<!DOCTYPE html>\n<p>{{.}}</p>", "<title>{{.}}</title>", "{{.}}", "<p>{{.}}{{.}}<b>{{.}}",
		`<p title="{{.}}">`, `<p class="a {{.}} b" id="{{.}}-{{.}}">`, `<p data-x="{{.}}" aria-label="{{.}}"/>`,
		`<p {{if .}} title="{{.}}"{{end}}>`, `<p title="{{if .}}x{{else}}y{{end}}{{.}}">{{.}}</p>`,
		`<P TITLE="x" title="{{.}}">`, `<path d="{{.}}" y="{{.}}" height="{{.}}"></path>`,
		`<style>a > b {}</style>{{.}}<script>if (a<b) {}</script>{{.}}`,
		`{{define "a"}}<p title="{{.}}">{{.}}</p>{{end}}<div>{{template "a" .}}</div>{{.}}`,
		`{{$x := .}}<p {{$y := .}} title="{{$y}}">{{$x}}</p>`,
	} {
		for _, value := range append(hostile, strings.Join(hostile, "")) {
			var want strings.Builder
			if err := template.Must(template.New("t").Parse(source)).Execute(&want, value); err != nil {
				t.Fatal(err)
			}
			got, err := executed(NewHTML(), source, value)
			if err != nil || got != want.String() {
				t.Errorf("%s\ngives of %q\n%s\n%v, want\n%s", source, value, got, err, want.String())
			}
		}
	}
}

// TestHTMLRefused checks that a template with a value in a place of another language, or whose
// place is ambiguous, is not parsed.
func TestHTMLRefused(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"<p {{.}}>", "<p title={{.}}>", "<p title='{{.}}'>", `<p title = "{{.}}">`, `<p ="{{.}}">`, "<{{.}}>", "</{{.}}>", "<!--{{.}}-->", "<! {{.}}>",
		`<p onclick="{{.}}">`, `<p style="{{.}}">`, `<img src="{{.}}">`, `<form action="{{.}}">`, `<button formaction="{{.}}">`,
		`<svg xlink:href="{{.}}">`, `<iframe srcdoc="{{.}}">`, `<p HREF="{{.}}">`, `<input value="{{.}}">`, `<a ping="{{.}}">`,
		`<meta http-equiv="refresh" content="{{.}}">`, `<svg x="{{.}}">`, "<script>" + strings.Repeat("\u023a", 11) + "</SCRIPT><p {{.}}>", // longer in lower case
		`<a href="javascript:{{.}}">`, `<a href="/{{.}}">`, `<a href="//{{.}}">`, `<a href="x/{{.}}">`,
		`<p {{if .}} title="{{end}}>`, `<p {{if .}}>{{end}}`, "<scr{{if .}}ipt{{end}}>", "<style></stylex>{{if .}}</style>{{end}}", `{{if .}}<script>{{end}}`, `{{range .}}<p {{end}}`, `<p title="{{range .}}"{{end}}`, `<p title="{{range .}}"{{else}}"{{end}}>`,
		`<p {{template "a"}}>{{define "a"}}{{end}}`, `<p title="{{template "a"}}">{{define "a"}}{{end}}`, `<script>{{template "a"}}</script>{{define "a"}}{{end}}`,
		`{{define "a"}}<p {{end}}`, `<p title="`, `<style>`, "<p",
		`<p title="a""b" {{.}}>`, `<p onclick= title="{{.}}">`, `<p onclick={{if .}} title="{{.}}"{{end}}>`, `<p a=b"c">`, `<p a=b>`, `<p a=/title="{{.}}">`,
	} {
		if err := NewHTML().Parse("t", source); err == nil {
			t.Errorf("%s is parsed", source)
		}
	}
}

// TestOwn checks where markup can stand, and that no other value can stand in a style or script.
func TestOwn(t *testing.T) {
	t.Parallel()
	own := Own("<i>\"'&</i>")
	for source, want := range map[string]string{
		"<p>{{.}}</p>": "<p><i>\"'&</i></p>", "<style>{{.}}</style>": "<style><i>\"'&</i></style>",
		"<script>{{.}}</script>{{.}}": "<script><i>\"'&</i></script><i>\"'&</i>", "<SCRIPT>{{.}}</SCRIPT>": "<SCRIPT><i>\"'&</i></SCRIPT>",
	} {
		if got, err := executed(NewHTML(), source, own); err != nil || got != want {
			t.Errorf("%s gives %s, %v", source, got, err)
		}
	}
	for _, source := range []string{`<p title="{{.}}">`, `<a href="{{.}}">`} {
		if got, err := executed(NewHTML(), source, own); err == nil {
			t.Errorf("%s takes markup: %s", source, got)
		}
	}
	if got, err := executed(New(), "{{.}}", own); err == nil {
		t.Errorf("a template for text takes markup: %s", got)
	}
	if got, err := executed(NewHTML(), "{{.}}", Markup(nil)); err == nil {
		t.Errorf("markup that is nil gives %s", got)
	}
	for _, source := range []string{"<style>{{.}}</style>", "<script>var x = {{.}}</script>", "<script>`{{.}}`</script>", "<style type=\"x\">{{.}}</style>", "<Script>{{.}}</Script>"} {
		if got, err := executed(NewHTML(), source, "text"); err == nil {
			t.Errorf("%s takes text: %s", source, got)
		}
	}
}

// TestAddresses checks that href takes relative addresses only, which are written as by
// html/template.
func TestAddresses(t *testing.T) {
	t.Parallel()
	const link = `<a href="{{.}}" title="{{.}}">{{.}}</a>`
	query := url.Values{"a": {strings.Join(hostile, "")}, "b": {"web1:/srv/a b"}}.Encode()
	for _, address := range []string{"", "0001.html", "../index.html#pairs", "./#pairs", "compare?" + query, "?x=//y:z"} {
		var want strings.Builder
		if err := template.Must(template.New("t").Parse(link)).Execute(&want, address); err != nil {
			t.Fatal(err)
		}
		if got, err := executed(NewHTML(), link, address); err != nil || got != want.String() {
			t.Errorf("%s gives\n%s\n%v, want\n%s", address, got, err, want.String())
		}
	}
	for _, address := range []string{
		"javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "\x01javascript:alert(1)", "javascript\t:alert(1)",
		"data:text/html,x", "vbscript:x", "http://evil.example/", "https:evil", "//evil.example/", "/\\evil.example", "\\\\evil.example", "/", "/x",
		"x y", "a\x00b", "é.html", "./javascript:x", "mailto:x@y",
	} {
		if got, err := executed(NewHTML(), link, address); err == nil {
			t.Errorf("%q gives %s", address, got)
		}
	}
	// The parts of an address are checked one by one, and after a # or ? cannot leave the page.
	type parts struct{ A, B string }
	for source, passes := range map[string]bool{
		`<a href="{{.A}}{{.B}}">`: false, `<a href="x{{.B}}">`: false, `<a href="#{{.A}}{{.B}}">`: true, `<a href="compare?{{.B}}">`: true,
		`<a href="{{if .A}}x{{else}}y{{end}}{{.B}}">`: false,
	} {
		got, err := executed(NewHTML(), source, parts{"javascript", ":alert(1)"})
		if (err == nil) != passes {
			t.Errorf("%s gives %s, %v", source, got, err)
		}
	}
}

func ExampleNewHTML() {
	page := NewHTML()
	err := page.Parse("link", `<a href="{{.Address}}">{{.Title}}</a>`)
	var text strings.Builder
	if err == nil {
		err = page.Execute(&text, "link", struct{ Address, Title string }{"a.html", "<b>"})
	}
	fmt.Println(text.String(), err)
	// Output: <a href="a.html">&lt;b&gt;</a> <nil>
}

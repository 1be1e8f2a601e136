// Package page writes self-contained pages of HTML: style and script are inline, and
// nothing is loaded from the network.
package page

import (
	"embed"
	"io"
	"sync"

	"alike/cmd/alike/policy"
	"alike/db/template"
)

// assets are the parts of pages.
//
//go:embed *.html *.css *.js
var assets embed.FS

// layout fills page.html.
type layout struct {
	Title   string
	Policy  template.Markup // in an element meta
	Style   template.Markup
	Script  template.Markup
	Content any // for the template of the kind
}

// comparing is the template of pages that compare files, and what they have in common.
var comparing = sync.OnceValues(func() (t *template.Template, common layout) {
	t = template.NewHTML()
	for _, name := range []string{"page.html", "compare.html"} {
		if err := t.Parse(name, asset(name)); err != nil {
			panic(err) // a test parses it
		}
	}
	return t, layout{
		Policy: template.Own(`<meta http-equiv="Content-Security-Policy" content="` + template.Escaper.Replace(ComparisonPolicy()) + `">`),
		Style:  template.Own(comparingStyle()), Script: template.Own(asset("compare.js")),
	}
})

// comparingStyle is the style of these pages.
func comparingStyle() string { return asset("page.css") + asset("compare.css") }

func asset(name string) string {
	text, err := assets.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// write writes a page. The template escapes all content but rows. If that ever fails, the
// policy of the page still allows only its own style and script, by their hashes, and forbids
// loading or sending anything.
func write(w io.Writer, title string, content *content) error {
	t, page := comparing()
	page.Title, page.Content = title, content
	return t.Execute(w, "page.html", page)
}

// ComparisonPolicy returns the Content-Security-Policy of the page of a comparison.
func ComparisonPolicy() string {
	return policy.Inline(comparingStyle(), asset("compare.js"), policy.NoForms)
}

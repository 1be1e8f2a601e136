// Package page writes self-contained pages of HTML: style and script are inline, and
// nothing is loaded from the network.
package page

import (
	"embed"
	"html/template"
	"io"
	"sync"

	"alike/cmd/alike/policy"
)

// assets are the parts of pages.
//
//go:embed *.html *.css *.js
var assets embed.FS

// layout fills page.html.
type layout struct {
	Title   string
	Policy  string
	Style   template.CSS
	Script  template.JS
	Content any // for the template of the kind
}

// comparing is the template of pages that compare files, and what they have in common.
var comparing = sync.OnceValues(func() (t *template.Template, common layout) {
	t = template.Must(template.ParseFS(assets, "page.html", "compare.html"))
	var parts [3]string
	for i, name := range []string{"page.css", "compare.css", "compare.js"} {
		part, err := assets.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		parts[i] = string(part)
	}
	style, script := parts[0]+parts[1], parts[2]
	return t, layout{
		Policy: policy.Inline(style, script, policy.NoForms),
		Style:  template.CSS(style), Script: template.JS(script), // both are alike's own
	}
})

// write writes a page. html/template escapes all content but rows by its context. If that
// ever fails, the policy of the page still allows only its own style and script, by their
// hashes, and forbids loading or sending anything.
func write(w io.Writer, title string, content *content) error {
	t, page := comparing()
	page.Title, page.Content = title, content
	return t.ExecuteTemplate(w, "page.html", page)
}

// ComparisonPolicy returns the Content-Security-Policy of the page of a comparison.
func ComparisonPolicy() string {
	_, common := comparing()
	return common.Policy
}

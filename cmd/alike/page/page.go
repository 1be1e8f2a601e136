// Package page writes self-contained pages of HTML: style and script are inline, and
// nothing is loaded from the network.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
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
		Policy: policy(style, script),
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

// policy returns the Content-Security-Policy of a page. It allows data: images for the
// empty icon, which keeps browsers from requesting /favicon.ico.
func policy(style, script string) string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

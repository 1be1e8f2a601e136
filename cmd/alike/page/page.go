// Package page writes self-contained pages of HTML: style and script are inline, and
// nothing is loaded from the network.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

// assets are the parts of pages: page.html and page.css for all, and files named after
// each kind of page.
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

// write writes a page of a kind. html/template escapes all content by its context. If that
// ever fails, the policy of the page still allows only its own style and script, by their
// hashes, and forbids loading or sending anything.
func write(w io.Writer, kind, title string, content any) error {
	t, err := template.ParseFS(assets, "page.html", kind+".html")
	if err != nil {
		return fmt.Errorf("parsing the template of the page: %w", err)
	}
	style, script, err := parts(kind)
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(w, "page.html", layout{
		Title: title, Policy: policy(style, script),
		Style: template.CSS(style), Script: template.JS(script), // both are alike's own
		Content: content,
	})
}

// parts returns the style and the script of a kind of page.
func parts(kind string) (style, script string, err error) {
	var parts [3]string
	for i, name := range []string{"page.css", kind + ".css", kind + ".js"} {
		part, err := assets.ReadFile(name)
		if err != nil {
			return "", "", fmt.Errorf("reading a part of the page: %w", err)
		}
		parts[i] = string(part)
	}
	return parts[0] + parts[1], parts[2], nil
}

// ComparisonPolicy returns the Content-Security-Policy of the page of a comparison.
func ComparisonPolicy() (string, error) {
	style, script, err := parts("compare")
	return policy(style, script), err
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

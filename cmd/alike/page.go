package main

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

// pageFiles are the parts of the pages that alike writes: page.html and page.css
// of all of them, and for each kind a file of each ending by its name.
//
//go:embed page
var pageFiles embed.FS

// page is what page.html is filled with. A page is one file that needs no other:
// its style and its script stand in it, and nothing is fetched.
type page struct {
	Title   string
	Policy  string
	Style   template.CSS
	Script  template.JS
	Content any // of the body, for the template of the kind
}

// writePage writes a page of a kind. html/template escapes all that it is filled
// with by where it stands. Should that ever fail, the page's policy lets no style
// and no script act but the two that are meant, which it knows by their hashes, and
// nothing be loaded or sent.
func writePage(w io.Writer, kind, title string, content any) error {
	t, err := template.ParseFS(pageFiles, "page/page.html", "page/"+kind+".html")
	if err != nil {
		return fmt.Errorf("reading the template of the page: %w", err)
	}
	var parts [3]string
	for i, name := range []string{"page.css", kind + ".css", kind + ".js"} {
		part, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return fmt.Errorf("reading a part of the page: %w", err)
		}
		parts[i] = string(part)
	}
	style, script := parts[0]+parts[1], parts[2]
	return t.ExecuteTemplate(w, "page.html", page{
		Title: title, Policy: pagePolicy(style, script),
		Style: template.CSS(style), Script: template.JS(script), // both are alike's own
		Content: content,
	})
}

// pagePolicy is the Content-Security-Policy of a page. The one image allowed is
// the empty icon that keeps browsers from asking for /favicon.ico.
func pagePolicy(style, script string) string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

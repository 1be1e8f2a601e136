// Package web writes a report as one page of HTML: an overview, a map of the folders, a
// graph and tables of what was found. The page loads nothing: program, style and data are
// inside. Its program is in _bundle; app.js, app.css and licences.txt are made from it.
package web

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"alike/cmd/alike/policy"
)

//go:generate go -C _bundle run . -out ..

//go:embed app.js
var script string

//go:embed app.css
var style string

//go:embed licences.txt
var licences string

// Marker is an element of every page that WritePage writes and of no other page.
const Marker = `<meta name="generator" content="alike report">`

// WritePage writes the page. Invisible characters of names and bytes that are not UTF-8
// are escaped as on a terminal. The program of the page only handles names as text; if
// that ever failed, the policy would still allow no other script and no connection, except to
// the server of a live page.
func WritePage(w io.Writer, d *Data) error {
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
%s
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>%s</title>
<style>%s</style>
</head>
<body>
<noscript><p class="noscript">This report needs JavaScript. It loads nothing from the network.</p></noscript>
<div id="app"></div>
`, Policy(d.Overview.Live != nil), Marker, html.EscapeString(visible(d.Overview.Title)), style)
	for _, part := range parts(d) {
		// Marshal escapes <, > and &, so that no name ends the element.
		text, err := json.Marshal(part.value)
		if err != nil {
			return fmt.Errorf("encoding the %s of the report: %w", part.name, err)
		}
		fmt.Fprintf(b, "<script type=\"application/json\" id=\"data-%s\">%s</script>\n", part.name, text)
	}
	fmt.Fprintf(b, "<script type=\"text/plain\" id=\"licences\">%s</script>\n<script>%s</script>\n</body>\n</html>\n",
		strings.ReplaceAll(licences, "</", "<\\/"), script)
	return b.Flush()
}

// Policy returns the Content-Security-Policy of the page. No text can become markup: elements
// take it only from scripts that make trusted types, and there are none. A live page may
// connect to its own server.
func Policy(live bool) string {
	more := []string{"require-trusted-types-for 'script'", "trusted-types 'none'"}
	if live {
		more = append(more, "connect-src 'self'")
	}
	return policy.Inline(style, script, policy.NoForms, more...)
}

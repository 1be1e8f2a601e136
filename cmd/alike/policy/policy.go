// Package policy writes the Content-Security-Policy of pages.
package policy

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Where the forms of a page may be sent.
const (
	NoForms  = "form-action 'none'"
	OwnForms = "form-action 'self'" // to the server of the page
)

// Inline returns the policy of a page that holds its style and script, if it has one. It allows
// no other, and loads nothing. data: images are for the empty icon, which keeps browsers from
// requesting /favicon.ico. forms, and more directives, follow.
func Inline(style, script, forms string, more ...string) string {
	directives := []string{"default-src 'none'", "style-src " + hash(style)}
	if script != "" {
		directives = append(directives, "script-src "+hash(script))
	}
	directives = append(directives, "img-src data:", "base-uri 'none'", forms)
	return strings.Join(append(directives, more...), "; ")
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

package text

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// StripTags returns the text of an HTML document or fragment: the text between the
// tags with entities decoded, without scripts and styles. A tag becomes a space,
// except for inline tags such as <b>, which do not end a word.
func StripTags(document []byte) []byte {
	z := html.NewTokenizer(bytes.NewReader(document))
	out := make([]byte, 0, len(document)/2)
	hidden := false
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken: // the end: reading from memory does not fail
			return out
		case html.TextToken:
			if !hidden {
				out = append(out, z.Text()...)
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			hidden = kind == html.StartTagToken && (tag == atom.Script || tag == atom.Style)
			if !inline(tag) && len(out) > 0 && out[len(out)-1] > ' ' {
				out = append(out, ' ')
			}
		}
	}
}

// inline reports whether the tag may occur inside a word.
func inline(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code, atom.Del, atom.Dfn, atom.Em,
		atom.Font, atom.I, atom.Ins, atom.Kbd, atom.Mark, atom.Q, atom.Ruby, atom.S, atom.Samp, atom.Small,
		atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return false
}

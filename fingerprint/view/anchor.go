package view

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Anchor returns the bytes that represent an anchor in a view; see
// fingerprint.Anchors. Under the text view the anchor is normalised like text, and
// white space at either end becomes one blank. Under the code view keywords and
// operators of any language become their byte, and other characters stay, because the
// view of a string depends on the language and on its context: to find "func (s
// *Server) Close(", use "func(V*V)V(". An anchor that is not valid UTF-8 is an error
// under the text view.
func Anchor(kind Kind, anchor string) (string, error) {
	if kind == FoldCode {
		return codeAnchor(anchor), nil
	}
	if kind != FoldText {
		return anchor, nil
	}
	if !utf8.ValidString(anchor) {
		return "", errors.New("not valid UTF-8, which the text view requires")
	}
	var t textViewer
	t.reset(nil)
	t.blank = false // keep leading white space
	out, _ := t.append(nil, []byte(anchor), true)
	return string(out), nil
}

// codeAnchor replaces the longest keywords and operators by their byte and drops blanks.
func codeAnchor(anchor string) string {
	var out []byte
	for i := 0; i < len(anchor); {
		n, token := 1, anchor[i]
		if token <= ' ' {
			i++
			continue
		}
		for word, b := range tokenBytes() {
			if len(word) > n && strings.HasPrefix(anchor[i:], word) {
				n, token = len(word), b
			}
		}
		out = append(out, token)
		i += n
	}
	return string(out)
}

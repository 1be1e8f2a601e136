package view

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Anchor returns the bytes that represent an anchor in a view; see
// fingerprint.Anchors. Under the text view the anchor is normalised like text, so white
// space at either end is dropped: whether it counts depends on what is beside the anchor.
// Under the code view keywords and operators of any language become their byte, and other
// characters stay, because the view of a string depends on the language and on its
// context: to find "func (s *Server) Close(", use "func(V*V)V(". Under the text view an
// anchor that is not valid UTF-8 or of which nothing remains is an error.
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
	out, _ := t.append(nil, []byte(anchor), true)
	if len(out) == 0 {
		return "", errors.New("only blanks, which the text view drops")
	}
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

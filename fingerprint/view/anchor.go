package view

import (
	"errors"
	"unicode/utf8"
)

// Anchor returns what stands in a view for an anchor, which is written as in a file
// (see fingerprint.Anchors). Under the text view it is brought into the same form as
// text; its white space at either end stays, as one blank. Under the code view it is
// looked for as it is, since what a string becomes there depends on the language and
// on what is around it: who wants to find "func (s *Server) Close(" gives
// "func(V*V)V(".
func Anchor(kind Kind, anchor string) (string, error) {
	if kind != FoldText {
		return anchor, nil
	}
	if !utf8.ValidString(anchor) {
		return "", errors.New("it is not UTF-8, as all that is seen under --view text is")
	}
	var t Text
	t.Reset(nil)
	t.blank = false // something stands before it
	out, _ := t.Append(nil, []byte(anchor), true)
	return string(out), nil
}

package view

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestAnchor(t *testing.T) {
	for _, c := range []struct {
		kind         Kind
		anchor, want string
	}{
		{Raw, "\nFrom:  \xff", "\nFrom:  \xff"},
		{FoldCode, "func V(", "func V("},
		{FoldText, "\nFrom:  ", " from: "},
		{FoldText, "\t\n", " "},
		{FoldText, "ﬁn É́", "fin é́"},
		{FoldText, "Straße", "straße"},
	} {
		if got, err := Anchor(c.kind, c.anchor); err != nil || got != c.want {
			t.Errorf("%s: %q becomes %q, %v; want %q", c.kind, c.anchor, got, err, c.want)
		}
	}
	if got, err := Anchor(FoldText, "a\xff"); err == nil {
		t.Errorf("what is not UTF-8 becomes %q", got)
	}
}

// What stands in a text stands in its view, as Anchor has it.
func TestAnchorIsInTheView(t *testing.T) {
	text := []rune("Dear  Sir,\r\n\r\n\tÄRGER mit ﬂügeln;  ПРИВЕТ, Мир!\u00a0\u3000Ｗｉｄｅ ½ x²\n-- \nÉpsilon Σίσυφος 漢字 かな")
	see := NewViewer(FoldText, false)
	see.Reset("x.txt")
	whole := string(see.Write([]byte("<"+string(text)+">"), true))
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		from := r.IntN(len(text))
		anchor := string(text[from : from+1+r.IntN(len(text)-from)])
		if got, err := Anchor(FoldText, anchor); err != nil || !strings.Contains(whole, got) {
			t.Fatalf("%q becomes %q, %v, which is not in %q", anchor, got, err, whole)
		}
	}
}

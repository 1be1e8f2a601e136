package terminal

import "regexp"

// Painter colours text if On is set, and otherwise returns it unchanged.
type Painter struct{ On bool }

// Paint returns s in the style of an SGR code such as "33" (ECMA-48, 8.3.117).
func (p Painter) Paint(code, s string) string {
	if !p.On || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Bold returns s in bold.
func (p Painter) Bold(s string) string { return p.Paint("1", s) }

// Dim returns s in a fainter colour.
func (p Painter) Dim(s string) string { return p.Paint("2", s) }

// painted matches the sequences that Paint adds.
var painted = regexp.MustCompile("\x1b\\[[0-9]*m")

// Unpainted returns s without the sequences of a Painter.
func Unpainted(s string) string { return painted.ReplaceAllString(s, "") }

package main

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// drawing collects the elements of an SVG picture. Only what two plots need.
type drawing struct {
	strings.Builder
}

// Colours that stay apart for the colour-blind (Okabe and Ito 2008).
const (
	ink      = "#333333"
	faint    = "#dddddd"
	oursHue  = "#0072b2"
	peerHue  = "#999999"
	floorHue = "#d55e00"
)

func newDrawing(width, height float64) *drawing {
	d := &drawing{}
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" font-family="sans-serif" font-size="13">`+"\n",
		width, height, width, height)
	d.rect(0, 0, width, height, "#ffffff")
	return d
}

// String ends the picture and returns it.
func (d *drawing) String() string { return d.Builder.String() + "</svg>\n" }

func (d *drawing) rect(x, y, w, h float64, fill string) {
	fmt.Fprintf(d, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", x, y, w, h, fill)
}

func (d *drawing) line(x1, y1, x2, y2 float64, hue string) {
	fmt.Fprintf(d, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/>`+"\n", x1, y1, x2, y2, hue)
}

func (d *drawing) dot(x, y float64, hue string) {
	fmt.Fprintf(d, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`+"\n", x, y, hue)
}

// text writes words; anchor is start, middle or end.
func (d *drawing) text(x, y float64, anchor, hue, words string) {
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">`, x, y, anchor, hue)
	_ = xml.EscapeText(d, []byte(words)) // a strings.Builder does not fail
	d.WriteString("</text>\n")
}

// axis maps values to places on a line.
type axis struct {
	from, to  float64 // values
	low, high float64 // places
	log       bool
}

func (a axis) at(v float64) float64 {
	from, to := a.from, a.to
	if a.log {
		from, to, v = math.Log10(from), math.Log10(to), math.Log10(v)
	}
	if to == from {
		return a.low
	}
	return a.low + (v-from)/(to-from)*(a.high-a.low)
}

// logAxis spans whole powers of ten around positive values.
func logAxis(values []float64, low, high float64) axis {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		if v > 0 {
			least, most = min(least, v), max(most, v)
		}
	}
	if most == 0 {
		least, most = 1, 1
	}
	from, to := math.Floor(math.Log10(least)), math.Ceil(math.Log10(most))
	if to == from {
		to++
	}
	return axis{math.Pow(10, from), math.Pow(10, to), low, high, true}
}

// zeroAxis spans from 0 to a round number above all values.
func zeroAxis(values []float64, low, high float64) axis {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	if most == 0 {
		most = 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(most)))
	for _, step := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8, 10} {
		if step*unit >= most {
			return axis{0, step * unit, low, high, false}
		}
	}
	return axis{0, most, low, high, false}
}

// ticks are the values that the axis is labelled at.
func (a axis) ticks() []float64 {
	var at []float64
	if a.log {
		for v := a.from; v <= a.to*1.001; v *= 10 {
			at = append(at, v)
		}
		return at
	}
	for i := range 5 {
		at = append(at, a.from+float64(i)*(a.to-a.from)/4)
	}
	return at
}

// count prints a number with its thousands apart, as far as it needs.
func count(v float64) string {
	text := fmt.Sprintf("%.4g", v)
	if v >= 1000 {
		text = fmt.Sprintf("%.0f", v)
		for i := len(text) - 3; i > 0; i -= 3 {
			text = text[:i] + "," + text[i:]
		}
	}
	return text
}

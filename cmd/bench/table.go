//go:build linux

package main

import "fmt"

// mib is the unit of memory in tables.
const mib = 1 << 20

// cells returns the columns of a row. time formats seconds.
func cells(r row, ratio string, time func(seconds float64) string) []string {
	if r.Rounds == 0 {
		return []string{"–", "–", "–", "–", "–", "–", "0", label(r)}
	}
	return []string{ratio, time(r.Seconds), time(r.Least), time(r.Most), time(r.CPU),
		peak(r.Peak, r.AtMost), fmt.Sprint(r.Rounds), label(r)}
}

// ratioText formats a ratio. 0 means unknown.
func ratioText(ratio float64) string {
	if ratio == 0 {
		return "–"
	}
	return figures(ratio)
}

func label(r row) string {
	text := "  " + r.Name + ": " + r.Does
	if r.Note != "" {
		text += " (" + r.Note + ")"
	}
	return text
}

// figures formats x with two decimals, with one from 10 and with none from 100,
// because more digits would be noise.
func figures(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	if x >= 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func peak(bytes int64, atMost bool) string {
	text := fmt.Sprintf("%.0f", float64(bytes)/mib)
	if atMost {
		return "≤ " + text
	}
	return text
}

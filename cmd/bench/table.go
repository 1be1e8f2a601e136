package main

import "fmt"

// mib is the unit of memory in tables.
const mib = 1 << 20

// label returns the last column of a row.
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

// peak formats peak memory in MiB.
func peak(bytes int64, atMost bool) string {
	text := fmt.Sprintf("%.0f", float64(bytes)/mib)
	if atMost {
		return "≤ " + text
	}
	return text
}

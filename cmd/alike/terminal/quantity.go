package terminal

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
)

// Amount returns a number with its noun: "1 file", "1,200 files".
func Amount(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Comma(n) + " " + many
}

// Comma returns a number with commas between groups of three digits.
func Comma(n int64) string { return humanize.Comma(n) }

// Size returns a number of bytes with a binary unit: "8.7 KiB".
func Size(n int64) string { return humanize.IBytes(uint64(max(n, 0))) }

// Seconds returns a duration: "1.5 s", from a minute on "2m30s".
func Seconds(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// sinceValue is a moment in the past: a date, or so long ago.
type sinceValue struct {
	set  bool
	text string
	at   time.Time     // if not zero
	ago  time.Duration // else
	days int           // or so many days before the one that it is
	day  bool
}

var errSince = errors.New(`a time is written today, yesterday, 2026-11-21, "2026-11-21 15:04", 12h, 7d, 2w or @SECONDS since 1970`)

// sinceLayouts are how a moment is written, in local time but for the last.
var sinceLayouts = []string{
	time.DateOnly, "2006-01-02 15:04", time.DateTime, "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339,
}

func (v *sinceValue) Set(s string) error {
	*v = sinceValue{set: true, text: s}
	switch s {
	case "today":
		v.day = true
		return nil
	case "yesterday":
		v.day, v.days = true, 1
		return nil
	}
	for _, layout := range sinceLayouts {
		if at, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			v.at = at
			return nil
		}
	}
	if digits, ok := strings.CutPrefix(s, "@"); ok {
		// 40 bits are the years up to 36812, and overflow nowhere.
		seconds, err := strconv.ParseUint(digits, 10, 40)
		if err != nil {
			return fmt.Errorf("%w, not %q", errSince, s)
		}
		v.at = time.Unix(int64(seconds), 0)
		return nil
	}
	ago, err := parseAgo(s)
	if err != nil || ago < 0 {
		return fmt.Errorf("%w, not %q", errSince, s)
	}
	v.ago = ago
	return nil
}

// parseAgo reads a length of time, in days or weeks as well. More of these than a
// time.Duration holds, 292 years, are as many as it holds: the beginning in any
// case.
func parseAgo(s string) (time.Duration, error) {
	unit := map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	n := len(s) - 1
	if n < 1 || unit[s[n]] == 0 {
		return time.ParseDuration(s)
	}
	count, err := strconv.ParseUint(s[:n], 10, 63)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, err
	}
	if count > uint64(math.MaxInt64/unit[s[n]]) {
		return math.MaxInt64, nil
	}
	return time.Duration(count) * unit[s[n]], nil
}

func (v *sinceValue) String() string { return v.text }

func (v *sinceValue) Type() string { return "TIME" }

// from returns the moment that is meant at some moment.
func (v *sinceValue) from(now time.Time) time.Time {
	switch {
	case v.day:
		y, m, d := now.Date()
		return time.Date(y, m, d-v.days, 0, 0, 0, 0, now.Location())
	case v.at.IsZero():
		return now.Add(-v.ago)
	}
	return v.at
}

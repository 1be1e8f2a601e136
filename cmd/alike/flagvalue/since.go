package flagvalue

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Since is a moment in the past: a date, a time, or an age.
type Since struct {
	text string        // as given, "" if the flag was not
	at   time.Time     // an absolute moment, or zero
	ago  time.Duration // before now, if at is zero and day is not set
	day  bool          // the start of a day in local time
	days int           // before today, if day is set
}

var errSince = errors.New(`want a time such as today, yesterday, 2026-11-21, "2026-11-21 15:04", 12h, 7d, 2w or @SECONDS since 1970`)

// sinceLayouts are the accepted notations of an absolute moment. All but RFC 3339
// are in local time.
var sinceLayouts = []string{
	time.DateOnly, "2006-01-02 15:04", time.DateTime, "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339,
}

// Set implements pflag.Value.
func (v *Since) Set(s string) error {
	*v = Since{text: s}
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
		// 40 bits reach the year 36812 and overflow nowhere.
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

// parseAgo parses a duration, also in days or weeks. More than the 292 years that a
// time.Duration can hold become its maximum, which is before any index.
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

// String implements pflag.Value. It returns the text as given.
func (v *Since) String() string { return v.text }

// Type implements pflag.Value.
func (v *Since) Type() string { return "TIME" }

// Given reports whether the flag was given.
func (v *Since) Given() bool { return v.text != "" }

// From returns the moment that v denotes at the time now.
func (v *Since) From(now time.Time) time.Time {
	switch {
	case v.day:
		y, m, d := now.Date()
		return time.Date(y, m, d-v.days, 0, 0, 0, 0, now.Location())
	case v.at.IsZero():
		return now.Add(-v.ago)
	}
	return v.at
}

package flagvalue

import (
	"testing"
	"time"
)

func TestSince(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 30, 15, 500, time.Local)
	day := 24 * time.Hour
	for in, want := range map[string]time.Time{
		"today":                     time.Date(2026, 11, 21, 0, 0, 0, 0, time.Local),
		"yesterday":                 time.Date(2026, 11, 20, 0, 0, 0, 0, time.Local),
		"2026-11-20":                time.Date(2026, 11, 20, 0, 0, 0, 0, time.Local),
		"2026-11-20 15:04":          time.Date(2026, 11, 20, 15, 4, 0, 0, time.Local),
		"2026-11-20 15:04:05":       time.Date(2026, 11, 20, 15, 4, 5, 0, time.Local),
		"2026-11-20T15:04":          time.Date(2026, 11, 20, 15, 4, 0, 0, time.Local),
		"2026-11-21T09:09:01":       time.Date(2026, 11, 21, 9, 9, 1, 0, time.Local),
		"2026-11-21T09:09:01Z":      time.Date(2026, 11, 21, 9, 9, 1, 0, time.UTC),
		"2026-11-21T09:09:01+02:00": time.Date(2026, 11, 21, 7, 9, 1, 0, time.UTC),
		"@0":                        time.Unix(0, 0),
		"@1700000000":               time.Unix(1_700_000_000, 0),
		"0s":                        now,
		"90m":                       now.Add(-90 * time.Minute),
		"1h30m":                     now.Add(-90 * time.Minute),
		"7d":                        now.Add(-7 * day),
		"2w":                        now.Add(-14 * day),
		"100000d":                   now.Add(-100_000 * day),
	} {
		var v Since
		if err := v.Set(in); err != nil || !v.From(now).Equal(want) {
			t.Errorf("since %q is %v, %v, want %v", in, v.From(now), err, want)
		}
	}
	// A time beyond the range of a duration is long ago, not in the future.
	for _, in := range []string{"15251w", "16000w", "106752d", "99999999999999999999w", "9223372036854775807d"} {
		var v Since
		if err := v.Set(in); err != nil || v.From(now).After(time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("since %q is %v, %v, want the distant past", in, v.From(now), err)
		}
	}
	for _, in := range []string{"", "tomorrow", "d", "w", "-1d", "-1h", "+1d", "1.5d", "0x10d", "1e3w", "7 d", "99999999h",
		"2026-13-01", "2026-11-21 25:00", "21.11.2026", "@", "@-1", "@1.5", "@x", "@9999999999999", "1700000000"} {
		var v Since
		if err := v.Set(in); err == nil {
			t.Errorf("since %q was accepted as %v", in, v.From(now))
		}
	}
}

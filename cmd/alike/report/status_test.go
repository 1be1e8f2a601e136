package report

import (
	"testing"
	"time"

	"alike/db"
)

func TestLastScan(t *testing.T) {
	began := time.Date(2026, 11, 21, 9, 0, 0, 0, time.Local)
	for _, c := range []struct {
		ended time.Time
		took  time.Duration
		held  *db.HeldError
		want  string
	}{
		{began.Add(90 * time.Second), 90 * time.Second, nil, "2026-11-21 09:00, 1m30s"},
		{began.Add(20 * time.Second), 25400 * time.Millisecond, &db.HeldError{}, "2026-11-21 09:00, 25.4 s"},
		{time.Time{}, 0, &db.HeldError{}, "2026-11-21 09:00, not done yet"},
		{time.Time{}, 0, nil, "2026-11-21 09:00, interrupted: the same command goes on from there"},
	} {
		s := Status{Scans: []db.Scan{{ID: 1}, {ID: 2, Began: began, Ended: c.ended, Took: c.took}}, Held: c.held}
		if got := s.lastScanText(); got != c.want {
			t.Errorf("a scan that ended at %v: %q, want %q", c.ended, got, c.want)
		}
	}
}

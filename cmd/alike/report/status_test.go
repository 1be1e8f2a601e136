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
		held  *db.HeldError
		want  string
	}{
		{began.Add(90 * time.Second), nil, "2026-11-21 09:00, 1m30s"},
		{began.Add(90 * time.Second), &db.HeldError{}, "2026-11-21 09:00, 1m30s"},
		{began.Add(-time.Hour), nil, "2026-11-21 09:00, 0.0 s"}, // the clock was set back
		{time.Time{}, &db.HeldError{}, "2026-11-21 09:00, not done yet"},
		{time.Time{}, nil, "2026-11-21 09:00, interrupted: the same command goes on from there"},
	} {
		s := Status{Scans: []db.Scan{{ID: 1}, {ID: 2, Began: began, Ended: c.ended}}, Held: c.held}
		if got := s.lastScanText(); got != c.want {
			t.Errorf("a scan that ended at %v: %q, want %q", c.ended, got, c.want)
		}
	}
}

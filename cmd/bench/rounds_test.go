//go:build linux

package main

import (
	"errors"
	"os"
	"slices"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0},
		{[]float64{7}, 7},
		{[]float64{9, 1}, 5},
		{[]float64{100, 1, 2}, 2},
		{[]float64{4, 1, 3, 1000}, 3.5},
	} {
		given := slices.Clone(c.values)
		if got := median(c.values); got != c.want {
			t.Errorf("median(%v) = %v, want %v", given, got, c.want)
		}
		if !slices.Equal(given, c.values) {
			t.Errorf("median reordered %v", given)
		}
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	rows := []row{{Name: "alike scan", Seconds: 3}, {Name: baseline, Seconds: 2}, {Name: "missing"}}
	addRatios(rows)
	for i, want := range []float64{1.5, 1, 0} {
		if rows[i].Ratio != want {
			t.Errorf("%s: ratio %v, want %v", rows[i].Name, rows[i].Ratio, want)
		}
	}
	alone := []row{{Name: "alike scan", Seconds: 3}, {Name: baseline, Note: "not installed"}}
	addRatios(alone)
	if alone[0].Ratio != 0 {
		t.Errorf("got ratio %v although b3sum did not run", alone[0].Ratio)
	}
	if got := ratioText(alone[0].Ratio); got != "–" {
		t.Errorf("an unknown ratio is shown as %q", got)
	}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	r := summarize(command{name: "x"}, []sample{
		{wall: 3 * time.Second, cpu: time.Second, peak: 5},
		{wall: time.Second, cpu: 4 * time.Second, peak: 50, floored: true},
		{wall: 8 * time.Second, cpu: 2 * time.Second, peak: 7},
	}, "a note")
	want := row{Name: "x", Rounds: 3, Seconds: 3, CPU: 2, Least: 1, Most: 8, Peak: 7, AtMost: true, Note: "a note"}
	if r != want {
		t.Errorf("got  %+v\nwant %+v", r, want)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	code := &exitError{code: 3}
	for _, c := range []struct {
		kept  bool
		err   error
		note  string
		out   bool
		fatal bool
	}{
		{false, nil, "", false, false},
		{false, code, "exit code 3", false, false},
		{true, code, "", false, true},
		{true, errTimeout, "killed after 1m0s", true, false},
		{false, os.ErrPermission, "", false, true},
	} {
		note, out, fatal := judge(command{kept: c.kept}, c.err, time.Minute)
		if note != c.note || out != c.out || (fatal != nil) != c.fatal {
			t.Errorf("kept %v, %v: got %q, %v, %v", c.kept, c.err, note, out, fatal)
		}
	}
}

// TestTimeout checks that a command that takes too long is killed together with
// its children.
func TestTimeout(t *testing.T) {
	t.Parallel()
	b := &bench{options: options{timeout: 200 * time.Millisecond}, dir: t.TempDir()}
	start := time.Now()
	_, err := b.measure(t.Context(), command{args: []string{"sh", "-c", "sleep 60 & wait"}, kept: true})
	if !errors.Is(err, errTimeout) {
		t.Errorf("got %v, want %v", err, errTimeout)
	}
	// A surviving child would keep standard error open, and measure would wait.
	if d := time.Since(start); d > 30*time.Second {
		t.Errorf("waited %v for the child", d)
	}
}

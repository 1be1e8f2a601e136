package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"alike/db"
	"alike/scan"
)

func TestAnnouncement(t *testing.T) {
	t.Parallel()
	p := &scan.Progress{}
	p.Done.Store(12345)
	p.DoneBytes.Store(1200 << 20)
	if text := announcement(p, 1e6); text != "12,345 files, 1.2 GiB so far" {
		t.Errorf("without totals: %q", text)
	}
	p.TotalBytes.Store(2400 << 20)
	if text := announcement(p, 1e6); text != "12,345 files, 1.2 GiB so far" {
		t.Errorf("while totals are counted: %q", text)
	}
	p.Counted.Store(true)
	if text := announcement(p, 10<<20); text != "12,345 files, 1.2 GiB, 50 %, 2m0s left" {
		t.Errorf("with totals: %q", text)
	}
	if text := announcement(p, 0); text != "12,345 files, 1.2 GiB, 50 %" {
		t.Errorf("before there is a rate: %q", text)
	}
	p.DoneBytes.Store(5 << 30)
	if text := announcement(p, 1e6); text != "12,345 files, 5.0 GiB, 100 %, 0s left" {
		t.Errorf("more than was counted: %q", text)
	}
}

// TestAnnounceReachesOthers checks that a process that wants to write sees the progress of a scan
// until the scan ends.
func TestAnnounceReachesOthers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "index")
	o := db.Options{Write: true, Create: true, Command: "alike scan \x1b[31m/srv"}
	ix, err := db.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	p := &scan.Progress{}
	p.Done.Store(7)
	stop := announce(ix, time.Millisecond, &p.DoneBytes, func(rate float64) string { return announcement(p, rate) })
	var held *db.HeldError
	for n := 0; held == nil || held.State == ""; n++ {
		if _, err := db.Open(context.Background(), dir, o); !errors.As(err, &held) || n > 1000 {
			t.Fatalf("%v after %d attempts, want a HeldError with a state", err, n)
		}
	}
	stop()
	what, next := explain(held)
	if !strings.HasPrefix(what, "the index "+dir+" is held by process ") || strings.Contains(what, "\x1b") ||
		!strings.HasSuffix(what, ": 7 files, 0 B so far") || !strings.Contains(next, "--wait 10m") {
		t.Errorf("%q, %q", what, next)
	}
	if err := ix.Close(); err != nil {
		t.Error(err)
	}
}

// TestAnswerLetsOthersScan checks that other processes can scan while an answer is
// computed and printed after a scan.
func TestAnswerLetsOthersScan(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 2)
	a := newCommandLine(environment{
		stdout: &w.out, stderr: &w.err,
		getenv:     func(name string) string { return w.vars[name] },
		outColumns: func() int { return 0 }, errColumns: func() int { return 0 },
	})
	var o questionOptions
	set := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for _, add := range []func(*pflag.FlagSet){o.files.AddFlags, o.list.AddFlags, o.rule.AddFlags, o.work.AddFlags, o.index.AddFlags} {
		add(set)
	}
	s, err := openAnswer(context.Background(), a.app, "status", &o, []string{tree})
	if err != nil {
		t.Fatal(err)
	}
	files := s.scan.Files
	if code := w.run("forget", tree); code != 0 {
		t.Fatalf("during the answer, forget exits with %d: %s", code, &w.err)
	}
	status, err := s.ix.Status(context.Background())
	if err != nil || status.Files != files || files == 0 {
		t.Errorf("the answer is about %d files (%v), %d were scanned", status.Files, err, files)
	}
	if err := s.ix.Close(); err != nil {
		t.Error(err)
	}
}

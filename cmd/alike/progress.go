package main

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/scan"
)

// scanGauge shows the progress of a scan in bytes, which determine its duration, and the
// number of files.
func scanGauge(p *scan.Progress) terminal.Gauge {
	return terminal.Gauge{
		Read: func() (done, total int64) {
			if p.Counted.Load() {
				total = p.TotalBytes.Load()
			}
			return p.DoneBytes.Load(), total
		},
		Text: func(done, total int64, rate float64, left time.Duration) string {
			var b strings.Builder
			if total > 0 {
				fmt.Fprintf(&b, "%s/%s files, %s/%s", terminal.Comma(p.Done.Load()), terminal.Comma(p.TotalFiles.Load()), terminal.Size(done), terminal.Size(total))
			} else {
				fmt.Fprintf(&b, "%s files, %s", terminal.Comma(p.Done.Load()), terminal.Size(done))
			}
			if rate > 0 {
				fmt.Fprintf(&b, ", %s/s", terminal.Size(int64(rate)))
			}
			if total > 0 && left >= 0 {
				fmt.Fprintf(&b, ", %v left", left)
			}
			return b.String()
		},
	}
}

// announceEvery is the interval between two announcements.
const announceEvery = time.Second

// announce shows the progress of this run to other processes that want to write to the
// index, until stop is called. done counts bytes, and text describes the progress at a
// rate per second.
func announce(ix *db.Index, every time.Duration, done *atomic.Int64, text func(rate float64) string) (stop func()) {
	stopped, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		var speed terminal.Speedometer
		for {
			select {
			case <-stopped:
				return
			case now := <-tick.C:
				ix.Announce(text(speed.At(now, done.Load())))
			}
		}
	}()
	return func() {
		close(stopped)
		<-ended
	}
}

// announcement describes the progress of a scan. rate is in bytes per second. Totals are
// known only if there is a progress bar.
func announcement(p *scan.Progress, rate float64) string {
	done, total := p.DoneBytes.Load(), p.TotalBytes.Load()
	text := terminal.Amount(p.Done.Load(), "file", "files") + ", " + terminal.Size(done)
	if !p.Counted.Load() || total <= 0 {
		return text + " so far"
	}
	done = min(done, total) // files may grow after they are counted
	text += fmt.Sprintf(", %d %%", 100*done/total)
	if d := terminal.TimeLeft(total-done, rate); d >= 0 {
		text += fmt.Sprintf(", %v left", d)
	}
	return text
}

// firstScan describes the first scan of a root that has not ended.
type firstScan struct {
	state        string // report.FirstScanRunning or FirstScanInterrupted
	what, covers string // for a message
}

// noteFirstScan remembers for the end of the run whether the first scan of a root has not
// ended, so that answers lack most of its files.
func (a *app) noteFirstScan(ix *db.Index, dir string) {
	scans := ix.Scans()
	var roots []string
	if n := len(scans); n > 0 {
		last := scans[n-1]
		if !last.Ended.IsZero() {
			return
		}
		for _, t := range ix.Trees() {
			if t.First == last.ID {
				roots = append(roots, t.Path)
			}
		}
		if len(roots) == 0 && last.ID > 1 {
			return // it only brings known roots up to date
		}
	} else if ix.NextContent() > 1 {
		return // an older version scanned
	}
	verb, again := "scan", "alike scan"
	if ix.Imported() {
		verb, again = "import", "give the same alike import once more"
	}
	what := "the first " + verb
	if len(roots) == 1 {
		what += " of " + terminal.Visible(roots[0])
	} else if len(roots) > 1 {
		what += fmt.Sprintf(" of %d folders", len(roots))
	}
	switch held := db.Holder(dir); {
	case held != nil:
		a.first = &firstScan{report.FirstScanRunning, what + " is running: " + terminal.Visible(report.WrittenBy(held)),
			"this answer covers what it had committed"}
	case len(scans) > 0:
		a.first = &firstScan{report.FirstScanInterrupted, what + " was interrupted: this answer covers what it had committed",
			"resume it: " + again}
	default:
		a.first = &firstScan{report.FirstScanInterrupted, "the index is empty: its " + what[len("the "):] + " was interrupted",
			verb + " again: alike " + verb + " DIR"}
	}
}

// warnings reports files that could not be read. Without -v it names only the first few,
// so that a million unreadable files do not drown other messages.
type warnings struct {
	screen  *terminal.Screen
	named   int
	omitted int      // beyond warningsNamed
	advice  []string // distinct advice on these files
}

const warningsNamed = 20

func (w *warnings) add(path string, err error) {
	if next := advice.OnFile(err); next != "" && !slices.Contains(w.advice, next) {
		w.advice = append(w.advice, next)
	}
	if w.named >= warningsNamed && !w.screen.Verbose {
		w.omitted++
		return
	}
	w.named++
	w.screen.Note("alike: %s", terminal.Visible(reasonFor(path, err)))
}

func (w *warnings) end() {
	if w.omitted > 0 {
		w.screen.Note("alike: %s more could not be read; -v names them all", terminal.Amount(int64(w.omitted), "file", "files"))
	}
	for _, next := range w.advice {
		w.screen.Note("  %s", next)
	}
}

// unread reports files that could not be read again, each of them once, and counts them
// as failed.
type unread struct {
	app      *app
	reported map[string]bool
	warnings warnings
}

func newUnread(a *app) unread {
	return unread{app: a, reported: map[string]bool{}, warnings: warnings{screen: a.screen}}
}

func (u *unread) add(path string, err error) {
	if !u.reported[path] {
		u.reported[path] = true
		u.app.failed++
		u.warnings.add(path, err)
	}
}

func (u *unread) end() { u.warnings.end() }

// reasonFor describes an error about a path, which the error may name as well.
func reasonFor(path string, err error) string {
	return fmt.Sprintf("reading %s: %v", path, input.WithoutPath(err))
}

package main

import (
	"io"
	"math"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// gauge is what a progress bar shows.
type gauge struct {
	// read returns how much is done and of how much; the total is 0 while it is
	// not known, and a spinner stands in for the bar.
	read func() (done, total int64)
	// text describes the state; rate is per second, left is negative while it
	// cannot be told.
	text func(done, total int64, rate float64, left time.Duration) string
}

// redraw is how often a bar is brought up to date.
const redraw = 100 * time.Millisecond

// bar is a progress bar on a screen. The library draws it; what stands beside
// it is written here, since the library takes the part that was done while the
// total was not known for a burst of speed.
type bar struct {
	screen *screen
	gauge  gauge
	stop   chan struct{}
	done   chan struct{}
}

// startBar shows a bar until finish is called. Without a terminal, and for
// those who want none, there is no bar, and nil is returned, which finish
// accepts.
func (s *screen) startBar(g gauge) *bar {
	if s.columns() == 0 || s.quiet || s.noProgress {
		return nil
	}
	b := &bar{screen: s, gauge: g, stop: make(chan struct{}), done: make(chan struct{})}
	s.mu.Lock()
	s.live = true
	s.mu.Unlock()
	go b.run()
	return b
}

func (b *bar) run() {
	defer close(b.done)
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	var (
		pb           *progressbar.ProgressBar
		shown, scale int64 // what pb was told
		speed        speedometer
	)
	for {
		var now time.Time
		select {
		case <-b.stop:
			return
		case now = <-tick.C:
		}
		done, total := b.gauge.read()
		// One more than the total, since a bar that is full ends itself, but
		// files may grow after they were counted.
		if total > 0 {
			total = max(total, done) + 1
		}
		if pb == nil || total != scale {
			pb, scale, shown = b.draw(total), total, 0
		}
		rate := speed.at(now, done)
		pb.Describe(b.gauge.text(done, max(0, total-1), rate, left(total-done, rate)))
		_ = pb.Add64(done - shown)
		shown = done
	}
}

// draw makes a bar for a total, or a spinner where that is 0.
func (b *bar) draw(total int64) *progressbar.ProgressBar {
	if total == 0 {
		total = -1
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(barLine{b.screen}),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(max(8, min(30, b.screen.columns()-66))),
		progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionSpinnerType(9),
		progressbar.OptionSetTheme(progressbar.Theme{
			Saucer: "=", SaucerHead: ">", SaucerPadding: " ", BarStart: "[", BarEnd: "]",
		}),
	)
}

// finish takes the bar off the screen.
func (b *bar) finish() {
	if b == nil {
		return
	}
	close(b.stop)
	<-b.done
	s := b.screen
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line != "" {
		_, _ = io.WriteString(s.w, wipe)
	}
	s.live, s.line = false, ""
}

// barLine is what the library writes to: each drawing becomes the line at the
// bottom of the screen, without the library's own ideas of cursor movement.
type barLine struct{ s *screen }

func (w barLine) Write(p []byte) (int, error) {
	if line := strings.ReplaceAll(string(p), "\r", ""); strings.TrimSpace(line) != "" {
		w.s.draw(strings.TrimRight(line, " "))
	}
	return len(p), nil
}

// speedometer smooths a rate over some seconds.
type speedometer struct {
	last   time.Time
	count  int64
	rate   float64 // weighted sum
	weight float64 // of what rate holds so far, towards 1
}

// memory is after what time a measurement counts for a third.
const memory = 5 * time.Second

// at returns the rate per second, having been told how much is done by now.
func (m *speedometer) at(now time.Time, done int64) float64 {
	if m.last.IsZero() {
		m.last, m.count = now, done
		return 0
	}
	elapsed := now.Sub(m.last).Seconds()
	if elapsed <= 0 {
		return 0
	}
	keep := math.Exp(-elapsed / memory.Seconds())
	m.rate = keep*m.rate + (1-keep)*float64(done-m.count)/elapsed
	m.weight = keep*m.weight + (1 - keep)
	m.last, m.count = now, done
	return m.rate / m.weight
}

// left returns how long the rest will take, negative if that cannot be told.
func left(rest int64, rate float64) time.Duration {
	if rest < 0 || rate <= 0 || float64(rest)/rate > (1000*time.Hour).Seconds() {
		return -1
	}
	return time.Duration(float64(rest) / rate * float64(time.Second)).Round(time.Second)
}

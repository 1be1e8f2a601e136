package terminal

import (
	"io"
	"math"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Gauge supplies the content of a progress bar. The goroutine of the bar calls its
// functions.
type Gauge struct {
	// Read returns the work done and the total. While the total is unknown, it is 0
	// and a spinner replaces the bar.
	Read func() (done, total int64)
	// Text describes the state beside the bar. rate is per second; left is
	// negative while it is unknown.
	Text func(done, total int64, rate float64, left time.Duration) string
}

// redraw is the interval between two drawings of a bar.
const redraw = 100 * time.Millisecond

// Bar is a progress bar on a screen. The progressbar library draws only the bar, not the
// text beside it, because it would count the work done while the total was unknown as a
// burst of speed.
type Bar struct {
	screen *Screen
	gauge  Gauge
	stop   chan struct{}
	done   chan struct{}
}

// StartBar shows a bar until Finish is called. It returns nil, on which Finish
// does nothing, if the screen is quiet, shows no progress or is not a terminal.
func (s *Screen) StartBar(g Gauge) *Bar {
	if s.Columns() == 0 || s.Quiet || s.NoProgress {
		return nil
	}
	b := &Bar{screen: s, gauge: g, stop: make(chan struct{}), done: make(chan struct{})}
	s.mu.Lock()
	s.live = true
	s.mu.Unlock()
	go b.run()
	return b
}

func (b *Bar) run() {
	defer close(b.done)
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	var (
		pb           *progressbar.ProgressBar
		shown, scale int64 // progress and total of pb
		speed        Speedometer
	)
	for {
		var now time.Time
		select {
		case <-b.stop:
			return
		case now = <-tick.C:
		}
		done, total := b.gauge.Read()
		// The library ends a bar that is full, but files may grow after they
		// were counted: the scale is always one more than the total.
		if total > 0 {
			total = max(total, done) + 1
		}
		if pb == nil || total != scale {
			pb, scale, shown = b.draw(total), total, 0
		}
		rate := speed.At(now, done)
		pb.Describe(b.gauge.Text(done, max(0, total-1), rate, TimeLeft(total-done, rate)))
		_ = pb.Add64(done - shown)
		shown = done
	}
}

// draw returns a bar for a total, or a spinner if total is 0.
func (b *Bar) draw(total int64) *progressbar.ProgressBar {
	if total == 0 {
		total = -1
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(barLine{b.screen}),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(max(8, min(30, b.screen.Columns()-66))),
		progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionSpinnerType(9),
		progressbar.OptionSetTheme(progressbar.Theme{
			Saucer: "=", SaucerHead: ">", SaucerPadding: " ", BarStart: "[", BarEnd: "]",
		}),
	)
}

// Finish removes the bar from the screen.
func (b *Bar) Finish() {
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

// barLine receives the drawings of the library. It strips their cursor movements
// and shows each one as the bottom line of the screen.
type barLine struct{ s *Screen }

func (w barLine) Write(p []byte) (int, error) {
	if line := strings.ReplaceAll(string(p), "\r", ""); strings.TrimSpace(line) != "" {
		w.s.draw(strings.TrimRight(line, " "))
	}
	return len(p), nil
}

// Speedometer measures a rate, smoothed over a few seconds. The zero value is ready to
// use.
type Speedometer struct {
	last   time.Time
	count  int64
	rate   float64 // weighted sum
	weight float64 // of the measurements in rate, approaching 1
}

// decay is the time after which the weight of a measurement has fallen to 1/e.
const decay = 5 * time.Second

// At records the work done by now and returns the rate per second. The first
// call returns 0.
func (m *Speedometer) At(now time.Time, done int64) float64 {
	if m.last.IsZero() {
		m.last, m.count = now, done
		return 0
	}
	elapsed := now.Sub(m.last).Seconds()
	if elapsed <= 0 {
		return 0
	}
	keep := math.Exp(-elapsed / decay.Seconds())
	m.rate = keep*m.rate + (1-keep)*float64(done-m.count)/elapsed
	m.weight = keep*m.weight + (1 - keep)
	m.last, m.count = now, done
	return m.rate / m.weight
}

// TimeLeft returns the time that the rest takes at a rate per second, or a negative one if
// it is unknown or over 1,000 hours.
func TimeLeft(rest int64, rate float64) time.Duration {
	if rest < 0 || rate <= 0 || float64(rest)/rate > (1000*time.Hour).Seconds() {
		return -1
	}
	return time.Duration(float64(rest) / rate * float64(time.Second)).Round(time.Second)
}

package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// recorder records the writes to a terminal. The goroutine of a bar writes too.
type recorder struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(p)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}

// show replays writes to a terminal and returns the lines it then shows.
func show(t *testing.T, written string) string {
	t.Helper()
	lines := []string{""}
	for written != "" {
		last := len(lines) - 1
		switch {
		case strings.HasPrefix(written, wipe):
			lines[last], written = "", written[len(wipe):]
		case written[0] == '\n':
			lines, written = append(lines, ""), written[1:]
		case written[0] == '\r' || written[0] == 0x1b:
			t.Fatalf("unknown cursor movement: %q", written[:min(len(written), 10)])
		default:
			lines[last], written = lines[last]+written[:1], written[1:]
		}
	}
	return strings.Join(lines, "\n")
}

// TestBarLeavesNothing writes messages while a bar is drawn: only the messages
// remain on the screen.
func TestBarLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, total := range []int64{0, 100} {
		var w recorder
		s := &Screen{w: &w, width: func() int { return 40 }}
		counter := &Counter{}
		b := s.StartBar(counter.Gauge("working " + strings.Repeat("very hard ", 10)))
		want := ""
		for i := range 8 {
			time.Sleep(60 * time.Millisecond)
			counter.Set(int64(20*i), total) // past the total as well
			s.Say(fmt.Sprint("message ", i))
			want += fmt.Sprint("message ", i, "\n")
		}
		during := show(t, w.String())
		b.Finish()
		counter.Set(1, 1)
		s.Say("after")
		if got := show(t, w.String()); got != want+"after\n" {
			t.Errorf("total %d: in the end the screen shows\n%s\nwant\n%s", total, got, want+"after\n")
		}
		lines := strings.Split(during, "\n")
		if last := lines[len(lines)-1]; !strings.Contains(last, "working") || Width(last) >= 40 {
			t.Errorf("total %d: the bar is %q", total, last)
		}
	}
}

func TestNoBarWithoutTerminal(t *testing.T) {
	t.Parallel()
	for _, s := range []*Screen{
		{width: func() int { return 0 }},
		{width: func() int { return 80 }, Quiet: true},
		{width: func() int { return 80 }, NoProgress: true},
	} {
		b := s.StartBar(Gauge{})
		if b != nil {
			t.Errorf("%+v has a bar", s)
		}
		b.Finish()
	}
}

// TestAbandon checks that the bar is wiped even while the screen is locked.
func TestAbandon(t *testing.T) {
	t.Parallel()
	var w recorder
	s := &Screen{w: &w, width: func() int { return 40 }, live: true, line: "a bar"}
	s.mu.Lock()
	s.Abandon()
	if w.String() != wipe {
		t.Errorf("wrote %q, want a wipe", w.String())
	}
}

func TestSpeedometer(t *testing.T) {
	var m Speedometer
	at := time.Unix(0, 0)
	var rate float64
	for i := range 100 { // a steady 50 a second after a start at 1000
		rate = m.At(at.Add(time.Duration(i)*100*time.Millisecond), 1000+int64(i)*5)
		if i > 0 && (rate < 49.9 || rate > 50.1) {
			t.Fatalf("step %d: rate %v, want 50", i, rate)
		}
	}
	if got := TimeLeft(500, rate); got != 10*time.Second {
		t.Errorf("left %v, want 10s", got)
	}
	if TimeLeft(1, 0) >= 0 || TimeLeft(-1, 5) >= 0 {
		t.Error("an unknown time left is not negative")
	}
}

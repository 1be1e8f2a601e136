package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// screen is standard error: messages, and below them at most one progress bar,
// which is a line that is wiped before anything else is written and drawn again
// after it. All writes go through one lock, so that neither tears the other,
// and once a bar is stopped nothing of it can appear any more.
type screen struct {
	mu      sync.Mutex
	w       io.Writer
	columns func() int
	live    bool   // a bar is on the screen or may appear
	line    string // what is drawn of it

	quiet, verbose, noProgress bool // -q, -v, --no-progress
}

// wipe returns to the start of the line and clears it.
const wipe = "\r\x1b[2K"

// note tells something worth knowing, unless -q.
func (s *screen) note(format string, args ...any) {
	if !s.quiet {
		s.say(fmt.Sprintf(format, args...))
	}
}

// detail tells something for those who asked with -v.
func (s *screen) detail(format string, args ...any) {
	if s.verbose && !s.quiet {
		s.say(fmt.Sprintf(format, args...))
	}
}

// fail tells why the run ends.
func (s *screen) fail(err error) {
	what, next := explain(err)
	s.say("alike: " + what)
	if next != "" {
		s.say("  " + next)
	}
}

// say writes a line above the bar, if there is one. That nobody may be
// listening on standard error is no reason to stop.
func (s *screen) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line == "" {
		_, _ = io.WriteString(s.w, line+"\n")
		return
	}
	_, _ = io.WriteString(s.w, wipe+line+"\n"+s.line)
}

// abandon wipes the bar for good. It waits for no lock longer than a moment:
// it is called when the user has lost patience.
func (s *screen) abandon() {
	for range 20 {
		if s.mu.TryLock() {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if s.live {
		_, _ = io.WriteString(s.w, wipe)
	}
}

// draw puts a new state of the bar on the screen. A line as wide as the
// terminal would wrap and could not be wiped, so it is cut one column short.
func (s *screen) draw(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live {
		return
	}
	s.line = cutColumns(line, s.columns()-1)
	_, _ = io.WriteString(s.w, wipe+s.line)
}

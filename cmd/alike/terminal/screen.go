// Package terminal formats output for a terminal: messages and a progress bar that share
// standard error without tearing each other, colours, columns, file names with escaped
// control characters, and figures with units.
package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Screen is standard error: messages with at most one progress bar below them.
// The bar is one line, wiped before each message and redrawn after it. All writes hold one
// lock, so a message and the bar never tear each other, and a finished bar does not
// reappear.
//
// A Screen is safe for concurrent use once the exported fields are set.
type Screen struct {
	Quiet      bool // drop all messages except from Say
	Verbose    bool // show messages from Detail
	NoProgress bool // never show a bar

	mu    sync.Mutex
	w     io.Writer
	width func() int // in columns, 0 without a terminal
	pager io.Writer  // takes the messages while a pager has the terminal, otherwise nil
	live  bool       // a bar is shown or about to be
	line  string     // the bar as last drawn
}

// NewScreen returns a screen that writes to w. columns returns the current width
// of the terminal, or 0 if w is not a terminal; see Columns.
func NewScreen(w io.Writer, columns func() int) *Screen {
	return &Screen{w: w, width: columns}
}

// Columns returns the width of the terminal, or 0 without a terminal.
func (s *Screen) Columns() int {
	if s.width == nil {
		return 0
	}
	return s.width()
}

// wipe moves the cursor to the start of the line and clears the line.
const wipe = "\r\x1b[2K"

// Note writes a message unless the screen is quiet.
func (s *Screen) Note(format string, args ...any) {
	if !s.Quiet {
		s.Say(fmt.Sprintf(format, args...))
	}
}

// Detail writes a message if the screen is verbose.
func (s *Screen) Detail(format string, args ...any) {
	if s.Verbose && !s.Quiet {
		s.Say(fmt.Sprintf(format, args...))
	}
}

// Divert makes messages go to a pager that has the terminal, and shows no bar meanwhile. A
// nil pager ends this.
func (s *Screen) Divert(pager io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line != "" {
		_, _ = io.WriteString(s.w, wipe)
		s.line = ""
	}
	s.pager = pager
}

// Say writes a line, above the bar if one is shown, and wrapped to the width of the
// terminal. It ignores write errors: a closed standard error must not stop a run.
func (s *Screen) Say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if columns := s.Columns(); columns > 0 {
		line = wrapLines(line, columns)
	}
	if s.pager != nil {
		_, _ = io.WriteString(s.pager, line+"\n")
		return
	}
	if s.line == "" {
		_, _ = io.WriteString(s.w, line+"\n")
		return
	}
	_, _ = io.WriteString(s.w, wipe+line+"\n"+s.line)
}

// wrapLines wraps each line of a message. A continuation is indented by two more spaces than
// its line.
func wrapLines(text string, columns int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))] + "  "
		b.WriteString(Wrap(line, indent, columns))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Abandon wipes the bar just before the process exits. It waits at most 100 ms
// for the lock, because the user has pressed Ctrl-C twice.
func (s *Screen) Abandon() {
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

// draw shows a new state of the bar. It cuts the line one column short, because a line as
// wide as the terminal would wrap and could not be wiped.
func (s *Screen) draw(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live || s.pager != nil {
		return
	}
	s.line = Cut(line, s.Columns()-1)
	_, _ = io.WriteString(s.w, wipe+s.line)
}

// Package pager shows output that does not fit on the terminal through $PAGER, as git does.
package pager

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"alike/cmd/alike/terminal"
)

// Pager is standard output on a terminal. It holds output back until there is more than
// fits on the screen, and then starts the program. Flush and Close show what is held back.
// If the program cannot be started, everything goes to the terminal.
//
// Write returns EPIPE once the user has quit the program. A nil Pager is closed. A Pager is
// for one goroutine.
type Pager struct {
	screen  Screen
	line    string         // the command line of the program
	held    []byte         // not yet shown
	taken   int            // lines of the terminal that held takes
	direct  bool           // the program cannot be started
	program *exec.Cmd      // nil unless it runs
	pipe    io.WriteCloser // to the program
}

// Screen is the terminal of a Pager.
type Screen struct {
	Out            *os.File
	Columns, Lines func() int
	// Began is called with the input of the program when it starts.
	Began func(pipe io.Writer)
}

// New returns a Pager, or nil if the user wants none: $PAGER is empty or cat, or the
// terminal is dumb.
func New(s Screen) *Pager {
	line, set := os.LookupEnv("PAGER")
	if !set {
		line = "less"
	}
	kind := os.Getenv("TERM")
	if line = strings.TrimSpace(line); line == "" || line == "cat" || kind == "" || kind == "dumb" {
		return nil
	}
	return &Pager{screen: s, line: line}
}

// Write shows output or holds it back.
func (p *Pager) Write(data []byte) (int, error) {
	switch {
	case p.program != nil:
		return p.pipe.Write(data)
	case p.direct:
		return p.screen.Out.Write(data)
	}
	p.held = append(p.held, data...)
	p.taken += p.linesOf(data)
	if p.taken < p.screen.Lines()-1 { // the prompt takes a line, and mostly a notice
		return len(data), nil
	}
	p.direct = p.start() != nil
	return len(data), p.show()
}

// linesOf returns the number of lines that text takes on the terminal.
func (p *Pager) linesOf(text []byte) (n int) {
	columns := max(1, p.screen.Columns())
	for line := range strings.Lines(string(text)) {
		width := terminal.Width(terminal.Unpainted(strings.TrimSuffix(line, "\n")))
		n += max(1, (width+columns-1)/columns)
	}
	return n
}

// start runs the program. As in git, a shell runs a line that needs one, and LESS is FRX
// and LV is -c unless they are set.
func (p *Pager) start() error {
	args := strings.Fields(p.line)
	if strings.ContainsAny(p.line, "|&;<>()$`\\\"'*?[#~=%\n") {
		args = []string{"sh", "-c", p.line}
	}
	program := exec.Command(args[0], args[1:]...)
	program.Stdout, program.Stderr, program.Env = p.screen.Out, os.Stderr, os.Environ()
	for _, v := range [][2]string{{"LESS", "FRX"}, {"LV", "-c"}} {
		if _, set := os.LookupEnv(v[0]); !set {
			program.Env = append(program.Env, v[0]+"="+v[1])
		}
	}
	pipe, err := program.StdinPipe()
	if err != nil {
		return err
	}
	if err := program.Start(); err != nil {
		_ = pipe.Close()
		return err
	}
	p.program, p.pipe = program, pipe
	p.screen.Began(pipe)
	return nil
}

// show shows what is held back.
func (p *Pager) show() error {
	out := io.Writer(p.screen.Out)
	if p.program != nil {
		out = p.pipe
	}
	_, err := out.Write(p.held)
	p.held, p.taken = nil, 0
	return err
}

// Flush shows what is held back, on the terminal unless the program runs.
func (p *Pager) Flush() error {
	if p == nil || len(p.held) == 0 {
		return nil
	}
	return p.show()
}

// Close shows what is held back and waits until the user quits the program. How the program
// ends does not matter, unless the shell could not run it: then the output is lost.
func (p *Pager) Close() error {
	if p == nil {
		return nil
	}
	err := p.Flush()
	if p.program == nil {
		return err
	}
	_ = p.pipe.Close()
	_ = p.program.Wait()
	code := p.program.ProcessState.ExitCode()
	p.program, p.direct = nil, true
	if code == 126 || code == 127 {
		return fmt.Errorf("the pager cannot be run: %s", p.line)
	}
	return err
}

//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Exit codes of alike.
const (
	exitDone        = 0
	exitFailed      = 1
	exitSomeFailed  = 3
	exitNoIndex     = 10
	exitHeld        = 11
	exitDamaged     = 12
	exitInterrupted = 130
)

// patience is the longest that a command may take before it counts as hung. It is
// long because machines are busy.
const patience = 90 * time.Second

// process is a command that runs.
type process struct {
	a              *attempt
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
	begun          time.Time
	timer          *time.Timer
	done           chan struct{} // closed when the process has ended
	out            outcome       // valid from then on
}

// outcome is a command that has ended.
type outcome struct {
	args           []string
	code           int            // -1 if a signal ended it
	signal         syscall.Signal // that one
	stdout, stderr string
	took           time.Duration
	hung           bool  // and was killed for it
	peak           int64 // resident memory in bytes
}

// start starts alike with the attempt's index.
func (a *attempt) start(args ...string) (*process, error) {
	p := &process{a: a, cmd: exec.Command(a.alike, args...), begun: time.Now(), done: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	p.cmd.Env = []string{"ALIKE_INDEX=" + a.index, "TMPDIR=" + a.tmpDir(), "PATH=" + os.Getenv("PATH")}
	// A process group of its own, so that Ctrl-C does not reach it.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.out.args = args
	p.timer = time.AfterFunc(patience, func() { p.signal(syscall.SIGKILL) })
	go p.watch()
	return p, nil
}

// signal sends a signal to the process and its children.
func (p *process) signal(s syscall.Signal) { _ = syscall.Kill(-p.cmd.Process.Pid, s) }

// watch waits for the process and records its outcome.
func (p *process) watch() {
	defer close(p.done)
	err := p.cmd.Wait()
	o := &p.out
	o.took = time.Since(p.begun)
	o.hung = !p.timer.Stop()
	o.stdout, o.stderr = p.stdout.String(), p.stderr.String()
	if used, ok := p.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.peak = int64(used.Maxrss) << 10
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		status, _ := exit.Sys().(syscall.WaitStatus)
		o.code = exit.ExitCode()
		if status.Signaled() {
			o.signal = status.Signal()
		}
	} else if err != nil {
		o.code, o.stderr = -1, o.stderr+err.Error()
	}
}

// wait waits for the process and logs its outcome.
func (p *process) wait() outcome {
	select {
	case <-p.done:
	case <-p.a.ctx.Done():
		p.signal(syscall.SIGKILL)
		<-p.done
	}
	o := p.out
	p.a.say("alike %s: %s after %v\n%s", strings.Join(o.args, " "), o.ending(), o.took.Round(time.Millisecond), indented(o.stderr))
	return o
}

// run runs alike to its end. It returns the errors of want.
func (a *attempt) run(codes []int, args ...string) (outcome, error) {
	p, err := a.start(args...)
	if err != nil {
		return outcome{}, err
	}
	o := p.wait()
	return o, o.want(codes...)
}

// done runs alike, which must succeed.
func (a *attempt) done(args ...string) (outcome, error) { return a.run([]int{exitDone}, args...) }

// ending describes how a command ended.
func (o outcome) ending() string {
	switch {
	case o.hung:
		return fmt.Sprintf("hung and was killed after %v", patience)
	case o.signal != 0:
		return fmt.Sprintf("ended by %v", o.signal)
	}
	return fmt.Sprintf("exit code %d", o.code)
}

// panicked matches the messages of Go's runtime about a crash.
var panicked = regexp.MustCompile(`(?m)^(panic:|fatal error:|unexpected fault address|goroutine \d+ \[|SIG[A-Z]+:)`)

// want returns an error if the command panicked, hung, died of a signal, or has none of
// these exit codes.
func (o outcome) want(codes ...int) error {
	if o.hung || o.signal != 0 || o.code == 2 || panicked.MatchString(o.stderr) {
		return o.fault("want no crash")
	}
	if !slices.Contains(codes, o.code) {
		return o.fault(fmt.Sprintf("want exit code %v", codes))
	}
	return nil
}

// fault returns an error about the command that quotes its standard error.
func (o outcome) fault(problem string) error {
	text := strings.TrimSpace(o.stderr)
	if len(text) > 600 {
		text = text[:300] + " … " + text[len(text)-300:]
	}
	return fmt.Errorf("alike %s: %s, %s; standard error: %q", strings.Join(o.args, " "), o.ending(), problem, text)
}

func indented(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return "    " + strings.ReplaceAll(text, "\n", "\n    ")
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// eventually waits up to 20 seconds for a condition and reports whether it came
// true.
func eventually(is func() bool) bool {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}

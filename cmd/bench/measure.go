package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// sample is one process, from its start to its end.
type sample struct {
	wall, cpu time.Duration
	peak      int64 // bytes, of the largest process among it and its children
	// floored says that peak is only an upper bound: a child starts as a twin
	// of this program, whose peak the kernel counts as the child's
	// (setmax_mm_hiwater_rss in Linux's exec), so nothing smaller can be seen.
	floored bool
}

// errTimeout ends a command that took longer than --timeout.
var errTimeout = errors.New("took too long")

// exitError is a command that ran to its end and was not content.
type exitError struct {
	code int
	said string
}

func (e *exitError) Error() string { return fmt.Sprintf("exit code %d: %s", e.code, e.said) }

// measure runs a command. Its output goes to /dev/null or a file, since a
// terminal or a pipe would be measured too.
func (b *bench) measure(ctx context.Context, c command) (sample, error) {
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, c.args[0], c.args[1:]...)
	cmd.Dir = b.dir
	if c.stdin != "" {
		f, err := os.Open(c.stdin)
		if err != nil {
			return sample{}, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	if c.stdout != "" {
		f, err := os.Create(c.stdout)
		if err != nil {
			return sample{}, err
		}
		defer f.Close()
		cmd.Stdout = f
	}
	said := &tail{}
	if c.kept {
		cmd.Stderr = said
	}
	// A group of its own, so that what xargs started ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	floor := ownPeak() + mib // starting it takes a little more
	start := time.Now()
	err := cmd.Run()
	s := sample{wall: time.Since(start)}
	if p := cmd.ProcessState; p != nil {
		s.cpu = p.UserTime() + p.SystemTime()
		if u, ok := p.SysUsage().(*syscall.Rusage); ok {
			s.peak = u.Maxrss << 10
		}
	}
	s.floored = s.peak <= floor
	if ctx.Err() != nil {
		return s, ctx.Err()
	}
	if limited.Err() != nil {
		return s, errTimeout
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return s, &exitError{exit.ExitCode(), said.String()}
	}
	return s, err
}

// ownPeak is the peak memory of this program so far, in bytes.
func ownPeak() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Maxrss << 10
}

// tail keeps the end of what a command says.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-1000):]
	return len(p), nil
}

func (t *tail) String() string { return strings.TrimSpace(string(t.text)) }

// median returns the middle value, of an even number the mean of the two in the
// middle, and 0 of none. The mean of all would follow the one round in which
// something else ran.
func median[T int64 | float64 | time.Duration](values []T) T {
	if len(values) == 0 {
		return 0
	}
	v := slices.Sorted(slices.Values(values))
	m := len(v) / 2
	if len(v)%2 == 1 {
		return v[m]
	}
	return (v[m-1] + v[m]) / 2
}

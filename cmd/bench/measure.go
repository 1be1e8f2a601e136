//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// command is a process to measure.
type command struct {
	name    string
	does    string   // for readers who do not know the program
	args    []string // the program first
	stdin   string   // a file
	stdout  string   // a file; "" is /dev/null
	prepare func() error
	program string // must be installed; "" for alike and bench themselves
	slow    bool   // runs with --slow only, once
	kept    bool   // its failure ends the run; peers may fail
}

// sample is one process, from its start to its end.
type sample struct {
	wall, cpu time.Duration
	peak      int64 // bytes, of the largest process among it and its children
	// floored marks a peak that is only an upper bound. A child starts as a copy
	// of this program, whose peak the kernel counts as the child's
	// (setmax_mm_hiwater_rss in Linux's exec), so smaller peaks are invisible.
	floored bool
}

// errTimeout ends a command that took longer than --timeout.
var errTimeout = errors.New("took too long")

// measure prepares and runs a command. Its output goes to /dev/null or a file, because the
// time of a terminal or a pipe would be measured too.
func (b *bench) measure(ctx context.Context, c command) (sample, error) {
	if c.prepare != nil {
		if err := c.prepare(); err != nil {
			return sample{}, err
		}
	}
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
	stderr := &tail{}
	if c.kept {
		cmd.Stderr = stderr
	}
	// A process group of its own, so that the children of xargs end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	floor := ownPeak() + mib // starting the command takes a little more
	start := time.Now()
	err := cmd.Run()
	s := sample{wall: time.Since(start)}
	if p := cmd.ProcessState; p != nil {
		s.cpu = p.UserTime() + p.SystemTime()
		if u, ok := p.SysUsage().(*syscall.Rusage); ok {
			s.peak = int64(u.Maxrss) << 10
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
		return s, &exitError{exit.ExitCode(), stderr.String()}
	}
	return s, err
}

// ownPeak returns the peak memory of this program so far, in bytes.
func ownPeak() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return int64(u.Maxrss) << 10
}

// tail keeps the last kilobyte written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-1000):]
	return len(p), nil
}

func (t *tail) String() string { return strings.TrimSpace(string(t.text)) }

// median returns the middle value, the mean of the middle two if their number is
// even, and 0 for none. A mean of all would follow the one disturbed round.
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

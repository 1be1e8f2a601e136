//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// processes are the running process groups of a run.
type processes struct {
	mu      sync.Mutex
	running map[*process]bool
}

// process is the first of a process group.
type process struct {
	cmd  *exec.Cmd
	log  string        // the file of its output
	done chan struct{} // closed when it has ended
	err  error         // valid from then on
}

// command returns a command in a process group of its own, which is killed when the context
// ends. What the processes leave in their folder for temporary files goes with the fleet's.
func (f *fleet) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+f.dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return endGroup(cmd.Process.Pid) }
	return cmd
}

// endGroup kills a process group and waits for its end, for ten seconds at most.
func endGroup(group int) error {
	_ = syscall.Kill(-group, syscall.SIGKILL)
	for range 1000 {
		if !hasMembers(group) {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("kill process group %d: still running after 10 s", group)
}

// hasMembers reports whether a process group has a process that runs. Signals also reach those
// that have ended, until their parents have noticed.
func hasMembers(group int) bool {
	for g := range running() {
		if g == group {
			return true
		}
	}
	return false
}

// running returns the group and the resident pages of every process that has not ended, from
// /proc/PID/stat: after the name in brackets, the state, the parent and the group, and as
// field 22 the pages.
func running() iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		all, _ := filepath.Glob("/proc/[0-9]*/stat")
		for _, path := range all {
			text, _ := os.ReadFile(path)
			fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
			if len(fields) < 22 || fields[0] == "Z" {
				continue
			}
			group, _ := strconv.Atoi(fields[2])
			pages, _ := strconv.ParseInt(fields[21], 10, 64)
			if !yield(group, pages) {
				return
			}
		}
	}
}

// start starts a command in a process group of its own, which ends with this program,
// however that ends. Its standard error, and its standard output unless cmd has one, go to
// the file log.
func (p *processes) start(cmd *exec.Cmd, log string) (*process, error) {
	file, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cmd.Stderr = file
	if cmd.Stdout == nil {
		cmd.Stdout = file
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	q := &process{cmd: cmd, log: log, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel sends Pdeathsig when the thread ends, so the thread must stay.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			q.err = cmd.Wait()
			_ = endGroup(cmd.Process.Pid) // its children
			close(q.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil {
		p.running = map[*process]bool{}
	}
	p.running[q] = true
	return q, nil
}

// kill ends the process and its children at once, as a power cut would.
func (q *process) kill() { q.signal(syscall.SIGKILL) }

func (q *process) signal(s syscall.Signal) {
	select {
	case <-q.done: // its number may be that of another by now
	default:
		_ = syscall.Kill(-q.cmd.Process.Pid, s)
	}
}

func (p *processes) killAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for q := range p.running {
		q.kill()
	}
	for q := range p.running {
		select {
		case <-q.done:
		case <-time.After(10 * time.Second):
		}
	}
	p.running = nil
}

// tail returns the last lines of the log.
func (q *process) tail() string {
	text, err := os.ReadFile(q.log)
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(text[max(0, len(text)-3000):])
}

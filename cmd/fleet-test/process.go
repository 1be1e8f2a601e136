package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
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

func (q *process) signal(s syscall.Signal) { _ = syscall.Kill(-q.cmd.Process.Pid, s) }

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

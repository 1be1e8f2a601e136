//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// family is a program whose child would outlive it. The child writes its number to $1.
var family = []string{"-c", `sleep 1000 & echo $! >"$1.new"; mv "$1.new" "$1"; wait`, "sh"}

// childOf waits for the number of the child in a file.
func childOf(t *testing.T, path string) int {
	t.Helper()
	for range 1000 {
		if text, err := os.ReadFile(path); err == nil {
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the child did not start")
	return 0
}

// runs reports whether a process runs. One that ended may still have its number.
func runs(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}

// TestInterruptedCommand checks that a command ends with the context, and its children too.
func TestInterruptedCommand(t *testing.T) {
	t.Parallel()
	f := &fleet{dir: t.TempDir()}
	path := filepath.Join(f.dir, "child")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	go func() { ended <- f.command(ctx, "sh", append(family, path)...).Run() }()
	child := childOf(t, path)
	stop()
	if err := <-ended; err == nil {
		t.Error("no error")
	}
	if runs(child) {
		t.Error("the child is still running")
	}
}

// TestKillAll checks that processes are gone with their children, also those of a process
// that ended before.
func TestKillAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var all processes
	var children []int
	for _, name := range []string{"runs", "ended"} {
		path := filepath.Join(dir, name)
		q, err := all.start(exec.Command("sh", append(family, path)...), path+".log")
		if err != nil {
			t.Fatal(err)
		}
		children = append(children, childOf(t, path))
		if name == "ended" {
			_ = q.cmd.Process.Kill()
			<-q.done
		}
	}
	all.killAll()
	for _, child := range children {
		if runs(child) {
			t.Errorf("child %d is still running", child)
		}
	}
}

// TestInterruptedRun checks that an interrupted run says so and leaves no folder.
func TestInterruptedRun(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	dir := t.TempDir()
	var out bytes.Buffer
	if err := run(ctx, &out, &out, []string{"--dir", dir}); !errors.Is(err, errInterrupted) || out.Len() > 0 {
		t.Errorf("error %v, output %q; want one that says %q, and none", err, out.String(), errInterrupted)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

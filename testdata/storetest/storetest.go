// Package storetest provokes faults for tests of an index: a full disk and a killed
// writer.
package storetest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// childDir is set in the environment of a child: the index that it writes to.
const childDir = "ALIKE_TEST_KILL_DIR"

// ChildDir returns the folder of the index if this process is the child that
// KillChild started, and skips the test otherwise.
func ChildDir(t *testing.T) string {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("runs in the child of another test")
	}
	return dir
}

// KillChild runs one test of this binary in a child that writes to the index in dir
// and prints "generation N" after it has opened it and after each commit. It kills
// the child some time after the first such line and returns the last N.
func KillChild(t *testing.T, test, dir string, after time.Duration) uint64 {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = t.Output()
	must(t, cmd.Start())
	var last uint64
	first := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); {
			if _, err := fmt.Sscanf(lines.Text(), "generation %d", &last); err == nil {
				if n++; n == 1 {
					close(first)
				}
			} else if strings.Contains(lines.Text(), "FAIL") || strings.Contains(lines.Text(), "_test.go") {
				done <- errors.New(lines.Text())
				return
			}
		}
		_, err := io.Copy(io.Discard, out)
		done <- err
	}()
	select {
	case <-first:
	case <-time.After(after):
	}
	time.Sleep(after)
	must(t, cmd.Process.Kill())
	must(t, <-done)
	_ = cmd.Wait()
	return last
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

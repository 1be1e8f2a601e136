package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// holdDir and holdFor are set for a child that holds an index for a while.
const (
	holdDir = "ALIKE_TEST_HOLD_DIR"
	holdFor = "ALIKE_TEST_HOLD_FOR"
)

func TestHoldChild(t *testing.T) {
	dir := os.Getenv(holdDir)
	if dir == "" {
		t.Skip("runs in a child of the lock tests")
	}
	wait, err := time.ParseDuration(os.Getenv(holdFor))
	must(t, err)
	s := mustOpen(t, dir, Options{Create: true, Command: "alike holding\n\"it\""})
	fmt.Println("held")
	time.Sleep(wait)
	closeStore(t, s)
}

// hold starts a process that holds the index, and returns once it does.
func hold(t *testing.T, dir string, wait time.Duration) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHoldChild$", "-test.v")
	cmd.Env = append(os.Environ(), holdDir+"="+dir, holdFor+"="+wait.String())
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if lines.Text() == "held" {
			return cmd
		}
	}
	t.Fatal("the process has not opened the index")
	return nil
}

func TestOneWriter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	before := time.Now().Add(-time.Second)
	holder := hold(t, dir, time.Hour)
	for _, o := range []Options{{}, smallStore, {Wait: 150 * time.Millisecond}} {
		start := time.Now()
		_, err := Open(context.Background(), dir, o)
		held := new(HeldError)
		if !errors.As(err, &held) {
			t.Fatalf("%+v: %v, want a HeldError", o, err)
		}
		if held.Dir != filepath.ToSlash(dir) || held.PID != holder.Process.Pid || held.Command != "alike holding\n\"it\"" ||
			held.Since.Before(before) || held.Since.After(time.Now().Add(time.Second)) {
			t.Errorf("%+v: held by %+v, want process %d", o, held, holder.Process.Pid)
		}
		if took := time.Since(start); took < o.Wait {
			t.Errorf("gave up after %v of %v", took, o.Wait)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, dir, Options{Wait: time.Hour}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting with a context that ends: %v", err)
	}
	// Readers need no lock.
	closeStore(t, mustOpen(t, dir, Options{ReadOnly: true}))
	// A killed process leaves no lock, and its name is not given to the next one.
	must(t, holder.Process.Kill())
	_ = holder.Wait()
	s := mustOpen(t, dir, Options{Command: "the next"})
	_, err := Open(context.Background(), dir, Options{})
	held := new(HeldError)
	if !errors.As(err, &held) || held.PID != os.Getpid() || held.Command != "the next" || held.State != "" {
		t.Errorf("after a kill: %v", err)
	}
	closeStore(t, s)
	if text, err := os.ReadFile(filepath.Join(dir, lockName)); err != nil || len(text) != 0 {
		t.Errorf("a free lock names %q as its holder (%v)", text, err)
	}
}

func TestWait(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	hold(t, dir, 300*time.Millisecond)
	s := mustOpen(t, dir, Options{Wait: time.Minute})
	closeStore(t, s)
}

// TestAnnouncedProgress asks while the announced state changes, also in length. It must
// never read a state that was not announced.
func TestAnnouncedProgress(t *testing.T) {
	dir := t.TempDir()
	state := func(n int) string { return fmt.Sprintf("%d files%s", n, strings.Repeat(" and more", n%50)) }
	s := mustOpen(t, dir, Options{Create: true, Command: "scan \xff\x1b[2J" + strings.Repeat("é", 3000)})
	stop, done := make(chan struct{}), make(chan struct{})
	s.Announce(state(0))
	go func() {
		defer close(done)
		for n := 1; ; n++ {
			select {
			case <-stop:
				return
			default:
				s.Announce(state(n))
			}
		}
	}()
	states := map[string]bool{}
	for range 300 {
		_, err := tryLockDir(folderAt(t, dir), "")
		held := new(HeldError)
		if !errors.As(err, &held) {
			t.Fatalf("%v, want a HeldError", err)
		}
		var n int
		if held.PID == 0 {
			continue // five times in a row the line was being written
		}
		if _, err := fmt.Sscanf(held.State, "%d files", &n); err != nil || held.State != state(n) {
			t.Fatalf("%q was never announced", held.State)
		}
		if len(held.Command) > longestCommand+20 || !strings.HasPrefix(held.Command, "scan \ufffd") {
			t.Fatalf("the command is published as %q", held.Command)
		}
		if !strings.HasSuffix(held.Error(), ": "+held.State) {
			t.Fatalf("%v does not say %q", held, held.State)
		}
		states[held.State] = true
	}
	close(stop)
	<-done
	if len(states) < 3 {
		t.Errorf("only %d states were seen", len(states))
	}
	closeStore(t, s)
	s.Announce("too late")
	closeStore(t, mustOpen(t, dir, Options{}))
}

func TestUnnamedLockIsTriedAgain(t *testing.T) {
	p := makeSample(t)
	short, err := shareLock(folderAt(t, p.dir)) // a reader that checks whether a process writes
	must(t, err)
	time.AfterFunc(30*time.Millisecond, func() { _ = short.release() })
	closeStore(t, mustOpen(t, p.dir, Options{}))

	look, err := shareLock(folderAt(t, p.dir))
	must(t, err)
	_, err = Open(context.Background(), p.dir, Options{})
	held := new(HeldError)
	if !errors.As(err, &held) || held.PID != 0 || held.Command != "" {
		t.Errorf("%v, want a HeldError without a name", err)
	}
	must(t, look.release())
	p.check(t)
}

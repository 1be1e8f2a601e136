package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"alike/db"
	"alike/testdata"
)

// TestScripts runs the scripts in testdata/script, with testscript's commands and
// those below.
func TestScripts(t *testing.T) {
	t.Parallel()
	system := newScriptSystem(t)
	scripts := testdata.Scripts(t)
	skipScripts(t, scripts, skippedScripts)
	testscript.Run(t, testscript.Params{
		Condition:           system.condition,
		Dir:                 scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("ALIKE_INDEX", filepath.Join(e.WorkDir, ".index"))
			e.Setenv("HOME", e.WorkDir)
			work := filepath.ToSlash(e.WorkDir) // as alike shows paths
			e.Setenv("WORK", work)
			e.Setenv("ONHOST", "/"+strings.TrimPrefix(work, "/")) // behind the name of a host
			e.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    cmdExits,
			"nobody":   system.nobody,
			"fifo":     system.fifo,
			"terminal": system.terminal,
			"disk":     system.disk,
			"corpus":   cmdCorpus,
			"programs": cmdPrograms,
			"copies":   cmdCopies,
			"versions": cmdVersions,
			"texts":    cmdTexts,
			"oddnames": cmdOddNames,
			"sparse":   cmdSparse,
			"zeros":    cmdZeros,
			"damage":   cmdDamage,
			"hold":     cmdHold,
			"jsonl":    cmdJSONLines,
			"nuls":     cmdNuls,
			"harmless": cmdHarmless,
			"list":     cmdList,
			"sleep":    cmdSleep,
			"start":    cmdStart,
			"link":     cmdLink,
			"tree":     cmdTree,
			"settle":   cmdSettle,
			"signal":   cmdSignal,
			"pipe":     cmdPipe,
			"metrics":  cmdMetrics,
			"sarif":    cmdSARIF,
			"old":      cmdOld,
			"fits":     cmdFits,
		},
	})
}

// skippedScripts names the scripts that cannot run on this system, each with its reason.
var skippedScripts map[string]string

// skipScripts removes scripts from a folder, and skips a test for each.
func skipScripts(t *testing.T, folder string, reasons map[string]string) {
	for name, reason := range reasons {
		if err := os.Remove(filepath.Join(folder, name+".txtar")); err != nil {
			t.Errorf("a script that would be skipped: %v", err)
		}
		t.Run(name, func(t *testing.T) { t.Skip(reason) })
	}
}

// cmdExits runs a command and checks its exit code: exits CODE COMMAND ARG…
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("running %v: %v", args[1:], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d\n[stdout]\n%s[stderr]\n%s",
			strings.Join(args[1:], " "), got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// cmdHold holds an index until the end of the script, as another process would:
// hold DIR
func cmdHold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold DIR")
	}
	ix, err := db.Open(context.Background(), ts.MkAbs(args[0]), db.Options{Write: true, Create: true, Command: "the holder"})
	ts.Check(err)
	ix.Announce("12 files, 3.0 KiB so far")
	ts.Defer(func() { _ = ix.Close() })
}

// cmdSignal starts a command, sends it a signal once it holds the index (or without an index,
// after half a second and as long as five starts take), and checks its exit code:
// signal CODE INT|TERM|HUP INDEX|- COMMAND ARG… Standard input stays open. The output is
// in signal.out and signal.err.
func cmdSignal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: signal CODE INT|TERM|HUP INDEX|- COMMAND [ARG…]")
	}
	path, err := exec.LookPath(args[3])
	ts.Check(err)
	var out, errs bytes.Buffer
	cmd := exec.Command(path, args[4:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), &out, &errs
	cmd.Env = []string{"ALIKE_INDEX=" + ts.Getenv("ALIKE_INDEX"), "HOME=" + ts.Getenv("HOME"), "GORACE=" + ts.Getenv("GORACE")}
	stdin, err := cmd.StdinPipe()
	ts.Check(err)
	defer stdin.Close()
	// Under nohup this process ignores SIGHUP, and so would the command. A signal
	// that is caught here has its default effect there.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	defer signal.Stop(caught)
	begun := time.Now()
	ts.Check(exec.Command(path, "version").Run()) // how long a start takes just now
	start := time.Since(begun)
	ts.Check(cmd.Start())
	if args[2] == "-" {
		time.Sleep(500*time.Millisecond + 5*start)
	} else {
		waitHeld(ts, ts.MkAbs(args[2]))
	}
	ts.Check(cmd.Process.Signal(map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}[args[1]]))
	watchdog := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	err = cmd.Wait()
	watchdog.Stop()
	ts.Check(os.WriteFile(ts.MkAbs("signal.out"), out.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("signal.err"), errs.Bytes(), 0o644))
	if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("%v exits with %s after %s, want %s: %v\n%s", args[3:], got, args[1], args[0], err, errs.String())
	}
}

// waitHeld waits until a process holds the index and has written its name to the lock.
// Trying the lock instead could keep that process out.
func waitHeld(ts *testscript.TestScript, dir string) {
	for range 200 {
		if owner, err := os.ReadFile(filepath.Join(dir, "lock")); err == nil && len(owner) > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("no process holds %s", dir)
}

// cmdPipe runs a command, reads up to 100 bytes of its standard output and closes it, as
// head does, and checks its exit code: pipe CODE COMMAND ARG… These bytes are in
// pipe.out, standard error in pipe.err.
func cmdPipe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: pipe CODE COMMAND [ARG…]")
	}
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	var errs bytes.Buffer
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir, cmd.Stderr = ts.MkAbs("."), &errs
	cmd.Env = []string{"ALIKE_INDEX=" + ts.Getenv("ALIKE_INDEX"), "HOME=" + ts.Getenv("HOME"), "GORACE=" + ts.Getenv("GORACE")}
	reader, writer, err := os.Pipe()
	ts.Check(err)
	cmd.Stdout = writer
	ts.Check(cmd.Start())
	ts.Check(writer.Close())
	head := make([]byte, 100)
	n, _ := reader.Read(head)
	ts.Check(reader.Close())
	err = cmd.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("pipe.out"), head[:n], 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("pipe.err"), errs.Bytes(), 0o644))
	if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("%v exits with %s, want %s: %v\n%s", args[1:], got, args[0], err, errs.String())
	}
}

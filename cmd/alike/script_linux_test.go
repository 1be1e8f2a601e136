package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// nobody runs a command as a user who may not read every file, and checks its exit
// code: nobody CODE COMMAND ARG… The output is in nobody.out and nobody.err.
func (*scriptSystem) nobody(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: nobody CODE COMMAND [ARG…]")
	}
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	var out, errs bytes.Buffer
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), &out, &errs
	cmd.Env = []string{"ALIKE_INDEX=" + ts.Getenv("ALIKE_INDEX"), "HOME=" + ts.Getenv("HOME"), "GORACE=" + ts.Getenv("GORACE")}
	if os.Geteuid() == 0 {
		const nobody = 65534
		work := ts.Getenv("WORK")
		// A umask may reserve the folders and the binary of the test for root.
		for _, own := range []string{filepath.Dir(work), path, filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
			ts.Check(os.Chmod(own, 0o755))
		}
		ts.Check(filepath.WalkDir(work, func(path string, _ os.DirEntry, err error) error {
			if info, err := os.Lstat(path); err == nil && info.Sys().(*syscall.Stat_t).Uid == nobody {
				return nil // its ctime stays
			}
			if err != nil {
				return err
			}
			return os.Lchown(path, nobody, nobody)
		}))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	err = cmd.Run()
	ts.Check(os.WriteFile(ts.MkAbs("nobody.out"), out.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("nobody.err"), errs.Bytes(), 0o644))
	if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("%v exits with %s, want %s: %v\n%s", args[1:], got, args[0], err, errs.String())
	}
}

// fifo makes a named pipe: fifo PATH
func (*scriptSystem) fifo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fifo PATH")
	}
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o644))
}

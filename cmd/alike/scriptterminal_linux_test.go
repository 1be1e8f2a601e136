package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// terminal runs a command on a terminal of 24 lines and checks its exit code:
// terminal CODE COLUMNS COMMAND ARG… All that appears is in terminal.out, without carriage
// returns. Once READY appears, Ctrl-C is typed.
func (*scriptSystem) terminal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: terminal CODE COLUMNS COMMAND [ARG…]")
	}
	columns, err := strconv.ParseUint(args[1], 10, 16)
	ts.Check(err)
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	master, slave := openTerminal(ts, uint16(columns))
	defer master.Close()
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), slave, slave, slave
	cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	for _, name := range []string{"ALIKE_INDEX", "HOME", "GORACE", "PATH", "PAGER", "LESS", "TERM"} {
		if value := ts.Getenv(name); value != "" || name == "PAGER" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	ts.Check(cmd.Start())
	ts.Check(slave.Close())
	watchdog := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	shown := readTerminal(master)
	err = cmd.Wait()
	watchdog.Stop()
	ts.Check(os.WriteFile(ts.MkAbs("terminal.out"), bytes.ReplaceAll(shown, []byte("\r"), nil), 0o644))
	if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("%v exits with %s, want %s: %v\n%s", args[2:], got, args[0], err, shown)
	}
}

// readTerminal returns what appears until the last process closes the terminal.
func readTerminal(master *os.File) (shown []byte) {
	typed := false
	buffer := make([]byte, 4<<10)
	for {
		n, err := master.Read(buffer)
		shown = append(shown, buffer[:n]...)
		if !typed && bytes.Contains(shown, []byte("READY")) {
			typed = true
			_, _ = io.WriteString(master, "\x03")
		}
		if err != nil { // EIO
			return shown
		}
	}
}

// openTerminal opens a new pseudo-terminal.
func openTerminal(ts *testscript.TestScript, columns uint16) (master, slave *os.File) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	ts.Check(err)
	fd := int(master.Fd())
	ts.Check(unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	ts.Check(err)
	ts.Check(unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}))
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	ts.Check(err)
	return master, slave
}

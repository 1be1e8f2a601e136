package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDedupeFullDisk fills the disk that holds the output, the dropped records or the
// index. Each run must report the full disk and be resumable once there is room.
func TestDedupeFullDisk(t *testing.T) {
	t.Parallel()
	c := killCase{name: "in.jsonl", indexed: true}
	c.prepare(t)
	want, _ := c.uninterrupted(t)
	for _, full := range []string{"out", "dropped.jsonl", "index"} {
		t.Run(full, func(t *testing.T) {
			dir, disk := t.TempDir(), t.TempDir()
			if err := mountMemory(disk); err != nil {
				t.Skip("mounting is not permitted here: ", err)
			}
			t.Cleanup(func() {
				if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
					t.Error(err)
				}
			})
			// A symbolic link puts the file or folder under test on the small disk.
			c.makeIndex(t, dir)
			if full == "index" {
				if err := os.CopyFS(filepath.Join(disk, full), os.DirFS(filepath.Join(dir, full))); err != nil {
					t.Fatal(err)
				}
				if err := os.RemoveAll(filepath.Join(dir, full)); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(filepath.Join(disk, full), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(filepath.Join(disk, full), filepath.Join(dir, full)); err != nil {
				t.Fatal(err)
			}
			filler := filepath.Join(disk, "filler")
			room := map[string]int{"out": 300 << 10, "dropped.jsonl": 8 << 10, "index": 20 << 10}[full]
			fillDisk(t, filler, room)
			var said bytes.Buffer
			cmd := c.command(t, c.args(dir))
			cmd.Stderr = &said
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(said.String(), "space") {
				t.Fatalf("on a full disk: %v\n%s", err, said.String())
			}
			t.Logf("%s", said.String())
			if err := os.Remove(filler); err != nil {
				t.Fatal(err)
			}
			said.Reset()
			cmd = c.command(t, append(c.args(dir), "--resume"))
			cmd.Stderr = &said
			err := cmd.Run()
			if full == "index" && strings.Contains(said.String(), "no unfinished run") {
				cmd = c.command(t, c.args(dir))
				err = cmd.Run()
			}
			if cmd.ProcessState.ExitCode() != exitSomeFailed {
				t.Fatalf("after freeing space: %v\n%s", err, said.String())
			}
			if got := c.outcome(t, dir); got != want {
				t.Errorf("after freeing space the outcome differs:\n%s", firstDifference(got, want))
			}
		})
	}
}

// fillDisk writes a file that leaves room bytes free on its disk.
func fillDisk(t *testing.T, path string, room int) {
	t.Helper()
	var st syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &st); err != nil {
		t.Fatal(err)
	}
	free := int(st.Bavail) * int(st.Bsize)
	if err := os.WriteFile(path, make([]byte, max(0, free-room)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestDedupeInterrupted interrupts a run halfway and resumes it.
func TestDedupeInterrupted(t *testing.T) {
	t.Parallel()
	c := killCase{name: "in.jsonl", indexed: true}
	c.prepare(t)
	want, _ := c.uninterrupted(t)
	dir := t.TempDir()
	c.makeIndex(t, dir)
	data, err := os.ReadFile(c.input)
	if err != nil {
		t.Fatal(err)
	}
	stream := killCase{indexed: true, stream: true, input: c.input}
	args := stream.args(dir)
	cmd := stream.command(t, args)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = reader, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = reader.Close()
	if _, err := writer.Write(data[:len(data)/2]); err != nil {
		t.Fatal(err)
	}
	// The run has read half of the input and waits for the rest.
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if info, err := os.Stat(filepath.Join(dir, "out")); err == nil && info.Size() > int64(len(data)/5) {
			break
		}
		if time.Since(start) > time.Minute {
			t.Fatal("no output")
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Fatalf("%v\n%s", err, said.String())
	}
	again := stream.command(t, append(args, "--resume"))
	if out, err := again.CombinedOutput(); again.ProcessState.ExitCode() != exitSomeFailed {
		t.Fatalf("resuming: %v\n%s", err, out)
	}
	if got := c.outcome(t, dir); got != want {
		t.Errorf("the outcome differs:\n%s", firstDifference(got, want))
	}
}

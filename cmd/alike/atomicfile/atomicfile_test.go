package atomicfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"alike/cmd/alike/input"
	"alike/db/system"
)

// TestReplace reads a file repeatedly while it is being replaced.
func TestReplace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f")
	full := func(c byte) []byte { return bytes.Repeat([]byte{c}, 100_000) }
	if err := Replace(path, full('0')); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		var err error
		for i := 0; i < 100 && err == nil; i++ {
			err = Replace(path, full('0'+byte(i%10)))
		}
		done <- err
	}()
	for reads := 0; ; reads++ {
		if runtime.GOOS == "windows" {
			time.Sleep(time.Millisecond) // a file that is open all the time cannot be replaced
		}
		data, err := os.ReadFile(path)
		if system.IsInUse(err) {
			continue // on Windows, in the moment of a replacement
		}
		if err != nil || len(data) != 100_000 || !bytes.Equal(data, full(data[0])) {
			t.Fatalf("read %d has %d bytes, %v", reads, len(data), err)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
				t.Errorf("the folder holds %v, %v", left, err)
			}
			return
		default:
		}
	}
}

// TestReplaceFails checks that a failure leaves the old file and nothing else.
func TestReplaceFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(dir+"/folder/below", 0o755); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"folder": "file exists", "none/f": "no such file or directory"} {
		err := Replace(filepath.Join(dir, path), []byte("x"))
		if err == nil || input.WithoutPath(err).Error() != want && runtime.GOOS != "windows" { // it has other texts
			t.Errorf("replacing %s: %v, want %s", path, err, want)
		}
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			t.Errorf("%s exists", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

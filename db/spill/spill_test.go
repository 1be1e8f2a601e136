package spill

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFile checks that a file stores its bytes and has no name in the folder.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	f, err := In(dir).Create()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("abc")); err != nil {
		t.Error(err)
	}
	if _, err := f.WriteAt([]byte("DE"), 3); err != nil {
		t.Error(err)
	}
	if err := f.Allocate(5, 4<<10); err != nil {
		t.Error(err)
	}
	got := make([]byte, 5)
	if _, err := f.ReadAt(got, 0); err != nil || !bytes.Equal(got, []byte("abcDE")) {
		t.Errorf("read %q, %v", got, err)
	}
	if _, err := f.ReadAt(got, 1<<20); err != io.EOF {
		t.Errorf("beyond the end: %v, want EOF", err)
	}
	// Windows lists the name until the file is closed unless the volume has POSIX semantics.
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 && runtime.GOOS != "windows" || f.Dir() != dir {
		t.Errorf("%v in %s, %v", names, f.Dir(), err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("%v is left, %v", names, err)
	}
}

// TestError checks that errors name the folder and not the file.
func TestError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "missing")
	_, err := In(dir).Create()
	var failed *Error
	if !errors.As(err, &failed) || failed.Dir != dir || !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "alike-") {
		t.Errorf("in a missing folder: %v", err)
	}
	f, err := In(t.TempDir()).Create()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" { // other systems write zeros until the disk is full
		if err := f.Allocate(0, 1<<62); !errors.As(err, &failed) {
			t.Errorf("allocating too much: %v", err)
		}
	}
	_ = f.Close()
	if _, err := f.WriteAt([]byte("x"), 0); !errors.As(err, &failed) || failed.Doing != "writing" {
		t.Errorf("writing to a closed file: %v", err)
	}
}

package system

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"
)

// TestPipe checks that a write to a pipe without a reader is recognised.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	if _, err = w.WriteString("x"); !IsClosed(err) || IsFull(err) {
		t.Errorf("writing to a pipe without a reader: %v", err)
	}
}

// TestTaken checks that an address in use is recognised.
func TestTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := net.Listen("tcp", l.Addr().String()); !IsTaken(err) {
		t.Errorf("listening twice: %v", err)
	}
}

// TestOthers checks that a missing file is none of these, and that permission is.
func TestOthers(t *testing.T) {
	_, err := os.Open(filepath.Join(t.TempDir(), "missing"))
	if err == nil || IsFull(err) || IsClosed(err) || IsReadOnly(err) || IsTaken(err) || IsInUse(err) {
		t.Errorf("a missing file: %v", err)
	}
	if err := errors.Join(fs.ErrPermission); !IsReadOnly(err) {
		t.Errorf("%v does not count as read-only", err)
	}
}

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestCheckOwner checks which paths root may write to: every folder and link on the way
// must be safe from other users.
func TestCheckOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs to be root, to give files away")
	}
	top := t.TempDir()
	must(t, os.Chmod(top, 0o755))
	folder := func(name string, mode os.FileMode, uid int) {
		must(t, os.MkdirAll(filepath.Join(top, name), 0o755))
		must(t, os.Chown(filepath.Join(top, name), uid, uid))
		must(t, os.Chmod(filepath.Join(top, name), mode))
	}
	link := func(name, target string, uid int) {
		must(t, os.Symlink(target, filepath.Join(top, name)))
		must(t, os.Lchown(filepath.Join(top, name), uid, uid))
	}
	const user = 65534
	folder("own/index", 0o755, 0)
	folder("user", 0o755, user)
	folder("user/index", 0o755, 0)
	folder("own/theirs", 0o700, user)
	folder("group", 0o775, 0)
	folder("group/index", 0o755, 0)
	folder("open", 0o777, 0)
	folder("open/index", 0o755, 0)
	folder("sticky", 0o777|os.ModeSticky, 0)
	folder("sticky/index", 0o755, 0)
	folder("sticky/theirs", 0o755, user)
	link("link", "own/index", 0)
	link("absolute", filepath.Join(top, "user/index"), 0)
	link("own/up", "../user/../own/index", 0)
	link("sticky/link", "../own/index", user)
	link("sticky/own", "../own", 0)
	link("loop", "loop", 0)
	for path, want := range map[string]string{
		"own/index":        "",
		"own/index/new/er": "",
		"user/index":       "user 65534",
		"own/theirs":       "own/theirs 65534",
		"group/index":      "group 0",
		"open/index":       "open 0",
		"open":             "open 0",
		"sticky":           "sticky 0",
		"sticky/index":     "",
		"sticky/new":       "",
		"sticky/theirs":    "sticky/theirs 65534",
		"link":             "",
		"absolute":         "user 65534",
		"own/up":           "user 65534",
		"sticky/link":      "sticky/link 65534",
		"sticky/own/index": "",
	} {
		err := checkOwner(filepath.Join(top, path))
		got := ""
		if owner := new(OwnerError); errors.As(err, &owner) {
			rel, _ := filepath.Rel(top, owner.Path)
			got = fmt.Sprint(rel, " ", owner.Owner)
		} else if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if err := checkOwner(filepath.Join(top, "loop")); !errors.Is(err, unix.ELOOP) {
		t.Errorf("a link to itself: %v", err)
	}

	// After the first check another user creates the folder, or moves it away.
	for path, now := range map[string]string{"sticky/theirs": "sticky/theirs", "own/index": "sticky/new"} {
		d, err := openFolder(filepath.Join(top, path))
		must(t, err)
		d.name = filepath.Join(top, now)
		if err := (&Store{dir: d}).checkOpened(); err == nil {
			t.Errorf("%s is used as %s", path, now)
		}
		d.close()
	}
}

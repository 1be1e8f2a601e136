//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSnapshotFolderIsRemoved checks the folders that snapshots are opened in.
func TestSnapshotFolderIsRemoved(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	p := makeSample(t)
	r := mustOpen(t, p.dir, readStore)
	wantEmpty(t, tmp)
	closeStore(t, r)
	folder, err := newTempFolder(snapshotPlaces(tmp))
	must(t, err)
	if filepath.Dir(folder.path) != tmp || !strings.HasPrefix(filepath.Base(folder.path), tempPrefix) {
		t.Errorf("the folder is %s, want one in %s", folder.path, tmp)
	}

	// What killed processes left is swept; what is in use, young, of another user, or
	// reached through a link is not.
	long := time.Now().Add(-2 * sweepAge)
	old := func(name string, uid int) {
		path := filepath.Join(tmp, name)
		must(t, os.Mkdir(path, 0o700))
		must(t, os.WriteFile(filepath.Join(path, "MANIFEST"), nil, 0o600))
		if os.Geteuid() == 0 {
			must(t, os.Chown(path, uid, uid))
		}
		must(t, os.Chtimes(path, long, long))
	}
	old(tempPrefix+"killed", os.Geteuid())
	old("other", os.Geteuid())
	must(t, os.Symlink("other", filepath.Join(tmp, tempPrefix+"link")))
	must(t, os.Mkdir(filepath.Join(tmp, tempPrefix+"young"), 0o700))
	want := []string{tempPrefix + "link", tempPrefix + "young", filepath.Base(folder.path), "other"}
	if os.Geteuid() == 0 {
		old(tempPrefix+"theirs", 65534)
		want = append(want, tempPrefix+"theirs")
	}
	must(t, os.Chtimes(folder.path, long, long))
	second, err := newTempFolder(snapshotPlaces(tmp))
	must(t, err)
	second.remove()
	var names []string
	left, err := os.ReadDir(tmp)
	must(t, err)
	for _, e := range left {
		names = append(names, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("left are %v, want %v", names, want)
	}
	folder.remove()
	for _, name := range names {
		must(t, os.RemoveAll(filepath.Join(tmp, name)))
	}

	list, err := checkFolder(folderAt(t, p.dir)) // Badger fails on this one
	must(t, err)
	snap, err := lookAt(folderAt(t, p.dir), checkAtRest)
	must(t, err)
	defer snap.close()
	list.tables[0].level = 5 // where its keys overlap with none
	snap.list.tables = slices.Concat(list.tables, list.tables[:1])
	snap.tables = slices.Concat(snap.tables, snap.tables[:1])
	if _, err := snap.open(folderAt(t, p.dir)); err == nil {
		t.Error("a table that is there twice was opened")
	}
	wantEmpty(t, tmp)

	// With a TMPDIR that does not exist.
	t.Setenv("TMPDIR", filepath.Join(tmp, "missing"))
	p.check(t)
	if _, err := newTempFolder([]string{filepath.Join(tmp, "missing"), filepath.Join(tmp, "gone")}); err == nil ||
		!errors.Is(err, ErrNoTempDir) {
		t.Errorf("no folder can be written: %v", err)
	}
}

package dataset

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/system"
	"alike/fingerprint"
	"alike/testdata"
)

// TestCheckHost checks which names hosts can have.
func TestCheckHost(t *testing.T) {
	t.Parallel()
	drives := runtime.GOOS == "windows"
	for host, want := range map[string]bool{
		"web1": true, "a": !drives, "9": !drives, "ab": true, "Web-1.example.org": true, "a_b": true, "a..": true, strings.Repeat("x", 200): true,
		"": false, "_a": false, ".a": false, "-a": false, "..": false, "a/b": false, "a b": false, "_": false, "ä": false, "a=b": false, "a\n": false,
		"a:b": false, "a*": false, "a\xff": false, "a'": false, strings.Repeat("x", 201): false,
	} {
		err := CheckHost(host)
		if (err == nil) != want || err != nil && !errors.As(err, new(*HostError)) {
			t.Errorf("%q: %v", host, err)
		}
		if aDrive := drives && (host == "a" || host == "9"); err != nil && strings.Contains(err.Error(), "is a drive") != aDrive {
			t.Errorf("%q: %v", host, err)
		}
	}
}

// snapshot describes everything in a folder.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(d.Name(), lockPrefix) {
			return err
		}
		b.WriteString(strings.TrimPrefix(path, dir) + " " + d.Type().String())
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %x", sha256.Sum256(data))
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRefused checks exports that are refused. They leave the folder as it is.
func TestRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 30)
	create := func(dir, name string) {
		w.must(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		w.must(os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600))
	}
	foreign := new(*ForeignError)
	for name, c := range map[string]struct {
		prepare func(dir string)
		want    any // for errors.As
	}{
		"a file in the host's folder":   {func(dir string) { create(dir, "host=h/notes") }, foreign},
		"a file in a table":             {func(dir string) { create(dir, "host=h/files/notes") }, foreign},
		"a folder in a table":           {func(dir string) { create(dir, "host=h/files/part-1.parquet/x") }, foreign},
		"the host is a file":            {func(dir string) { create(dir, "host=h") }, foreign},
		"a file in what a kill left":    {func(dir string) { create(dir, "_new-h/notes") }, foreign},
		"what a kill left is a file":    {func(dir string) { create(dir, "_new-h") }, foreign},
		"a file in an older export":     {func(dir string) { create(dir, "_old-h/notes"); create(dir, "host=h/files/part-1.parquet") }, foreign},
		"the host is a link":            {func(dir string) { w.must(os.Symlink(t.TempDir(), filepath.Join(dir, "host=h"))) }, foreign},
		"the host is a dangling link":   {func(dir string) { w.must(os.Symlink("nowhere", filepath.Join(dir, "host=h"))) }, foreign},
		"what a kill left is a link":    {func(dir string) { w.must(os.Symlink(t.TempDir(), filepath.Join(dir, "_new-h"))) }, foreign},
		"a table is a link":             {func(dir string) { create(dir, "host=h/a"); linkTable(t, dir) }, foreign},
		"the lock is a link to outside": {func(dir string) { w.must(os.Symlink("/dev/null", filepath.Join(dir, "_lock-h"))) }, foreign},
		"the lock is a folder":          {func(dir string) { w.must(os.Mkdir(filepath.Join(dir, "_lock-h"), 0o700)) }, foreign},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			create(dir, "mine")
			c.prepare(dir)
			before := snapshot(t, dir)
			_, err := w.export(Options{Dir: dir, Host: "h"})
			if err == nil || !errors.As(err, c.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("error %v", err)
			}
			if after := snapshot(t, dir); after != before {
				t.Errorf("the folder has changed from %q to %q", before, after)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "file")
	w.must(os.WriteFile(file, nil, 0o600))
	if _, err := w.export(Options{Dir: file, Host: "h"}); !errors.As(err, new(*Error)) {
		t.Errorf("into a file: %v", err)
	}
	if _, err := w.export(Options{Dir: t.TempDir(), Host: "../h"}); !errors.As(err, new(*HostError)) {
		t.Errorf("as a host with a wrong name: %v", err)
	}
}

// linkTable makes the table files of a host a link, and removes the file a beside it.
func linkTable(t *testing.T, dir string) {
	t.Helper()
	err := os.Symlink(t.TempDir(), filepath.Join(dir, "host=h", files))
	if err = errors.Join(err, os.Remove(filepath.Join(dir, "host=h", "a"))); err != nil {
		t.Fatal(err)
	}
}

// TestInsideIndex checks that no dataset is written into the folder of an index.
func TestInsideIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	link := filepath.Join(t.TempDir(), "link")
	w.must(os.Symlink(w.ix.Dir(), link))
	for _, dir := range []string{w.ix.Dir(), filepath.Join(w.ix.Dir(), "a", "b"), link, filepath.Join(link, "a")} {
		if _, err := w.export(Options{Dir: dir, Host: "h"}); !errors.Is(err, ErrInsideIndex) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	w.check()
}

// TestRecordsRefused checks that an index of records is not exported.
func TestRecordsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	iw, err := w.ix.NewWriter()
	w.must(err)
	w.must(iw.KeepRecords("method"))
	w.must(iw.Commit())
	if _, err := w.export(Options{Dir: t.TempDir(), Host: "h"}); !errors.Is(err, ErrRecords) {
		t.Errorf("error %v", err)
	}
}

// TestOlderIndex checks that an index whose small files lack fingerprints is not exported.
func TestOlderIndex(t *testing.T) {
	t.Parallel()
	ix, err := db.Open(t.Context(), testdata.Index(t, 5), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	dir := filepath.Join(t.TempDir(), "lake")
	if _, err := Write(t.Context(), ix, Options{Dir: dir, Host: "h"}); !errors.Is(err, ErrLongOnly) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder exists: %v", err)
	}
}

// TestLeftOver checks that an export removes what killed ones of all hosts left, but not what
// belongs to one that runs or may run, and that it puts back an export that was being replaced.
func TestLeftOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 30)
	dir := t.TempDir()
	part := func(folder string) {
		w.must(os.MkdirAll(filepath.Join(dir, folder, files), 0o700))
		w.must(os.WriteFile(filepath.Join(dir, folder, files, "part-1.parquet"), []byte(folder), 0o600))
	}
	for _, folder := range []string{"_new-h", "_new-other", "_new-runs", "_new-young", "_old-lost", "_old-gone", "host=gone"} {
		part(folder)
		if folder != "_new-young" { // whose lock may not be seen here
			yesterday := time.Now().Add(-leftAfter - time.Hour)
			w.must(os.Chtimes(filepath.Join(dir, folder), yesterday, yesterday))
		}
	}
	w.must(os.Mkdir(filepath.Join(dir, "_new-theirs!"), 0o700))
	lock, err := os.Create(filepath.Join(dir, "_lock-runs"))
	w.must(err)
	defer lock.Close()
	w.must(system.LockExclusive(lock))
	if _, err := w.export(Options{Dir: dir, Host: "runs"}); !errors.As(err, new(*BusyError)) {
		t.Errorf("an export beside another: %v", err)
	}
	_, err = w.export(Options{Dir: dir, Host: "h"})
	w.must(err)
	entries, err := os.ReadDir(dir)
	w.must(err)
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), lockPrefix) {
			names = append(names, e.Name())
		}
	}
	if want := []string{"_new-runs", "_new-theirs!", "_new-young", "host=gone", "host=h", "host=lost"}; !slices.Equal(names, want) {
		t.Errorf("the folder has %q, want %q", names, want)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "host=lost", files, "part-1.parquet")); string(data) != "_old-lost" {
		t.Errorf("the export put back has %q, %v", data, err)
	}
	want := w.want("h")
	want.compare(t, written(t, dir, "h"))
}

// TestInSteps checks the replacement of an export without an exchange of folders.
func TestInSteps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"old", "new"} {
		s, err := newStage(dir, "h")
		if err == nil {
			err = s.mkdir(files)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "_new-h", files, "part-"+name+".parquet"), nil, 0o600)
		}
		if err == nil && name == "old" {
			err = s.publish()
		} else if err == nil {
			err = s.publishInSteps("_new-h", "host=h")
		}
		if err != nil {
			t.Fatal(err)
		}
		s.close()
		parts, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
		if want := filepath.Join(dir, "host=h", files, "part-"+name+".parquet"); err != nil || !slices.Equal(parts, []string{want}) {
			t.Errorf("parts %q, %v, want %q", parts, err, want)
		}
	}
}

// TestUnwritable checks that an export into a folder without permission changes nothing.
func TestUnwritable(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 30)
	dir := t.TempDir()
	_, err := w.export(Options{Dir: dir, Host: "h"})
	w.must(err)
	before := snapshot(t, dir)
	w.must(os.Chmod(dir, 0o500))
	defer os.Chmod(dir, 0o700)
	if _, err := w.export(Options{Dir: dir, Host: "h"}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v", err)
	}
	if after := snapshot(t, dir); after != before {
		t.Error("the folder has changed")
	}
}

// TestOtherMachine checks that a machine does not replace the export of another one with the same
// name, and its own as often as it likes.
func TestOtherMachine(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	dir := t.TempDir()
	for _, c := range []struct {
		machine string
		other   bool
	}{{"a", false}, {"a", false}, {"b", true}, {"", true}, {"a", false}} {
		before := snapshot(t, dir)
		_, err := w.export(Options{Dir: dir, Host: "h", Machine: c.machine})
		if is := errors.As(err, new(*MachineError)); is != c.other || err != nil && !is {
			t.Errorf("by %q: %v", c.machine, err)
		}
		if c.other && snapshot(t, dir) != before {
			t.Errorf("the export of another machine than %q has changed", c.machine)
		}
	}
	for _, host := range []string{"none", "none"} { // machines without an ID are one
		if _, err := w.export(Options{Dir: dir, Host: host}); err != nil {
			t.Error(err)
		}
	}
	var other *MachineError
	if _, err := w.export(Options{Dir: dir, Host: "none", Machine: "a"}); !errors.As(err, &other) || other.Has != "" || other.Want != "a" {
		t.Errorf("in the place of a machine without an ID: %v", err)
	}
	if _, err := w.export(Options{Dir: dir, Host: "i", Machine: "a"}); err != nil {
		t.Errorf("under another name: %v", err)
	}
}

// TestOtherSettings checks that an export does not replace one with another view or rule, and names
// the folders that only the one before had.
func TestOtherSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 30)
	dir := t.TempDir()
	stats, err := w.export(Options{Dir: dir, Host: "h"})
	if w.must(err); stats.Replaced {
		t.Error("a new export replaced one")
	}
	for _, params := range []db.Params{
		{View: "text", Rule: db.DefaultParams.Rule},
		{View: "raw", Rule: fingerprint.Rule{Window: 40, Density: fingerprint.Auto}},
		{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: fingerprint.Auto, Anchors: "x"}},
	} {
		other, before := newWorld(t, 2, params), snapshot(t, dir)
		var differs *SettingsError
		if _, err := other.export(Options{Dir: dir, Host: "h"}); !errors.As(err, &differs) || differs.Has == differs.Want && params.Rule.Anchors == "" {
			t.Errorf("with %s: %v", params, err)
		}
		if snapshot(t, dir) != before {
			t.Errorf("the export was replaced by one with %s", params)
		}
	}
	if stats, err = w.export(Options{Dir: dir, Host: "h"}); err != nil || !stats.Replaced || len(stats.LostRoots) > 0 {
		t.Errorf("again: %+v, %v", stats, err)
	}
	for _, c := range []struct{ before, now, want string }{
		{"/a /b", "/b /a /c", ""}, {"/a /b", "/b", "/a"}, {"/a/b /ab", "/a", "/ab"}, {"/a", "/", ""}, {"/", "/a", "/"},
	} {
		if got := strings.Join(lostRoots(strings.Fields(c.before), strings.Fields(c.now)), " "); got != c.want {
			t.Errorf("%s after %s loses %q, want %q", c.now, c.before, got, c.want)
		}
	}
}

// TestRemains checks that an export that cannot remove the one before says that it is complete,
// and that the next one removes what remained.
func TestRemains(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 30)
	dir := t.TempDir()
	_, err := w.export(Options{Dir: dir, Host: "h"})
	w.must(err)
	w.must(os.Chmod(filepath.Join(dir, "host=h", files), 0o500))
	w.scan(time.Unix(2_000_000, 0), 30)
	stats, err := w.export(Options{Dir: dir, Host: "h"})
	var left *RemainsError
	remains := filepath.Join(dir, "_new-h")
	if !errors.As(err, &left) || left.Path != remains || !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), "the new export is in place, but "+remains+" remains") {
		t.Errorf("error %v", err)
	}
	want := w.want("h")
	want.compare(t, written(t, dir, "h"))
	if stats.Files != int64(len(want.files)) {
		t.Errorf("%d files, want %d", stats.Files, len(want.files))
	}
	w.must(os.Chmod(filepath.Join(remains, files), 0o700))
	_, err = w.export(Options{Dir: dir, Host: "h"})
	w.must(err)
	if _, err := os.Lstat(remains); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is still there: %v", remains, err)
	}
	want.compare(t, written(t, dir, "h"))
}

// TestMakeFolder checks that a new folder and those around it are written to the disk with the
// folders that name them.
func TestMakeFolder(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for _, c := range []struct{ dir, want string }{{"a/b/c", " a/b a ."}, {"a/b/c", ""}, {"a/b/d", " a/b"}, {"e", " ."}} {
		synced := ""
		err := makeFolder(filepath.Join(top, c.dir), func(path string) error {
			name, err := filepath.Rel(top, path)
			synced += " " + name
			return err
		})
		if err != nil || synced != c.want {
			t.Errorf("%s: wrote%s to the disk, want%s, %v", c.dir, synced, c.want, err)
		}
	}
	failed := errors.New("failed")
	if err := makeFolder(filepath.Join(top, "f"), func(string) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
}

// TestLongPathsLeftOut checks that an export leaves out, and counts, the paths that import rejects.
func TestLongPathsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 10)
	dir := strings.Repeat("/"+strings.Repeat("d", 199), 82)[:maxPath-2] // and a name makes maxPath
	iw, err := w.ix.NewWriter()
	w.must(err)
	spool := iw.NewSpool()
	defer spool.Close()
	id, _, err := iw.AddContent(db.Content{Checksum: db.Checksum{1}}, spool)
	w.must(err)
	listing, err := iw.Directory(dir)
	w.must(err)
	for _, name := range []string{"f", "gg", "hhh"} {
		w.must(iw.Put(listing.ID, db.Entry{Name: name, Content: id}))
	}
	w.must(iw.Commit())
	w.check()
	stats, err := w.export(Options{Dir: t.TempDir(), Host: "h"})
	if err != nil || stats.LongPaths != 2 || stats.Files != int64(len(w.files))+1 {
		t.Errorf("%d paths, want 2, %d files of %d, %v", stats.LongPaths, stats.Files, len(w.files)+3, err)
	}
}

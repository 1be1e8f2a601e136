package dataset_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/dataset"
	"alike/db/spill"
	"alike/testdata"
)

// faulty is a test tree whose contents have postings of several levels.
func faulty(t *testing.T) *tables {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 3))
	f := newFleet(r, 1)
	ix, w := index(t, filepath.Join(t.TempDir(), "index"), db.Files)
	must(t, w.KeepHashes(scheme, 4))
	enter(t, w, "", f["web0.example-a"], 7)
	return rowsOf(t, ix, "web1")
}

// refused checks that an export is refused, and that nothing of it was entered.
func refused(t *testing.T, what, dir, want string) {
	t.Helper()
	at := filepath.Join(t.TempDir(), "index")
	_, err := tryImport(t, at, dir)
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
		t.Errorf("%s: %v, want %q", what, err, want)
		return
	}
	if _, err := os.Stat(at); err == nil {
		if ix := open(t, at); ix.NextContent() > 1 || len(ix.Scans()) > 0 {
			t.Errorf("%s: refused, but entered", what)
		}
	}
}

// TestRefused checks that an export whose rows contradict each other or are impossible is
// refused, and that the error says why.
func TestRefused(t *testing.T) {
	t.Parallel()
	base := faulty(t)
	for _, c := range append(wrongRows(base), wrongFiles()...) {
		x := base.clone()
		c.change(x)
		dir := t.TempDir()
		x.write(t, filepath.Join(dir, "host=web1"))
		refused(t, c.what, dir, c.want)
	}
}

// fault makes an export unsound.
type fault struct {
	what, want string // want is in the error
	change     func(x *tables)
}

// wrongRows returns faults of the tables exports, contents, postings and simhashes.
func wrongRows(base *tables) []fault {
	long := slices.IndexFunc(base.contents, func(c dataset.Content) bool { return len(c.Counts) > 1 })
	first := slices.IndexFunc(base.postings, func(p dataset.Posting) bool { return p.Key == base.contents[long].Key })
	return []fault{
		{"layout", "layout 2", func(x *tables) { x.export[0].Layout = 2 }},
		{"view", "other rules", func(x *tables) { x.export[0].View = "text" }},
		{"unknown view", "does not know", func(x *tables) { x.export[0].View = "colour" }},
		{"rules", "other rules", func(x *tables) { x.export[0].Rules = "9" }},
		{"window", "impossible rule", func(x *tables) { x.export[0].Window = -1 }},
		{"unknown scheme", "does not know", func(x *tables) { x.export[0].Scheme = "simhash9 unit=words" }},
		{"scheme with a table", "does not know", func(x *tables) { x.export[0].Scheme = strings.Replace(scheme, "idf=0", "idf=7", 1) }},
		{"scheme that is none", "does not know", func(x *tables) { x.export[0].Scheme = " html=stripped" }},
		{"other window", "but the index has", func(x *tables) { x.export[0].Window, x.export[0].Small = 40, 0 }},
		{"host", `host "web2"`, func(x *tables) { x.export[0].Host = "web2" }},
		{"two exports", "more than one row", func(x *tables) { x.export = append(x.export, x.export[0]) }},
		{"fewer files", "rows, but the export has", func(x *tables) { x.export[0].Files++ }},
		{"fewer postings", "rows, but the export has", func(x *tables) { x.export[0].Postings-- }},
		{"fewer contents", "rows, but the export has", func(x *tables) { x.export[0].Contents++ }},
		{"fewer simhashes", "rows, but the export has", func(x *tables) { x.export[0].Hashes++ }},
		{"a posting is missing", "postings of level", func(x *tables) { x.postings = slices.Delete(x.postings, first, first+1); x.count() }},
		{"level of a posting", "has level", func(x *tables) { x.postings[first].Level++ }},
		{"fingerprint too large", "is out of range", func(x *tables) { x.postings[first].Fingerprint = 1 << 46; x.sort() }},
		{"negative fingerprint", "is out of range", func(x *tables) { x.postings[first].Fingerprint = -1 }},
		{"postings of no content", "which is not in contents", func(x *tables) { x.postings = append(x.postings, dataset.Posting{Key: 1<<63 - 1}); x.count() }},
		{"simhash of no content", "which is not in contents", func(x *tables) { x.hashes = append(x.hashes, dataset.Hash{Key: 1<<63 - 1}); x.count() }},
		{"simhashes of no scheme", "does not say", func(x *tables) { x.export[0].Scheme = "" }},
		{"key", "does not match its checksum", func(x *tables) { x.contents[long].Checksum[9]++; x.contents[long].Checksum[0]++ }},
		{"counts", "postings of level", func(x *tables) { x.contents[long].Counts = []int32{1} }},
		{"zero count", "impossible counts", func(x *tables) { x.contents[long].Counts = []int32{5, 0} }},
		{"negative size", "has size", func(x *tables) { x.contents[long].Size = -1 }},
		{"level", "level 31", func(x *tables) { x.contents[long].Level = 31 }},
		{"order of contents", "contents", func(x *tables) { x.contents[0], x.contents[1] = x.contents[1], x.contents[0] }},
		{"order of postings", "out of order", func(x *tables) { x.postings[0], x.postings[1] = x.postings[1], x.postings[0] }},
	}
}

// wrongFiles returns faults of the table files.
func wrongFiles() []fault {
	path := func(p string) func(x *tables) {
		return func(x *tables) { x.files[0].Path, x.files[0].PathBytes = p, nil }
	}
	return []fault{
		{"content is missing", "which is missing", func(x *tables) { x.files[0].Key++ }},
		{"host of a file", `of host "web2"`, func(x *tables) { x.files[3].Host = "web2" }},
		{"negative size of a file", "bytes", func(x *tables) { x.files[0].Size = -1 }},
		{"size of a file", "bytes, but its content", func(x *tables) { x.files[2].Size++ }},
		{"sizes of all files of a content", "bytes, but its content", func(x *tables) {
			for i := range x.files {
				if x.files[i].Key == x.files[3].Key {
					x.files[i].Size += 1 << 40
				}
			}
		}},
		{"size of a file that is set aside", "bytes, but its content", func(x *tables) {
			at := slices.IndexFunc(x.files, func(f dataset.File) bool { return f.SetAside })
			x.files[at].Size = 0
		}},
		{"set aside, not generated", "not generated", func(x *tables) { x.files[0].SetAside, x.files[0].Generated = true, false }},
		{"order of files", "out of order", func(x *tables) { x.files[0], x.files[1] = x.files[1], x.files[0] }},
		{"a file twice", "one twice", func(x *tables) { x.files = slices.Insert(x.files, 1, x.files[0]); x.count() }},
		{"file in a file", "folder that is a file", func(x *tables) {
			f := x.files[0]
			f.Path, f.PathBytes = pathOf(f)+"/x", nil
			x.files = append(x.files, f)
			x.sort()
			x.count()
		}},
		{"relative path", "absolute", path("a/b")},
		{"empty path", "absolute", path("")},
		{"the root", "absolute", path("/")},
		{"parent", "clean", path("/../etc/passwd")},
		{"dots", "clean", path("/a/..")},
		{"dot", "clean", path("/a/./b")},
		{"two slashes", "clean", path("/a//b")},
		{"slash at the end", "clean", path("/a/")},
		{"NUL", "not a possible path", path("/a\x00")},
		{"long name", "too long", path("/" + strings.Repeat("x", 5000))},
	}
}

// clone returns a copy of which rows can be changed.
func (x *tables) clone() *tables {
	c := *x
	c.export, c.contents, c.files = slices.Clone(x.export), slices.Clone(x.contents), slices.Clone(x.files)
	c.postings, c.hashes = slices.Clone(x.postings), slices.Clone(x.hashes)
	return &c
}

// TestHostNames checks names of folders and hosts that are in the dataset twice.
func TestHostNames(t *testing.T) {
	t.Parallel()
	base := faulty(t)
	for _, host := range []string{"", "_x", "-x", ".", "a b", "a\nb", "ü", strings.Repeat("a", 250), "a:b", "\xff"} {
		x, dir := base.clone(), t.TempDir()
		x.export[0].Host = host
		for i := range x.files {
			x.files[i].Host = host
		}
		x.write(t, filepath.Join(dir, "host="+host))
		refused(t, host, dir, "cannot name a host: only ASCII letters")
	}
	a, b := t.TempDir(), t.TempDir()
	base.write(t, filepath.Join(a, "host=web1"))
	base.write(t, filepath.Join(b, "host=web1"))
	if _, err := dataset.Hosts(t.Context(), []string{a, b}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("the same host twice: %v", err)
	}
	other := base.clone()
	other.export[0].Host, other.export[0].Small = "web2", 0
	other.write(t, filepath.Join(b, "host=web2"))
	if _, err := dataset.Hosts(t.Context(), []string{filepath.Join(a, "host=web1"), filepath.Join(b, "host=web2")}); err == nil ||
		!strings.Contains(err.Error(), "web2") || !strings.Contains(err.Error(), "small windows 0") {
		t.Errorf("hosts with other rules: %v", err)
	}
	schemes := t.TempDir()
	count := strings.Replace(scheme, "weights=damped", "weights=count", 1)
	for host, scheme := range map[string]string{"web1": count, "web2": "", "web3": scheme} {
		x := base.clone()
		x.export[0].Host, x.export[0].Scheme = host, scheme
		x.write(t, filepath.Join(schemes, "host="+host))
	}
	if _, err := dataset.Hosts(t.Context(), []string{schemes}); err == nil || !strings.Contains(err.Error(), "its simhashes are "+scheme+", and those of web1 are "+count) {
		t.Errorf("hosts with other simhashes: %v", err)
	}
	if _, err := dataset.Hosts(t.Context(), []string{t.TempDir()}); err == nil {
		t.Error("a folder without hosts was accepted")
	}
}

// TestLongPaths checks that a path may be longer than the system takes at a time, but not
// so long that its folders take too much memory.
func TestLongPaths(t *testing.T) {
	t.Parallel()
	folder := "/" + strings.Repeat("d", 199)
	for folders, want := range map[int]string{80: "", 100: "longer than 16384 bytes"} {
		x, dir := faulty(t), t.TempDir()
		long := strings.Repeat(folder, folders) + "/f"
		x.files[0].Path, x.files[0].PathBytes = long, nil
		x.sort()
		x.write(t, filepath.Join(dir, "host=web1"))
		if want != "" {
			refused(t, "a long path", dir, want)
			continue
		}
		ix, _ := importAll(t, filepath.Join(t.TempDir(), "index"), dir)
		if ok, err := ix.Holds("web1:" + long); err != nil || !ok {
			t.Errorf("the file with a path of %d bytes is missing: %v", len(long), err)
		}
	}
}

// TestDamagedFiles checks that a part file that is cut short, missing or has a changed byte is
// named, or that the change makes no difference.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	base := faulty(t)
	sound := t.TempDir()
	base.write(t, filepath.Join(sound, "host=web1"))
	ix, _ := importAll(t, filepath.Join(t.TempDir(), "index"), sound)
	want := answers(t, ix)
	parts, err := filepath.Glob(filepath.Join(sound, "host=*", "*", "*.parquet"))
	must(t, err)
	if len(parts) != 9 {
		t.Fatalf("%d part files", len(parts))
	}
	for _, part := range parts {
		data, err := os.ReadFile(part)
		must(t, err)
		r := rand.New(rand.NewPCG(uint64(len(data)), 4))
		must(t, os.Remove(part))
		table, why := filepath.Dir(part), "rows, but the export has"
		if filepath.Base(table) == "exports" {
			why = "file does not exist"
		}
		refused(t, "without "+part, sound, why)
		refused(t, "without "+part, sound, table)
		for round := range testdata.Rounds(4, 300) {
			changed := slices.Clone(data)
			at := r.IntN(len(data))
			if round%4 == 0 {
				changed = changed[:at]
			} else {
				changed[at] ^= 1 << r.IntN(8)
			}
			must(t, os.WriteFile(part, changed, 0o644))
			dir := filepath.Join(t.TempDir(), "index")
			if _, err := tryImport(t, dir, sound); err == nil {
				compare(t, part, answers(t, open(t, dir)), want)
			} else if !strings.Contains(err.Error(), sound) {
				t.Errorf("%s, byte %d: %v", part, at, err)
			}
		}
		must(t, os.WriteFile(part, data, 0o644))
	}
}

// TestSymbolicLinks checks that a part or a table that is a link to a place outside is refused
// by that name.
func TestSymbolicLinks(t *testing.T) {
	t.Parallel()
	base := faulty(t)
	for _, moved := range []string{"host=web1/postings", "host=web1/contents/*.parquet"} {
		dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "moved")
		base.write(t, filepath.Join(dir, "host=web1"))
		found, err := filepath.Glob(filepath.Join(dir, moved))
		must(t, err)
		must(t, os.Rename(found[0], outside))
		must(t, os.Symlink(outside, found[0]))
		refused(t, moved, dir, "a symbolic link that leads out of the export and is not followed")
	}
}

// TestFaultKinds checks the kinds of errors that need other advice than to export again.
func TestFaultKinds(t *testing.T) {
	t.Parallel()
	base := faulty(t)
	written := func(change func(x *tables)) string {
		dir, x := t.TempDir(), base.clone()
		change(x)
		x.write(t, filepath.Join(dir, "host=web1"))
		return dir
	}
	same := func(*tables) {}
	sound := written(same)
	renamed := t.TempDir()
	base.write(t, filepath.Join(renamed, "host=web9"))
	linked := written(same)
	must(t, os.Rename(filepath.Join(linked, "host=web1", "files"), filepath.Join(linked, "moved")))
	must(t, os.Symlink(filepath.Join(linked, "moved"), filepath.Join(linked, "host=web1", "files")))
	for _, c := range []struct {
		paths []string
		fault dataset.Fault
		text  string
	}{
		{[]string{sound, written(same)}, dataset.Twice, "twice"},
		{[]string{renamed}, dataset.Renamed, `host web9: `},
		{[]string{filepath.Join(sound, "host=web9")}, dataset.NoSuchHost, "host web9: " + sound + "/host=web9: no such host in the dataset, which has web1"},
		{[]string{filepath.Join(sound, "host=*")}, dataset.NoSuchHost, "which has web1"},
		{[]string{filepath.Join(linked, "host=web1")}, dataset.Linked, "symbolic link"},
		{[]string{written(func(x *tables) { x.export[0].Since = 60e9; x.contents = x.contents[1:] })}, dataset.Unsound, "rows, but the export has"},
		{[]string{written(func(x *tables) { // as an increment has them
			x.export[0].Since = 60e9
			key := x.contents[0].Key
			x.contents = x.contents[1:]
			x.postings = slices.DeleteFunc(x.postings, func(p dataset.Posting) bool { return p.Key == key })
			x.count()
		})}, dataset.Incomplete, "host=web1: it lacks contents from before 1970-01-01 00:01:00 UTC"},
		{[]string{written(func(x *tables) { x.export = append(x.export, x.export[0]) })}, dataset.Merged, "there is more than one row"},
		{[]string{written(func(x *tables) { x.export[0].Layout = 2 })}, dataset.Unsound, "layout 2"},
	} {
		hosts, err := dataset.Hosts(t.Context(), c.paths)
		if err == nil {
			err = dataset.Verify(t.Context(), nil, spill.Place{}, hosts, &dataset.Progress{})
		}
		var is *dataset.ExportError
		if !errors.As(err, &is) || is.Fault() != c.fault || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%q: %v, want fault %d and %q", c.paths, err, c.fault, c.text)
		}
	}
	hosts, err := dataset.Hosts(t.Context(), []string{sound})
	must(t, err)
	must(t, dataset.Verify(t.Context(), nil, spill.Place{}, hosts, &dataset.Progress{}))
	must(t, os.RemoveAll(filepath.Join(sound, "host=web1", "postings")))
	_, w := index(t, filepath.Join(t.TempDir(), "index"), db.Hosts)
	_, err = dataset.Import(t.Context(), w, hosts, &dataset.Progress{})
	var is *dataset.ExportError
	if !errors.As(err, &is) || is.Fault() != dataset.Replaced {
		t.Errorf("changed since it was checked: %v", err)
	}
}

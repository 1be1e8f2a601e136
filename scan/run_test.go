package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
	"alike/testdata"
)

// TestRescan scans a tree repeatedly, with changes in between.
func TestRescan(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	text := strings.Repeat("some text that is long enough for a fingerprint; ", 20)
	write(t, root, map[string]string{"a": text, "b": text, "empty": "", "d/c": "other", "d/e/f": "deep", "gone/g/h": "1", "gone/i": "2"})

	sum := x.scan(options(), root)
	want := Summary{Files: 7, Directories: 5, Bytes: int64(2*len(text) + 11), Read: 7, ReadBytes: int64(2*len(text) + 11), New: 7, NewContents: 6, Skipped: map[string]int64{}}
	if !reflect.DeepEqual(sum, want) {
		t.Errorf("first scan:\n%+v, want\n%+v", sum, want)
	}
	files := x.files(root)
	if files["a"].Content != files["b"].Content || files["a"].Content == files["d/c"].Content {
		t.Errorf("contents: %+v", files)
	}
	for name, e := range files {
		var st fsys.Status
		must(t, statOf(root+"/"+name, &st))
		if want := (db.Stat{Size: st.Size, MTime: st.Mtim.Nano(), CTime: st.Ctim.Nano(), Inode: st.Ino, Device: fsys.DeviceOf(&st)}); e.Stat != want {
			t.Errorf("%s: %+v, want %+v", name, e.Stat, want)
		}
		if !e.Unsettled {
			t.Errorf("%s was just written but is settled", name)
		}
	}

	x.settle(root)
	sum = x.scan(options(), root)
	if sum.Unchanged != 7 || sum.Files != 7 || sum.Read != 0 || sum.Bytes != want.Bytes {
		t.Errorf("second scan: %+v", sum)
	}

	write(t, root, map[string]string{"d/c": "changed", "new": "new"})
	must(t, os.RemoveAll(root+"/gone"))
	must(t, os.Remove(root+"/b"))
	sum = x.scan(options(), root)
	want = Summary{Files: 5, Directories: 3, Bytes: int64(len(text) + 4 + 7 + 3), Read: 2, ReadBytes: 10, Unchanged: 3, New: 1, Changed: 1, Gone: 3, NewContents: 2, Skipped: map[string]int64{}}
	if !reflect.DeepEqual(sum, want) {
		t.Errorf("third scan:\n%+v, want\n%+v", sum, want)
	}
	if got := strings.Join(x.names(root), " "); got != "a d/c d/e/f empty new" {
		t.Errorf("the index has %s", got)
	}
}

// settle marks the entries of the index as settled, as if the scan had been later, so
// that tests need not wait.
func (x *index) settle(folder string) {
	x.t.Helper()
	indexed, err := x.w.Directory(folder)
	must(x.t, err)
	for _, e := range indexed.Files {
		e.Unsettled = false
		must(x.t, x.w.Put(indexed.ID, e))
	}
	for _, f := range indexed.Folders {
		x.settle(withSlash(folder) + f.Name)
	}
}

// TestFileAndFolderSwap replaces a file by a folder and a folder by a file.
func TestFileAndFolderSwap(t *testing.T) {
	root := t.TempDir()
	x := newIndex(t)
	write(t, root, map[string]string{"a": "1", "b/c": "2", "b/d/e": "3"})
	x.scan(options(), root)
	must(t, os.Remove(root+"/a"))
	must(t, os.RemoveAll(root+"/b"))
	write(t, root, map[string]string{"a/x": "4", "b": "5"})
	sum := x.scan(options(), root)
	if got := strings.Join(x.names(root), " "); got != "a/x b" || sum.Gone != 3 || sum.New != 2 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
}

// TestExcludedLeavesIndex checks that files which an option newly excludes are removed
// from the index.
func TestExcludedLeavesIndex(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "1", "big": strings.Repeat("x", 100), "d/b": "2", "d/e/c": "3", ".h/i": "4", "x/CACHEDIR.TAG": cacheSign})
	for name, o := range map[string]Options{
		"big d/b d/e/c x/CACHEDIR.TAG":   {Selection: Selection{MinSize: 1, Exclude: []string{"a"}}},
		"a d/b d/e/c x/CACHEDIR.TAG":     {Selection: Selection{MaxSize: 99}},
		"a big x/CACHEDIR.TAG":           {Selection: Selection{Exclude: []string{"d"}}},
		"a big d/b d/e/c":                {Selection: Selection{ExcludeCaches: true}},
		"":                               {Selection: Selection{ExcludeIfPresent: []string{"big"}}},
		"big x/CACHEDIR.TAG":             {Selection: Selection{MinSize: 10}},
		"a big d/b d/e/c x/CACHEDIR.TAG": {},
	} {
		x := newIndex(t)
		all := options()
		all.Hidden = true
		x.scan(all, root)
		o.Threads, o.Rule = 2, all.Rule
		sum := x.scan(o, root)
		if got := strings.Join(x.names(root), " "); got != name {
			t.Errorf("%+v: the index has %s, want %s", o, got, name)
		}
		if before := 6; sum.Gone != int64(before-len(strings.Fields(name))) {
			t.Errorf("%+v: %d gone", o, sum.Gone)
		}
	}
}

func TestRoots(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"t/a": "1", "t/d/b": "2", "t/.h/c": "3", "t/.h/e/f": "4", "u": "5", "t2/x": "6"})
	must(t, os.Symlink("t", dir+"/link"))
	for _, c := range []struct {
		roots, want string
		files       int64
	}{
		{"t", "t/a t/d/b", 2},
		{"t t ./t/ t/../t", "t/a t/d/b", 2},
		{"t t/d", "t/a t/d/b", 2},
		{"t t/d/b t/d", "t/a t/d/b", 2},
		{"t/.h/e t", "t/.h/e/f t/a t/d/b", 3},   // the outer walk does not reach it
		{"t/.h/e/f t", "t/.h/e/f t/a t/d/b", 3}, // nor this file
		{"u", "u", 1},
		{"link", "link/a link/d/b", 2},
		{"t/d t2", "t/d/b t2/x", 2},
	} {
		x := newIndex(t)
		t.Chdir(dir)
		for n := range 2 { // the second scan removes nothing
			sum := x.scan(options(), strings.Fields(c.roots)...)
			if got := strings.Join(x.names(dir), " "); got != c.want || sum.Files != c.files || sum.Gone != 0 {
				t.Errorf("scan %d of %s: the index has %s, want %s; %+v", n, c.roots, got, c.want, sum)
			}
		}
	}
}

// TestRootInsideExcluded checks that the outer root removes what is newly excluded, but
// not the root inside it.
func TestRootInsideExcluded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a": "", "d/b": "", "d/e/c": "", "d/e/f": "", "d/g/h": ""})
	x := newIndex(t)
	x.scan(options(), dir)
	o := options()
	o.Exclude = []string{"/d"}
	sum := x.scan(o, dir, dir+"/d/e")
	if got := strings.Join(x.names(dir), " "); got != "a d/e/c d/e/f" || sum.Gone != 2 || sum.New != 0 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
}

func TestMissingRoot(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a": "1"})
	testdata.FIFO(t, dir+"/fifo")
	x := newIndex(t)
	_, err := Run(context.Background(), x.w, []string{dir, dir + "/no", dir + "/fifo", dir + "/a/b"}, options())
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{dir + "/no:", dir + "/fifo:", dir + "/a/b:"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("error %q does not mention %s", err, name)
		}
	}
	if names := x.names(dir); len(names) > 0 {
		t.Errorf("files were scanned: %s", names)
	}
}

func TestIndexIsNotScanned(t *testing.T) {
	x := newIndex(t)
	dir := filepath.Dir(x.dir)
	write(t, dir, map[string]string{"a": "1", "index/sub/": ""})
	must(t, os.Symlink("index", dir+"/link"))
	o := options()
	o.IndexDir = x.dir
	o.Follow = true
	sum := x.scan(o, dir)
	if got := strings.Join(x.names(dir), " "); got != "a" || sum.Skipped["index"] != 2 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	for _, root := range []string{"/index", "/index/sub", "/link"} {
		if sum = x.scan(o, dir+root); sum.Files != 0 || sum.Skipped["index"] != 1 {
			t.Errorf("%s as a root: %+v", root, sum)
		}
	}
}

// TestCancel cancels a scan and checks that what was read before is in the index.
func TestCancel(t *testing.T) {
	root := t.TempDir()
	files := make(map[string]string)
	for i := range 300 {
		name := string(rune('a'+i/20)) + "/" + string(rune('a'+i%20))
		files[name] = strings.Repeat(name, 1000)
	}
	write(t, root, files)
	x := newIndex(t)
	ctx, cancel := context.WithCancel(context.Background())
	o := options()
	var read atomic.Int32
	o.beforeRead = func(string, int64) {
		if read.Add(1) == 100 {
			cancel()
		}
	}
	sum, err := Run(ctx, x.w, []string{root}, o)
	if !errors.Is(err, context.Canceled) || !sum.Interrupted {
		t.Errorf("error %v, %+v", err, sum)
	}
	if n := len(x.names(root)); int64(n) != sum.Files || n < 90 || n > 101 {
		t.Errorf("the index has %d files; %+v", n, sum)
	}
	// What it did not finish, it does not claim to have whole.
	whole := 0
	for name, c := range x.coverages(root) {
		has := len(x.names(path.Join(root, name)))
		if c.Whole() && (name == "" || has != 20) {
			t.Errorf("%q has %d files of 20, and counts as whole", name, has)
		}
		if c.Known {
			whole++
		}
	}
	if whole == 0 {
		t.Error("no folder was finished")
	}
	o.beforeRead = nil
	x.settle(root)
	before := sum.Files
	if sum = x.scan(o, root); sum.Unchanged != before || sum.Files != 300 || sum.Interrupted {
		t.Errorf("next scan: %+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := newIndex(t)
	if sum, err := Run(ctx, x.w, []string{t.TempDir()}, options()); err != context.Canceled || !sum.Interrupted {
		t.Errorf("error %v, %+v", err, sum)
	}
	if err := Count(ctx, []string{t.TempDir()}, options(), &Progress{}); err != context.Canceled {
		t.Errorf("count: %v", err)
	}
}

// TestOptionsOfTheIndex scans with zero options into indexes of several views, windows
// and densities. Options that differ from the index are an error.
func TestOptionsOfTheIndex(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a.go": program(1, "a", "//"), "b.go": program(1, "b", "//"), "copy.go": program(1, "a", "//")})
	for _, c := range []struct {
		params db.Params
		pairs  []string
	}{
		{db.DefaultParams, []string{"a.go+copy.go at level 5"}},
		{db.Params{View: string(view.FoldCode), Rule: fingerprint.Rule{Window: 20, Density: 2}},
			[]string{"a.go+b.go at level 2", "a.go+copy.go at level 2"}},
		{db.Params{View: string(view.FoldText), Rule: fingerprint.Rule{Window: 30, Density: 7}}, []string{"a.go+copy.go at level 7"}},
	} {
		x := newIndexWith(t, c.params)
		if sum := x.scan(Options{}, root); sum.Read != 3 {
			t.Errorf("%v: %+v", c.params, sum)
		}
		must(t, x.w.Commit())
		var pairs []string
		_, err := search.Pairs(t.Context(), x.ix, search.PairQuery{Min: .5, MinShared: 3}, func(p search.Pair) error {
			pairs = append(pairs, fmt.Sprintf("%s+%s at level %d", base(p.A.Path), base(p.B.Path), p.A.Level))
			return nil
		})
		must(t, err)
		slices.Sort(pairs)
		if !slices.Equal(pairs, c.pairs) {
			t.Errorf("%v: %q, want %q", c.params, pairs, c.pairs)
		}
		other := c.params.Rule
		other.Window++
		for _, o := range []Options{{Rule: other}, {View: "other"}} {
			var mix *db.ParamsError
			if _, err := Run(t.Context(), x.w, []string{root}, o); !errors.As(err, &mix) || mix.Has != c.params {
				t.Errorf("%v: other options: %v", c.params, err)
			}
		}
	}
}

func TestProgressAndCount(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": strings.Repeat("a", 700_000), "d/b": "12345", "d/empty": "", ".h": "x"})
	x := newIndex(t)
	var p Progress
	o := options()
	o.Progress = &p
	must(t, Count(context.Background(), []string{root}, o, &p))
	x.scan(o, root)
	if p.TotalFiles.Load() != 3 || p.TotalBytes.Load() != 700_005 || !p.Counted.Load() {
		t.Errorf("Count: %d files, %d bytes", p.TotalFiles.Load(), p.TotalBytes.Load())
	}
	if p.Done.Load() != 3 || p.DoneBytes.Load() != 700_005 {
		t.Errorf("progress: done %d, %d bytes", p.Done.Load(), p.DoneBytes.Load())
	}
	x.settle(root)
	x.scan(o, root)
	if p.Done.Load() != 6 || p.DoneBytes.Load() != 2*700_005 {
		t.Errorf("after another scan: done %d, %d bytes", p.Done.Load(), p.DoneBytes.Load())
	}
}

func TestFingerprints(t *testing.T) {
	data := []byte(strings.Repeat("All happy families are alike; each unhappy one is so in its own way. ", 5000))
	for i := range data {
		data[i] += byte(i / 997 % 7)
	}
	set, level := fingerprint.SetOf(fingerprint.DefaultRule, data)
	for _, size := range []int64{int64(len(data)), -1, 10} {
		var fps []fingerprint.Fingerprint
		c, err := Fingerprints("f", strings.NewReader(string(data)), size, fingerprint.DefaultRule, view.Raw, func(s []fingerprint.Selected) error {
			for _, one := range s {
				fps = append(fps, one.Fingerprint)
			}
			return nil
		})
		must(t, err)
		if c.Checksum != blake3.Sum256(data) || c.Size != int64(len(data)) || c.Level != level {
			t.Errorf("size %d: %+v", size, c)
		}
		if got := fingerprint.NewSet(fps, c.Level); !reflect.DeepEqual(got, set) {
			t.Errorf("size %d: %d fingerprints, want %d", size, len(got), len(set))
		}
	}
	_, err := Fingerprints("f", strings.NewReader("short"), 1<<20, fingerprint.DefaultRule, view.Raw, func([]fingerprint.Selected) error { return nil })
	if err != ErrShort {
		t.Errorf("short stream: %v", err)
	}
	wanted := errors.New("enough")
	_, err = Fingerprints("f", strings.NewReader(string(data)), -1, fingerprint.DefaultRule, view.Raw, func([]fingerprint.Selected) error { return wanted })
	if err != wanted {
		t.Errorf("error of take: %v", err)
	}
}

// TestRunUpgrades scans with an index from before small windows: it reads the small files once
// more, and nothing has changed.
func TestRunUpgrades(t *testing.T) {
	params := db.DefaultParams
	params.Rule = params.Rule.WithoutSmall()
	x, root := newIndexWith(t, params), t.TempDir()
	text := strings.Repeat("some text that is long enough for a fingerprint; ", 200)
	files := map[string]string{"few": text[:300], "same": text[:300], "some": text[3:1000], "many": text}
	write(t, root, files)
	long := time.Now().Add(-time.Hour)
	folder, err := x.w.Directory(root)
	if err != nil {
		t.Fatal(err)
	}
	spool := x.w.NewSpool()
	defer spool.Close()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Fingerprints(name, strings.NewReader(content), int64(len(content)), params.Rule, view.Raw, spool.Add)
		if err != nil {
			t.Fatal(err)
		}
		id, _, err := x.w.AddContent(c, spool)
		if err == nil {
			err = x.w.Put(folder.ID, db.Entry{Name: name, Stat: fsys.StatOfInfo(path, info), Content: id})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := x.w.Commit(); err != nil {
		t.Fatal(err)
	}
	before := x.files(root)
	if sum := x.scan(options(), root); sum.Read < 2 || sum.Read > 3 || sum.New+sum.Changed+sum.NewContents != 0 || x.ix.LongOnly() {
		t.Errorf("%+v; some lack small windows: %v", sum, x.ix.LongOnly())
	}
	for name, e := range x.files(root) {
		if e.Content != before[name].Content {
			t.Errorf("%s has content %d, it was %d", name, e.Content, before[name].Content)
		}
	}
	if x.ix.Params() != db.DefaultParams {
		t.Errorf("the index was made with %v", x.ix.Params())
	}
}

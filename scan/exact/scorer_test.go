package exact

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alike/db"
	"alike/db/search"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/fsys"
	"alike/testdata"
)

// world is an indexed folder whose files were written long before the scan.
type world struct {
	t      *testing.T
	root   string
	view   view.Kind
	spill  []spill.Place // of scorers
	ix     *db.Index
	w      *db.Writer
	warned []string // "name: error"
	lookup int      // number of calls
}

func newWorld(t *testing.T, files map[string]string) *world {
	t.Helper()
	return newWorldUnder(t, view.Raw, files)
}

// newWorldUnder returns a world under a view.
func newWorldUnder(t *testing.T, kind view.Kind, files map[string]string) *world {
	t.Helper()
	return newWorldOf(t, kind, fingerprint.DefaultRule, files)
}

// newWorldOf returns a world under a view and a rule.
func newWorldOf(t *testing.T, kind view.Kind, rule fingerprint.Rule, files map[string]string) *world {
	t.Helper()
	w := &world{t: t, root: testdata.Folder(t), view: kind}
	params := db.DefaultParams
	params.View, params.Rule = string(kind), rule
	var err error
	w.ix, err = db.Open(t.Context(), filepath.Join(t.TempDir(), "index"), db.Options{Write: true, Create: true, Params: &params})
	must(t, err)
	t.Cleanup(func() { must(t, w.ix.Close()) })
	w.w, err = w.ix.NewWriter()
	must(t, err)
	write(t, w.root, files)
	long := time.Now().Add(-time.Hour)
	for name := range files {
		must(t, os.Chtimes(w.root+"/"+name, long, long))
	}
	o := options(kind)
	o.Rule = rule
	w.scan(o)
	return w
}

func options(kind view.Kind) scan.Options {
	return scan.Options{Threads: 2, Rule: fingerprint.DefaultRule, View: kind}
}

func (w *world) scan(o scan.Options) {
	w.t.Helper()
	_, err := scan.Run(context.Background(), w.w, []string{w.root}, o)
	must(w.t, err)
	must(w.t, w.w.Commit())
}

// write creates files with the given content and the folders they are in.
func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := root + "/" + name
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) scorer(memory int64) *Scorer {
	return NewScorer(Options{
		Rule: w.ix.Params().Rule, View: w.view, Memory: memory, Spill: w.spill,
		Lookup: func(path string) (db.Entry, bool, error) {
			w.lookup++
			return w.ix.Entry(path)
		},
		Warn: func(path string, err error) {
			w.warned = append(w.warned, strings.TrimPrefix(path, w.root+"/")+": "+err.Error())
		},
	})
}

// file returns a file of the world as a search does, with its level.
func (w *world) file(name string) search.File {
	f := search.File{Path: w.root + "/" + name, Level: fingerprint.MaxLevel}
	if e, ok, err := w.ix.Entry(f.Path); ok && err == nil {
		row, err := w.ix.Content(e.Content)
		must(w.t, err)
		f.Level = row.Level
	}
	return f
}

// score counts a pair and returns "shared/a/b", or "" if the pair was not counted.
func (w *world) score(s *Scorer, a, b string) string {
	w.t.Helper()
	shares, ok, err := s.Score(context.Background(), w.file(a), w.file(b), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d/%d/%d", shares.Shared, shares.A, shares.B)
}

// byBruteForce counts windows as strings.
func byBruteForce(a, b string) string {
	w := fingerprint.Window
	if max(len(a), len(b)) <= fingerprint.SmallSize {
		w = fingerprint.SmallWindow
	}
	sets := [2]map[string]bool{{}, {}}
	for i, s := range []string{a, b} {
		for at := 0; at+w <= len(s); at++ {
			sets[i][s[at:at+w]] = true
		}
	}
	shared := 0
	for s := range sets[0] {
		if sets[1][s] {
			shared++
		}
	}
	return fmt.Sprintf("%d/%d/%d", shared, len(sets[0]), len(sets[1]))
}

// editedFiles returns random texts, edited copies of them, and corner cases.
func editedFiles(n int) map[string]string {
	r := rand.New(rand.NewPCG(31, 32))
	files := map[string]string{
		"empty": "", "tiny": "short", "window": strings.Repeat("w", 50), "zeros": strings.Repeat("\x00", 90_000),
	}
	var texts []string
	for i := range n {
		var b strings.Builder
		for range 50 + r.IntN(4000) {
			fmt.Fprintf(&b, "%x ", r.IntN(5000))
		}
		text := b.String()
		if i > 0 && i%3 > 0 {
			old := texts[r.IntN(len(texts))]
			cut, from := r.IntN(len(old)), r.IntN(len(text))
			text = old[:cut] + text[from:] + old[cut:]
		}
		texts = append(texts, text)
		files[fmt.Sprintf("t%02d", i)] = text
	}
	return files
}

// eachPair calls f for each pair of names.
func eachPair(files map[string]string, f func(a, b string)) {
	names := slices.Sorted(maps.Keys(files))
	for i, a := range names {
		for _, b := range names[i+1:] {
			f(a, b)
		}
	}
}

// TestScorer compares with brute force, with much and little memory. With little
// memory, files are read repeatedly or in parts.
func TestScorer(t *testing.T) {
	files := editedFiles(12)
	w := newWorld(t, files)
	want := map[[2]string]string{}
	eachPair(files, func(a, b string) { want[[2]string{a, b}] = byBruteForce(files[a], files[b]) })
	missing := spill.In(w.root + "/missing")
	for _, test := range []struct {
		memory int64
		places []spill.Place
		spills bool
	}{
		{memory: 0},
		{memory: 1 << 20},
		{memory: 64 << 20},
		{1 << 20, []spill.Place{missing, spill.In(t.TempDir())}, true},
		{1 << 20, []spill.Place{missing}, false},
		{50 << 10, []spill.Place{spill.In(t.TempDir())}, true}, // room for some sets
	} {
		memory := test.memory
		w.spill = test.places
		s := w.scorer(memory)
		eachPair(files, func(a, b string) {
			if got := w.score(s, a, b); got != want[[2]string{a, b}] {
				t.Errorf("memory %d, %s and %s: %s, want %s", memory, a, b, got, want[[2]string{a, b}])
			}
		})
		if u := s.memory.used; u > max(s.memory.total, leastPart*buildBytes) {
			t.Errorf("%d bytes are in use, the limit is %d", u, s.memory.total)
		}
		spilled, used := 0, int64(0)
		for _, set := range s.spill.sets {
			used += int64(len(set.hashes)) * hashBytes
			if set.hashes != nil {
				spilled++
			}
		}
		if spilled > 0 != (test.spills && runtime.GOOS != "windows") { // it keeps none
			t.Errorf("memory %d, %d places: %d of %d sets were spilled", memory, len(test.places), spilled, len(s.spill.sets))
		}
		if limit := spillPart * memory; used+s.spill.left != limit {
			t.Errorf("%d bytes are spilled and %d left, of %d", used, s.spill.left, limit)
		}
	}
	w.spill = nil
	if len(w.warned) > 0 {
		t.Errorf("warnings: %q", w.warned)
	}
}

// TestScorerParts counts files that are much larger than the memory.
func TestScorerParts(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	random := make([]byte, 150_000)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	text := string(random)
	files := map[string]string{
		"large": text, "moved": text[50_000:] + text[:30_000], "zeros": strings.Repeat("\x00", 100_000),
		"period": strings.Repeat("abcdefg", 10_000) + text[:30_000], "small": text[1000:3000],
	}
	w := newWorld(t, files)
	s := w.scorer(0)
	if s.memory.fits(s.windows(fsys.File{Stat: db.Stat{Size: 100_000}})) {
		t.Fatal("large files fit in memory, so nothing is counted in parts")
	}
	eachPair(files, func(a, b string) {
		want := byBruteForce(files[a], files[b])
		if got := w.score(s, a, b); got != want {
			t.Errorf("%s and %s: %s, want %s", a, b, got, want)
		}
	})
}

// TestScorerChanged checks that files which changed since the scan are not counted and
// are reported once.
func TestScorerChanged(t *testing.T) {
	text := editedFiles(1)["t00"]
	files := map[string]string{}
	for _, name := range []string{"a", "same", "touched", "cut", "gone", "fifo", "link", "folder", "rewritten"} {
		files[name] = text[len(name):]
	}
	files["copy1"], files["copy2"] = text+"x", text+"x"
	w := newWorld(t, files)
	at := func(name string) string { return w.root + "/" + name }
	must(t, os.Chtimes(at("touched"), time.Now(), time.Now()))
	must(t, os.Truncate(at("cut"), 1000))
	must(t, os.Remove(at("gone")))
	must(t, os.Remove(at("fifo")))
	testdata.FIFO(t, at("fifo"))
	must(t, os.Remove(at("link")))
	testdata.Symlink(t, "a", at("link"))
	must(t, os.Remove(at("folder")))
	must(t, os.Mkdir(at("folder"), 0o755))
	must(t, os.WriteFile(at("new"), []byte(text), 0o644))
	must(t, os.Rename(at("new"), at("rewritten")))
	must(t, os.Truncate(at("copy2"), 100)) // also files with the same bytes
	s := w.scorer(1 << 20)
	for range 2 {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			got, want := w.score(s, "a", name), ""
			switch name {
			case "a", "copy1", "same":
				continue
			case "copy2":
				got = w.score(s, "copy1", name)
			}
			if got != want {
				t.Errorf("%s was counted: %s", name, got)
			}
		}
	}
	if got := w.score(s, "a", "same"); got != byBruteForce(files["a"], files["same"]) {
		t.Errorf("unchanged file: %s", got)
	}
	if len(w.warned) != 8 {
		t.Errorf("warnings: %q", w.warned)
	}
	for _, text := range w.warned {
		want := fsys.ErrChanged
		if strings.HasPrefix(text, "gone:") {
			want = fsys.ErrGone
		}
		if !strings.HasSuffix(text, want.Error()) {
			t.Errorf("unexpected warning: %s", text)
		}
	}
}

// TestScorerChangesMeanwhile checks that a file which changes while it is read is not
// counted.
func TestScorerChangesMeanwhile(t *testing.T) {
	w := newWorld(t, editedFiles(2))
	e, _, err := w.ix.Entry(w.root + "/t00")
	must(t, err)
	o, err := (*fsys.Trees)(nil).Open(fsys.File{Path: w.root + "/t00", Stat: e.Stat})
	must(t, err)
	defer o.Close()
	c := w.scorer(0).collector()
	read := func() error { return c.read(context.Background(), o, func([]byte) {}) }
	if err := read(); err != nil {
		t.Fatalf("before the change: %v", err)
	}
	must(t, os.Truncate(w.root+"/t00", e.Size-1))
	if err := read(); !errors.Is(err, fsys.ErrChanged) {
		t.Errorf("after the change: %v", err)
	}
}

// TestScorerIdentical checks that files with the same bytes are not read, unless they
// are unsettled.
func TestScorerIdentical(t *testing.T) {
	text := editedFiles(1)["t00"]
	w := newWorld(t, map[string]string{"a": text, "b": text, "e1": "", "e2": "", "s1": "short", "s2": "short"})
	s := w.scorer(1 << 20)
	unsettled := false
	s.Lookup = func(path string) (db.Entry, bool, error) {
		e, ok, err := w.ix.Entry(path)
		e.Unsettled = unsettled // the files were scanned right after they were written
		return e, ok, err
	}
	for pair, want := range map[[2]string]string{{"a", "b"}: "1/1/1", {"e1", "e2"}: "0/0/0", {"s1", "s2"}: "0/0/0"} {
		if got := w.score(s, pair[0], pair[1]); got != want {
			t.Errorf("%v: %s, want %s", pair, got, want)
		}
	}
	if len(s.memory.sets) > 0 {
		t.Error("identical files were read")
	}
	unsettled = true
	if got, want := w.score(s, "a", "b"), byBruteForce(text, text); got != want {
		t.Errorf("unsettled files: %s, want %s", got, want)
	}
}

// TestScorerFollowed reads through a symbolic link that the scan followed.
func TestScorerFollowed(t *testing.T) {
	files := editedFiles(2)
	w := newWorld(t, files)
	testdata.Symlink(t, "t00", w.root+"/link")
	o := options(view.Raw)
	o.Follow = true
	w.scan(o)
	if got, want := w.score(w.scorer(0), "link", "t01"), byBruteForce(files["t00"], files["t01"]); got != want {
		t.Errorf("through the link: %s, want %s", got, want)
	}
}

// TestScorerRead counts a file that is not in the index.
func TestScorerRead(t *testing.T) {
	files := editedFiles(2)
	w := newWorld(t, files)
	path := testdata.Folder(t) + "/query"
	must(t, os.WriteFile(path, []byte(files["t00"]), 0o644))
	info, err := os.Stat(path)
	must(t, err)
	s := w.scorer(1 << 20)
	stat := fsys.StatOfInfo(path, info)
	score := s.ScoreRead(stat)
	shares, ok, err := score(context.Background(), search.File{Path: path}, w.file("t01"), nil)
	if got := fmt.Sprintf("%d/%d/%d", shares.Shared, shares.A, shares.B); !ok || err != nil || got != byBruteForce(files["t00"], files["t01"]) {
		t.Errorf("%s, %v, %v", got, ok, err)
	}
	must(t, os.Truncate(path, 60))
	s = w.scorer(1 << 20)
	if _, ok, err = s.ScoreRead(stat)(context.Background(), search.File{Path: path}, w.file("t01"), nil); ok || err != nil || len(w.warned) != 1 {
		t.Errorf("changed since it was read: %v, %v, warnings %q", ok, err, w.warned)
	}
}

func TestScorerUnreadable(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	w := newWorld(t, editedFiles(2))
	must(t, os.Chmod(w.root+"/t01", 0))
	info, err := os.Stat(w.root + "/t01")
	must(t, err)
	var cause error
	s := w.scorer(0)
	s.Lookup = func(path string) (db.Entry, bool, error) {
		e, ok, err := w.ix.Entry(path)
		if strings.HasSuffix(path, "t01") {
			e.Stat = fsys.StatOfInfo(path, info) // chmod changed the ctime
		}
		return e, ok, err
	}
	s.Warn = func(path string, err error) { cause = err }
	if got := w.score(s, "t00", "t01"); got != "" || !errors.Is(cause, fs.ErrPermission) {
		t.Errorf("unreadable file: %q, %v", got, cause)
	}
}

// TestScorerConcurrently counts the same pairs from many goroutines in little memory.
func TestScorerConcurrently(t *testing.T) {
	count := 10
	if testing.Short() {
		count = 6
	}
	files := editedFiles(count)
	w := newWorld(t, files)
	want := map[[2]string]string{}
	var pairs [][2]string
	eachPair(files, func(a, b string) {
		pairs = append(pairs, [2]string{a, b})
		want[[2]string{a, b}] = byBruteForce(files[a], files[b])
	})
	w.spill = []spill.Place{spill.In(t.TempDir())}
	for _, memory := range []int64{100_000, 3 << 20} { // the first has disk space for some sets
		s := w.scorer(memory)
		s.Lookup = w.ix.Entry
		var group sync.WaitGroup
		for g := range 8 {
			group.Go(func() {
				for i := range pairs {
					p := pairs[(i*7+g*11)%len(pairs)]
					shares, ok, err := s.Score(context.Background(), w.file(p[0]), w.file(p[1]), nil)
					if got := fmt.Sprintf("%d/%d/%d", shares.Shared, shares.A, shares.B); !ok || err != nil || got != want[p] {
						t.Errorf("%v: %s, %v, %v, want %s", p, got, ok, err, want[p])
					}
				}
			})
		}
		group.Wait()
		left := int64(0)
		for _, set := range s.memory.sets {
			left += set.bytes
		}
		if s.memory.used != left || s.memory.unused.Len() != len(s.memory.sets) {
			t.Errorf("%d bytes are in use, the sets hold %d", s.memory.used, left)
		}
	}
}

// TestScorerCancelled checks that a cancelled context ends reading and waiting for
// memory.
func TestScorerCancelled(t *testing.T) {
	w := newWorld(t, editedFiles(2))
	s := w.scorer(0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, ok, err := s.Score(ctx, w.file("t00"), w.file("t01"), nil); ok || err != context.Canceled {
		t.Errorf("%v, %v", ok, err)
	}
	held, err := s.memory.acquire(context.Background(), nil, 1<<30, s.windows)
	must(t, err)
	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, ok, err := s.Score(ctx, w.file("t00"), w.file("t01"), nil); ok || err != context.Canceled {
		t.Errorf("while waiting: %v, %v", ok, err)
	}
	s.memory.release(held)
	if got := w.score(s, "t00", "t01"); got == "" || len(w.warned) > 0 {
		t.Errorf("afterwards: %q, warnings %q", got, w.warned)
	}
}

// TestScorerMemory checks that the heap stays within Options.Memory.
func TestScorerMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("counts 12 MB of files; run without -short")
	}
	files := map[string]string{}
	r := rand.New(rand.NewPCG(35, 36))
	for i := range testdata.Rounds(8, 20) {
		text := make([]byte, 1_500_000)
		for j := range text {
			text[j] = byte(r.Uint32())
		}
		files[fmt.Sprint("f", i)] = string(text)
	}
	w := newWorld(t, files)
	names := slices.Sorted(maps.Keys(files))
	clear(files)
	runtime.GC()
	base := heapInUse()
	const memory = 32 << 20
	// By default the heap may grow to double the live data. A memory limit makes it
	// double only if there is room.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(base + memory))
	s := w.scorer(memory)
	done := make(chan struct{})
	var group sync.WaitGroup
	for g := range 2 {
		group.Go(func() {
			for i := range names {
				a, b := names[i], names[(i+g+1)%len(names)]
				if _, ok, err := s.Score(context.Background(), w.file(a), w.file(b), nil); !ok || err != nil {
					t.Errorf("%s, %s: %v, %v", a, b, ok, err)
				}
			}
		})
	}
	go func() { group.Wait(); close(done) }()
	most := base
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(2 * time.Millisecond):
			most = max(most, heapInUse())
		}
	}
	t.Logf("the heap grew by %d MiB of %d allowed", (most-base)>>20, memory>>20)
	if most-base > memory+8<<20 {
		t.Errorf("the heap grew by %d bytes, the limit is %d", most-base, memory)
	}
	runtime.KeepAlive(s)
}

func heapInUse() int64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapInuse)
}

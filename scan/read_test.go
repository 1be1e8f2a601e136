package scan

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"alike/db"
	"alike/fingerprint"
	"alike/scan/fsys"
	"alike/testdata"
)

// scanWhile scans a folder with one file, "f", and calls change before each piece is
// read, with the number of the call.
func scanWhile(t *testing.T, x *index, root string, change func(call int32, read int64)) Summary {
	t.Helper()
	var calls atomic.Int32
	o := options()
	o.beforeRead = func(path string, read int64) { change(calls.Add(1), read) }
	return x.scan(o, root)
}

// sameAs reports whether the index has the content of text under a path.
func (x *index) sameAs(root, name, text string) bool {
	x.t.Helper()
	other := x.t.TempDir()
	write(x.t, other, map[string]string{"copy": text})
	x.scan(options(), other)
	a, ok := x.files(root)[name]
	return ok && a.Content == x.files(other)["copy"].Content
}

func TestFileChangesWhileItIsRead(t *testing.T) {
	old := strings.Repeat("old ", 150_000) // more than one piece
	changed := strings.Repeat("new ", 150_000)
	for _, c := range []struct {
		name   string
		change func(t *testing.T, path string, call int32, read int64)
		want   string // the content
		skip   string // or why it is skipped
		read   int64  // bytes, roughly
	}{
		{"not at all", func(*testing.T, string, int32, int64) {}, old, "", 600_000},
		{"grows once", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				appendTo(t, path, "more")
			}
		}, old + "more", "", 1_200_004},
		{"shrinks once", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				must(t, os.Truncate(path, 300_000))
			}
		}, old[:300_000], "", 600_000},
		{"is emptied", func(t *testing.T, path string, call int32, _ int64) {
			if call == 1 {
				must(t, os.Truncate(path, 0))
			}
		}, "", "", 0},
		{"is overwritten in place", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				must(t, os.WriteFile(path, []byte(changed), 0o644))
			}
		}, changed, "", 1_200_000},
		{"is replaced", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				must(t, os.WriteFile(path+"~", []byte(changed), 0o644))
				must(t, os.Rename(path+"~", path))
			}
		}, changed, "", 1_200_000},
		{"vanishes", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				must(t, os.Remove(path))
			}
		}, "", "vanished", 600_000},
		{"becomes a FIFO", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				must(t, os.Remove(path))
				testdata.FIFO(t, path)
			}
		}, "", "replaced", 600_000},
		{"becomes a link", func(t *testing.T, path string, call int32, _ int64) {
			if call == 2 {
				must(t, os.Remove(path))
				must(t, os.Symlink("/etc/passwd", path))
			}
		}, "", "replaced", 600_000},
		{"grows all the time", func(t *testing.T, path string, _ int32, _ int64) {
			appendTo(t, path, "+")
		}, old + "++++++", "", 3 * 600_000}, // its content when it was opened for the third time
		{"shrinks all the time", func(t *testing.T, path string, call int32, _ int64) {
			// The second try ends so early that the selected fingerprints are too
			// coarse. The third has 200,000 of 250,000 bytes.
			must(t, os.Truncate(path, 500_000-int64(call)*50_000))
		}, old[:200_000], "", 400_000 + 262_144 + 200_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			write(t, root, map[string]string{"f": old})
			x := newIndex(t)
			sum := scanWhile(t, x, root, func(call int32, read int64) { c.change(t, root+"/f", call, read) })
			e, there := x.files(root)["f"]
			if c.skip != "" {
				if there || sum.Skipped[c.skip] != 1 || sum.Failed > 0 {
					t.Errorf("in the index: %v; %+v", there, sum)
				}
			} else if !there || !e.Unsettled {
				t.Errorf("in the index: %v, unsettled: %v; %+v", there, e.Unsettled, sum)
			}
			if sum.ReadBytes < c.read || sum.ReadBytes > c.read+20 {
				t.Errorf("read %d bytes, want %d", sum.ReadBytes, c.read)
			}
			if c.skip == "" && (e.Size != int64(len(c.want)) || !x.sameAs(root, "f", c.want)) {
				t.Errorf("the index has another content of %d bytes", e.Size)
			}
		})
	}
}

func appendTo(t *testing.T, path, text string) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	defer f.Close()
	_, err = f.WriteString(text)
	must(t, err)
}

func TestUnsettled(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) int64 { return now.Add(-d).UnixNano() }
	for _, c := range []struct {
		m, c time.Duration // age of mtime and ctime at the reading
		want bool
	}{
		{time.Hour, time.Hour, false},
		{3 * time.Second, 3 * time.Second, false},
		{time.Second, time.Hour, true},
		{time.Hour, time.Second, true},
		{-time.Hour, time.Hour, true}, // in the future
	} {
		if got := unsettled(db.Stat{MTime: ago(c.m), CTime: ago(c.c)}, now); got != c.want {
			t.Errorf("mtime %v and ctime %v ago: %v", c.m, c.c, got)
		}
	}
}

// TestRacilyChangedFile checks that a file changed right after a scan, with equal size
// and mtime, is read again because it is unsettled.
func TestRacilyChangedFile(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"f": "before"})
	x := newIndex(t)
	x.scan(options(), root)
	indexed, err := x.w.Directory(root)
	must(t, err)
	write(t, root, map[string]string{"f": "after!"})
	e := indexed.Files[0]
	var st fsys.Status
	must(t, statOf(root+"/f", &st))
	e.Stat = fsys.StatOf(&st) // as with a coarse clock
	must(t, x.w.Put(indexed.ID, e))
	if sum := x.scan(options(), root); sum.Read != 1 || sum.Changed != 1 {
		t.Errorf("%+v", sum)
	}
}

// TestDigestAllocatesNothing checks that reading a file does not allocate.
func TestDigestAllocatesNothing(t *testing.T) {
	g := newDigester(options().Rule, "")
	text := strings.Repeat("some text, not of one letter only; ", 10_000)
	src := strings.NewReader(text)
	_, err := g.digest("f", src, int64(len(text)), discard)
	must(t, err)
	n := testing.AllocsPerRun(10, func() {
		src.Reset(text)
		_, _ = g.digest("f", src, int64(len(text)), discard)
	})
	if n > 0 {
		t.Errorf("%v allocations per file", n)
	}
}

func discard([]fingerprint.Selected) error { return nil }

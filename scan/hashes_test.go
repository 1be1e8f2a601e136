package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/hamming"
	"alike/scan/fsys"
	"alike/testdata"
)

// keepHashes makes the index keep simhashes.
func (x *index) keepHashes(d *Documents) {
	x.t.Helper()
	must(x.t, x.w.KeepHashes(d.scheme.String(), hamming.DefaultBlocks))
	must(x.t, x.w.Commit())
}

// fill computes the missing simhashes and also returns the warnings.
func (x *index) fill(ctx context.Context, d *Documents, o FillOptions) (sum FillSummary, warned []string, err error) {
	x.t.Helper()
	o.Documents, o.Threads = d, 2
	o.Warn = func(path string, err error) {
		warned = append(warned, path[strings.LastIndexByte(path, '/')+1:]+": "+err.Error())
	}
	sum, err = FillHashes(ctx, x.ix, x.w, o)
	slices.Sort(warned)
	return sum, warned, err
}

// hashes compares the simhashes of the files below a folder with simhashes computed
// from their bytes. Only the files in missing may lack one.
func (x *index) hashes(d *Documents, folder string, missing ...string) {
	x.t.Helper()
	document := d.New()
	for name, e := range x.files(folder) {
		got, ok, err := x.ix.Hash(e.Content)
		must(x.t, err)
		if ok == slices.Contains(missing, name) {
			x.t.Errorf("%s has a simhash: %v", name, ok)
		}
		if !ok {
			continue
		}
		data, err := os.ReadFile(folder + "/" + name)
		must(x.t, err)
		if want := hashOf(document, data, -1, 1<<20); got != want {
			x.t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	n, err := x.ix.CountMissingHashes(context.Background())
	if err != nil || n != int64(len(missing)) {
		x.t.Errorf("%d contents without a simhash, want %d (%v)", n, len(missing), err)
	}
	report, err := x.ix.Check(context.Background(), db.CheckOptions{})
	if err != nil || len(report.Problems) > 0 {
		x.t.Errorf("check found %v (%v)", report.Problems, err)
	}
}

// texts returns files with and without text.
func texts() map[string]string {
	files := map[string]string{
		"short": "a title", "d/short": "a title", "blank": "\n \n", "empty": "", "d/binary": "a\x00" + words(3, 100),
		"page.html": "<!DOCTYPE html><p>" + words(4, 200),
	}
	for i := range 20 {
		files[fmt.Sprintf("d%d/text%d", i%3, i)] = words(uint64(10+i/2), 200) + words(uint64(i), i)
	}
	return files
}

// TestHashesOfScansAndFills checks that a scan and a later fill compute the same
// simhashes, and that they are right.
func TestHashesOfScansAndFills(t *testing.T) {
	for _, html := range []bool{false, true} {
		d := documents(t, html)
		root := t.TempDir()
		write(t, root, texts())
		kept, later := newIndex(t), newIndex(t)
		kept.keepHashes(d)
		kept.scan(options(), root)
		kept.hashes(d, root)

		later.scan(options(), root)
		later.keepHashes(d)
		sum, warned, err := later.fill(context.Background(), d, FillOptions{})
		if err != nil || len(warned) > 0 || sum.Hashed != 25 || sum.NoDocuments != 3 || sum.Failed != 0 || sum.Interrupted || sum.ReadBytes == 0 {
			t.Errorf("%+v, %q, %v", sum, warned, err)
		}
		later.hashes(d, root)

		write(t, root, map[string]string{"new": words(5, 300), "short": words(6, 300), "d/copy": texts()["page.html"]})
		must(t, os.Remove(root+"/blank"))
		must(t, os.Rename(root+"/d1", root+"/moved"))
		for _, x := range []*index{kept, later} {
			x.scan(options(), root)
			x.hashes(d, root)
			_, err := x.w.Forget(t.Context(), root+"/d2")
			must(t, err)
			must(t, x.w.Commit())
			x.hashes(d, root)
			if sum, _, err := x.fill(context.Background(), d, FillOptions{}); err != nil || sum != (FillSummary{}) {
				t.Errorf("second fill: %+v, %v", sum, err)
			}
		}
	}
}

// TestFillReadsWhatWasScanned checks that a content gets its simhash from any file that
// still has its bytes, and from no other, whatever the times are.
func TestFillReadsWhatWasScanned(t *testing.T) {
	d := documents(t, false)
	root := t.TempDir()
	write(t, root, map[string]string{
		"changed": words(1, 100), "gone": words(2, 100), "restored": words(3, 100), "touched": words(4, 100),
		"two/a": words(5, 100), "two/b": words(5, 100), "fifo": words(6, 100), "binary": "\x00" + words(7, 100), "fine": words(8, 100), "turned": words(9, 2000),
	})
	x := newIndex(t)
	x.scan(options(), root)
	x.keepHashes(d)
	info, err := os.Stat(root + "/restored")
	must(t, err)
	restored := words(3, 100)
	write(t, root, map[string]string{
		"changed": words(1, 101), "restored": "f" + restored[1:], "two/a": "x", "binary": "y" + words(7, 100), "turned": "\x00" + words(9, 2000)[1:],
	})
	if restored[0] == 'f' {
		t.Fatal("no file was changed")
	}
	must(t, os.Chtimes(root+"/restored", info.ModTime(), info.ModTime()))
	must(t, os.Chtimes(root+"/touched", time.Unix(1, 0), time.Unix(1, 0)))
	must(t, os.Remove(root+"/gone"))
	must(t, os.Remove(root+"/fifo"))
	testdata.FIFO(t, root+"/fifo")
	sum, warned, err := x.fill(context.Background(), d, FillOptions{})
	want := []string{"binary: " + fsys.ErrChanged.Error(), "changed: " + fsys.ErrChanged.Error(), "fifo: " + fsys.ErrChanged.Error(), "gone: " + fsys.ErrGone.Error(), "restored: " + fsys.ErrChanged.Error(), "turned: " + fsys.ErrChanged.Error()}
	if err != nil || !slices.Equal(warned, want) || sum.Failed != 6 || sum.Hashed != 3 {
		t.Errorf("%+v, %q, %v", sum, warned, err)
	}
	files := x.files(root)
	for _, name := range []string{"touched", "two/b", "fine"} {
		if _, ok, err := x.ix.Hash(files[name].Content); !ok || err != nil {
			t.Errorf("%s has no simhash (%v)", name, err)
		}
	}
	must(t, os.Remove(root+"/fifo"))
	x.scan(options(), root)
	x.hashes(d, root)
}

// TestFillInterrupted checks that the next fill continues after an interrupted one.
func TestFillInterrupted(t *testing.T) {
	d := documents(t, false)
	root := t.TempDir()
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("f%d", i)] = words(uint64(i), 1000)
	}
	write(t, root, files)
	x := newIndex(t)
	x.scan(options(), root)
	x.keepHashes(d)
	ctx, cancel := context.WithCancel(context.Background())
	p := &FillProgress{}
	go func() {
		for p.Contents.Load() < 5 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	sum, warned, err := x.fill(ctx, d, FillOptions{Progress: p, ReadLimit: 500_000})
	if !errors.Is(err, context.Canceled) || !sum.Interrupted || sum.Hashed < 5 || sum.Hashed == 60 || len(warned) > 0 || sum.Failed > 0 {
		t.Fatalf("%+v, %q, %v", sum, warned, err)
	}
	if n, err := x.ix.CountMissingHashes(context.Background()); n != 60-sum.Hashed || err != nil {
		t.Errorf("%d missing after %d hashed (%v)", n, sum.Hashed, err)
	}
	if p.TotalContents.Load() != 60 || p.TotalBytes.Load() == 0 {
		t.Errorf("totals: %d and %d", p.TotalContents.Load(), p.TotalBytes.Load())
	}
	rest, _, err := x.fill(context.Background(), d, FillOptions{})
	if err != nil || rest.Hashed != 60-sum.Hashed {
		t.Errorf("next fill: %+v, %v", rest, err)
	}
	x.hashes(d, root)
}

// TestCheckReadsHashes checks that a check which reads files again finds a wrong
// simhash.
func TestCheckReadsHashes(t *testing.T) {
	d := documents(t, false)
	root := t.TempDir()
	write(t, root, map[string]string{"a": words(1, 100), "b": words(2, 100), "c": "\x00"})
	x := newIndex(t)
	x.scan(options(), root)
	x.settle(root)
	x.keepHashes(d)
	document := d.New()
	check := func() []string {
		t.Helper()
		r, err := x.ix.Check(context.Background(), db.CheckOptions{Sample: -1, Read: reread(t, x.ix), Hash: func(size int64, read func(io.Writer) error) (hamming.Document, error) {
			document.Reset(size)
			err := read(document)
			return document.Hash(), err
		}})
		if err != nil || r.Sampled != 3 {
			t.Fatalf("%+v, %v", r, err)
		}
		return r.Problems
	}
	must(t, x.w.PutHash(x.files(root)["a"].Content, hamming.Document{Hash: 5, Features: 100}))
	must(t, x.w.Commit())
	if p := check(); len(p) != 1 || !strings.Contains(p[0], "/a\" differs from the index") {
		t.Errorf("check found %q", p)
	}
	if _, _, err := x.fill(context.Background(), d, FillOptions{}); err != nil {
		t.Fatal(err)
	}
	if p := check(); len(p) != 1 {
		t.Errorf("then check found %q", p)
	}
}

// TestScanUnknownScheme checks that an unknown scheme stops a scan before it starts.
func TestScanUnknownScheme(t *testing.T) {
	x := newIndex(t)
	must(t, x.w.KeepHashes("simhash9", 4))
	must(t, x.w.Commit())
	root := t.TempDir()
	write(t, root, map[string]string{"a": "b"})
	if _, err := Run(context.Background(), x.w, []string{root}, options()); err == nil || !strings.Contains(err.Error(), `"simhash9" has an unknown version`) {
		t.Errorf("error %v", err)
	}
	if names := x.names(root); len(names) > 0 {
		t.Errorf("the index has %q", names)
	}
}

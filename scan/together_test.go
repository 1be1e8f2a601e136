package scan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestTogether scans small files of many sizes, some of which change after a group was begun. The
// check afterwards reads each file once more.
func TestTogether(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 3))
	root := quickDir(t)
	files := map[string]string{}
	for i := range 300 {
		text := make([]byte, r.IntN(3*groupedSize/2)>>r.IntN(12))
		for j := range text {
			text[j] = byte(r.Uint32())
		}
		files[fmt.Sprintf("f%03d", i)] = string(text)
	}
	for i := range 12 { // one group
		files[fmt.Sprintf("a%03d", i)] = fmt.Sprint("text ", i)
	}
	write(t, root, files)
	x := newIndex(t)
	o := options()
	began, times := false, 0
	o.Progress = &Progress{}
	o.beforeRead = func(path string, _ int64) {
		if filepath.Base(path) == "a008" { // changes on every try
			times++
			at := time.Now().Add(-time.Duration(times) * time.Hour)
			must(t, os.Chtimes(path, at, at))
		}
		if filepath.Base(path) != "a001" || began {
			return
		}
		began = true
		must(t, os.WriteFile(root+"/a002", make([]byte, 2*groupBytes), 0o644))
		must(t, os.WriteFile(root+"/a003", []byte("longer than before"), 0o644))
		must(t, os.Truncate(root+"/a004", 2))
		must(t, os.Remove(root+"/a005"))
		must(t, os.Remove(root+"/a006"))
		must(t, os.Mkdir(root+"/a006", 0o755))
		must(t, os.WriteFile(path, []byte("this text grew while it was read"), 0o644))
	}
	sum := x.scan(o, root)
	if !began {
		t.Fatal("no file was read")
	}
	if want := int64(len(files) - 2); sum.Files != want || sum.Read != want || sum.Skipped["vanished"] != 1 || sum.Failed != 0 {
		t.Errorf("%d files, %d read, %d failed, skipped %v; want %d", sum.Files, sum.Read, sum.Failed, sum.Skipped, want)
	}
	if e := x.files(root)["a008"]; !e.Unsettled || times != tries {
		t.Errorf("a file that changed while it was read %d times: %+v", times, e)
	}
	listed := int64(0)
	for _, text := range files {
		listed += int64(len(text))
	}
	if got := o.Progress.DoneBytes.Load(); got != listed {
		t.Errorf("the progress has %d bytes, %d were listed", got, listed)
	}
	k := &worker{reader: &reader{digester: newDigester(o.Rule, o.View)}}
	for name, want := range map[string]int{"raw": 32, "links": 0} {
		group := make([]file, 40)
		for i := range group {
			group[i].stat.Size, group[i].links = 100, 1
			if name == "links" {
				group[i].links = 2
			}
		}
		y := &indexer{walker: walker{settings: &settings{Options: o}}, inodes: &inodes{}}
		y.View = "raw"
		if n := y.together(k, group); n != want {
			t.Errorf("%s: %d files are read together, want %d", name, n, want)
		}
	}
	x.checked()
	x.scan(options(), root) // reads what changed meanwhile
	x.equalsFresh(root)
}

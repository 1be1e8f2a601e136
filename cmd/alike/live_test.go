package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alike/scan"
)

// newLive returns what answers the requests of a server, without one.
func (w *world) newLive(t *testing.T, args ...string) *live {
	t.Helper()
	var o serveOptions
	none := func() int { return 0 }
	a := newCommandLine(environment{
		stdin: strings.NewReader(""), stdout: io.Discard, stderr: &w.err,
		getenv: func(name string) string { return w.vars[name] }, outColumns: none, errColumns: none,
	}).app
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, add := range []func(*pflag.FlagSet){o.addServer, o.similar.AddFlags, o.base.AddFlags, o.units.AddFlags, o.sizes.AddFlags, o.addFiles} {
		add(fs)
	}
	for _, g := range indexGroups(&o.treeOptions, o.index.AddAnswerFlags) {
		for _, add := range g.add {
			add(fs)
		}
	}
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	l, _, err := o.prepare(context.Background(), a, fs.Args())
	if err != nil {
		t.Fatal(err)
	}
	if err := l.begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.end)
	return l
}

// TestServeNoticesForgotten forgets copies while a server runs. No scan and no content tells.
func TestServeNoticesForgotten(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 3)
	s := w.serve(t, tree)
	before := s.state()
	if page := s.get("/"); !strings.Contains(page, "copy01") {
		t.Fatal("the page lacks the copy")
	}
	w.json(t, "", "forget", filepath.Join(tree, "folder/copy01"))
	s.until("page without the file", func() bool { return s.state().Snapshot != before.Snapshot })
	if found := s.get("/api/v1/files?q=copy01"); !strings.Contains(found, `"all":0`) {
		t.Errorf("files %s", found)
	}
}

// TestServeKeepsNewResults interrupts the reading of what another process has scanned by a scan,
// and that scan too. The results are read after that.
func TestServeKeepsNewResults(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	l := w.newLive(t, tree)
	before := l.state().Snapshot
	writeTo(t, filepath.Join(tree, "brand-new"), text(1, 1000)+"new")
	w.json(t, "", "scan", tree)
	found, err := l.currentState()
	if err != nil {
		t.Fatal(err)
	}
	untilDone := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	begin := func(j *job) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.start(j, untilDone)
	}
	begin(&job{})
	l.mu.Lock()
	l.tried = found
	l.mu.Unlock()
	begin(&job{progress: &scan.Progress{}})
	l.stop()
	s := &served{t: t}
	s.until("new results", func() bool { return l.state().Snapshot != before })
	if st := l.state(); st.Scan.Error != "" || st.Error != "" {
		t.Errorf("%+v after an interrupted scan", st)
	}
}

// TestServeReportsIndex takes the index away, and then the base of what is shown, and gives both
// back.
func TestServeReportsIndex(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	base := filepath.Join(t.TempDir(), "base")
	writeTo(t, base, text(5, 1000))
	w.json(t, "", "scan", tree)
	s := w.serve(t, "--base", base)
	index, before := w.vars["ALIKE_INDEX"], s.state()
	if before.Error != "" {
		t.Errorf("%+v at the start", before)
	}
	if err := os.Rename(index, index+".away"); err != nil {
		t.Fatal(err)
	}
	s.until("error", func() bool { return strings.Contains(s.state().Error, "no index") })
	if err := os.Rename(index+".away", index); err != nil {
		t.Fatal(err)
	}
	s.until("index", func() bool { return s.state().Error == "" })

	if err := os.Rename(base, base+".away"); err != nil {
		t.Fatal(err)
	}
	writeTo(t, filepath.Join(tree, "brand-new"), text(1, 1000)+"new")
	w.json(t, "", "scan", tree)
	s.until("error", func() bool { return strings.Contains(s.state().Error, base) })
	if st := s.state(); st.Snapshot != before.Snapshot || !st.Newer {
		t.Errorf("%+v without the base", st)
	}
	if err := os.Rename(base+".away", base); err != nil {
		t.Fatal(err)
	}
	s.until("new results", func() bool { st := s.state(); return st.Snapshot != before.Snapshot && st.Error == "" && !st.Newer })
}

// TestServeNotesOnce renews what is shown. Notes about it come at the start alone.
func TestServeNotesOnce(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	l := w.newLive(t, "--unit-dir=none*", tree)
	const note = "no folder with files matches"
	if n := strings.Count(w.err.String(), note); n != 1 {
		t.Fatalf("%d notes\n%s", n, w.err.String())
	}
	before := l.state().Snapshot
	writeTo(t, filepath.Join(tree, "brand-new"), text(1, 1000)+"new")
	w.json(t, "", "scan", tree)
	(&served{t: t}).until("new results", func() bool { return l.state().Snapshot != before })
	if n := strings.Count(w.err.String(), note); n != 1 {
		t.Errorf("%d notes\n%s", n, w.err.String())
	}
}

package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"alike/db"
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
	for _, add := range []func(*pflag.FlagSet){o.addServer, o.similar.AddFlags, o.base.AddFlags, o.units.AddFlags, o.sizes.AddFlags, o.list.AddFlags} {
		add(fs)
	}
	for _, g := range answerGroups(&o.treeOptions, o.index.AddAnswerFlags) {
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
	l.tried, l.retry = found, time.Now().Add(time.Hour)
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

// TestServeWaitsForWriter starts a server while another process writes to the index for a moment.
func TestServeWaitsForWriter(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	w.json(t, "", "scan", tree)
	ix, err := db.Open(context.Background(), w.vars["ALIKE_INDEX"], db.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	time.AfterFunc(300*time.Millisecond, func() { closed <- ix.Close() })
	w.newLive(t, tree)
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// TestServeNotesOnce renews what is shown. Notes about it come at the start alone.
func TestServeNotesOnce(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	tree = filepath.Join(tree, "folder") // without folders
	l := w.newLive(t, "--isolate", tree)
	const note = "each file is a unit"
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

// TestServeShown serves a part of the index. What the page asks for covers that part, by
// shown=1 or always, and what programs ask for all of the index.
func TestServeShown(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 3)
	other := filepath.Join(filepath.Dir(tree), "other")
	template := text(77, 1000)
	writeTo(t, filepath.Join(tree, "left-out"), text(50, 1500)+"left out")
	writeTo(t, filepath.Join(tree, "kept"), text(50, 1500)+"kept "+template)
	writeTo(t, filepath.Join(tree, "small"), text(50, 200))
	writeTo(t, filepath.Join(other, "outside"), text(50, 1500)+"outside "+template)
	writeTo(t, filepath.Join(other, "template"), template)
	w.json(t, "", "scan", other)
	w.json(t, "", "scan", tree)
	s := w.serve(t, "--not", "left-*", "--min-size", "4k", "--base", filepath.Join(other, "template"), tree)
	query := func(parameters string) string {
		code, answer := s.do(http.MethodPost, "/api/v1/query?min=10%25&name=x.txt"+parameters, strings.NewReader(text(50, 1500)))
		if code != http.StatusOK {
			t.Fatalf("%d %s", code, answer)
		}
		return answer
	}
	all, shown := query(""), query("&shown=1")
	news := "changes?last=9&all=1&min=10%25"
	allNews, shownNews := s.get("/api/v1/"+news), s.get("/api/v1/"+news+"&shown=1")
	for _, name := range []string{"left-out", "outside", "small"} {
		if path := "/" + name + `"`; !strings.Contains(all, path) || !strings.Contains(allNews, path) {
			t.Errorf("the index lacks %s\n%s\n%s", name, all, allNews)
		} else if strings.Contains(shown, path) || strings.Contains(shownNews, path) {
			t.Errorf("the page gets %s\n%s\n%s", name, shown, shownNews)
		}
		if found := s.get("/api/v1/files?q=" + name); !strings.Contains(found, `"all":0`) {
			t.Errorf("%q: %s", name, found)
		}
	}
	if !strings.Contains(shown, `/kept"`) || !strings.Contains(shownNews, `/kept"`) || !strings.Contains(shownNews, "/large") {
		t.Errorf("the page lacks a file\n%s\n%s", shown, shownNews)
	}
	body := template + text(99, 500)
	if _, answer := s.do(http.MethodPost, "/api/v1/query?shown=1", strings.NewReader(body)); strings.Contains(answer, "kept") {
		t.Errorf("the base counts\n%s", answer)
	}
	pair := url.Values{"a": {filepath.Join(tree, "kept")}, "b": {filepath.Join(other, "outside")}}.Encode()
	if code, answer := s.do(http.MethodGet, "/compare?"+pair, nil); code != http.StatusNotFound || !strings.Contains(answer, "not in the folders that are shown") {
		t.Errorf("a file outside: %d %s", code, answer)
	}
	s.get("/api/v1/compare?" + pair)
}

// TestServeSaysWhatIsGone compares a file that has vanished, and one that is a folder now.
func TestServeSaysWhatIsGone(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 3)
	s := w.serve(t, tree)
	gone, changed := filepath.Join(tree, "folder/nearly"), filepath.Join(tree, "folder/copy01")
	for _, path := range []string{gone, changed} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(changed, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{gone: "is gone since the last scan", changed: "has changed since the last scan"} {
		q := url.Values{"a": {filepath.Join(tree, "large")}, "b": {path}}
		if code, page := s.do(http.MethodGet, "/compare?"+q.Encode(), nil); code != http.StatusNotFound || !strings.Contains(page, want) || !strings.Contains(page, path) {
			t.Errorf("%s: %d %s", path, code, page)
		}
	}
}

// TestServeAnswersWhole asks for changes when nothing is new, and with wrong values.
func TestServeAnswersWhole(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	w.json(t, "", "scan", tree)
	w.json(t, "", "scan", tree)
	s := w.serve(t)
	if text := s.get("/api/v1/changes"); !strings.HasPrefix(text, `{"type":"summary"`) {
		t.Errorf("changes %q", text)
	}
	for _, wrong := range []string{"pairs?limit=-1", "pairs?min=300%25", "files?limit=0", "changes?since=2999-01-01", "pairs?min-size=2k&max-size=1k"} {
		if code, text := s.do(http.MethodGet, "/api/v1/"+wrong, nil); code != http.StatusBadRequest || strings.Contains(text, "--") {
			t.Errorf("%s: %d %s", wrong, code, text)
		}
	}
}

// TestServeImported checks that a server of an imported index says that the files are on other
// machines.
func TestServeImported(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 3)
	lake, fleet := t.TempDir(), filepath.Join(t.TempDir(), "fleet")
	for _, args := range [][]string{{"scan", tree}, {"export", "-o", lake, "--host", "web1"}, {"import", lake, "--index", fleet}} {
		if code := w.run(args...); code != exitDone {
			t.Fatalf("%v: exit code %d\n%s", args, code, w.err.String())
		}
	}
	s := w.serve(t, "--index", fleet)
	if pairs := s.get("/api/v1/pairs"); !strings.Contains(pairs, `"web1:/`) {
		t.Errorf("no pairs: %s", pairs)
	}
	file := url.QueryEscape("web1:" + filepath.Join(tree, "copy01"))
	for address, want := range map[string]struct {
		code int
		text string
	}{
		"/api/v1/pairs?exact=1":                       {400, "exact reads files, and these are on other machines"},
		"/api/v1/groups?exact=1":                      {400, "exact reads files, and these are on other machines"},
		"/compare?a=" + file + "&b=" + file:           {404, "files are on other machines: run alike compare on the one that has both"},
		"/api/v1/compare?a=" + file + "&b=" + file:    {404, "files are on other machines"},
		"/compare?a=web1:/srv/../x&b=" + file:         {400, "the path of a file as the index has it"},
		"/api/v1/compare?a=dir/web1:/srv/x&b=" + file: {400, "the path of a file as the index has it"},
	} {
		if code, text := s.do(http.MethodGet, address, nil); code != want.code || !strings.Contains(text, want.text) {
			t.Errorf("%s: %d %s, want %d %q", address, code, text, want.code, want.text)
		}
	}
	if code, text := s.do(http.MethodPost, "/api/v1/scan", nil); code != http.StatusConflict || !strings.Contains(text, "run alike import") {
		t.Errorf("a scan of other hosts: %d %s", code, text)
	}
}

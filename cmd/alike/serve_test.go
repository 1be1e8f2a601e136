package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"alike/cmd/alike/serve"
)

// served is a running alike serve, with a browser that is logged in.
type served struct {
	*http.Client
	t    *testing.T
	w    *world
	base string
	stop func() int // ends the server as SIGTERM does, and returns the exit code
}

var linkPattern = regexp.MustCompile(`(http://[^/]*)/\?token=\S+`)

func (w *world) serve(t *testing.T, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var said syncBuffer
	none := func() int { return 0 }
	l := newCommandLine(environment{
		stdin: strings.NewReader(""), stdout: io.Discard, stderr: &said,
		getenv: func(name string) string { return w.vars[name] }, outColumns: none, errColumns: none,
	})
	ended := make(chan int, 1)
	go func() {
		defer close(ended)
		ended <- exitCode(l.execute(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)))
	}()
	s := w.newServed(t)
	code := -1
	s.stop = func() int {
		cancel()
		if code < 0 {
			code = <-ended
		}
		return code
	}
	t.Cleanup(func() { s.stop() })
	login(s, &said, ended)
	return s
}

// newServed returns a browser.
func (w *world) newServed(t *testing.T) *served {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &served{Client: &http.Client{Jar: jar}, t: t, w: w}
}

// login opens the link that a server prints, unless it ends before.
func login[T any](s *served, said *syncBuffer, ended <-chan T) {
	s.t.Helper()
	s.until("link", func() bool {
		select {
		case end := <-ended:
			s.t.Fatalf("it ended: %v\n%s", end, said.String())
		default:
		}
		link := linkPattern.FindStringSubmatch(said.String())
		if link == nil {
			return false
		}
		s.base = link[1]
		_, err := s.Get(link[0])
		return err == nil
	})
}

// until waits until a condition holds.
func (s *served) until(what string, holds func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("no %s", what)
		}
	}
}

// do sends a request and returns the status and the answer.
func (s *served) do(method, address string, body io.Reader) (int, string) {
	s.t.Helper()
	req, err := http.NewRequest(method, s.base+address, body)
	if err != nil {
		s.t.Fatal(err)
	}
	if method != http.MethodGet {
		req.Header.Set("Origin", s.base)
	}
	resp, err := s.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, address, err)
	}
	return resp.StatusCode, string(text)
}

// get returns the answer to a request that must succeed.
func (s *served) get(address string) string {
	s.t.Helper()
	code, text := s.do(http.MethodGet, address, nil)
	if code != http.StatusOK {
		s.t.Fatalf("GET %s: %d %s", address, code, text)
	}
	return text
}

func (s *served) state() (st serve.State) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(s.get("/api/v1/state")), &st); err != nil {
		s.t.Fatal(err)
	}
	return st
}

var secondsPattern = regexp.MustCompile(`"seconds":[0-9.e-]+`)

// json returns what a command line prints, without times.
func (w *world) json(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	none := func() int { return 0 }
	l := newCommandLine(environment{
		stdin: strings.NewReader(stdin), stdout: &out, stderr: &said,
		getenv: func(name string) string { return w.vars[name] }, outColumns: none, errColumns: none,
	})
	if code := exitCode(l.execute(context.Background(), args)); code != 0 {
		t.Fatalf("%v: exit code %d\n%s", args, code, said.String())
	}
	return secondsPattern.ReplaceAllString(out.String(), `"seconds":0`)
}

// programWorld returns a world with programs in two folders.
func programWorld(t *testing.T) (w *world, tree string) {
	t.Helper()
	w, tree = newWorld(t, 0, 3)
	for name, content := range programs() {
		for _, dir := range []string{"one", "fork"} {
			if dir == "fork" && strings.Contains(name, "boiler1") {
				content += "// changed\n" + text(uint64(len(name)), 40)
			}
			writeTo(t, filepath.Join(tree, dir, name), content)
		}
	}
	return w, tree
}

func writeTo(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestServeEqualsVerbs compares the answers of the API with what the verbs print.
func TestServeEqualsVerbs(t *testing.T) {
	t.Parallel()
	for _, view := range []string{"raw", "code"} {
		w, tree := programWorld(t)
		s := w.serve(t, "--view", view, tree)
		a, b := filepath.Join(tree, "folder/copy00"), filepath.Join(tree, "large")
		for address, args := range map[string][]string{
			"pairs":                      {"pairs"},
			"pairs?min=20%25&by=union":   {"pairs", "--min", "20%", "--by", "union"},
			"pairs?sort=path&limit=3":    {"pairs", "--sort=path", "--limit", "3"},
			"pairs?only=*.go&exact=1":    {"pairs", "--only", "*.go", "--exact"},
			"groups":                     {"groups"},
			"folders?files=1&by=larger":  {"folders", "--files", "--by", "larger"},
			"dups?min-size=1k&reverse=1": {"dups", "--min-size", "1k", "--reverse"},
			"changes?all=1&kind=pair":    {"changes", "--all", "--kind", "pair"},
			"status":                     {"status"},
			"compare?a=" + url.QueryEscape(a) + "&b=" + url.QueryEscape(b): {"compare", a, b},
		} {
			want := w.json(t, "", append(args, "-f", "json", "--view", view)...)
			if strings.Count(want, "\n") < 1 {
				t.Errorf("%v prints nothing", args)
			}
			got := secondsPattern.ReplaceAllString(s.get("/api/v1/"+address), `"seconds":0`)
			if got != want {
				t.Errorf("%s under %s:\n%s\nwant\n%s", address, view, got, want)
			}
		}
		for name, content := range programs() {
			given := filepath.Join(t.TempDir(), filepath.Base(name))
			content = "// an edited copy\n" + content
			writeTo(t, given, content)
			want := w.json(t, "", "query", "-f", "json", "--min", "10%", "--view", view, given)
			want = strings.ReplaceAll(want, `"`+given+`"`, `"`+filepath.Base(name)+`"`)
			code, got := s.do(http.MethodPost, "/api/v1/query?min=10%25&name="+filepath.Base(name), strings.NewReader(content))
			if got = secondsPattern.ReplaceAllString(got, `"seconds":0`); code != 200 || got != want || strings.Count(got, "\n") < 2 {
				t.Errorf("query of %s under %s: %d\n%s\nwant\n%s", name, view, code, got, want)
			}
		}
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
}

// hide writes and scans a file beside a folder, and returns its path.
func (w *world) hide(t *testing.T, tree string) string {
	t.Helper()
	hidden := filepath.Join(filepath.Dir(tree), "hideaway", "file")
	writeTo(t, hidden, text(1, 1000))
	w.json(t, "", "scan", filepath.Dir(hidden))
	return hidden
}

// TestServeCompares opens a pair of the page, the next one from there, and files that are not
// shown.
func TestServeCompares(t *testing.T) {
	t.Parallel()
	w, tree := programWorld(t)
	w.hide(t, tree)
	odd := filepath.Join(tree, "odd \xff<b>.go")
	writeTo(t, odd, text(1, 1000)+"odd")
	s := w.serve(t, tree)
	page := s.get("/")
	if strings.Contains(page, "hideaway") || !strings.Contains(page, "copy00") || !strings.Contains(page, "connect-src 'self'") {
		t.Error("the page does not show the folder alone")
	}
	address := func(a, b string, n int) string {
		q := url.Values{"a": {a}, "b": {b}}
		if n >= 0 {
			q.Set("n", fmt.Sprint(n))
		}
		return "/compare?" + q.Encode()
	}
	nearly, large := filepath.Join(tree, "folder/nearly"), filepath.Join(tree, "large")
	if text := s.get(address(nearly, large, 9999)); !strings.Contains(text, "nearly") || strings.Contains(text, `rel="next"`) {
		t.Error("a pair that is not one of the page has a next one, or no page")
	}
	if text := s.get(address(odd, large, -1)); strings.Contains(text, "<b>.go") {
		t.Error("a name is markup")
	}
	pairs := jsonLines[jsonFile](t, w, "pair", "pairs", "--only", tree+"/**")
	all, first := 0, -1
	for i, p := range pairs {
		if !p.Identical && first < 0 {
			first = i
		}
		if !p.Identical {
			all++
		}
	}
	text := s.get(address(pairs[first].A.Path, pairs[first].B.Path, first))
	next := regexp.MustCompile(`rel="next" href="(compare\?[^"]+)"`)
	at := 1
	for found := next.FindStringSubmatch(text); found != nil; found = next.FindStringSubmatch(text) {
		text = s.get("/" + html.UnescapeString(found[1]))
		at++
	}
	if at != all || at < 2 || !strings.Contains(text, fmt.Sprintf("%d of %d", at, at)) {
		t.Errorf("%d pages in a row, want %d", at, all)
	}
	for name, all := range map[string]int{"copy0": 3, "nearly tree": 1, "NEARLY": 0, "passwd": 0, "hideaway": 0} {
		var found struct {
			Files []jsonFile
			All   int
		}
		if err := json.Unmarshal([]byte(s.get("/api/v1/files?q="+url.QueryEscape(name))), &found); err != nil {
			t.Fatal(err)
		}
		if found.All != all || len(found.Files) != all {
			t.Errorf("%q: %+v, want %d", name, found, all)
		}
	}
}

// TestServeNoticesScans lets another run scan while a server runs.
func TestServeNoticesScans(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	s := w.serve(t, tree)
	before := s.state()
	if again := s.state(); again.Snapshot != before.Snapshot || again.Newer {
		t.Errorf("%+v after %+v", again, before)
	}
	writeTo(t, filepath.Join(tree, "brand-new"), text(1, 1000)+"new")
	w.json(t, "", "scan", tree)
	s.until("newer page", func() bool { return s.state().Snapshot != before.Snapshot })
	if after := s.state(); after.Newer || !strings.Contains(s.get("/"), "brand-new") || !strings.Contains(s.get("/api/v1/files?q=brand"), "brand-new") {
		t.Errorf("%+v, and the page lacks the new file", after)
	}
}

// TestServeScans starts scans from the page, lets one end, and interrupts one by the page and
// one by ending the server. The index stays sound.
func TestServeScans(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	s := w.serve(t, "--io-limit", "250k", tree)
	before := s.state()
	if code, text := s.do(http.MethodPost, "/api/v1/scan", nil); code != http.StatusAccepted {
		t.Fatalf("%d %s", code, text)
	}
	s.until("end of the scan", func() bool { return !s.state().Scan.Running })
	if after := s.state(); after.Snapshot == before.Snapshot || after.Scan.Error != "" {
		t.Errorf("%+v after a scan", after)
	}
	for i := range 40 {
		writeTo(t, filepath.Join(tree, "slow", fmt.Sprint(i)), text(uint64(i+100), 10_000))
	}
	start := func() {
		if code, text := s.do(http.MethodPost, "/api/v1/scan", nil); code != http.StatusAccepted {
			t.Fatalf("%d %s", code, text)
		}
		s.until("progress", func() bool { st := s.state().Scan; return st.Running && st.Bytes > 100_000 && st.AllFiles > 0 })
	}
	start()
	if code, _ := s.do(http.MethodPost, "/api/v1/scan", nil); code != http.StatusConflict {
		t.Errorf("a second scan: %d", code)
	}
	if page := s.get("/"); !strings.Contains(page, "copy00") {
		t.Error("no page during a scan")
	}
	if code, text := s.do(http.MethodDelete, "/api/v1/scan", nil); code/100 != 2 {
		t.Errorf("%d %s", code, text)
	}
	s.until("end of the scan", func() bool { return !s.state().Scan.Running })
	if st := s.state(); st.Scan.Error != "" { // it was asked for
		t.Errorf("%+v after an interrupted scan", st)
	}
	slow := func() int {
		w.json(t, "", "check")
		return len(jsonLines[jsonFile](t, w, "change", "changes", "--all", "--only", "slow/*"))
	}
	if n := slow(); n == 40 {
		t.Error("the scan ended by itself")
	}
	start()
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if n := slow(); n == 40 {
		t.Error("the scan ended by itself before the server")
	}
	w.json(t, "", "scan")
	if n := slow(); n != 40 {
		t.Errorf("%d files are new", n)
	}
}

// TestServeWithoutFiles serves an index without files, and refuses to serve none.
func TestServeWithoutFiles(t *testing.T) {
	t.Parallel()
	w, _ := newWorld(t, 0, 0)
	if code := w.run("serve", "--listen", "127.0.0.1:0"); code != exitNoIndex || !strings.Contains(w.err.String(), "alike serve DIR") {
		t.Errorf("exit code %d\n%s", code, w.err.String())
	}
	empty := t.TempDir()
	s := w.serve(t, empty)
	if page := s.get("/"); !strings.Contains(page, filepath.Base(empty)) {
		t.Error("no page")
	}
	if found := s.get("/api/v1/files?q="); found != `{"files":[],"all":0}`+"\n" && found != `{"files":[],"all":0}` {
		t.Errorf("files %q", found)
	}
	if line := s.get("/api/v1/pairs"); !strings.HasPrefix(line, `{"type":"summary"`) {
		t.Errorf("pairs %q", line)
	}
}

// TestServeDocument checks that the routes and parameters in docs/serve.md exist.
func TestServeDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "serve.md"))
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	for _, set := range regexp.MustCompile(`(?m)^- (\*[a-z]+\*): (.*)$`).FindAllStringSubmatch(doc, -1) {
		doc = strings.ReplaceAll(doc, " "+set[1]+" ", " "+set[2]+" ")
	}
	w, tree := newWorld(t, 0, 1)
	s := w.serve(t, tree)
	parameters := 0
	for _, row := range regexp.MustCompile("(?m)^\\| `(GET|POST) /([a-z]+)` \\|[^|]*\\|(.*)\\|$").FindAllStringSubmatch(doc, -1) {
		for _, p := range append([]string{""}, regexp.MustCompile("`([a-z-]+)`").FindAllString(row[3], -1)...) {
			address := "/api/v1/" + row[2]
			if p != "" {
				address += "?" + strings.Trim(p, "`") + "=1"
				parameters++
			}
			code, text := s.do(row[1], address, nil)
			if code == http.StatusNotFound && row[2] != "compare" || code == http.StatusMethodNotAllowed || strings.Contains(text, "takes no parameter") || strings.Contains(text, "there is no") {
				t.Errorf("%s %s: %d %s", row[1], address, code, text)
			}
		}
	}
	if parameters < 50 {
		t.Errorf("only %d parameters found", parameters)
	}
}

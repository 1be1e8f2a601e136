package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alike/testdata"
	"alike/testdata/chromium"
)

// fakeServer answers as alike serve does.
type fakeServer struct {
	*httptest.Server
	mu       sync.Mutex
	data     *Data
	running  bool
	snapshot string
	expired  bool
	failed   string // to bring the page up to date
	uploaded string
	seen     []string // requests
}

// hostilePath is a path with markup, an invisible character and a quote.
const hostilePath = "/home/<img src=x onerror=hit()>/'\u202e\"&?#%41 ü.go"

func newFakeServer(t *testing.T, d *Data) *fakeServer {
	s := &fakeServer{data: d, snapshot: "one"}
	d.Overview.Live = &Live{Snapshot: "one", Compare: "compare", API: "api/v1", MaxUpload: 1000}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *fakeServer) set(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

func (s *fakeServer) answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, r.Method+" "+r.URL.RequestURI())
	file := func(path string) map[string]any { return map[string]any{"path": path, "size": 1234, "copies": 1} }
	line := func(v map[string]any) {
		_ = json.NewEncoder(w).Encode(v)
	}
	if s.expired {
		w.WriteHeader(http.StatusUnauthorized)
		line(map[string]any{"error": "log in", "status": 401})
		return
	}
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html")
		_ = WritePage(w, s.data)
	case "/compare":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!DOCTYPE html><link rel=icon href=data:,><title>compared</title>")
	case "/api/v1/scan":
		s.running = r.Method == http.MethodPost
		fallthrough
	case "/api/v1/state":
		line(map[string]any{"snapshot": s.snapshot, "newer": false, "error": s.failed, "scan": map[string]any{
			"running": s.running, "files": 1234, "bytes": 5 << 20, "allFiles": 9876, "allBytes": 20 << 20, "phase": "scanning", "error": "",
		}})
	case "/api/v1/files":
		files := []any{}
		if strings.Contains(r.URL.Query().Get("q"), "o") {
			files = append(files, file(hostilePath), file("/home/ada/projects/birch/internal/storage/walk1.go"),
				map[string]any{"path": `/home/\xff.go`, "path_b64": []byte("/home/\xff.go"), "size": 9, "copies": 1})
		}
		line(map[string]any{"files": files, "all": len(files) * 40})
	case "/api/v1/query":
		s.uploaded = string(body)
		for i, path := range []string{hostilePath, "/home/ada/projects/birch/internal/storage/walk1.go"} {
			line(map[string]any{"type": "match", "query": file("x"), "file": file(path), "shared": 5 + 10*i,
				"query_in_file": 0.5, "file_in_query": nil, "resemblance": 0.4, "distinctive": 0.6, "identical": false, "exact": false})
		}
		line(map[string]any{"type": "summary", "verb": "query"})
	case "/api/v1/changes":
		if r.URL.Query().Get("since") == "7d" {
			w.WriteHeader(http.StatusServiceUnavailable)
			line(map[string]any{"error": "<b>busy</b>", "status": 503})
			return
		}
		if r.URL.Query().Get("since") == "24h" {
			return // nothing
		}
		line(map[string]any{"type": "pair", "kind": "pair", "a": file(hostilePath), "b": map[string]any{"path_b64": []byte("/home/\xff.go"), "size": 9}, "shared": 50,
			"a_in_b": 0.9, "b_in_a": 0.8, "resemblance": 0.7, "distinctive": 0.85, "identical": false, "exact": true})
		line(map[string]any{"type": "change", "kind": "new", "file": file(hostilePath)})
		line(map[string]any{"type": "change", "kind": "gone", "file": file("/home/ada/gone.go")})
		line(map[string]any{"type": "change", "kind": "root", "path": "/srv/new", "files": 3, "bytes": 4096, "pairs": 2})
		line(map[string]any{"type": "summary", "verb": "changes"})
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// newLiveUser opens the page of a fake server.
func newLiveUser(t *testing.T) (user, *fakeServer) {
	t.Helper()
	testdata.Sequential(t)
	s := newFakeServer(t, sample(8, 12))
	b := openTab(t)
	u := user{b, t, s.URL + "/", s.data}
	b.Open(u.address)
	return u, s
}

// TestLiveScanInBrowser scans and stops, and checks the notices of newer results and of an
// expired login.
func TestLiveScanInBrowser(t *testing.T) {
	t.Parallel()
	u, s := newLiveUser(t)
	u.await(`document.querySelector(".live button").textContent === "Scan now"`)
	if policy := ask[string](u, `document.querySelector("[http-equiv]").content`); !strings.HasSuffix(policy, "connect-src 'self'") {
		t.Errorf("the policy is %q", policy)
	}
	u.Click(".live button")
	u.await(`document.querySelector(".live").innerText.replaceAll(/[\u202f\u00a0]/g, " ").startsWith("1 234 of 9 876 files") && document.querySelector("progress").value === 5 * 2 ** 20`)
	u.await(`document.querySelector(".live button").textContent === "Stop"`)
	u.Click(".live button")
	u.await(`document.querySelector(".live button").textContent === "Scan now" && document.querySelector("progress").hidden`)
	u.await(`document.querySelector(".notice")?.innerText === "The scan was stopped."`)
	s.set(func() {
		if !slices.Contains(s.seen, "POST /api/v1/scan") || !slices.Contains(s.seen, "DELETE /api/v1/scan") {
			t.Errorf("requests %q", s.seen)
		}
		s.running = true
	})
	u.look()
	u.await(`document.querySelector(".live button").textContent === "Stop"`)
	ask[bool](u, `(location.hash = "#pairs?sel=3&q=o&min=0.4", true)`)
	u.await(`document.querySelector(".panel h2") !== null`)
	s.set(func() { s.running, s.snapshot, s.data.Overview.Live.Snapshot = false, "two", "two" })
	u.await(`document.querySelector(".notice").innerText.includes("There are newer results.")`)
	u.Click(".notice button")
	u.await(`document.querySelector(".notice")?.hidden === true && location.hash === "#pairs?q=o&min=0.4" && document.querySelector(".row") !== null`)

	s.set(func() { s.failed = "<b>the index is gone</b>" })
	u.look()
	u.await(`document.querySelector(".notice")?.innerText === "This page cannot be brought up to date: <b>the index is gone</b>"`)
	s.set(func() { s.failed, s.expired = "", true })
	u.look()
	u.await(`document.querySelector(".notice").innerText.startsWith("The login has expired") && document.querySelector(".notice a").href === %q`, u.address)
	var seen int
	s.set(func() { seen = len(s.seen) })
	time.Sleep(6 * time.Second) // longer than the time between two looks
	s.set(func() {
		if n := len(s.seen) - seen; n > 0 {
			t.Errorf("%d requests without a login", n)
		}
		s.expired = false
	})
	u.look()
	u.await(`document.querySelector(".notice").hidden`)
	s.Close()
	u.look()
	u.await(`document.querySelector(".notice")?.innerText === "The server does not answer."`)
}

// look makes the page ask for the state.
func (u user) look() {
	u.t.Helper()
	ask[bool](u, `document.dispatchEvent(new Event("visibilitychange"))`)
}

// TestSearchInBrowser looks for paths and for what is like a file.
func TestSearchInBrowser(t *testing.T) {
	t.Parallel()
	u, s := newLiveUser(t)
	u.Click(`.views a[href="#search"]`)
	u.focus("#q")
	u.Type("o x")
	u.await(`document.querySelectorAll(".found li").length === 3`)
	text := ask[string](u, `document.querySelector(".counted").textContent + [...document.querySelectorAll(".found .trail")].map((e) => "\n" + e.title).join("")`)
	if want := "the first 3 of 120\u00a0files\n/home/<img src=x onerror=hit()>/'\\u202e\"&?#%41 ü.go\n/home/ada/projects/birch/internal/storage/walk1.go\n/home/\\xff.go"; text != want {
		t.Errorf("the search has %q, want %q", text, want)
	}
	if link := ask[string](u, `document.querySelector(".found a[href^='#pairs?file=']").textContent`); !strings.Contains(link, "pair") {
		t.Errorf("the link to its pairs is %q", link)
	}
	u.Click(".found li:nth-child(3) button")
	u.await(`document.activeElement.textContent === "Chosen"`)
	u.Click(".found li:nth-child(1) a.act")
	u.await(`document.title === "compared"`)
	s.set(func() {
		want := "GET /compare?a=%2f%68%6f%6d%65%2f%ff%2e%67%6f&b=%2Fhome%2F%3Cimg%20src%3Dx%20onerror%3Dhit()%3E%2F%27%E2%80%AE%22%26%3F%23%2541%20%C3%BC.go"
		if !slices.Contains(s.seen, want) {
			t.Errorf("requests %q", s.seen)
		}
	})
	ask[bool](u, `(history.back(), true)`)
	u.await(`document.querySelectorAll(".found li").length === 3 && document.querySelector("#q").value === "o x"`)
	ask[bool](u, `(document.querySelector("#q").focus(), document.querySelector("#q").select(), true)`)
	u.Type("zzz")
	u.await(`document.querySelectorAll(".found li").length === 0 && document.querySelector(".counted").textContent.startsWith("0")`)

	u.focus("#text")
	u.Type("func main() {}")
	u.focus("#name")
	u.Type("x&y.go")
	u.Key("Enter", "\r")
	u.await(`document.querySelectorAll(".matches tbody tr").length === 2`)
	if row := ask[string](u, `document.querySelector(".matches tbody tr").innerText.replaceAll(/[\u202f\u00a0]/g, " ")`); !strings.Contains(row, "\t?50 %\t?50 %\t–\t1.2 KiB\t") {
		t.Errorf("the first match is %q", row)
	}
	s.set(func() {
		if s.uploaded != "func main() {}" || !slices.Contains(s.seen, "POST /api/v1/query?name=x%26y.go&shown=1&min=0.3&limit=200&by=smaller") {
			t.Errorf("%q was uploaded, requests %q", s.uploaded, s.seen)
		}
		s.uploaded = ""
	})
	drop := func(size int) {
		ask[bool](u, `(() => {
			const data = new DataTransfer();
			data.items.add(new File(["y".repeat(%d)], "dropped.txt"));
			for (const type of ["dragover", "drop"]) document.querySelector(".drop").dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
			return true;
		})()`, size)
	}
	u.choose("chosen.go")
	u.await(`document.querySelector(".drop .counted").textContent === "2\u00a0files similar to chosen.go"`)
	drop(900)
	u.await(`document.querySelector(".drop .counted").textContent === "2\u00a0files similar to dropped.txt" && document.querySelector("#file").value === ""`)
	s.set(func() {
		if len(s.uploaded) != 900 {
			t.Errorf("%d bytes were uploaded", len(s.uploaded))
		}
	})
	drop(1001)
	u.await(`document.querySelector(".drop .counted").textContent.includes("dropped.txt is too large")`)
	u.quiet()
}

// choose chooses a file to search for.
func (u user) choose(name string) {
	u.t.Helper()
	ask[bool](u, `(() => {
		const data = new DataTransfer(), chooser = document.querySelector("#file");
		data.items.add(new File(["z"], %q));
		chooser.files = data.files;
		chooser.dispatchEvent(new Event("change"));
		return true;
	})()`, name)
}

// TestNewInBrowser looks at what scans brought, and follows the link of a pair.
func TestNewInBrowser(t *testing.T) {
	t.Parallel()
	u, s := newLiveUser(t)
	u.Click(`.views a[href="#new"]`)
	u.await(`document.querySelector(".counted")?.innerText === "1\u00a0new pair, 1\u00a0new folder, 1\u00a0new file, 1\u00a0file gone"`)
	choose := func(period string) {
		ask[bool](u, `(() => { const s = document.querySelector("#period"); s.value = %q; s.dispatchEvent(new Event("change")); return true; })()`, period)
	}
	choose("day")
	u.await(`document.querySelector(".counted")?.innerText === "Nothing is new."`)
	choose("")
	u.await(`document.querySelector(".found a.act") !== null`)
	if name := ask[string](u, `document.querySelectorAll(".found .line .trail")[1].title`); name != `/home/\xff.go` {
		t.Errorf("the second of the new pair is %q", name)
	}
	to := ask[string](u, `document.querySelector(".found a.act").getAttribute("href")`)
	if !strings.HasSuffix(to, "&b=%2f%68%6f%6d%65%2f%ff%2e%67%6f") {
		t.Errorf("the pair leads to %s", to)
	}
	if ask[int](u, `window.hits`) != 0 {
		t.Error("a name ran")
	}
	ask[bool](u, `(location.hash = "#pairs?sel=0", true)`)
	u.await(`document.querySelector(".panel a.act") !== null`)
	u.Click(".panel a.act")
	u.await(`document.title === "compared"`)
	s.set(func() {
		if last := s.seen[len(s.seen)-1]; !strings.HasPrefix(last, "GET /compare?a=%2Fhome%2Fada%2Fprojects%2F") || !strings.HasSuffix(last, "&n=0") {
			t.Errorf("the first pair leads to %s", last)
		}
	})
	u.Open(u.address) // again, as a visitor of whom it knows
	u.await(`document.querySelector(".histogram") !== null`)
	ask[bool](u, `(sessionStorage.clear(), true)`)
	u.Open("about:blank")
	u.Open(u.address + "#new")
	u.await(`document.querySelectorAll("#period option").length === 4`)
	choose("visit")
	u.await(`performance.getEntriesByType("resource").some((e) => e.name.includes("since=@"))`)
	s.set(func() {
		last := s.seen[slices.IndexFunc(s.seen, func(r string) bool { return strings.Contains(r, "since=@") })]
		if !strings.HasPrefix(last, "GET /api/v1/changes?shown=1&min=0.3&limit=500&by=smaller&since=@1") {
			t.Errorf("the request is %s", last)
		}
	})
	u.quiet()
	choose("week")
	u.await(`document.querySelector(".counted")?.innerText === "<b>busy</b>"`)
}

// TestLivePicturesInBrowser takes pictures of a live page; go test -artifacts keeps them.
func TestLivePicturesInBrowser(t *testing.T) {
	t.Parallel()
	testdata.Long(t)
	u, s := newLiveUser(t)
	s.set(func() { s.running = true })
	u.look()
	for _, size := range [][2]int{{1280, 800}, {800, 1000}, {390, 844}} {
		u.Size(size[0], size[1])
		for _, scheme := range []string{"light", "dark"} {
			u.Media("", scheme)
			s.set(func() { s.snapshot = map[string]string{"light": "one", "dark": "two"}[scheme] })
			u.look()
			u.await(`document.querySelector(".notice").hidden === %v`, scheme == "light")
			for _, view := range []string{"overview", "pairs", "graph", "search?q=o", "new"} {
				visit(u.Browser, view)
				if view == "search?q=o" {
					u.await(`document.querySelector(".found li") !== null`)
					ask[bool](u, `(document.querySelector("#text").value = "x", document.querySelector(".drop form").requestSubmit(), true)`)
					u.await(`document.querySelector(".matches") !== null`)
				}
				u.still(view, size[0])
				u.Picture(filepath.Join(t.ArtifactDir(), fmt.Sprintf("live-%s-%d-%s.png", strings.TrimSuffix(view, "?q=o"), size[0], scheme)))
			}
		}
	}
}

// still checks that a view is not wider than the window.
func (u user) still(view string, width int) {
	u.t.Helper()
	if wide := chromium.Evaluate[int](u.Browser, `document.documentElement.scrollWidth`); wide > width {
		u.t.Errorf("%s is %d pixels wide in a window of %d", view, wide, width)
	}
}

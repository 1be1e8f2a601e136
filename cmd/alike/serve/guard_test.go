package serve

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// TestHosts checks which names a server answers under.
func TestHosts(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *Options, _ *limits) { o.Hosts = []string{"trusted.example", "localhost:8080"} })
	for _, host := range []string{
		"HOST", "localhost:PORT", "LocalHost:PORT", "[::1]:PORT", "trusted.example", "Trusted.Example:443", "localhost:8080",
	} {
		a := s.send(t, "GET", fill(s, "GET /api/v1/state HTTP/1.1\r\nHost: "+host+"\r\nBEARER\r\n\r\n"))
		if a.StatusCode != 200 {
			t.Errorf("%s: %s: %s", host, a.Status, a.body)
		}
	}
}

// TestOrigins checks that what the page itself sends is answered.
func TestOrigins(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, raw := range []string{
		get("/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"),
		get("/", "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"),
		get("/api/v1/state", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"),
		get("/compare?a=/a&b=/b", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"),
		get("/api/v1/pairs", "Origin: http://HOST"),
		post("/api/v1/query", "Sec-Fetch-Site: same-origin", "Origin: http://HOST"),
		post("/api/v1/query", "Origin: http://HOST"),
		"DELETE /api/v1/scan HTTP/1.1\r\nHost: HOST\r\nLOGIN\r\nOrigin: http://HOST\r\n\r\n",
		"DELETE /api/v1/scan HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n",
	} {
		if a := s.send(t, "GET", fill(s, raw)); a.StatusCode != 200 {
			t.Errorf("%s: %s: %s", raw, a.Status, a.body)
		}
	}
}

// TestUpgradeIgnored checks that a request to upgrade is answered in HTTP/1.1.
func TestUpgradeIgnored(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, protocol := range []string{"h2c", "websocket", "TLS/1.3"} {
		a := s.send(t, "GET", fill(s, get("/api/v1/state", "Connection: Upgrade, HTTP2-Settings", "Upgrade: "+protocol, "HTTP2-Settings: AAMAAABk")))
		if a.StatusCode != 200 || a.Proto != "HTTP/1.1" {
			t.Errorf("%s: %s %s", protocol, a.Proto, a.Status)
		}
		safe(t, protocol, a)
	}
}

// TestPipelined checks that requests sent at once are answered one after another, and none
// after one that was refused with its body unread.
func TestPipelined(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	conn := s.dial(t)
	good := fill(s, get("/api/v1/state"))
	hidden := fill(s, "POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n")
	if _, err := io.WriteString(conn, strings.Repeat(good, 20)+hidden+good); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(conn)
	for range 20 {
		if a := receive(t, r, "GET"); a.StatusCode != 200 {
			t.Errorf("pipelined: %s", a.Status)
		}
	}
	if a := receive(t, r, "POST"); a.StatusCode != http.StatusLengthRequired {
		t.Errorf("the one of unknown length: %s", a.Status)
	}
	if rest, err := io.ReadAll(r); len(rest) > 0 || err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("answered after it: %q, %v", rest, err)
	}
	if calls := s.taken(); len(calls) != 20 {
		t.Errorf("%d calls, want 20", len(calls))
	}
}

// TestBruteForce checks that guesses are refused after a few, and that those of another
// process do not keep the right token, bearer or cookie out.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.attempts, limits.burst = 0.001, 5 })
	seen := map[int]int{}
	for i := range 20 {
		guess := fmt.Sprintf("guess-%d", i)
		form := "token=" + guess
		for _, raw := range []string{
			anonymous("/?token="+guess, ""),
			anonymous("/api/v1/state", "Authorization: Bearer "+guess),
			"POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + strconv.Itoa(len(form)) + "\r\n\r\n" + form,
		} {
			a := s.send(t, "GET", fill(s, raw))
			if seen[a.StatusCode]++; a.StatusCode == http.StatusTooManyRequests && a.Header.Get("Retry-After") == "" {
				t.Errorf("no Retry-After: %v", a.Header)
			}
		}
	}
	if seen[http.StatusUnauthorized] != 5 || seen[http.StatusTooManyRequests] != 55 {
		t.Errorf("answers by status: %v", seen)
	}
	if a := s.send(t, "GET", fill(s, anonymous("/?token="+secret, ""))); a.StatusCode != http.StatusSeeOther || len(a.Cookies()) != 1 {
		t.Errorf("the right token after too many: %s", a.Status)
	}
	for _, login := range []string{"LOGIN", "BEARER"} {
		if a := s.send(t, "GET", fill(s, anonymous("/api/v1/state", login))); a.StatusCode != 200 {
			t.Errorf("%s: %s", login, a.Status)
		}
	}
	s.taken()
}

// TestNamesInAnswers checks that names of files are only data in an answer.
func TestNamesInAnswers(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	a := s.send(t, "GET", fill(s, get("/api/v1/files?q=x")))
	want := `{"files":[{"path":"/a\nContent-Type: text/html","size":1,"copies":1},` +
		`{"path_b64":"L2L/","size":2,"copies":1},{"path":"/<script>","size":3,"copies":2}],"all":3}` + "\n"
	if a.body != want || a.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s: %s, want %s", a.Header.Get("Content-Type"), a.body, want)
	}
}

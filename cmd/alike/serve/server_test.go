package serve

import (
	"strings"
	"testing"
)

// TestRoutes checks what each endpoint asks of the backend and answers.
func TestRoutes(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, c := range []struct {
		request, body string // of the request
		status        int
		mediaType     string
		call          string
	}{
		{"GET /", "", 200, "text/html; charset=utf-8", "page false"},
		{"HEAD /", "", 200, "text/html; charset=utf-8", "page false"},
		{"GET /compare?a=/x%ff/y&b=/z&n=7", "", 200, "text/html; charset=utf-8", `compare "/x\xff/y" "/z" 7`},
		{"GET /compare?a=/x&b=/z", "", 200, "text/html; charset=utf-8", `compare "/x" "/z" -1`},
		{"GET /api/v1/state", "", 200, "application/json", "state"},
		{"GET /api/v1/files?q=a+b", "", 200, "application/json", `files "a b" 50`},
		{"GET /api/v1/pairs?min=50%25&exact&only=a&only=b", "", 200, "application/x-ndjson",
			`run ["pairs" "--format=json" "--exact" "--min=50%" "--only=a" "--only=b"] -1 ""`},
		{"GET /api/v1/groups?reverse=true&limit=3", "", 200, "application/x-ndjson", `run ["groups" "--format=json" "--limit=3" "--reverse"] -1 ""`},
		{"GET /api/v1/folders?min-files=2", "", 200, "application/x-ndjson", `run ["folders" "--format=json" "--min-files=2"] -1 ""`},
		{"GET /api/v1/dups?empty=false", "", 200, "application/x-ndjson", `run ["dups" "--format=json"] -1 ""`},
		{"GET /api/v1/changes?since=2d", "", 200, "application/x-ndjson", `run ["changes" "--format=json" "--since=2d"] -1 ""`},
		{"GET /api/v1/status", "", 200, "application/x-ndjson", `run ["status" "--format=json"] -1 ""`},
		{"GET /api/v1/compare?a=/x&b=/-y&limit=1", "", 200, "application/x-ndjson", `run ["compare" "--format=json" "--limit=1" "--" "/x" "/-y"] -1 ""`},
		{"POST /api/v1/query?name=dir/x.go&min=0.3", "package x", 200, "application/x-ndjson", `run ["query" "--format=json" "--min=0.3" "-"] 9 "x.go"`},
		{"POST /api/v1/query", "", 200, "application/x-ndjson", `run ["query" "--format=json" "-"] 0 ""`},
		{"POST /api/v1/scan", "", 202, "application/json", "scan|state"},
		{"DELETE /api/v1/scan", "", 200, "application/json", "stop|state"},
	} {
		method, _, _ := strings.Cut(c.request, " ")
		a := s.send(t, method, request(s, c.request, c.body, "Authorization: Bearer "+secret))
		if a.StatusCode != c.status || a.Header.Get("Content-Type") != c.mediaType {
			t.Errorf("%s: %s, %s: %s", c.request, a.Status, a.Header.Get("Content-Type"), a.body)
		}
		if calls := strings.Join(s.taken(), "|"); calls != c.call {
			t.Errorf("%s: calls %s, want %s", c.request, calls, c.call)
		}
		safe(t, c.request, a)
	}
}

package serve

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// endsWithin checks that the server closes a connection.
func endsWithin(t *testing.T, name string, conn net.Conn, d time.Duration) {
	t.Helper()
	began := time.Now()
	_ = conn.SetReadDeadline(began.Add(d))
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, syscall.ECONNRESET) {
		return
	} else if err != nil {
		t.Errorf("%s: after %v: %v", name, time.Since(began), err)
	}
}

// trickle sends a byte every few milliseconds until the connection ends.
func trickle(conn net.Conn, text string) {
	for i := 0; ; i++ {
		if _, err := conn.Write([]byte{text[i%len(text)]}); err != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestSlowRequests checks that clients that send slowly, or nothing, are disconnected.
func TestSlowRequests(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) {
		limits.headerTime, limits.bodyTime, limits.idle = 300*time.Millisecond, 300*time.Millisecond, 300*time.Millisecond
	})
	const patience = 15 * time.Second
	for name, c := range map[string]struct {
		begin, then string
		rest        string // of the answer's first line, if there is one
	}{
		"nothing":              {"", "", ""},
		"a header by bytes":    {"GET / HTTP/1.1\r\nHost: HOST\r\nX: ", "a", ""},
		"endless headers":      {"GET / HTTP/1.1\r\n", "X: a\r\n", ""},
		"endless empty lines":  {"", "\r\n", ""},
		"a body that stops":    {"POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 100000\r\n\r\n12345", "", "408 Request Timeout"},
		"a body by bytes":      {"POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 100000\r\n\r\n", "b", "408 Request Timeout"},
		"a form by bytes":      {"POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\n", "b", "408 Request Timeout"},
		"a refused body":       {"POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nContent-Length: 100000\r\n\r\n", "b", "401 Unauthorized"},
		"an idle connection":   {"GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\n", "", "200 OK"},
		"chunks by bytes":      {"POST /api/v1/query HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", "411 Length Required"},
		"a second slow header": {"GET /api/v1/state HTTP/1.1\r\nHost: HOST\r\nBEARER\r\n\r\nGET / HTTP/1.1\r\n", "X: a\r\n", "200 OK"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := s.dial(t)
			if _, err := io.WriteString(conn, fill(s, c.begin)); err != nil {
				t.Fatal(err)
			}
			if c.then != "" {
				go trickle(conn, c.then)
			}
			if c.rest != "" {
				a := receive(t, bufio.NewReader(conn), "POST")
				if a.Status != c.rest {
					t.Errorf("%s: %s", a.Status, a.body)
				}
			}
			endsWithin(t, name, conn, patience)
		})
	}
}

// TestSlowReaders checks that a client that reads nothing is disconnected, while one that
// waits long for an answer, or reads a little at a time, gets all of it.
func TestSlowReaders(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.stall, limits.running = 500*time.Millisecond, 2 })
	s.large = 64 << 20
	raw := fill(s, get("/api/v1/pairs"))

	conn := s.dial(t)
	if _, err := io.WriteString(conn, raw); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); len(s.searches.running) > 0 || len(s.taken()) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > 15*time.Second {
			t.Fatal("an answer that is not read keeps its turn")
		}
	}
	if n, err := io.Copy(io.Discard, conn); n >= int64(s.large) {
		t.Errorf("%d bytes, %v: want less than all", n, err)
	}

	conn = s.dial(t)
	if _, err := io.WriteString(conn, raw); err != nil {
		t.Fatal(err)
	}
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	n := int64(0)
	for n < int64(s.large) {
		part, err := io.CopyN(io.Discard, a.Body, 4<<20)
		if n += part; err != nil {
			t.Fatalf("after %d bytes: %v", n, err)
		}
		time.Sleep(60 * time.Millisecond) // a second in all
	}
}

// TestLongSearch checks that a search may take longer than a client may stall.
func TestLongSearch(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) {
		limits.stall, limits.bodyTime, limits.headerTime = 200*time.Millisecond, 200*time.Millisecond, 200*time.Millisecond
	})
	s.slow = 700 * time.Millisecond
	for _, raw := range []string{get("/api/v1/pairs"), post("/api/v1/query", "Origin: http://HOST")} {
		if a := s.send(t, "GET", fill(s, raw)); a.StatusCode != 200 {
			t.Errorf("%s: %s", a.Status, a.body)
		}
	}
}

// TestTurns checks that few searches run at once, that others wait, and that the rest is
// refused.
func TestTurns(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.running, limits.waiting = 1, 2 })
	s.slow = 500 * time.Millisecond
	var mu sync.Mutex
	seen := map[int]int{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			a := s.send(t, "GET", fill(s, get("/api/v1/pairs")))
			mu.Lock()
			defer mu.Unlock()
			if seen[a.StatusCode]++; a.StatusCode != 200 && a.Header.Get("Retry-After") == "" {
				t.Errorf("%s without Retry-After", a.Status)
			}
		})
	}
	wg.Wait()
	if seen[200] < 3 || seen[200]+seen[http.StatusServiceUnavailable] != 8 || seen[http.StatusServiceUnavailable] == 0 {
		t.Errorf("answers by status: %v", seen)
	}
	if a := s.send(t, "GET", fill(s, get("/api/v1/state"))); a.StatusCode != 200 {
		t.Errorf("the state afterwards: %s", a.Status)
	}
}

// TestConnections checks that connections over the limit wait until others end.
func TestConnections(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.connections, limits.headerTime = 3, 400*time.Millisecond })
	for range 20 {
		s.dial(t) // sends nothing
	}
	if a := s.send(t, "GET", fill(s, get("/api/v1/state"))); a.StatusCode != 200 {
		t.Errorf("behind connections that send nothing: %s", a.Status)
	}
}

// TestErrors checks the answers to errors of the backend.
func TestErrors(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var fails error
	s.Server.backend.Run = func(context.Context, []string, io.Reader, string, io.Writer) error { return fails }
	s.Server.backend.Compare = func(context.Context, io.Writer, string, string, int) error { return fails }
	s.Server.backend.Scan = func() error { return fails }
	for _, c := range []struct {
		err    error
		status int
	}{
		{NotFound("gone: %s", "<b>"), 404}, {Usage("wrong <b>"), 400}, {TooLarge("large <b>"), 413}, {ErrBusy, 409},
		{errors.New("broken <b>\x1b[2J"), 500}, {context.Canceled, 503},
	} {
		fails = c.err
		for _, raw := range []string{
			get("/api/v1/pairs"), get("/compare?a=/a&b=/b"), get("/api/v1/compare?a=/a&b=/b"),
			post("/api/v1/query", "Origin: http://HOST"), "POST /api/v1/scan HTTP/1.1\r\nHost: HOST\r\nBEARER\r\nContent-Length: 0\r\n\r\n",
		} {
			a := s.send(t, "GET", fill(s, raw))
			isJSON := strings.Contains(raw, " /api/")
			if a.StatusCode != c.status || strings.HasPrefix(a.body, `{"error":"`) != isJSON || strings.Contains(a.body, "\x1b") {
				t.Errorf("%v: %s: %s", c.err, a.Status, a.body)
			}
			if isJSON && !strings.HasSuffix(a.body, `,"status":`+strconv.Itoa(c.status)+"}\n") {
				t.Errorf("%v: %s", c.err, a.body)
			}
			if !isJSON && strings.Contains(a.body, "<b>") {
				t.Errorf("%v: markup in %s", c.err, a.body)
			}
			safe(t, raw, a)
		}
	}

	// What fails after its beginning is cut off.
	s.Server.backend.Run = func(_ context.Context, _ []string, _ io.Reader, _ string, w io.Writer) error {
		if _, err := io.CopyN(w, zeros{}, keptBytes+1); err != nil {
			return err
		}
		return errors.New("broken")
	}
	conn := s.dial(t)
	if _, err := io.WriteString(conn, fill(s, get("/api/v1/pairs"))); err != nil {
		t.Fatal(err)
	}
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if _, err := io.Copy(io.Discard, a.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the end of an answer that failed: %v", err)
	}
}

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

// TestSlowReaders checks that clients that read an answer slowly, or not at all, do not keep
// a search from starting, and are disconnected.
func TestSlowReaders(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) {
		limits.stall, limits.rate, limits.running, limits.wait = 5*time.Second, 20<<20, 1, 10*time.Second
	})
	s.large = 32 << 20
	raw := fill(s, get("/api/v1/pairs"))
	var readers []net.Conn
	for i := range 3 {
		conn := s.dial(t)
		if i > 0 {
			if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := io.WriteString(conn, raw); err != nil {
			t.Fatal(err)
		}
		readers = append(readers, conn)
	}
	for calls := 0; calls < len(readers); calls += len(s.taken()) {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	if a := s.send(t, "GET", raw); a.StatusCode != 200 || len(a.body) != s.large {
		t.Errorf("beside clients that read nothing: %s, %d bytes", a.Status, len(a.body))
	}
	if d := time.Since(began); d > s.limits.stall {
		t.Errorf("beside clients that read nothing: after %v", d)
	}
	if stored := s.spooled.Load(); stored < int64(2*s.large) {
		t.Errorf("%d bytes are kept for clients that read nothing", stored)
	}
	go func() { // 1 MiB in a second, which never stalls
		part := make([]byte, 16<<10)
		for {
			if _, err := readers[0].Read(part); err != nil {
				return
			}
			time.Sleep(16 * time.Millisecond)
		}
	}()
	for began := time.Now(); s.spooled.Load() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > 15*time.Second {
			t.Fatalf("%d bytes are kept for clients that read little", s.spooled.Load())
		}
	}
}

// TestSteadyReader checks that a client gets all of an answer whose reading takes longer than
// it may stall.
func TestSteadyReader(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.stall = 500 * time.Millisecond })
	s.large = 64 << 20
	conn := s.dial(t)
	if _, err := io.WriteString(conn, fill(s, get("/api/v1/pairs"))); err != nil {
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

// TestRefusedConnections checks that connections are closed after a request without a login,
// and that a form whose body does not come ends soon, so that neither keeps others out.
func TestRefusedConnections(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.connections, limits.headerTime = 3, time.Second })
	strangers := []string{
		anonymous("/api/v1/state", ""), anonymous("/", ""), anonymous("/login", ""), host("evil.example"), anonymous("/missing", ""),
		anonymous("/api/v1/state", "Authorization: Bearer x"), anonymous("/api/v1/state", "Origin: http://evil.example"),
		"POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n",
	}
	began := time.Now()
	for i := range 3 * len(strangers) {
		if _, err := io.WriteString(s.dial(t), fill(s, strangers[i%len(strangers)])); err != nil {
			t.Fatal(err)
		}
	}
	if a := s.send(t, "GET", fill(s, get("/api/v1/state"))); a.StatusCode != 200 {
		t.Errorf("behind strangers: %s", a.Status)
	}
	if d := time.Since(began); d > 10*time.Second {
		t.Errorf("behind strangers: after %v", d)
	}
}

// TestConnections checks that connections over the limit wait until others end: a request
// behind 20, of which 3 at a time get 0.4 s.
func TestConnections(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *Options, limits *limits) { limits.connections, limits.headerTime = 3, 400*time.Millisecond })
	for range 20 {
		s.dial(t) // sends nothing
	}
	began := time.Now()
	if a := s.send(t, "GET", fill(s, get("/api/v1/state"))); a.StatusCode != 200 {
		t.Errorf("behind connections that send nothing: %s", a.Status)
	}
	if d := time.Since(began); d < 2*s.limits.headerTime {
		t.Errorf("behind connections that send nothing: after %v", d)
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

	// So is what fails late.
	s.Server.backend.Run = func(_ context.Context, _ []string, _ io.Reader, _ string, w io.Writer) error {
		if _, err := io.CopyN(w, zeros{}, keptBytes+1); err != nil {
			return err
		}
		return errors.New("broken")
	}
	if a := s.send(t, "GET", fill(s, get("/api/v1/pairs"))); a.StatusCode != 500 || a.body != `{"error":"broken","status":500}`+"\n" {
		t.Errorf("late: %s: %.100s", a.Status, a.body)
	}
	if stored := s.spooled.Load(); stored != 0 {
		t.Errorf("%d bytes are kept", stored)
	}
}

// TestLongAnswer checks that an answer over the limit is an error, even if the backend writes
// on.
func TestLongAnswer(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.spooled.Store(spooledBytes)
	s.large = 2 * keptBytes
	if a := s.send(t, "GET", fill(s, get("/api/v1/pairs"))); a.StatusCode != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
		t.Errorf("%s: %.100s", a.Status, a.body)
	}
	if stored := s.spooled.Load(); stored != spooledBytes {
		t.Errorf("%d bytes are kept", stored-spooledBytes)
	}
	long := spool{all: &s.spooled, size: answerBytes}
	for range 2 {
		if _, err := long.Write([]byte{1}); !errors.Is(err, errLong) {
			t.Errorf("over the limit: %v", err)
		}
	}
}

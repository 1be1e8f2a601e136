package serve

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"
)

// fake is a backend that notes its calls.
type fake struct {
	mu    sync.Mutex
	calls []string
	slow  time.Duration // of Run
	large int           // bytes that Run writes
}

func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
}

// taken returns the calls since it was called last.
func (f *fake) taken() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	calls := f.calls
	f.calls = nil
	return calls
}

func (f *fake) backend() Backend {
	return Backend{
		Page: func(_ context.Context, w io.Writer, compressed bool) error {
			f.note("page %v", compressed)
			if !compressed {
				_, err := io.WriteString(w, thePage)
				return err
			}
			z := gzip.NewWriter(w)
			if _, err := io.WriteString(z, thePage); err != nil {
				return err
			}
			return z.Close()
		},
		Compare: func(_ context.Context, w io.Writer, a, b string, n int) error {
			f.note("compare %q %q %d", a, b, n)
			_, err := io.WriteString(w, "<!DOCTYPE html><title>both files</title>")
			return err
		},
		Run: func(ctx context.Context, args []string, stdin io.Reader, name string, w io.Writer) error {
			size := -1
			if stdin != nil {
				file, err := io.ReadAll(stdin)
				if err != nil {
					return err
				}
				size = len(file)
			}
			f.note("run %q %d %q", args, size, name)
			select {
			case <-time.After(f.slow):
			case <-ctx.Done():
				return ctx.Err()
			}
			if f.large > 0 {
				_, err := io.CopyN(w, zeros{}, int64(f.large))
				return err
			}
			_, err := io.WriteString(w, "{}\n")
			return err
		},
		Files: func(_ context.Context, words string, limit int) ([]FoundFile, int, error) {
			f.note("files %q %d", words, limit)
			return []FoundFile{{"/a\nContent-Type: text/html", 1, 1}, {"/b\xff", 2, 1}, {"/<script>", 3, 2}}, 3, nil
		},
		State: func() State { f.note("state"); return State{Snapshot: "1"} },
		Scan:  func() error { f.note("scan"); return nil },
		Stop:  func() { f.note("stop") },
	}
}

const thePage = "<!DOCTYPE html><title>the page</title>"

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

const secret = "0123456789abcdefghijklmn"

// started is a server that runs.
type started struct {
	*Server
	*fake
	address string
}

// start starts a server with a lasting secret. change may change its options and limits.
func start(t *testing.T, change func(*Options, *limits)) *started {
	t.Helper()
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return startOn(t, l, change)
}

func startOn(t *testing.T, l net.Listener, change func(*Options, *limits)) *started {
	t.Helper()
	o, limits := Options{Secret: []byte(secret), Log: func(text string) { t.Log(text) }}, standardLimits
	limits.finish = 100 * time.Millisecond
	if change != nil {
		change(&o, &limits)
	}
	f := &fake{}
	s := newServer(l, f.backend(), o, limits)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return &started{s, f, l.Addr().String()}
}

// cookie returns a cookie of the server, as it is sent.
func (s *started) cookie() string {
	c := s.logins.newCookie(false)
	return c.Name + "=" + c.Value
}

// dial connects to the server.
func (s *started) dial(t *testing.T) net.Conn {
	t.Helper()
	network := s.listener.Addr().Network()
	conn, err := net.DialTimeout(network, s.listener.Addr().String(), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// reply is an answer that was read whole.
type reply struct {
	*http.Response
	body string
}

// send sends raw bytes and reads the answer to a request by a method. The server may close
// the connection before it has read all.
func (s *started) send(t *testing.T, method, raw string) reply {
	t.Helper()
	conn := s.dial(t)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_, _ = io.WriteString(conn, raw)
	}()
	a := receive(t, bufio.NewReader(conn), method)
	_ = conn.Close()
	<-sent
	return a
}

func receive(t *testing.T, r *bufio.Reader, method string) reply {
	t.Helper()
	answer, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("reading the answer: %v", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil && !(answer.Close && errors.Is(err, syscall.ECONNRESET)) {
		t.Fatalf("reading the body of the answer: %v", err)
	}
	return reply{answer, string(body)}
}

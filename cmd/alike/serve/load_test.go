package serve

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alike/testdata"
)

// TestLoad sends many requests from 50 clients and compares the heap after a tenth of them
// with that at the end.
func TestLoad(t *testing.T) {
	s := start(t, nil)
	s.large = 200_000
	var next, wrong atomic.Int64
	body := strings.Repeat("x", 10_000)
	run := func(requests int) uint64 {
		var left atomic.Int64
		left.Store(int64(requests))
		var clients sync.WaitGroup
		for range 50 {
			clients.Go(func() {
				transport := new(http.Transport) // so that each client has a connection
				defer transport.CloseIdleConnections()
				c := &http.Client{Transport: transport, Timeout: time.Minute}
				for left.Add(-1) >= 0 {
					if err := s.load(t, c, int(next.Add(1)), body); err != nil && wrong.Add(1) < 10 {
						t.Error(err)
					}
				}
			})
		}
		clients.Wait()
		s.taken()
		runtime.GC()
		runtime.GC() // what pools held
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	requests := testdata.Rounds(2000, 10_000)
	few := run(requests / 10)
	goroutines := runtime.NumGoroutine()
	many := run(requests - requests/10)
	t.Logf("heap after a tenth of %d requests: %d KiB, at the end: %d KiB", requests, few>>10, many>>10)
	if many > few+few/2+4<<20 {
		t.Errorf("the heap grew from %d to %d bytes", few, many)
	}
	if wrong.Load() > 0 {
		t.Errorf("%d requests failed", wrong.Load())
	}
	for began := time.Now(); runtime.NumGoroutine() > goroutines+10; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			t.Fatalf("%d goroutines, %d after a tenth of the requests", runtime.NumGoroutine(), goroutines)
		}
	}
}

// load sends request i and returns an error unless it is answered as it should be.
func (s *started) load(t *testing.T, c *http.Client, i int, body string) error {
	targets := []string{
		"GET /", "GET /api/v1/state", "GET /api/v1/files?q=a", "GET /api/v1/pairs?min=50%25", "GET /compare?a=/a&b=/b",
		"GET /api/v1/compare?a=/a&b=/b", "POST /api/v1/query?name=a.go", "GET /api/v1/dups", "POST /api/v1/scan", "GET /missing",
	}
	target := targets[i%len(targets)]
	method, rest, _ := strings.Cut(target, " ")
	sent := io.Reader(http.NoBody)
	if strings.Contains(target, "query") {
		sent = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.address+rest, sent)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	a, err := c.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if _, err := io.Copy(io.Discard, a.Body); err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	if missing := strings.Contains(target, "missing"); a.StatusCode >= 300 && !(missing && a.StatusCode == http.StatusNotFound) {
		return fmt.Errorf("%s: %s", target, a.Status)
	}
	return nil
}

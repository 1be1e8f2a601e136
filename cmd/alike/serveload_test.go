package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alike/testdata"
)

// TestServeLoad sends many requests from 50 clients while the server and other processes scan.
// All are answered, and the memory of the server does not grow.
func TestServeLoad(t *testing.T) {
	t.Parallel()
	requests, files := testdata.Rounds(200, 10_000), 100
	w, tree := newWorld(t, 0, 3)
	for i := range files {
		writeTo(t, filepath.Join(tree, fmt.Sprint(i%30), fmt.Sprint(i)), text(uint64(i/3), 3000)+text(uint64(i+10_000), 1000))
	}
	p := w.serveProcess(t, "", "--verify", tree)
	var scans, asked atomic.Int64
	stop := make(chan struct{})
	var scanners sync.WaitGroup
	scanners.Go(func() { // those of the page, one after another
		for {
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
			if code, text := p.do(http.MethodPost, "/api/v1/scan", nil); code == http.StatusAccepted {
				scans.Add(1)
			} else if code != http.StatusConflict {
				t.Errorf("a scan: %d %s", code, text)
			}
		}
	})
	scanners.Go(func() { // and those of another process
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Second):
			}
			writeTo(t, filepath.Join(tree, "new", fmt.Sprint(i)), text(uint64(i+100_000), 2000))
			scan := exec.Command("alike", "scan", "--wait", "1m", tree)
			scan.Env = p.cmd.Env
			if out, err := scan.CombinedOutput(); err != nil {
				t.Errorf("a scan of another process: %v\n%s", err, out)
			}
		}
	})
	run := func(n int) (anonymous int64) {
		var clients sync.WaitGroup
		last := asked.Load() + int64(n)
		for range 50 {
			clients.Go(func() {
				c := p.another()
				defer c.CloseIdleConnections()
				for i := asked.Add(1); i <= last; i = asked.Add(1) {
					p.load(c, tree, int(i), files)
				}
			})
		}
		clients.Wait()
		asked.Store(last)
		return residentMemory(t, p.cmd.Process.Pid)
	}
	began := time.Now()
	var memory []int64
	for range 10 {
		memory = append(memory, run(requests/10)>>20)
	}
	close(stop)
	scanners.Wait()
	t.Logf("%d requests in %v beside %d scans of the server; MiB of memory after each tenth: %v", requests, time.Since(began).Round(time.Second), scans.Load(), memory)
	if last, first := memory[9], max(memory[0], memory[1]); last > first+first/2+40 {
		t.Errorf("the memory grew from %d to %d MiB", first, last)
	}
	if scans.Load() == 0 {
		t.Error("no scan ran")
	}
	p.terminate()
}

// another returns a client with connections of its own and the cookies of the first.
func (p *process) another() *http.Client {
	return &http.Client{Jar: p.Jar, Transport: new(http.Transport), Timeout: 2 * time.Minute}
}

// load sends request i and checks that it is answered.
func (p *process) load(c *http.Client, tree string, i, files int) {
	file := func(i int) string {
		return url.QueryEscape(filepath.Join(tree, fmt.Sprint(i%files%30), fmt.Sprint(i%files)))
	}
	addresses := []string{
		"GET /", "GET /api/v1/state", "GET /api/v1/files?q=" + strconv.Itoa(i%100), "GET /compare?a=" + file(i) + "&b=" + file(i+1),
		"GET /api/v1/compare?a=" + file(i) + "&b=" + file(i+1), "POST /api/v1/query?name=x.txt", "GET /api/v1/pairs?min=70%25&limit=20",
		"GET /api/v1/dups", "GET /api/v1/changes?limit=5", "GET /api/v1/status",
	}
	method, address, _ := strings.Cut(addresses[i%len(addresses)], " ")
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(text(uint64(i%files/3), 3000))
	}
	r, err := http.NewRequest(method, p.base+address, body)
	if err != nil {
		p.t.Error(err)
		return
	}
	if method == http.MethodPost {
		r.Header.Set("Origin", p.base)
	}
	answer, err := c.Do(r)
	if err != nil {
		p.t.Error(err)
		return
	}
	defer answer.Body.Close()
	if read, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		p.t.Errorf("%s %s: %s, %v: %.300s", method, address, answer.Status, err, read)
	}
}

// residentMemory returns the bytes of a process's anonymous memory.
func residentMemory(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "RssAnon:")
	kib, err := strconv.ParseInt(strings.Fields(rest + " x")[0], 10, 64)
	if err != nil {
		t.Fatalf("%v in %s", err, status)
	}
	return kib << 10
}

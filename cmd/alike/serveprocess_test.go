package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is an alike serve that runs on its own, and a browser that is logged in.
type process struct {
	*served
	cmd   *exec.Cmd
	said  *syncBuffer
	ended chan error
}

// serveProcess starts alike serve and opens the link that it prints. listen is the address,
// and socket the path of a Unix socket or "".
func (w *world) serveProcess(t *testing.T, socket string, args ...string) *process {
	t.Helper()
	listen := "127.0.0.1:0"
	if socket != "" {
		listen = "unix:" + socket
	}
	p := &process{said: &syncBuffer{}, ended: make(chan error, 1), served: w.newServed(t)}
	if socket != "" {
		p.Transport = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}
	}
	p.cmd = exec.Command("alike", append([]string{"serve", "--listen", listen}, args...)...)
	p.cmd.Env = append(os.Environ(), "ALIKE_INDEX="+w.vars["ALIKE_INDEX"])
	p.cmd.Stderr = p.said
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		if t.Failed() {
			t.Log(p.said.String())
		}
	})
	login(p.served, p.said, p.ended)
	return p
}

// terminate sends SIGTERM and checks the exit code.
func (p *process) terminate() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	select {
	case err := <-p.ended:
		if err != nil {
			p.t.Errorf("after SIGTERM: %v\n%s", err, p.said.String())
		}
	case <-time.After(30 * time.Second):
		p.t.Errorf("it runs 30 seconds after SIGTERM")
	}
}

// TestServeProcess asks every route of a server, then for what it must not show, and ends it.
// The scanned files stay as they are.
func TestServeProcess(t *testing.T) {
	t.Parallel()
	w, tree := programWorld(t)
	outside := filepath.Join(filepath.Dir(tree), "outside")
	writeTo(t, filepath.Join(outside, "private"), "private text "+text(9, 1000))
	for name, to := range map[string]string{"link": "../outside/private", "dirlink": "../outside"} {
		if err := os.Symlink(to, filepath.Join(tree, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"replaced/private", "lost/file", "taken"} {
		writeTo(t, filepath.Join(tree, name), text(1, 1000)+name)
	}
	before := look(t, tree)
	p := w.serveProcess(t, "", tree)

	pair := "a=" + url.QueryEscape(filepath.Join(tree, "folder/nearly")) + "&b=" + url.QueryEscape(filepath.Join(tree, "large"))
	for _, address := range append(everyParameter(), "/", "/compare?"+pair, "/api/v1/compare?limit=3&window=60&"+pair, "/api/v1/state",
		"/api/v1/files?q=nearly", "/api/v1/status") {
		if text := p.get(address); text == "" {
			t.Errorf("%s: no answer", address)
		}
	}
	if code, answer := p.do(http.MethodPost, "/api/v1/query?min=20%25&name=x.txt", strings.NewReader(text(1, 1000))); code != 200 || !strings.Contains(answer, "nearly") {
		t.Errorf("a query: %d %s", code, answer)
	}
	p.refuses(filepath.Join(tree, "folder/nearly"), outside)
	if after := look(t, tree); after != before {
		t.Errorf("the tree was\n%sis\n%s", before, after)
	}

	second := exec.Command("alike", "serve", "--listen", strings.TrimPrefix(p.base, "http://"))
	second.Env = p.cmd.Env
	out, err := second.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(string(out), "--listen 127.0.0.1:0") {
		t.Errorf("a second server: %v\n%s", err, out)
	}
	p.get("/")

	if code, _ := p.do(http.MethodPost, "/api/v1/scan", nil); code != http.StatusAccepted {
		t.Errorf("a scan: %d", code)
	}
	if code, _ := p.do(http.MethodDelete, "/api/v1/scan", nil); code != http.StatusOK {
		t.Errorf("the end of the scan: %d", code)
	}
	links := linkPattern.FindAllString(p.said.String(), -1)
	if len(links) != 2 || links[0] == links[1] {
		t.Errorf("links %q: want another after a login", links)
	}
	for i, want := range []int{http.StatusUnauthorized, http.StatusSeeOther} {
		stranger := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := stranger.Get(links[i])
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("link %d without a cookie: %s", i, answer.Status)
		}
	}
	p.terminate()
}

// everyParameter returns the address of each verb with each parameter that it takes.
func everyParameter() []string {
	similar := "min=20%25 by=smaller min-shared=2 size-within=50%25 hardlinks exact estimate"
	all := " only=** not=nothing min-size=1 max-size=1MiB sort=path reverse limit=2"
	var addresses []string
	for verb, parameters := range map[string]string{
		"pairs": similar + all + " no-identical empty", "groups": similar + all + " empty",
		"folders": "min=20%25 by=larger hardlinks exact estimate min-files=1 files" + all,
		"dups":    "empty hardlinks" + all, "changes": similar + all + " since=1d last=1 kind=pair all",
	} {
		for _, parameter := range strings.Fields(parameters) {
			addresses = append(addresses, "/api/v1/"+verb+"?"+parameter)
		}
	}
	return addresses
}

// refuses asks for files that the server must not read. One is a path that may be read.
func (p *process) refuses(one, outside string) {
	p.t.Helper()
	tree := filepath.Dir(filepath.Dir(one))
	// Since the scan, a file and a folder became links out of the tree, and another is gone.
	for name, to := range map[string]string{"taken": "../outside/private", "replaced": "../outside", "lost": ""} {
		if err := os.Rename(filepath.Join(tree, name), filepath.Join(tree, "was-"+name)); err != nil {
			p.t.Fatal(err)
		}
		if to == "" {
			continue
		}
		if err := os.Symlink(to, filepath.Join(tree, name)); err != nil {
			p.t.Fatal(err)
		}
	}
	for path, why := range map[string]string{
		filepath.Join(outside, "private"):           "the index has no file",
		"/etc/passwd":                               "the index has no file",
		"/proc/self/environ":                        "the index has no file",
		filepath.Join(tree, "link"):                 "the index has no file",
		filepath.Join(tree, "dirlink/private"):      "the index has no file",
		filepath.Join(tree, "../outside/private"):   "the index has no file",
		tree + "/../outside/private":                "as the index has it",
		filepath.Join(tree, "taken"):                "taken",
		filepath.Join(tree, "replaced/private"):     "replaced/private",
		filepath.Join(tree, "lost/file"):            "is gone since the last scan",
		filepath.Join(tree, "folder"):               "the index has no file",
		filepath.Join(p.w.vars["ALIKE_INDEX"], "x"): "the index has no file",
	} {
		for _, route := range []string{"/compare?", "/api/v1/compare?"} {
			for _, q := range []url.Values{{"a": {one}, "b": {path}}, {"a": {path}, "b": {one}}} {
				code, text := p.do(http.MethodGet, route+q.Encode(), nil)
				if _, alert, ok := strings.Cut(text, `role="alert">`); ok {
					text = strings.Replace(alert, "The index", "the index", 1)
				}
				if code != 404 && code != 400 || !strings.Contains(strings.ToLower(text), strings.ToLower(why)) || strings.Contains(text, "private text") {
					p.t.Errorf("%s%v: %d %.300s", route, q, code, text)
				}
			}
		}
	}
	for name := range map[string]bool{"taken": true, "replaced": true, "lost": true} {
		_ = os.Remove(filepath.Join(tree, name))
		if err := os.Rename(filepath.Join(tree, "was-"+name), filepath.Join(tree, name)); err != nil {
			p.t.Fatal(err)
		}
	}
}

// look returns the names, modes, times and contents of the files in a tree. Times of folders
// that the test itself changes do not count.
func look(t *testing.T, tree string) string {
	t.Helper()
	var seen strings.Builder
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			return err
		}
		var content []byte
		if info.Mode().IsRegular() {
			content, err = os.ReadFile(path)
		}
		fmt.Fprintf(&seen, "%s %v %v %x\n", path, info.Mode(), info.ModTime(), sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen.String()
}

// TestServeSocket serves a Unix socket, ends the server by SIGKILL, and starts another that
// takes the socket over and removes it in the end.
func TestServeSocket(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	socket := filepath.Join(t.TempDir(), "socket")
	p := w.serveProcess(t, socket, tree)
	if info, err := os.Lstat(socket); err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("%v, %v: want a socket only for its owner", info, err)
	}
	p.get("/")
	second := exec.Command("alike", "serve", "--listen", "unix:"+socket)
	second.Env = p.cmd.Env
	if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), socket) {
		t.Errorf("a second server: %v\n%s", err, out)
	}
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
	if _, err := os.Lstat(socket); err != nil {
		t.Fatalf("the killed server removed its socket: %v", err)
	}
	p = w.serveProcess(t, socket)
	p.get("/api/v1/state")
	p.terminate()
	if _, err := os.Lstat(socket); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket afterwards: %v", err)
	}
}

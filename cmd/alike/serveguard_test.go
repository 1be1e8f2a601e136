package main

import (
	"alike/testdata"
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServeReadsIndexed asks for files that the server must not read.
func TestServeReadsIndexed(t *testing.T) {
	t.Parallel()
	w, tree := programWorld(t)
	hidden := w.hide(t, tree)
	s := w.serve(t, tree)
	nearly := filepath.Join(tree, "folder/nearly")
	link := filepath.Join(tree, "folder/copy01")
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{hidden, link, "/etc/passwd", tree, tree + "/../tree/large", "large", "-", ""} {
		for _, route := range []string{"/compare?", "/api/v1/compare?"} {
			q := url.Values{"a": {nearly}, "b": {path}}
			known := path == hidden && strings.HasPrefix(route, "/api") // that is for the whole index
			if code, text := s.do(http.MethodGet, route+q.Encode(), nil); (code == 200) != known || !known && code != 404 && code != 400 {
				t.Errorf("%s with %q: %d %.300s", route, path, code, text)
			}
		}
	}
}

// TestServeFileRoots replaces files that are roots by links, and lets a large one be compared.
func TestServeFileRoots(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	dir := filepath.Dir(tree)
	root, large, private := filepath.Join(dir, "root"), filepath.Join(dir, "large"), filepath.Join(dir, "private")
	writeTo(t, root, text(1, 1000))
	writeTo(t, large, text(2, 1000)+strings.Repeat("\n", maxLiveFile))
	writeTo(t, private, "private marker\n"+text(1, 1000))
	s := w.serve(t, root, large, tree)
	nearly := filepath.Join(tree, "folder/nearly")
	ask := func(path string, status int) {
		t.Helper()
		for _, route := range []string{"/compare?", "/api/v1/compare?"} {
			for _, q := range []url.Values{{"a": {nearly}, "b": {path}}, {"a": {path}, "b": {nearly}}} {
				code, text := s.do(http.MethodGet, route+q.Encode(), nil)
				if code != status || strings.Contains(text, "private marker") {
					t.Errorf("%s%s: %d %.300s", route, q.Encode(), code, text)
				}
			}
		}
	}
	ask(root, http.StatusOK)
	ask(large, http.StatusRequestEntityTooLarge)
	if err := os.Remove(root); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(private, root); err != nil {
		t.Fatal(err)
	}
	ask(root, http.StatusNotFound)
}

// TestServeGlobs sends globs whose alternatives multiply.
func TestServeGlobs(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	s := w.serve(t, tree)
	for _, glob := range []string{
		strings.Repeat("{*,*}", 12) + "zz", strings.Repeat("{[,]}", 20) + "zz", strings.Repeat("{a{b,c},d}", 8), strings.Repeat("*a", 3000),
	} {
		began := time.Now()
		for _, parameter := range []string{"only", "not"} {
			code, text := s.do(http.MethodGet, "/api/v1/pairs?"+url.Values{parameter: {glob}}.Encode(), nil)
			if code != http.StatusBadRequest || !strings.Contains(text, "alternatives") {
				t.Errorf("%.50s: %d %s", glob, code, text)
			}
		}
		if d := time.Since(began); d > 5*time.Second {
			t.Errorf("%.50s: after %v", glob, d)
		}
	}
	many := url.Values{"only": make([]string, allGlobs)}
	for i := range many["only"] {
		many["only"][i] = "{*,*}{*,*}zz"
	}
	if code, text := s.do(http.MethodGet, "/api/v1/pairs?"+many.Encode(), nil); code != http.StatusBadRequest || !strings.Contains(text, "too many globs") {
		t.Errorf("%d globs: %d %s", len(many["only"]), code, text)
	}
	s.get("/api/v1/pairs?only=" + url.QueryEscape("*.{c,h,cc,go,[{],py}") + "&not=" + url.QueryEscape("{a,b}/{c,{d,e}}/**"))
}

const allGlobs = 200 // of four alternatives

// TestServeKeepsUploadsInMemory watches the open files and the folders for temporary files while
// a file is looked up.
func TestServeKeepsUploadsInMemory(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	w, tree := newWorld(t, 0, 1)
	s := w.serve(t, tree)
	index := w.vars["ALIKE_INDEX"]
	before := filesIn(t, index)
	upload := text(7, 400_000)
	part := []byte(upload[200_000:200_100])
	done, watched := make(chan struct{}), make(chan int)
	go func() {
		looks := 0
		for running := true; running; looks++ {
			select {
			case <-done:
				running = false
			default:
			}
			open, _ := os.ReadDir("/proc/self/fd")
			for _, fd := range open {
				to, _ := os.Readlink("/proc/self/fd/" + fd.Name())
				if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "/memfd:") || strings.HasPrefix(to, "/dev/pts") {
					continue
				}
				if info, err := os.Stat("/proc/self/fd/" + fd.Name()); err != nil || !info.Mode().IsRegular() {
					continue
				}
				data, _ := os.ReadFile("/proc/self/fd/" + fd.Name())
				if now, _ := os.Readlink("/proc/self/fd/" + fd.Name()); now == to && bytes.Contains(data, part) {
					t.Errorf("%s has the upload", to)
				}
			}
			_ = filepath.WalkDir(temp, func(path string, d fs.DirEntry, err error) error {
				if data, _ := os.ReadFile(path); bytes.Contains(data, part) {
					t.Errorf("%s has the upload", path)
				}
				return nil
			})
		}
		watched <- looks
	}()
	for _, more := range []string{"", "&exact=1"} {
		if code, answer := s.do(http.MethodPost, "/api/v1/query?name=x.txt"+more, strings.NewReader(upload)); code != 200 {
			t.Errorf("%d %s", code, answer)
		}
	}
	close(done)
	if looks := <-watched; looks < 3 {
		t.Errorf("only %d looks", looks)
	}
	if after := filesIn(t, index); after != before {
		t.Errorf("the index has\n%swas\n%s", after, before)
	}
}

func filesIn(t *testing.T, dir string) (list string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		list += fmt.Sprintln(path, info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestServeSecret checks which files --token-file takes, and that their secret logs in programs.
func TestServeSecret(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	w.json(t, "", "scan", tree)
	const secret = "0123456789abcdefghij"
	for _, c := range []struct {
		content string
		mode    os.FileMode
		problem string
	}{
		{secret, 0o644, "chmod 600"}, {secret, 0o640, "chmod 600"}, {"short\n", 0o600, "has 5 bytes"}, {"", 0o600, "has 0 bytes"},
		{strings.Repeat("x", longestSecret+1), 0o600, "more than 4096 bytes"}, {strings.Repeat("x", 3*longestSecret), 0o600, "more than 4096 bytes"},
		{secret + "\n" + secret, 0o600, "several lines"}, {secret + "\x00", 0o600, "not text"}, {secret + "\xff\xfe", 0o600, "not text"},
	} {
		path := filepath.Join(t.TempDir(), "token")
		writeTo(t, path, c.content)
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		w.err = syncBuffer{}
		if code := w.run("serve", "--listen", "127.0.0.1:0", "--token-file", path); code == 0 || !strings.Contains(w.err.String(), c.problem) {
			t.Errorf("%+v: exit code %d\n%s", c, code, w.err.String())
		}
		if strings.Contains(w.err.String(), secret) {
			t.Error("a message shows the secret")
		}
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	testdata.FIFO(t, fifo)
	foreign := filepath.Join(t.TempDir(), "foreign")
	writeTo(t, foreign, secret)
	if err := os.Chmod(foreign, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(foreign, 12345, -1); err != nil {
		t.Log(err)
		foreign = ""
	}
	for path, problem := range map[string]string{fifo: "not a regular file", foreign: "belongs to another user", "": "names no file"} {
		w.err = syncBuffer{}
		if code := w.run("serve", "--listen", "127.0.0.1:0", "--token-file", path); code == 0 || path != "" && !strings.Contains(w.err.String(), problem) {
			t.Errorf("%q: exit code %d\n%s", path, code, w.err.String())
		}
	}
}

// TestServeFlags checks values that serve refuses.
func TestServeFlags(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 1)
	w.json(t, "", "scan", tree)
	for _, address := range []string{
		"", "127.0.0.1", "foo:bar", ":99999", "127.0.0.1:-1", "localhost:http", "unix:", "unix:/" + strings.Repeat("x", 107), "7373",
	} {
		w.err = syncBuffer{}
		if code := w.run("serve", "--listen", address); code != exitUsage || !strings.Contains(w.err.String(), "--listen") {
			t.Errorf("--listen %q: exit code %d\n%s", address, code, w.err.String())
		}
	}
	if code := w.run("serve", "--token-file", ""); code != exitUsage {
		t.Errorf("no --token-file: exit code %d", code)
	}
	for _, host := range []string{"", "http://x", "user@host"} {
		if code := w.run("serve", "--host", host); code != exitUsage {
			t.Errorf("--host %q: exit code %d", host, code)
		}
	}
	if code := w.run("serve", "--hidden"); code != exitUsage {
		t.Errorf("--hidden without DIR: exit code %d", code)
	}
}

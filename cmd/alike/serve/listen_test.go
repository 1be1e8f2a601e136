package serve

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestUnixSocket checks the mode of the socket, what it replaces and what it leaves alone.
func TestUnixSocket(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "socket")

	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	_ = dead.Close()
	l, err := Listen(t.Context(), "unix:"+path)
	if err != nil {
		t.Fatalf("over the socket of a dead server: %v", err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("%v, %v: want a socket only for its owner", info.Mode(), err)
	}
	if !IsLoopback(l) {
		t.Error("a Unix socket counts as reachable from elsewhere")
	}

	s := startOn(t, l, nil)
	if s.Link() != "http://localhost/" {
		t.Errorf("the link is %s", s.Link())
	}
	for host, status := range map[string]int{"localhost": 200, "127.0.0.1": 421, "localhost:8080": 200, "localhost:x": 421, "evil.example": 421, "": 421} {
		raw := "GET /api/v1/state HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + secret + "\r\n\r\n"
		if a := s.send(t, "GET", raw); a.StatusCode != status {
			t.Errorf("Host %q: %s, want %d", host, a.Status, status)
		}
	}

	var inUse *InUseError
	if _, err := Listen(t.Context(), "unix:"+path); !errors.As(err, &inUse) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second server: %v", err)
	}
	if a := s.send(t, "GET", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); a.StatusCode != http.StatusUnauthorized {
		t.Errorf("the first server after the second: %s", a.Status)
	}

	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(t.Context(), "unix:"+file); err == nil {
		t.Error("a file was replaced by a socket")
	}
	if text, err := os.ReadFile(file); string(text) != "kept" {
		t.Errorf("the file: %q, %v", text, err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(t.Context(), "unix:"+link); err == nil {
		t.Error("a symbolic link was replaced by a socket")
	}
}

// TestSocketRace starts servers at once on the socket of a dead one: one gets it. When it
// ends, it leaves what is then at the path alone.
func TestSocketRace(t *testing.T) {
	t.Parallel()
	for range 20 {
		path := filepath.Join(t.TempDir(), "socket")
		dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		dead.SetUnlinkOnClose(false)
		_ = dead.Close()
		got := make(chan net.Listener, 8)
		var servers sync.WaitGroup
		for range cap(got) {
			servers.Go(func() {
				l, err := Listen(t.Context(), "unix:"+path)
				if err == nil {
					got <- l
				} else if !errors.As(err, new(*InUseError)) {
					t.Error(err)
				}
			})
		}
		servers.Wait()
		if len(got) != 1 {
			t.Fatalf("%d servers got the socket", len(got))
		}
		if conn, err := net.Dial("unix", path); err != nil {
			t.Error(err)
		} else {
			_ = conn.Close()
		}
		l := <-got
		if err := os.Rename(path, path+"-moved"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("kept"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(path); string(text) != "kept" {
			t.Errorf("the file afterwards: %q, %v", text, err)
		}
		if _, err := os.Lstat(path + ".lock"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the lock afterwards: %v", err)
		}
	}
}

// TestSecondServer checks the error of a port that is taken.
func TestSecondServer(t *testing.T) {
	t.Parallel()
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var inUse *InUseError
	if _, err := Listen(t.Context(), l.Addr().String()); !errors.As(err, &inUse) || !strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("%v", err)
	}
}

// TestAnyAddress checks that a server that listens everywhere only answers under its
// address, not under any name.
func TestAnyAddress(t *testing.T) {
	t.Parallel()
	l, err := Listen(t.Context(), "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	if IsLoopback(l) {
		t.Errorf("%s counts as loopback", l.Addr())
	}
	s := startOn(t, l, nil)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	if s.Link() != "http://127.0.0.1:"+port+"/" {
		t.Errorf("the link is %s", s.Link())
	}
	for host, status := range map[string]int{"127.0.0.1": 200, "localhost": 200, "192.0.2.1": 421, "evil.example": 421} {
		raw := "GET /api/v1/state HTTP/1.1\r\nHost: " + host + ":" + port + "\r\nAuthorization: Bearer " + secret + "\r\n\r\n"
		if a := s.send(t, "GET", raw); a.StatusCode != status {
			t.Errorf("Host %q: %s, want %d", host, a.Status, status)
		}
	}
}

// TestActivated starts a process with a socket, as systemd does.
func TestActivated(t *testing.T) {
	t.Parallel()
	if os.Getenv("ALIKE_ACTIVATED") != "" {
		l, err := Activated()
		if err != nil || l == nil {
			t.Fatalf("%v, %v", l, err)
		}
		if again, err := Activated(); again != nil || err != nil {
			t.Errorf("a second time: %v, %v", again, err)
		}
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = conn.Write([]byte("activated"))
		_ = conn.Close()
		return
	}
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// exec keeps the number of the process, which LISTEN_PID names.
	child := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0" -test.run '^TestActivated$'`, os.Args[0])
	child.Env = append(os.Environ(), "ALIKE_ACTIVATED=1", "LISTEN_FDS=1")
	child.ExtraFiles = []*os.File{f}
	var out strings.Builder
	child.Stdout, child.Stderr = &out, &out
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 20)
	n, _ := conn.Read(text)
	_ = conn.Close()
	if err := child.Wait(); err != nil || string(text[:n]) != "activated" {
		t.Errorf("%q, %v\n%s", text[:n], err, &out)
	}
}

// TestNotActivated checks the variables of other processes and of several sockets.
func TestNotActivated(t *testing.T) {
	t.Setenv("LISTEN_PID", "1")
	t.Setenv("LISTEN_FDS", "1")
	if l, err := Activated(); l != nil || err != nil {
		t.Errorf("for another process: %v, %v", l, err)
	}
	if _, ok := os.LookupEnv("LISTEN_FDS"); ok {
		t.Error("the variable is still there")
	}
}

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ownerless runs a test of this binary as a user who owns nothing.
func ownerless(t *testing.T, test, dir string) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs to be root, to become another user")
	}
	// Only the owner of this folder may read the binary in it.
	binary := filepath.Join(filepath.Dir(dir), "test")
	data, err := os.ReadFile(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(binary, data, 0o755))
	defer os.Remove(binary)
	must(t, os.Chmod(binary, 0o755)) // regardless of the umask
	cmd := exec.Command(binary, "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), holdDir+"="+dir, "TMPDIR=/tmp")
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	return string(out)
}

func TestReadChild(t *testing.T) {
	dir := os.Getenv(holdDir)
	if dir == "" {
		t.Skip("runs in a child of TestAnotherUser")
	}
	s, err := Open(context.Background(), dir, Options{ReadOnly: true})
	if err == nil {
		fmt.Println("read", len(contents(t, s)))
		err = s.Close()
	}
	fmt.Println("reading:", err)
	_, err = Open(context.Background(), dir, Options{})
	fmt.Println("writing:", err)
}

func TestAnotherUser(t *testing.T) {
	p := makeSample(t)
	must(t, os.Chmod(filepath.Dir(filepath.Dir(p.dir)), 0o755))
	must(t, os.Chmod(filepath.Dir(p.dir), 0o755))
	out := ownerless(t, "TestReadChild", p.dir)
	if strings.Count(out, "permission denied") != 2 || strings.Count(out, p.dir) < 2 {
		t.Errorf("a folder without permissions:\n%s", out)
	}
	must(t, exec.Command("chmod", "-R", "a+rX", p.dir).Run())
	out = ownerless(t, "TestReadChild", p.dir)
	if !strings.Contains(out, fmt.Sprintf("read %d\nreading: <nil>\n", len(p.want))) {
		t.Errorf("a folder that can be read:\n%s", out)
	}
	if !strings.Contains(out, "writing: the index "+p.dir+" can be read but not written") {
		t.Errorf("a folder that cannot be written:\n%s", out)
	}
	// Left by a kill; a reader must not repair it.
	list, err := os.ReadFile(filepath.Join(p.dir, sidecarName))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(p.dir, intentName), list, 0o644))
	out = ownerless(t, "TestReadChild", p.dir)
	if !strings.Contains(out, fmt.Sprintf("read %d\nreading: <nil>\n", len(p.want))) {
		t.Errorf("a folder that a killed process left:\n%s", out)
	}
	p.check(t)
}

// Files that root writes to the index of another user belong to that user.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs to be root, to give files away")
	}
	p := makeSample(t)
	must(t, exec.Command("chown", "-R", "65534:65534", p.dir).Run())
	var owner *OwnerError
	if _, err := Open(t.Context(), p.dir, Options{}); !errors.As(err, &owner) || owner.Path != p.dir || owner.Owner != 65534 {
		t.Fatalf("opened without trust: %v", err)
	}
	s := mustOpen(t, p.dir, Options{TrustOwner: true})
	must(t, s.Put([]byte("root's"), []byte("value")))
	must(t, s.Commit([]byte("root")))
	must(t, s.Compact(context.Background()))
	look := func() (files int) {
		must(t, filepath.WalkDir(p.dir, func(path string, _ os.DirEntry, err error) error {
			must(t, err)
			info, err := os.Lstat(path)
			must(t, err)
			if uid := info.Sys().(*syscall.Stat_t).Uid; uid != 65534 {
				t.Errorf("%s belongs to user %d", path, uid)
			}
			files++
			return nil
		}))
		return files
	}
	if n := look(); n < 5 {
		t.Errorf("%d files and folders", n)
	}
	closeStore(t, s)
	look()
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"alike/testdata"
)

// programOutput is what the program in docs/library.md prints about two files, of which the first is the shorter half of the second.
const programOutput = "a.txt in b.txt: 1.00, and back: 0.45\nresemblance: 0.45\n"

// TestModule imports the packages into a second module, without replace.
func TestModule(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("workspace", func(t *testing.T) {
		t.Parallel()
		user := newModule(t, "alike")
		user.write("go.work", "go 1.26.0\n\nuse (\n\t.\n\t"+root+"\n)\n")
		// A workspace reads the go.mod of every module in the graph. A build of this one
		// alone fetches only some of them.
		user.check("GOWORK="+filepath.Join(user.dir, "go.work"), "GOFLAGS=")
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		user := newModule(t, "alike")
		proxy := newProxy(t, "alike", []byte("module alike\n"), nil)
		out, err := user.run("go", []string{"get", "alike/fingerprint@v0.1.0"}, "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY="+proxy)
		if err == nil || !strings.Contains(out, "missing dot in first path element") {
			t.Errorf("docs/library.md says that go get refuses the path: %v\n%s", err, out)
		}
	})
	t.Run("proxy", func(t *testing.T) {
		testdata.Long(t)
		t.Parallel()
		testProxy(t, root, "example.com/alike")
	})
}

// testProxy imports the module under another path from a proxy on disk, into an empty
// module cache. The modules that it requires come from the cache of the machine.
func testProxy(t *testing.T, root, path string) {
	renamed, mod := rename(t, root, path)
	var zipped bytes.Buffer
	if err := modzip.CreateFromDir(&zipped, module.Version{Path: path, Version: "v0.1.0"}, renamed); err != nil {
		t.Fatal(err) // a name that a module must not have, or too many bytes
	}
	user := newModule(t, path)
	out, err := user.run("go", []string{"env", "GOMODCACHE", "GOPROXY"})
	cache, surrounding, ok := strings.Cut(strings.TrimSpace(out), "\n")
	if err != nil || !ok {
		t.Fatal(out, err)
	}
	proxies := newProxy(t, path, mod, zipped.Bytes()) + ",file://" + filepath.ToSlash(cache) + "/cache/download," + surrounding
	environment := []string{"GOWORK=off", "GOFLAGS=-mod=mod -modcacherw -trimpath", "GOPROXY=" + proxies,
		"GONOSUMDB=" + path, "GOSUMDB=off", "GOMODCACHE=" + filepath.Join(t.TempDir(), "cache")}
	for _, args := range [][]string{{"get", path + "/scan@v0.1.0"}, {"mod", "tidy"}} {
		if out, err := user.run("go", args, environment...); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
	got, err := os.ReadFile(filepath.Join(user.dir, "go.mod"))
	if err != nil || !strings.Contains(string(got), path+" v0.1.0") || strings.Contains(string(got), "replace") {
		t.Errorf("go.mod: %v\n%s", err, got)
	}
	user.check(environment...)
}

// rename copies the files of the module to a temporary folder, with another path in go.mod
// and in the imports. It returns the folder and the new go.mod.
func rename(t *testing.T, root, path string) (dir string, mod []byte) {
	t.Helper()
	dir = t.TempDir()
	err := filepath.WalkDir(root, func(from string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, from)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, rel)
		switch {
		case rel == ".git" && d.IsDir():
			return fs.SkipDir
		case rel == ".git":
			return nil
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		switch {
		case rel == "go.mod":
			data = bytes.Replace(data, []byte("module alike\n"), []byte("module "+path+"\n"), 1)
			mod = data
		case strings.HasSuffix(rel, ".go"):
			data = bytes.ReplaceAll(data, []byte(`"alike/`), []byte(`"`+path+`/`))
		}
		return os.WriteFile(to, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, mod
}

// newProxy makes a proxy on disk with v0.1.0 of one module, and returns its address.
func newProxy(t *testing.T, path string, mod, zip []byte) string {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"list": "v0.1.0\n", "v0.1.0.info": `{"Version":"v0.1.0","Time":"2026-01-02T03:04:05Z"}`,
		"v0.1.0.mod": string(mod), "v0.1.0.zip": string(zip),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + filepath.ToSlash(dir)
}

// userModule is a second module, whose program is the one in docs/library.md.
type userModule struct {
	t   *testing.T
	dir string
}

// newModule makes one that imports the packages from the given path.
func newModule(t *testing.T, path string) userModule {
	t.Helper()
	page, err := os.ReadFile("../../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, ok := strings.Cut(string(page), "```go\n")
	program, _, closed := strings.Cut(program, "```\n")
	if !ok || !closed {
		t.Fatal("docs/library.md has no program")
	}
	m := userModule{t, t.TempDir()}
	m.write("go.mod", "module example.com/user\n\ngo 1.26.0\n")
	m.write("main.go", strings.ReplaceAll(program, `"alike/`, `"`+path+`/`))
	return m
}

func (m userModule) write(name, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// check builds the program, runs it on a tree and compares what it prints.
func (m userModule) check(environment ...string) {
	m.t.Helper()
	program := filepath.Join(m.dir, "user.exe")
	if out, err := m.run("go", []string{"build", "-o", program, "."}, environment...); err != nil {
		m.t.Fatalf("%v\n%s", err, out)
	}
	tree := filepath.Join(m.dir, "tree")
	if err := os.Mkdir(tree, 0o755); err != nil {
		m.t.Fatal(err)
	}
	var half strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&half, "%d squared is %d\n", i, i*i)
	}
	m.write("tree/a.txt", half.String())
	m.write("tree/b.txt", half.String()+strings.ReplaceAll(half.String(), "squared", "times itself"))
	out, err := m.run(program, []string{filepath.Join(m.dir, "index"), tree})
	if err != nil || out != programOutput {
		m.t.Errorf("%q, %v, want %q", out, err, programOutput)
	}
}

func (m userModule) run(name string, args []string, environment ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = m.dir
	c.Env = append(os.Environ(), environment...)
	out, err := c.CombinedOutput()
	return string(out), err
}

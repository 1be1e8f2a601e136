package view

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
)

// sample is a file to mutate.
type sample struct{ path, text string }

// family returns the common part of the names of variants of a file, as memmove_386.s
// and memmove_arm.s, or main2.c and main4.c: their first letters.
func (s sample) family() string {
	name := filepath.Base(s.path)
	return name[:len(name)-len(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
}

// sampled lists the sources of samples and how many evenly spaced files to take from
// each.
var sampled = []struct {
	module   string // the Go installation
	most     int
	patterns []string
}{
	{"", 60, []string{"src/net/http/*.go", "src/encoding/json/*.go", "src/go/types/*.go", "src/compress/*/*.go"}},
	{"github.com/dgraph-io/badger/v4", 30, []string{"*.go", "*/*.go"}},
	{"golang.org/x/text", 30, []string{"*/*.go", "*/*/*.go"}},
	{"", 60, []string{"src/runtime/*.s", "src/internal/runtime/*/*.s", "src/math/*.s", "src/crypto/*/*.s"}},
	{"", 60, []string{"src/runtime/cgo/*.c", "src/runtime/testdata/*/*.c", "src/regexp/testdata/*.c", "src/cmd/cgo/internal/test*/*.c", "src/cmd/cgo/internal/test*/*/*.c"}},
}

// samples returns the files to mutate, by extension: from the Go installation, from
// modules that this one requires, and from package testdata.
func samples(t testing.TB) map[string][]sample {
	t.Helper()
	files := map[string][]sample{}
	for _, s := range sampled {
		root := goroot(t)
		if s.module != "" {
			root = moduleDir(t, s.module)
		}
		var all []sample
		for _, path := range matching(t, root, s.patterns) {
			text := read(t, path)
			if len(text) >= 3000 && !Generated(filepath.Base(path), []byte(text)) {
				all = append(all, sample{path, text})
			}
		}
		n := min(len(all), s.most)
		if n < 2 {
			t.Fatalf("%d samples of %q in %s", n, s.patterns, root)
		}
		for i := range n {
			file := all[i*len(all)/n]
			files[filepath.Ext(file.path)] = append(files[filepath.Ext(file.path)], file)
		}
	}
	own, err := fs.Glob(testdata.Sources(), "*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		path := "source/" + name
		files[filepath.Ext(name)] = append(files[filepath.Ext(name)], sample{path, string(testdata.Read(path))})
	}
	for _, end := range languageEnds {
		if len(files[end]) < 2 {
			t.Fatalf("%d files %s", len(files[end]), end)
		}
	}
	return files
}

// languageEnds are the extensions of the samples.
var languageEnds = []string{".go", ".c", ".s", ".py", ".js", ".java"}

func matching(t testing.TB, root string, patterns []string) (paths []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	slices.Sort(paths)
	return paths
}

func moduleDir(t testing.TB, module string) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("finding module %s: %v", module, err)
	}
	return strings.TrimSpace(string(dir))
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

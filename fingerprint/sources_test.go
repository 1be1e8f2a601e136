package fingerprint

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// goroot returns the root of the Go installation.
var goroot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// readSources calls use with the Go sources of the Go installation that have a size
// between the given limits in bytes, in order of path, until use returns false.
func readSources(tb testing.TB, smallest, largest int64, use func(data []byte) bool) {
	tb.Helper()
	root, err := goroot()
	if err != nil {
		tb.Fatalf("go env GOROOT: %v", err)
	}
	err = filepath.WalkDir(filepath.Join(root, "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Size() < smallest || info.Size() > largest {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && !use(data) {
			return fs.SkipAll
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// sourceFiles returns all Go sources of the Go installation with a size between the
// given limits in bytes, in order of path.
func sourceFiles(tb testing.TB, smallest, largest int64) [][]byte {
	tb.Helper()
	var files [][]byte
	readSources(tb, smallest, largest, func(data []byte) bool {
		files = append(files, data)
		return true
	})
	if len(files) < 1500 {
		tb.Fatalf("found only %d source files", len(files))
	}
	return files
}

// sourceText returns n bytes of Go source.
func sourceText(tb testing.TB, n int) []byte {
	tb.Helper()
	var text []byte
	readSources(tb, 200, 300<<10, func(data []byte) bool {
		text = append(text, data...)
		return len(text) < n
	})
	if len(text) < n {
		tb.Fatalf("found only %d bytes of source", len(text))
	}
	return text[:n]
}

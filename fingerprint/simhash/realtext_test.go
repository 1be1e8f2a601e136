package simhash

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"alike/testdata"
)

func goroot(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("go env GOROOT: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// moduleFile reads a file of a module that this one depends on.
func moduleFile(t testing.TB, module, file string) []byte {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("finding module %s: %v", module, err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// goProse returns English from the Go sources: the longer comments of each package,
// in order, one string for each package. The short form stops after 3 MB.
var goProse = sync.OnceValues(func() ([]string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	texts, order, size := map[string]*strings.Builder{}, []string{}, 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata") || strings.HasPrefix(d.Name(), "z") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil // not for this Go version
		}
		dir := filepath.Dir(path)
		if texts[dir] == nil {
			texts[dir] = &strings.Builder{}
			order = append(order, dir)
		}
		for _, c := range file.Comments {
			text := proseOf(c)
			texts[dir].WriteString(text)
			size += len(text)
		}
		if size > 3<<20 && !testdata.IsLong() {
			return fs.SkipAll
		}
		return nil
	})
	var all []string
	for _, dir := range order {
		if texts[dir].Len() > 2000 {
			all = append(all, texts[dir].String())
		}
	}
	return all, err
})

// proseOf returns the text of a comment, unless it is short or a licence header.
func proseOf(c *ast.CommentGroup) string {
	text := c.Text()
	if len(text) < 120 || strings.Contains(text, "Copyright") || strings.Contains(text, "DO NOT EDIT") {
		return ""
	}
	return text
}

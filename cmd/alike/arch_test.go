package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// layers are the packages of alike from the bottom up: each may import those before it
// and none after. Packages inside the folder of a layer belong to it.
var layers = []string{"fingerprint", "db", "scan", "cmd"}

// dbImports lists, for each package in db, the packages of the module that it may
// import. Tests may also import those in testImports, and external tests any package
// of a layer below.
var dbImports = map[string][]string{
	"db/system": {},
	"db/spill":  {"db/system"},

	"db/arena":   {"db/spill"},
	"db/inorder": {},
	"db/hamming": {"db/inorder"},
	"db/store":   {"db/spill", "db/system"},
	"db":         {"fingerprint", "db/hamming", "db/inorder", "db/spill", "db/store"},
	"db/search":  {"fingerprint", "db", "db/arena", "db/hamming", "db/inorder", "db/search/folders", "db/spill"},

	"db/search/folders": {"db", "db/arena", "db/inorder"},
	"db/dataset":        {"fingerprint", "db", "db/hamming", "db/inorder", "db/spill", "db/system"},
	"db/dataset/join":   {"db/template"},
	"db/template":       {},
}

// scanImports lists, for each package in scan, the packages in that folder that it may
// import, tests aside. All may import the layers below.
var scanImports = map[string][]string{
	"scan/fsys":    {},
	"scan/ignore":  {"scan/fsys"},
	"scan":         {"scan/fsys", "scan/ignore"},
	"scan/exact":   {"scan/fsys"},
	"scan/compare": {"scan", "scan/fsys"},
	"scan/records": {},
	"scan/dedupe":  {"scan/records"},
}

// cmdImports is the same for the folder cmd.
var cmdImports = map[string][]string{
	"cmd/alike/atomicfile": {},
	"cmd/alike/flagvalue":  {},
	"cmd/alike/paths":      {},
	"cmd/alike/policy":     {},
	"cmd/alike/ranking":    {},
	"cmd/alike/sarif":      {},
	"cmd/alike/shell":      {"cmd/alike/terminal"},
	"cmd/alike/terminal":   {},
	"cmd/alike/web":        {"cmd/alike/policy", "cmd/alike/terminal"},

	"cmd/alike/web/_bundle": {}, // a module of its own
	"cmd/alike/advice":      {"cmd/alike/ranking"},
	"cmd/alike/help":        {"cmd/alike/terminal"},
	"cmd/alike/input":       {"cmd/alike/advice"},
	"cmd/alike/page":        {"cmd/alike/policy", "cmd/alike/terminal"},
	"cmd/alike/pager":       {"cmd/alike/terminal"},
	"cmd/alike/serve":       {"cmd/alike/policy", "cmd/alike/terminal"},
	"cmd/alike/flags":       {"cmd/alike/advice", "cmd/alike/flagvalue", "cmd/alike/input", "cmd/alike/terminal"},
	"cmd/alike/report": {"cmd/alike/advice", "cmd/alike/flagvalue", "cmd/alike/input", "cmd/alike/page",
		"cmd/alike/ranking", "cmd/alike/sarif", "cmd/alike/shell", "cmd/alike/terminal"},
	"cmd/alike/site": {"cmd/alike/advice", "cmd/alike/atomicfile", "cmd/alike/input", "cmd/alike/page", "cmd/alike/ranking",
		"cmd/alike/report", "cmd/alike/terminal", "cmd/alike/web"},
	"cmd/alike": {"cmd/alike/advice", "cmd/alike/atomicfile", "cmd/alike/flags", "cmd/alike/flagvalue", "cmd/alike/help",
		"cmd/alike/input", "cmd/alike/page", "cmd/alike/pager", "cmd/alike/paths", "cmd/alike/report", "cmd/alike/serve", "cmd/alike/shell", "cmd/alike/site", "cmd/alike/terminal", "cmd/alike/web"},
	"cmd/bench":             {},
	"cmd/faults":            {},
	"cmd/fleet-test":        {},
	"cmd/rank":              {},
	"cmd/release":           {},
	"cmd/release/_packages": {}, // a module of its own
}

var testImports = []string{"testdata", "testdata/storetest", "testdata/chromium"}

// Only storeFolder imports Badger.
const (
	badgerPath  = "github.com/dgraph-io/badger"
	storeFolder = "db/store"
)

// sourceFile is a parsed file of the module.
type sourceFile struct {
	path  string // from the root of the module, with slashes
	layer string // the first folder of path
	file  *ast.File
	fset  *token.FileSet
}

// position returns where a node of the file begins.
func (f sourceFile) position(n ast.Node) token.Position { return f.fset.Position(n.Pos()) }

// folder returns the folder of the file, relative to the root of the module.
func (f sourceFile) folder() string { return path.Dir(f.path) }

// parseModule parses all Go files of the module, once for all tests.
var parseModule = sync.OnceValues(func() (files []sourceFile, err error) {
	root, fset := filepath.Join("..", ".."), token.NewFileSet()
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil, fmt.Errorf("not at the root of the module: %w", err)
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || rel != "testdata" && d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		layer, _, _ := strings.Cut(rel, "/")
		files = append(files, sourceFile{rel, layer, file, fset})
		return nil
	})
	return files, err
})

// moduleFiles returns all Go files of the module. They must not be changed.
func moduleFiles(t *testing.T) []sourceFile {
	t.Helper()
	files, err := parseModule()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, f := range files {
		counts[f.layer]++
	}
	for _, layer := range layers {
		if counts[layer] < 3 {
			t.Fatalf("only %d files found in %s/", counts[layer], layer)
		}
	}
	return files
}

func imports(f sourceFile) []string {
	var paths []string
	for _, spec := range f.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// TestArrowsRunDown checks that imports follow cmd → scan → db → fingerprint.
func TestArrowsRunDown(t *testing.T) {
	t.Parallel()
	arrows := 0
	for _, f := range moduleFiles(t) {
		height := slices.Index(layers, f.layer)
		for _, path := range imports(f) {
			if strings.HasPrefix(path, badgerPath) && f.folder() != storeFolder {
				t.Errorf("%s imports %s: only %s may import Badger", f.path, path, storeFolder)
			}
			inside, ok := strings.CutPrefix(path, "alike/")
			if !ok {
				continue
			}
			target, _, _ := strings.Cut(inside, "/")
			to := slices.Index(layers, target)
			switch {
			case target == "testdata" && strings.HasSuffix(f.path, "_test.go"):
			case to < 0:
				t.Errorf("%s imports %s, which is not one of the layers %v", f.path, path, layers)
			case height >= 0 && to > height:
				t.Errorf("%s imports %s: imports only go down, %v", f.path, path, layers)
			default:
				arrows++
			}
		}
	}
	if arrows < 10 {
		t.Errorf("only %d imports inside the module found", arrows)
	}
}

// TestNoStandardTemplates checks that nothing of the program imports the templates of the
// standard library, with which the linker keeps the methods of all types.
func TestNoStandardTemplates(t *testing.T) {
	t.Parallel()
	for _, f := range moduleFiles(t) {
		if f.folder() == "cmd/release" {
			continue
		}
		for _, path := range imports(f) {
			if (path == "text/template" || path == "html/template") && !strings.HasSuffix(f.path, "_test.go") {
				t.Errorf("%s imports %s: use alike/db/template", f.path, path)
			}
		}
	}
}

// TestFloorsOfDB checks the arrows between the packages in the folder db.
func TestFloorsOfDB(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range moduleFiles(t) {
		if f.layer != "db" || strings.HasSuffix(f.file.Name.Name, "_test") {
			continue
		}
		allowed, ok := dbImports[f.folder()]
		if !ok {
			t.Errorf("%s: dbImports does not say what %s may import", f.path, f.folder())
		}
		seen[f.folder()] = true
		if strings.HasSuffix(f.path, "_test.go") {
			allowed = slices.Concat(allowed, testImports)
		}
		for _, imported := range imports(f) {
			inside, ok := strings.CutPrefix(imported, "alike/")
			if ok && !allows(allowed, inside) {
				t.Errorf("%s imports %s: %s may import %v of this module", f.path, imported, f.folder(), allowed)
			}
		}
	}
	for folder := range dbImports {
		if !seen[folder] {
			t.Errorf("no Go files were found in %s", folder)
		}
	}
}

// TestFloors checks the arrows between the packages in the folders scan and cmd.
func TestFloors(t *testing.T) {
	t.Parallel()
	files := moduleFiles(t)
	for layer, table := range map[string]map[string][]string{"scan": scanImports, "cmd": cmdImports} {
		seen := map[string]bool{}
		for _, f := range files {
			if f.layer != layer || strings.HasSuffix(f.path, "_test.go") {
				continue
			}
			allowed, ok := table[f.folder()]
			if !ok {
				t.Errorf("%s: no table says what %s may import", f.path, f.folder())
			}
			seen[f.folder()] = true
			for _, imported := range imports(f) {
				inside := strings.TrimPrefix(imported, "alike/")
				if (inside == layer || strings.HasPrefix(inside, layer+"/")) && !slices.Contains(allowed, inside) {
					t.Errorf("%s imports %s: %s may import %v of the folder %s", f.path, imported, f.folder(), allowed, layer)
				}
			}
		}
		for folder := range table {
			if !seen[folder] {
				t.Errorf("no Go files were found in %s", folder)
			}
		}
	}
}

// allows reports whether a list of packages covers a package. All packages in the
// folder fingerprint count as one.
func allows(allowed []string, pkg string) bool {
	if strings.HasPrefix(pkg, "fingerprint/") {
		pkg = "fingerprint"
	}
	return slices.Contains(allowed, pkg)
}

// TestNames checks that packages are named by what they hold.
func TestNames(t *testing.T) {
	t.Parallel()
	banned := []string{"util", "utils", "common", "helpers", "misc", "base"}
	for _, f := range moduleFiles(t) {
		name := strings.TrimSuffix(f.file.Name.Name, "_test")
		file := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(f.path), ".go"), "_test")
		if slices.Contains(banned, name) || slices.Contains([]string{"util", "utils", "misc"}, file) {
			t.Errorf("%s (package %s): name it by what it holds", f.path, name)
		}
	}
}

// TestLibrariesKeepQuiet checks that only cmd prints, logs and exits, and that no library
// uses panics for control flow. There are two exceptions: db recovers from the panics of
// Badger, and a broken invariant may panic with a message that begins with the name of
// its package or layer.
func TestLibrariesKeepQuiet(t *testing.T) {
	t.Parallel()
	looked := 0
	for _, f := range moduleFiles(t) {
		if f.layer == "cmd" || !slices.Contains(layers, f.layer) || strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		looked++
		for _, path := range imports(f) {
			if path == "log" || strings.HasPrefix(path, "log/") {
				t.Errorf("%s imports %s: libraries return errors", f.path, path)
			}
		}
		ast.Inspect(f.file, func(n ast.Node) bool {
			if what := loud(n, []string{f.layer, f.file.Name.Name}); what != "" && (what != "recover" || f.layer != "db") {
				t.Errorf("%s: %s: only cmd prints and exits; libraries return errors", f.position(n), what)
			}
			return true
		})
	}
	if looked < 10 {
		t.Errorf("only %d files of libraries found", looked)
	}
}

// loud returns the name of a function that a library must not use, if the node is one. A
// panic is allowed if its message begins with one of the names.
func loud(n ast.Node, names []string) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		id, ok := n.Fun.(*ast.Ident)
		if !ok || !slices.Contains([]string{"panic", "recover", "print", "println"}, id.Name) {
			return ""
		}
		if id.Name == "panic" && invariant(n.Args[0], names) {
			return ""
		}
		return id.Name
	case *ast.SelectorExpr:
		pkg, ok := n.X.(*ast.Ident)
		if !ok {
			return ""
		}
		name := pkg.Name + "." + n.Sel.Name
		if strings.HasPrefix(name, "fmt.Print") || strings.HasPrefix(name, "fmt.Scan") ||
			slices.Contains([]string{"os.Exit", "os.Stdin", "os.Stdout", "os.Stderr"}, name) {
			return name
		}
	}
	return ""
}

// invariant reports whether the argument of a panic is a message, formatted or
// not, that begins with one of the names and a colon.
func invariant(arg ast.Expr, names []string) bool {
	if call, ok := arg.(*ast.CallExpr); ok && len(call.Args) > 0 {
		arg = call.Args[0]
	}
	text, ok := arg.(*ast.BasicLit)
	if !ok || text.Kind != token.STRING {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(text.Value[1:], name+": ") })
}

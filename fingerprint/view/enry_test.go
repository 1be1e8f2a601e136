package view

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-enry/go-enry/v2"
)

// enryNames are what go-enry calls the languages of the table, with commas between
// them, where it is not the same name alone: families are one to us.
var enryNames = map[string]string{
	"C":               "C,C++,Objective-C,Objective-C++,Cuda,OpenCL,XS,Processing",
	"JavaScript":      "JavaScript,TypeScript,TSX,QML",
	"Python":          "Python,Cython,Starlark,Snakemake",
	"Ruby":            "Ruby,Crystal",
	"PHP":             "PHP,HTML+PHP,Hack",
	"Shell":           "Shell,Gentoo Ebuild",
	"Kotlin":          "Kotlin,Gradle Kotlin DSL",
	"Groovy":          "Groovy,Gradle",
	"Haskell":         "Haskell,PureScript,Elm,Idris,Agda",
	"OCaml":           "OCaml,Reason,Standard ML",
	"Elixir":          "Elixir,HTML+EEX",
	"Lisp":            "Common Lisp,NewLisp,Emacs Lisp,Scheme,Racket,Clojure,edn,Fennel,Hy,Janet",
	"Fortran":         "Fortran,Fortran Free Form",
	"Visual Basic":    "Visual Basic .NET,VBScript,VBA,Visual Basic 6.0,BASIC",
	"Batch":           "Batchfile",
	"SQL":             "SQL,PLSQL,PLpgSQL,TSQL,SQLPL,HiveQL,CQL",
	"AWK":             "Awk",
	"Plan 9 assembly": "Assembly,Unix Assembly,Motorola 68K Assembly",
	"Assembly":        "Assembly,Unix Assembly,Motorola 68K Assembly",
	"Make":            "Makefile",
	"Docker":          "Dockerfile",
	"Verilog":         "Verilog,SystemVerilog",
	"Shader":          "GLSL,HLSL,ShaderLab,WGSL,Metal",
	"CoffeeScript":    "CoffeeScript,Literate CoffeeScript,CSON",
	"Schema":          "Avro IDL,Protocol Buffer,Thrift,FlatBuffers,Cap'n Proto,GraphQL",
	"Vim script":      "Vim Script",
	"Haxe":            "Haxe,ActionScript",
	"Tcl":             "Tcl,Tcsh",
	"Wolfram":         "Wolfram Language",
	"Fish":            "fish",
	"AutoHotkey":      "AutoHotkey,AutoIt",

	"WebAssembly text":   "WebAssembly",
	"Configuration code": "Bicep,Jsonnet,Open Policy Agent,CUE,Pkl",
}

func enryNamesOf(l *Language) []string {
	if names := enryNames[l.Name]; names != "" {
		return strings.Split(names, ",")
	}
	return []string{l.Name}
}

// differences are where we judge otherwise than go-enry does, by kind.
type differences map[string][]string

func (d differences) add(path, format string, args ...any) {
	kind := fmt.Sprintf(format, args...)
	d[kind] = append(d[kind], path)
}

// log lists them, and returns how many there are.
func (d differences) log(t *testing.T) (n int) {
	for _, kind := range slices.Sorted(maps.Keys(d)) {
		t.Logf("%5d  %s: %s", len(d[kind]), kind, strings.Join(d[kind][:min(len(d[kind]), 24)], " "))
		n += len(d[kind])
	}
	return n
}

// cased are names that go-enry knows in one case only.
var cased = map[string]string{
	"gnumakefile": "GNUmakefile", "bsdmakefile": "BSDmakefile", "cmakelists.txt": "CMakeLists.txt", "sconstruct": "SConstruct",
	"build.bazel": "BUILD.bazel", "module.bazel": "MODULE.bazel", "workspace.bazel": "WORKSPACE.bazel", ".rprofile": ".Rprofile",
}

// enryCandidates are the languages that go-enry takes an end of names, or a whole
// name, for.
func enryCandidates(end string) (found []string) {
	for _, name := range []string{end, strings.ToUpper(end[:1]) + end[1:], strings.ToUpper(end), cased[end]} {
		found = append(found, enry.GetLanguagesByFilename(name, nil, nil)...)
		found = append(found, enry.GetLanguagesByExtension("x"+name, nil, nil)...)
	}
	return found
}

// Each name of the table is one of the same language to go-enry, and each that it
// knows of these languages is in the table, with few exceptions: what it does not know
// yet, or knows under a name of its own (CSON, CQL); and what stands for quite
// different things as well (.cgi and .fcgi, whose first line tells; .i, .l, .es, .spec).
func TestEnryNames(t *testing.T) {
	ours, theirs, n := differences{}, differences{}, 0
	for _, l := range languages {
		if l.Text {
			continue
		}
		for _, end := range strings.Fields(l.Files) {
			n++
			found := enryCandidates(end)
			if !slices.ContainsFunc(enryNamesOf(l), func(name string) bool { return slices.Contains(found, name) }) {
				ours.add(end, "%s to us, %q to go-enry", l.Name, slices.Compact(found))
			}
		}
		for _, name := range enryNamesOf(l) {
			ends := enry.GetLanguageExtensions(name)
			if len(ends) == 0 {
				t.Errorf("go-enry knows no %s", name)
			}
			for _, end := range ends {
				if Identify("x"+end, nil) == nil && byName()[strings.ToLower(end)] == nil {
					theirs.add(end, "%s to go-enry, nothing to us", name)
				}
			}
		}
	}
	if a, b := ours.log(t), theirs.log(t); n < 300 || a > 30 || b > 60 {
		t.Errorf("of %d names go-enry takes %d for something else, and knows %d more", n, a, b)
	}
}

// trees are Go's sources and the modules that this one depends on, as far as they
// are here.
func trees(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{if not .Main}}{{.Dir}}{{end}}", "all")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{filepath.Join(goroot(t), "src")}, strings.Fields(string(out))...)
}

// eachText calls use for the beginning of each text file below a folder.
func eachText(t *testing.T, root string, use func(below string, head []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		head, err := io.ReadAll(io.LimitReader(f, HeadBytes))
		if err == nil && bytes.IndexByte(head, 0) < 0 {
			use(strings.TrimPrefix(path, root+"/"), head)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Of real files we say what go-enry says, with few exceptions, and these on purpose:
//
// Generated is what says so in a comment, whoever wrote it; go-enry knows some
// generators and not others (avo, flatc, flex), and some of them in some languages only. To it all Go files
// are generated that have "Code generated by" in the first lines, which generators
// themselves have, in strings. What lies in a vendor folder is vendored to us, not generated.
//
// Vendored see Vendored.
func TestEnryFiles(t *testing.T) {
	n, code := 0, 0
	languages, generated, vendored := differences{}, differences{}, differences{}
	unmarked, unfilled := 0, 0
	for _, root := range trees(t) {
		eachText(t, root, func(below string, head []byte) {
			n++
			name := filepath.Base(below)
			ours, theirs := Identify(name, head), enry.GetLanguage(below, head)
			programming := enry.GetLanguageType(theirs) == enry.Programming
			switch {
			case ours != nil:
				code++
				if !slices.Contains(enryNamesOf(ours), theirs) {
					languages.add(below, "%s to us, %q to go-enry", ours.Name, theirs)
				}
			case programming:
				code++
				languages.add(below, "no code to us, %s to go-enry", theirs)
			}
			nobodys := vendoredPath(below)
			if ours, theirs := Generated(name, head), enry.IsGenerated(below, head); ours != theirs && !(theirs && nobodys) {
				generated.add(below, "generated to us %t, to go-enry %t: %s", ours, theirs, filepath.Ext(name))
				if ours && !saysSo.Match(head) && !Generated(name, nil) {
					unmarked++
				}
			}
			if theirs := enry.IsVendor(below); nobodys && !theirs {
				vendored.add(below, "vendored to us alone")
			} else if theirs && !nobodys && programming {
				kind := whatFor.FindString(below)
				vendored.add(below, "vendored to go-enry alone for %q", kind)
				if kind == "" {
					unfilled++
				}
			}
		})
	}
	t.Logf("%d files, %d of code", n, code)
	if a := languages.log(t); code < 9000 || a*400 > code {
		t.Errorf("of %d files %d are in another language to go-enry", code, a)
	}
	generated.log(t)
	vendored.log(t)
	ours, theirs := 0, 0
	for kind, paths := range generated {
		if strings.Contains(kind, "to us true") {
			ours += len(paths)
		} else if !strings.HasSuffix(kind, "html") {
			theirs += len(paths)
		}
	}
	if theirs*400 > n || unmarked*1000 > n || unfilled*400 > n || len(vendored["vendored to us alone"])*1000 > n {
		t.Errorf("of %d files, generated to go-enry alone %d, to us alone %d, of which %d do not say so; vendored to go-enry alone %d, to us %d",
			n, theirs, ours, unmarked, unfilled, len(vendored["vendored to us alone"]))
	}
}

// saysSo is a comment by which anybody would know a file for generated.
var saysSo = regexp.MustCompile(`(?mi)^\W{0,8}(.*do not (edit|modify)|@?(auto.?|automatically |code )?generated (by|from|file|code)|<auto-?generated|a lexical scanner generated)`)

// whatFor is what go-enry takes for vendored, and we do not, see Vendored.
var whatFor = regexp.MustCompile(`(^|/)(testdata|fixtures|cache|dist|deps|env|extern|docs?|\.github|\.vscode|gradle/wrapper)/|\.d\.ts$|(^|/)(Jenkinsfile|Vagrantfile)$`)

func vendoredPath(below string) bool {
	parts := strings.Split(below, "/")
	for i, part := range parts {
		if Vendored(part, i < len(parts)-1) {
			return true
		}
	}
	return false
}

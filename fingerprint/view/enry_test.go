package view

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-enry/go-enry/v2"

	"alike/testdata"
)

// enryNames lists go-enry's names, separated by commas, of the languages in the table
// whose name differs or whose entry is a family.
var enryNames = map[string]string{
	fixedFortran:      "Fortran",
	"SCSS":            "SCSS,Sass,Less",
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

func enryNamesOf(l *language) []string {
	if names := enryNames[l.name]; names != "" {
		return strings.Split(names, ",")
	}
	return []string{l.name}
}

// differences lists the paths on which the tables and go-enry disagree, by
// description.
type differences map[string][]string

func (d differences) add(path, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	d[what] = append(d[what], path)
}

// log logs the differences and returns their number.
func (d differences) log(t *testing.T) (n int) {
	for _, what := range slices.Sorted(maps.Keys(d)) {
		t.Logf("%5d  %s: %s", len(d[what]), what, strings.Join(d[what][:min(len(d[what]), 24)], " "))
		n += len(d[what])
	}
	return n
}

// cased lists names that go-enry knows in one case only.
var cased = map[string]string{
	"gnumakefile": "GNUmakefile", "bsdmakefile": "BSDmakefile", "cmakelists.txt": "CMakeLists.txt", "sconstruct": "SConstruct",
	"build.bazel": "BUILD.bazel", "module.bazel": "MODULE.bazel", "workspace.bazel": "WORKSPACE.bazel", ".rprofile": ".Rprofile",
}

// enryCandidates returns the languages to which go-enry assigns an extension or file
// name.
func enryCandidates(end string) (found []string) {
	for _, name := range []string{end, strings.ToUpper(end[:1]) + end[1:], strings.ToUpper(end), cased[end]} {
		found = append(found, enry.GetLanguagesByFilename(name, nil, nil)...)
		found = append(found, enry.GetLanguagesByExtension("x"+name, nil, nil)...)
	}
	return found
}

// TestEnryNames checks that go-enry assigns each name of the table to the same
// language, and that the table contains each name that go-enry lists for these
// languages. Exceptions are names that go-enry does not know yet or lists under a
// separate language (CSON, CQL), and names with several unrelated uses (.cgi and
// .fcgi, identified by their first line; .i, .l, .es, .spec).
func TestEnryNames(t *testing.T) {
	t.Parallel()
	ours, theirs, n := differences{}, differences{}, 0
	for _, l := range languages {
		if l.notCode || l.pieces != noPieces {
			continue
		}
		for _, end := range strings.Fields(l.files) {
			n++
			found := enryCandidates(end)
			if !slices.ContainsFunc(enryNamesOf(l), func(name string) bool { return slices.Contains(found, name) }) {
				ours.add(end, "%s here, %q to go-enry", l.name, slices.Compact(found))
			}
		}
		for _, name := range enryNamesOf(l) {
			ends := enry.GetLanguageExtensions(name)
			if len(ends) == 0 {
				t.Errorf("go-enry does not know %s", name)
			}
			for _, end := range ends {
				if identify("x"+end, nil) == nil && byName()[strings.ToLower(end)] == nil {
					theirs.add(end, "%s to go-enry, unknown here", name)
				}
			}
		}
	}
	if a, b := ours.log(t), theirs.log(t); n < 300 || a > 30 || b > 60 {
		t.Errorf("of %d names go-enry assigns %d to another language, and it knows %d more", n, a, b)
	}
}

// trees returns the folders of the Go sources and of the modules that this one
// depends on.
func trees(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{if not .Main}}{{.Dir}}{{end}}", "all")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{filepath.Join(goroot(t), "src")}, strings.Fields(string(out))...)
}

// eachText calls use for the first bytes of the text files below a folder, of one file
// in every.
func eachText(t *testing.T, root string, every int, use func(below string, head []byte)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if n++; n%every > 0 {
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		head, err := io.ReadAll(io.LimitReader(f, headBytes))
		if err == nil && bytes.IndexByte(head, 0) < 0 {
			use(strings.TrimPrefix(path, root+"/"), head)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEnryFiles compares the judgement on real files with go-enry's. Differences are
// rare, and some are intended:
//
// Generated means that a comment says so. go-enry knows some generators but not
// others (avo, flatc, flex), and some only in certain languages. It takes every Go
// file with "Code generated by" in its first lines for generated, including
// generators, which have it in strings. Files in a vendor folder count as vendored
// here, not as generated.
//
// For vendored files see Vendored.
//
// The short form examines one file in five and allows three standard deviations more.
func TestEnryFiles(t *testing.T) {
	t.Parallel()
	every := 5
	if testdata.IsLong() {
		every = 1
	}
	n, code := 0, 0
	languages, generated, vendored := differences{}, differences{}, differences{}
	unmarked, unexplained := 0, 0
	for _, root := range trees(t) {
		eachText(t, root, every, func(below string, head []byte) {
			n++
			name := filepath.Base(below)
			ours, theirs := identify(name, head), enry.GetLanguage(below, head)
			programming := enry.GetLanguageType(theirs) == enry.Programming
			switch {
			case ours != nil:
				code++
				if !slices.Contains(enryNamesOf(ours), theirs) {
					languages.add(below, "%s here, %q to go-enry", ours.name, theirs)
				}
			case programming:
				code++
				languages.add(below, "not code here, %s to go-enry", theirs)
			}
			isVendored := vendoredPath(below)
			if ours, theirs := Generated(name, head), enry.IsGenerated(below, head); ours != theirs && !(theirs && isVendored) {
				generated.add(below, "generated here %t, to go-enry %t: %s", ours, theirs, filepath.Ext(name))
				if ours && !saysSo.Match(head) && !Generated(name, nil) {
					unmarked++
				}
			}
			if theirs := enry.IsVendor(below); isVendored && !theirs {
				vendored.add(below, "vendored only here")
			} else if theirs && !isVendored && programming {
				why := whatFor.FindString(below)
				vendored.add(below, "vendored only to go-enry, because of %q", why)
				if why == "" {
					unexplained++
				}
			}
		})
	}
	t.Logf("%d files, %d of code", n, code)
	exceeds := func(differences, files, oneIn int) bool {
		allowed := float64(files) / float64(oneIn)
		if every > 1 {
			allowed += 3 * math.Sqrt(allowed)
		}
		return float64(differences) > allowed
	}
	if a := languages.log(t); code*every < 9000 || exceeds(a, code, 400) {
		t.Errorf("go-enry assigns %[2]d of %[1]d files to another language", code, a)
	}
	generated.log(t)
	vendored.log(t)
	ours, theirs := 0, 0
	for what, paths := range generated {
		if strings.Contains(what, "here true") {
			ours += len(paths)
		} else if !strings.HasSuffix(what, "html") {
			theirs += len(paths)
		}
	}
	if exceeds(theirs, n, 400) || exceeds(unmarked, n, 1000) || exceeds(unexplained, n, 400) || exceeds(len(vendored["vendored only here"]), n, 1000) {
		t.Errorf("of %d files, generated only to go-enry %d, only here %d, %d of these unmarked; vendored only to go-enry %d, only here %d",
			n, theirs, ours, unmarked, unexplained, len(vendored["vendored only here"]))
	}
}

// saysSo matches comments that mark a file as generated for any reader.
var saysSo = regexp.MustCompile(`(?mi)^\W{0,8}(.*do not (edit|modify)|@?(auto.?|automatically |code )?generated (by|from|file|code)|<auto-?generated|a lexical scanner generated)`)

// whatFor matches paths that only go-enry takes for vendored; see Vendored.
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

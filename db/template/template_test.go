package template

import (
	"errors"
	"io"
	"strings"
	"testing"
	text "text/template"
)

type inner struct {
	Name   string
	Number int
}

type middle struct {
	*inner
	Deep float64
}

type kindOf string

// sample is what the templates of the tests see.
type sample struct {
	middle
	List  []middle
	Pair  [2]inner
	None  []int
	Big   int64
	Small float64
	Kind  kindOf
	Empty string
	Yes   bool
	Any   any
	Nil   *inner
	Void  any
	own   string
}

func samples() sample {
	one, two := &inner{"one", 1}, &inner{"a \"<b>\" & 'c'\n+\x00\xff", -2}
	return sample{
		middle: middle{one, 1e21}, List: []middle{{one, 0.5}, {two, 1e-7}, {one, 0}},
		Pair: [2]inner{*one, *two}, Big: 1 << 60, Small: 1.0 / 3, Kind: "pairs", Yes: true, Any: two, own: "own",
	}
}

var testFunctions = Functions{
	"double": func(x float64) float64 { return 2 * x },
	"join":   func(parts ...string) string { return strings.Join(parts, ";") },
	"any":    func(x any) any { return x },
	"before": func(n int) int { return n - 1 },
	"fails":  func(s string) (string, error) { return "", errors.New("it failed: " + s) },
	"works":  func(s string) (string, error) { return s + "!", nil },
}

// constructs are the templates of each construct.
var constructs = []string{
	"", "plain text\n", "a {{- \" b \" -}} c",
	"{{.Name}} {{.Number}} {{.Deep}} {{.Big}} {{.Small}} {{.Kind}} {{.Yes}} {{.Any.Name}} {{.Any.Number}}",
	"{{$.Name}}{{range .List}}{{$.Name}}{{end}}",
	"{{if .Yes}}yes{{else}}no{{end}}{{if .Empty}}yes{{else}}no{{end}}{{if .Empty}}yes{{end}}",
	"{{if .Empty}}1{{else if .None}}2{{else if .Nil}}3{{else if .Number}}4{{else}}5{{end}}",
	"{{if .List}}list{{end}}{{if .Deep}}float{{end}}{{if .Big}}int{{end}}{{if .Any}}pointer{{end}}{{if .Kind}}kind{{end}}",
	"{{with .Name}}<{{.}}>{{else}}none{{end}}{{with .Empty}}<{{.}}>{{else}}none{{end}}{{with .Nil}}{{.Name}}{{end}}{{with .Any}}{{.Number}}{{end}}",
	"{{with $x := .Name}}{{$x}}{{end}}{{if $x := .Number}}{{$x}}{{end}}",
	"{{range .List}}{{.Name}}={{.Deep}};{{else}}none{{end}}{{range .None}}{{.}}{{else}}none{{end}}",
	"{{range $x := .List}}{{$x.Name}}{{.Name}},{{end}}{{range $i, $x := .Pair}}{{if $i}},{{end}}{{$i}}{{$x.Name}}{{end}}",
	"{{range $i, $x := .List}}{{range $i, $y := $.List}}{{$i}}{{$x.Deep}}{{$y.Deep}} {{end}}{{$i}}{{end}}",
	"{{$x := .Name}}{{if .Yes}}{{$x := 5}}{{$x}}{{end}}{{$x}}{{$y := double 2}}{{$y}}",
	"{{define \"a\"}}[{{.Name}}{{$.Number}}]{{end}}{{define \"b\"}}{{template \"a\" .}}fixed{{end}}{{template \"b\" .}}{{template \"a\" index .Pair 1}}",
	"{{define \"c\"}}no data{{end}}{{template \"c\"}}",
	"{{double 2}} {{double 2.5}} {{double .Deep}} {{double 6.93147180369123816490e-01}} {{any 3}} {{any 1.5}} {{before .Number}}",
	"{{join}}{{join \"a\"}}{{join \"a\" .Name (works \"b\")}}{{works (works .Name)}}{{any .Any.Name}}",
	"{{any true}}{{any `raw`}}{{7}}{{\"string\"}}",
	"{{eq .Name \"one\"}}{{eq .Kind \"pairs\"}}{{eq 1 .Number}}{{ne .Number 1}}{{ne .Name \"two\"}}{{eq (len .List) 3}}{{eq .Big 1}}",
	"{{not .Yes}}{{not .None}}{{or (eq 1 2) (eq 2 2)}}{{or (eq 1 1) .Yes}}",
	"{{len .List}}{{len .Pair}}{{len .None}}{{template \"e\" index .List 1}}{{define \"e\"}}{{.Name}}{{end}}",
	"{{printf \"%s-%d-%05.2f\" .Name .Number .Small}}",
}

// TestConstructs compares each construct with text/template.
func TestConstructs(t *testing.T) {
	t.Parallel()
	for _, source := range constructs {
		var want strings.Builder
		if err := text.Must(text.New("t").Funcs(text.FuncMap(testFunctions)).Parse(source)).Execute(&want, samples()); err != nil {
			t.Fatal(err)
		}
		if got, err := executed(New(testFunctions), source, samples()); err != nil || got != want.String() {
			t.Errorf("%s\ngives %q\n%v, want %q", source, got, err, want.String())
		}
	}
}

func executed(t *Template, source string, data any) (string, error) {
	var page strings.Builder
	if err := t.Parse("t", source); err != nil {
		return "", err
	}
	err := t.Execute(&page, "t", data)
	return page.String(), err
}

// TestErrors checks that nothing unknown passes silently.
func TestErrors(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"{{.Missing}}":                    "Missing is not a field of template.sample",
		"line\n{{.own}}":                  "t:2:2",
		"{{.Name.Length}}":                "Length is not a field of string",
		"{{.Nil.Name}}":                   "Name is not a field of nothing",
		"{{.List}}":                       "a value of []template.middle cannot be written here",
		"{{.Void}}":                       "a value of nothing cannot be written here",
		"{{.Void.Name}}":                  "Name is not a field of nothing",
		"{{if .Void}}{{end}}":             "nothing is neither true nor false",
		"{{works .Void}}":                 "works takes string, not nothing",
		"{{range .Void}}{{end}}":          "a range over nothing is not supported",
		"{{.Nil}}":                        "cannot be written here",
		"{{with .Any}}{{.}}{{end}}":       "a value of *template.inner cannot be written here",
		"{{.Name | printf}}":              "pipelines",
		"{{$x := 1}}{{$x = 2}}":           "assignments",
		"{{.Name 1}}":                     "only functions take arguments",
		"{{double}}":                      "double takes 1 arguments, not 0",
		"{{double 1 2}}":                  "double takes 1 arguments, not 2",
		"{{double .Name}}":                "double takes float64, not string",
		"{{works .Number}}":               "works takes string, not int",
		"{{works .Kind}}":                 "works takes string, not template.kindOf",
		"{{join .Name 1}}":                "join takes string, not int",
		"{{fails .Name}}":                 "it failed: one",
		"{{nothing}}":                     `function "nothing" not defined`,
		"{{eq .Name 1}}":                  "only two strings or two integers",
		"{{eq 1.5 1.5}}":                  "only two strings or two integers",
		"{{index .Pair -1}}":              "there is no element -1 of 2",
		"{{index .None 0}}":               "there is no element 0 of 0",
		"{{(index .List 1).Name}}":        "ChainNode is not supported",
		"{{or .Empty .Yes}}":              "or takes bool, not string",
		"{{len .Number}}":                 "int has no length",
		"{{range .Number}}{{end}}":        "a range over int is not supported",
		"{{range .List}}{{break}}{{end}}": "BreakNode is not supported",
		"{{template \"x\" .}}":            `there is no template "x"`,
		"{{any nil}}":                     "NilNode is not supported",
		"{{and 1 2}}":                     `function "and" not defined`,
		"{{if .Pair}}{{end}}":             "[2]template.inner is neither true nor false",
		"{{define \"t\"}}x{{end}}y":       "",
	} {
		got, err := executed(New(testFunctions), source, samples())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %q and the error %v, want one about %s", source, got, err, want)
		}
	}
	twice := New()
	if err := twice.Parse("t", "x"); err != nil {
		t.Error(err)
	} else if err := twice.Execute(io.Discard, "t", nil); err != nil {
		t.Error(err)
	}
	if twice.Parse("t", "y") == nil || twice.Execute(io.Discard, "other", nil) == nil {
		t.Error("a second template of a name, or one that is missing, is no error")
	}
}

type fullDisk struct{ error }

func (w fullDisk) Write([]byte) (int, error) { return 0, w.error }

// TestWriteError checks that the error of the writer is returned, whatever writes.
func TestWriteError(t *testing.T) {
	t.Parallel()
	full := fullDisk{errors.New("the disk is full")}
	for source, data := range map[string]any{"text": nil, "{{.}}": "value", "<p>{{.}}": Own("x")} {
		page := NewHTML()
		if err := page.Parse("t", source); err != nil {
			t.Fatal(err)
		}
		if err := page.Execute(full, "t", data); !errors.Is(err, full.error) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

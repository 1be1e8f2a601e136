package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	sarifspec "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xeipuuv/gojsonschema"

	"alike/cmd/alike/terminal"
)

// cmdSARIF implements "sarif N". It checks that standard output is one run of SARIF
// with N results, valid by the schema of the standard, and that all results point at
// existing lines.
func cmdSARIF(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sarif N")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	text := ts.ReadFile("stdout")
	if !terminal.Plain(strings.ReplaceAll(text, "\n", "")) {
		ts.Fatalf("the report could drive a terminal: %q", text)
	}
	r, err := readSARIF([]byte(text))
	ts.Check(err)
	if len(r.Runs) != 1 || len(r.Runs[0].Results) != want {
		ts.Fatalf("%d runs, with %d results, want %d", len(r.Runs), len(r.Runs[0].Results), want)
	}
	base, err := url.Parse(*r.Runs[0].OriginalUriBaseIds["%SRCROOT%"].URI)
	ts.Check(err)
	seen := map[string]bool{}
	for _, result := range r.Runs[0].Results {
		checkSARIFResult(ts, r.Runs[0], result, base)
		id := result.PartialFingerprints["primaryLocationLineHash"]
		if id == "" || seen[id] {
			ts.Fatalf("two results are the same: %q", id)
		}
		seen[id] = true
	}
}

// sarifSchemaText is the schema of the standard, taken from the sources of the library.
// The library itself validates only its own structs, which have null for all that a
// report leaves out. So the test needs neither a network nor a copy of the schema.
var sarifSchemaText = sync.OnceValues(func() (string, error) {
	pkg, err := build.Import(reflect.TypeFor[sarifspec.Report]().PkgPath(), ".", build.FindOnly)
	if err != nil {
		return "", err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "schema.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.CONST {
			return strconv.Unquote(d.Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
		}
	}
	return "", errors.New("schema.go has no schema")
})

// readSARIF validates a report against the schema and parses it.
func readSARIF(text []byte) (*sarifspec.Report, error) {
	schema, err := sarifSchemaText()
	if err != nil {
		return nil, err
	}
	found, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewBytesLoader(text))
	if err != nil {
		return nil, err
	}
	if !found.Valid() {
		return nil, fmt.Errorf("against the schema: %v", found.Errors())
	}
	r := &sarifspec.Report{}
	return r, json.Unmarshal(text, r)
}

var sarifLinkPattern = regexp.MustCompile(`^([^\\[\]]|\\.)*\[(([^\\[\]]|\\[\\[\]])*)\]\((\d+)\)[^\\[\]]*$`)

func checkSARIFResult(ts *testscript.TestScript, run *sarifspec.Run, result *sarifspec.Result, base *url.URL) {
	if rule := run.Tool.Driver.Rules[result.RuleIndex]; *rule.ID != *result.RuleID {
		ts.Fatalf("rule %d is %s, not %s", result.RuleIndex, *rule.ID, *result.RuleID)
	}
	link := sarifLinkPattern.FindStringSubmatch(*result.Message.Text)
	if link == nil || len(result.Locations) != 1 {
		ts.Fatalf("%d locations, and a message without one link: %q", len(result.Locations), *result.Message.Text)
	}
	ids := map[string]bool{}
	for _, l := range append(result.Locations, result.RelatedLocations...) {
		if l.ID > 0 { // -1: none
			id := strconv.Itoa(l.ID)
			if ids[id] {
				ts.Fatalf("location %s appears twice", id)
			}
			ids[id] = true
		}
		at := l.PhysicalLocation
		uri, err := url.Parse(*at.ArtifactLocation.URI)
		ts.Check(err)
		if at.ArtifactLocation.URIBaseID != nil {
			uri = base.ResolveReference(uri)
		}
		if uri.Scheme != "file" || uri.Fragment != "" || uri.RawQuery != "" {
			ts.Fatalf("%v is not a file", uri)
		}
		if at.Region == nil {
			continue
		}
		data, err := os.ReadFile(uri.Path)
		ts.Check(err)
		lines := strings.Count(string(data), "\n") + 1
		if from, to := *at.Region.StartLine, *at.Region.EndLine; from < 1 || to < from || to > lines {
			ts.Fatalf("lines %d to %d of %d in %v", from, to, lines, uri)
		}
	}
	if !ids[link[4]] {
		ts.Fatalf("the link to %s leads nowhere", link[4])
	}
}

// TestReadSARIFRefuses checks that invalid reports are refused.
func TestReadSARIFRefuses(t *testing.T) {
	good := `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"a"}}]}]}`
	if _, err := readSARIF([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"2.1.0"`, `"2.0"`}, {`"name":"x"`, `"title":"x"`}, {`"text":"a"`, `"words":"a"`}, {`"message":{"text":"a"}`, `"level":"bad","message":{"text":"a"}`},
	} {
		if _, err := readSARIF([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil {
			t.Errorf("%s instead of %s is accepted", change[1], change[0])
		}
	}
}

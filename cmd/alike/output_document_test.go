package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
)

// outputDocument is the page that lists every field of the output.
const outputDocument = "../../docs/output.md"

// documentedField is a field in a table of docs/output.md.
type documentedField struct {
	kind    string // as the page has it: string, integer, share, file, …
	printed bool   // some run printed it
}

// fieldTables returns the tables of fields by the heading above them. A row may name several
// fields of one type; "as pair" stands for the types that they have in the table of pairs.
func fieldTables(t *testing.T, page string) map[string]map[string]*documentedField {
	t.Helper()
	tables := map[string]map[string]*documentedField{}
	heading := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "### "); ok {
			heading = name
			tables[heading] = map[string]*documentedField{}
			continue
		}
		if strings.HasPrefix(line, "## ") {
			heading = ""
		}
		cells := strings.Split(line, "|")
		if heading == "" || len(cells) < 5 || !strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			continue
		}
		kind := strings.TrimSpace(cells[2])
		for name := range strings.SplitSeq(cells[1], ",") {
			name = strings.Trim(name, " `")
			field := &documentedField{kind: kind}
			if like, ok := strings.CutPrefix(kind, "as "); ok {
				other := tables[like][name[strings.LastIndex(name, ".")+1:]]
				if other == nil {
					t.Fatalf("docs/output.md, %s: %s has no type %s", heading, name, kind)
				}
				field.kind = other.kind
			}
			if tables[heading][name] != nil {
				t.Errorf("docs/output.md, %s: two rows have %s", heading, name)
			}
			tables[heading][name] = field
		}
	}
	return tables
}

// fits reports whether a JSON value is of a type as docs/output.md names it.
func fits(kind string, value any) bool {
	for _, k := range strings.Split(kind, " or ") {
		k, _, _ = strings.Cut(k, " of ")
		var ok bool
		switch v := value.(type) {
		case nil:
			ok = k == "null" || k == "share"
		case string:
			ok = k == "string"
		case bool:
			ok = k == "boolean"
		case float64:
			ok = k == "number" || k == "share" && v >= 0 && v <= 1 || k == "integer" && v == float64(int64(v))
		case []any:
			ok = k == "array"
		case map[string]any:
			ok = slices.Contains([]string{"object", "file", "folder", "passage"}, k)
		}
		if ok {
			return true
		}
	}
	return false
}

// compareWithDocument marks the fields of a printed object as printed, and fails on those
// that the page lacks or gives another type. A field whose name ends in _b64 has the type of
// the one without.
func compareWithDocument(t *testing.T, tables map[string]map[string]*documentedField, heading, prefix string, object map[string]any) {
	t.Helper()
	for name, value := range object {
		if name == "type" && prefix == "" {
			continue // the heading
		}
		plain, coded := strings.CutSuffix(name, "_b64")
		field := tables[heading][prefix+plain]
		if field == nil {
			t.Errorf("docs/output.md, %s: there is no row for %s%s", heading, prefix, name)
			continue
		}
		field.printed = field.printed || !coded
		if !fits(field.kind, value) {
			t.Errorf("docs/output.md, %s: %s%s is %s, but %v was printed", heading, prefix, name, field.kind, value)
		}
		if coded && !slices.Contains([]string{"path", "paths", "links", "id"}, plain) {
			t.Errorf("docs/output.md says nothing of %s%s", prefix, name)
		}
		compareElements(t, tables, heading, prefix+name, field.kind, value)
	}
}

// compareElements compares the objects in the value of a field, if there are any. Those of
// skipped and left_out count by reason.
func compareElements(t *testing.T, tables map[string]map[string]*documentedField, heading, name, kind string, value any) {
	t.Helper()
	elements, suffix := []any{value}, "."
	if array, ok := value.([]any); ok {
		elements, suffix = array, "[]."
	}
	if name == "skipped" || name == "left_out" {
		return
	}
	of := strings.TrimPrefix(kind, "array of ")
	for _, element := range elements {
		object, ok := element.(map[string]any)
		switch {
		case ok && tables[of] != nil:
			compareWithDocument(t, tables, of, "", object)
		case ok:
			compareWithDocument(t, tables, heading, name+suffix, object)
		}
	}
}

// documentedRuns print every kind of object and every field except rarelyPrinted.
// TREE and RECORDS are made by the test.
var documentedRuns = []string{
	"scan -f json TREE",
	"changes -f json",
	"changes -f json --all",
	"pairs -f json --why",
	"pairs -f json --base TREE/base TREE",
	"pairs -f json --view code --index RECORDS/code TREE",
	"query -f json --why TREE/a.go",
	"query -f json --all-paths TREE/b.go",
	"groups -f json --unit-dir 1 --min 1%",
	"groups -f json",
	"folders -f json --files --min-files 1",
	"folders -f json --min-files 1 --not lz77.py --not template.go --not other.go",
	"report -f json -o RECORDS/report",
	"export -f json -o RECORDS/dataset --host web1",
	"import -f json --index RECORDS/fleet RECORDS/dataset",
	"status -f json --index RECORDS/fleet",
	"dups -f json",
	"near -f json --score --distance 12",
	"near -f json --method jaccard",
	"compare -f json TREE/a.go TREE/b.go",
	"fingerprint -f json TREE/a.go",
	"fingerprint -f json --simhash TREE/a.go",
	"status -f json",
	"check -f json",
	"version -f json",
	"forget -f json TREE/base",
	"dedupe -f json --index RECORDS/index -o RECORDS/out.jsonl RECORDS/in.jsonl",
	"dedupe -f json --index RECORDS/index -o RECORDS/out.jsonl RECORDS/in.jsonl", // repeated
	"status -f json --index RECORDS/index",
	"forget -f json --index RECORDS/index --id 1",
}

// rarelyPrinted are fields that only an interrupted run, a held or damaged index, an
// index with anchors, a file system with reflinks or a released binary prints.
var rarelyPrinted = []string{
	"file missing", "duplicates reflinked", "version revision", "problem problem", "summary first_scan",
	"summary interrupted", "summary resumable", "summary anchors", "summary anchors_digest",
	"summary held_by", "summary held_by.pid", "summary held_by.command", "summary held_by.since", "summary held_by.state",
}

// TestOutputDocument compares docs/output.md with the output of the program: every field
// of every JSON object with its type, and every CSV header.
func TestOutputDocument(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(outputDocument)
	if err != nil {
		t.Fatal(err)
	}
	tables := fieldTables(t, string(page))
	run := newDocumentedRun(t)
	for _, line := range documentedRuns {
		run.objects(line, func(object map[string]any) {
			heading, _ := object["type"].(string)
			if heading == "status" {
				heading = "summary"
			}
			if heading == "change" && object["kind"] == "pair" {
				object["type"] = "pair"
				delete(object, "kind")
				heading = "pair"
			}
			compareWithDocument(t, tables, heading, "", object)
		})
	}
	for heading, fields := range tables {
		if len(fields) == 0 {
			t.Errorf("docs/output.md, %s: the table has no rows", heading)
		}
		for name, field := range fields {
			if !field.printed && !slices.Contains(rarelyPrinted, heading+" "+name) {
				t.Errorf("docs/output.md, %s: no run printed %s", heading, name)
			}
		}
	}
	if len(tables) < 14 {
		t.Errorf("docs/output.md has only %d tables of fields", len(tables))
	}
	example := regexp.MustCompile(`(?m)^    (\{"type":"pair".*)$`).FindStringSubmatch(string(page))
	var pair map[string]any
	if example == nil || json.Unmarshal([]byte(example[1]), &pair) != nil || pair["shared"] == nil {
		t.Fatal("docs/output.md has no example of a pair")
	}
	compareWithDocument(t, tables, "pair", "", pair)
	run.headers(string(page))
}

// documentedRun is the world of TestOutputDocument.
type documentedRun struct {
	t     *testing.T
	names *strings.Replacer
	env   []string
}

// newDocumentedRun makes two similar files, identical ones, links, a name that is not UTF-8, a base, a
// program that says it is generated, and a stream of records.
func newDocumentedRun(t *testing.T) *documentedRun {
	t.Helper()
	tree, records, index := filepath.Join(t.TempDir(), "tree"), t.TempDir(), filepath.Join(t.TempDir(), "index")
	program, err := fs.ReadFile(testdata.Sources(), "lz77.py")
	if err != nil {
		t.Fatal(err)
	}
	source := programText(200)
	edited := strings.Replace(source, "line 40 ", "another line ", 1)
	files := map[string]string{
		"a.go": source, "b.go": edited, "copies/a.go": source, "copies/other.go": "package other", "odd\xff.go": edited[:len(edited)/2],
		"base/template.go": source[:1000], "lz77.py": string(program), "made.py": "# Code generated by x. DO NOT EDIT.\n" + string(program),
	}
	for name, content := range files {
		path := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"link.go", "link\xff.go"} {
		if err := os.Link(filepath.Join(tree, "a.go"), filepath.Join(tree, link)); err != nil {
			t.Fatal(err)
		}
	}
	stream := `{"id":"1","text":"a short text"}` + "\n" + `{"id":"2","text":"a short text"}` + "\n"
	if err := os.WriteFile(filepath.Join(records, "in.jsonl"), []byte(stream), 0o644); err != nil {
		t.Fatal(err)
	}
	return &documentedRun{
		t:     t,
		names: strings.NewReplacer("TREE", tree, "RECORDS", records),
		env:   append(os.Environ(), "ALIKE_INDEX="+index),
	}
}

// programText returns lines that are all different.
func programText(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d says %d and then %d\n", i, i*i*7919, i*104729)
	}
	return b.String()
}

// output runs a command line and returns its standard output or, for dedupe, which writes
// records there, its standard error.
func (r *documentedRun) output(line string) []byte {
	r.t.Helper()
	args := strings.Fields(line)
	for i := range args {
		args[i] = r.names.Replace(args[i])
	}
	var stdout, stderr bytes.Buffer
	c := exec.Command("alike", args...)
	c.Env, c.Stdout, c.Stderr = r.env, &stdout, &stderr
	if err := c.Run(); err != nil {
		r.t.Fatalf("alike %s: %v\n%s", line, err, stderr.String())
	}
	if args[0] == "dedupe" {
		return stderr.Bytes()
	}
	return stdout.Bytes()
}

// objects calls f with each object that a command line prints.
func (r *documentedRun) objects(line string, f func(map[string]any)) {
	r.t.Helper()
	printed := 0
	for text := range bytes.Lines(r.output(line)) {
		var object map[string]any
		if err := json.Unmarshal(text, &object); err != nil {
			r.t.Fatalf("alike %s: %v: %s", line, err, text)
		}
		printed++
		f(object)
	}
	if printed == 0 {
		r.t.Errorf("alike %s printed nothing", line)
	}
}

// csvArguments follow the verbs of the table of CSV headers.
var csvArguments = map[string]string{
	"query": " TREE/a.go", "compare": " TREE/a.go TREE/b.go", "fingerprint": " TREE/a.go",
	"fingerprint --simhash": " TREE/a.go", "forget": " TREE/copies", "scan": " TREE", "changes": " --since 1h",
}

// headers compares the table of CSV headers with what the verbs print.
func (r *documentedRun) headers(page string) {
	r.t.Helper()
	rows := regexp.MustCompile("(?m)^\\| `([a-z -]+)` \\| `([a-z0-9_,]+)` \\|$").FindAllStringSubmatch(page, -1)
	if len(rows) < 12 {
		r.t.Fatalf("docs/output.md has only %d CSV headers", len(rows))
	}
	r.output("scan -q TREE")
	for _, row := range rows {
		verb, want := row[1], row[2]
		records, err := csv.NewReader(bytes.NewReader(r.output(verb + " -f csv" + csvArguments[verb]))).ReadAll()
		if err != nil || len(records) == 0 {
			r.t.Errorf("alike %s -f csv: %v, %d rows", verb, err, len(records))
			continue
		}
		if got := strings.Join(records[0], ","); got != want {
			r.t.Errorf("docs/output.md, CSV of %s:\n%s\nbut the program prints\n%s", verb, want, got)
		}
	}
}

package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"alike/cmd/alike/terminal"
)

// The commands in this file check output.

// required are the fields that each type of line has.
var required = map[string][]string{
	"pair":        {"a", "b", "shared", "a_in_b", "b_in_a", "resemblance", "distinctive", "identical", "exact"},
	"match":       {"query", "file", "shared", "query_in_file", "file_in_query", "resemblance", "distinctive", "identical", "exact"},
	"group":       {"representative", "members"},
	"duplicates":  {"size", "checksum", "files"},
	"folders":     {"a", "b", "a_in_b", "b_in_a", "resemblance", "files_matched", "bytes_matched", "identical"},
	"fingerprint": {"offset", "value", "check", "level"},
	"near":        {"a", "b", "distance", "short", "identical", "a_same_hash", "b_same_hash"},
	"simhash":     {"simhash", "features", "short", "document"},
	"compare":     {"a", "b", "a_in_b", "b_in_a", "resemblance", "a_covered", "b_covered", "identical", "regions"},
	"problem":     {"problem"},
	"forgotten":   {"files"},
	"version":     {"version", "go", "index_format", "kernel"},
	"summary":     summaryFields,
	"status":      summaryFields,
}

var summaryFields = []string{"verb", "files", "contents", "bytes", "read", "unchanged", "failed", "skipped", "results", "seconds"}

// cmdJSONLines checks that standard output is JSON Lines of the contract: COUNT lines of
// TYPE and then a summary, or a status alone: jsonl TYPE COUNT
func cmdJSONLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: jsonl TYPE COUNT")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	lines := strings.SplitAfter(ts.ReadFile("stdout"), "\n")
	lines = lines[:len(lines)-1] // after the last newline
	if len(lines) == 0 {
		ts.Fatalf("no output")
	}
	got := 0
	for i, line := range lines {
		kind := checkObject(ts, line)
		last := i == len(lines)-1
		if kind == args[0] {
			got++
		}
		if (kind == "summary" || kind == "status") != last || kind != args[0] && !last {
			ts.Fatalf("line %d of %d is a %s: %s", i+1, len(lines), kind, line)
		}
	}
	if got != want {
		ts.Fatalf("%d lines of type %s, want %d", got, args[0], want)
	}
}

// checkObject checks one line and returns its type.
func checkObject(ts *testscript.TestScript, line string) string {
	var object map[string]any
	ts.Check(json.Unmarshal([]byte(line), &object))
	kind, _ := object["type"].(string)
	fields, known := required[kind]
	if !known {
		ts.Fatalf("type %q is not in the contract: %s", kind, line)
	}
	for _, f := range fields {
		if _, ok := object[f]; !ok {
			ts.Fatalf("a %s without %s: %s", kind, f, line)
		}
	}
	if kind == "folders" {
		checkFolder(ts, object["a"])
		checkFolder(ts, object["b"])
		return kind
	}
	checkFiles(ts, object)
	return kind
}

// checkFolder checks one of two folders.
func checkFolder(ts *testscript.TestScript, value any) {
	f, _ := value.(map[string]any)
	number := func(name string) float64 {
		n, ok := f[name].(float64)
		if !ok {
			ts.Fatalf("a folder without %s: %v", name, value)
		}
		return n
	}
	if number("identical")+number("changed")+number("missing") != number("files") || number("bytes_matched") > number("bytes") {
		ts.Fatalf("figures of a folder do not add up: %v", value)
	}
	checkPath(ts, f)
}

// checkFiles checks all file objects inside a value.
func checkFiles(ts *testscript.TestScript, value any) {
	switch v := value.(type) {
	case []any:
		for _, x := range v {
			checkFiles(ts, x)
		}
	case map[string]any:
		for key, x := range v {
			checkFiles(ts, x)
			if e, ok := x.(map[string]any); ok && e["start"] != nil {
				checkExtent(ts, e)
				continue
			}
			if key == "representative" || key == "a" || key == "b" || key == "file" || key == "query" {
				checkFile(ts, x)
			}
			if files, ok := x.([]any); ok && key == "files" {
				for _, f := range files {
					checkFile(ts, f)
				}
			}
			if members, ok := x.([]any); ok && key == "members" {
				for _, m := range members {
					checkMember(ts, m)
				}
			}
		}
	}
}

func checkFile(ts *testscript.TestScript, value any) {
	f, ok := value.(map[string]any)
	if !ok {
		ts.Fatalf("not a file object: %v", value)
	}
	for _, field := range []string{"size", "level", "fingerprints", "copies"} {
		if _, ok := f[field].(float64); !ok {
			ts.Fatalf("a file without %s: %v", field, f)
		}
	}
	checkPath(ts, f)
}

func checkPath(ts *testscript.TestScript, f map[string]any) {
	path, plainPath := f["path"].(string)
	b64, encoded := f["path_b64"].(string)
	raw, err := base64.StdEncoding.DecodeString(b64)
	if plainPath == encoded || err != nil || encoded && utf8.Valid(raw) || plainPath && path == "" {
		ts.Fatalf("an object has either a path or, if that is not UTF-8, a path_b64: %v", f)
	}
}

// checkExtent checks an extent of a file.
func checkExtent(ts *testscript.TestScript, e map[string]any) {
	field := func(name string) float64 {
		n, ok := e[name].(float64)
		if !ok {
			ts.Fatalf("an extent without %s: %v", name, e)
		}
		return n
	}
	if field("start") < 0 || field("start") >= field("end") || field("line") < 1 || field("line") > field("end_line") {
		ts.Fatalf("not an extent of a file: %v", e)
	}
}

// checkMember checks a member of a group, except for its file.
func checkMember(ts *testscript.TestScript, value any) {
	m, _ := value.(map[string]any)
	for _, field := range []string{"file", "share", "shared", "in_representative",
		"contains_representative", "resemblance", "distinctive", "exact"} {
		if _, ok := m[field]; !ok {
			ts.Fatalf("a member without %s: %v", field, value)
		}
	}
}

// cmdNuls checks that standard output is COUNT names, each ended by a NUL, and that each
// names a file unless it is empty: nuls COUNT
func cmdNuls(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: nuls COUNT")
	}
	names := strings.Split(ts.ReadFile("stdout"), "\x00")
	if last := names[len(names)-1]; last != "" {
		ts.Fatalf("%q has no NUL at its end", last)
	}
	names = names[:len(names)-1]
	if strconv.Itoa(len(names)) != args[0] {
		ts.Fatalf("%d names, want %s: %q", len(names), args[0], names)
	}
	for _, name := range names {
		if _, err := os.Lstat(name); name != "" && err != nil {
			ts.Fatalf("no such file: %v", err)
		}
	}
}

// cmdHarmless checks that no byte of the named outputs can drive a terminal.
func cmdHarmless(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		for _, line := range strings.Split(ts.ReadFile(name), "\n") {
			line = strings.TrimSuffix(line, "\r") // of CSV
			if !terminal.Plain(strings.ReplaceAll(line, "\t", " ")) {
				ts.Fatalf("%s can drive a terminal: %q", name, line)
			}
		}
	}
}

// cmdFits checks that no line of a file is wider than a number of columns: fits COLUMNS
// FILE. A line may be wider if a word of it, which is a path, fits beside nothing.
func cmdFits(ts *testscript.TestScript, neg bool, args []string) {
	const erase = "\x1b[2K"
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fits COLUMNS FILE")
	}
	columns, err := strconv.Atoi(args[0])
	ts.Check(err)
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		// A line that erases itself shows what follows: progress may have drawn any number of frames.
		if at := strings.LastIndex(line, erase); at >= 0 {
			line = line[at+len(erase):]
		}
		line = terminal.Unpainted(strings.TrimSuffix(line, "\n"))
		longest := 0
		for _, word := range strings.Fields(line) {
			longest = max(longest, terminal.Width(word))
		}
		if terminal.Width(line) > columns && longest <= columns-16 {
			ts.Fatalf("%s has a line of %d columns: %q", args[1], terminal.Width(line), line)
		}
	}
}

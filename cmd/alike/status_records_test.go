package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alike/db"
)

// recordsIndex returns an index of n records with a state of the last run.
func recordsIndex(t *testing.T, n int, run string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	ix, err := db.Open(context.Background(), dir, db.Options{Write: true, Create: true, Kind: db.Records})
	if err != nil {
		t.Fatal(err)
	}
	w, err := ix.NewWriter()
	if err == nil {
		err = w.KeepRecords("simhash of \x1b[31mwords")
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if _, err := w.AddRecord(db.Record{ID: fmt.Append(nil, i)}); err != nil {
			t.Fatal(err)
		}
	}
	w.SetRun([]byte(run))
	if err := errors.Join(w.Commit(), ix.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestStatusOfRecords(t *testing.T) {
	for run, lastRun := range map[string]string{
		`{"version":1,"done":true}`:  `\nlast run +20\d\d-\d\d-\d\d \d\d:\d\d\n`,
		`{"version":1,"done":false}`: `\nlast run +20[-\d]+ [\d:]+, not finished: the same command with --resume`,
		// Another version may use the state differently.
		`{"version":99,"done":false}`: `\nlast run +20\d\d-\d\d-\d\d \d\d:\d\d\n`,
		`not JSON`:                    `\nlast run +20\d\d-\d\d-\d\d \d\d:\d\d\n`,
	} {
		dir := recordsIndex(t, 1234, run)
		text := alikeOutput(t, dir, "status")
		for _, want := range []string{`\nrecords +1,234, \d.* in 1 segment\n`, `\ncompared by +simhash of \S*\[31mwords\n`, lastRun} {
			if !regexp.MustCompile(want).MatchString("\n" + text) {
				t.Errorf("run %s: status lacks %s:\n%s", run, want, text)
			}
		}
		if strings.Contains(text, "\x1b") || strings.Contains(text, "files") {
			t.Errorf("status of records:\n%q", text)
		}
		object := alikeOutput(t, dir, "status", "-f", "json")
		if !strings.Contains(object, `"record_index":{"records":1234,"bytes":`) ||
			strings.Contains(object, `"unfinished":true`) != (run == `{"version":1,"done":false}`) {
			t.Errorf("run %s: status in JSON:\n%s", run, object)
		}
		if csv := alikeOutput(t, dir, "status", "-f", "csv"); !strings.Contains(csv, "\nrecords,1234\r\n") {
			t.Errorf("status in CSV:\n%q", csv)
		}
		if object := alikeOutput(t, dir, "check", "-f", "json"); !strings.Contains(object, `"checked_records":1234`) {
			t.Errorf("check in JSON:\n%s", object)
		}
	}
}

// TestFileVerbsOnRecords checks that every verb for files refuses an index of records
// and leaves it unchanged.
func TestFileVerbsOnRecords(t *testing.T) {
	dir, tree := recordsIndex(t, 5, "{}"), t.TempDir()
	none := func() int { return 0 }
	for _, args := range [][]string{
		{"scan", tree}, {"pairs"}, {"pairs", tree}, {"groups"}, {"dups"}, {"query", "status_records_test.go"}, {"near"}, {"near", "status_records_test.go"}, {"changes"}, {"changes", "--since", "1d"},
		{"forget", tree},
	} {
		var stdout, stderr bytes.Buffer
		a := newCommandLine(environment{
			stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
			getenv:     func(name string) string { return map[string]string{"ALIKE_INDEX": dir}[name] },
			outColumns: none, errColumns: none,
		})
		err := a.execute(context.Background(), args)
		var kind *db.KindError
		if !errors.As(err, &kind) || exitCode(err) != 1 {
			t.Errorf("alike %v: %v", args, err)
			continue
		}
		what, next := explain(err)
		if want := "the index in " + dir + " holds records, not files"; what != want || next != "name another folder with --index" {
			t.Errorf("alike %v: %q, %q", args, what, next)
		}
	}
	if text := alikeOutput(t, dir, "status"); !strings.Contains(text, "5, ") {
		t.Errorf("status:\n%s", text)
	}
}

//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// answers is the content of an index as alike shows it: all pairs, and its status.
type answers struct {
	pairs   []string // as printed
	summary string   // of pairs, without history
	status  string   // without history
}

// history lists the fields that depend on how and where an index was built and on
// how busy the machine was. All others must be the same for the same files.
// "postings", "compared" and the like count orphaned contents too.
var history = []string{
	"seconds", "index", "disk_bytes", "generation", "segments", "unnamed", "postings", "compared",
	"scans", "last_scan_began", "last_scan_ended", "last_scan_seconds", "roots",
}

// scanArgs returns the arguments of a scan. With the smallest --memory allowed, a
// scan commits several times.
func scanArgs(trees ...string) []string {
	return append([]string{"scan", "--memory", "16MiB", "--no-ignore", "--hidden", "-f", "json"}, trees...)
}

// scan brings the index up to date and returns the summary.
func (a *attempt) scan(trees ...string) (summary, error) {
	o, err := a.done(scanArgs(trees...)...)
	if err != nil {
		return summary{}, err
	}
	return summaryOf(o)
}

// summary is the last line of a JSON run.
type summary struct {
	Files, Contents, Bytes, Read, Unchanged, Failed int64
	Skipped                                         map[string]int64
	Generation                                      int64
}

func summaryOf(o outcome) (summary, error) {
	lines := strings.Split(strings.TrimSpace(o.stdout), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		return s, o.fault(fmt.Sprintf("want a summary: %v", err))
	}
	return s, nil
}

// status returns the status of the index, or zeros if there is none.
func (a *attempt) status() (summary, error) {
	o, err := a.run([]int{exitDone, exitNoIndex}, "status", "-f", "json")
	if err != nil || o.code == exitNoIndex {
		return summary{}, err
	}
	return summaryOf(o)
}

// ask returns the answers of the index alone, whether its files can be read or not.
func (a *attempt) ask() (answers, error) {
	var n answers
	o, err := a.done("pairs", "--estimate", "-f", "json", "--sort")
	if err != nil {
		return n, err
	}
	if n.pairs, n.summary, err = withoutHistory(o); err != nil {
		return n, err
	}
	if o, err = a.done("status", "-f", "json"); err != nil {
		return n, err
	}
	_, n.status, err = withoutHistory(o)
	return n, err
}

// withoutHistory splits the output of a JSON run into its results and its summary,
// without the fields in history.
func withoutHistory(o outcome) (results []string, summary string, err error) {
	lines := strings.Split(strings.TrimSpace(o.stdout), "\n")
	last := len(lines) - 1
	fields := map[string]any{}
	d := json.NewDecoder(strings.NewReader(lines[last]))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, "", o.fault(fmt.Sprintf("want a summary: %v", err))
	}
	for _, name := range history {
		delete(fields, name)
	}
	text, err := json.Marshal(fields) // sorted by name
	return lines[:last], string(text), err
}

// differs returns an error that shows the first difference, or nil.
func (n answers) differs(want answers) error {
	for i := range max(len(n.pairs), len(want.pairs)) {
		switch {
		case i >= len(n.pairs):
			return fmt.Errorf("%d pairs, want %d; missing: %s", len(n.pairs), len(want.pairs), want.pairs[i])
		case i >= len(want.pairs):
			return fmt.Errorf("%d pairs, want %d; extra: %s", len(n.pairs), len(want.pairs), n.pairs[i])
		case n.pairs[i] != want.pairs[i]:
			return fmt.Errorf("%d pairs, want %d; the first difference:\n%s\nwant\n%s", len(n.pairs), len(want.pairs), n.pairs[i], want.pairs[i])
		}
	}
	if n.summary != want.summary {
		return fmt.Errorf("the summary of the pairs is\n%s\nwant\n%s", n.summary, want.summary)
	}
	if n.status != want.status {
		return fmt.Errorf("the status is\n%s\nwant\n%s", n.status, want.status)
	}
	return nil
}

// same compares the answers of the index with the ones of an undisturbed scan.
func (a *attempt) same(want answers) error {
	got, err := a.ask()
	if err != nil {
		return err
	}
	return got.differs(want)
}

// sound runs check on the index. If orNone is set, the index may also be missing.
func (a *attempt) sound(orNone bool) error {
	codes := []int{exitDone}
	if orNone {
		codes = append(codes, exitNoIndex)
	}
	_, err := a.run(codes, "check")
	return err
}

// survived checks the index after a disturbance and returns its status.
func (a *attempt) survived(orNone bool) (summary, error) {
	if err := a.sound(orNone); err != nil {
		return summary{}, err
	}
	return a.status()
}

// continues scans a tree without recent files once more. The scan must not read the
// files that the index had. The index must then be as in completes.
func (a *attempt) continues(had summary, want answers, tree string) error {
	got, err := a.scan(tree)
	if err != nil {
		return err
	}
	if got.Unchanged != had.Files || got.Unchanged+got.Read > got.Files {
		return fmt.Errorf("the index had %d files of %d; the next scan found %d unchanged and read %d",
			had.Files, got.Files, got.Unchanged, got.Read)
	}
	if err := a.same(want); err != nil {
		return err
	}
	return a.sound(false)
}

// completes scans once more. The index must then be sound and give the answers of an
// undisturbed scan.
func (a *attempt) completes(want answers, trees ...string) error {
	if _, err := a.scan(trees...); err != nil {
		return err
	}
	if err := a.same(want); err != nil {
		return err
	}
	return a.sound(false)
}

// undisturbed returns the answers of a fresh index of these trees.
func (t *tally) undisturbed(trees ...string) (want answers, err error) {
	err = t.aside("reference", func(a *attempt) error {
		if _, err := a.scan(trees...); err != nil {
			return err
		}
		want, err = a.ask()
		return err
	})
	if err == nil && len(want.pairs) == 0 {
		err = fmt.Errorf("%q have no pairs to compare", trees)
	}
	return want, err
}

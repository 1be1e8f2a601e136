package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// answers are what alike says of an index: all pairs, and its status.
type answers struct {
	pairs   []string // as printed
	summary string   // of pairs, without what tells of history
	status  string   // the same of status
}

// history are the fields that tell how an index came about, or where it is and
// how busy the machine was: everything else must be the same for the same files.
// Postings, compared and the like count contents in that no path names any more.
var history = []string{
	"seconds", "index", "disk_bytes", "generation", "segments", "unnamed", "postings", "compared",
	"scans", "last_scan_began", "last_scan_ended",
}

// scanFlags are given to each scan. The least memory that is allowed makes
// commits in the middle of a scan.
var scanFlags = []string{"--memory", "16MiB", "--no-ignore", "--hidden"}

// scanArgs is the command that scans.
func scanArgs(trees ...string) []string {
	return slices.Concat([]string{"scan"}, scanFlags, []string{"-f", "json"}, trees)
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
		return s, o.fault(fmt.Sprintf("its summary is not understood: %v", err))
	}
	return s, nil
}

// status returns what the index holds, nothing if there is none.
func (a *attempt) status() (summary, error) {
	o, err := a.run([]int{exitDone, exitNoIndex}, "status", "-f", "json")
	if err != nil || o.code == exitNoIndex {
		return summary{}, err
	}
	return summaryOf(o)
}

// ask asks for the answers.
func (a *attempt) ask() (answers, error) {
	var n answers
	o, err := a.done("pairs", "-f", "json", "--sort")
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

// withoutHistory returns the results of a JSON run and its summary, without what
// differs from one index to the next.
func withoutHistory(o outcome) (results []string, summary string, err error) {
	lines := strings.Split(strings.TrimSpace(o.stdout), "\n")
	last := len(lines) - 1
	fields := map[string]any{}
	d := json.NewDecoder(strings.NewReader(lines[last]))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, "", o.fault(fmt.Sprintf("its summary is not understood: %v", err))
	}
	for _, name := range history {
		delete(fields, name)
	}
	text, err := json.Marshal(fields) // in order of the names
	return lines[:last], string(text), err
}

// differs returns an error if these answers are not those that are wanted.
func (n answers) differs(want answers) error {
	for i := range max(len(n.pairs), len(want.pairs)) {
		switch {
		case i >= len(n.pairs):
			return fmt.Errorf("%d pairs, want %d; lost: %s", len(n.pairs), len(want.pairs), want.pairs[i])
		case i >= len(want.pairs):
			return fmt.Errorf("%d pairs, want %d; too many: %s", len(n.pairs), len(want.pairs), n.pairs[i])
		case n.pairs[i] != want.pairs[i]:
			return fmt.Errorf("%d pairs, want %d; the first that differs:\n%s\nwant\n%s", len(n.pairs), len(want.pairs), n.pairs[i], want.pairs[i])
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

// same asks, and compares with what an undisturbed scan gave.
func (a *attempt) same(want answers) error {
	got, err := a.ask()
	if err != nil {
		return err
	}
	return got.differs(want)
}

// sound proves that the index is sound, or that there is none where that may be.
func (a *attempt) sound(orNone bool) error {
	codes := []int{exitDone}
	if orNone {
		codes = append(codes, exitNoIndex)
	}
	_, err := a.run(codes, "check")
	return err
}

// undisturbed returns the answers of a new index of these trees.
func (t *tally) undisturbed(trees ...string) (want answers, err error) {
	err = t.aside("reference", func(a *attempt) error {
		if _, err := a.scan(trees...); err != nil {
			return err
		}
		want, err = a.ask()
		return err
	})
	if err == nil && len(want.pairs) == 0 {
		err = fmt.Errorf("there are no pairs in %q: nothing could be compared", trees)
	}
	return want, err
}

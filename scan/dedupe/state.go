package dedupe

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"alike/db"
	"alike/fingerprint"
	"alike/scan/records"
)

// stateVersion is raised when what a state means changes.
const stateVersion = 1

// state is what the index holds of the last run, as JSON: what it was to do, and how
// far it is.
type state struct {
	Version int  `json:"version"`
	Done    bool `json:"done"`
	// Private says that the index is there for this run alone and goes away with it.
	Private bool `json:"private,omitempty"`

	task
	First  db.RecordID         `json:"first"` // the number of its first record
	Counts Counts              `json:"counts"`
	At     *records.Checkpoint `json:"at,omitempty"` // nil: at the beginning
}

// task is what a run must have in common with one that goes on with it. Names are
// quoted as Go does, so that JSON keeps them whatever their bytes.
type task struct {
	Inputs   []string          `json:"inputs"`
	Layout   records.Layout    `json:"layout"`
	Output   string            `json:"output,omitempty"`  // "": a stream
	Dropped  string            `json:"dropped,omitempty"` // "": none
	Distance int               `json:"distance"`
	Min      fingerprint.Share `json:"min"`
	By       string            `json:"by,omitempty"`
	OnError  OnError           `json:"on_error"`
}

// task returns what a job is to do.
func (j *Job) task() task {
	t := task{
		Layout: j.Records.Layout, Distance: j.Distance, Min: j.Min, By: j.By, OnError: j.OnError,
		Output: quotedPath(j.Output), Dropped: quotedPath(j.Dropped),
	}
	for _, in := range j.Inputs {
		t.Inputs = append(t.Inputs, strconv.QuoteToASCII(in.Name))
	}
	return t
}

func quotedPath(path string) string {
	if path == "" {
		return ""
	}
	return strconv.QuoteToASCII(path)
}

// differs says in what a task is another one, "" if in nothing.
func (t task) differs(u task) string {
	switch {
	case t.Output != u.Output:
		return "another output"
	case t.Dropped != u.Dropped:
		return "another file for the dropped records"
	case !slices.Equal(t.Inputs, u.Inputs):
		return "other inputs"
	case !t.Layout.Equal(u.Layout):
		return "another format, or other fields"
	case t.Distance != u.Distance:
		return "another distance"
	case t.Min != u.Min || t.By != u.By:
		return "another threshold"
	case t.OnError != u.OnError:
		return "another way with malformed records"
	}
	return ""
}

// Unfinished reports whether the last run on an index ended before its input did.
func Unfinished(ix *db.Index) (bool, error) {
	last, err := lastRun(ix)
	return last != nil && !last.Done, err
}

// lastRun returns the state of the index's last run, nil if it has had none.
func lastRun(ix *db.Index) (*state, error) {
	data := ix.Run()
	if data == nil {
		return nil, nil
	}
	var s state
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("reading how far the last run on this index came: %w", err)
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("the last run on this index was one of another version (%d, and this is %d)", s.Version, stateVersion)
	}
	return &s, nil
}

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

// stateVersion increases when the meaning of a state changes.
const stateVersion = 1

// state is the task and progress of the last run. The index stores it as JSON.
type state struct {
	Version int  `json:"version"`
	Done    bool `json:"done"`
	// Private is set if the index exists only for this run and is removed after it.
	Private bool `json:"private,omitempty"`
	// Claimed is what the claims on the outputs hold, as a Go string literal: the folder of
	// the index, which may have moved since. "": they are not claimed.
	Claimed string `json:"claim,omitempty"`

	task
	First  db.RecordID         `json:"first"` // the number of its first record
	Counts Counts              `json:"counts"`
	At     *records.Checkpoint `json:"at,omitempty"` // nil: at the beginning

	Finished []finishedRun `json:"finished,omitempty"` // on this index, the last one at the end
}

// task holds the options that a run and the run that resumes it must share. Names are
// Go string literals, so that JSON preserves any bytes.
type task struct {
	Inputs   []string          `json:"inputs"`
	Layout   records.Layout    `json:"layout"`
	Output   string            `json:"output,omitempty"`  // "": a stream
	Dropped  string            `json:"dropped,omitempty"` // "": none
	Distance int               `json:"distance"`
	Min      fingerprint.Share `json:"min"`
	By       string            `json:"by,omitempty"`
	OnError  OnError           `json:"on_error"`
	Tag      string            `json:"tag,omitempty"`
	Keep     Keep              `json:"keep,omitempty"`
}

// task returns the task of a job.
func (j *Job) task() task {
	t := task{
		Layout: j.Records.Layout, Distance: j.Distance, Min: j.Min, By: j.By, OnError: j.OnError, Tag: j.Tag, Keep: j.Keep,
		Output: quotedPath(j.Output), Dropped: quotedPath(j.Dropped),
	}
	for _, in := range j.Inputs {
		t.Inputs = append(t.Inputs, strconv.QuoteToASCII(in.Name))
	}
	return t
}

// outputs returns the paths of the outputs, as Go string literals.
func (t task) outputs() []string { return []string{t.Output, t.Dropped} }

// paths returns the paths of the outputs that there are.
func (t task) paths() (paths []string) {
	for _, quoted := range t.outputs() {
		if path, err := strconv.Unquote(quoted); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// quotedPath returns a path as a Go string literal, or "" for "".
func quotedPath(path string) string {
	if path == "" {
		return ""
	}
	return strconv.QuoteToASCII(path)
}

// differs describes the first difference between two tasks. It returns "" if there is
// none.
func (t task) differs(u task) string {
	switch {
	case t.Output != u.Output:
		return "another output"
	case t.Dropped != u.Dropped:
		return "another list of dropped records"
	case !slices.Equal(t.Inputs, u.Inputs):
		return "other inputs"
	case !t.Layout.Equal(u.Layout):
		return "another format, or other fields"
	case t.Distance != u.Distance:
		return "another distance"
	case t.Min != u.Min || t.By != u.By:
		return "another threshold"
	case t.OnError != u.OnError:
		return "another treatment of malformed records"
	case t.Tag != u.Tag:
		return "another tag"
	}
	return ""
}

// Unfinished reports whether the last run on an index is unfinished.
func Unfinished(ix *db.Index) (bool, error) {
	last, err := lastRun(ix)
	return last != nil && !last.Done, err
}

// lastRun returns the state of the last run on an index, nil if there was none.
func lastRun(ix *db.Index) (*state, error) {
	data := ix.Run()
	if data == nil {
		return nil, nil
	}
	var s state
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, damaged(ix, fmt.Errorf("the state of its last run cannot be decoded: %w", err))
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("the state of the last run on this index has version %d, and this is version %d", s.Version, stateVersion)
	}
	return &s, nil
}

// finishedRun identifies a finished run and its results.
type finishedRun struct {
	Task    string         `json:"task"` // digest of the task and of the encoding
	Inputs  []records.Past `json:"inputs"`
	Output  int64          `json:"output"` // lengths
	Dropped int64          `json:"dropped"`
	Counts  Counts         `json:"counts"`
}

// Package sarif writes SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format,
// errata 01, 2023), the input of services for code review. It writes one result at a
// time. It has its own structs, which tests check against the schema of the standard,
// because existing libraries hold a whole report in memory (owenrumney/go-sarif 3.3.1 has
// 18,000 lines and depends on a validator).
package sarif

import (
	"fmt"
	"io"
	"strings"
)

const (
	version = "2.1.0"
	schema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sourceRoot denotes the folder that URIs are relative to, by its usual name.
	sourceRoot = "%SRCROOT%"
)

// The levels of results and notifications.
const (
	Note    = "note"
	Warning = "warning"
)

// Message is a text for people. Link makes links for it.
type Message struct {
	Text string `json:"text"`
}

// Region is a range of whole lines, counted from 1, both inclusive. It has no columns,
// because they count characters of an encoding that the format does not state.
type Region struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}

// Artifact is a file; see Run.Artifact.
type Artifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

// Physical is a place in a file.
type Physical struct {
	Artifact Artifact `json:"artifactLocation"`
	Region   *Region  `json:"region,omitempty"`
}

// Location is a place that a result points at.
type Location struct {
	ID       int      `json:"id,omitempty"` // for links in messages, from 1 on
	Physical Physical `json:"physicalLocation"`
	Message  *Message `json:"message,omitempty"`
}

// Result is one finding.
type Result struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"` // in Run.Rules
	Level        string            `json:"level"`
	Message      Message           `json:"message"`
	Locations    []Location        `json:"locations"`
	Related      []Location        `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"` // identify the result across runs
	Properties   any               `json:"properties"`
}

// Help is advice on the results of a rule.
type Help struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// Rule describes a kind of results.
type Rule struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Short  Message `json:"shortDescription"`
	Full   Message `json:"fullDescription"`
	Help   Help    `json:"help"`
	Config struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties struct {
		Tags []string `json:"tags"`
	} `json:"properties"`
}

// Notification reports a problem of the run itself.
type Notification struct {
	Level   string  `json:"level"`
	Message Message `json:"message"`
}

type driver struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Rules   []Rule `json:"rules"`
}

type invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	Notifications []Notification `json:"toolExecutionNotifications,omitempty"`
}

// Run describes the run that made the results.
type Run struct {
	Tool    string
	Version string
	Rules   []Rule
	ID      string // the same for every run of this kind
	Root    string // absolute path of the folder that URIs are relative to
}

// Writer writes a run, one result at a time.
type Writer struct {
	w      io.Writer
	encode func(buf []byte, v any) []byte
	run    Run
	begun  bool
}

// NewWriter returns a writer of a run. encode appends the JSON of a value.
func NewWriter(w io.Writer, encode func(buf []byte, v any) []byte, run Run) *Writer {
	return &Writer{w: w, encode: encode, run: run}
}

// begin writes the part of the file before the results.
func (w *Writer) begin() error {
	if w.begun {
		return nil
	}
	w.begun = true
	driver := map[string]any{"driver": driver{w.run.Tool, w.run.Version, w.run.Rules}}
	bases := map[string]any{sourceRoot: map[string]string{"uri": fileURI(strings.TrimSuffix(w.run.Root, "/") + "/")}}
	_, err := fmt.Fprintf(w.w, `{"version":"%s","$schema":"%s","runs":[{"tool":%s,"automationDetails":%s,"originalUriBaseIds":%s,"results":[`,
		version, schema, w.encode(nil, driver), w.encode(nil, map[string]string{"id": w.run.ID}), w.encode(nil, bases))
	return err
}

// Write writes a result.
func (w *Writer) Write(r Result) error {
	separator := "\n"
	if w.begun {
		separator = ",\n"
	}
	if err := w.begin(); err != nil {
		return err
	}
	_, err := w.w.Write(w.encode([]byte(separator), r))
	return err
}

// Close completes the run.
func (w *Writer) Close(notifications ...Notification) error {
	if err := w.begin(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w.w, "\n],\"invocations\":[%s]}]}\n", w.encode(nil, invocation{true, notifications}))
	return err
}

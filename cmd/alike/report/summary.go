package report

import (
	"cmp"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/scan"
)

// Summary is the last line of JSON output. Its first fields are part of every summary,
// and 0 if a verb has nothing to count. They cover the trees that the verb scanned, or
// else the whole index.
type Summary struct {
	Verb        string
	Files       int64
	Contents    int64
	Bytes       int64
	Read        int64
	Unchanged   int64
	Failed      int64 // files that could not be read
	Skipped     map[string]int64
	Took        time.Duration
	Interrupted bool // the next scan resumes this one
	Directories int64

	// FewFingerprints counts contents with fewer fingerprints than two files must share
	// to match. They match only identical files.
	FewFingerprints int64

	// Generated and Vendored count the files and folders that the code view left out.
	Generated, Vendored int64
	// FirstScan is FirstScanRunning or FirstScanInterrupted if the index lacks files of a
	// root because its first scan has not ended, otherwise "".
	FirstScan string

	objectType       string // "" is summary
	results, omitted int64
	fields           []Field // of the verb
	base             *Base
	scan             *scan.Summary // of the trees that were scanned, or nil
}

// Field is a field of a JSON object.
type Field struct {
	Name  string
	Value any
}

// Add appends the fields of a verb.
func (s *Summary) Add(fields ...Field) { s.fields = append(s.fields, fields...) }

// all returns the fields of a summary in their order.
func (s *Summary) all() []Field {
	objectType, skipped := cmp.Or(s.objectType, "summary"), s.Skipped
	if skipped == nil {
		skipped = map[string]int64{}
	}
	fields := []Field{
		{"type", objectType}, {"verb", s.Verb}, {"files", s.Files}, {"contents", s.Contents}, {"bytes", s.Bytes},
		{"read", s.Read}, {"unchanged", s.Unchanged}, {"failed", s.Failed}, {"skipped", skipped},
		{"results", s.results}, {"seconds", roundSeconds(s.Took)},
	}
	if s.Interrupted {
		fields = append(fields, Field{"interrupted", true})
	}
	fields = append(fields, Field{"omitted", s.omitted}, Field{"directories", s.Directories},
		Field{"few_fingerprints", s.FewFingerprints})
	if s.FirstScan != "" {
		fields = append(fields, Field{"first_scan", s.FirstScan})
	}
	return append(fields, s.fields...)
}

// roundSeconds converts to seconds, rounded to milliseconds.
func roundSeconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond)) / float64(time.Second)
}

// Base counts what --base removed from a comparison.
type Base struct {
	Files        int64
	Fingerprints int64
	// Searched is set for a search of the index, which counts the rest.
	Searched bool
	Taken    int64 // ignored fingerprints of contents
	Contents int64 // contents that are entirely in the base
}

// AddBase appends the fields of a base.
func (s *Summary) AddBase(b Base) {
	s.base = &b
	s.Add(Field{"base_files", b.Files}, Field{"base_fingerprints", b.Fingerprints})
	if b.Searched {
		s.Add(Field{"base_taken", b.Taken}, Field{"base_contents", b.Contents})
	}
}

// Documents counts the contents of an index by whether they can have a simhash.
type Documents struct {
	Documents   int64 // text
	TooShort    int64 // of these: compared by the whole text only
	NoDocuments int64 // binary, empty, or too large
}

// Fields returns the counts for a summary.
func (d Documents) Fields() []Field {
	return []Field{{"documents", d.Documents}, {"too_short", d.TooShort}, {"no_documents", d.NoDocuments}}
}

// The states of a first scan that has not ended.
const (
	FirstScanRunning     = "running"
	FirstScanInterrupted = "interrupted"
)

// limits says what the answer does not cover, to follow a count of the results.
func (s *Summary) limits() string {
	var parts []string
	flags := ""
	for _, out := range []struct {
		n          int64
		kind, flag string
	}{{s.Generated, "as generated", " --generated"}, {s.Vendored, "as vendored", " --vendored"}} {
		switch {
		case out.n == 0:
			continue
		case len(parts) == 0:
			parts = append(parts, terminal.Amount(out.n, "file", "files")+" left out "+out.kind)
		default:
			parts = append(parts, terminal.Comma(out.n)+" "+out.kind)
		}
		flags += out.flag
	}
	text := ""
	if len(parts) > 0 {
		text = "; " + strings.Join(parts, ", ") + ":" + flags
	}
	if s.Failed > 0 && s.results == 0 {
		text += "; " + terminal.Amount(s.Failed, "file or folder", "files and folders") + " could not be read"
	}
	return text
}

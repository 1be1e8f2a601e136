package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
)

// Status describes an index.
type Status struct {
	db.Status
	Dir     string
	Scans   []db.Scan
	Roots   []Root
	Scheme  string        // of simhashes, "" if the index keeps none
	Blocks  int           // of simhashes
	Held    *db.HeldError // the process that writes to the index, or nil
	Records *RecordIndex  // nil if the index holds files

	Imported bool // the files are of other hosts
}

// Root is a folder that alike scan without arguments scans again.
type Root struct {
	scan.Root
	Args []string // that make its selection
	Text string   // the same for a shell, "" if the selection is not known
}

// rootJSON is a root in a status.
type rootJSON struct {
	nameJSON
	Scanned   string    `json:"scanned"`        // RFC 3339
	Args      *[]string `json:"args,omitempty"` // absent if not known
	Generated int64     `json:"generated"`
	Vendored  int64     `json:"vendored"`
}

func jsonRoot(r Root) rootJSON {
	j := rootJSON{jsonName(r.Path), time.Unix(0, r.Scanned).Format(time.RFC3339), nil, r.Generated, r.Vendored}
	if r.Known {
		args := append([]string{}, r.Args...)
		j.Args = &args
	}
	return j
}

// line returns the root and its selection.
func (r Root) line() statusLine {
	path := terminal.Visible(r.Path)
	text := path
	switch {
	case !filepath.IsAbs(r.Path + "/"):
		text += ", exported " + time.Unix(0, r.Scanned).Format("2006-01-02 15:04")
	case !r.Known:
		text += ", scanned by an older version"
	case r.Text != "":
		text += ", with " + terminal.Visible(r.Text)
	}
	return statusLine{"root", "", text, path}
}

// RecordIndex is the part of a status that only an index of records has.
type RecordIndex struct {
	Method     string    // of comparison
	LastRun    time.Time // its last commit; zero before the first run
	Unfinished bool      // the last run ended before its input did
}

// Summary returns a summary with the fields of a status.
func (s *Status) Summary() *Summary {
	sum := &Summary{
		Verb: "status", objectType: "status",
		Files: s.Files, Contents: s.Contents, Bytes: s.Bytes, FewFingerprints: s.FewFingerprint, Directories: s.Directories,
	}
	sum.Add(Documents{s.Documents, s.ShortDocuments, s.NoDocuments}.Fields()...)
	sum.Add(Field{"index", s.Dir}, Field{"view", s.Params.View}, Field{"window", s.Params.Rule.Window},
		Field{"density", density(s.Params.Rule)}, Field{"format", s.Format})
	if anchors := s.Params.Rule.Anchors.Lines(); len(anchors) > 0 {
		sum.Add(Field{"anchors", anchors}, Field{"anchors_digest", s.Params.Rule.Anchors.Digest()})
	}
	if s.Imported {
		sum.Add(Field{"imported", true})
	}
	sum.Add(Field{"unnamed", s.Orphans}, Field{"content_bytes", s.ContentBytes}, Field{"fingerprints", s.Fingerprints},
		Field{"postings", s.Postings}, Field{"segments", s.Segments}, Field{"generation", s.Generation},
		Field{"disk_bytes", s.DiskBytes}, Field{"hashes", s.Hashes}, Field{"hash_bytes", s.HashBytes})
	if s.Scheme != "" {
		sum.Add(Field{"hash_scheme", s.Scheme}, Field{"hash_blocks", s.Blocks})
	}
	if s.Records == nil {
		roots := make([]rootJSON, len(s.Roots))
		for i, r := range s.Roots {
			roots[i] = jsonRoot(r)
		}
		sum.Add(Field{"roots", roots})
	}
	sum.Add(Field{"scans", len(s.Scans)})
	began, ended := s.lastScan()
	if began != "" {
		sum.Add(Field{"last_scan_began", began})
	}
	if ended != "" {
		sum.Add(Field{"last_scan_ended", ended}, Field{"last_scan_seconds", roundSeconds(s.Scans[len(s.Scans)-1].Took)})
	}
	if h := s.Held; h != nil {
		sum.Add(Field{"held_by", heldJSON{h.PID, h.Command, h.Since.Format(time.RFC3339), h.State}})
	}
	if r := s.Records; r != nil {
		sum.Add(Field{"record_index", recordIndexJSON{s.Status.Records, s.RecordBytes, r.Method, r.lastRun(), r.Unfinished}})
	}
	return sum
}

// lastScan returns the times at which the last scan began and ended, or "".
func (s *Status) lastScan() (began, ended string) {
	if len(s.Scans) == 0 {
		return "", ""
	}
	last := s.Scans[len(s.Scans)-1]
	if !last.Ended.IsZero() {
		ended = last.Ended.Format(time.RFC3339)
	}
	return last.Began.Format(time.RFC3339), ended
}

func (r *RecordIndex) lastRun() string {
	if r.LastRun.IsZero() {
		return ""
	}
	return r.LastRun.Format(time.RFC3339)
}

// density returns the level of a rule, or the word auto.
func density(r fingerprint.Rule) any {
	if r.IsAuto() {
		return "auto"
	}
	return r.Density
}

// heldJSON is a process that writes to the index.
type heldJSON struct {
	PID     int    `json:"pid"`
	Command string `json:"command"`
	Since   string `json:"since"` // RFC 3339
	State   string `json:"state"`
}

type recordIndexJSON struct {
	Records    int64  `json:"records"`
	Bytes      int64  `json:"bytes"` // of memory
	Method     string `json:"way"`
	LastRun    string `json:"last_run,omitempty"` // RFC 3339
	Unfinished bool   `json:"unfinished"`
}

// statusLine is a line of a status in text and CSV. Text omits a line without a value
// for people.
type statusLine struct {
	name     string // in CSV
	short    string // in text, if different
	people   string // value in text
	programs string // value in CSV
}

// lines returns the lines of a status in text and CSV.
func (s *Status) lines() []statusLine {
	lines := s.fileLines
	if s.Records != nil {
		lines = s.recordLines
	}
	if s.Held == nil {
		return lines()
	}
	return append(lines(), statusLine{"held_by", "written by", terminal.Visible(WrittenBy(s.Held)), itoa(s.Held.PID)})
}

// fileLines returns the lines of an index of files.
func (s *Status) fileLines() []statusLine {
	rule := s.Params.Rule
	level := fmt.Sprint(density(rule))
	if len(rule.Anchors.Lines()) > 0 {
		level = ""
	}
	orphaned := ""
	if s.Orphans > 0 {
		orphaned = terminal.Comma(s.Orphans) + " more of files that are gone, dropped in time"
	}
	began, ended := s.lastScan()
	last := "last scan"
	if s.Imported {
		last = "last import"
	}
	lines := []statusLine{
		{"index", "", terminal.Visible(s.Dir), terminal.Visible(s.Dir)},
		{"view", "", s.Params.View, s.Params.View},
		{"window", "", fmt.Sprintf("%d %s", rule.Window, view.Kind(s.Params.View).Unit()), itoa(rule.Window)},
		{"density", "", level, fmt.Sprint(density(rule))},
		{"anchors", "", anchorsText(rule.Anchors), itoa(len(rule.Anchors.Lines()))},
		{"anchors_digest", "", "", rule.Anchors.Digest()},
		{"format", "", itoa(s.Format), itoa(s.Format)},
		{"files", "", terminal.Comma(s.Files) + ", " + terminal.Size(s.Bytes), itoa(s.Files)},
		{"bytes", "", "", itoa(s.Bytes)},
		{"directories", "folders", terminal.Comma(s.Directories), itoa(s.Directories)},
		{"contents", "", terminal.Comma(s.Contents) + " that differ, " + terminal.Size(s.ContentBytes), itoa(s.Contents)},
		{"content_bytes", "", "", itoa(s.ContentBytes)},
		{"few_fingerprints", "  few", terminal.Comma(s.FewFingerprint) + fmt.Sprintf(" of these, with fewer than %d fingerprints: found only as identical", db.MinShared), itoa(s.FewFingerprint)},
		{"unnamed", "  gone", orphaned, itoa(s.Orphans)},
		{"fingerprints", "", terminal.Comma(s.Fingerprints), itoa(s.Fingerprints)},
		{"postings", "", terminal.Comma(s.Postings) + " in " + terminal.Amount(int64(s.Segments), "segment", "segments"), itoa(s.Postings)},
		{"segments", "", "", itoa(s.Segments)},
		{"hashes", "simhashes", s.hashes(), itoa(s.Hashes)},
		{"documents", "", "", itoa(s.Documents)},
		{"too_short", "", "", itoa(s.ShortDocuments)},
		{"no_documents", "", "", itoa(s.NoDocuments)},
		{"hash_bytes", "", "", itoa(s.HashBytes)},
		{"hash_scheme", "  made by", terminal.Visible(s.Scheme), terminal.Visible(s.Scheme)},
		{"hash_blocks", "", "", itoa(s.Blocks)},
		{"generation", "", "", fmt.Sprint(s.Generation)},
		{"disk_bytes", "on disk", terminal.Size(s.DiskBytes), itoa(s.DiskBytes)},
		{"last_scan_began", last, s.lastScanText(), began},
		{"last_scan_ended", "", "", ended},
	}
	for _, r := range s.Roots {
		lines = append(lines, r.line())
	}
	return lines
}

// recordLines returns the lines of an index of records.
func (s *Status) recordLines() []statusLine {
	r := s.Records
	return []statusLine{
		{"index", "", terminal.Visible(s.Dir), terminal.Visible(s.Dir)},
		{"way", "compared by", terminal.Visible(r.Method), terminal.Visible(r.Method)},
		{"format", "", itoa(s.Format), itoa(s.Format)},
		{"records", "", terminal.Comma(s.Status.Records) + ", " + terminal.Size(s.RecordBytes) + " in " + terminal.Amount(int64(s.Segments), "segment", "segments"), itoa(s.Status.Records)},
		{"record_bytes", "", "", itoa(s.RecordBytes)},
		{"segments", "", "", itoa(s.Segments)},
		{"generation", "", "", fmt.Sprint(s.Generation)},
		{"disk_bytes", "on disk", terminal.Size(s.DiskBytes), itoa(s.DiskBytes)},
		{"last_run", "last run", s.lastRunText(), r.lastRun()},
		{"unfinished", "", "", fmt.Sprint(r.Unfinished)},
	}
}

// hashes describes the simhashes of the index, or returns "" if it keeps none.
func (s *Status) hashes() string {
	if s.Scheme == "" {
		return ""
	}
	text := terminal.Amount(s.Documents, "document", "documents")
	if s.ShortDocuments > 0 {
		text += " (" + terminal.Comma(s.ShortDocuments) + " too short to judge)"
	}
	if s.NoDocuments > 0 {
		text += ", " + terminal.Comma(s.NoDocuments) + " no documents"
	}
	if missing := s.Contents - s.Documents - s.NoDocuments; missing > 0 {
		text += ", " + terminal.Comma(missing) + " missing"
	}
	return text + ", in " + terminal.Amount(int64(s.Blocks), "block", "blocks") + ", " + terminal.Size(s.HashBytes)
}

// lastScanText describes the last scan.
func (s *Status) lastScanText() string {
	if len(s.Scans) == 0 {
		return ""
	}
	last := s.Scans[len(s.Scans)-1]
	text := last.Began.Format("2006-01-02 15:04")
	switch {
	case !last.Ended.IsZero():
		return text + ", " + terminal.Seconds(last.Took)
	case s.Held != nil:
		return text + ", not done yet"
	}
	return text + ", interrupted: the same command goes on from there"
}

// lastRunText describes the last run.
func (s *Status) lastRunText() string {
	r := s.Records
	if r.LastRun.IsZero() {
		return ""
	}
	text := r.LastRun.Local().Format("2006-01-02 15:04")
	switch {
	case r.Unfinished && s.Held != nil:
		return text + ", not done yet"
	case r.Unfinished:
		return text + ", not finished: the same command with --resume goes on from there"
	}
	return text
}

// WrittenBy describes the process that writes to an index and its progress.
func WrittenBy(held *db.HeldError) string {
	text := fmt.Sprintf("process %d (%s) since %s", held.PID, held.Command, held.Since.Format("15:04:05"))
	if held.State != "" {
		text += ": " + held.State
	}
	return text
}

// anchorsShown is the maximum number of bytes of anchors in a status.
const anchorsShown = 60

// anchorsText returns the number of anchors, their digest and the first few, or "" if
// there are none.
func anchorsText(a fingerprint.Anchors) string {
	lines := a.Lines()
	if len(lines) == 0 {
		return ""
	}
	var shown []string
	room := anchorsShown
	for _, l := range lines {
		if room -= len(l) + len(`"", `); room < 0 {
			shown = append(shown, "…")
			break
		}
		shown = append(shown, `"`+terminal.Visible(l)+`"`)
	}
	return fmt.Sprintf("%s, digest %s: %s", terminal.Amount(int64(len(lines)), "string", "strings"), a.Digest(), strings.Join(shown, ", "))
}

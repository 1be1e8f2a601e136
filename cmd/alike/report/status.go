package report

import (
	"cmp"
	"encoding/json"
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

// RecordIndex is the part of a status that only an index of records has.
type RecordIndex struct {
	Method     string    // of comparison
	LastRun    time.Time // its last commit; zero before the first run
	Unfinished bool      // the last run ended before its input did
}

// fact is what a status says, once for all formats.
type fact struct {
	name   string // in JSON and CSV
	short  string // in text, if different
	people string // the value in text, which omits a fact without one
	value  any    // in JSON, which omits empty text; CSV has its default format
}

// inJSON are the facts of a summary in their order.
const inJSON = `documents too_short no_documents index view window density format anchors anchors_digest imported
	unnamed content_bytes fingerprints postings segments generation disk_bytes hashes hash_bytes hash_scheme hash_blocks
	roots scans last_scan_began last_scan_ended last_scan_seconds held_by record_index`

// Summary returns a summary with the fields of a status.
func (s *Status) Summary() *Summary {
	sum := &Summary{
		Verb: "status", objectType: "status",
		Files: s.Files, Contents: s.Contents, Bytes: s.Bytes, FewFingerprints: s.FewFingerprint, Directories: s.Directories,
	}
	values := map[string]any{"scans": len(s.Scans)}
	for _, f := range append(s.fileFacts(), s.heldFact()...) {
		values[f.name] = f.value
	}
	if values["last_scan_ended"] != "" {
		values["last_scan_seconds"] = roundSeconds(s.Scans[len(s.Scans)-1].Took)
	}
	if s.Imported {
		values["imported"] = true
	}
	if s.Params.Rule.Anchors == "" {
		delete(values, "anchors")
	}
	if s.Scheme == "" {
		delete(values, "hash_blocks")
	}
	if r := s.Records; r != nil {
		values["record_index"] = recordIndexJSON{s.Status.Records, s.RecordBytes, r.Method, r.lastRun(), r.Unfinished}
	} else {
		roots := make([]json.RawMessage, len(s.Roots))
		for i, root := range s.Roots {
			roots[i] = root.json()
		}
		values["roots"] = roots
	}
	for _, name := range strings.Fields(inJSON) {
		if value, ok := values[name]; ok && value != any("") {
			sum.Add(Field{name, value})
		}
	}
	return sum
}

// Status prints the status of an index.
func (p *Printer) Status(s *Status) error { return p.print(s) }

// values names the facts, each in a row. JSON has them in its summary.
func (s *Status) values(_ *setting, v values) {
	if !v.rows() {
		return
	}
	for _, f := range s.facts() {
		v.begin("status")
		v.text("name", f.name)
		v.text("value", fmt.Sprint(f.value))
	}
}

func (s *Status) lines(c *columns) {
	for _, f := range s.facts() {
		if f.people == "" {
			continue
		}
		const names = 13 // columns
		if c.width > 0 {
			indent := strings.Repeat(" ", names+1)
			f.people = strings.TrimSpace(terminal.Wrap(indent+f.people, indent, c.width))
		}
		c.out.line("%s %s", c.paint.Dim(terminal.PadRight(cmp.Or(f.short, f.name), names)), f.people)
	}
}

// facts returns the facts of text and CSV in their order.
func (s *Status) facts() []fact {
	if s.Records != nil {
		return append(s.recordFacts(), s.heldFact()...)
	}
	facts := s.fileFacts()
	for _, r := range s.Roots {
		facts = append(facts, fact{"root", "", r.words(), r.Path})
	}
	return append(facts, s.heldFact()...)
}

// fileFacts returns the facts of an index of files.
func (s *Status) fileFacts() []fact {
	rule := s.Params.Rule
	level := any("auto")
	if !rule.IsAuto() {
		level = rule.Density
	}
	levelText, orphaned, last := fmt.Sprint(level), "", "last scan"
	if rule.Anchors != "" {
		levelText = ""
	}
	if s.Orphans > 0 {
		orphaned = terminal.Comma(s.Orphans) + " more of files that are gone, dropped in time"
	}
	if s.Imported {
		last = "last import"
	}
	began, ended := s.lastScan()
	return []fact{
		{"index", "", terminal.Visible(s.Dir), s.Dir},
		{"view", "", s.Params.View, s.Params.View}, {"window", "", fmt.Sprintf("%d %s", rule.Window, view.Kind(s.Params.View).Unit()), rule.Window},
		{"density", "", levelText, level},
		{"anchors", "", anchorsText(rule.Anchors), anchorLines(rule.Anchors.Lines())},
		{"anchors_digest", "", "", rule.Anchors.Digest()}, {"format", "", itoa(s.Format), s.Format},
		{"files", "", terminal.Comma(s.Files) + ", " + terminal.Size(s.Bytes), s.Files}, {"bytes", "", "", s.Bytes},
		{"directories", "folders", terminal.Comma(s.Directories), s.Directories},
		{"contents", "", terminal.Comma(s.Contents) + " that differ, " + terminal.Size(s.ContentBytes), s.Contents}, {"content_bytes", "", "", s.ContentBytes},
		{"few_fingerprints", "  few", terminal.Comma(s.FewFingerprint) + fmt.Sprintf(" of these, with fewer than %d fingerprints: found only as identical", db.MinShared), s.FewFingerprint},
		{"unnamed", "  gone", orphaned, s.Orphans},
		{"fingerprints", "", terminal.Comma(s.Fingerprints), s.Fingerprints},
		{"postings", "", terminal.Comma(s.Postings) + " in " + terminal.Amount(int64(s.Segments), "segment", "segments"), s.Postings}, {"segments", "", "", s.Segments},
		{"hashes", "simhashes", s.hashes(), s.Hashes},
		{"documents", "", "", s.Documents}, {"too_short", "", "", s.ShortDocuments}, {"no_documents", "", "", s.NoDocuments},
		{"hash_bytes", "", "", s.HashBytes},
		{"hash_scheme", "  made by", terminal.Visible(s.Scheme), s.Scheme},
		{"hash_blocks", "", "", s.Blocks}, {"generation", "", "", s.Generation},
		{"disk_bytes", "on disk", terminal.Size(s.DiskBytes), s.DiskBytes},
		{"last_scan_began", last, s.lastScanText(), began}, {"last_scan_ended", "", "", ended},
	}
}

// recordFacts returns the facts of an index of records.
func (s *Status) recordFacts() []fact {
	r := s.Records
	return []fact{
		{"index", "", terminal.Visible(s.Dir), s.Dir},
		{"way", "compared by", terminal.Visible(r.Method), r.Method},
		{"format", "", itoa(s.Format), s.Format},
		{"records", "", terminal.Comma(s.Status.Records) + ", " + terminal.Size(s.RecordBytes) + " in " + terminal.Amount(int64(s.Segments), "segment", "segments"), s.Status.Records},
		{"record_bytes", "", "", s.RecordBytes}, {"segments", "", "", s.Segments}, {"generation", "", "", s.Generation},
		{"disk_bytes", "on disk", terminal.Size(s.DiskBytes), s.DiskBytes},
		{"last_run", "last run", s.lastRunText(), r.lastRun()}, {"unfinished", "", "", r.Unfinished},
	}
}

// heldFact returns the process that writes to the index, if there is one.
func (s *Status) heldFact() []fact {
	if h := s.Held; h != nil {
		return []fact{{"held_by", "written by", terminal.Visible(WrittenBy(h)), heldJSON{h.PID, h.Command, h.Since.Format(time.RFC3339), h.State}}}
	}
	return nil
}

func (r *Root) json() json.RawMessage {
	return objectOf(func(o *object) {
		o.path("path", r.Path)
		o.text("scanned", time.Unix(0, r.Scanned).Format(time.RFC3339))
		if r.Known {
			o.any("args", append([]string{}, r.Args...))
		}
		o.int("generated", r.Generated)
		o.int("vendored", r.Vendored)
	})
}

// words returns the root and its selection for people.
func (r *Root) words() string {
	text := terminal.Visible(r.Path)
	switch {
	case !filepath.IsAbs(r.Path + "/"):
		text += ", exported " + time.Unix(0, r.Scanned).Format("2006-01-02 15:04")
	case !r.Known:
		text += ", scanned by an older version"
	case r.Text != "":
		text += ", with " + terminal.Visible(r.Text)
	}
	return text
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

// heldJSON is a process that writes to the index.
type heldJSON struct {
	PID     int    `json:"pid"`
	Command string `json:"command"`
	Since   string `json:"since"` // RFC 3339
	State   string `json:"state"`
}

// String returns the value in CSV.
func (h heldJSON) String() string { return itoa(h.PID) }

type recordIndexJSON struct {
	Records    int64  `json:"records"`
	Bytes      int64  `json:"bytes"` // of memory
	Method     string `json:"way"`
	LastRun    string `json:"last_run,omitempty"` // RFC 3339
	Unfinished bool   `json:"unfinished"`
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

// anchorLines are the lines of anchors.
type anchorLines []string

// String returns the value in CSV: their number.
func (a anchorLines) String() string { return itoa(len(a)) }

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

package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
)

type statusOptions struct {
	index flags.Index
	out   outputFlags
}

func statusVerb(a *app) verb {
	var o statusOptions
	return verb{
		use:   "status [flags]",
		short: "show what the index holds",
		long:  "Shows where the index is, how it was made and what it holds.",
		examples: []help.Example{
			{Command: "alike status"},
			{Command: "alike status -f json | jq .files"},
		},
		run: func(ctx context.Context, args []string) error {
			if err := noArguments("status", args); err != nil {
				return err
			}
			return runStatus(ctx, a, o)
		},
		flags: []flagGroup{
			titled("Output", o.out.addFormat),
			titled("Running", o.index.AddReadFlags),
		},
	}
}

// noArguments refuses arguments where a verb takes none.
func noArguments(verb string, args []string) error {
	if len(args) > 0 {
		return advice.Usagef("%s takes no arguments: leave out %q", verb, terminal.Visible(args[0]))
	}
	return nil
}

// statusJSON is what a status says beyond a summary, the fields of which it has
// too: files, contents and bytes are those of the index.
type statusJSON struct {
	Index   string `json:"index"`
	View    string `json:"view"`
	Window  int    `json:"window"`
	Density any    `json:"density"` // "auto" or a level
	Format  int    `json:"format"`

	Anchors       []string `json:"anchors,omitempty"` // as a file has them; the density is 0 then
	AnchorsDigest string   `json:"anchors_digest,omitempty"`

	Unnamed      int64  `json:"unnamed"` // contents of files that are gone, dropped at the next merge
	ContentBytes int64  `json:"content_bytes"`
	Fingerprints int64  `json:"fingerprints"`
	Postings     int64  `json:"postings"`
	Segments     int    `json:"segments"`
	Generation   uint64 `json:"generation"`
	DiskBytes    int64  `json:"disk_bytes"`

	Hashes     int64  `json:"hashes"`                // simhashes, and contents that have none since they are no documents
	HashBytes  int64  `json:"hash_bytes"`            // that these take
	HashScheme string `json:"hash_scheme,omitempty"` // left out if the index keeps none
	HashBlocks int    `json:"hash_blocks,omitempty"`

	Scans     int       `json:"scans"`                     // that are remembered
	ScanBegan string    `json:"last_scan_began,omitempty"` // RFC 3339
	ScanEnded string    `json:"last_scan_ended,omitempty"` // left out if it was interrupted
	HeldBy    *heldJSON `json:"held_by,omitempty"`         // who is writing to the index

	Records *recordIndexJSON `json:"record_index,omitempty"` // of an index that holds records, not files
}

// heldJSON is a process that is writing to the index.
type heldJSON struct {
	PID     int    `json:"pid"`
	Command string `json:"command"`
	Since   string `json:"since"` // RFC 3339
	State   string `json:"state"`
}

func runStatus(ctx context.Context, a *app, o statusOptions) error {
	ix, dir, err := readIndexOf(ctx, a, db.AnyKind, o.index, flags.Memory{})
	if err != nil {
		return err
	}
	st, err := ix.Status(ctx)
	scans := ix.Scans()
	kept := recordIndex(ix, st)
	scheme, blocks, _ := ix.HashScheme()
	if closing := ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	held := db.Holder(dir)
	sum := a.newSummary("status")
	sum.Type = "status"
	sum.Files, sum.Contents, sum.Bytes, sum.FewFingerprints = st.Files, st.Contents, st.Bytes, st.FewFingerprint
	sum.Directories = st.Directories
	sum.statusJSON = &statusJSON{
		Index: dir, View: st.Params.View, Window: st.Params.Rule.Window, Density: density(st.Params.Rule),
		Anchors: st.Params.Rule.Anchors.Lines(), AnchorsDigest: st.Params.Rule.Anchors.Digest(),
		Format: st.Format, Unnamed: st.Unnamed, ContentBytes: st.ContentBytes,
		Fingerprints: st.Fingerprints, Postings: st.Postings, Segments: st.Segments,
		Generation: st.Generation, DiskBytes: st.DiskBytes,
		Hashes: st.Hashes, HashBytes: st.HashBytes, HashScheme: scheme, HashBlocks: blocks,
	}
	sum.documentCounts = &documentCounts{st.Documents, st.ShortDocuments, st.NoDocuments}
	sum.statusJSON.remember(scans, held)
	sum.statusJSON.Records = kept
	p := a.printer(o.out)
	lines := statusLines(sum, st, scans, held)
	if kept != nil {
		lines = kept.lines(sum, st, held)
	}
	if err := p.status(lines, held); err != nil {
		return err
	}
	return p.end(sum)
}

// remember adds what is known of scans, and of a process that writes just now.
func (s *statusJSON) remember(scans []db.Scan, held *db.HeldError) {
	s.Scans = len(scans)
	if s.Scans > 0 {
		last := scans[s.Scans-1]
		s.ScanBegan = last.Began.Format(time.RFC3339)
		if !last.Ended.IsZero() {
			s.ScanEnded = last.Ended.Format(time.RFC3339)
		}
	}
	if held != nil {
		s.HeldBy = &heldJSON{held.PID, held.Command, held.Since.Format(time.RFC3339), held.State}
	}
}

// writtenBy says who is writing to the index and how far it is.
func writtenBy(held *db.HeldError) string {
	text := fmt.Sprintf("process %d (%s) since %s", held.PID, held.Command, held.Since.Format("15:04:05"))
	if held.State != "" {
		text += ": " + held.State
	}
	return text
}

// lastScan says when the last scan was.
func lastScan(scans []db.Scan, held *db.HeldError) string {
	if len(scans) == 0 {
		return ""
	}
	last := scans[len(scans)-1]
	text := last.Began.Format("2006-01-02 15:04")
	switch {
	case !last.Ended.IsZero():
		return text + ", " + terminal.Seconds(max(last.Ended.Sub(last.Began), 0)) // the clock may have been set back
	case held != nil:
		return text + ", not done yet"
	}
	return text + ", interrupted: the same command goes on from there"
}

// density is the level that a rule fixes, or the word auto.
func density(r fingerprint.Rule) any {
	if r.Density == fingerprint.Auto {
		return "auto"
	}
	return r.Density
}

// hashesHeld says for people what simhashes the index holds, and nothing if it keeps
// none.
func hashesHeld(sum *summary, st db.Status) string {
	if sum.HashScheme == "" {
		return ""
	}
	text := terminal.Amount(st.Documents, "document", "documents")
	if st.ShortDocuments > 0 {
		text += " (" + terminal.Comma(st.ShortDocuments) + " too short to judge)"
	}
	if st.NoDocuments > 0 {
		text += ", " + terminal.Comma(st.NoDocuments) + " no documents"
	}
	if missing := st.Contents - st.Documents - st.NoDocuments; missing > 0 {
		text += ", " + terminal.Comma(missing) + " missing"
	}
	return text + ", in " + terminal.Amount(int64(sum.HashBlocks), "block", "blocks") + ", " + terminal.Size(st.HashBytes)
}

// statusLine is a line of the status: its name in CSV and, where that is shorter, for
// people, and what it says to both. What says nothing to people is for programs only.
type statusLine struct{ name, short, people, programs string }

// statusLines are those of an index of files.
func statusLines(sum *summary, st db.Status, scans []db.Scan, held *db.HeldError) []statusLine {
	level := fmt.Sprint(sum.Density)
	if len(sum.Anchors) > 0 {
		level = ""
	}
	gone := ""
	if st.Unnamed > 0 {
		gone = terminal.Comma(st.Unnamed) + " more of files that are gone, dropped in time"
	}
	return []statusLine{
		{"index", "", terminal.Visible(sum.Index), terminal.Visible(sum.Index)},
		{"view", "", sum.View, sum.View},
		{"window", "", fmt.Sprintf("%d bytes", sum.Window), itoa(sum.Window)},
		{"density", "", level, fmt.Sprint(sum.Density)},
		{"anchors", "", anchorsHeld(st.Params.Rule.Anchors), itoa(len(sum.Anchors))},
		{"anchors_digest", "", "", sum.AnchorsDigest},
		{"format", "", itoa(sum.Format), itoa(sum.Format)},
		{"files", "", terminal.Comma(st.Files) + ", " + terminal.Size(st.Bytes), itoa(st.Files)},
		{"bytes", "", "", itoa(st.Bytes)},
		{"directories", "folders", terminal.Comma(st.Directories), itoa(st.Directories)},
		{"contents", "", terminal.Comma(st.Contents) + " that differ, " + terminal.Size(st.ContentBytes), itoa(st.Contents)},
		{"content_bytes", "", "", itoa(st.ContentBytes)},
		{"few_fingerprints", "  few", terminal.Comma(st.FewFingerprint) + fmt.Sprintf(" of these, with fewer than %d fingerprints: found only as identical", db.MinShared), itoa(st.FewFingerprint)},
		{"unnamed", "  gone", gone, itoa(st.Unnamed)},
		{"fingerprints", "", terminal.Comma(st.Fingerprints), itoa(st.Fingerprints)},
		{"postings", "", terminal.Comma(st.Postings) + " in " + terminal.Amount(int64(st.Segments), "segment", "segments"), itoa(st.Postings)},
		{"segments", "", "", itoa(st.Segments)},
		{"hashes", "simhashes", hashesHeld(sum, st), itoa(st.Hashes)},
		{"documents", "", "", itoa(st.Documents)},
		{"too_short", "", "", itoa(st.ShortDocuments)},
		{"no_documents", "", "", itoa(st.NoDocuments)},
		{"hash_bytes", "", "", itoa(st.HashBytes)},
		{"hash_scheme", "  made by", terminal.Visible(sum.HashScheme), terminal.Visible(sum.HashScheme)},
		{"hash_blocks", "", "", itoa(sum.HashBlocks)},
		{"generation", "", "", fmt.Sprint(st.Generation)},
		{"disk_bytes", "on disk", terminal.Size(st.DiskBytes), itoa(st.DiskBytes)},
		{"last_scan_began", "last scan", lastScan(scans, held), sum.ScanBegan},
		{"last_scan_ended", "", "", sum.ScanEnded},
	}
}

// status prints the lines as text or CSV; in JSON they are the summary.
func (p *printer) status(lines []statusLine, held *db.HeldError) error {
	if held != nil {
		lines = append(lines, statusLine{"held_by", "written by", terminal.Visible(writtenBy(held)), itoa(held.PID)})
	}
	for _, l := range lines {
		var err error
		switch {
		case p.flags.format == "csv":
			err = p.row([]string{"name", "value"}, l.name, l.programs)
		case p.flags.format == "text" && l.people != "":
			err = p.line("%s %s", p.paint.Dim(terminal.PadRight(cmp.Or(l.short, l.name), 13)), l.people)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// anchorsTold is how many bytes of anchors are shown to people.
const anchorsTold = 60

// anchorsHeld says for people how many anchors there are, what tells them from others,
// and the first of them; nothing if there are none.
func anchorsHeld(a fingerprint.Anchors) string {
	lines := a.Lines()
	if len(lines) == 0 {
		return ""
	}
	var shown []string
	room := anchorsTold
	for _, l := range lines {
		if room -= len(l) + len(`"", `); room < 0 {
			shown = append(shown, "…")
			break
		}
		shown = append(shown, `"`+terminal.Visible(l)+`"`)
	}
	return fmt.Sprintf("%s, digest %s: %s", terminal.Amount(int64(len(lines)), "string", "strings"), a.Digest(), strings.Join(shown, ", "))
}

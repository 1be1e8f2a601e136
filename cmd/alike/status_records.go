package main

import (
	"fmt"
	"time"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/scan/dedupe"
)

// recordIndexJSON is what a status says of an index of records.
type recordIndexJSON struct {
	Records int64  `json:"records"`
	Bytes   int64  `json:"bytes"`              // that they take
	Way     string `json:"way"`                // that they are compared in
	LastRun string `json:"last_run,omitempty"` // when it was last committed, RFC 3339
	// Unfinished says that the last run ended before its input did.
	Unfinished bool `json:"unfinished"`
}

// recordIndex returns what there is to say of an index of records, nil if it is none.
func recordIndex(ix *db.Index, st db.Status) *recordIndexJSON {
	way, ok := ix.RecordWay()
	if !ok {
		return nil
	}
	r := &recordIndexJSON{Records: st.Records, Bytes: st.RecordBytes, Way: way}
	if ran := ix.RanAt(); !ran.IsZero() {
		r.LastRun = ran.Format(time.RFC3339)
	}
	// What cannot be read is not told: the next run will say what is wrong.
	r.Unfinished, _ = dedupe.Unfinished(ix)
	return r
}

// lines are those of an index of records.
func (r *recordIndexJSON) lines(sum *summary, st db.Status, held *db.HeldError) []statusLine {
	return []statusLine{
		{"index", "", terminal.Visible(sum.Index), terminal.Visible(sum.Index)},
		{"way", "compared by", terminal.Visible(r.Way), terminal.Visible(r.Way)},
		{"format", "", itoa(sum.Format), itoa(sum.Format)},
		{"records", "", terminal.Comma(r.Records) + ", " + terminal.Size(r.Bytes) + " in " + terminal.Amount(int64(st.Segments), "segment", "segments"), itoa(r.Records)},
		{"record_bytes", "", "", itoa(r.Bytes)},
		{"segments", "", "", itoa(st.Segments)},
		{"generation", "", "", fmt.Sprint(st.Generation)},
		{"disk_bytes", "on disk", terminal.Size(st.DiskBytes), itoa(st.DiskBytes)},
		{"last_run", "last run", r.lastRun(held), r.LastRun},
		{"unfinished", "", "", fmt.Sprint(r.Unfinished)},
	}
}

// lastRun says when the last run was.
func (r *recordIndexJSON) lastRun(held *db.HeldError) string {
	ran, err := time.Parse(time.RFC3339, r.LastRun)
	if err != nil {
		return "" // there was none
	}
	text := ran.Local().Format("2006-01-02 15:04")
	switch {
	case r.Unfinished && held != nil:
		return text + ", not done yet"
	case r.Unfinished:
		return text + ", not finished: the same command with --resume goes on from there"
	}
	return text
}

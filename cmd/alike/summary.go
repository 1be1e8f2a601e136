package main

import (
	"slices"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/scan"
)

// summary is the last line of every JSON run. The first fields are a contract;
// they are there with every verb, 0 where a verb has nothing to count. What
// they count is the work of the verb: files of the trees that were scanned, or
// of the whole index where none was.
type summary struct {
	Type      string           `json:"type"`
	Verb      string           `json:"verb"`
	Files     int64            `json:"files"`
	Contents  int64            `json:"contents"`
	Bytes     int64            `json:"bytes"`
	Read      int64            `json:"read"`
	Unchanged int64            `json:"unchanged"`
	Failed    int64            `json:"failed"`
	Skipped   map[string]int64 `json:"skipped"`
	Results   int64            `json:"results"`
	Seconds   float64          `json:"seconds"`

	Interrupted     bool  `json:"interrupted,omitempty"` // a scan, which goes on the next time
	Omitted         int64 `json:"omitted"`               // results beyond --limit
	Directories     int64 `json:"directories"`
	FewFingerprints int64 `json:"few_fingerprints"` // contents with fewer than must be shared: matched only as identical

	// What only some verbs count stands beside the rest in the same object.
	*scanJSON
	*documentCounts
	*statusJSON
	*checkJSON
	*nearCounts
	*dedupeJSON
	*baseJSON
	Compared *int64 `json:"compared,omitempty"` // by pairs and groups: how many candidates were looked at
	Grouped  *int64 `json:"grouped,omitempty"`  // by groups: files in them
	Savings  *int64 `json:"savings,omitempty"`  // by dups: bytes
}

// scanJSON is what a scan did beyond what every summary says.
type scanJSON struct {
	ReadBytes   int64 `json:"read_bytes"`
	New         int64 `json:"new"`
	Changed     int64 `json:"changed"`
	Gone        int64 `json:"gone"`
	Moved       int64 `json:"moved"` // of the new and changed: renamed, and not read
	NewContents int64 `json:"new_contents"`
}

// newSummary returns a summary that nothing has been counted in but time and
// files that could not be read.
func (a *app) newSummary(verb string) *summary {
	return &summary{
		Type: "summary", Verb: verb, Skipped: map[string]int64{}, Failed: a.failed,
		Seconds: roundSeconds(time.Since(a.started)),
	}
}

// scanned adds what a scan did.
func (sum *summary) scanned(s scan.Summary) {
	sum.Files, sum.Bytes, sum.Read, sum.Unchanged = s.Files, s.Bytes, s.Read, s.Unchanged
	if s.Skipped != nil {
		sum.Skipped = s.Skipped
	}
	sum.Directories = s.Directories
	sum.scanJSON = &scanJSON{s.ReadBytes, s.New, s.Changed, s.Gone, s.Moved, s.NewContents}
}

// roundSeconds rounds to milliseconds, which is all that a summary is good for.
func roundSeconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond)) / float64(time.Second)
}

// tellScan says how a scan went, and on a line of its own what it left out.
func (a *app) tellScan(s scan.Summary, took time.Duration) {
	var parts []string
	for _, c := range []struct {
		n    int64
		what string
	}{
		{s.Read, "read"}, {s.Unchanged, "unchanged"}, {s.Moved, "moved"}, {s.Gone, "dropped from the index"},
		{s.NewContents, "contents new"}, {s.Failed, "failed"},
	} {
		if c.n > 0 {
			parts = append(parts, terminal.Comma(c.n)+" "+c.what)
		}
	}
	counts := strings.Join(parts, ", ")
	if counts != "" {
		counts = ": " + counts
	}
	a.screen.Note("scanned %s (%s) in %s%s", terminal.Amount(s.Files, "file", "files"), terminal.Size(s.Bytes), terminal.Seconds(took), counts)
	if s.ClockSetBack {
		a.screen.Note("the clock was set back since the last scan: every file was read, whatever its times")
	}
	if left := reasons(s.Skipped); left != "" {
		a.screen.Note("left out: %s", left)
	}
	if s.Interrupted {
		a.screen.Note("this much is kept: the same command goes on from there")
	}
}

// reasons lists what was left out by reason, the most frequent first.
func reasons(skipped map[string]int64) string {
	names := make([]string, 0, len(skipped))
	for name := range skipped {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if skipped[a] != skipped[b] {
			return int(skipped[b] - skipped[a])
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = terminal.Comma(skipped[name]) + " " + name
	}
	return strings.Join(names, ", ")
}

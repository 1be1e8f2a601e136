package report

import (
	"slices"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/scan"
)

// Scanned adds the counts of a scan.
func (s *Summary) Scanned(done scan.Summary) {
	s.Files, s.Bytes, s.Read, s.Unchanged = done.Files, done.Bytes, done.Read, done.Unchanged
	s.Skipped, s.Directories, s.scan = done.Skipped, done.Directories, &done
	s.Add(Field{"read_bytes", done.ReadBytes}, Field{"new", done.New}, Field{"changed", done.Changed},
		Field{"gone", done.Gone}, Field{"moved", done.Moved}, Field{"new_contents", done.NewContents})
}

// scanned is the row of CSV of a scan.
type scanned struct{ *Summary }

func (s *scanned) values(_ *setting, v values) {
	v.begin("scan")
	for _, x := range []struct {
		name string
		n    int64
	}{
		{"files", s.Files}, {"directories", s.Directories}, {"bytes", s.Bytes}, {"read", s.Read}, {"unchanged", s.Unchanged},
		{"new", s.scan.New}, {"changed", s.scan.Changed}, {"gone", s.scan.Gone}, {"new_contents", s.scan.NewContents},
		{"failed", s.Failed}, {"moved", s.scan.Moved},
	} {
		v.int(x.name, x.n)
	}
}

// NoteScan reports the outcome of a scan and what it left out.
func NoteScan(screen *terminal.Screen, s scan.Summary, took time.Duration) {
	var parts []string
	for _, c := range []struct {
		n         int64
		one, many string
	}{
		{s.Read, "read", "read"}, {s.Unchanged, "unchanged", "unchanged"}, {s.Moved, "moved", "moved"},
		{s.Gone, "dropped from the index", "dropped from the index"},
		{s.NewContents, "new content", "new contents"}, {s.Failed, "failed", "failed"},
	} {
		if c.n > 0 {
			parts = append(parts, terminal.Amount(c.n, c.one, c.many))
		}
	}
	counts := strings.Join(parts, ", ")
	if counts != "" {
		counts = ": " + counts
	}
	screen.Note("scanned %s (%s) in %s%s", terminal.Amount(s.Files, "file", "files"), terminal.Size(s.Bytes), terminal.Seconds(took), counts)
	if s.ClockSetBack {
		screen.Note("the clock was set back since the last scan, so every file was read")
	}
	if skipped := reasons(s.Skipped); skipped != "" {
		screen.Note("left out: %s", skipped)
	}
	if s.Thin > 0 {
		names := "; -v names them"
		if screen.Verbose {
			names = ""
		}
		screen.Note("less than 5%% of %s is in the view, such as of comments, data or long strings%s", terminal.Amount(s.Thin, "file", "files"), names)
	}
	if s.Interrupted {
		screen.Note("the scan so far is kept: the same command resumes it")
	}
}

// reasons lists why files were left out, most frequent first.
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

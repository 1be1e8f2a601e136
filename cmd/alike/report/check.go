package report

import (
	"alike/cmd/alike/terminal"
	"alike/db"
)

// problem is an inconsistency that a check found.
type problem string

func (p problem) values(_ *setting, v values) {
	v.begin("problem")
	v.text("problem", string(p))
}

// Checked prints the problems that a check found, and adds the rest of its report to the
// summary.
func (p *Printer) Checked(r db.CheckReport, s *Summary) error {
	s.Files, s.Contents, s.Read = r.Files, r.Contents, r.Sampled
	s.Add(Field{"checked_postings", r.Postings}, Field{"checked_segments", r.Segments},
		Field{"checked_records", r.Records}, Field{"checked_hashes", r.Hashes},
		Field{"sampled", r.Sampled}, Field{"sampled_changed", r.SampledChanged},
		Field{"sampled_unreadable", r.SampledUnreadable}, Field{"problems", len(r.Problems)})
	for _, text := range r.Problems {
		if err := p.one(problem(text)); err != nil {
			return err
		}
	}
	return nil
}

// NoteChecked reports what a check covered, and gives advice on problems.
func (p *Printer) NoteChecked(r db.CheckReport, kind db.Kind, dir string) {
	looked, remake := coverage(r), "alike scan DIR"
	if kind == db.Records {
		looked, remake = terminal.Amount(r.Records, "record", "records"), "alike dedupe on all records again"
	}
	if len(r.Problems) == 0 {
		p.screen.Note("the index %s is sound: %s", terminal.Visible(dir), looked)
		return
	}
	p.screen.Say("alike: the index " + terminal.Visible(dir) + " is damaged: " +
		terminal.Amount(int64(len(r.Problems)), "problem", "problems") + " (" + looked + ")")
	p.screen.Say("  remove that folder and run " + remake)
}

// coverage lists what a check covered.
func coverage(r db.CheckReport) string {
	looked := terminal.Amount(r.Files, "file", "files") + ", " + terminal.Amount(r.Contents, "content", "contents") + ", " +
		terminal.Amount(r.Postings, "posting", "postings") + ", "
	if r.Hashes > 0 {
		looked += terminal.Amount(r.Hashes, "simhash", "simhashes") + ", "
	}
	looked += terminal.Amount(r.Sampled, "file", "files") + " read again"
	if r.SampledChanged > 0 {
		looked += ", " + terminal.Comma(r.SampledChanged) + " changed since the scan"
	}
	if r.SampledUnreadable > 0 {
		looked += ", " + terminal.Comma(r.SampledUnreadable) + " could not be read"
	}
	return looked
}

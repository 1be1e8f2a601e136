package report

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
)

// Fingerprints prints the fingerprints of a file.
func (p *Printer) Fingerprints(f Fingerprints) error {
	p.results += int64(len(f.Selected))
	return p.format.print(f)
}

// Simhash prints the simhash of a file.
func (p *Printer) Simhash(s Simhash) error { return p.one(s) }

// Forgotten prints a path that was dropped.
func (p *Printer) Forgotten(f Forgotten) error { return p.one(f) }

// ForgottenRecord prints an id that was dropped.
func (p *Printer) ForgottenRecord(f ForgottenRecord) error { return p.one(f) }

// one prints a result that is not a match for --fail-on-match.
func (p *Printer) one(result any) error {
	p.results++
	return p.format.print(result)
}

// Version prints the version of the program.
func (p *Printer) Version() error { return p.format.print(thisVersion()) }

// VersionName returns the version of the program.
func VersionName() string {
	v := thisVersion()
	return v.name()
}

// release and commit are the version and the commit of a release, which the linker sets:
// -ldflags '-X alike/cmd/alike/report.release=v1.2.3'.
var release, commit string

func thisVersion() version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	v := versionOf(info, release)
	v.Revision = cmp.Or(v.Revision, commit)
	return v
}

// versionOf returns the version of a build: that of the release, if it is one, otherwise that
// of the module. A build of files instead of a package has none.
func versionOf(info *debug.BuildInfo, release string) version {
	v := version{
		Type: "version", Version: cmp.Or(release, info.Main.Version, devel), Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, IndexFormat: db.FormatVersion, Kernel: fingerprint.Kernel(),
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// devel is the version of a build that is not a release.
const devel = "(devel)"

// name returns the version, with the commit if there is no release.
func (v *version) name() string {
	if v.Version == devel && v.Revision != "" {
		return devel + " " + v.Revision
	}
	return v.Version
}

// details returns the kernel and what is known of the commit, shortened as git does.
func (v *version) details() string {
	text := "kernel " + v.Kernel
	if v.Revision != "" {
		text += ", commit " + v.Revision[:min(12, len(v.Revision))]
	}
	if v.Modified {
		text += " and uncommitted changes"
	}
	return text
}

// Status prints the status of an index.
func (p *Printer) Status(s *Status) error { return p.format.print(s) }

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

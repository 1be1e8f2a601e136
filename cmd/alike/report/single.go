package report

import (
	"runtime"
	"runtime/debug"

	"alike/db"
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

// one prints a result that is no match for --fail-on-match.
func (p *Printer) one(result any) error {
	p.results++
	return p.format.print(result)
}

// Version prints the version of the program.
func (p *Printer) Version() error {
	v := version{
		Type: "version", Version: "unknown", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, IndexFormat: db.FormatVersion,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
	}
	return p.format.print(v)
}

// Status prints the status of an index.
func (p *Printer) Status(s *Status) error { return p.format.print(s) }

package report

import (
	"alike/cmd/alike/terminal"
)

// Forgotten is a path dropped from the index, with all files at or below it.
type Forgotten struct {
	Path  string
	Files int64
}

func (f Forgotten) values(_ *setting, v values) {
	v.begin("forgotten")
	v.path("path", f.Path)
	v.int("files", f.Files)
}

func (f Forgotten) lines(c *columns) {
	c.out.columns("dropped " + terminal.Amount(f.Files, "file", "files") + ": " + terminal.Visible(f.Path))
}

// ForgottenRecord is an id dropped from the index, with all its records.
type ForgottenRecord struct {
	ID      string
	Records int64
}

func (f ForgottenRecord) values(_ *setting, v values) {
	v.begin("forgotten")
	v.path("id", f.ID)
	v.int("records", f.Records)
	if !v.rows() {
		v.int("files", 0)
	}
}

func (f ForgottenRecord) lines(c *columns) {
	c.out.columns("dropped " + terminal.Amount(f.Records, "record", "records") + ": " + terminal.Visible(f.ID))
}

// Forgotten prints a path that was dropped.
func (p *Printer) Forgotten(f Forgotten) error { return p.one(f) }

// ForgottenRecord prints an id that was dropped.
func (p *Printer) ForgottenRecord(f ForgottenRecord) error { return p.one(f) }

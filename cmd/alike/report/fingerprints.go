package report

import (
	"fmt"

	"alike/cmd/alike/terminal"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
)

// Fingerprints are the fingerprints of a file, in order of offset.
type Fingerprints struct {
	Path     string
	Selected []fingerprint.Selected
}

func (f Fingerprints) values(_ *setting, v values) {
	for _, s := range f.Selected {
		v.begin("fingerprint")
		v.path("path", f.Path)
		v.int("offset", s.Offset)
		v.int("value", int64(s.Fingerprint.Value()))
		v.int("check", int64(s.Fingerprint.Check()))
		v.int("level", int64(s.Fingerprint.Level()))
		value, check := hexadecimal(s.Fingerprint)
		v.text("value_hex", value)
		v.text("check_hex", check)
	}
}

func (f Fingerprints) lines(c *columns) {
	for _, s := range f.Selected {
		value, check := hexadecimal(s.Fingerprint)
		c.named(f.Path, itoa(s.Offset), value, check)
	}
}

// hexadecimal returns the value of a fingerprint in eight digits and its check bits in
// four.
func hexadecimal(f fingerprint.Fingerprint) (value, check string) {
	return fmt.Sprintf("%08x", uint32(f.Value())), fmt.Sprintf("%04x", f.Check())
}

// Simhash is the simhash of a file.
type Simhash struct {
	Path string
	Hash hamming.Document
}

func (s Simhash) values(_ *setting, v values) {
	hash := simhash.Hash(s.Hash.Hash).String()
	if s.Hash.NoDocument {
		hash = ""
	}
	v.begin("simhash")
	v.path("path", s.Path)
	v.text("simhash", hash)
	v.int("features", int64(s.Hash.Features))
	v.flag("short", s.Hash.Short) // too short to judge: a hash of the normalised text
	v.flag("document", !s.Hash.NoDocument)
}

func (s Simhash) lines(c *columns) {
	hash, mark := simhash.Hash(s.Hash.Hash).String(), ""
	switch {
	case s.Hash.NoDocument:
		hash, mark = "-", "none"
	case s.Hash.Short:
		mark = "short"
	}
	c.named(s.Path, hash, itoa(int64(s.Hash.Features)), mark)
}

// named prints a line that ends in a path, unless there is a single file.
func (c *columns) named(path string, cells ...string) {
	if c.about.Named {
		cells = append(cells, terminal.Visible(path))
	}
	c.out.columns(cells...)
}

// Fingerprints prints the fingerprints of a file.
func (p *Printer) Fingerprints(f Fingerprints) error {
	p.results += int64(len(f.Selected))
	return p.print(f)
}

// Simhash prints the simhash of a file.
func (p *Printer) Simhash(s Simhash) error { return p.one(s) }

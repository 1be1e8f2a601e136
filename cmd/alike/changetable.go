package main

import (
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// changePrinter prints changes in the format that was asked for: pairs first, as
// pairPrinter does, then files.
type changePrinter struct {
	*pairPrinter
	order []search.Measure // of pairs
	count map[string]int64 // by kind, those beyond the limit as well
}

var changeHeader = append([]string{"kind"}, pairHeader...)

// file prints what became of a file, in a line of its own that does not depend on
// others.
func (p *changePrinter) file(c search.Change) error {
	word := kindWords[c.Kind]
	switch p.flags.format {
	case "json":
		return p.object(changeJSON{"change", word, jsonFile(c.File)})
	case "csv":
		cells := append([]string{word}, fileCells(c.File)...)
		return p.row(changeHeader, append(cells, make([]string, len(changeHeader)-len(cells))...)...)
	}
	return p.line("%s\t%d\t%s", word, c.File.Size, terminal.Visible(c.File.Path))
}

// fileLines prints what became of files for a person.
//
//	            size  file in /home/me/
//	new       12 KiB  net/http/a.go
//	changed   28 KiB  net/smtp/b.go
func (p *changePrinter) fileLines(changes []search.Change) error {
	if len(changes) == 0 {
		return nil
	}
	paths := make([]string, len(changes))
	for i, c := range changes {
		paths[i] = c.File.Path
	}
	folder := commonFolder(paths)
	if p.table.begun {
		if err := p.line(""); err != nil {
			return err
		}
	}
	p.table.begun = true
	if err := p.line("%s", p.paint.Dim(terminal.PadLeft("size", 19)+"  "+p.fileHeading(folder))); err != nil {
		return err
	}
	above := ""
	for _, c := range changes {
		figures := "  " + p.paint.Bold(terminal.PadRight(kindWords[c.Kind], 8)) + terminal.PadLeft(terminal.Size(c.File.Size), 9)
		if err := p.besides(figures, p.folded(c.File.Path, folder, above)+p.copies(c.File, false)); err != nil {
			return err
		}
		above = c.File.Path
	}
	return nil
}

// tell says after the changes how many there are and what brought them. Where there
// are none, only a person is told.
func (p *changePrinter) tell(s span) {
	screen := p.app.screen
	by := "the scan of " + s.begin.Format("2006-01-02 15:04")
	if s.scans > 1 {
		by = terminal.Comma(int64(s.scans)) + " scans since " + s.begin.Format("2006-01-02 15:04")
	}
	var parts []string
	for _, kind := range changeKinds {
		n := p.count[kind]
		switch {
		case n > 0 && kind == "pair":
			parts = append(parts, terminal.Amount(n, "new pair", "new pairs"))
		case n > 0:
			parts = append(parts, terminal.Amount(n, "file", "files")+" "+kind)
		}
	}
	if len(parts) == 0 {
		if screen.Columns() > 0 && s.scans == 0 {
			screen.Note("no scan since then")
		} else if screen.Columns() > 0 {
			screen.Note("%s brought nothing new", by)
		}
		return
	}
	if p.onTerminal() && p.count["pair"] > 0 && !p.exact {
		screen.Note("found: how much of the file is in the other one; ~: estimated, ?: roughly")
	}
	if p.count["pair"] > 0 {
		p.tellDistinctive(p.by)
	}
	text := strings.Join(parts, ", ") + ", brought by " + by
	if p.omitted > 0 {
		text += "; --limit 0 shows all"
	}
	screen.Note("%s", text)
	if s.partial {
		screen.Note("the index remembers no scans before that")
	}
}

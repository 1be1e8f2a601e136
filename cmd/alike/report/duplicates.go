package report

import (
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// Duplicates prints sets of identical files, in their order, up to the limit.
func (p *Printer) Duplicates(sets []search.DuplicateSet) error {
	shown := sets
	if p.limit > 0 && len(sets) > p.limit {
		shown = sets[:p.limit]
	}
	p.omitted = int64(len(sets) - len(shown))
	var all folding
	for _, d := range shown {
		for _, f := range d.Files {
			all.add(f.Path)
		}
	}
	p.set.folder = all.folder()
	for _, d := range shown {
		if err := p.found(d); err != nil {
			return err
		}
	}
	return nil
}

// NoteDuplicates says what the sets amount to. savings is in bytes.
func (p *Printer) NoteDuplicates(savings int64) {
	total := p.results + p.omitted
	switch {
	case total == 0:
		p.screen.Note("no identical files")
		return
	case p.omitted > 0:
		p.screen.Note("%s of %s sets, the largest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Comma(total))
	}
	p.screen.Note("%s of identical files, %s could be saved, less if some are hard links",
		terminal.Amount(total, "set", "sets"), terminal.Size(savings))
}

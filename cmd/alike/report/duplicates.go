package report

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// duplicates is a set of identical files.
type duplicates struct{ *search.DuplicateSet }

func (d duplicates) values(s *setting, v values) {
	checksum := hex.EncodeToString(d.Checksum[:])
	if v.rows() {
		for _, f := range d.listed(s) {
			v.begin("duplicates")
			v.text("checksum", checksum)
			v.int("size", d.Size)
			v.path("path", f.Path)
		}
		return
	}
	v.begin("duplicates")
	v.int("size", d.Size)
	v.text("checksum", checksum)
	if d.Reflinked != 0 {
		v.int("reflinked", int64(d.Reflinked))
	}
	files := slices.Concat(d.listed(s), d.Files[len(d.Living()):]) // those that are missing last
	list(v, "files", files, func(f *search.File) { v.file("", f) })
}

// listed returns the files that are printed.
func (d duplicates) listed(s *setting) []search.File {
	if s.omitKept {
		return d.Living()[d.Kept:]
	}
	return d.Living()
}

// duplicates prints a set of identical files.
//
//	3 files of 12 KiB, 24 KiB could be saved
//	  net/http/a.go
//	  net/http/b.go
//	  net/smtp/c.go
func (d duplicates) layOut(t *table) {
	t.title()
	t.separate()
	files := d.listed(t.setting)
	n := int64(len(files))
	head := terminal.Amount(n, "file", "files") + " of " + terminal.Size(d.Size)
	if d.Hosts() > 1 {
		head += " on " + terminal.Amount(int64(d.Hosts()), "host", "hosts")
	}
	if d.Size > 0 && (d.Hosts() == 0 || d.Savings() > 0) {
		head += ", " + terminal.Size(d.Savings()) + " could be saved" + reflinked(d.Reflinked)
	}
	t.out.line("%s", t.paint.Bold(head))
	above := ""
	for _, f := range files {
		f.Copies = 0 // the others are listed
		t.out.line("  %s%s", t.folded(f.Path, t.folder, above), t.copies(f))
		above = f.Path
	}
}

// RankDuplicates sorts sets of identical files: by what they save, most first, or by --sort.
func (p *Printer) RankDuplicates(sets []search.DuplicateSet) {
	path := func(a, b search.DuplicateSet) int { return cmp.Compare(a.Files[0].Path, b.Files[0].Path) }
	sortStable(sets, sortedBy(p, func(a, b search.DuplicateSet) int {
		return cmp.Or(cmp.Compare(b.Savings(), a.Savings()), path(a, b))
	}, map[string]func(a, b search.DuplicateSet) int{
		"size": func(a, b search.DuplicateSet) int { return cmp.Compare(b.Size, a.Size) },
		"path": path,
	}))
}

// Duplicates prints sets of identical files, in their order, up to the limit or until ctx is
// cancelled.
func (p *Printer) Duplicates(ctx context.Context, sets []search.DuplicateSet) error {
	shown := sets
	for i := range shown {
		shown[i].Kept = max(shown[i].Kept, 1)
	}
	if p.limit > 0 && len(sets) > p.limit {
		shown = sets[:p.limit]
	}
	p.omitted = int64(len(sets) - len(shown))
	var all folding
	for i := range shown {
		for _, f := range (duplicates{&shown[i]}).listed(p.set) {
			all.add(f.Path)
		}
	}
	p.set.folder = all.folder()
	for i := range shown {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.found(duplicates{&shown[i]}); err != nil {
			return err
		}
	}
	return nil
}

// NoteDuplicates counts the sets. savings is the space that they waste, in bytes. leftOut
// says which sets are left out.
func (p *Printer) NoteDuplicates(sets []search.DuplicateSet, savings int64, leftOut []string) {
	for _, line := range leftOut {
		p.screen.Note("%s", line)
	}
	defer p.noteEmpty("set", "sets")
	shared := 0
	for i := range sets {
		shared += sets[i].Reflinked
	}
	total := p.results + p.omitted
	switch {
	case total == 0 && len(leftOut) > 0:
		return
	case total == 0:
		p.screen.Note("no identical files%s", p.ended.limits())
		return
	}
	p.noteOmitted("sets", "the largest", "")
	rest := reflinked(shared)
	if len(sets) > 0 && sets[0].Hosts() > 0 {
		rest = " with one copy left on each host"
	}
	p.screen.Note("%s of identical files, %s could be saved%s", terminal.Amount(total, "set", "sets"), terminal.Size(savings), rest)
}

// reflinked says how many files save nothing because they share their blocks.
func reflinked(files int) string {
	if files == 0 {
		return ""
	}
	return fmt.Sprintf("; %s blocks already", terminal.Amount(int64(files), "file shares its", "files share their"))
}

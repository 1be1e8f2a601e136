package main

import (
	"context"
	"encoding/hex"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

type dupsOptions struct {
	treeOptions
	sizes flags.Sizes // of the files in the answer
	out   outputFlags
}

func dupsVerb(a *app) verb {
	var o dupsOptions
	return verb{
		use:   "dups [flags] [DIR…]",
		short: "list sets of identical files",
		long: `Lists the sets of identical files, those that take up the most space first. With DIR,
alike first scans these folders and lists the sets within them; without, it lists the
sets of the whole index.

` + scansFirst + `

In a pipe or a file, text has a line per file with tab-separated columns: checksum,
size, path. With -0 an empty name ends each set.`,
		examples: []help.Example{
			{Command: "alike dups ~/Pictures"},
			{Command: "alike dups --min-size 1MiB ~"},
			{Command: `alike dups -0 ~ | tr '\0' '\n'`},
		},
		brief: []string{
			"limit", "min-size", "max-size", "exclude", "hidden", "no-ignore", "format",
			"print0", "fail-on-match", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runDups(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which files", o.out.addLimit, o.sizes.AddFlags, o.addFiles),
			titled("Output", o.out.addFormat, o.out.addNull, addNoSort, o.out.addFailOnMatch),
		}, indexGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func runDups(ctx context.Context, a *app, o dupsOptions, args []string) error {
	s, err := openAnswer(ctx, a, &o.treeOptions, o.sizes, o.out, args)
	if err != nil {
		return err
	}
	p := &dupsPrinter{printer: a.printer(o.out)}
	var sets []search.DuplicateSet
	sum, err := summarize(ctx, a, "dups", s, o.out)
	if err == nil {
		err = search.Duplicates(ctx, s.ix, s.trees, func(d search.DuplicateSet) error {
			if o.sizes.Admits(d.Size) {
				p.savings += d.Size * int64(len(d.Files)-1)
				sets = append(sets, d)
			}
			return nil
		})
	}
	// As with pairs: a slow reader must not keep the index from others.
	if closing := s.ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	if err := p.printAll(sets); err != nil {
		return err
	}
	sum.Savings = &p.savings
	if err := p.end(sum); err != nil {
		return err
	}
	p.tell()
	return nil
}

// dupsPrinter prints sets of identical files in the format that was asked for.
type dupsPrinter struct {
	*printer
	folder  string // that all paths on the screen lie in
	savings int64  // bytes, of all sets
}

func (p *dupsPrinter) printAll(sets []search.DuplicateSet) error {
	shown := sets
	if p.limit > 0 && len(sets) > p.limit {
		shown = sets[:p.limit]
	}
	p.omitted = int64(len(sets) - len(shown))
	if p.onTerminal() {
		p.folder = commonFolder(duplicatePaths(shown))
	}
	for _, d := range shown {
		p.found()
		if err := p.print(d); err != nil {
			return err
		}
	}
	return p.header(dupsHeader)
}

func duplicatePaths(sets []search.DuplicateSet) []string {
	var paths []string
	for _, d := range sets {
		for _, f := range d.Files {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

var dupsHeader = []string{"checksum", "size", "path", "path_b64"}

// print prints one set: in CSV and in text for pipes a line for each file, from
// which the checksum tells the sets; with -0 an empty name after each set.
func (p *dupsPrinter) print(d search.DuplicateSet) error {
	if p.flags.format == "json" {
		return p.object(jsonDuplicates(d))
	}
	if p.onTerminal() {
		return p.printSet(d)
	}
	checksum := hex.EncodeToString(d.Checksum[:])
	for _, f := range d.Files {
		var err error
		switch {
		case p.flags.format == "csv":
			plainText, base64Text := csvPath(f.Path)
			err = p.row(dupsHeader, checksum, itoa(d.Size), plainText, base64Text)
		case p.flags.null:
			err = p.path0(f.Path)
		default:
			err = p.line("%s\t%d\t%s", checksum, d.Size, terminal.Visible(f.Path))
		}
		if err != nil {
			return err
		}
	}
	if p.flags.null {
		return p.path0("")
	}
	return nil
}

// printSet prints a set for a person.
//
//	3 files of 12 KiB, 24 KiB could be saved
//	  net/http/a.go
//	  net/http/b.go
//	  net/smtp/c.go
func (p *dupsPrinter) printSet(d search.DuplicateSet) error {
	if p.folder != "" && !p.table.begun {
		if err := p.line("%s", p.paint.Dim("files in "+terminal.Visible(p.folder))); err != nil {
			return err
		}
	}
	if p.table.begun {
		if err := p.line(""); err != nil {
			return err
		}
	}
	p.table.begun = true
	n := int64(len(d.Files))
	head := terminal.Amount(n, "file", "files") + " of " + terminal.Size(d.Size)
	if d.Size > 0 {
		head += ", " + terminal.Size((n-1)*d.Size) + " could be saved"
	}
	if err := p.line("%s", p.paint.Bold(head)); err != nil {
		return err
	}
	above := ""
	for _, f := range d.Files {
		if err := p.line("  %s", p.folded(f.Path, p.folder, above)); err != nil {
			return err
		}
		above = f.Path
	}
	return nil
}

// tell says after the results what they come to.
func (p *dupsPrinter) tell() {
	s := p.app.screen
	total := p.results + p.omitted
	switch {
	case total == 0:
		s.Note("no identical files")
		return
	case p.omitted > 0:
		s.Note("%s of %s sets, the largest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Comma(total))
	}
	s.Note("%s of identical files, %s could be saved, less if some are hard links",
		terminal.Amount(total, "set", "sets"), terminal.Size(p.savings))
}

package main

import (
	"cmp"
	"context"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/db"
	"alike/scan"
	"alike/scan/dedupe"
)

type statusOptions struct {
	index flags.Index
	out   report.Flags
}

func statusVerb(a *app) verb {
	var o statusOptions
	return verb{
		use:   "status [flags]",
		short: "show what the index holds",
		long: `Shows where the index is, how it was made and what it holds: also its roots, the
folders that were scanned, with the flags that select their files. alike scan without
arguments scans these again.`,
		examples: []help.Example{
			{Command: "alike status"},
			{Command: "alike status -f json | jq .files"},
		},
		noArguments: true,
		run:         func(ctx context.Context, _ []string) error { return runStatus(ctx, a, o) },
		flags: []flagGroup{
			titled("Output", o.out.FormatOf("status")),
			titled("Running", o.index.AddReadFlags),
		},
	}
}

func runStatus(ctx context.Context, a *app, o statusOptions) error {
	ix, dir, err := readIndex(ctx, a, db.AnyKind, o.index, flags.Memory{})
	if err != nil {
		return err
	}
	st, err := ix.Status(ctx)
	scans, trees := ix.Scans(), ix.Trees()
	kept, imported := recordIndex(ix), ix.Imported()
	scheme, blocks, _ := ix.HashScheme()
	err = cmp.Or(err, ix.Close())
	if err != nil {
		return err
	}
	roots, err := statusRoots(trees)
	if err != nil {
		return err
	}
	status := &report.Status{Roots: roots, Status: st, Dir: dir, Scans: scans, Scheme: scheme, Blocks: blocks, Held: db.Holder(dir), Records: kept, Imported: imported}
	p, err := a.printer(o.out, report.About{Verb: "status"})
	if err != nil {
		return err
	}
	if err := p.Status(status); err != nil {
		return err
	}
	return a.end(p, status.Summary())
}

// recordIndex returns the part of a status that only an index of records has, or nil if
// the index holds files.
func recordIndex(ix *db.Index) *report.RecordIndex {
	method, ok := ix.RecordMethod()
	if !ok {
		return nil
	}
	r := &report.RecordIndex{Method: method, LastRun: ix.RanAt()}
	// An error is ignored: the next run will report it.
	r.Unfinished, _ = dedupe.Unfinished(ix)
	return r
}

// statusRoots returns the roots among the trees of an index.
func statusRoots(trees []db.Tree) (roots []report.Root, err error) {
	known, err := scan.Roots(trees)
	for _, r := range known {
		root := report.Root{Root: r, Args: flags.SelectionArgs(r.Selected)}
		if len(root.Args) > 0 {
			root.Text = flags.SelectionText(r.Selected)
		}
		roots = append(roots, root)
	}
	return roots, err
}

package main

import (
	"context"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
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
		long:  "Shows where the index is, how it was made and what it holds.",
		examples: []help.Example{
			{Command: "alike status"},
			{Command: "alike status -f json | jq .files"},
		},
		run: func(ctx context.Context, args []string) error {
			if err := noArguments("status", args); err != nil {
				return err
			}
			return runStatus(ctx, a, o)
		},
		flags: []flagGroup{
			titled("Output", o.out.FormatOf("status")),
			titled("Running", o.index.AddReadFlags),
		},
	}
}

// noArguments returns a usage error if a verb without arguments has some.
func noArguments(verb string, args []string) error {
	if len(args) > 0 {
		return advice.Usagef("%s takes no arguments: leave out %q", verb, terminal.Visible(args[0]))
	}
	return nil
}

func runStatus(ctx context.Context, a *app, o statusOptions) error {
	ix, dir, err := readIndexOf(ctx, a, db.AnyKind, o.index, flags.Memory{})
	if err != nil {
		return err
	}
	st, err := ix.Status(ctx)
	scans := ix.Scans()
	kept := recordIndex(ix)
	scheme, blocks, _ := ix.HashScheme()
	if closing := ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	status := &report.Status{Status: st, Dir: dir, Scans: scans, Scheme: scheme, Blocks: blocks, Held: db.Holder(dir), Records: kept}
	p, err := a.printer(o.out, report.About{Verb: "status"})
	if err != nil {
		return err
	}
	if err := p.Status(status); err != nil {
		return err
	}
	return a.end(p, status.Summary())
}

// recordIndex returns what an index of records holds beyond other indexes, nil if it
// holds files.
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

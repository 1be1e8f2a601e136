package main

import (
	"cmp"
	"context"
	"errors"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
)

type scanOptions struct {
	treeOptions
	sizes   flags.Sizes
	out     report.Flags
	metrics metricsFlags
}

func scanVerb(a *app) verb {
	var o scanOptions
	return verb{
		use:   "scan [flags] [DIR…]",
		short: "bring the index up to date with folders",
		long: `Brings the index up to date with folders: reads new and changed files, recognises
unchanged and renamed ones without reading them, and drops those that are gone or that
the flags leave out. The first scan creates the index. The index remembers for each
DIR the flags that select files; without DIR, all folders are scanned again with theirs.

A file is unchanged if its size, times, inode and device are. It is read again if it
changed so shortly before the last scan that its times may not tell, and if the clock
was set back since. --verify reads every file.

Under --view code, generated files, as their name or first lines tell, and vendored
folders and libraries are left out and counted; --generated and --vendored include
them. A file whose first lines tell is still fingerprinted: pairs, changes and query
show it beside files that are not generated. The other views include everything.

A DIR that is missing, empty, or on another device than at the last scan may be a disk
that is not mounted: nothing is scanned, the index keeps what it has, and the exit code
is 1. What is missing inside DIR, and was on another device than its parent folder, is
kept too; the exit code is 3. --prune drops both.

--anchors selects the window right after each occurrence of the strings in FILE,
instead of windows by their hash. FILE has one string per line; \n, \t, \\, \x00
and the other escapes of Go are recognised, and empty lines are ignored. Under --view
text the strings are seen as text is; under --view code they are searched for in what
that view makes of code. The index keeps the strings: no later command has to name
them.`,
		examples: []help.Example{
			{Command: "alike scan ~/projects"},
			{Command: "alike scan", Comment: "all folders again, with the flags they had"},
			{Command: "alike scan --exclude '*.o' --exclude node_modules ~"},
			{Command: "alike scan --metrics /var/lib/node_exporter/alike.prom /srv"},
			{Command: "alike scan --index ~/lines.index --anchors line-starts.txt ~/logs"},
		},
		brief: []string{
			"min-size", "max-size", "exclude", "hidden", "no-ignore", "one-file-system", "format",
			"metrics", "verify", "prune", "threads", "wait", "view",
			"index",
		},
		run: func(ctx context.Context, args []string) error { return runScan(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which files", o.sizes.AddFlags, o.addFiles),
			titled("Output", o.out.FormatOf("scan"), o.metrics.addFlags),
		}, indexGroups(&o.treeOptions, o.index.AddFlags)...),
	}
}

func runScan(ctx context.Context, a *app, o scanOptions, args []string) error {
	m, err := newMetrics(a, o)
	if err != nil {
		return err
	}
	return m.write(a, scanOnly(ctx, a, o, m, args))
}

// scanOnly scans and prints the summary.
func scanOnly(ctx context.Context, a *app, o scanOptions, m *scanMetrics, args []string) error {
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	if flag := cmp.Or(o.files.Given(), o.sizes.Given()); len(args) == 0 && flag != "" {
		return advice.Usagef("--%s says what to index: name the folder", flag)
	}
	sum, err := scanInto(ctx, a, scanning{treeOptions: o.treeOptions, sizes: o.sizes, refresh: true}, m, o.out, args)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if sum == nil { // interrupted before the scan began
		sum = &report.Summary{Verb: "scan"}
	}
	p, printing := a.printer(o.out, report.About{Verb: "scan"})
	if printing != nil {
		return printing
	}
	sum.Interrupted = interrupted
	return cmp.Or(err, a.end(p, sum))
}

// scanInto opens the index, scans and closes the index. If the scan is interrupted, it
// returns a summary and the error.
func scanInto(ctx context.Context, a *app, o scanning, m *scanMetrics, out report.Flags, args []string) (*report.Summary, error) {
	s, err := beginSession(ctx, a, o, args)
	if err != nil {
		return nil, err
	}
	var ended error
	if s.scan, ended = s.scanTrees(ctx, a, o); ended != nil && !errors.Is(ended, context.Canceled) {
		_ = s.ix.Close()
		return nil, ended
	}
	ctx = context.WithoutCancel(ctx) // only the report is left
	sum, err := summarize(ctx, a, "scan", s, out)
	if err == nil && ended == nil {
		err = m.count(ctx, s)
	}
	err = cmp.Or(err, s.ix.Close())
	if err != nil {
		return nil, err
	}
	return sum, ended
}

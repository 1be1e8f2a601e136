package main

import (
	"context"

	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
)

type versionOptions struct{ out report.Flags }

func versionVerb(a *app) verb {
	var o versionOptions
	return verb{
		use:   "version [flags]",
		short: "print the version",
		long:  "Prints the version of alike, of Go and of the index format.",
		examples: []help.Example{
			{Command: "alike version"},
		},
		noArguments: true,
		run:         func(context.Context, []string) error { return runVersion(a, o) },
		flags: []flagGroup{
			titled("Output", o.out.FormatOf("version")),
		},
	}
}

func runVersion(a *app, o versionOptions) error {
	p, err := a.printer(o.out, report.About{Verb: "version"})
	if err != nil {
		return err
	}
	if err := p.Version(); err != nil {
		return err
	}
	return a.end(p, &report.Summary{Verb: "version"})
}

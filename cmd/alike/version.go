package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"alike/cmd/alike/help"
	"alike/db"
)

type versionOptions struct{ out outputFlags }

func versionVerb(a *app) verb {
	var o versionOptions
	return verb{
		use:   "version [flags]",
		short: "print the version",
		long:  "Prints the version of alike, of Go and of the index format.",
		examples: []help.Example{
			{Command: "alike version"},
		},
		run: func(_ context.Context, args []string) error {
			if err := noArguments("version", args); err != nil {
				return err
			}
			return runVersion(a, o)
		},
		flags: []flagGroup{
			titled("Output", o.out.addFormat),
		},
	}
}

type versionJSON struct {
	Type        string `json:"type"`
	Version     string `json:"version"`
	Revision    string `json:"revision,omitempty"`
	Modified    bool   `json:"modified"`
	Go          string `json:"go"`
	Platform    string `json:"platform"`
	IndexFormat int    `json:"index_format"`
}

func runVersion(a *app, o versionOptions) error {
	v := versionJSON{Type: "version", Version: "unknown", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, IndexFormat: db.FormatVersion}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
	}
	p := a.printer(o.out)
	var err error
	switch o.out.format {
	case "json":
		err = p.object(v)
		if err == nil {
			return p.end(a.newSummary("version"))
		}
	case "csv":
		err = p.row([]string{"version", "revision", "go", "platform", "index_format"},
			v.Version, v.Revision, v.Go, v.Platform, itoa(v.IndexFormat))
	default:
		err = p.line("alike %s (%s, %s, index format %d)", v.Version, v.Go, v.Platform, v.IndexFormat)
	}
	if err != nil {
		return err
	}
	return p.flush()
}

package main

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/scan"
	"alike/scan/dedupe"
)

type checkOptions struct {
	sample flagvalue.Count
	given  *pflag.Flag // --sample
	index  flags.Index
	memory flags.Memory
	out    report.Flags
}

func checkVerb(a *app) verb {
	o := checkOptions{sample: 100}
	return verb{
		use:   "check [flags]",
		short: "verify the index",
		long: `Verifies that the index is consistent, and reads some files again to verify their
checksums, and their simhashes if the index keeps any. Files that changed since the scan
are not a problem. The exit code is 12 if there are problems, and 3 if there are none
but some of the files could not be read again.`,
		examples: []help.Example{
			{Command: "alike check"},
			{Command: "alike check --sample all"},
		},
		noArguments: true,
		run:         func(ctx context.Context, _ []string) error { return runCheck(ctx, a, o) },
		flags: []flagGroup{
			titled("How thoroughly", func(fs *pflag.FlagSet) {
				fs.Var(&o.sample, "sample", "read `N` files again, or all")
				o.given = fs.Lookup("sample")
			}),
			titled("Output", o.out.FormatOf("check")),
			titled("Running", o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

func runCheck(ctx context.Context, a *app, o checkOptions) error {
	ix, dir, err := readIndex(ctx, a, db.AnyKind, o.index, o.memory)
	if err != nil {
		return err
	}
	if ix.Imported() {
		if o.given.Changed {
			return cmp.Or(elsewhere(ix, "--sample"), ix.Close())
		}
		o.sample = 0
	}
	reread, err := scan.Reread(ctx, ix)
	if err != nil {
		return errors.Join(err, ix.Close())
	}
	counter := &terminal.Counter{}
	shown := a.screen.StartBar(counter.Gauge("checking"))
	kind := ix.Kind()
	options := dedupe.CheckOptions(ix)
	options.Sample, options.Progress, options.Read, options.Hash = int(o.sample), counter.Set, reread, rehash(ix)
	r, err := ix.Check(ctx, options)
	shown.Finish()
	err = cmp.Or(err, ix.Close())
	if err != nil {
		return err
	}
	a.failed += r.SampledUnreadable
	p, err := a.printer(o.out, report.About{Verb: "check"})
	if err != nil {
		return err
	}
	sum := &report.Summary{Verb: "check"}
	if err := p.Checked(r, sum); err != nil {
		return err
	}
	if err := a.end(p, sum); err != nil {
		return err
	}
	p.NoteChecked(r, kind, dir)
	if len(r.Problems) > 0 {
		return errUnsound
	}
	return nil
}

// rehash returns a function that computes the simhash of a file by the scheme of the
// index, or nil if the index keeps none or uses the scheme of another version.
func rehash(ix *db.Index) func(size int64, read func(w io.Writer) error) (hamming.Document, error) {
	words, _, kept := ix.HashScheme()
	if !kept {
		return nil
	}
	scheme, err := scan.ParseDocumentScheme(words)
	if err != nil {
		return nil
	}
	documents, err := scan.NewDocuments(scheme)
	if err != nil {
		return nil
	}
	document := documents.New()
	return func(size int64, read func(w io.Writer) error) (hamming.Document, error) {
		document.Reset(size)
		err := read(document)
		return document.Hash(), err
	}
}

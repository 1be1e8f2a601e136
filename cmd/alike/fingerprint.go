package main

import (
	"context"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/fingerprint/view"
	"alike/scan"
)

type fingerprintOptions struct {
	rule     flags.Rule
	simhash  bool
	document flags.Documents
	list     flags.List
	out      report.Flags
}

func fingerprintVerb(a *app) verb {
	var o fingerprintOptions
	return verb{
		use:   "fingerprint [flags] FILE…",
		short: "print the fingerprints of files",
		long: `Prints the fingerprints of each FILE, one per line, in the order of their offsets:
offset, value in hexadecimal, check bits in hexadecimal and, if there are several
files, the path. - reads standard input. No index is needed. Files of up to 1 KiB
have windows of 12 bytes as well; in JSON and CSV their level is below 5.

With --simhash, prints one line per FILE: the simhash of its text in hexadecimal, the
number of distinct features it was made from, and, if there are several files, the
path. The word short precedes the path if the text is too short to judge (the hash then
covers the whole text), and the word none if there is no text.`,
		examples: []help.Example{
			{Command: "alike fingerprint draft.txt"},
			{Command: "zcat dump.gz | alike fingerprint -f json -"},
			{Command: "alike fingerprint --simhash draft.txt draft.old"},
		},
		run: func(ctx context.Context, args []string) error { return runFingerprint(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which fingerprints", o.rule.AddFlags),
			titled("Simhashes instead", o.addSimhash),
			titled("Output", o.out.FormatOf("fingerprint"), o.list.AddFlags),
		},
	}
}

func (o *fingerprintOptions) addSimhash(fs *pflag.FlagSet) {
	fs.BoolVar(&o.simhash, "simhash", false, "print the simhash of the text\nalike near computes the same one.")
	o.document.AddFlags(fs)
}

// check reports flags that contradict each other.
func (o *fingerprintOptions) check() error {
	if name := o.rule.FirstGiven(); o.simhash && name != "" {
		return advice.Usagef("--%s is for fingerprints: leave it out, or leave out --simhash", name)
	}
	if name := o.document.FirstGiven(); !o.simhash && name != "" {
		return advice.Usagef("--%s is for simhashes: add --simhash, or leave it out", name)
	}
	return o.document.Check()
}

// readOptions returns the options for reading files.
func (o *fingerprintOptions) readOptions(ctx context.Context, kind view.Kind) (readOptions, error) {
	rule, err := o.rule.Rule(ctx, string(kind))
	opts := readOptions{rule: rule, view: kind}
	if err != nil || !o.simhash {
		return opts, err
	}
	documents, err := scan.NewDocuments(o.document.Scheme(flags.DefaultDocuments()))
	if err == nil {
		opts.document = documents.New()
	}
	return opts, err
}

func runFingerprint(ctx context.Context, a *app, o fingerprintOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return advice.Usagef("name a file, or - for standard input")
	}
	opts, err := o.readOptions(ctx, view.Kind(a.common.view))
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "fingerprint", Simhash: o.simhash, Named: len(args) > 1})
	if err != nil {
		return err
	}
	sum := &report.Summary{Verb: "fingerprint"}
	err = readEach(ctx, a, args, opts, sum, func(f *readFile) error {
		if o.simhash {
			return p.Simhash(report.Simhash{Path: f.path, Hash: f.hash})
		}
		return p.Fingerprints(report.Fingerprints{Path: f.path, Selected: f.selected})
	})
	if err != nil {
		return err
	}
	return a.end(p, sum)
}

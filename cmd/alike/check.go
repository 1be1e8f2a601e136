package main

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/scan"
)

type checkOptions struct {
	sample flagvalue.Count
	index  flags.Index
	memory flags.Memory
	out    outputFlags
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
		run: func(ctx context.Context, args []string) error {
			if err := noArguments("check", args); err != nil {
				return err
			}
			return runCheck(ctx, a, o)
		},
		flags: []flagGroup{
			titled("How thoroughly", func(fs *pflag.FlagSet) {
				fs.Var(&o.sample, "sample", "read `N` files again, or all")
			}),
			titled("Output", o.out.addFormat),
			titled("Running", o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

// checkJSON is what a check says beyond a summary.
type checkJSON struct {
	CheckedPostings int64 `json:"checked_postings"`
	CheckedSegments int64 `json:"checked_segments"`
	CheckedRecords  int64 `json:"checked_records"`
	CheckedHashes   int64 `json:"checked_hashes"` // simhashes
	Sampled         int64 `json:"sampled"`        // files that were read again and compared

	// Files that were drawn as well, but are no evidence: they changed since the
	// scan, or could not be read again.
	SampledChanged    int64 `json:"sampled_changed"`
	SampledUnreadable int64 `json:"sampled_unreadable"`

	Problems int `json:"problems"`
}

func runCheck(ctx context.Context, a *app, o checkOptions) error {
	ix, dir, err := readIndexOf(ctx, a, db.AnyKind, o.index, o.memory)
	if err != nil {
		return err
	}
	counter := &terminal.Counter{}
	shown := a.screen.StartBar(counter.Gauge("checking"))
	kind := ix.Kind()
	r, err := ix.Check(ctx, db.CheckOptions{Sample: int(o.sample), Progress: counter.Set, Hash: rehash(ix)})
	shown.Finish()
	if closing := ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	a.failed += r.SampledUnreadable
	return tellChecked(a, r, kind, dir, o.out)
}

// rehash returns what makes simhashes as the index has them; nil if it keeps none,
// or those of another version, which are no worse for that.
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

// tellChecked prints the problems, says what was looked at and returns the
// verdict.
func tellChecked(a *app, r db.CheckReport, kind db.Kind, dir string, out outputFlags) error {
	p := a.printer(out)
	for _, problem := range r.Problems {
		p.results++
		if err := p.problem(problem); err != nil {
			return err
		}
	}
	if err := p.header(problemHeader); err != nil {
		return err
	}
	sum := a.newSummary("check")
	sum.Files, sum.Contents, sum.Read = r.Files, r.Contents, r.Sampled
	sum.checkJSON = &checkJSON{r.Postings, r.Segments, r.Records, r.Hashes, r.Sampled, r.SampledChanged, r.SampledUnreadable, len(r.Problems)}
	if err := p.end(sum); err != nil {
		return err
	}
	looked, anew := lookedAt(r), "alike scan DIR"
	if kind == db.Records {
		looked, anew = terminal.Amount(r.Records, "record", "records"), "alike dedupe on all that it was made from"
	}
	if len(r.Problems) > 0 {
		a.screen.Say("alike: the index " + terminal.Visible(dir) + " is damaged: " +
			terminal.Amount(int64(len(r.Problems)), "problem", "problems") + " (" + looked + ")")
		a.screen.Say("  make it anew: remove that folder, then: " + anew)
		return errUnsound
	}
	a.screen.Note("the index %s is sound: %s", terminal.Visible(dir), looked)
	return nil
}

// lookedAt says what a check has looked at.
func lookedAt(r db.CheckReport) string {
	looked := terminal.Amount(r.Files, "file", "files") + ", " + terminal.Amount(r.Contents, "content", "contents") + ", " +
		terminal.Amount(r.Postings, "posting", "postings") + ", "
	if r.Hashes > 0 {
		looked += terminal.Amount(r.Hashes, "simhash", "simhashes") + ", "
	}
	looked += terminal.Amount(r.Sampled, "file", "files") + " read again"
	if r.SampledChanged > 0 {
		looked += ", " + terminal.Comma(r.SampledChanged) + " changed since the scan"
	}
	if r.SampledUnreadable > 0 {
		looked += ", " + terminal.Comma(r.SampledUnreadable) + " could not be read"
	}
	return looked
}

var problemHeader = []string{"problem"}

func (p *printer) problem(text string) error {
	switch p.flags.format {
	case "json":
		return p.object(problemJSON{"problem", text})
	case "csv":
		return p.row(problemHeader, terminal.Visible(text))
	default:
		return p.line("%s", terminal.Visible(text))
	}
}

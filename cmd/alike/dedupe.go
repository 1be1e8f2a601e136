package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/atomicfile"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/system"
	"alike/fingerprint/simhash"
	"alike/scan/dedupe"
	"alike/scan/records"
)

type dedupeOptions struct {
	input    flags.Records
	matching flags.Matching
	idf      string // a table to build
	noAdd    bool
	output   string
	dropped  string
	resume   bool
	restart  bool
	force    bool
	tag      string
	tagged   *pflag.Flag // --tag
	keep     string
	every    flagvalue.Size
	memory   flagvalue.Size
	threads  flags.Threads
	index    flags.Index
	out      report.Flags
}

func dedupeVerb(a *app) verb {
	var o dedupeOptions
	return verb{
		use:   "dedupe [flags] [INPUT…]",
		short: "drop near-duplicate records from a stream",
		long: `Reads records from files or standard input and writes those that are not
near-duplicates of a record written earlier: unchanged, byte for byte, and in order.
Records are the lines of JSON Lines, TSV, CSV or text, or files whose paths are listed.
Inputs may be compressed with gzip or zstd. The summary goes to standard error.

With --index, records are remembered and later runs are compared with them;
$ALIKE_INDEX does not replace this flag. A run takes effect only when it is done: a run
to standard output that fails or is interrupted leaves the index unchanged. A run with
--output can be killed at any moment; the same command with --resume resumes it.

An output that exists and is not empty is never replaced without --force. If it is the
output of the same command on the same records, nothing is done and the exit code is
that of the finished run. Outputs whose names end in .gz or .zst are compressed.

Records too short to judge, such as titles, are duplicates only if they are equal,
ignoring case, white space and the like. Records without text are always written.`,
		examples: []help.Example{
			{Command: "alike dedupe news.jsonl.gz > unique.jsonl"},
			{Command: "alike dedupe --text-field 2 --dropped gone.tsv news.tsv > unique.tsv"},
			{Command: "alike dedupe --index ~/news -o unique.jsonl today.jsonl", Comment: "against past runs"},
			{Command: "alike dedupe --index ~/news -o unique.jsonl --resume today.jsonl"},
			{Command: "alike dedupe --tag repeats --keep longest news.jsonl > tagged.jsonl"},
			{Command: "zcat *.gz | alike dedupe --text-field title=2 --text-field body > unique.jsonl"},
			{Command: "alike dedupe --method jaccard --min 90% --header --text-field body pages.csv"},
		},
		brief: []string{
			"input-format", "text-field", "id-field", "method", "distance", "min",
			"output", "dropped", "tag", "resume", "index",
		},
		run: func(ctx context.Context, args []string) error { return runDedupe(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Records", o.input.AddFlags),
			titled("What counts as the same", o.matching.AddFlags),
			titled("How texts become features", o.matching.AddSchemeFlags),
			titled("Output", o.addOutput),
			titled("Running", o.addRunning),
		},
	}
}

func (o *dedupeOptions) addOutput(fs *pflag.FlagSet) {
	fs.StringVarP(&o.output, "output", "o", "", "write the records to `FILE`, in a resumable run\nCompressed if the name ends in .gz or .zst.")
	fs.StringVar(&o.dropped, "dropped", "", "write the dropped records to `FILE`, one per line\nA line has its id, the id of the record that it resembles, and the distance or share. JSON Lines if the name ends in .json or .jsonl. Compressed if .gz or .zst follows.")
	fs.StringVar(&o.tag, "tag", "", "write every record; `FIELD` says which one it repeats\nFIELD is added to the record and holds the id of that record, or null; FIELD_cluster is the same number for all that repeat the same one, and for that one. In TSV and CSV they are two more columns, empty for null.")
	o.tagged = fs.Lookup("tag")
	o.keep = "first"
	fs.Var(flagvalue.NewChoice(&o.keep, "first", "last", "longest"), "keep",
		"`WHICH` record of a cluster to write: first, last, longest\nEach is compared with the first. last and longest read regular files twice, and do not work with --index.")
	fs.BoolVar(&o.force, "force", false, "replace outputs that exist")
	o.out.FormatOf("dedupe")(fs)
	fs.Lookup("format").Usage = "`FORMAT` of the summary: text, json"
	o.out.AddFailOnMatch(fs)
	fs.Lookup("fail-on-match").Usage = "exit with code 4 if a record is dropped"
}

func (o *dedupeOptions) addRunning(fs *pflag.FlagSet) {
	fs.BoolVar(&o.noAdd, "no-add", false, "do not add the records to --index")
	fs.BoolVar(&o.resume, "resume", false, "resume the interrupted run to --output")
	fs.BoolVar(&o.restart, "restart", false, "undo the interrupted run and start again")
	o.every = dedupe.CommitBytes
	fs.Var(&o.every, "commit-every", "commit to --output every `SIZE` of input\nA resumed run repeats at most that much.")
	fs.Lookup("commit-every").DefValue = "64MiB"
	flags.Hide(fs, "commit-every")
	fs.StringVar(&o.idf, "build-idf", "", "only count features and write them to `FILE`\nThe table of document frequencies for --idf.")
	o.threads.AddFlags(fs)
	fs.Var(&o.memory, "memory", "fail if the kept records need more than `SIZE`\nDefault: no limit. With simhash each record takes 77 bytes of memory, 40 of which count. For --build-idf, the memory for features (default 256MiB).")
	o.index.AddFlags(fs)
}

// check reports flags that contradict each other.
func (o *dedupeOptions) check(indexed bool) error {
	switch {
	case o.noAdd && !indexed:
		return advice.Usagef("--no-add compares with an index: name it with --index")
	case o.resume && o.restart:
		return advice.Usagef("--resume resumes a run and --restart undoes it: give one of them")
	case (o.resume || o.restart) && o.output == "":
		return advice.Usagef("only a run with --output can be resumed: name the output, or leave out --resume and --restart")
	case (o.resume || o.restart) && o.noAdd:
		return advice.Usagef("a run with --no-add cannot be resumed: leave out --resume and --restart")
	case o.idf != "" && (indexed || o.output != "" || o.dropped != "" || o.tag != "" || o.keep != "first"):
		return advice.Usagef("--build-idf only counts: leave out --index, --output, --dropped, --tag and --keep")
	case o.keep != "first" && indexed:
		return advice.Usagef("--keep %s chooses among the records of one run, and an index holds those of earlier ones: leave out --index", o.keep)
	case o.keep != "first" && (o.resume || o.restart):
		return advice.Usagef("a run with --keep %s cannot be resumed: leave out --resume and --restart", o.keep)
	case o.tagged.Changed && o.tag == "":
		return advice.Usagef("--tag names no field: give it the name of a new one")
	case o.every < 4<<10:
		return advice.Usagef("--commit-every must be at least 4KiB")
	}
	return nil
}

func runDedupe(ctx context.Context, a *app, o dedupeOptions, args []string) error {
	if o.output == input.Stdin {
		o.output = ""
	}
	indexed := a.common.indexGiven.Changed
	if err := o.check(indexed); err != nil {
		return err
	}
	j, err := dedupeJob(ctx, a, &o, args)
	if err != nil {
		return err
	}
	if o.idf != "" {
		return buildIDF(ctx, a, o, j)
	}
	return dedupeInto(ctx, a, o, j, indexed)
}

// dedupeJob returns the job that the flags describe, without its index.
func dedupeJob(ctx context.Context, a *app, o *dedupeOptions, args []string) (j dedupe.Job, err error) {
	if j.Inputs, err = flags.RecordInputs(a.env.stdin, args); err != nil {
		return j, err
	}
	if o.keep != "first" {
		j.Keep = dedupe.Keep(o.keep)
		if slices.ContainsFunc(j.Inputs, func(in records.Input) bool { return in.From != nil }) {
			return j, advice.Usagef("--keep %s reads the records twice: name regular files, not standard input", o.keep)
		}
	}
	if terminal.Is(a.env.stdin) && slices.ContainsFunc(j.Inputs, func(in records.Input) bool { return in.From != nil }) {
		a.screen.Note("reading records from the terminal; Ctrl-D on an empty line ends them")
	}
	if j.Records, j.Fields, err = o.input.Options(ctx, j.Inputs); err != nil {
		return j, err
	}
	if j.Matching, err = o.matching.Options(ctx, j.Fields, o.input.Hashed(), o.idf != ""); err != nil {
		return j, err
	}
	j.Older = o.matching.Older(j.Matching)
	j.HTML, j.OnError = o.input.HTML, dedupe.OnError(o.input.OnError)
	j.Threads = o.threads.N
	if j.Threads == 0 {
		j.Threads = runtime.GOMAXPROCS(0)
	}
	j.To, j.NoAdd, j.Resume, j.Restart, j.Force = a.env.stdout, o.noAdd, o.resume, o.restart, o.force
	j.Tag = o.tag
	j.CommitBytes, j.Memory = int64(o.every), int64(o.memory)
	if o.every < 256<<10 {
		j.Records.BatchBytes = int(o.every) // commits are between batches
	}
	if o.output != "" {
		if j.Output, err = input.Absolute(o.output); err != nil {
			return j, err
		}
	}
	if o.dropped != "" {
		if j.Dropped, err = input.Absolute(o.dropped); err != nil {
			return j, err
		}
		name := strings.ToLower(records.TrimPacked(o.dropped))
		j.JSON = strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonl")
	}
	if err := j.Check(); err != nil {
		if errors.As(err, new(syscall.Errno)) {
			return j, err
		}
		return j, advice.Usagef("%v", err)
	}
	if err := o.apart(j); err != nil {
		return j, advice.Usagef("%v", err)
	}
	j.Malformed, j.Progress = malformedReporter(a), &dedupe.Progress{}
	return j, nil
}

// apart reports an output that is also an input, for the paths that the job does not
// check: a new table must not overwrite the records, and no output a table.
func (o *dedupeOptions) apart(j dedupe.Job) error {
	outputs := slices.DeleteFunc([]string{j.Output, j.Dropped, o.idf}, func(path string) bool { return path == "" })
	inputs := slices.Clone(j.Inputs)
	for _, path := range []string{o.matching.IDF, o.matching.StopWords} {
		if path != "" {
			inputs = append(inputs, records.Input{Name: path})
		}
	}
	return records.CheckDistinct(outputs, inputs)
}

// dedupeInto opens the index of the job and runs it.
func dedupeInto(ctx context.Context, a *app, o dedupeOptions, j dedupe.Job, indexed bool) error {
	ix, private, err := dedupeIndex(ctx, a, o, &j, indexed)
	if errors.As(err, new(*dedupe.ExistsError)) || errors.As(err, new(*dedupe.ClaimedError)) {
		return dedupeFailed(a, err, j, dedupe.Summary{}, indexed)
	}
	if err != nil || ix == nil && private {
		return err
	}
	j.Index, j.Private = ix, private
	shown := a.screen.StartBar(dedupeGauge(j.Progress))
	sum, err := j.Run(ctx)
	shown.Finish()
	if ix != nil {
		err = cmp.Or(err, ix.Close())
	}
	if private && (err == nil || sum.Undone || errors.As(err, new(*dedupe.ExistsError))) {
		removing := dedupe.RemoveState(j.Output) // nothing resumes from it
		err = errors.Join(err, removing)
	}
	if err != nil {
		err = dedupeFailed(a, err, j, sum, indexed)
	}
	if sum.Records > 0 || err == nil {
		report.NoteDeduped(a.screen, o.out, sum, time.Since(a.started), err)
	}
	if err != nil {
		return err
	}
	a.failed += sum.Malformed
	if o.out.FailOnMatch() && sum.Dropped > 0 {
		a.matched = true
	}
	return nil
}

// dedupeFailed adds advice on how to resume to the error of a failed run.
func dedupeFailed(a *app, err error, j dedupe.Job, sum dedupe.Summary, indexed bool) error {
	var (
		unfinished *dedupe.UnfinishedError
		other      *dedupe.OtherRunError
		short      *dedupe.MemoryError
		exists     *dedupe.ExistsError
		claimed    *dedupe.ClaimedError
		lost       *dedupe.LostError
	)
	interrupted := errors.Is(err, context.Canceled)
	switch {
	case errors.As(err, &exists) && indexed && !j.NoAdd:
		return advice.With(err, "name another file; --force replaces this one, and no record that the index holds is written again")
	case errors.As(err, &exists):
		return advice.With(err, "name another file, or replace this one with --force")
	case errors.As(err, &claimed):
		next := "resume it by its own command with --resume, or undo it with --restart"
		if claimed.Claim != "" {
			next += "; removing " + terminal.Visible(claimed.Claim) + " gives it up"
		}
		return advice.With(err, next)
	case errors.As(err, &lost):
		return advice.With(err, "start again with --restart and another output, or --restart and --force to replace this one")
	case errors.As(err, &unfinished):
		return advice.With(err, "run the same command with --resume to resume that run, or with --restart to undo it and start again")
	case errors.As(err, &other):
		return advice.With(err, "give the same flags, inputs and outputs, or --restart to undo that run and start again")
	case errors.Is(err, records.ErrTaken) && sum.Committed:
		return advice.With(err, "undo this run with --restart and another name for --tag")
	case errors.Is(err, records.ErrTaken):
		return advice.With(err, "give --tag another name")
	case errors.Is(err, dedupe.ErrNothingToResume):
		return advice.With(err, "leave out --resume to start a run")
	case errors.As(err, &short) && sum.Committed:
		return advice.With(err, "the decisions so far are kept: resume with --resume and a larger --memory")
	case errors.As(err, &short):
		return advice.With(err, "give a larger --memory, or none; a run with --output can be resumed")
	case system.IsClosed(err) && j.Output == "" && indexed && !j.NoAdd:
		return advice.With(errors.New("standard output was closed before the end"), "the index is unchanged")
	case system.IsClosed(err) && j.Output == "":
		return report.ErrClosed
	case sum.Committed && interrupted:
		a.screen.Note("interrupted; run the same command with --resume to resume")
	case sum.Committed && !errors.As(err, new(*db.DamagedError)):
		fix := "fix this"
		if errors.As(err, new(*records.TooLong)) || errors.As(err, new(*records.Malformed)) {
			fix = cmp.Or(advice.On(err), fix)
		}
		return advice.With(err, "the decisions so far are kept: "+fix+", then resume with the same command and --resume")
	case indexed && !j.NoAdd && j.Output == "" && sum.Records > 0:
		a.screen.Note("the index is unchanged")
	}
	return err
}

// idfMemory is the default memory for counting features: 4.7 million of them.
const idfMemory = 256 << 20

// buildIDF writes the table of document frequencies.
func buildIDF(ctx context.Context, a *app, o dedupeOptions, j dedupe.Job) error {
	path, err := input.Absolute(o.idf)
	if err == nil && !atomicfile.Replaceable(path) {
		return fmt.Errorf("writing the table to %s: %w", path, errNoFile)
	}
	if err == nil && !o.force {
		err = replaceableTable(path)
	}
	if err != nil {
		return err
	}
	shown := a.screen.StartBar(dedupeGauge(j.Progress))
	table, counts, err := j.BuildIDF(ctx, cmp.Or(int64(o.memory), idfMemory))
	shown.Finish()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if _, err := table.WriteTo(&text); err != nil {
		return fmt.Errorf("writing the table to %s: %w", path, err)
	}
	if err := atomicfile.Replace(path, text.Bytes()); err != nil {
		return fmt.Errorf("writing the table to %s: %w", path, input.WithoutPath(err))
	}
	a.failed += counts.Malformed
	report.NoteFeatures(a.screen, o.out, counts, table.Len(), time.Since(a.started))
	return nil
}

// replaceableTable returns an error if a file exists that is not a table of document
// frequencies.
func replaceableTable(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("examining the existing table: %w", err)
	}
	defer f.Close()
	if _, err := simhash.ReadIDF(io.LimitReader(f, 64), 0); !errors.Is(err, simhash.ErrNotIDF) {
		return nil // the beginning of a table
	}
	return advice.With(fmt.Errorf("%s exists and is not a table of document frequencies", path),
		"name another file for --build-idf, or replace this one with --force")
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	"alike/db/dataset"
	"alike/db/dataset/join"
	"alike/scan"
)

type exportOptions struct {
	output string
	host   string
	named  *pflag.Flag // --host
	since  flagvalue.Since
	index  flags.Index
	memory flags.Memory
	work   flags.Threads
	out    report.Flags
}

func exportVerb(a *app) verb {
	var o exportOptions
	return verb{
		use:   "export -o DIR [flags]",
		short: "write the index as Parquet files",
		long: `Writes what the index holds to DIR as Parquet files: paths, checksums, fingerprints
and, if alike near has made them, simhashes. The exports of many hosts in one DIR are a
dataset, which alike import, DuckDB and Spark read. No bytes of files leave the host.

The files are in DIR/host=NAME. An earlier export of the host can be read until the new
one is complete and takes its place; an interrupted export leaves that one as it is.
What an earlier export in DIR has is not written again: its files are kept, and only
new contents and the list of files are written. With --since, the same holds in a DIR
that does not have the host yet: add the result to the export kept elsewhere.

docs/fleet.md has the columns, and how to keep a dataset on other file systems.`,
		examples: []help.Example{
			{Command: "alike export -o /mnt/lake/alike"},
			{Command: "alike scan -q && alike export -q -o /srv/alike --host web1"},
		},
		noArguments: true,
		run:         func(ctx context.Context, _ []string) error { return runExport(ctx, a, o) },
		flags: []flagGroup{
			titled("What to write", o.addFlags),
			titled("Output", o.out.FormatOf("export")),
			titled("Running", o.work.AddFlags, o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

func (o *exportOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringVarP(&o.output, "output", "o", "", "write to the dataset in the folder `DIR`\nIt is created if there is none. It may hold the exports of other hosts.")
	fs.StringVar(&o.host, "host", "", "call this host `NAME`\nLetters, digits, and - _ . within. Default: the host name of the machine.")
	o.named = fs.Lookup("host")
	fs.Var(&o.since, "since", "leave out contents that were indexed before `TIME`\nTIME is as for alike changes. No effect if DIR has an export of the host: that one is completed.")
}

func runExport(ctx context.Context, a *app, o exportOptions) error {
	host, err := o.hostName()
	if err != nil {
		return err
	}
	if o.output == "" || o.output == input.Stdin {
		return advice.Usagef("name the folder of the dataset: -o DIR")
	}
	if join.IsURL(o.output) {
		return advice.Usagef("%s is not a folder: export to one on this machine and copy it there, as docs/fleet.md says", terminal.Visible(o.output))
	}
	dir, err := input.Absolute(o.output)
	if err != nil {
		return err
	}
	if o.since.Given() && !o.since.From(a.started).Before(a.started) {
		return advice.Usagef("--since %s is not in the past: give an earlier time", terminal.Visible(o.since.String()))
	}
	ix, _, err := readIndex(ctx, a, db.Files, o.index, o.memory)
	if err != nil {
		return err
	}
	stats, err := o.write(ctx, a, ix, dir, host)
	trees := ix.Trees()
	closing := ix.Close()
	if err != nil && !errors.As(err, new(*dataset.RemainsError)) {
		return errors.Join(err, closing)
	}
	// The export is complete: what failed beside it is reported after it.
	reporting := o.report(a, &stats, dir, host)
	leaving := leaveOut(a, dir, trees)
	return errors.Join(err, reporting, leaving, closing)
}

// report prints what was exported.
func (o *exportOptions) report(a *app, stats *dataset.Stats, dir, host string) error {
	p, err := a.printer(o.out, report.About{Verb: "export"})
	if err != nil {
		return err
	}
	sum := &report.Summary{Verb: "export", Files: stats.Files, Contents: stats.Contents, Bytes: stats.FileBytes}
	path := dataset.HostDir(dir, host)
	sum.Add(report.Field{Name: "dataset", Value: terminal.Visible(path)}, report.Field{Name: "host", Value: host},
		report.Field{Name: "postings", Value: stats.Postings}, report.Field{Name: "simhashes", Value: stats.Hashes},
		report.Field{Name: "size", Value: stats.Bytes}, report.Field{Name: "new_contents", Value: stats.NewContents},
		report.Field{Name: "new_postings", Value: stats.NewPostings}, report.Field{Name: "new_size", Value: stats.NewBytes},
		report.Field{Name: "partial", Value: stats.Partial})
	if err := a.end(p, sum); err != nil {
		return err
	}
	noteExport(a, stats, path)
	if o.since.Given() && stats.Replaced {
		a.screen.Note("--since has no effect: %s has an export of %s, which was completed", terminal.Visible(dir), host)
	}
	if lost := int64(len(stats.LostRoots)); lost > 0 {
		a.screen.Note("the export before had %s that this index has not, such as %s: to keep exports of two indexes, give each a name with --host",
			terminal.Amount(lost, "folder", "folders"), terminal.Visible(stats.LostRoots[0]))
	}
	return nil
}

// leaveOut lets scans leave out a dataset that is inside a root, by an .alikeignore. If that is
// not possible, it says so.
func leaveOut(a *app, dir string, trees []db.Tree) error {
	roots, err := scan.Roots(trees)
	if err != nil {
		return err
	}
	roots = slices.DeleteFunc(roots, func(r scan.Root) bool { return !db.InTrees(dir, []string{r.Path}) })
	if len(roots) == 0 {
		return nil
	}
	shown, root := terminal.Visible(dir), terminal.Visible(roots[0].Path)
	place := filepath.Join(dir, ".alikeignore")
	if !slices.ContainsFunc(roots, func(r scan.Root) bool { return r.Selected.NoIgnore }) {
		if made, err := os.ReadFile(place); err == nil && strings.Contains(string(made), dataset.Names) {
			return nil
		}
		if err := createIgnoreFile(place); err == nil {
			a.screen.Note("%s is inside %s: scans leave it out, by its new .alikeignore", shown, root)
			return nil
		}
	}
	a.screen.Note("%s is inside %s, whose next scan indexes it: name a folder elsewhere with -o, or leave it out with --exclude", shown, root)
	return nil
}

// createIgnoreFile creates an .alikeignore for a dataset, unless there is one of the user. One
// that is empty or cut short is left from a full disk.
func createIgnoreFile(place string) error {
	if info, err := os.Lstat(place); err == nil {
		made, err := os.ReadFile(place)
		if err != nil || !info.Mode().IsRegular() || !strings.HasPrefix(dataset.Names, string(made)) {
			return fs.ErrExist
		}
	}
	return atomicfile.Replace(place, []byte(dataset.Names))
}

// write writes the dataset, with a progress bar.
func (o *exportOptions) write(ctx context.Context, a *app, ix *db.Index, dir, host string) (dataset.Stats, error) {
	defer o.memory.Bound()()
	counter := &terminal.Counter{}
	options := dataset.Options{
		Dir: dir, Host: host, Version: report.VersionName(), Machine: machine(), Now: a.started,
		Memory: int64(o.memory.Bytes), Threads: o.work.N, Progress: counter.Set,
	}
	if o.since.Given() {
		options.Since = o.since.From(a.started)
		if after, ok := ix.Before(options.Since); ok { // else the history is too short
			options.After = after
		}
	}
	shown := a.screen.StartBar(counter.Gauge("exporting " + host))
	defer shown.Finish()
	return dataset.Write(ctx, ix, options)
}

// hostName returns the name that the host has in the dataset.
func (o *exportOptions) hostName() (string, error) {
	if o.named.Changed {
		if err := dataset.CheckHost(o.host); err != nil {
			return "", advice.Usagef("--host: %v", err)
		}
		return o.host, nil
	}
	name, err := os.Hostname()
	if err == nil {
		err = dataset.CheckHost(name)
	}
	if err != nil {
		return "", advice.With(fmt.Errorf("naming this host: %w", err), "name it with --host")
	}
	return name, nil
}

// machine returns a name of this machine that does not reveal its ID, which machine-id(5) asks
// for, or "" if it has none.
func machine() string {
	id, err := os.ReadFile("/etc/machine-id")
	if id = bytes.TrimSpace(id); err != nil || len(id) == 0 {
		return ""
	}
	sum := sha256.Sum256(append([]byte("alike export\n"), id...))
	return hex.EncodeToString(sum[:8])
}

// noteExport says what was written.
func noteExport(a *app, stats *dataset.Stats, path string) {
	a.screen.Note("%s, %s, %s", terminal.Amount(stats.Files, "file", "files"),
		terminal.Amount(stats.Contents, "content", "contents"), terminal.Amount(stats.Postings, "posting", "postings"))
	path = filepath.ToSlash(path)
	if stats.NewBytes == stats.Bytes {
		a.screen.Note("wrote %s (%s)", terminal.Visible(path), terminal.Size(stats.Bytes))
	} else {
		a.screen.Note("wrote %s (%s): %s of it new, with %s", terminal.Visible(path), terminal.Size(stats.Bytes),
			terminal.Size(stats.NewBytes), terminal.Amount(stats.NewContents, "content", "contents"))
	}
	if stats.Partial {
		a.screen.Note("older contents are left out: add it to an export that has them, as docs/fleet.md says")
	}
	if stats.LongPaths > 0 {
		a.screen.Note("%s a path of more than 16 KiB: left out", terminal.Amount(stats.LongPaths, "file has", "files have"))
	}
	if !stats.HasHashes {
		a.screen.Note("no simhashes exported: run alike near first if you want near-duplicates across hosts")
	}
}

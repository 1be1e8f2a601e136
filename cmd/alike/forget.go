package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/db"
)

type forgetOptions struct {
	ids    []string
	index  flags.Index
	memory flags.Memory
	list   flags.List
	out    report.Flags
}

func forgetVerb(a *app) verb {
	var o forgetOptions
	return verb{
		use:   "forget [flags] PATH…",
		short: "drop files, folders or records from the index",
		long: `Drops files or whole folders from the index; the files themselves are left alone. With
--id, drops records from an index that alike dedupe made: all records with that id. If
any path or id is not in the index, nothing is dropped. Files that alike import brought are
host:/path, and host: is all of a host.`,
		examples: []help.Example{
			{Command: "alike forget ~/old-projects"},
			{Command: "alike forget --index ~/news --id 4711 --id 4712"},
		},
		run: func(ctx context.Context, args []string) error { return runForget(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Records", func(fs *pflag.FlagSet) {
				fs.StringArrayVar(&o.ids, "id", nil, "drop the records with this `ID`\nMay be repeated.")
			}),
			titled("Output", o.out.FormatOf("forget"), o.list.AddFlags),
			titled("Running", o.memory.AddFlags, o.index.AddFlags),
		},
	}
}

func runForget(ctx context.Context, a *app, o forgetOptions, args []string) error {
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	if len(o.ids) > 0 {
		if len(args) > 0 {
			return advice.Usagef("an index holds either files or records: give paths or --id, not both")
		}
		return forgetRecords(ctx, a, o)
	}
	if len(args) == 0 {
		return advice.Usagef("name a file or folder to drop from the index")
	}
	var paths []string
	kind := db.Files
	for _, arg := range args {
		path, ok := input.OnHost(arg)
		if ok {
			kind = db.Hosts
		} else if path, err = input.Absolute(arg); err != nil {
			return err
		}
		paths = append(paths, path)
	}
	dir, err := indexDir(a)
	if err != nil {
		return err
	}
	ix, err := openIndex(ctx, a, dir, o.index, db.Options{Write: true, Memory: int64(o.memory.Bytes), Kind: kind})
	if err != nil {
		return hostNamed(err, args)
	}
	dropped, err := forget(ctx, ix, dir, paths)
	if err == nil {
		err = ix.DropRenewal() // it may have the files
	}
	err = cmp.Or(err, ix.Close())
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "forget"})
	if err != nil {
		return err
	}
	sum := &report.Summary{Verb: "forget"}
	for i, path := range paths {
		sum.Files += dropped[i]
		if err := p.Forgotten(report.Forgotten{Path: path, Files: dropped[i]}); err != nil {
			return err
		}
	}
	return a.end(p, sum)
}

// forget drops all paths or none, and returns the number of files dropped for each.
func forget(ctx context.Context, ix *db.Index, dir string, paths []string) ([]int64, error) {
	w, err := ix.NewWriter()
	if err != nil {
		return nil, err
	}
	dropped := make([]int64, len(paths))
	for i, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if dropped[i], err = w.Forget(ctx, path); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("dropping %s from the index %s: %w", path, dir, err)
		}
		if dropped[i] == 0 {
			return nil, advice.With(fmt.Errorf("dropping %s from the index %s: no such file or folder in it", path, dir),
				"nothing was dropped; give paths as alike pairs prints them")
		}
	}
	if err := w.Commit(); err != nil {
		return nil, err
	}
	return dropped, w.ForgetScheme(ctx)
}

// forgetRecords drops the records with the given ids.
func forgetRecords(ctx context.Context, a *app, o forgetOptions) error {
	dir, err := indexDir(a)
	if err != nil {
		return err
	}
	ix, err := openIndex(ctx, a, dir, o.index, db.Options{Write: true, Memory: int64(o.memory.Bytes), Kind: db.Records})
	if errors.Is(err, db.ErrNoIndex) {
		err = advice.With(err, "give --index the folder that alike dedupe --index uses")
	}
	if err != nil {
		return err
	}
	dropped, err := dropRecords(ctx, ix, dir, o.ids)
	err = cmp.Or(err, ix.Close())
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "forget"})
	if err != nil {
		return err
	}
	for _, id := range o.ids {
		if err := p.ForgottenRecord(report.ForgottenRecord{ID: id, Records: dropped[id]}); err != nil {
			return err
		}
	}
	return a.end(p, &report.Summary{Verb: "forget"})
}

// dropRecords drops the records of all ids, or none if one is missing, and returns the
// number of records dropped for each.
func dropRecords(ctx context.Context, ix *db.Index, dir string, ids []string) (map[string]int64, error) {
	counts := map[string]int64{}
	var all [][]byte
	for _, id := range ids {
		if _, ok := counts[id]; !ok {
			counts[id] = 0
			all = append(all, []byte(id))
		}
	}
	err := ix.EachRecord(ctx, func(_ db.RecordID, r db.Record) error {
		if n, ok := counts[string(r.ID)]; ok {
			counts[string(r.ID)] = n + 1
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if counts[id] == 0 {
			return nil, advice.With(fmt.Errorf("dropping the record %q from the index %s: no record has this id", id, dir),
				"nothing was dropped; give ids as alike dedupe --dropped writes them")
		}
	}
	w, err := ix.NewWriter()
	if err != nil {
		return nil, err
	}
	if _, err := w.ForgetRecords(ctx, all); err != nil {
		return nil, fmt.Errorf("dropping records from the index %s: %w", dir, err)
	}
	return counts, nil
}

package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db/dataset/join"
	"alike/fingerprint/simhash"
)

type sqlOptions struct {
	from, to, dialect string
	similar           flags.Similarity
	distance          int
	minFiles          int
	frequency, limit  int
	given             *pflag.FlagSet // that only some questions have
}

// sqlFlags are the flags of each question.
var sqlFlags = map[join.Question][]string{
	join.Pairs:   {"min", "by", "min-shared", "size-within", "hardlinks", "max-frequency", "limit"},
	join.Dups:    {"hardlinks", "limit"},
	join.Near:    {"distance", "size-within", "limit"},
	join.Groups:  {"min", "by", "min-shared", "size-within", "hardlinks", "max-frequency", "limit"},
	join.Folders: {"min", "by", "min-files", "hardlinks", "limit"},
}

// sqlMeasures are the defaults of --by other than that of pairs.
var sqlMeasures = map[join.Question]string{join.Groups: "union", join.Folders: usualFolders.by}

func sqlVerb(a *app) verb {
	var o sqlOptions
	return verb{
		use:   "sql QUESTION --from URL [flags]",
		short: "print a question about many hosts as SQL",
		long: `Prints SQL that answers a question about the exports of many hosts. An engine reads
them and finds what the verb of that name finds in one index of all hosts, with the same
figures: ` + strings.Join(join.Questions(), ", ") + `. Shares are estimated, since the files are elsewhere.

URL is a local folder, or a prefix such as s3://bucket/alike that the engine can read.
The SQL makes temporary views and tables, whose names begin with alike_, and then prints
the answer, or writes it as Parquet files to --to URL. That must be new or empty: an
answer never overwrites another. Comments in the SQL explain each step.

Columns are named as the fields of -f json. The path of a file is host:path; if it is not
UTF-8, a_path_b64 has the base 64 of its bytes and a_path is null.`,
		examples: []help.Example{
			{Command: "alike sql pairs --from /mnt/fleet | duckdb -bail -csv"},
			{Command: "alike sql pairs --from s3://bucket/alike --dialect duckdb | duckdb -bail -csv"},
			{Command: "alike sql dups --from s3a://x/alike --to s3a://x/dups --dialect spark > x.sql"},
		},
		args:    join.Questions(),
		noIndex: true,
		run:     func(_ context.Context, args []string) error { return runSQL(a, o, args) },
		flags: []flagGroup{
			titled("Where", o.addPlaces),
			titled("Which pairs", o.similar.AddShares, o.addFlags),
		},
	}
}

func (o *sqlOptions) addPlaces(fs *pflag.FlagSet) {
	o.dialect = string(join.DuckDB)
	fs.StringVar(&o.from, "from", "", "read the exports of all hosts in `URL`")
	fs.StringVar(&o.to, "to", "", "write the answer to `URL` as Parquet files\nWithout it, the SQL prints the answer.")
	fs.Var(flagvalue.NewChoice(&o.dialect, join.Dialects...), "dialect", "for `ENGINE`: duckdb, spark")
}

func (o *sqlOptions) addFlags(fs *pflag.FlagSet) {
	o.distance = simhash.NearDistance
	fs.Var(flagvalue.NewNumber(&o.distance, 0), "distance", "for near: simhashes that differ in at most `BITS`")
	o.minFiles = usualFolders.minFiles
	fs.Var(flagvalue.NewNumber(&o.minFiles, 1), "min-files", "for folders: at least `N` files of each are found")
	flags.Hide(fs, "min-files")
	fs.Var(flagvalue.NewNumber(&o.frequency, 0), "max-frequency", "ignore fingerprints found in more than `N` contents when looking for pairs\n"+
		"For collections with enormous lists. The SQL says at most how many pairs that leaves out; 0, the default, leaves out none.")
	fs.Var(flagvalue.NewNumber(&o.limit, 0), "limit", "list the `N` best pairs, sets or groups; 0 lists all")
	o.given = fs
}

func runSQL(a *app, o sqlOptions, args []string) error {
	if len(args) == 2 && o.from == "" && slices.Contains(join.Questions(), args[0]) {
		return advice.Usagef("%s takes no folder: write --from %s", args[0], terminal.Visible(args[1]))
	}
	if len(args) == 2 && slices.Contains(join.Questions(), args[0]) {
		return advice.Usagef("%s takes no folder beside --from: leave out %q", args[0], args[1])
	}
	if len(args) != 1 {
		return advice.Usagef("name one question: %s", strings.Join(join.Questions(), ", "))
	}
	question := join.Question(args[0])
	if err := o.check(question); err != nil {
		return err
	}
	places := []*string{&o.from, &o.to}
	for _, place := range places {
		if *place == "" {
			continue
		}
		var err error
		if *place, err = join.Place(*place); err != nil {
			return err
		}
	}
	if by, ok := sqlMeasures[question]; ok && !o.given.Changed("by") {
		o.similar.By = by
	}
	similar := o.similar.Query(0)
	asked := join.Options{
		Dialect: join.Dialect(o.dialect), From: o.from, To: o.to,
		Min: similar.Min, By: o.similar.By, MinShared: similar.MinShared, MaxFrequency: int64(o.frequency),
		Distance: o.distance, MinFiles: o.minFiles, Hardlinks: similar.Hardlinks, Limit: int64(o.limit), Next: advice.InSQL,
	}
	if similar.SizeWithin > 0 {
		asked.SizeWithin = &similar.SizeWithin
	}
	sql, err := join.SQL(question, asked)
	switch {
	case errors.As(err, new(*join.QuestionError)):
		return advice.Usagef("%v: %s", err, advice.On(err))
	case errors.As(err, new(*join.PlaceError)):
		return advice.Usagef("%v", err)
	case err != nil:
		return err
	}
	if err := report.WriteText(a.env.stdout, sql); err != nil {
		return err
	}
	if _, err := os.Stat(o.from); !join.IsURL(o.from) && err != nil {
		a.screen.Note("%s is not on this machine: the engine must find it", terminal.Visible(o.from))
	}
	return nil
}

// check refuses flags that are not for the question.
func (o *sqlOptions) check(question join.Question) (err error) {
	if !slices.Contains(join.Questions(), string(question)) {
		return nil // join says so
	}
	o.given.VisitAll(func(f *pflag.Flag) {
		if err == nil && f.Changed && !slices.Contains(sqlFlags[question], f.Name) {
			err = advice.Usagef("--%s is not a flag of %s: leave it out", f.Name, question)
		}
	})
	switch {
	case err != nil:
		return err
	case question == join.Folders && o.given.Changed("by") && o.similar.By == "distinctive":
		return advice.Usagef("--by of folders is smaller, larger or union")
	case o.from == "":
		return advice.Usagef("name the folder or URL of the exports: --from URL")
	case o.distance > maxDistance:
		return advice.Usagef("--distance: at most %d, got %d", maxDistance, o.distance)
	}
	return nil
}

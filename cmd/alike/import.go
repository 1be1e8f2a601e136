package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/dataset"
	"alike/db/dataset/join"
	"alike/db/spill"
)

type importOptions struct {
	index  flags.Index
	memory flags.Memory
	list   flags.List
	out    report.Flags
}

func importVerb(a *app) verb {
	var o importOptions
	return verb{
		use:   "import --index INDEX [flags] DIR…",
		short: "make one index of what alike export wrote on many hosts",
		long: `Enters what alike export wrote on many hosts into one index. DIR is a dataset, with all of
its hosts, or the folder host=NAME of one host in it. The index is made if there is none;
it holds imported files only, and scans go into other indexes.

Files are named host:/path in answers, and as arguments: web1:/srv is a folder of web1,
and web1: is all of web1. Equal files of several hosts are stored once. Questions are
answered from fingerprints, as with --estimate, since the files are elsewhere: run commands
that read files, such as alike compare, --exact and --why, on the host that has them.

Importing a host again replaces it: files that its export no longer has are dropped, and
alike changes tells what is new. All exports are checked before the first is entered. An
interrupted import loses nothing, and the same command completes it.`,
		examples: []help.Example{
			{Command: "alike import --index ~/fleet /mnt/lake/alike"},
			{Command: "alike pairs --index ~/fleet web1:/srv --against web2:", Comment: "ask it"},
			{Command: "alike query --index ~/fleet draft.txt", Comment: "a file of this host"},
			{Command: "alike import --index ~/fleet /mnt/lake/alike/host=web1", Comment: "one host again"},
		},
		brief: []string{"format", "memory", "wait", "index"},
		run:   func(ctx context.Context, args []string) error { return runImport(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Output", o.out.FormatOf("import"), o.list.AddFlags),
			titled("Running", o.memory.AddFlags, o.index.AddFlags),
		},
	}
}

func runImport(ctx context.Context, a *app, o importOptions, args []string) error {
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return advice.Usagef("name the dataset: the folder that alike export wrote to")
	}
	if !a.common.indexGiven.Changed && a.env.getenv("ALIKE_INDEX") == "" {
		return advice.Usagef("name the index with --index: one for imported files only")
	}
	dir, err := indexDir(a)
	if err != nil {
		return err
	}
	var paths []string
	for _, arg := range args {
		if join.IsURL(arg) {
			return advice.Usagef("%s is not a folder: copy the dataset to one on this machine and import that, as docs/fleet.md says", terminal.Visible(arg))
		}
		path, err := input.Absolute(arg)
		if err != nil {
			return err
		}
		if err := checkApart(dir, path); err != nil {
			return err
		}
		paths = append(paths, path)
	}
	hosts, err := dataset.Hosts(ctx, paths)
	if err != nil {
		return err
	}
	sum, absent, err := importHosts(ctx, a, &o, dir, hosts)
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "import"})
	if err != nil {
		return err
	}
	summary := &report.Summary{Verb: "import", Files: sum.Files, Contents: sum.Contents, Bytes: sum.Bytes, Unchanged: sum.Unchanged}
	hashless := withoutSimhashes(hosts)
	summary.Add(report.Field{Name: "hosts", Value: sum.Hosts}, report.Field{Name: "new", Value: sum.New},
		report.Field{Name: "changed", Value: sum.Changed}, report.Field{Name: "gone", Value: sum.Gone},
		report.Field{Name: "new_contents", Value: sum.NewContents}, report.Field{Name: "postings", Value: sum.Postings},
		report.Field{Name: "without_simhashes", Value: hashless}, report.Field{Name: "other_hosts", Value: absent})
	if err := a.end(p, summary); err != nil {
		return err
	}
	noteImport(a, &sum)
	if len(hashless) > 0 {
		a.screen.Note("%s: no simhashes, so alike near skips its documents; run alike near there, then export", strings.Join(hashless, ", "))
	}
	if len(absent) > 0 && !slices.ContainsFunc(paths, dataset.IsHostDir) {
		named := ""
		if a.common.indexGiven.Changed {
			named = " --index " + terminal.Visible(a.common.index)
		}
		a.screen.Note("also in the index, from earlier imports: %s; to drop them: alike forget%s %s:",
			strings.Join(absent, ", "), named, strings.Join(absent, ": "))
	}
	return nil
}

// checkApart refuses an index in the folder of a dataset.
func checkApart(index, path string) error {
	if dataset.IsHostDir(path) {
		path = filepath.Dir(path)
	}
	if inside, err := dataset.Inside(index, path); err != nil || !inside {
		return nil // if there is no such dataset, that is reported later
	}
	return advice.With(fmt.Errorf("the index %s is in the folder of the dataset %s", index, path), "name a folder elsewhere with --index")
}

// withoutSimhashes returns the names of the hosts whose documents alike near leaves out.
func withoutSimhashes(hosts []*dataset.Host) []string {
	names := []string{}
	for _, h := range hosts {
		if h.Scheme == "" {
			names = append(names, h.Host)
		}
	}
	return names
}

// importHosts checks the exports and enters them into the index, which it creates if there is
// none. absent are the other hosts of the index.
func importHosts(ctx context.Context, a *app, o *importOptions, dir string, hosts []*dataset.Host) (sum dataset.Summary, absent []string, err error) {
	params := hosts[0].Params()
	if v := a.common.view; a.common.viewGiven.Changed && v != params.View { // before an index of that view is made
		return sum, nil, advice.Usagef("--view %s: the exports have view %s", v, params.View)
	}
	opening := db.Options{Write: true, Kind: db.Hosts, Params: &params, Memory: int64(o.memory.Bytes)}
	ix, err := openIndex(ctx, a, dir, o.index, opening)
	var differs *db.ParamsError
	switch {
	case errors.As(err, &differs):
		return sum, nil, advice.With(fmt.Errorf("host %s was exported with %s, small windows %d, and the index %s has %s, small windows %d",
			hosts[0].Host, params, params.Rule.Small, dir, differs.Has, differs.Has.Rule.Small), "import it into another index")
	case err != nil && !errors.Is(err, db.ErrNoIndex):
		return sum, nil, err
	case err == nil && ix.Outdated():
		return sum, nil, errors.Join(advice.With(fmt.Errorf("an older version of alike made the index %s, and exports of this one would not match it", dir),
			"export the hosts with this version, and import them into another index"), ix.Close())
	}
	defer func() {
		if ix != nil {
			err = errors.Join(err, ix.Close())
		}
	}()
	defer o.memory.Bound()()
	progress := &dataset.Progress{}
	shown := a.screen.StartBar(importGauge(progress))
	defer shown.Finish()
	announced := func() func() {
		return announce(ix, announceEvery, &progress.Rows, func(rate float64) string { return importState(progress, rate) })
	}
	if ix != nil {
		defer announced()()
	}
	var w *db.Writer
	place := spill.In(existing(dir))
	if ix != nil {
		if w, err = ix.NewWriter(); err != nil {
			return sum, nil, err
		}
		place = ix.Place()
	}
	if err := dataset.Verify(ctx, w, place, hosts, progress); err != nil {
		return sum, nil, err
	}
	if ix == nil { // a refused export leaves no index behind
		opening.Create = true
		if ix, err = openIndex(ctx, a, dir, o.index, opening); err != nil {
			return sum, nil, err
		}
		defer announced()()
		if w, err = ix.NewWriter(); err != nil {
			return sum, nil, err
		}
		if ix.NextContent() > 1 { // another import has made it meanwhile
			if err := dataset.Verify(ctx, w, ix.Place(), hosts, progress); err != nil {
				return sum, nil, err
			}
		}
	}
	sum, err = dataset.Import(ctx, w, hosts, progress)
	if errors.Is(err, context.Canceled) {
		a.screen.Note("what was entered is kept: the same command completes it")
	}
	return sum, otherHosts(w.Trees(), hosts), err
}

// existing returns the innermost folder above a path that exists.
func existing(path string) string {
	above := filepath.Dir(path)
	if _, err := os.Stat(above); err == nil || above == path {
		return above
	}
	return existing(above)
}

// otherHosts returns the hosts of some trees that are not among hosts.
func otherHosts(trees []db.Tree, hosts []*dataset.Host) []string {
	return slices.DeleteFunc(hostsOf(trees), func(name string) bool {
		return slices.ContainsFunc(hosts, func(h *dataset.Host) bool { return h.Host == name })
	})
}

// hostsOf returns the hosts of some trees in order.
func hostsOf(trees []db.Tree) []string {
	names := []string{}
	for _, t := range trees {
		name, _, _ := strings.Cut(t.Path, ":")
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// importGauge shows the progress of an import in rows.
func importGauge(p *dataset.Progress) terminal.Gauge {
	return terminal.Gauge{
		Read: func() (done, total int64) { return p.Rows.Load(), p.Total.Load() },
		Text: func(_, _ int64, rate float64, _ time.Duration) string { return importState(p, rate) },
	}
}

// importState describes the progress of an import. rate is in rows per second.
func importState(p *dataset.Progress, rate float64) string {
	doing := "checking"
	if p.Entering.Load() {
		doing = "entering"
	}
	if host := p.Host.Load(); host != nil {
		doing += " " + *host
	}
	done, total := p.Rows.Load(), max(p.Total.Load(), 1)
	text := fmt.Sprintf("%s, %d %%", doing, min(100*done/total, 100))
	if d := terminal.TimeLeft(total-done, rate); d >= 0 {
		text += fmt.Sprintf(", %v left", d)
	}
	return text
}

// noteImport says what was imported.
func noteImport(a *app, sum *dataset.Summary) {
	var parts []string
	for _, c := range []struct {
		n    int64
		what string
	}{{sum.New, "new"}, {sum.Changed, "changed"}, {sum.Unchanged, "unchanged"}, {sum.Gone, "dropped from the index"}} {
		if c.n > 0 {
			parts = append(parts, terminal.Comma(c.n)+" "+c.what)
		}
	}
	parts = append(parts, terminal.Amount(sum.NewContents, "new content", "new contents"))
	a.screen.Note("imported %s (%s) of %s in %s: %s", terminal.Amount(sum.Files, "file", "files"), terminal.Size(sum.Bytes),
		terminal.Amount(sum.Hosts, "host", "hosts"), terminal.Seconds(time.Since(a.started)), strings.Join(parts, ", "))
	if len(sum.Older) > 0 {
		a.screen.Note("older than what they replaced: the exports of %s", strings.Join(sum.Older, ", "))
	}
}

// onHosts reports whether folders are of other hosts; see input.OnHost. All are or none is.
func onHosts(trees []string) bool { return len(trees) > 0 && !filepath.IsAbs(trees[0]+"/") }

// scans reports whether the folders of the session are scanned before an answer.
func (s *session) scans() bool { return s.trees != nil && !onHosts(s.trees) }

// hostNamed adds advice to an error about an index of other hosts, if an argument may be the
// name of one without its colon.
func hostNamed(err error, args []string) error {
	var e *db.KindError
	if !errors.As(err, &e) || e.Has != db.Hosts {
		return err
	}
	for _, arg := range args {
		if _, absent := os.Lstat(arg); absent != nil && dataset.CheckHost(arg) == nil {
			return advice.With(err, fmt.Sprintf("write %s: for the whole host, or %s:/PATH for a file or folder on it", arg, arg))
		}
	}
	return err
}

// openHosts opens the index for an answer about folders of other hosts.
func (s *session) openHosts(ctx context.Context, a *app, o scanning, opening db.Options) (err error) {
	if o.refresh {
		return advice.With(fmt.Errorf("scanning %s: it is on another host", s.trees[0]), "scan it there, then alike export, and alike import")
	}
	if err := flags.Check(o.files.WithoutScan, o.rescan.WithoutScan); err != nil {
		return err
	}
	if s.ix, err = openIndex(ctx, a, s.dir, o.index, opening); err != nil {
		return err
	}
	if err := s.checkHosts(); err != nil {
		_ = s.ix.Close()
		return err
	}
	a.noteFirstScan(s.ix, s.dir)
	return nil
}

// checkHosts reports folders of other hosts that the index does not have.
func (s *session) checkHosts() error {
	if !onHosts(s.trees) {
		return nil
	}
	for _, tree := range s.trees {
		known, err := s.ix.Imported(), error(nil)
		if known {
			known, err = s.ix.Holds(tree)
		}
		if err != nil {
			return err
		}
		host, _, _ := strings.Cut(tree, ":")
		if all := hostsOf(s.ix.Trees()); !known && s.ix.Imported() && len(all) > 0 && !slices.Contains(all, host) {
			return fmt.Errorf("the index %s has no host %s; it has %s", s.dir, host, strings.Join(all, ", "))
		}
		if !known {
			return advice.With(fmt.Errorf("%s: no such file or folder in the index %s", tree, s.dir), "alike status lists its hosts; import this one, or name another index with --index")
		}
	}
	return nil
}

// elsewhere refuses what needs files if those of the index are on other hosts.
func elsewhere(ix *db.Index, what string) error {
	if what == "" || !ix.Imported() {
		return nil
	}
	return advice.With(&elsewhereError{what, ix.Dir()}, "leave it out, or run it on the host that has the files")
}

// elsewhereError reports a flag or the like that needs the files of an index of other hosts.
type elsewhereError struct{ what, dir string }

func (e *elsewhereError) Error() string {
	return fmt.Sprintf("%s reads files, and those of the index %s are on other hosts", e.what, e.dir)
}

// readable refuses answers that need files that are on other hosts, or would not match the index.
func readable(ix *db.Index, out report.Flags, exact bool) error {
	what := ""
	switch {
	case exact:
		what = "--exact"
	case out.Why():
		what = "--why"
	case out.Rereads():
		what = "-f sarif"
	}
	if err := elsewhere(ix, what); err != nil {
		return err
	}
	return upToDate(ix, what)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
)

// treeOptions are the options of verbs that scan folders, even if only before an answer.
type treeOptions struct {
	files  flags.Files
	rescan flags.Rescan
	list   flags.List
	rule   flags.Rule
	index  flags.Index
	memory flags.Memory
	work   flags.Threads
	read   flags.Reading
}

// answerGroups returns the last groups of flags of a verb that may scan before its answer.
func answerGroups(o *treeOptions, opening func(*pflag.FlagSet)) []flagGroup {
	scans := titled("For a scan of DIR", o.files.AddFlags, o.rescan.AddFlags, o.rule.AddFlags, o.read.AddFlags)
	scans.in = "alike scan"
	return []flagGroup{scans, titled("Running", o.work.AddFlags, o.memory.AddFlags, opening)}
}

type scanning struct {
	treeOptions
	sizes   flags.Sizes
	refresh bool // alike scan: the flags select, and without folders it scans all roots again

	progress *scan.Progress // shown by the caller too; may be nil
}

// scansFirst is the paragraph of --help on the scan before an answer.
const scansFirst = `The first scan of a DIR decides which of its files the index holds; alike scan changes
that. --only, --not, --min-size and --max-size filter what is printed.`

// session is an open index and the scan that brought it up to date.
type session struct {
	ix    *db.Index
	dir   string       // of the index
	trees []string     // the folders of the answer, or nil
	plan  rootPlan     // for the scan of the trees
	scan  scan.Summary // of the trees
	outer *db.Index    // that the index will replace, or nil
}

// beginSession opens the index. If folders are given, it opens the index for a scan by the
// caller, otherwise for reading.
func beginSession(ctx context.Context, a *app, o scanning, args []string) (*session, error) {
	if err := flags.Check(o.files.Check, o.sizes.Check); err != nil {
		return nil, err
	}
	params, err := o.rule.Params(ctx, a.common.view)
	if err != nil {
		return nil, err
	}
	s := &session{}
	if s.dir, err = indexDir(a); err != nil {
		return nil, err
	}
	opening := db.Options{Params: params, Memory: int64(o.memory.Bytes)}
	switch {
	case len(args) > 0:
		if s.trees, err = roots(args); err != nil {
			return nil, err
		}
		if onHosts(s.trees) {
			return s, s.openHosts(ctx, a, o, opening)
		}
		s.ix, err = openForScan(ctx, a, s.dir, o.index, opening, s.trees)
		err = hostNamed(err, args)
	case o.refresh:
		s.ix, err = openRefresh(ctx, a, s.dir, o.index, opening)
	default:
		if err := flags.Check(o.files.WithoutScan, o.rescan.WithoutScan); err != nil {
			return nil, err
		}
		if s.ix, err = openIndex(ctx, a, s.dir, o.index, opening); err == nil {
			a.noteFirstScan(s.ix, s.dir)
		}
		return s, err
	}
	if err != nil {
		return nil, err
	}
	if err := s.choose(a, &o); err != nil {
		_ = s.ix.Close()
		return nil, err
	}
	return s, nil
}

// below returns the folders below which units are: those of the answer or, without, the roots.
func (s *session) below() []string {
	if s.trees != nil {
		return s.trees
	}
	var all []string
	for _, t := range s.ix.Trees() {
		all = append(all, t.Path)
	}
	return all
}

// summarize adds the counts of the scanned folders to a summary or, without a scan, of the
// open index. Counting reads the whole index, so it happens only if the counts are printed.
func summarize(ctx context.Context, sum *report.Summary, s *session, o report.Flags) error {
	if s.scans() {
		sum.Scanned(s.scan)
		sum.Generated, sum.Vendored = s.scan.Skipped["generated"], s.scan.Skipped["vendored"]
	} else if roots, err := scan.Roots(s.ix.Trees()); err == nil {
		for _, r := range roots {
			sum.Generated, sum.Vendored = sum.Generated+r.Generated, sum.Vendored+r.Vendored
		}
	}
	searched := sum.Verb == "pairs" || sum.Verb == "groups" || sum.Verb == "report" // these count the contents themselves
	if !o.Counts() && sum.Verb != "report" || s.scans() && searched {
		return nil
	}
	if s.scans() && (sum.Verb == "dups" || sum.Verb == "near") {
		var err error
		sum.Contents, sum.FewFingerprints, err = search.CountContents(ctx, s.ix, s.plan.trees)
		return err
	}
	status, err := s.ix.Status(ctx)
	if err != nil {
		return err
	}
	sum.Contents, sum.FewFingerprints = status.Contents, status.FewFingerprint
	if !s.scans() {
		sum.Files, sum.Bytes, sum.Directories = status.Files, status.Bytes, status.Directories
	}
	return nil
}

// scanTrees scans the folders of a session with a progress bar. It reports the outcome
// even if the scan is interrupted.
func (s *session) scanTrees(ctx context.Context, a *app, o scanning) (scan.Summary, error) {
	if s.ix.Outdated() {
		done, err := s.renew(ctx, a, o)
		if err != nil || o.refresh {
			return done, reportRoots(a, err)
		}
	}
	return s.scanIndex(ctx, a, o)
}

// scanIndex is scanTrees for an index by the rules of this version.
func (s *session) scanIndex(ctx context.Context, a *app, o scanning) (scan.Summary, error) {
	ix, trees := s.ix, s.plan.trees
	w, err := ix.NewWriter()
	if err != nil {
		return scan.Summary{}, err
	}
	warnings := &warnings{screen: a.screen}
	progress := cmp.Or(o.progress, &scan.Progress{})
	options := o.options(s.dir, ix.Params())
	options.Warn, options.Progress, options.Roots = warnings.add, progress, s.plan.options
	if a.screen.Verbose {
		options.LeftOut = func(path, reason string) { a.screen.Note("left out as %s: %s", reason, terminal.Visible(path)) }
		options.SlowPatterns = func(path string, n int) {
			a.screen.Note("slow: up to %s patterns are tried for each name: %s", terminal.Comma(int64(n)), terminal.Visible(path))
		}
		options.Thin = func(path string) { a.screen.Note("hardly any of it is in the view: %s", terminal.Visible(path)) }
	}

	defer o.memory.Bound()()

	begun := time.Now()
	shown := a.screen.StartBar(scanGauge(progress))
	var counting sync.WaitGroup
	counted, stopCounting := context.WithCancel(ctx)
	if shown != nil || o.progress != nil { // only these need totals
		counting.Go(func() { _ = scan.Count(counted, trees, options, progress) })
	}
	stopAnnouncing := announce(cmp.Or(s.outer, ix), announceEvery, &progress.DoneBytes, func(rate float64) string { return announcement(progress, rate) })
	sum, err := scan.Run(ctx, w, trees, options)
	stopAnnouncing()
	stopCounting()
	counting.Wait()
	shown.Finish()

	a.failed += sum.Failed
	warnings.end()
	if err == nil && sum.Interrupted {
		err = ctx.Err()
	}
	if err == nil || sum.Interrupted {
		report.NoteScan(a.screen, sum, time.Since(begun))
	}
	if _, absent := os.Stat(s.dir); err != nil && errors.Is(absent, fs.ErrNotExist) {
		return sum, advice.With(&deletedError{s.dir}, "nothing of this scan is left; run the same command again")
	}
	return sum, reportRoots(a, err)
}

// deletedError reports an index whose folder was deleted while it was written to.
type deletedError struct{ dir string }

func (e *deletedError) Error() string {
	return fmt.Sprintf("the index %s was deleted during the scan", e.dir)
}

func (e *deletedError) Is(target error) bool { return target == db.ErrNoIndex }

// options returns the options of a scan into the index in dir.
func (o scanning) options(dir string, params db.Params) scan.Options {
	options := scan.Options{
		Threads: o.work.N, ReadLimit: int64(o.read.Limit),
		IndexDir: dir, Rule: params.Rule, View: view.Kind(params.View),
	}
	o.sizes.Apply(&options)
	o.files.Apply(&options)
	o.rescan.Apply(&options)
	return options
}

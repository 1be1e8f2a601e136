package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
)

// readBase reads a base with a progress bar and reports the outcome. A base without files
// is an error.
func readBase(ctx context.Context, a *app, dirs []string, o scan.BaseOptions) (*scan.Base, error) {
	warnings := &warnings{screen: a.screen}
	progress := &scan.Progress{}
	o.Warn, o.Progress = warnings.add, progress
	begun := time.Now()
	shown := a.screen.StartBar(scanGauge(progress))
	base, err := scan.ReadBase(ctx, dirs, o)
	shown.Finish()
	warnings.end()
	if errors.Is(err, scan.ErrBaseTooLarge) {
		return nil, advice.With(fmt.Errorf("%w: more than %s of %d %s, and each takes 8 bytes of memory", err, terminal.Comma(int64(o.MaxWindows)), o.Rule.Window, o.View.Unit()),
			"name a smaller --base; or give pairs and groups more --memory, or leave out --exact")
	}
	if err != nil {
		return nil, fmt.Errorf("reading the base: %w", err)
	}
	a.failed += base.Failed
	if len(base.Empty) > 0 {
		return nil, advice.With(fmt.Errorf("no file in the base %s was read", base.Empty[0]),
			"name another folder with --base; --hidden, --no-ignore and the like include more of it")
	}
	a.screen.Note("base: %s (%s) in %s, %s", terminal.Amount(base.Files, "file", "files"), terminal.Size(base.Bytes),
		terminal.Seconds(time.Since(begun)), terminal.Amount(int64(len(base.Fingerprints)), "fingerprint", "fingerprints"))
	return base, nil
}

// readBase reads the base if one is named. Counting also needs its windows, which may take as
// much memory as the windows of the files; without --exact, a base that is larger leaves
// shares estimated. Passages need them too, up to the limit of compare.
func (r *answer) readBase(ctx context.Context) (err error) {
	e := r.counts
	if page := r.env.shown; page != nil && page.base != nil {
		if e != nil {
			e.base, e.off = page.base.Windows, page.base.Windows == nil
		}
		r.base = page.base
		return nil
	}
	dirs := r.asked.base.Dirs
	if len(dirs) == 0 {
		return nil
	}
	if err := upToDate(r.ix, "--base"); err != nil {
		return err
	}
	b := scan.BaseOptions{Options: r.baseOptions()}
	if r.passages {
		b.Windows, b.MaxWindows = true, maxBaseWindows
	}
	if e != nil {
		const hashBytes = 8
		b.Windows, b.MaxWindows = true, int(e.memory/hashBytes)
	}
	r.base, err = readBase(ctx, r.app, dirs, b)
	if errors.Is(err, scan.ErrBaseTooLarge) && e != nil && !e.all && !r.passages {
		r.screen.Note("the base is too large for counting, so that all shares are estimates")
		e.off, b.Windows = true, false
		r.base, err = readBase(ctx, r.app, dirs, b)
		return err
	}
	if e != nil && r.base != nil {
		e.base = r.base.Windows
	}
	return err
}

// baseOptions returns the options for reading the base as a scan reads the index.
func (r *answer) baseOptions() scan.Options {
	return scanning{treeOptions: r.asked.treeOptions}.options(r.dir, r.ix.Params())
}

// maxBaseWindows limits the windows in the base of compare: 512 MB.
const maxBaseWindows = 64 << 20

// readComparedBase reads the base of compare, or returns nil if none is named.
func readComparedBase(ctx context.Context, a *app, dirs []string, rule fingerprint.Rule) (*scan.Base, error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	return readBase(ctx, a, dirs, scan.BaseOptions{
		Options: scan.Options{Rule: rule, View: view.Kind(a.common.view)},
		Windows: true, MaxWindows: maxBaseWindows,
	})
}

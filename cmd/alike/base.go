package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
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

// readIndexBase reads the base of a query against the index, or returns nil if none is
// named. Counting also needs its windows, which may take as much memory as the windows of
// the files; without --exact, a base that is larger leaves shares estimated. Passages need
// them too, up to the limit of compare.
func readIndexBase(ctx context.Context, a *app, dirs []string, e *counting, passages bool, o scan.Options) (*scan.Base, error) {
	if page := a.env.shown; page != nil && page.base != nil {
		if e != nil {
			e.base, e.off = page.base.Windows, page.base.Windows == nil
		}
		return page.base, nil
	}
	if len(dirs) == 0 {
		return nil, nil
	}
	b := scan.BaseOptions{Options: o}
	if passages {
		b.Windows, b.MaxWindows = true, maxBaseWindows
	}
	if e != nil {
		const hashBytes = 8
		b.Windows, b.MaxWindows = true, int(e.memory/hashBytes)
	}
	base, err := readBase(ctx, a, dirs, b)
	if errors.Is(err, scan.ErrBaseTooLarge) && e != nil && !e.all && !passages {
		a.screen.Note("the base is too large for counting, so that all shares are estimates")
		e.off, b.Windows = true, false
		return readBase(ctx, a, dirs, b)
	}
	if e != nil && base != nil {
		e.base = base.Windows
	}
	return base, err
}

// nearBase is the base of near. A nil nearBase is empty.
type nearBase struct {
	*scan.Base
	hashes *hamming.Set // some 40 bytes each
}

// readBase reads the base of near, if one is named, with the scheme of the index.
func (h *hashedIndex) readBase(ctx context.Context, a *app, o *nearOptions) error {
	if len(o.base.Dirs) == 0 {
		return nil
	}
	documents, err := scan.NewDocuments(h.scheme)
	if err != nil {
		return err
	}
	params := h.Params()
	base, err := readBase(ctx, a, o.base.Dirs, scan.BaseOptions{
		Options:   scan.Options{Rule: params.Rule, View: view.Kind(params.View), Threads: o.work.N, IndexDir: h.dir},
		Documents: documents,
	})
	if err != nil {
		return err
	}
	h.base = &nearBase{Base: base}
	if h.base.hashes, err = hamming.NewSet(hamming.DefaultBlocks); err != nil {
		return err
	}
	for _, d := range base.Hashes {
		h.base.hashes.Insert(0, d)
	}
	base.Hashes = nil
	return nil
}

// searched returns the content that does not count.
func (b *nearBase) searched() *search.Base {
	if b == nil {
		return nil
	}
	return &b.Base.Base
}

// near reports whether an indexed document is within a distance of one in the base.
func (b *nearBase) near(ix *db.Index, id db.ContentID, distance int) (bool, error) {
	if b == nil {
		return false, nil
	}
	h, ok, err := ix.Hash(id)
	if ok && err == nil {
		_, ok, err = b.hashes.Nearest(h, distance)
	}
	return ok, err
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

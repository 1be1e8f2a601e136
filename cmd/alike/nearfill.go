package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/scan"
)

// hashedIndex is an open index whose contents have simhashes, all that can be read.
type hashedIndex struct {
	*db.Index
	dir     string
	scheme  scan.DocumentScheme
	kept    bool  // it was one that keeps simhashes before this run
	missing int64 // contents that could not be read
	filled  scan.FillSummary
}

// openHashed opens the index for reading. If it keeps no simhashes yet or lacks
// some, they are worked out first, for which the index is written to.
func openHashed(ctx context.Context, a *app, o *nearOptions) (*hashedIndex, error) {
	ix, dir, err := readIndex(ctx, a, o.index, o.memory)
	if err != nil {
		return nil, err
	}
	h := &hashedIndex{Index: ix, dir: dir}
	lacks, err := h.look(ctx, o)
	if err == nil && !lacks {
		return h, nil
	}
	if closing := ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, err
	}
	h.Index, err = openIndex(ctx, a, dir, o.index, db.Options{Write: true, Memory: int64(o.memory.Bytes)})
	if h.kept && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		return h, openLacking(ctx, a, h, o)
	}
	if err != nil {
		return nil, err
	}
	if err := h.complete(ctx, a, o); err != nil {
		_ = h.Close()
		return nil, err
	}
	return h, nil
}

// look finds out how the index makes simhashes, or is to, and whether it lacks any.
func (h *hashedIndex) look(ctx context.Context, o *nearOptions) (lacks bool, err error) {
	if h.scheme, _, err = o.document.KeptBy(h.Index, h.dir); err != nil {
		return false, err
	}
	if _, _, h.kept = h.HashScheme(); !h.kept {
		return true, nil
	}
	h.missing, err = h.CountMissingHashes(ctx)
	return h.missing > 0, err
}

// openLacking opens for reading an index that may not be written to and lacks some
// simhashes. What has one can be found all the same; the others count as files that
// could not be read.
func openLacking(ctx context.Context, a *app, h *hashedIndex, o *nearOptions) (err error) {
	if h.Index, _, err = readIndex(ctx, a, o.index, o.memory); err != nil {
		return err
	}
	lacks, err := h.look(ctx, o)
	if err != nil {
		_ = h.Close()
		return err
	}
	if lacks {
		a.failed += h.missing
		a.screen.Note("%s no simhash, and the index can be read but not written: alike near fills them in for a user who may",
			terminal.Amount(h.missing, "content has", "contents have"))
	}
	return nil
}

// complete fills in what is missing, and lets go of the right to write.
func (h *hashedIndex) complete(ctx context.Context, a *app, o *nearOptions) error {
	// Another process may have been here in the meantime.
	scheme, blocks, err := o.document.KeptBy(h.Index, h.dir)
	if err != nil {
		return err
	}
	h.scheme = scheme
	w, err := h.NewWriter()
	if err == nil {
		err = w.KeepHashes(scheme.String(), blocks)
	}
	if err == nil {
		err = fillHashes(ctx, a, h, w, o)
	}
	if err == nil {
		err = h.StopWriting()
	}
	if err == nil {
		h.missing, err = h.CountMissingHashes(ctx)
	}
	return err
}

// fillHashes reads the files whose simhashes are missing, with a progress bar.
func fillHashes(ctx context.Context, a *app, h *hashedIndex, w *db.Writer, o *nearOptions) error {
	documents, err := scan.NewDocuments(h.scheme)
	if err != nil {
		return err
	}
	defer o.memory.Bound()()
	warnings := &warnings{screen: a.screen}
	progress := &scan.FillProgress{}
	begun := time.Now()
	shown := a.screen.StartBar(fillGauge(progress))
	stopAnnouncing := announceState(h.Index, announceEvery, &progress.Bytes, func(rate float64) string {
		return fillState(progress, progress.Bytes.Load(), rate)
	})
	h.filled, err = scan.FillHashes(ctx, h.Index, w, scan.FillOptions{
		Documents: documents, Threads: o.work.N, ReadLimit: int64(o.read.Limit),
		Warn: warnings.add, Progress: progress,
	})
	stopAnnouncing()
	shown.Finish()
	a.failed += h.filled.Failed
	warnings.end()
	if err == nil || h.filled.Interrupted {
		tellFilled(a, h.filled, time.Since(begun))
	}
	return err
}

// tellFilled says what was read for simhashes, unless it was nothing.
func tellFilled(a *app, s scan.FillSummary, took time.Duration) {
	if s.Hashed > 0 {
		text := fmt.Sprintf("simhashes of %s worked out (%s read) in %s", terminal.Amount(s.Hashed-s.NoDocuments, "document", "documents"), terminal.Size(s.ReadBytes), terminal.Seconds(took))
		if s.NoDocuments > 0 {
			text += ": " + terminal.Amount(s.NoDocuments, "more is no document", "more are no documents")
		}
		a.screen.Note("%s", text)
	}
	if s.Failed > 0 {
		a.screen.Note("%s no simhash, since no file with its bytes could be read: alike scan brings the index up to date",
			terminal.Amount(s.Failed, "content has", "contents have"))
	}
	if s.Interrupted {
		a.screen.Note("this much is kept: the same command goes on from there")
	}
}

// fillGauge shows how far the simhashes have come.
func fillGauge(p *scan.FillProgress) terminal.Gauge {
	return terminal.Gauge{
		Read: func() (done, total int64) { return p.Bytes.Load(), p.TotalBytes.Load() },
		Text: func(done, _ int64, rate float64, _ time.Duration) string { return fillState(p, done, rate) },
	}
}

// fillState says how far the simhashes have come; rate is in bytes per second.
func fillState(p *scan.FillProgress, done int64, rate float64) string {
	total := p.TotalBytes.Load()
	if total == 0 {
		return "looking for new documents"
	}
	// Short enough for a bar beside it in 80 columns.
	text := fmt.Sprintf("%s of %s, %s", terminal.Comma(p.Contents.Load()), terminal.Amount(p.TotalContents.Load(), "document", "documents"), terminal.Size(done))
	if d := terminal.TimeLeft(total-done, rate); d >= 0 {
		text += fmt.Sprintf(", %v left", d)
	}
	return text
}

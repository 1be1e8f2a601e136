package main

import (
	"cmp"
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

// hashedIndex is an open index in which every readable content has a simhash.
type hashedIndex struct {
	*db.Index
	dir     string
	scheme  scan.DocumentScheme
	kept    bool  // there were simhashes before this run
	missing int64 // contents that could not be read
	filled  scan.FillSummary
	base    *nearBase   // of --base, or nil
	words   *scan.Words // of all documents, with --method jaccard
}

// openWords opens the index for reading and reads the words of its documents.
func openWords(ctx context.Context, a *app, o *nearOptions) (*hashedIndex, error) {
	ix, dir, err := readIndex(ctx, a, db.Files, o.index, o.memory)
	if err != nil {
		return nil, err
	}
	a.noteFirstScan(ix, dir)
	h := &hashedIndex{Index: ix, dir: dir}
	err = fillFrom(ctx, a, o, scan.NewWordDocuments(o.document.HTML()), ix, func(f scan.FillOptions) (err error) {
		if h.words, err = scan.ReadWords(ctx, ix, f); err == nil {
			h.missing = h.words.Summary.Failed
			a.failed += h.missing
		}
		return err
	})
	if err != nil {
		_ = ix.Close()
		return nil, err
	}
	return h, nil
}

func (h *hashedIndex) closeWords() {
	if h.words != nil {
		_ = h.words.Close()
	}
}

// openHashed opens the index for reading. If simhashes are missing, it computes and writes
// them first.
func openHashed(ctx context.Context, a *app, o *nearOptions) (*hashedIndex, error) {
	ix, dir, err := readIndex(ctx, a, db.Files, o.index, o.memory)
	if err != nil {
		return nil, err
	}
	a.noteFirstScan(ix, dir)
	h := &hashedIndex{Index: ix, dir: dir}
	lacks, err := h.look(ctx, o)
	if err == nil && !lacks {
		return h, nil
	}
	err = cmp.Or(err, ix.Close())
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

// look sets the scheme of the simhashes and reports whether any are missing.
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

// openLacking opens an index that lacks simhashes and may not be written to, for reading.
// Contents without a simhash count as files that could not be read.
func openLacking(ctx context.Context, a *app, h *hashedIndex, o *nearOptions) (err error) {
	if h.Index, _, err = readIndex(ctx, a, db.Files, o.index, o.memory); err != nil {
		return err
	}
	lacks, err := h.look(ctx, o)
	if err != nil {
		_ = h.Close()
		return err
	}
	if lacks {
		a.failed += h.missing
		a.screen.Note("%s no simhash, and the index can be read but not written: run alike near as a user who can write to it",
			terminal.Amount(h.missing, "content has", "contents have"))
	}
	return nil
}

// complete computes the missing simhashes, then gives up the right to write.
func (h *hashedIndex) complete(ctx context.Context, a *app, o *nearOptions) error {
	// Another process may have done this in the meantime.
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

// fillHashes computes missing simhashes, with a progress bar.
func fillHashes(ctx context.Context, a *app, h *hashedIndex, w *db.Writer, o *nearOptions) error {
	documents, err := scan.NewDocuments(h.scheme)
	if err != nil {
		return err
	}
	begun := time.Now()
	err = fillFrom(ctx, a, o, documents, h.Index, func(f scan.FillOptions) (err error) {
		h.filled, err = scan.FillHashes(ctx, h.Index, w, f)
		return err
	})
	a.failed += h.filled.Failed
	if err == nil || h.filled.Interrupted {
		reportFilled(a, h.filled, time.Since(begun))
	}
	return err
}

// fillFrom calls fill, which reads documents of an index, and shows its progress.
func fillFrom(ctx context.Context, a *app, o *nearOptions, documents *scan.Documents, ix *db.Index, fill func(scan.FillOptions) error) error {
	defer o.memory.Bound()()
	warnings := &warnings{screen: a.screen}
	progress := &scan.FillProgress{}
	shown := a.screen.StartBar(fillGauge(progress))
	stopAnnouncing := announce(ix, announceEvery, &progress.Bytes, func(rate float64) string {
		return fillState(progress, progress.Bytes.Load(), rate)
	})
	err := fill(scan.FillOptions{
		Documents: documents, Threads: o.work.N, ReadLimit: int64(o.read.Limit),
		Warn: warnings.add, Progress: progress,
	})
	stopAnnouncing()
	shown.Finish()
	warnings.end()
	return err
}

// reportFilled reports the simhashes computed, if any.
func reportFilled(a *app, s scan.FillSummary, took time.Duration) {
	if s.Hashed > 0 {
		text := fmt.Sprintf("computed simhashes of %s (%s read) in %s", terminal.Amount(s.Hashed-s.NoDocuments, "document", "documents"), terminal.Size(s.ReadBytes), terminal.Seconds(took))
		if s.NoDocuments > 0 {
			text += ": " + terminal.Amount(s.NoDocuments, "more is not a document", "more are not documents")
		}
		a.screen.Note("%s", text)
	}
	if s.Failed > 0 {
		a.screen.Note("%s no simhash, since none of their files could be read: alike scan brings the index up to date",
			terminal.Amount(s.Failed, "content has", "contents have"))
	}
	if s.Interrupted {
		a.screen.Note("interrupted; run the same command again to resume")
	}
}

// fillGauge shows the progress of computing simhashes.
func fillGauge(p *scan.FillProgress) terminal.Gauge {
	return terminal.Gauge{
		Read: func() (done, total int64) { return p.Bytes.Load(), p.TotalBytes.Load() },
		Text: func(done, _ int64, rate float64, _ time.Duration) string { return fillState(p, done, rate) },
	}
}

// fillState describes the progress of computing simhashes. rate is in bytes per second.
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

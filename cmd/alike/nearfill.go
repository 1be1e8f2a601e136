package main

import (
	"context"
	"fmt"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/db/system"
	"alike/scan"
)

// nearAnswer is an answer by an index in which every readable content has a simhash, or by
// the words of its documents.
type nearAnswer struct {
	*answer
	options *nearOptions
	scheme  scan.DocumentScheme
	kept    bool  // there were simhashes before this run
	missing int64 // contents that could not be read
	filled  scan.FillSummary
	inBase  *hamming.Set // simhashes of --base, some 40 bytes each; or nil
	words   *scan.Words  // of all documents, with --method jaccard
}

// openNear opens the index, and first scans folders if some are named. If simhashes are missing, it
// computes and writes them. With --method jaccard it reads the words of the documents instead.
func openNear(ctx context.Context, a *app, o *nearOptions, folders []string) (*nearAnswer, error) {
	open := readAnswer
	if len(folders) > 0 {
		open = func(ctx context.Context, a *app, verb string, o *questionOptions) (*answer, error) {
			return openAnswer(ctx, a, verb, o, folders)
		}
	}
	asked, err := open(ctx, a, "near", &o.questionOptions)
	if err != nil {
		return nil, err
	}
	r := &nearAnswer{answer: asked, options: o}
	if o.words() {
		err = r.readWords(ctx)
	} else {
		err = r.readHashes(ctx)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *nearAnswer) close() {
	if r.ix != nil {
		_ = r.ix.Close()
	}
	if r.words != nil {
		_ = r.words.Close()
	}
}

// readWords reads the words of the documents.
func (r *nearAnswer) readWords(ctx context.Context) error {
	if err := elsewhere(r.ix, "--method jaccard"); err != nil {
		return err
	}
	return r.fillFrom(scan.NewWordDocuments(r.options.document.HTML()), func(f scan.FillOptions) (err error) {
		if r.words, err = scan.ReadWords(ctx, r.ix, f); err == nil {
			r.missing = r.words.Summary.Failed
			r.failed += r.missing
		}
		return err
	})
}

// readHashes sees to it that contents have simhashes.
func (r *nearAnswer) readHashes(ctx context.Context) error {
	lacks, err := r.look(ctx)
	switch {
	case err != nil:
		return err
	case lacks && r.kept && r.ix.Imported():
		r.screen.Note("%s no simhash: alike near on their hosts makes them, before alike export", terminal.Amount(r.missing, "content has", "contents have"))
		return nil
	case lacks && r.ix.Imported():
		return advice.With(fmt.Errorf("the exports in the index %s had no simhashes", r.dir), "run alike near on each host, then alike export, and import again")
	case !lacks:
		return nil
	}
	if err := r.ix.Close(); err != nil {
		return err
	}
	r.ix, err = openIndex(ctx, r.app, r.dir, r.options.index, db.Options{Write: true, Memory: int64(r.options.memory.Bytes)})
	if r.kept && system.IsReadOnly(err) {
		return r.openLacking(ctx)
	}
	if err != nil {
		return err
	}
	return r.complete(ctx)
}

// look sets the scheme of the simhashes and reports whether any are missing.
func (r *nearAnswer) look(ctx context.Context) (lacks bool, err error) {
	if r.scheme, _, err = r.options.document.KeptBy(r.ix, r.dir); err != nil {
		return false, err
	}
	if _, _, r.kept = r.ix.HashScheme(); !r.kept {
		return true, nil
	}
	if r.ix.Outdated() { // the old simhashes answer until a scan rebuilds it
		return false, nil
	}
	r.missing, err = r.ix.CountMissingHashes(ctx)
	return r.missing > 0, err
}

// openLacking opens an index that lacks simhashes and may not be written to, for reading.
// Contents without a simhash count as files that could not be read.
func (r *nearAnswer) openLacking(ctx context.Context) (err error) {
	if r.ix, _, err = readIndex(ctx, r.app, db.Files, r.options.index, r.options.memory); err != nil {
		return err
	}
	lacks, err := r.look(ctx)
	if err == nil && lacks {
		r.failed += r.missing
		r.screen.Note("%s no simhash, and the index can be read but not written: run alike near as a user who can write to it",
			terminal.Amount(r.missing, "content has", "contents have"))
	}
	return err
}

// complete computes the missing simhashes, then gives up the right to write.
func (r *nearAnswer) complete(ctx context.Context) error {
	// Another process may have done this in the meantime.
	scheme, blocks, err := r.options.document.KeptBy(r.ix, r.dir)
	if err != nil {
		return err
	}
	r.scheme = scheme
	w, err := r.ix.NewWriter()
	if err == nil {
		err = w.KeepHashes(scheme.String(), blocks)
	}
	if err == nil {
		err = r.fillHashes(ctx, w)
	}
	if err == nil {
		err = r.ix.StopWriting()
	}
	if err == nil {
		r.missing, err = r.ix.CountMissingHashes(ctx)
	}
	return err
}

// fillHashes computes missing simhashes, with a progress bar.
func (r *nearAnswer) fillHashes(ctx context.Context, w *db.Writer) error {
	documents, err := scan.NewDocuments(r.scheme)
	if err != nil {
		return err
	}
	begun := time.Now()
	err = r.fillFrom(documents, func(f scan.FillOptions) (err error) {
		r.filled, err = scan.FillHashes(ctx, r.ix, w, f)
		return err
	})
	r.failed += r.filled.Failed
	if err == nil || r.filled.Interrupted {
		reportFilled(r.app, r.filled, time.Since(begun))
	}
	return err
}

// readBase reads the base, if one is named, with the scheme of the index.
func (r *nearAnswer) readBase(ctx context.Context) error {
	if len(r.asked.base.Dirs) == 0 {
		return nil
	}
	documents, err := scan.NewDocuments(r.scheme)
	if err != nil {
		return err
	}
	r.base, err = readBase(ctx, r.app, r.asked.base.Dirs, scan.BaseOptions{Options: r.baseOptions(), Documents: documents})
	if err != nil {
		return err
	}
	if r.inBase, err = hamming.NewSet(hamming.DefaultBlocks); err != nil {
		return err
	}
	for _, d := range r.base.Hashes {
		r.inBase.Insert(0, d)
	}
	r.base.Hashes = nil
	return nil
}

// isInBase reports whether an indexed document is within --distance of one in the base.
func (r *nearAnswer) isInBase(ix *db.Index, id db.ContentID) (bool, error) {
	if r.inBase == nil {
		return false, nil
	}
	h, ok, err := ix.Hash(id)
	if ok && err == nil {
		_, ok, err = r.inBase.Nearest(h, r.options.distance)
	}
	return ok, err
}

// fillFrom calls fill, which reads documents of an index, and shows its progress.
func (r *nearAnswer) fillFrom(documents *scan.Documents, fill func(scan.FillOptions) error) error {
	defer r.options.memory.Bound()()
	warnings := &warnings{screen: r.screen}
	progress := &scan.FillProgress{}
	shown := r.screen.StartBar(fillGauge(progress))
	stopAnnouncing := announce(r.ix, announceEvery, &progress.Bytes, func(rate float64) string {
		return fillState(progress, progress.Bytes.Load(), rate)
	})
	err := fill(scan.FillOptions{
		Documents: documents, Threads: r.options.work.N, ReadLimit: int64(r.options.read.Limit),
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

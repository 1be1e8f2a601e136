package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/cause"
	"alike/db/search"
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
	if err := elsewhere(ix, "--method jaccard"); err != nil {
		return nil, cmp.Or(err, ix.Close())
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
	if err == nil && (!lacks || h.kept && ix.Imported()) {
		if lacks {
			a.screen.Note("%s no simhash: alike near on their hosts makes them, before alike export", terminal.Amount(h.missing, "content has", "contents have"))
		}
		return h, nil
	}
	if err == nil && ix.Imported() {
		err = advice.With(fmt.Errorf("the exports in the index %s had no simhashes", dir), "run alike near on each host, then alike export, and import again")
	}
	err = cmp.Or(err, ix.Close())
	if err != nil {
		return nil, err
	}
	h.Index, err = openIndex(ctx, a, dir, o.index, db.Options{Write: true, Memory: int64(o.memory.Bytes)})
	if h.kept && cause.IsReadOnly(err) {
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

// nearSets makes pairs of documents from sets of documents that share a simhash.
type nearSets struct {
	*nearOptions
	known  map[db.ContentID]admittedSet // by the first content of the set
	inBase func(db.ContentID) bool      // documents that --base leaves out; nil: none
}

// admittedSet is the part of a set that --base and the filter admit.
type admittedSet struct {
	first int // index of its first document
	len   int
}

// pairs calls use for the pairs that represent two sets of documents, or one set with A
// as its first document. There are never more pairs than documents.
func (s *nearSets) pairs(p search.NearPair, use func(report.Near) error) error {
	if s.within.Changed {
		return s.pairsBySize(p, s.members(p), use)
	}
	if p.Distance > 0 {
		a, b := s.admitted(p.A), s.admitted(p.B)
		if a.len == 0 || b.len == 0 {
			return nil
		}
		return use(s.nearOf(p, member{at: a.first}, member{side: 1, at: b.first}))
	}
	first, some := member{}, s.admits(p.A, 0)
	for i := range p.B.Len() {
		m := member{side: 1, at: i}
		switch {
		case !s.admits(p.B, i):
		case !some:
			first, some = m, true
		default:
			if err := use(s.nearOf(p, first, m)); err != nil {
				return err
			}
		}
	}
	return nil
}

// admits reports whether --base and the filter admit a document of a set.
func (s *nearSets) admits(set search.NearFiles, i int) bool {
	return set.Admitted(i) && s.sizes.Admits(set.Size(i)) && (s.inBase == nil || !s.inBase(set.Content(i)))
}

// admitted returns the admitted part of a set. It is computed once, since a large set may
// be near thousands of others.
func (s *nearSets) admitted(f search.NearFiles) admittedSet {
	if s.sizes.Given() == "" && s.inBase == nil {
		return admittedSet{0, f.Len()}
	}
	set, ok := s.known[f.Content(0)]
	if ok {
		return set
	}
	for i := range f.Len() {
		if s.admits(f, i) {
			if set.len == 0 {
				set.first = i
			}
			set.len++
		}
	}
	s.known[f.Content(0)] = set
	return set
}

// member is a document of a pair of sets.
type member struct {
	side int // 0: in A, 1: in B
	at   int // index in the set
	size int64
}

// members returns the admitted documents of A, then of B.
func (s *nearSets) members(p search.NearPair) []member {
	var all []member
	for side, set := range [2]search.NearFiles{p.A, p.B} {
		for i := range set.Len() {
			if s.admits(set, i) {
				all = append(all, member{side, i, set.Size(i)})
			}
		}
	}
	return all
}

// pairsBySize pairs each document with the next larger one, if their sizes fit. If two
// sizes fit, so do all between them. Every document that fits another is therefore in a
// pair, and these pairs connect all documents that fit each other in a chain. Between
// sets of different simhashes, one pair per two connected parts is enough.
func (s *nearSets) pairsBySize(p search.NearPair, members []member, use func(report.Near) error) error {
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.side, b.side), cmp.Compare(a.at, b.at))
	})
	var last [2]*member // the last member of each side
	joined := false     // the parts of these are paired
	for i := range members {
		m := &members[i]
		own, other := last[m.side], last[1-m.side]
		last[m.side] = m
		if p.Distance == 0 {
			// A and B are one set.
			if i == 0 || !s.sizesFit(members[i-1].size, m.size) {
				continue
			}
			other = &members[i-1]
		} else {
			joined = joined && own != nil && s.sizesFit(own.size, m.size)
			if joined || other == nil || !s.sizesFit(other.size, m.size) {
				continue
			}
			joined = true
		}
		if err := use(s.nearOf(p, *other, *m)); err != nil {
			return err
		}
	}
	return nil
}

// nearOf returns a pair of two documents, the smaller path first.
func (s *nearSets) nearOf(p search.NearPair, a, b member) report.Near {
	n := report.Near{Distance: p.Distance, Jaccard: p.Share, Short: p.Short}
	n.A, n.IDA, n.SameA = s.ofSet(p, a)
	n.B, n.IDB, n.SameB = s.ofSet(p, b)
	if n.A.Path > n.B.Path {
		n.Swap()
	}
	return n
}

func (s *nearSets) ofSet(p search.NearPair, m member) (f search.File, id db.ContentID, same int) {
	set := [2]search.NearFiles{p.A, p.B}[m.side]
	if p.Distance > 0 {
		same = s.admitted(set).len - 1
	}
	return set.File(m.at), set.Content(m.at), same
}

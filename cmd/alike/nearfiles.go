package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
)

// nearInquiry looks up the neighbours of files. Like inquiry, it keeps the index open only
// for lookups.
type nearInquiry struct {
	app         *app
	options     *nearOptions
	dir         string
	params      db.Params
	scheme      string // of simhashes
	base        *nearBase
	print       *report.Printer
	sum         *report.Summary
	counted     report.Documents
	withoutHash int64       // files without a simhash, or without words
	unhashed    []string    // other hosts of files whose exports had no simhashes
	words       *scan.Words // of the index, if words are compared
	open        *db.Index   // stays open if words are compared

	round []*readFile
	held  int64 // bytes of the fingerprints in round
}

// roundFiles is the maximum number of files in a round.
const roundFiles = 256

// nearNamed prints the neighbours of the named files. The index must be closed, unless
// their words are compared; then nearNamed closes it.
func nearNamed(ctx context.Context, a *app, o *nearOptions, ix *hashedIndex, p *report.Printer, names []string) (err error) {
	var documents *scan.Documents
	if o.words() {
		documents = scan.NewWordDocuments(o.document.HTML())
	} else if documents, err = scan.NewDocuments(ix.scheme); err != nil {
		return err
	}
	defer o.memory.BoundSearch()()
	q := &nearInquiry{
		app: a, options: o, dir: ix.dir, params: ix.Params(), scheme: ix.scheme.String(), base: ix.base,
		print: p, sum: &report.Summary{Verb: "near"}, words: ix.words,
	}
	if o.words() {
		q.open = ix.Index
		defer func() { err = cmp.Or(err, ix.Close()) }()
	}
	opts := readOptions{rule: q.params.Rule, view: view.Kind(q.params.View), document: documents.New()}
	opts.indexed = indexedBy(func() (*db.Index, error) { return q.reopen(ctx) })
	err = readEach(ctx, a, names, opts, q.sum, func(f *readFile) error { return q.add(ctx, f) })
	if err == nil {
		err = q.answer(ctx)
	}
	if err != nil {
		return err
	}
	q.sum.Add(ix.countsOf(q.counted)...)
	if err := a.end(p, q.sum); err != nil {
		return err
	}
	p.NoteNeighbours(o.near(), q.withoutHash)
	if len(q.unhashed) > 0 {
		a.screen.Note("skipped the files of %s: its export has no simhashes; run alike near there, then alike export, and import again", strings.Join(q.unhashed, ", "))
	}
	return nil
}

// add keeps a file for the next lookup.
func (q *nearInquiry) add(ctx context.Context, f *readFile) error {
	switch host, _, _ := strings.Cut(f.path, ":"); {
	case f.unhashed && !slices.Contains(q.unhashed, host):
		q.unhashed = append(q.unhashed, host)
	case f.hash.NoDocument && !f.unhashed:
		q.withoutHash++
	}
	f.selected = nil
	q.round = append(q.round, f)
	q.held += 8 * int64(cap(f.set))
	if len(q.round) < roundFiles && q.held < q.app.queryRoom {
		return nil
	}
	return q.answer(ctx)
}

// answer prints the neighbours of the round and ends it.
func (q *nearInquiry) answer(ctx context.Context) error {
	err := eachReply(q.round, func(files []*readFile) ([]*report.Neighbours, error) { return q.lookUp(ctx, files) }, q.print.Neighbours)
	q.round, q.held = nil, 0
	return err
}

// lookUp opens the index, finds the neighbours of as many files as fit, and
// closes the index.
func (q *nearInquiry) lookUp(ctx context.Context, files []*readFile) (replies []*report.Neighbours, err error) {
	ix := q.open
	if ix == nil {
		if ix, err = q.reopen(ctx); err != nil {
			return nil, err
		}
		defer func() { err = cmp.Or(err, ix.Close()) }()
	}
	var scorer *search.Scorer
	if q.options.score {
		if scorer, err = search.NewScorer(ix, q.base.searched()); err != nil {
			return nil, err
		}
	}
	if err := q.count(ctx, ix); err != nil {
		return nil, err
	}
	if err := q.like(ctx, files); err != nil {
		return nil, err
	}
	used := int64(0)
	for _, f := range files {
		r, err := q.find(ctx, ix, scorer, f)
		if err != nil {
			return nil, fmt.Errorf("looking up %s: %w", f.path, err)
		}
		replies = append(replies, r)
		for _, n := range r.Found {
			used += report.PathBytes*2 + int64(len(n.B.Path))
		}
		if used >= q.app.queryRoom {
			break
		}
	}
	return replies, nil
}

// reopen opens the index, which must have the simhashes that it had before.
func (q *nearInquiry) reopen(ctx context.Context) (*db.Index, error) {
	ix, err := openIndex(ctx, q.app, q.dir, q.options.index,
		db.Options{Params: &q.params, Memory: int64(q.options.memory.Bytes)})
	if err != nil {
		return nil, err
	}
	if scheme, _, _ := ix.HashScheme(); scheme != q.scheme {
		_ = ix.Close()
		return nil, advice.With(fmt.Errorf("the index in %s was recreated while files were read", q.dir), "run the command again")
	}
	return ix, nil
}

// like finds the documents that share words with the files.
func (q *nearInquiry) like(ctx context.Context, files []*readFile) error {
	if q.words == nil {
		return nil
	}
	sets := make([][]uint64, len(files))
	for i, f := range files {
		f.like = map[db.ContentID]fingerprint.Share{}
		var err error
		if f.hash.NoDocument {
			continue
		}
		if sets[i], err = f.words.Hashes(nil); err != nil {
			return err
		}
	}
	return q.words.Like(ctx, sets, fingerprint.Share(q.options.min), func(i int, id uint32, share fingerprint.Share) error {
		files[i].like[db.ContentID(id)] = share
		return nil
	})
}

// count adds the counts of the index if the summary is printed.
func (q *nearInquiry) count(ctx context.Context, ix *db.Index) error {
	if !q.options.out.Counts() || q.counted.Documents > 0 {
		return nil
	}
	if q.words != nil {
		n := int64(len(q.words.Contents))
		q.counted = report.Documents{Documents: n, NoDocuments: ix.LiveContents() - n}
		return nil
	}
	st, err := ix.Status(ctx)
	q.counted = report.Documents{Documents: st.Documents, TooShort: st.ShortDocuments, NoDocuments: st.NoDocuments}
	return err
}

// find returns the neighbours of one file that are not in the base, up to the limit.
func (q *nearInquiry) find(ctx context.Context, ix *db.Index, scorer *search.Scorer, f *readFile) (*report.Neighbours, error) {
	r := &report.Neighbours{Path: f.path, Size: f.content.Size, Hash: f.hash}
	query := search.NearQuery{Hash: f.hash, Distance: q.options.distance, Found: f.like, Except: search.Except{Path: f.path, Stat: f.stat}, Admit: q.options.sizes.Paths()}
	err := search.Near(ctx, ix, query, func(m search.NearMatch) error {
		if !q.options.sizes.Admits(m.File.Size) || !q.options.sizesFit(f.content.Size, m.File.Size) {
			return nil
		}
		if out, err := q.base.near(ix, m.Content, q.options.distance); err != nil || out {
			return err
		}
		r.Found = append(r.Found, report.Near{
			A: f.file(), B: m.File, IDB: m.Content, Distance: m.Distance, Jaccard: m.Share, Short: f.hash.Short,
			Identical: m.Checksum == f.content.Checksum,
		})
		return nil
	})
	if err != nil {
		return r, err
	}
	q.print.RankNeighbours(r)
	living := search.NewLiving(ix, search.PairQuery{Except: query.Except, Admit: query.Admit}, false, existsIn(ix))
	living.Marks = q.print.MarksMissing()
	for i := range r.Found {
		n := &r.Found[i]
		if err := living.File(ctx, &n.B); err != nil {
			return r, err
		}
		if scorer == nil {
			continue
		}
		set, err := scorer.Of(n.IDB)
		if err != nil {
			return r, err
		}
		if n.Score, err = scorer.ScoreSets(ctx, search.Fingerprints{Level: f.content.Level, Set: f.set}, set); err != nil {
			return r, err
		}
	}
	return r, nil
}

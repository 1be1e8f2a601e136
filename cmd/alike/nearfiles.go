package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/fingerprint/view"
	"alike/scan"
)

// neighbourFinder finds the neighbours of files.
type neighbourFinder struct {
	*nearAnswer
	scorer      *search.Scorer // of the open index; nil without --score
	counted     report.Documents
	withoutHash int64    // files without a simhash, or without words
	unhashed    []string // other hosts of files whose exports had no simhashes
}

// printNamed prints the neighbours of the named files.
func (r *nearAnswer) printNamed(ctx context.Context, names []string) (err error) {
	q := &neighbourFinder{nearAnswer: r}
	asked := &inquiry[*report.Neighbours]{answer: r.answer, finder: q}
	var documents *scan.Documents
	if r.words != nil {
		asked.open, documents = r.ix, scan.NewWordDocuments(r.options.document.HTML())
	} else if documents, err = scan.NewDocuments(r.scheme); err == nil {
		err = r.ix.Close()
	}
	if err != nil {
		return err
	}
	params := r.ix.Params()
	err = asked.ask(ctx, names, readOptions{rule: params.Rule, view: view.Kind(params.View), document: documents.New()})
	if err != nil {
		return err
	}
	if err := r.end(q.counted); err != nil {
		return err
	}
	r.print.NoteNeighbours(r.options.near(), q.withoutHash)
	if len(q.unhashed) > 0 {
		r.screen.Note("skipped the files of %s: its export has no simhashes; run alike near there, then alike export, and import again", strings.Join(q.unhashed, ", "))
	}
	return nil
}

func (q *neighbourFinder) read(f *readFile) {
	switch host, _, _ := strings.Cut(f.path, ":"); {
	case f.unhashed && !slices.Contains(q.unhashed, host):
		q.unhashed = append(q.unhashed, host)
	case f.hash.NoDocument && !f.unhashed:
		q.withoutHash++
	}
}

// begin checks that the index has the simhashes that it had before.
func (q *neighbourFinder) begin(ctx context.Context, ix *db.Index, files []*readFile) (err error) {
	if scheme, _, _ := ix.HashScheme(); q.words == nil && simhash.Renewed(scheme) != q.scheme.String() {
		return advice.With(fmt.Errorf("the index in %s was recreated while files were read", q.dir), "run the command again")
	}
	if q.options.score {
		if q.scorer, err = search.NewScorer(ctx, ix, q.searchedBase(), nil); err != nil {
			return err
		}
	}
	if err := q.count(ctx, ix); err != nil {
		return err
	}
	return q.like(ctx, files)
}

func (q *neighbourFinder) show(n *report.Neighbours) error { return q.print.Neighbours(n) }

// like finds the documents that share words with the files.
func (q *neighbourFinder) like(ctx context.Context, files []*readFile) error {
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
func (q *neighbourFinder) count(ctx context.Context, ix *db.Index) error {
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
func (q *neighbourFinder) find(ctx context.Context, ix *db.Index, f *readFile) (*report.Neighbours, int64, error) {
	r := &report.Neighbours{Path: f.path, Size: f.content.Size, Hash: f.hash}
	query := search.NearQuery{Hash: f.hash, Distance: q.options.distance, Found: f.like, Except: search.Except{Path: f.path, Stat: f.stat}, Admit: q.query.Admit}
	err := search.Near(ctx, ix, query, func(m search.NearMatch) error {
		if !q.options.sizes.Admits(m.File.Size) || !q.options.sizesFit(f.content.Size, m.File.Size) {
			return nil
		}
		if out, err := q.isInBase(ix, m.Content); err != nil || out {
			return err
		}
		r.Found = append(r.Found, report.Near{
			A: f.file(), B: m.File, IDB: m.Content, Distance: m.Distance, Jaccard: m.Share, Short: f.hash.Short,
			Identical: m.Checksum == f.content.Checksum,
		})
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	q.print.RankNeighbours(r)
	bytes := int64(0)
	living := q.newLiving(ix, search.PairQuery{Except: query.Except, Admit: query.Admit})
	for i := range r.Found {
		n := &r.Found[i]
		if err := living.File(ctx, &n.B); err != nil {
			return nil, 0, err
		}
		bytes += 2*report.PathBytes + int64(len(n.B.Path))
		if q.scorer == nil {
			continue
		}
		set, err := q.scorer.Of(n.IDB)
		if err != nil {
			return nil, 0, err
		}
		if n.Score, err = q.scorer.ScoreSets(ctx, search.Fingerprints{Level: f.content.Level, Set: f.set}, set); err != nil {
			return nil, 0, err
		}
	}
	return r, bytes, nil
}

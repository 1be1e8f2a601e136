package report

import (
	"cmp"
	"slices"

	"alike/cmd/alike/ranking"
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// NearPairs returns a list of near pairs. It orders them by distance, nearest first,
// then by path. Sorting takes about room bytes of memory.
func (p *Printer) NearPairs(room int64) *List[Near] {
	methods := nearMethods
	if p.set.about.Jaccard {
		methods.better = byJaccard(methods.better)
	}
	methods.better = sortedBy(p, methods.better, nearKeys)
	return newList(p, room, methods)
}

// byJaccard orders pairs by the share of their words, then by another order.
func byJaccard(then func(a, b Near) int) func(a, b Near) int {
	return func(a, b Near) int { return cmp.Or(cmp.Compare(b.Jaccard, a.Jaccard), then(a, b)) }
}

// nearKeys are the keys of --sort besides share, which is the distance.
var nearKeys = map[string]func(a, b Near) int{
	"size":   func(a, b Near) int { return cmp.Compare(max(b.A.Size, b.B.Size), max(a.A.Size, a.B.Size)) },
	"shared": func(a, b Near) int { return cmp.Compare(b.Score.Shared, a.Score.Shared) },
	"path": func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path))
	},
}

// RankNeighbours sorts the neighbours of a file and keeps those within the limit.
func (p *Printer) RankNeighbours(n *Neighbours) {
	sortStable(n.Found, sortedBy(p, byJaccard(func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.B.Path, b.B.Path))
	}), nearKeys))
	if p.limit > 0 && len(n.Found) > p.limit {
		n.Omitted = int64(len(n.Found) - p.limit)
		n.Found = slices.Clone(n.Found[:p.limit]) // frees the others
	}
}

var nearMethods = listMethods[Near]{
	better: func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path))
	},
	paths: func(n Near, use func(string)) {
		use(n.A.Path)
		use(n.B.Path)
	},
	encode: appendNear,
	decode: decodeNear,
}

// appendNear omits the ids, which are not printed.
func appendNear(data []byte, n Near) []byte {
	data = ranking.AppendInt(appendFile(appendFile(data, n.A), n.B), n.Distance)
	data = ranking.AppendInt(ranking.AppendInt(data, n.SameA), n.SameB)
	data = ranking.AppendFlag(ranking.AppendFlag(data, n.Short), n.Identical)
	data = ranking.AppendInt(data, n.Score.Shared)
	return appendShares(data, n.Score.AInB, n.Score.BInA, n.Score.Resemblance, n.Score.Distinctive, n.Jaccard)
}

func decodeNear(r *ranking.Record) Near {
	return Near{
		A: decodeFile(r), B: decodeFile(r), Distance: int(r.Int()), SameA: int(r.Int()), SameB: int(r.Int()),
		Short: r.Flag(), Identical: r.Flag(),
		Score: search.Score{
			Shared: int(r.Int()), AInB: decodeShare(r), BInA: decodeShare(r), Resemblance: decodeShare(r), Distinctive: decodeShare(r),
		},
		Jaccard: decodeShare(r),
	}
}

// Neighbours prints the neighbours of a file.
func (p *Printer) Neighbours(n *Neighbours) error {
	p.count(len(n.Found))
	p.omitted += n.Omitted
	return p.format.print(n)
}

// NoteNearPairs explains the columns, counts the pairs and explains how to see more. near
// says what makes documents near.
func (p *Printer) NoteNearPairs(d Documents, near string) {
	if p.set.about.Score && p.table() && p.results > 0 {
		p.screen.Note("found: how much of the document is in the other; ~ estimated from fingerprints,\n" +
			"? from fewer than 10")
	}
	switch {
	case p.omitted > 0:
		p.screen.Note("%s of %s pairs, the nearest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Comma(p.results+p.omitted))
	case p.results == 0:
		p.screen.Note("no documents %s among %s%s", near, terminal.Comma(d.Documents), p.ended.limits())
	default:
		p.screen.Note("%s of %s", terminal.Amount(p.results, "pair", "pairs"), terminal.Amount(d.Documents, "document", "documents"))
	}
	if p.info.summary {
		return
	}
	if d.TooShort > 0 {
		p.screen.Note("%s too short to judge and near only if all words are the same", terminal.Amount(d.TooShort, "document is", "documents are"))
	}
	if d.NoDocuments > 0 {
		p.screen.Note("%s: binary, without text, or too large", terminal.Amount(d.NoDocuments, "content is not a document", "contents are not documents"))
	}
}

// NoteNeighbours reports neighbours beyond the limit, and the unjudged files, which have
// no simhash or no words.
func (p *Printer) NoteNeighbours(near string, unjudged int64) {
	if p.omitted > 0 {
		p.screen.Note("%s of %s, the nearest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "document", "documents"))
	}
	if p.results == 0 && !p.table() {
		p.screen.Note("nothing %s in the index", near)
	}
	if unjudged > 0 {
		what := "simhash"
		if p.set.about.Jaccard {
			what = "words"
		}
		p.screen.Note("%s no %s: not text, or too large", terminal.Amount(unjudged, "file has", "files have"), what)
	}
}

// Package site makes a report: a folder of pages, or one page. It gathers the results of a
// search into the data of package web, compares the files of the strongest pairs for package
// page, and puts the report in the place of an earlier one.
package site

import (
	"context"
	"math"

	"alike/cmd/alike/ranking"
	"alike/cmd/alike/report"
	"alike/cmd/alike/web"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint"
)

// The page is to stay usable, so it holds at most so many groups, sets of identical files, and
// pairs of folders, and so many files of groups and of sets.
const (
	maxRows   = 20_000
	maxListed = 200_000
)

// Gathering collects results. It keeps only the strongest, but counts all.
type Gathering struct {
	by     search.Measure
	pairs  *ranking.Ranking[search.Pair]
	unit   func(path string) string      // nil unless pairs are of units
	files  *ranking.Ranking[search.Pair] // of different units
	groups *ranking.Ranking[report.Group]
	sets   []search.DuplicateSet

	strongest []search.Pair // after Data
	between   []search.Pair // of files, after Data
	histogram [20]int64
	allSets   int64
	identical int64 // files of sets that exist
	savings   int64 // bytes
}

// NewGathering returns a Gathering for results by a measure. It keeps limit pairs; 0 is all.
// If unit is not nil, pairs and groups are of units, and Between adds pairs of files.
func NewGathering(by search.Measure, limit int, unit func(path string) string) *Gathering {
	if limit == 0 {
		limit = math.MaxInt
	}
	return &Gathering{
		by:     by,
		unit:   unit,
		files:  ranking.New(ranking.Methods[search.Pair]{Better: report.PairOrder(by)}, limit, 0),
		pairs:  ranking.New(ranking.Methods[search.Pair]{Better: report.PairOrder(by)}, limit, 0),
		groups: ranking.New(ranking.Methods[report.Group]{Better: report.GroupOrder}, maxRows, 0),
	}
}

// Pair adds a pair.
func (g *Gathering) Pair(p search.Pair) error {
	if share := report.PairShare(&p, g.by); !p.Identical && share.Defined() {
		g.histogram[min(int(share*fingerprint.Share(len(g.histogram))), len(g.histogram)-1)]++
	}
	return g.pairs.Add(p)
}

// Between adds a pair of files of different units.
func (g *Gathering) Between(p search.Pair) error { return g.files.Add(p) }

// Group adds a group.
func (g *Gathering) Group(found search.Group) error { return g.groups.Add(report.NewGroup(found)) }

// Set adds a set of identical files, after those that save more.
func (g *Gathering) Set(d search.DuplicateSet) {
	g.allSets++
	g.identical += int64(len(d.Living()))
	g.savings += d.Savings()
	if len(g.sets) < maxRows {
		g.sets = append(g.sets, d)
	}
}

// Revise calls pair and file with what is kept of the pairs and of the groups, and drops the
// pairs for which pair returns false. Nothing may be added afterwards.
func (g *Gathering) Revise(pair func(*search.Pair) (bool, error), file func(*search.File) error) error {
	if g.unit != nil {
		return g.files.Revise(pair)
	}
	if err := g.pairs.Revise(pair); err != nil {
		return err
	}
	return g.groups.Revise(func(group *report.Group) (bool, error) {
		err := file(&group.Representative)
		for i := 0; i < len(group.Members) && err == nil; i++ {
			err = file(&group.Members[i].File)
		}
		return true, err
	})
}

// Data returns the data of the page. The caller has filled in what the overview says of the
// scan.
func (g *Gathering) Data(ctx context.Context, overview web.Overview, found *folders.Finding) (*web.Data, error) {
	d := &web.Data{Overview: overview}
	files := newFileTable()
	keep := func(to *[]search.Pair) func(search.Pair) error {
		return func(p search.Pair) error {
			*to = append(*to, p)
			files.add(&p.A)
			files.add(&p.B)
			return nil
		}
	}
	if err := g.pairs.Each(ctx, keep(&g.strongest)); err != nil {
		return nil, err
	}
	if err := g.files.Each(ctx, keep(&g.between)); err != nil {
		return nil, err
	}
	var groups []report.Group
	listed := 0
	if err := g.groups.Each(ctx, func(group report.Group) error {
		if listed += 1 + len(group.Members); listed <= maxListed {
			groups = append(groups, group)
			files.add(&group.Representative)
			for i := range group.Members {
				files.add(&group.Members[i].File)
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	sets := g.listedSets()
	for i := range sets {
		for k := range sets[i] {
			files.add(&sets[i][k])
		}
	}
	pairs := found.Pairs[:min(len(found.Pairs), maxRows)]
	tree := newTree(found.Folders(), files, pairs)
	d.Files = files.table(tree)
	d.Pairs = g.pairTable(g.strongest, files)
	d.Between = web.Between{Pairs: g.pairTable(g.between, files), Of: g.unitPairs()}
	d.Groups = groupTable(groups, files, g.by)
	d.Sets = g.setTable(sets, files)
	d.Folders = tree.pairTable(pairs)
	d.Tree = tree.Tree
	g.count(d, found)
	return d, ctx.Err()
}

// Strongest returns the pairs of files on the page, in order. Data must have been called.
func (g *Gathering) Strongest() []search.Pair {
	if g.unit != nil {
		return g.between
	}
	return g.strongest
}

// unitPairs returns the number of the pair of units of each pair of files, or -1.
func (g *Gathering) unitPairs() []int32 {
	at := map[[2]string]int32{}
	for i := range g.strongest {
		p := &g.strongest[i]
		at[[2]string{p.A.Path, p.B.Path}], at[[2]string{p.B.Path, p.A.Path}] = int32(i), int32(i)
	}
	of := make([]int32, len(g.between))
	for i := range g.between {
		p, ok := &g.between[i], false
		if of[i], ok = at[[2]string{g.unit(p.A.Path), g.unit(p.B.Path)}]; !ok {
			of[i] = -1
		}
	}
	return of
}

func (g *Gathering) count(d *web.Data, found *folders.Finding) {
	o := &d.Overview
	o.SimilarPairs, o.Histogram = g.pairs.Seen(), g.histogram
	o.AllBetween, o.ShownBetween = g.files.Seen(), int64(len(d.Between.A))
	similar, bytes := found.Elsewhere()
	o.SimilarFiles, o.SimilarBytes = int64(similar), bytes
	o.IdenticalSets, o.IdenticalFiles, o.Savings = g.allSets, g.identical, g.savings
	o.AllGroups, o.AllSets, o.AllFolders = g.groups.Seen(), g.allSets, int64(len(found.Pairs))
	o.ShownPairs, o.ShownGroups, o.ShownSets, o.ShownFolders = int64(len(d.Pairs.A)), int64(len(d.Groups)), int64(len(d.Sets)), int64(len(d.Folders.A))
}

func (g *Gathering) pairTable(pairs []search.Pair, files *fileTable) (t web.Pairs) {
	for i := range pairs {
		p := &pairs[i]
		t.A, t.B = append(t.A, files.of(&p.A)), append(t.B, files.of(&p.B))
		t.AInB, t.BInA = append(t.AInB, float64(p.AInB)), append(t.BInA, float64(p.BInA))
		t.Union, t.By = append(t.Union, float64(p.Resemblance)), append(t.By, float64(report.PairShare(p, g.by)))
		t.Shared = append(t.Shared, int32(p.Shared))
		t.Flags = append(t.Flags, certainty(p.Identical, p.Exact, p.Shared))
	}
	return t
}

func groupTable(groups []report.Group, files *fileTable, by search.Measure) []web.Group {
	table := make([]web.Group, len(groups))
	for i := range groups {
		g := &groups[i]
		table[i] = web.Group{Representative: files.of(&g.Representative), Common: g.Common}
		for k := range g.Members {
			m := &g.Members[k]
			table[i].Members = append(table[i].Members, files.of(&m.File))
			table[i].Shares = append(table[i].Shares, float64(m.By(by)))
			table[i].Flags = append(table[i].Flags, certainty(false, m.Exact, m.Shared))
		}
	}
	return table
}

// listedSets returns the files to list of each set, as far as there is room.
func (g *Gathering) listedSets() (listed [][]search.File) {
	room := maxListed
	for i := range g.sets {
		files := g.sets[i].Files
		files = files[:min(len(files), room)]
		if len(files) < 2 {
			break
		}
		room -= len(files)
		listed = append(listed, files)
	}
	return listed
}

func (g *Gathering) setTable(listed [][]search.File, files *fileTable) []web.Set {
	table := make([]web.Set, len(listed))
	for i := range table {
		set := &g.sets[i]
		table[i] = web.Set{Size: set.Size, Count: int64(len(set.Living())), Savings: set.Savings()}
		for k := range listed[i] {
			table[i].Files = append(table[i].Files, files.of(&listed[i][k]))
		}
	}
	return table
}

// certainty returns the flags of shares that rest on a number of common fingerprints.
func certainty(identical, exact bool, shared int) (flags uint8) {
	if identical {
		flags |= web.Identical
	}
	if exact {
		flags |= web.Exact
	}
	if shared < search.FewShared {
		flags |= web.Few
	}
	return flags
}

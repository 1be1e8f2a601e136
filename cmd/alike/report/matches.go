package report

import (
	"cmp"
	"slices"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// Rank returns the matches of a file up to the limit, in the order of Pairs.
func (p *Printer) Rank(query search.File, found []search.Match, by search.Measure) *Matches {
	sortStable(found, sortedBy(p, betterMatch(by), matchKeys))
	m := &Matches{Query: query, Found: found}
	if p.limit > 0 && len(found) > p.limit {
		m.Omitted = int64(len(found) - p.limit)
		m.Found = slices.Clone(found[:p.limit]) // frees the others
	}
	return m
}

// matchKeys are the keys of --sort besides share.
var matchKeys = map[string]func(a, b search.Match) int{
	"size":   func(a, b search.Match) int { return cmp.Compare(b.File.Size, a.File.Size) },
	"shared": func(a, b search.Match) int { return cmp.Compare(b.Shared, a.Shared) },
	"path":   func(a, b search.Match) int { return cmp.Compare(a.File.Path, b.File.Path) },
}

// betterMatch compares shares as they are printed.
func betterMatch(by search.Measure) func(a, b search.Match) int {
	return func(a, b search.Match) int {
		if c := matchShare(b, by).Compare(matchShare(a, by)); c != 0 {
			return c
		}
		return cmp.Compare(a.File.Path, b.File.Path)
	}
}

// Matches prints the matches of a file.
func (p *Printer) Matches(m *Matches) error {
	p.count(len(m.Found))
	p.omitted += m.Omitted
	return p.format.print(m)
}

// NoteMatches explains the columns and explains how to see more matches.
func (p *Printer) NoteMatches(s *Summary, minShared int) {
	switch {
	case !p.table() || p.results == 0:
	case p.set.about.Exact:
		p.screen.Note("of it: how much of it is in the file; of file: how much of the file is in it;\n" +
			"counted in the files")
	default:
		p.screen.Note("of it: how much of it is in the file; of file: how much of the file is in it;\n" +
			"~ estimated from fingerprints, ? from fewer than 10")
	}
	p.noteDistinctive()
	if p.omitted > 0 {
		p.screen.Note("%s of %s, the best first; --limit 0 shows all",
			terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "match", "matches"))
	}
	if p.results == 0 && !p.table() {
		p.screen.Note("nothing like it in the index%s", s.limits())
	}
	p.noteFew(s.FewFingerprints, "file", "files", minShared)
}

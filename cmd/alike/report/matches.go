package report

import (
	"cmp"
	"slices"

	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/compare"
)

// Matches are the indexed files that resemble a file.
type Matches struct {
	Query   search.File
	Found   []search.Match     // the best first
	Omitted int64              // beyond --limit, which applies to each query
	RestsOn [][]compare.Region // with --why: of each match, the rarest regions; Sides[0] is Query
}

// restsOn returns the rarest regions of a match, with --why.
func (m *Matches) restsOn(match int) []compare.Region {
	if m.RestsOn == nil {
		return nil
	}
	return m.RestsOn[match]
}

func (m *Matches) values(_ *setting, v values) {
	for i := range m.Found {
		found := &m.Found[i]
		use := func(f search.File) {
			v.begin("match")
			v.asked("query", &m.Query)
			v.file("file", &f)
			count(v, "shared", &found.Shared)
			shareValues(v, "query_in_file", "file_in_query", &found.QueryInFile, &found.FileInQuery, &found.Resemblance, &found.Distinctive)
			v.flag("identical", found.Identical)
			v.flag("exact", found.Exact)
		}
		if v.rows() {
			eachPath(found.File, use)
			continue
		}
		use(found.File)
		if on := m.restsOn(i); len(on) > 0 {
			regionValues(v, "rests_on", [2]string{"query", "file"}, on, true)
		}
	}
}

func (m *Matches) lines(c *columns) {
	for i, found := range m.Found {
		eachPath(found.File, func(f search.File) {
			c.out.columns(matchFigure(found, matchShare(found, c.about.By)), relationOf(found.QueryInFile, found.FileInQuery, found.Identical).String(),
				matchFigure(found, found.QueryInFile), matchFigure(found, found.FileInQuery),
				itoa(m.Query.Size), itoa(f.Size), terminal.Visible(m.Query.Path), terminal.Visible(f.Path))
		})
		c.regions(m.restsOn(i), true, nil)
	}
}

func matchFigure(m search.Match, s fingerprint.Share) string {
	return figure(s, m.Shared, m.Identical, m.Exact)
}

// matchWords are the words for the relation of a queried file, as a, to a match.
var matchWords = map[relation]string{
	identical: "identical", nearlySame: "nearly same", aInB: "contains it", bInA: "inside it", overlap: "overlap",
}

// matches prints the matches of a file below its name.
//
//	/home/me/draft.txt (12 KiB, 141 fingerprints)
//	  of it  of file                  size  file in /usr/local/go/src/
//	   ~97%     ~41%  contains it   28 KiB  net/smtp/b.go
func (m *Matches) layOut(t *table) {
	t.separate()
	about := terminal.Size(m.Query.Size) + ", " + terminal.Amount(int64(m.Query.Fingerprints), "fingerprint", "fingerprints")
	t.asked(m.Query.Path, about)
	if len(m.Found) == 0 {
		t.out.line("  nothing like it in the index")
		return
	}
	var all folding
	for _, f := range m.Found {
		all.add(f.File.Path)
	}
	folder := all.folder()
	t.head(t.byColumn(byHeading[t.about.By])+terminal.PadLeft("of it", 7)+terminal.PadLeft("of file", 9)+terminal.PadLeft("size", 22),
		"file", folder)
	for i, found := range m.Found {
		t.match(found, folder)
		t.restsOn(m.restsOn(i))
	}
}

// asked prints the name of a queried file.
func (t *table) asked(path, about string) {
	name := terminal.Visible(path)
	if path == input.Stdin {
		name = "standard input"
	}
	t.beside(t.paint.Bold(name), t.paint.Dim("("+about+")"))
}

func (t *table) match(m search.Match, folder string) {
	r := relationOf(m.QueryInFile, m.FileInQuery, m.Identical)
	figures := t.paint.Bold(t.byColumn(matchFigure(m, matchShare(m, t.about.By)))) +
		t.paint.Bold(terminal.PadLeft(matchFigure(m, m.QueryInFile), 7)) +
		t.paint.Bold(terminal.PadLeft(matchFigure(m, m.FileInQuery), 9)) + "  " +
		t.related(r, terminal.PadRight(matchWords[r], 11)) + terminal.PadLeft(terminal.Size(m.File.Size), 9)
	t.beside(figures, t.folded(m.File.Path, folder, "")+t.copies(m.File))
}

// Rank returns the matches of a file up to the limit, in the order of Pairs.
func (p *Printer) Rank(query search.File, found []search.Match, by search.Measure) *Matches {
	sortStable(found, sortedBy(p, betterMatch(by, query.Size), matchKeys(by)))
	m := &Matches{Query: query, Found: found}
	if p.limit > 0 && len(found) > p.limit {
		m.Omitted = int64(len(found) - p.limit)
		m.Found = slices.Clone(found[:p.limit]) // frees the others
	}
	return m
}

// matchKeys are the keys of --sort besides strength.
func matchKeys(by search.Measure) map[string]func(a, b search.Match) int {
	return map[string]func(a, b search.Match) int{
		"share":  matchesByShare(by),
		"size":   func(a, b search.Match) int { return cmp.Compare(b.File.Size, a.File.Size) },
		"shared": func(a, b search.Match) int { return cmp.Compare(b.Shared, a.Shared) },
		"path":   func(a, b search.Match) int { return cmp.Compare(a.File.Path, b.File.Path) },
	}
}

// Matches prints the matches of a file.
func (p *Printer) Matches(m *Matches) error {
	p.count(len(m.Found))
	p.omitted += m.Omitted
	return p.print(m)
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
	p.noteOmitted("matches", "the best", "")
	if p.results == 0 && !p.table() {
		p.screen.Note("nothing like it in the index%s", s.limits())
	}
	p.noteFew(s.FewFingerprints, "file", "files", minShared)
}

package report

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
)

// columns prints text for files and pipes: columns separated by tabs, sizes in bytes,
// whole paths.
type columns struct {
	*setting
	groups int // printed
}

func (c *columns) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		eachCopy(r, func(p search.Pair) { c.pair("", p) })
		on, err := c.about.restsOn(r)
		if err != nil {
			return err
		}
		c.regions(on, true, nil)
	case NewPair:
		c.pair("pair\t", r.Pair)
	case search.Change:
		c.out.line("%s\t%d\t%s", FileChange(r), r.File.Size, terminal.Visible(r.File.Path))
	case *search.NewRoot:
		c.out.line("root\t%d\t%s\t%d\t%d", r.Bytes, terminal.Visible(r.Path), r.Files, r.Pairs)
	case *Matches:
		for i, m := range r.Found {
			eachPath(m.File, func(f search.File) {
				m.File = f
				c.match(r.Query, m)
			})
			c.regions(r.restsOn(i), true, nil)
		}
	case Group:
		c.group(r)
	case search.DuplicateSet:
		for _, f := range c.listed(&r) {
			c.out.line("%s\t%d\t%s", hex.EncodeToString(r.Checksum[:]), r.Size, terminal.Visible(f.Path))
		}
	case Folders:
		c.folders(&r)
	case Near:
		c.near(r)
	case *Neighbours:
		for _, n := range r.Found {
			c.near(n)
		}
	case *compared:
		c.compared(r)
	case Fingerprints:
		c.fingerprints(r)
	case Simhash:
		c.simhash(r)
	case problem:
		c.out.line("%s", terminal.Visible(string(r)))
	case Forgotten:
		c.out.line("dropped %s: %s", terminal.Amount(r.Files, "file", "files"), terminal.Visible(r.Path))
	case ForgottenRecord:
		c.out.line("dropped %s: %s", terminal.Amount(r.Records, "record", "records"), terminal.Visible(r.ID))
	case *Status:
		c.status(r)
	case version:
		c.out.line("alike %s (%s, %s, index format %d)\n  %s", r.name(), r.Go, r.Platform, r.IndexFormat, r.details())
	default:
		return unprintable(result)
	}
	return c.out.err()
}

func (c *columns) end(*Summary) error { return nil }

func (c *columns) pair(kind string, p search.Pair) {
	c.out.columns(kind+pairFigure(p, PairShare(&p, c.about.By)), relationOf(p.AInB, p.BInA, p.Identical).String(),
		pairFigure(p, p.AInB), pairFigure(p, p.BInA),
		itoa(p.A.Size), itoa(p.B.Size), terminal.Visible(p.A.Path), terminal.Visible(p.B.Path))
}

func pairFigure(p search.Pair, s fingerprint.Share) string {
	return figure(s, p.Shared, p.Identical, p.Exact)
}

func (c *columns) match(query search.File, m search.Match) {
	c.out.columns(matchFigure(m, matchShare(m, c.about.By)), relationOf(m.QueryInFile, m.FileInQuery, m.Identical).String(),
		matchFigure(m, m.QueryInFile), matchFigure(m, m.FileInQuery),
		itoa(query.Size), itoa(m.File.Size), terminal.Visible(query.Path), terminal.Visible(m.File.Path))
}

func matchFigure(m search.Match, s fingerprint.Share) string {
	return figure(s, m.Shared, m.Identical, m.Exact)
}

// group prints a line for each file, with the number of the group.
func (c *columns) group(g Group) {
	c.groups++
	eachPath(g.Representative, func(f search.File) {
		c.out.line("%d\trepresentative\t-\t-\t-\t%d\t%d\t%s", c.groups, f.Copies, f.Size, terminal.Visible(f.Path))
	})
	for _, m := range g.Members {
		eachPath(m.File, func(f search.File) {
			c.out.line("%d\t%s\t%s\t%s\t%s\t%d\t%d\t%s", c.groups, memberWords[memberRelation(m)],
				memberFigure(m, m.By(c.about.By)), memberFigure(m, m.InRepresentative), memberFigure(m, m.Representative),
				m.Copies, m.Size, terminal.Visible(f.Path))
		})
	}
}

// memberRelation returns the relation of the representative, as a, to a member.
func memberRelation(m search.Member) relation {
	return relationOf(m.Representative, m.InRepresentative, false)
}

var memberWords = map[relation]string{
	nearlySame: "nearly-same", aInB: "contains", bInA: "inside", overlap: "overlap",
}

func memberFigure(m search.Member, s fingerprint.Share) string {
	return figure(s, m.Shared, false, m.Exact)
}

func (c *columns) near(n Near) {
	shares := ""
	if c.about.Score {
		shares = nearFigure(n, n.Score.AInB) + "\t" + nearFigure(n, n.Score.BInA) + "\t"
	}
	c.out.line("%s\t%s%d\t%d\t%s\t%s", c.about.nearness(n), shares, n.A.Size, n.B.Size, terminal.Visible(n.A.Path), terminal.Visible(n.B.Path))
}

// nearness returns the distance of a pair, or the share of words.
func (a *About) nearness(n Near) string {
	if a.Jaccard {
		return rounded(n.Jaccard)
	}
	return itoa(n.Distance)
}

func nearFigure(n Near, s fingerprint.Share) string {
	return figure(s, n.Score.Shared, n.Identical, false)
}

// compared prints figures with their names, one per line, then a line for each region.
func (c *columns) compared(r *compared) {
	for i, f := range r.Files {
		c.out.line("%c\t%d\t%d\t%s", 'a'+i, f.Info.Size, f.Lines.Count(), terminal.Visible(f.Info.Path))
	}
	distance := "-"
	if r.Figures.Distance >= 0 {
		distance = itoa(r.Figures.Distance)
	}
	for _, x := range []struct{ name, figure string }{
		{"identical", strconv.FormatBool(r.Identical)},
		{"a_in_b", rounded(r.Windows.AInB())}, {"b_in_a", rounded(r.Windows.BInA())},
		{"resemblance", rounded(r.Windows.Resemblance())},
		{"a_covered", rounded(r.Covered(0))}, {"b_covered", rounded(r.Covered(1))},
		{"jaccard", hundredths(r.Figures.Jaccard)}, {"jaccard_estimate", hundredths(r.Figures.Estimate)},
		{"cosine", hundredths(r.Figures.Cosine)}, {"simhash_distance", distance},
	} {
		c.out.line("%s\t%s", x.name, x.figure)
	}
	c.regions(r.shown, r.Counted, newPassages(c.setting, r.Comparison).print)
}

// regions prints a line for each region, with the number of files if counted, and calls then
// for it unless that is nil.
func (c *columns) regions(regions []compare.Region, counted bool, then func(compare.Region)) {
	for _, r := range regions {
		a, b := r.Sides[0], r.Sides[1]
		files := ""
		switch {
		case counted && r.Files == compare.Unknown:
			files = "\t-"
		case counted:
			files = "\t" + itoa(r.Files)
		}
		c.out.line("region\t%d\t%s\t%s\t%d-%d\t%d-%d%s", a.Len(), lineSpan(a), lineSpan(b), a.Start, a.End, b.Start, b.End, files)
		if then != nil {
			then(r)
		}
	}
}

// lineSpan returns the lines of an extent: 10-45, or 10.
func lineSpan(e compare.Extent) string {
	if e.Line == e.EndLine {
		return itoa(e.Line)
	}
	return itoa(e.Line) + "-" + itoa(e.EndLine)
}

// fingerprints prints values and check bits like hexadecimal.
func (c *columns) fingerprints(f Fingerprints) {
	for _, s := range f.Selected {
		c.out.line("%d\t%08x\t%04x%s", s.Offset, uint32(s.Fingerprint.Value()), s.Fingerprint.Check(), c.named(f.Path))
	}
}

// hexadecimal returns the value of a fingerprint in eight digits and its check bits in
// four.
func hexadecimal(f fingerprint.Fingerprint) (value, check string) {
	return fmt.Sprintf("%08x", uint32(f.Value())), fmt.Sprintf("%04x", f.Check())
}

func (c *columns) simhash(s Simhash) {
	hash, mark := simhash.Hash(s.Hash.Hash).String(), ""
	switch {
	case s.Hash.NoDocument:
		hash, mark = "-", "none"
	case s.Hash.Short:
		mark = "short"
	}
	c.out.line("%s\t%d\t%s%s", hash, s.Hash.Features, mark, c.named(s.Path))
}

// named returns the column of the path, or "" for a single file.
func (c *columns) named(path string) string {
	if !c.about.Named {
		return ""
	}
	return "\t" + terminal.Visible(path)
}

func (c *columns) status(s *Status) {
	for _, l := range s.lines() {
		if l.people == "" {
			continue
		}
		const names = 13 // columns
		people := l.people
		if c.width > 0 {
			indent := strings.Repeat(" ", names+1)
			people = strings.TrimSpace(terminal.Wrap(indent+people, indent, c.width))
		}
		c.out.line("%s %s", c.paint.Dim(terminal.PadRight(cmp.Or(l.short, l.name), names)), people)
	}
}

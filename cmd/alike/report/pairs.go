package report

import (
	"cmp"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/compare"
)

// pair is a pair of similar files or units.
type pair struct {
	*search.Pair
	restsOn []compare.Region // with --why: the rarest regions
	folds   *pairFolds       // of the list, or nil
}

func (p *pair) complete(s *setting) (err error) {
	p.restsOn, err = s.about.restsOn(p.Pair)
	return err
}

func (p *pair) values(_ *setting, v values) {
	if v.rows() {
		eachCopy(*p.Pair, func(q search.Pair) {
			v.begin("pair")
			pairValues(v, &q)
		})
		return
	}
	v.begin("pair")
	pairValues(v, p.Pair)
	if len(p.restsOn) > 0 {
		regionValues(v, "rests_on", sideNames, p.restsOn, true)
	}
}

func pairValues(v values, p *search.Pair) {
	v.file("a", &p.A)
	pairedValues(v, p)
}

// pairedValues names the values of a pair after its first file.
func pairedValues(v values, p *search.Pair) {
	v.file("b", &p.B)
	count(v, "shared", &p.Shared)
	shareValues(v, "a_in_b", "b_in_a", &p.AInB, &p.BInA, &p.Resemblance, &p.Distinctive)
	p.Identical = v.flag("identical", p.Identical)
	p.Exact = v.flag("exact", p.Exact)
}

// shareValues names the shares of two files.
func shareValues(v values, aInB, bInA string, a, b, both, distinctive *fingerprint.Share) {
	v.share(aInB, a)
	v.share(bInA, b)
	v.share("resemblance", both)
	v.share("distinctive", distinctive)
}

func (p *pair) lines(c *columns) {
	eachCopy(*p.Pair, func(q search.Pair) { c.pair("", &q) })
	c.regions(p.restsOn, true, nil)
}

func (c *columns) pair(kind string, p *search.Pair) {
	c.out.columns(kind+pairFigure(p, PairShare(p, c.about.By)), relationOf(p.AInB, p.BInA, p.Identical).String(),
		pairFigure(p, p.AInB), pairFigure(p, p.BInA),
		itoa(p.A.Size), itoa(p.B.Size), terminal.Visible(p.A.Path), terminal.Visible(p.B.Path))
}

func pairFigure(p *search.Pair, s fingerprint.Share) string {
	return figure(s, p.Shared, p.Identical, p.Exact)
}

// relationWords are the words for a relation in the lines of a and of b.
var relationWords = map[relation][2]string{
	identical:  {"identical", ""},
	nearlySame: {"nearly", "the same"},
	aInB:       {"inside", "contains"},
	bInA:       {"contains", "inside"},
	overlap:    {"overlap", ""},
}

// pair prints a line for each file, with the share of it found in the other. One file per
// line fits a terminal of 80 columns.
//
//	   found                 size  file in /usr/local/go/src/
//	1   ~97%  inside       12 KiB  net/http/a.go
//	    ~41%  contains     28 KiB  net/smtp/b.go
func (p *pair) layOut(t *table) {
	t.pair(p.Pair)
	t.restsOn(p.restsOn)
	if p.folds != nil {
		t.more(p.folds.printed)
	}
}

func (t *table) pair(p *search.Pair) {
	if !t.begun {
		t.begun = true
		one, _ := t.about.nouns()
		t.head("   "+t.byColumn(byHeading[t.about.By])+terminal.PadLeft("found", 7)+terminal.PadLeft("size", 20), one, t.folder)
	}
	t.pairLine(0, p, itoa(t.number), pairFigure(p, PairShare(p, t.about.By)), "")
	t.pairLine(1, p, "", "", p.A.Path)
}

// pairLine prints the line of one side of a pair. above is the path in the line above.
func (t *table) pairLine(side int, p *search.Pair, number, by, above string) {
	f, share := p.A, p.AInB
	if side == 1 {
		f, share = p.B, p.BInA
	}
	r := relationOf(p.AInB, p.BInA, p.Identical)
	figures := t.paint.Dim(terminal.PadLeft(number, 3)) + t.paint.Bold(t.byColumn(by)) +
		t.paint.Bold(terminal.PadLeft(pairFigure(p, share), 7)) + "  " +
		t.related(r, terminal.PadRight(relationWords[r][side], 9)) + terminal.PadLeft(terminal.Size(f.Size), 9)
	path := t.folded(f.Path, t.folder, above)
	if p.Identical {
		f.Copies = 0 // they are pairs too
	}
	t.beside(figures, path+t.copies(f))
}

// Pairs returns a list of similar pairs, the strongest first by a measure; see PairOrder. Sorting
// takes about room bytes of memory.
func (p *Printer) Pairs(room int64, by search.Measure) *List[search.Pair] {
	var f *pairFolds
	if p.table() && p.limit > 0 && (p.order == "" || p.order == bestFirst) && !p.reverse {
		f = newPairFolds(p.limit)
	}
	l := newList(p, room, sortedBy(p, PairOrder(by), pairKeys(by)), func(x *search.Pair) result { return &pair{Pair: x, folds: f} })
	if f != nil {
		l.foldBy(f, room)
	}
	return l
}

// pairKeys are the keys of --sort besides strength: a share, the size of the larger file, and
// fingerprints in common.
func pairKeys(by search.Measure) map[string]func(a, b search.Pair) int {
	return map[string]func(a, b search.Pair) int{
		"share": pairsByShare(by),
		"size": func(a, b search.Pair) int {
			return cmp.Compare(max(b.A.Size, b.B.Size), max(a.A.Size, a.B.Size))
		},
		"shared": func(a, b search.Pair) int { return cmp.Compare(b.Shared, a.Shared) },
		"path":   comparePaths,
	}
}

func comparePaths(a, b search.Pair) int {
	if c := strings.Compare(a.A.Path, b.A.Path); c != 0 {
		return c
	}
	return strings.Compare(a.B.Path, b.B.Path)
}

// NotePairs explains the columns, counts the pairs and explains how to see more.
func (p *Printer) NotePairs(s *Summary, minShared int) {
	one, _ := p.set.about.nouns()
	switch {
	case !p.table() || p.results == 0:
	case p.set.about.Exact:
		p.screen.Note("found: how much of the file is in the other, counted in the files")
	default:
		p.screen.Note("found: how much of the %s is in the other; ~ estimated from fingerprints,\n"+
			"? from fewer than 10 (--min-shared 10 leaves those pairs out)", one)
	}
	p.noteDistinctive()
	first := "the strongest"
	if p.order != "" && p.order != bestFirst {
		first = "by " + p.order + " the"
	}
	switch {
	case p.noteOmitted("pairs", first, ", --min 90% the closest"):
	case p.results == 0:
		p.screen.Note("no similar pairs%s", s.limits())
	default:
		p.screen.Note("%s%s", terminal.Amount(p.results, "pair", "pairs"), s.limits())
	}
	p.noteEmpty("pair", "pairs")
	p.noteCounts(s, minShared)
}

// noteDistinctive explains the column of distinctive shares.
func (p *Printer) noteDistinctive() {
	if p.set.about.By == search.Distinctive && p.table() && p.results > 0 {
		p.screen.Note("distinct: how much they share of what few files have")
	}
}

// noteCounts reports what a search of the index left out, unless the summary has it.
func (p *Printer) noteCounts(s *Summary, minShared int) {
	if p.info.summary {
		return
	}
	if b := s.base; b != nil {
		line := terminal.Amount(b.Taken, "fingerprint", "fingerprints") + " did not count because the base has them"
		if b.Contents > 0 {
			one, many := "content", "contents"
			if p.set.about.Units {
				one, many = p.set.about.nouns()
			}
			line += "; " + terminal.Amount(b.Contents, one+" is", many+" are") + " entirely in it"
		}
		p.screen.Note("%s", line)
	}
	if p.set.about.Units {
		p.noteFewUnits(s.FewFingerprints, minShared)
		if p.table() {
			p.screen.Note("a file that is little of its unit makes no pair of units; --isolate compares files")
		}
	} else {
		p.noteFew(s.FewFingerprints, "content", "contents", minShared)
	}
}

// noteFew reports how many files or contents have too few fingerprints for any share to
// count. They need not be small: even a large file of zeros has none.
func (p *Printer) noteFew(n int64, one, many string, minShared int) {
	few := "too few fingerprints"
	if minShared > 0 {
		few = "fewer than " + terminal.Amount(int64(minShared), "fingerprint", "fingerprints")
	}
	switch {
	case n == 1:
		p.screen.Note("1 %s has %s and is found only as identical", one, few)
	case n > 1:
		p.screen.Note("%s %s have %s and are found only as identical", terminal.Comma(n), many, few)
	}
}

// noteFewUnits is noteFew for units, which are not compared with identical ones.
func (p *Printer) noteFewUnits(n int64, minShared int) {
	few := "too few fingerprints"
	if minShared > 0 {
		few = "fewer than " + terminal.Amount(int64(minShared), "fingerprint", "fingerprints")
	}
	if n > 0 {
		p.screen.Note("%s left out, with %s", terminal.Amount(n, "unit is", "units are"), few)
	}
}

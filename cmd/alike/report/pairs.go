package report

import (
	"cmp"
	"strconv"
	"strings"

	"alike/cmd/alike/ranking"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// Pairs returns a list of similar pairs. It orders them by a measure, largest share
// first; ties are broken by path. Sorting takes about
// room bytes of memory.
func (p *Printer) Pairs(room int64, by search.Measure) *List[search.Pair] {
	return newList(p, room, listMethods[search.Pair]{
		better: sortedBy(p, PairOrder(by), pairKeys),
		paths:  pairPaths,
		encode: appendPair,
		decode: decodePair,
	})
}

// pairKeys are the keys of --sort besides share: the size of the larger file, and
// fingerprints in common.
var pairKeys = map[string]func(a, b search.Pair) int{
	"size": func(a, b search.Pair) int {
		return cmp.Compare(max(b.A.Size, b.B.Size), max(a.A.Size, a.B.Size))
	},
	"shared": func(a, b search.Pair) int { return cmp.Compare(b.Shared, a.Shared) },
	"path":   comparePaths,
}

func comparePaths(a, b search.Pair) int {
	if c := strings.Compare(a.A.Path, b.A.Path); c != 0 {
		return c
	}
	return strings.Compare(a.B.Path, b.B.Path)
}

// PairOrder orders pairs by a measure, and then by path. It compares shares as they are
// printed.
func PairOrder(by search.Measure) func(a, b search.Pair) int {
	return func(a, b search.Pair) int {
		if c := PairShare(&b, by).Compare(PairShare(&a, by)); c != 0 {
			return c
		}
		return comparePaths(a, b)
	}
}

func pairPaths(p search.Pair, use func(string)) {
	use(p.A.Path)
	use(p.B.Path)
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
	switch {
	case p.omitted > 0:
		p.screen.Note("%s of %s pairs, the best first; --limit 0 shows all, --min 90%% the closest",
			terminal.Comma(p.results), terminal.Comma(p.results+p.omitted))
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

func appendFile(data []byte, f search.File) []byte {
	level := f.Level
	if f.Generated {
		level = ^level // negative
	}
	data = ranking.AppendInt(ranking.AppendInt(ranking.AppendText(data, f.Path), f.Size), level)
	data = ranking.AppendInt(ranking.AppendInt(data, f.Fingerprints), f.Files)
	if f.Aliases == nil {
		return ranking.AppendInt(data, f.Copies)
	}
	data = ranking.AppendInt(data, ^f.Copies) // negative if aliases follow
	data = ranking.AppendFlag(data, f.Aliases.Missing)
	for _, paths := range [][]string{f.Aliases.Links, f.Aliases.Paths} {
		data = ranking.AppendInt(data, len(paths))
		for _, path := range paths {
			data = ranking.AppendText(data, path)
		}
	}
	return data
}

func decodeFile(r *ranking.Record) search.File {
	f := search.File{
		Path: r.Text(), Size: r.Int(), Level: int(r.Int()),
		Fingerprints: int(r.Int()), Files: int(r.Int()), Copies: int(r.Int()),
	}
	if f.Level < 0 {
		f.Level, f.Generated = ^f.Level, true
	}
	if f.Copies >= 0 {
		return f
	}
	f.Copies = ^f.Copies
	f.Aliases = &search.Aliases{Missing: r.Flag()}
	for _, paths := range []*[]string{&f.Aliases.Links, &f.Aliases.Paths} {
		for n := r.Int(); n > 0 && !r.Malformed(); n-- {
			*paths = append(*paths, r.Text())
		}
	}
	return f
}

func appendShares(data []byte, shares ...fingerprint.Share) []byte {
	for _, s := range shares {
		data = ranking.AppendFloat(data, s)
	}
	return data
}

func decodeShare(r *ranking.Record) fingerprint.Share { return fingerprint.Share(r.Float()) }

func appendPair(data []byte, p search.Pair) []byte {
	data = ranking.AppendInt(appendFile(appendFile(data, p.A), p.B), p.Shared)
	data = appendShares(data, p.AInB, p.BInA, p.Resemblance, p.Distinctive)
	return ranking.AppendFlag(ranking.AppendFlag(data, p.Identical), p.Exact)
}

func decodePair(r *ranking.Record) search.Pair {
	return search.Pair{
		A: decodeFile(r), B: decodeFile(r), Shared: int(r.Int()),
		AInB: decodeShare(r), BInA: decodeShare(r), Resemblance: decodeShare(r), Distinctive: decodeShare(r),
		Identical: r.Flag(), Exact: r.Flag(),
	}
}

// appendJSONPair appends a pair without regions as terminal.AppendJSON does with jsonPair. There may be
// millions of pairs: encoding/json takes 3 µs for one, more than the search, and this a tenth.
func appendJSONPair(buf []byte, p *search.Pair) []byte {
	buf = append(buf, `{"type":"pair","a":`...)
	buf = appendJSONFile(buf, &p.A)
	buf = append(buf, `,"b":`...)
	buf = appendJSONFile(buf, &p.B)
	buf = append(buf, `,"shared":`...)
	buf = strconv.AppendInt(buf, int64(p.Shared), 10)
	buf = p.AInB.AppendJSON(append(buf, `,"a_in_b":`...))
	buf = p.BInA.AppendJSON(append(buf, `,"b_in_a":`...))
	buf = p.Resemblance.AppendJSON(append(buf, `,"resemblance":`...))
	buf = p.Distinctive.AppendJSON(append(buf, `,"distinctive":`...))
	buf = strconv.AppendBool(append(buf, `,"identical":`...), p.Identical)
	buf = strconv.AppendBool(append(buf, `,"exact":`...), p.Exact)
	return append(buf, '}')
}

// appendJSONFile appends a file as terminal.AppendJSON does with jsonFile. It leaves files to it that
// few pairs have.
func appendJSONFile(buf []byte, f *search.File) []byte {
	if f.Aliases != nil || f.Generated || f.Files > 0 || !isPlainJSON(f.Path) {
		return terminal.AppendJSON(buf, jsonFile(*f))
	}
	buf = append(append(buf, `{"path":"`...), f.Path...)
	buf = strconv.AppendInt(append(buf, `","size":`...), f.Size, 10)
	buf = strconv.AppendInt(append(buf, `,"level":`...), int64(f.Level), 10)
	buf = strconv.AppendInt(append(buf, `,"fingerprints":`...), int64(f.Fingerprints), 10)
	buf = strconv.AppendInt(append(buf, `,"copies":`...), int64(f.Copies), 10)
	return append(buf, '}')
}

// isPlainJSON reports whether JSON has the text as it is.
func isPlainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

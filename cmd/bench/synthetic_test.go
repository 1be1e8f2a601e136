package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/fingerprint"
)

// TestPlantedByBruteForce compares each copy with each content before it, on
// sets that were all made first.
func TestPlantedByBruteForce(t *testing.T) {
	t.Parallel()
	const n = 400
	var all []synthetic
	for i := range n {
		c := newGenerator(3, n).content(i)
		c.set = slices.Clone(c.set)
		all = append(all, c)
	}
	p := planting{n}
	if p.copies() != 20 {
		t.Fatalf("%d copies, want 20", p.copies())
	}
	coarser := 0
	for i, c := range all {
		planted, isCopy := p.original(i)
		for j, o := range all[:i] {
			s := fingerprint.Compare(o.set, o.Level, c.set, c.Level)
			similar := s.Shared >= db.MinShared && max(s.AInB(), s.BInA()) >= leastShare
			if want := isCopy && j == planted; similar != want {
				t.Errorf("%d and %d share %d of %d and %d: similar %v, want %v", j, i, s.Shared, s.A, s.B, similar, want)
			}
		}
		if isCopy && c.Level > all[planted].Level {
			coarser++
		}
	}
	if coarser == 0 {
		t.Error("no copy is of a coarser level than its original")
	}
}

// TestSyntheticContents holds that they look as files do.
func TestSyntheticContents(t *testing.T) {
	t.Parallel()
	const n = 40_000
	g := newGenerator(1, n)
	sum, large, holders := 0, 0, 0
	sums := map[db.Checksum]bool{}
	for i := range n {
		c := g.content(i)
		sum += len(c.set)
		sums[c.Checksum] = true
		if c.Level > 5 {
			large++
		}
		if c.set.Shared(g.header.AtLevel(c.Level)) >= 4 {
			holders++
		}
		if len(c.set) < fewest || len(c.set) > most+8 || !slices.IsSorted(c.set) ||
			len(c.set.AtLevel(c.Level)) < len(c.set) || c.Level != fingerprint.DefaultRule.Level(c.Size) {
			t.Fatalf("content %d: %d fingerprints, %d bytes, level %d", i, len(c.set), c.Size, c.Level)
		}
	}
	if mean := sum / n; mean < 90 || mean > 110 {
		t.Errorf("%d fingerprints on average, want about 100", mean)
	}
	if large < n/100 || large > n/20 {
		t.Errorf("%d of %d are of coarser levels, want 1 to 5 %%", large, n)
	}
	if holders < n*9/100 || holders > n*11/100 {
		t.Errorf("%d of %d hold the header, want a tenth", holders, n)
	}
	if len(sums) != n {
		t.Errorf("%d checksums of %d contents", len(sums), n)
	}
}

// TestContentsStandAlone holds that a content is the same whatever was made
// before it, and another with another seed.
func TestContentsStandAlone(t *testing.T) {
	t.Parallel()
	const n = 1000
	g := newGenerator(1, n)
	for i := range n {
		c := g.content(i)
		if i%50 != 49 {
			continue
		}
		alone := newGenerator(1, n).content(i)
		if c.Content != alone.Content || !slices.Equal(c.set, alone.set) {
			t.Errorf("content %d came out differently", i)
		}
		if other := newGenerator(2, n).content(i); c.set.Shared(other.set) > 0 || c.Checksum == other.Checksum {
			t.Errorf("content %d does not depend on the seed", i)
		}
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	for i := range documentCopies {
		a, b := document(1, i), document(1, copyOf(i))
		x, levelX := fingerprint.SetOf(fingerprint.DefaultRule, a)
		y, levelY := fingerprint.SetOf(fingerprint.DefaultRule, b)
		s := fingerprint.Compare(x, levelX, y, levelY)
		if bytes.Equal(a, b) || s.AInB() < 0.7 || len(a) < 2_000 || len(a) > 50_000 {
			t.Errorf("document %d of %d bytes: %.2f is in its copy", i, len(a), s.AInB())
		}
		other, level := fingerprint.SetOf(fingerprint.DefaultRule, document(1, i+documentCopies))
		if s := fingerprint.Compare(x, levelX, other, level); s.Shared > 0 {
			t.Errorf("documents %d and %d share %d fingerprints", i, i+documentCopies, s.Shared)
		}
	}
}

// answer is what alike would print: the planted pairs but those left out.
func answer(p planting, without ...int) *strings.Builder {
	out := &strings.Builder{}
	for i := p.firstCopy(); i < p.contents; i++ {
		if j, _ := p.original(i); !slices.Contains(without, i) {
			out.WriteString(`{"type":"pair","a":{"path":"` + pathOf(j) + `"},"b":{"path":"` + pathOf(i) + `"}}` + "\n")
		}
	}
	out.WriteString(`{"type":"pair","a":{"path":"` + pathOf(1) + `"},"b":{"path":"` + pathOf(2) + `"}}` + "\n")
	out.WriteString(`{"type":"pair","a":{"path":"` + documentsFolder + `/00000001"},"b":{"path":"` + pathOf(199) + `"}}` + "\n")
	return out
}

const summaryLine = `{"type":"summary","compared":77}` + "\n"

func TestMissingPairIsAnError(t *testing.T) {
	t.Parallel()
	p := planting{200} // ten copies, 190 to 199
	f, err := checkPairs(strings.NewReader(answer(p).String()+summaryLine), p)
	if want := (found{Pairs: 12, Compared: 77, Planted: 10, PlantedFound: 10}); err != nil || f != want {
		t.Errorf("%+v, %v; want %+v", f, err, want)
	}
	f, err = checkPairs(strings.NewReader(answer(p, 193, 199).String()+summaryLine), p)
	if err == nil || f.PlantedFound != 8 {
		t.Fatalf("%+v, %v", f, err)
	}
	original, _ := p.original(193)
	for _, want := range []string{"2 of 10", pathOf(original) + " and " + pathOf(193), pathOf(199)} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the error: %v", want, err)
		}
	}
	if _, err = checkPairs(strings.NewReader(answer(p).String()), p); err == nil {
		t.Error("an answer that stops in the middle was taken")
	}
	// The same pair twice does not stand for another one.
	twice := answer(p, 199)
	original, _ = p.original(190)
	twice.WriteString(`{"type":"pair","a":{"path":"` + pathOf(original) + `"},"b":{"path":"` + pathOf(190) + `"}}` + "\n" + summaryLine)
	if _, err = checkPairs(strings.NewReader(twice.String()), p); err == nil {
		t.Error("a missing pair was made up for by another one that came twice")
	}
}

func TestMissingCopyIsAnError(t *testing.T) {
	t.Parallel()
	match := func(path string) string {
		return `{"type":"match","file":{"path":"` + path + `"}}` + "\n" + summaryLine
	}
	if err := checkQuery(strings.NewReader(match(documentsFolder + "/00000080"))); err != nil {
		t.Error(err)
	}
	if err := checkQuery(strings.NewReader(match(documentsFolder + "/00000000"))); err == nil {
		t.Error("a query that finds only the document itself was taken")
	}
}

// TestSearch runs all of it on two small indexes.
func TestSearch(t *testing.T) {
	t.Parallel()
	work, svg := t.TempDir(), filepath.Join(t.TempDir(), "plot.svg")
	var out, said bytes.Buffer
	err := run(t.Context(), world{&out, &said, noPeers},
		[]string{"--rounds", "1", "--contents", "2000,300", "-f", "json", "--svg", svg, "--dir", work})
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	var all searches
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Indexes) != 2 || all.Indexes[0].Contents != 300 || all.Indexes[1].Contents != 2000 {
		t.Fatalf("%+v", all.Indexes)
	}
	for _, s := range all.Indexes {
		if s.Found.Planted != s.Contents/20 || s.Found.PlantedFound != s.Found.Planted || s.Found.Pairs < int64(s.Found.Planted+documentCopies) {
			t.Errorf("%d contents: %+v", s.Contents, s.Found)
		}
		if s.Ratio <= 0 || s.Build.Seconds <= 0 || s.Reading.Seconds <= 0 || s.Pairs.Rounds != 1 || s.Query.Rounds != 5 {
			t.Errorf("%d contents: %+v", s.Contents, s)
		}
		if a := s.Asking; a.Queries != asked || a.Median <= 0 || a.P99 < a.Median || a.Most < a.P99 {
			t.Errorf("%d contents: %+v", s.Contents, a)
		}
		if x := s.Index; x.Segments < 1 || x.DiskBytes == 0 || x.Postings < 50*int64(s.Contents) || x.Postings != x.Fingerprints {
			t.Errorf("%d contents: %+v", s.Contents, x)
		}
	}
	picture, err := os.ReadFile(svg)
	if err != nil {
		t.Fatal(err)
	}
	counts, words := elements(t, string(picture))
	if counts["circle"] != 10 || strings.Count(words, "2,000") != 2 || !strings.Contains(words, "Milliseconds for a query") {
		t.Errorf("%d dots; %s", counts["circle"], words)
	}
	elements(t, drawSearches(searches{}))
	empty(t, work)
	var table bytes.Buffer
	if err := writeSearches(&table, all); err != nil || strings.Count(table.String(), "\n") != 3+1+2 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

// TestIncompleteIndex holds that the steps and the run fail where an index does
// not hold what it should.
func TestIncompleteIndex(t *testing.T) {
	t.Parallel()
	s := subject{filepath.Join(t.TempDir(), "index"), 200, 1}
	if err := buildIndex(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if err := runStep(t.Context(), io.Discard, []string{stepRead, s.index, "200", "1"}); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{
		{stepAsk, s.index, "200", "2"}, // other contents
		{stepBuild, s.index, "200", "1"},
		{stepRead, s.index + "x", "200", "1"},
		{"nonsense", s.index, "200", "1"},
	} {
		if err := runStep(t.Context(), io.Discard, args); err == nil {
			t.Errorf("%q went well", args)
		}
	}
}

package simhash

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"alike/testdata"
)

// maxDistance is the largest distance in the tables.
const maxDistance = 16

// tally counts pairs by distance.
type tally struct {
	at  [65]int
	all int
}

func (c *tally) add(distance int) {
	c.at[distance]++
	c.all++
}

// within returns the share of pairs within a distance.
func (c *tally) within(distance int) float64 {
	n := 0
	for d := range distance + 1 {
		n += c.at[d]
	}
	return float64(n) / float64(max(1, c.all))
}

// comparedSchemes returns the schemes in the tables.
func comparedSchemes() []Scheme {
	var all []Scheme
	add := func(u Unit, words, chars int) {
		for _, w := range []Weights{Count, Damped} {
			s := plainScheme
			s.Unit, s.Words, s.Chars, s.Weights = u, words, chars, w
			all = append(all, s)
		}
	}
	add(Words, 1, 1)
	add(Words, 2, 1)
	add(Words, 3, 1)
	for _, n := range []int{2, 3, 4, 5} {
		add(Chars, 1, n)
	}
	add(Mixed, 1, 2)
	add(Mixed, 2, 3)
	add(Mixed, 2, 4)
	add(Mixed, 3, 4)
	return all
}

func (s Scheme) short() string {
	switch s.Unit {
	case Words:
		return fmt.Sprintf("%d words, %s", s.Words, weightNames[s.Weights])
	case Chars:
		return fmt.Sprintf("%d chars, %s", s.Chars, weightNames[s.Weights])
	}
	return fmt.Sprintf("mixed %d/%d, %s", s.Words, s.Chars, weightNames[s.Weights])
}

// runsOf returns the hashes of the distinct runs of five words, or of eight
// characters, in ascending order.
func runsOf(text []byte, joint string) []uint64 {
	items, n := strings.Split(string(text), ""), 8
	if joint != "" {
		items, n = strings.Fields(string(text)), 5
	}
	var runs []uint64
	for i := 0; i+n <= len(items); i++ {
		runs = append(runs, xxhash.Sum64String(strings.Join(items[i:i+n], joint)))
	}
	slices.Sort(runs)
	return slices.Compact(runs)
}

// overlap reports whether two texts share so much that finding them is correct: at
// least a tenth of the runs of the one with fewer.
func overlap(x, y []uint64) bool {
	common, least := 0, min(len(x), len(y))
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			x = x[1:]
		case x[0] > y[0]:
			y = y[1:]
		default:
			common++
			x, y = x[1:], y[1:]
		}
	}
	return 10*common >= least
}

// hashAll returns the hashes of texts.
func hashAll(t testing.TB, s Scheme, texts [][]byte) []Hash {
	t.Helper()
	h, err := NewHasher(s, Tables{})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]Hash, len(texts))
	for i, text := range texts {
		h.Reset()
		h.Add(text, 1)
		out[i], _ = h.Sum()
	}
	return out
}

func textsOf(documents []document) [][]byte {
	var texts [][]byte
	for _, d := range documents {
		texts = append(texts, d.text())
	}
	return texts
}

// TestQuality measures, for each scheme, the share of edited pairs found at each
// distance, and the number of unrelated pairs in a million. The default scheme must
// find records at DedupeDistance and articles at NearDistance, and hardly any
// unrelated pairs. Other schemes than the default are logged with -v.
func TestQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the comments of GOROOT/src")
	}
	t.Parallel()
	records, articles := testdata.Rounds(120, 1500), testdata.Rounds(60, 700)
	for _, group := range []struct {
		name             string
		english, chinese int // words and characters in a document
		documents        int
		distance         int // distance at which the default scheme must find this share
		found            float64
		edit             func(editor, document) document
	}{
		{"records, 1 or 2 words changed", 300, 600, records, DedupeDistance, .98, func(e editor, d document) document {
			c := d.clone()
			e.words(c, 1+e.IntN(2))
			return c
		}},
		{"articles, 2 to 20 % edited", 1500, 3000, articles, NearDistance, .9, func(e editor, d document) document {
			return e.edited(d, .02+.18*e.Float64())
		}},
		{"articles, 20 to 50 % edited", 1500, 3000, articles, NearDistance, .5, func(e editor, d document) document {
			return e.edited(d, .2+.3*e.Float64())
		}},
	} {
		for _, lang := range []language{englishDocuments(t, group.documents, group.english), chineseDocuments(group.documents, group.chinese)} {
			e := editor{rand.New(rand.NewPCG(31, 32)), lang}
			var edited []document
			for _, d := range lang.documents {
				edited = append(edited, group.edit(e, d))
			}
			title := group.name + ", " + lang.name
			found, others := qualityTable(t, title, lang.documents, edited, group.distance)
			if found < group.found || others > 1e-5 {
				t.Errorf("%s: the default scheme finds %.4f at distance %d, want %v, and %.2g of the unrelated pairs, want at most 0.00001", title, found, group.distance, group.found, others)
			}
		}
	}
}

// qualityTable logs the table of one group of documents and returns the shares of
// edited and of unrelated pairs that the default scheme finds within the distance.
func qualityTable(t *testing.T, title string, documents, edited []document, distance int) (found, unrelated float64) {
	t.Helper()
	originals, copies := textsOf(documents), textsOf(edited)
	overlapping := map[[2]int]bool{}
	var runs [][]uint64
	for _, text := range originals {
		runs = append(runs, runsOf(text, documents[0].joint))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%-22s", title, "")
	for d := range maxDistance + 1 {
		fmt.Fprintf(&b, "%8d", d)
	}
	schemes := comparedSchemes()
	if !testing.Verbose() {
		schemes = []Scheme{Default()}
	}
	for _, s := range schemes {
		var same, others tally
		x, y := hashAll(t, s, originals), hashAll(t, s, copies)
		for i := range x {
			same.add(Distance(x[i], y[i]))
			for j := range i {
				d := Distance(x[i], x[j])
				if d > maxDistance {
					others.add(d)
					continue
				}
				pair := [2]int{j, i}
				if _, ok := overlapping[pair]; !ok {
					overlapping[pair] = overlap(runs[i], runs[j])
				}
				if !overlapping[pair] {
					others.add(d)
				}
			}
		}
		if s == Default() {
			found, unrelated = same.within(distance), others.within(distance)
		}
		fmt.Fprintf(&b, "\n%-22s", s.short())
		for d := range maxDistance + 1 {
			fmt.Fprintf(&b, "%8.1f", 100*same.within(d))
		}
		fmt.Fprintf(&b, "\n%-22s", "   others per million")
		for d := range maxDistance + 1 {
			fmt.Fprintf(&b, "%8.3g", 1e6*others.within(d))
		}
	}
	t.Log(b.String())
	return found, unrelated
}

package simhash_test

import (
	"slices"
	"testing"

	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	"alike/testdata"
)

// TestTermUnits measures the similarity of unrelated and of edited records for terms
// of one, two or three characters. The terms of terms.Scheme must separate the two:
// in Chinese no unrelated pair may reach Jaccard 0.5, and no pair with a word or two
// changed may fall below 0.9.
func TestTermUnits(t *testing.T) {
	testdata.Long(t) // reads the comments of GOROOT/src
	t.Parallel()
	for _, p := range simhash.RecordPairs(t, 600) {
		for chars := 1; chars <= 3; chars++ {
			if p.Language == "English" && chars > 1 {
				continue // English terms do not depend on chars
			}
			s := terms.Scheme()
			if s.Chars != chars && p.Language != "English" && !testing.Verbose() {
				continue // only logged
			}
			s.Chars = chars
			originals, edited := setsOf(t, s, p.Originals), setsOf(t, s, p.Edited)
			var jaccard, cosine, editedJaccard, editedCosine []float64
			for i, a := range originals {
				l := likeness(t, a, edited[i])
				editedJaccard, editedCosine = append(editedJaccard, float64(l.Jaccard())), append(editedCosine, float64(l.Cosine()))
				for j, b := range originals[:i] {
					if simhash.Overlap(p.Runs[i], p.Runs[j]) {
						continue
					}
					l := likeness(t, a, b)
					jaccard, cosine = append(jaccard, float64(l.Jaccard())), append(cosine, float64(l.Cosine()))
				}
			}
			for _, all := range [][]float64{jaccard, cosine, editedJaccard, editedCosine} {
				slices.Sort(all)
			}
			at := func(all []float64, part float64) float64 { return all[int(part*float64(len(all)-1))] }
			t.Logf("%s, %d characters: %d unrelated pairs: Jaccard %.3f, 99th percentile %.3f, maximum %.3f; cosine %.3f, %.3f, %.3f; edited: Jaccard %.3f, minimum %.3f, cosine %.3f, %.3f",
				p.Language, chars, len(jaccard), at(jaccard, .5), at(jaccard, .99), at(jaccard, 1), at(cosine, .5), at(cosine, .99), at(cosine, 1),
				at(editedJaccard, .5), at(editedJaccard, 0), at(editedCosine, .5), at(editedCosine, 0))
			if s == terms.Scheme() && p.Language == "Chinese" && (at(jaccard, 1) > .5 || at(editedJaccard, 0) < .9) {
				t.Errorf("%s: unrelated records reach Jaccard %.3f, edited ones fall to %.3f", p.Language, at(jaccard, 1), at(editedJaccard, 0))
			}
		}
	}
}

func setsOf(t *testing.T, s simhash.Scheme, texts [][]byte) []terms.Set {
	t.Helper()
	c, err := terms.NewCounter(s, simhash.Tables{})
	if err != nil {
		t.Fatal(err)
	}
	var all []terms.Set
	for _, text := range texts {
		c.Reset()
		c.Add(text)
		all = append(all, c.Append(nil))
	}
	return all
}

func likeness(t *testing.T, a, b terms.Set) terms.Likeness {
	t.Helper()
	l, err := terms.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

package simhash

import (
	"math/rand/v2"
	"testing"
)

// TextPairs holds documents of one language and an edited copy of each. It is
// exported to the tests in package simhash_test, which may import packages that
// import this one.
type TextPairs struct {
	Language          string
	Originals, Edited [][]byte
	Runs              [][]uint64 // runs of the originals; see Overlap
}

// RecordPairs returns records of 300 words or 600 characters with one or two words
// changed. ArticlePairs returns articles of 1,500 or 3,000, edited by 2 to 20 %.
func RecordPairs(t testing.TB, count int) []TextPairs {
	return textPairs([]language{englishDocuments(t, count, 300), chineseDocuments(count, 600)}, func(e editor, d document) document {
		c := d.clone()
		e.words(c, 1+e.IntN(2))
		return c
	})
}

func ArticlePairs(t testing.TB, count int) []TextPairs {
	return textPairs([]language{englishDocuments(t, count, 1500), chineseDocuments(count, 3000)}, func(e editor, d document) document {
		return e.edited(d, .02+.18*e.Float64())
	})
}

func textPairs(languages []language, edit func(editor, document) document) []TextPairs {
	var all []TextPairs
	for _, lang := range languages {
		e := editor{rand.New(rand.NewPCG(61, 62)), lang}
		p := TextPairs{Language: lang.name}
		for _, d := range lang.documents {
			p.Originals = append(p.Originals, d.text())
			p.Edited = append(p.Edited, edit(e, d).text())
			p.Runs = append(p.Runs, runsOf(d.text(), d.joint))
		}
		all = append(all, p)
	}
	return all
}

// Overlap reports whether two texts share so much that finding them is correct.
func Overlap(x, y []uint64) bool { return overlap(x, y) }

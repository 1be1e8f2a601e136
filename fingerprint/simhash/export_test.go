package simhash

import (
	"math/rand/v2"
	"testing"
)

// TextPairs are documents of one language, and for each an edited one. The tests in
// package simhash_test have them, which may import packages that import this one.
type TextPairs struct {
	Language          string
	Originals, Edited [][]byte
	Runs              [][]uint64 // of the originals, see AlikeTruly
}

// RecordPairs are records of 300 words or 600 characters, of which one or two words
// are changed; ArticlePairs are of 1,500 or 3,000, from 2 to 20 % edited.
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

// AlikeTruly reports whether two texts share so much that finding them is right.
func AlikeTruly(x, y []uint64) bool { return alikeTruly(x, y) }

package simhash

import (
	"math/rand/v2"
	"slices"
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
// changed. ArticlePairs returns articles of 1,500 or 3,000, edited by least to most.
func RecordPairs(t testing.TB, count int) []TextPairs {
	return textPairs([]language{englishDocuments(t, count, 300), chineseDocuments(count, 600)}, func(e editor, d document) document {
		c := d.clone()
		e.words(c, 1+e.IntN(2))
		return c
	})
}

func ArticlePairs(t testing.TB, count int, least, most float64) []TextPairs {
	return textPairs([]language{englishDocuments(t, count, 1500), chineseDocuments(count, 3000)}, func(e editor, d document) document {
		return e.edited(d, least+(most-least)*e.Float64())
	})
}

// ReusePairs returns articles of 600 words or 1,200 characters, and for each another
// article of that length into which passages of the first, one to three sentences, have
// been worked: a tenth to a half of it, with one word in three to seven changed.
func ReusePairs(t testing.TB, count int) []TextPairs {
	var all []TextPairs
	for _, lang := range []language{englishDocuments(t, 2*count, 600), chineseDocuments(2*count, 1200)} {
		e := editor{rand.New(rand.NewPCG(63, 64)), lang}
		p := TextPairs{Language: lang.name}
		for i := range count {
			source, reuse := lang.documents[i], lang.documents[count+i].clone()
			share, every := .1+.4*e.Float64(), 3+e.IntN(5)
			for taken, all := 0, reuse.tokens(); float64(taken) < share*float64(all); {
				from := e.IntN(len(source.sentences))
				to := min(from+1+e.IntN(3), len(source.sentences))
				passage := document{sentences: source.sentences[from:to], joint: source.joint}.clone()
				taken += passage.tokens()
				e.words(passage, passage.tokens()/every/lang.run)
				at := e.IntN(len(reuse.sentences))
				reuse.sentences = slices.Replace(reuse.sentences, at, min(at+to-from, len(reuse.sentences)), passage.sentences...)
			}
			p.Originals = append(p.Originals, source.text())
			p.Edited = append(p.Edited, reuse.text())
			p.Runs = append(p.Runs, runsOf(source.text(), source.joint))
		}
		all = append(all, p)
	}
	return all
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

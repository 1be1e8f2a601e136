package simhash

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
)

// document is a text in sentences of tokens: English words, or single characters of a
// script without spaces.
type document struct {
	sentences [][]string
	joint     string // separates tokens
}

func (d document) text() []byte {
	var b strings.Builder
	for _, s := range d.sentences {
		b.WriteString(strings.Join(s, d.joint))
		b.WriteString(d.joint)
	}
	return []byte(b.String())
}

func (d document) clone() document {
	c := document{joint: d.joint}
	for _, s := range d.sentences {
		c.sentences = append(c.sentences, slices.Clone(s))
	}
	return c
}

func (d document) tokens() int {
	n := 0
	for _, s := range d.sentences {
		n += len(s)
	}
	return n
}

// language holds documents of one language.
type language struct {
	name      string
	documents []document
	stock     [][]string // sentences for insertions and replacements
	run       int        // number of tokens in a word
}

// englishDocuments splits the comments of the Go sources into documents of size
// words.
func englishDocuments(t testing.TB, count, size int) language {
	t.Helper()
	texts, err := goProse()
	if err != nil {
		t.Fatal(err)
	}
	l := language{name: "English", run: 1}
	r := rand.New(rand.NewPCG(21, 22))
	var cut []document
	for _, text := range texts {
		d, n := document{joint: " "}, 0
		var sentence []string
		for _, w := range strings.Fields(text) {
			sentence = append(sentence, w)
			n++
			if strings.HasSuffix(w, ".") || len(sentence) > 60 || n == size {
				d.sentences = append(d.sentences, sentence)
				l.stock = append(l.stock, sentence)
				sentence = nil
			}
			if n == size {
				cut = append(cut, d)
				d, n = document{joint: " "}, 0
			}
		}
	}
	r.Shuffle(len(cut), func(i, j int) { cut[i], cut[j] = cut[j], cut[i] })
	if len(cut) < count {
		t.Fatalf("found %d documents of %d words, want %d", len(cut), size, count)
	}
	l.documents = cut[:count]
	return l
}

// chineseWriter writes sentences from testdata/text/chinese.txt.
type chineseWriter struct {
	words   map[string][]string
	sorts   []string
	pattern []string
	random  *rand.Rand
}

func newChineseWriter(seed uint64) *chineseWriter {
	lists, patterns, _ := strings.Cut(string(testdata.Read("text/chinese.txt")), "----\n")
	w := &chineseWriter{words: map[string][]string{}, random: rand.New(rand.NewPCG(seed, 24))}
	for line := range strings.Lines(lists) {
		if name, words, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			w.words["〔"+name+"〕"] = strings.Fields(words)
			w.sorts = append(w.sorts, "〔"+name+"〕")
		}
	}
	w.pattern = strings.Fields(patterns)
	return w
}

func (w *chineseWriter) fill(s string) []string {
	for _, sort := range w.sorts {
		for strings.Contains(s, sort) {
			words := w.words[sort]
			s = strings.Replace(s, sort, words[w.random.IntN(len(words))], 1)
		}
	}
	return strings.Split(s, "")
}

// document writes a document of size characters, including punctuation. It uses every
// pattern once before repeating one.
func (w *chineseWriter) document(size int) document {
	d, n := document{}, 0
	for n < size {
		for _, i := range w.random.Perm(len(w.pattern)) {
			s := w.fill(w.pattern[i])
			s = s[:min(len(s), size-n)]
			n += len(s)
			d.sentences = append(d.sentences, s)
			if n >= size {
				break
			}
		}
	}
	return d
}

func chineseDocuments(count, size int) language {
	w := newChineseWriter(23)
	l := language{name: "Chinese", run: 2}
	for range count {
		l.documents = append(l.documents, w.document(size))
	}
	for range 500 {
		l.stock = append(l.stock, w.fill(w.pattern[w.random.IntN(len(w.pattern))]))
	}
	return l
}

// editor makes changes as people and programs make them.
type editor struct {
	*rand.Rand
	lang language
}

func (e editor) sentence() []string {
	return slices.Clone(e.lang.stock[e.IntN(len(e.lang.stock))])
}

// word replaces one word and reports whether it did.
func (e editor) word(d document) bool {
	s := d.sentences[e.IntN(len(d.sentences))]
	from := e.sentence()
	n := e.lang.run
	if len(s) < n || len(from) < n {
		return false
	}
	i, j := e.IntN(len(s)-n+1), e.IntN(len(from)-n+1)
	if slices.Equal(s[i:i+n], from[j:j+n]) {
		return false
	}
	copy(s[i:i+n], from[j:j+n])
	return true
}

// words replaces n words.
func (e editor) words(d document, n int) {
	for n > 0 {
		if e.word(d) {
			n--
		}
	}
}

// edited returns a copy with about the given share of the text changed, moved,
// deleted or inserted, in half of the cases with a header and a footer.
func (e editor) edited(d document, share float64) document {
	c := d.clone()
	left := int(share * float64(d.tokens()))
	for left > 0 && len(c.sentences) > 2 {
		i := e.IntN(len(c.sentences))
		n := len(c.sentences[i])
		switch e.IntN(4) {
		case 0:
			n = max(1, n/8)
			e.words(c, n)
			n *= e.lang.run
		case 1:
			s := c.sentences[i]
			c.sentences = slices.Delete(c.sentences, i, i+1)
			c.sentences = slices.Insert(c.sentences, e.IntN(len(c.sentences)+1), s)
		case 2:
			c.sentences = slices.Delete(c.sentences, i, i+1)
		default:
			s := e.sentence()
			n = len(s)
			c.sentences = slices.Insert(c.sentences, i, s)
		}
		left -= n
	}
	if e.IntN(2) == 0 {
		c.sentences = slices.Insert(c.sentences, 0, e.sentence())
		c.sentences = append(c.sentences, e.sentence())
	}
	return c
}

package dedupe

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/scan/records"
)

// setsStream is a method at work on a stream, without inputs and outputs.
type setsStream struct {
	t      *testing.T
	method method
	store  store
	digest func(*records.Record) (db.Record, error)
	kept   []db.RecordID // of the texts that were kept
}

func newSetsStream(t *testing.T, m Matching) *setsStream {
	t.Helper()
	s := &setsStream{t: t, store: newMemoryStore(nil, false)}
	var err error
	if s.method, err = newMethod(m, s.store.record); err != nil {
		t.Fatal(err)
	}
	if s.digest, err = s.method.worker(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.store.close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// next asks for a text, in fields that tabs end, and keeps it if nothing was found.
func (s *setsStream) next(text string) (found, bool) {
	s.t.Helper()
	var fields [][]byte
	for field := range strings.SplitSeq(text, "\t") {
		fields = append(fields, []byte(field))
	}
	r, err := s.digest(&records.Record{Texts: fields})
	if err != nil {
		s.t.Fatal(err)
	}
	f, ok, err := s.method.find(&r)
	if err != nil {
		s.t.Fatal(err)
	}
	if !ok {
		n, err := s.store.add(&r)
		if err == nil {
			err = s.method.keep(n, &r)
		}
		if err != nil {
			s.t.Fatal(err)
		}
		s.kept = append(s.kept, n)
	}
	return f, ok
}

// judge compares the texts of a stream with all that were kept, by a share of two
// texts, and returns how many there were that have their like, and how many of these
// were missed or another one named than the nearest. Whatever is found must have the
// share that is said.
func judge[T any](s *setsStream, texts []string, least fingerprint.Share, prepare func(text string) T, share func(a, b T) fingerprint.Share) (alike, missed int) {
	s.t.Helper()
	var kept []T
	for _, text := range texts {
		best, this := found{share: -1}, prepare(text)
		for i, k := range kept {
			best.better(s.kept[i], share(this, k), least)
		}
		got, ok := s.next(text)
		if best.n != 0 {
			alike++
		}
		switch {
		case !ok && best.n != 0, ok && got.share < best.share || ok && got.share == best.share && got.n > best.n:
			missed++
		case ok && got != best:
			s.t.Errorf("%q resembles %+v, want %+v", text, got, best)
		}
		if !ok {
			kept = append(kept, this)
		}
	}
	return alike, missed
}

// wordCounts are a text's words by their numbers, in order, and how often each comes.
type wordCounts struct {
	words  []int
	counts []float64
	square float64 // sum of the squared counts
}

// counter numbers words as they come.
func counter() func(text string) wordCounts {
	numbers := map[string]int{}
	return func(text string) (c wordCounts) {
		for _, w := range strings.Fields(text) {
			if _, ok := numbers[w]; !ok {
				numbers[w] = len(numbers)
			}
			c.words = append(c.words, numbers[w])
		}
		slices.Sort(c.words)
		n := 0
		for i, w := range c.words {
			if i == 0 || w != c.words[i-1] {
				c.words[n] = w
				c.counts = append(c.counts, 0)
				n++
			}
			c.counts[n-1]++
		}
		c.words = c.words[:n]
		for _, x := range c.counts {
			c.square += x * x
		}
		return c
	}
}

// product returns the words that two texts have in common, and the product of their
// counts.
func (c wordCounts) product(d wordCounts) (both, dot float64) {
	for i, j := 0, 0; i < len(c.words) && j < len(d.words); {
		switch {
		case c.words[i] < d.words[j]:
			i++
		case c.words[i] > d.words[j]:
			j++
		default:
			both++
			dot += c.counts[i] * d.counts[j]
			i++
			j++
		}
	}
	return both, dot
}

// jaccardFrom returns the Jaccard of two texts, or 0 without counting if their sizes
// alone keep it below least.
func jaccardFrom(least fingerprint.Share) func(a, b wordCounts) fingerprint.Share {
	return func(a, b wordCounts) fingerprint.Share {
		m, n := float64(len(a.words)), float64(len(b.words))
		if min(m, n)+1 < float64(least)*max(m, n) {
			return 0
		}
		both, _ := a.product(b)
		return fingerprint.Ratio(both, m+n-both)
	}
}

func cosineOf(a, b wordCounts) fingerprint.Share {
	_, dot := a.product(b)
	return fingerprint.Ratio(dot, math.Sqrt(a.square*b.square))
}

// similarTexts are texts of all lengths and copies of them with more and more words
// changed, left out or put in.
func similarTexts(seed uint64, n, most int) []string {
	w := newWriter(seed)
	var all [][]string
	for range n {
		if len(all) == 0 || w.IntN(2) == 0 {
			size := 1 + int(float64(most)*math.Pow(w.Float64(), 2))
			t := make([]string, 0, size)
			for range size {
				t = append(t, w.words[int(2000*math.Pow(w.Float64(), 3))]) // some are much more frequent
			}
			all = append(all, t)
			continue
		}
		t := append([]string(nil), all[w.IntN(len(all))]...)
		for range w.IntN(3 + len(t)/4) {
			switch i := w.IntN(max(1, len(t))); {
			case len(t) == 0 || w.IntN(3) == 0:
				t = append(t, w.words[w.IntN(2000)])
			case w.IntN(2) == 0:
				t[i] = w.words[w.IntN(2000)]
			default:
				t = append(t[:i], t[i+1:]...)
			}
		}
		if len(t) > 0 {
			all = append(all, t)
		}
	}
	var texts []string
	for _, t := range all {
		texts = append(texts, strings.Join(t, " "))
	}
	return texts
}

// TestJaccard compares the method with brute force. Small sets are all found, of
// large ones one in a thousand of those at the threshold may be missed.
func TestJaccard(t *testing.T) {
	t.Parallel()
	for _, least := range []fingerprint.Share{1, .9, .8, .7, .5} {
		for _, most := range []int{10, mostAsked, 60, 300} {
			s := newSetsStream(t, Matching{Method: Jaccard, Min: least})
			alike, missed := judge(s, similarTexts(uint64(most), 1000, most), least, counter(), jaccardFrom(least))
			t.Logf("%v, texts of up to %d words: %d have their like, %d missed", least, most, alike, missed)
			if alike < 25 {
				t.Errorf("%v, texts of up to %d words: only %d have their like", least, most, alike)
			}
			if allowed := alike / 500; most <= mostAsked && missed > 0 || missed > allowed+1 {
				t.Errorf("%v, texts of up to %d words: %d of %d are missed", least, most, missed, alike)
			}
		}
	}
}

// TestCosine compares with brute force, which finds more: see docs/quality.md.
func TestCosine(t *testing.T) {
	t.Parallel()
	for _, least := range []fingerprint.Share{.95, .8, .6} {
		for _, most := range []int{20, 300} {
			s := newSetsStream(t, Matching{Method: Cosine, Min: least})
			alike, missed := judge(s, similarTexts(uint64(most), 1000, most), least, counter(), cosineOf)
			t.Logf("%v, texts of up to %d words: %d have their like, %d missed", least, most, alike, missed)
			if alike < 25 || missed > alike/8 {
				t.Errorf("%v, texts of up to %d words: %d have their like, %d missed", least, most, alike, missed)
			}
		}
	}
}

// boilerplateTexts are pages of a few passages each of which many others have, of
// their own ones, and of copies.
func boilerplateTexts(seed uint64, n int) []string {
	w := newWriter(seed)
	var shared []string
	for range 12 {
		shared = append(shared, strings.Join(w.text(10+w.IntN(60)), " "))
	}
	var all []string
	for range n {
		var page []string
		for range 1 + w.IntN(5) {
			page = append(page, shared[w.IntN(min(len(shared), 1+w.IntN(len(shared))))])
		}
		if w.IntN(3) > 0 {
			page = append(page, strings.Join(w.text(w.IntN(120)), " "))
		}
		if len(all) > 0 && w.IntN(3) == 0 {
			old := all[w.IntN(len(all))]
			page = append(page[:1], old[w.IntN(len(old)):])
		}
		w.Shuffle(len(page), func(i, j int) { page[i], page[j] = page[j], page[i] })
		all = append(all, strings.Join(page, " "))
	}
	return all
}

// TestFingerprints compares the method with brute force: it misses nothing.
func TestFingerprints(t *testing.T) {
	t.Parallel()
	type page struct {
		text string
		set  fingerprint.Set
	}
	setOf := func(text string) page {
		set, _ := fingerprint.SetOf(recordRule, []byte(text))
		return page{text, set}
	}
	for _, by := range []string{"union", "larger", "smaller"} {
		for _, least := range []fingerprint.Share{1, .8, .5, .2} {
			share := func(a, b page) fingerprint.Share {
				s := fingerprint.Compare(a.set, 5, b.set, 5)
				switch {
				case s.A < leastShared && s.B < leastShared && a.text == b.text:
					return 1
				case s.Shared < leastShared:
					return -1
				case by == "union":
					return s.Resemblance()
				case by == "larger":
					return min(s.AInB(), s.BInA())
				}
				return max(s.AInB(), s.BInA())
			}
			s := newSetsStream(t, Matching{Method: Fingerprints, Min: least, By: by})
			alike, missed := judge(s, boilerplateTexts(uint64(100*least), 600), least, setOf, share)
			t.Logf("%s %v: %d have their like", by, least, alike)
			if alike < 30 || missed > 0 {
				t.Errorf("%s %v: %d have their like, %d missed", by, least, alike, missed)
			}
		}
	}
}

// TestWordless holds what counts as the same where there is nothing to compare sets
// by: equal texts.
func TestWordless(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method Method
		texts  []string
		kept   int
	}{
		{Jaccard, []string{"😀", "🎉", " 😀\n", "!", "😀\t", "\t😀", "word", "WORD"}, 6},
		{Cosine, []string{"😀", "🎉", " 😀\n", "!", "word", "WORD word"}, 4},
		{Jaccard, []string{"第一章 山中的来信", "第二章 山中的来信", "数学试卷（上）", "数学试卷（下）"}, 4},
		{Jaccard, []string{"Invoice 2024-01", "Invoice 2024-02", "2024-01: invoice"}, 2},
		{Fingerprints, []string{"short", "Short", "short", "sho\trt", "", "\t"}, 5},
	} {
		m := Matching{Method: c.method, Min: DefaultMin(c.method)}
		s := newSetsStream(t, m)
		for _, text := range c.texts {
			s.next(text)
		}
		if len(s.kept) != c.kept {
			t.Errorf("%s keeps %d of %q, want %d", c.method, len(s.kept), c.texts, c.kept)
		}
	}
}

// TestLoadedSets holds that what an index has kept is found in a later run as in the
// same one.
func TestLoadedSets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		Matching
		texts []string
	}{
		{Matching{Method: Jaccard, Min: .8}, similarTexts(5, 1200, 90)},
		{Matching{Method: Cosine, Min: .8}, similarTexts(6, 1200, 90)},
		{Matching{Method: Fingerprints, Min: .5, By: "smaller"}, append(boilerplateTexts(7, 600), longText(1), longText(2), longText(1)+" and more")},
	} {
		in := newSetsStream(t, c.Matching)
		var want []string
		for _, text := range c.texts {
			if _, ok := in.next(text); !ok {
				want = append(want, text)
			}
		}
		dir := filepath.Join(t.TempDir(), "index")
		var got bytes.Buffer
		for _, half := range [][]string{c.texts[:700*len(c.texts)/1200], c.texts[700*len(c.texts)/1200:]} {
			j := simhashJob(strings.Join(half, "\n")+"\n", records.Layout{Format: records.Lines}, &got)
			j.Matching = c.Matching
			j.Matching.Threads = 2
			j.Index = openIndex(t, dir, true)
			if _, err := j.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			closed(t, j.Index)
			checkIndex(t, dir)
		}
		if got.String() != strings.Join(want, "\n")+"\n" {
			t.Errorf("%s: a run in two halves keeps %d lines, in one %d", c.Method, strings.Count(got.String(), "\n"), len(want))
		}
	}
}

// longText has more fingerprints than are kept as keys.
func longText(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 9))
	var b strings.Builder
	for b.Len() < 400<<10 {
		fmt.Fprintf(&b, "%x ", r.Uint64())
	}
	return b.String()
}

// TestSetsOptions holds what is refused.
func TestSetsOptions(t *testing.T) {
	t.Parallel()
	for _, m := range []Matching{
		{Method: Jaccard, Min: .1}, {Method: Jaccard}, {Method: Jaccard, Min: 1.5},
		{Method: Cosine, Min: .4}, {Method: Fingerprints, Min: .5, By: "distinctive"},
		{Method: Fingerprints, By: "union"}, {Method: Fingerprints, Min: .5, By: "most"},
	} {
		if _, err := newMethod(m, nil); err == nil {
			t.Errorf("%+v is accepted", m)
		} else {
			t.Log(err)
		}
	}
	for _, ways := range [][2]Matching{
		{{Method: Jaccard, Min: .8}, {Method: Jaccard, Min: .7}},
		{{Method: Jaccard, Min: .8}, {Method: Cosine, Min: .8}},
	} {
		if ways[0].Way() == ways[1].Way() {
			t.Errorf("%+v and %+v are stored the same way", ways[0], ways[1])
		}
	}
	a, b := Matching{Method: Fingerprints, Min: .5, By: "union"}, Matching{Method: Fingerprints, Min: .7, By: "smaller"}
	if a.Way() != b.Way() {
		t.Errorf("what is looked for makes another way: %q and %q", a.Way(), b.Way())
	}
}

// FuzzFingerprints: any bytes are a set of fingerprints or an error.
func FuzzFingerprints(f *testing.F) {
	f.Add(appendFingerprints(nil, fingerprint.Set{0, 1, 1 << 45}))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := readFingerprints(data)
		if err != nil {
			return
		}
		again, err := readFingerprints(appendFingerprints(nil, set))
		if err != nil || !slices.Equal(again, set) || !slices.IsSorted(set) || len(slices.Compact(slices.Clone(set))) != len(set) {
			t.Fatalf("%x is %v, written and read again %v, %v", data, set, again, err)
		}
	})
}

// TestDamagedSets holds that keys and Sets that cannot be are errors.
func TestDamagedSets(t *testing.T) {
	t.Parallel()
	text := strings.Join(newWriter(1).text(100), " ")
	for _, m := range []Matching{{Method: Jaccard, Min: .8}, {Method: Cosine, Min: .8}, {Method: Fingerprints, Min: .5}} {
		s := newSetsStream(t, m)
		s.next(text)
		r, err := s.digest(&records.Record{Texts: [][]byte{[]byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		short := r
		short.Keys = r.Keys[:len(r.Keys)-1]
		none := r
		none.Keys = nil
		equality := r
		equality.Hash.Short, equality.Keys = true, nil
		for what, bad := range map[string]db.Record{"a key missing": short, "no keys": none, "no digest": equality} {
			if _, _, err := s.method.find(&bad); err == nil {
				t.Errorf("%s, %s: it is looked for", m.Method, what)
			}
			if err := s.method.keep(2, &bad); err == nil {
				t.Errorf("%s, %s: it is kept", m.Method, what)
			}
		}
		cut := r
		cut.Set = r.Set[:len(r.Set)/2]
		if _, _, err := s.method.find(&cut); err == nil {
			t.Errorf("%s: half a set is compared", m.Method)
		}
	}
}

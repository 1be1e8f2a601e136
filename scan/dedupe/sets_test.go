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
	"alike/testdata"
)

// setsStream runs a method on a stream, without inputs and outputs.
type setsStream struct {
	t      *testing.T
	method method
	store  store
	digest func(*records.Record) (db.Record, error)
	kept   []db.RecordID // of the kept texts
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

// next looks up a text, whose fields are separated by tabs, and keeps it if no
// duplicate is found.
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

// judge runs a stream and compares each text with all that were kept. It returns how
// many texts have a duplicate, and for how many of these the method missed the nearest
// one. Every duplicate it reports must have the share it reports.
func judge[T any](s *setsStream, texts []string, threshold fingerprint.Share, prepare func(text string) T, share func(a, b T) fingerprint.Share) (duplicates, missed int) {
	s.t.Helper()
	var kept []T
	for _, text := range texts {
		best, this := found{share: -1}, prepare(text)
		for i, k := range kept {
			best.improve(s.kept[i], share(this, k), threshold)
		}
		got, ok := s.next(text)
		if best.n != 0 {
			duplicates++
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
	return duplicates, missed
}

// wordCounts holds the numbers of a text's words, in order, and their counts.
type wordCounts struct {
	words  []int
	counts []float64
	square float64 // sum of the squared counts
}

// counter returns a function that counts words and numbers them as they appear.
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

// product returns the number of words that two texts share, and the dot product of
// their counts.
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

// jaccardFrom returns a function for the Jaccard of two texts. It returns 0 without
// comparing them if their sizes alone keep it below the threshold.
func jaccardFrom(threshold fingerprint.Share) func(a, b wordCounts) fingerprint.Share {
	return func(a, b wordCounts) fingerprint.Share {
		m, n := float64(len(a.words)), float64(len(b.words))
		if min(m, n)+1 < float64(threshold)*max(m, n) {
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

// similarTexts returns texts of all lengths, and copies of them with words changed,
// removed or added.
func similarTexts(seed uint64, n, most int) []string {
	w := newWriter(seed)
	var all [][]string
	for range n {
		if len(all) == 0 || w.IntN(2) == 0 {
			size := 1 + int(float64(most)*math.Pow(w.Float64(), 2))
			t := make([]string, 0, size)
			for range size {
				t = append(t, w.words[int(2000*math.Pow(w.Float64(), 3))]) // some words are much more frequent
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

// TestJaccard compares the method with brute force. It finds all duplicates of small
// sets, and may miss one in a thousand pairs of large sets at the threshold.
func TestJaccard(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for _, threshold := range []fingerprint.Share{1, .9, .8, .7, .5} {
		for _, most := range []int{10, maxSmall, 60, 300} {
			s := newSetsStream(t, Matching{Method: Jaccard, Min: threshold})
			duplicates, missed := judge(s, similarTexts(uint64(most), 1000, most), threshold, counter(), jaccardFrom(threshold))
			t.Logf("%v, texts of up to %d words: %d have a duplicate, %d missed", threshold, most, duplicates, missed)
			if duplicates < 25 {
				t.Errorf("%v, texts of up to %d words: only %d have a duplicate", threshold, most, duplicates)
			}
			if allowed := duplicates / 500; most <= maxSmall && missed > 0 || missed > allowed+1 {
				t.Errorf("%v, texts of up to %d words: %d of %d are missed", threshold, most, missed, duplicates)
			}
		}
	}
}

// TestCosine compares the method with brute force, which finds more; see
// docs/quality.md.
func TestCosine(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for _, threshold := range []fingerprint.Share{.95, .8, .6} {
		for _, most := range []int{20, 300} {
			s := newSetsStream(t, Matching{Method: Cosine, Min: threshold})
			duplicates, missed := judge(s, similarTexts(uint64(most), 1000, most), threshold, counter(), cosineOf)
			t.Logf("%v, texts of up to %d words: %d have a duplicate, %d missed", threshold, most, duplicates, missed)
			if duplicates < 25 || missed > duplicates/8 {
				t.Errorf("%v, texts of up to %d words: %d have a duplicate, %d missed", threshold, most, duplicates, missed)
			}
		}
	}
}

// boilerplateTexts returns pages made of passages that many pages share, of passages of
// their own, and of copies.
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

// TestFingerprints compares the method with brute force. It must miss nothing.
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
		for _, threshold := range []fingerprint.Share{1, .8, .5, .2} {
			share := func(a, b page) fingerprint.Share {
				s := fingerprint.Compare(a.set, 5, b.set, 5)
				switch {
				case s.A < minShared && s.B < minShared && a.text == b.text:
					return 1
				case s.Shared < minShared:
					return -1
				case by == "union":
					return s.Resemblance()
				case by == "larger":
					return min(s.AInB(), s.BInA())
				}
				return max(s.AInB(), s.BInA())
			}
			s := newSetsStream(t, Matching{Method: Fingerprints, Min: threshold, By: by})
			duplicates, missed := judge(s, boilerplateTexts(uint64(100*threshold), 600), threshold, setOf, share)
			t.Logf("%s %v: %d have a duplicate", by, threshold, duplicates)
			if duplicates < 30 || missed > 0 {
				t.Errorf("%s %v: %d have a duplicate, %d missed", by, threshold, duplicates, missed)
			}
		}
	}
}

// TestWordless checks that texts without elements are compared for equality.
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

// TestLoadedSets checks that two runs with an index keep the same records as one run.
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
			t.Errorf("%s: two runs keep %d lines, one run %d", c.Method, strings.Count(got.String(), "\n"), len(want))
		}
	}
}

// longText returns a text with more than maxKeys fingerprints.
func longText(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 9))
	var b strings.Builder
	for b.Len() < 400<<10 {
		fmt.Fprintf(&b, "%x ", r.Uint64())
	}
	return b.String()
}

// TestSetsOptions checks which options are refused, and which affect the encoding.
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
	for _, pair := range [][2]Matching{
		{{Method: Jaccard, Min: .8}, {Method: Jaccard, Min: .7}},
		{{Method: Jaccard, Min: .8}, {Method: Cosine, Min: .8}},
	} {
		if pair[0].Encoded() == pair[1].Encoded() {
			t.Errorf("%+v and %+v have the same encoding", pair[0], pair[1])
		}
	}
	a, b := Matching{Method: Fingerprints, Min: .5, By: "union"}, Matching{Method: Fingerprints, Min: .7, By: "smaller"}
	if a.Encoded() != b.Encoded() {
		t.Errorf("By and Min change the encoding: %q and %q", a.Encoded(), b.Encoded())
	}
}

// FuzzFingerprints checks that any bytes decode to a set of fingerprints or an error.
func FuzzFingerprints(f *testing.F) {
	f.Add(appendFingerprints(nil, fingerprint.Set{0, 1, 1 << 45}))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := readFingerprints(data)
		if err != nil {
			return
		}
		again, err := readFingerprints(appendFingerprints(nil, set))
		if err != nil || !slices.Equal(again, set) || !slices.IsSorted(set) || len(slices.Compact(slices.Clone(set))) != len(set) {
			t.Fatalf("%x decodes to %v, encoded and decoded again %v, %v", data, set, again, err)
		}
	})
}

// TestDamagedSets checks that invalid keys and Sets are errors.
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
				t.Errorf("%s, %s: find succeeds", m.Method, what)
			}
			if err := s.method.keep(2, &bad); err == nil {
				t.Errorf("%s, %s: keep succeeds", m.Method, what)
			}
		}
		cut := r
		cut.Set = r.Set[:len(r.Set)/2]
		if _, _, err := s.method.find(&cut); err == nil {
			t.Errorf("%s: half a set is accepted", m.Method)
		}
	}
}

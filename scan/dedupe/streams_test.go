package dedupe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint/simhash"
	"alike/scan/records"
)

// sample is a record of a test: its id, its text and its bytes in the input.
type sample struct {
	id, text string
	raw      string
}

// writer generates texts from a vocabulary.
type writer struct {
	*rand.Rand
	words []string
}

func newWriter(seed uint64) *writer {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 5))}
	for range 2000 {
		n := 2 + w.IntN(8)
		word := make([]byte, n)
		for i := range word {
			word[i] = 'a' + byte(w.IntN(26))
		}
		w.words = append(w.words, string(word))
	}
	return w
}

func (w *writer) text(n int) []string {
	var words []string
	for range n {
		words = append(words, w.words[min(w.IntN(2000), w.IntN(2000))])
	}
	return words
}

// texts returns n texts: new ones, copies with a few words changed, identical ones,
// titles, and empty ones.
func (w *writer) texts(n int) []string {
	var all [][]string
	for range n {
		var t []string
		switch {
		case len(all) > 0 && w.IntN(3) == 0:
			t = append(t, all[w.IntN(len(all))]...)
			for range w.IntN(8) {
				if len(t) > 0 {
					t[w.IntN(len(t))] = w.words[w.IntN(2000)]
				}
			}
		case w.IntN(10) == 0:
			t = w.text(w.IntN(4))
		default:
			t = w.text(20 + w.IntN(150))
		}
		all = append(all, t)
	}
	texts := make([]string, n)
	for i, t := range all {
		texts[i] = strings.Join(t, " ")
	}
	return texts
}

// brute computes the expected result of a run by comparing all pairs.
type brute struct {
	distance int
	kept     []bruteKept
}

type bruteKept struct {
	id string
	hamming.Document
}

// decide returns the record that a text resembles, or keeps it.
func (b *brute) decide(t *testing.T, id, text string) (resembles string, distance int, dropped bool) {
	t.Helper()
	if strings.TrimSpace(text) == "" {
		return "", 0, false
	}
	h := hashOf(t, text)
	best := -1
	for i, k := range b.kept {
		d := simhash.Distance(simhash.Hash(k.Hash), simhash.Hash(h.Hash))
		same := d <= b.distance
		if k.Short || h.Short {
			same = k.Short && h.Short && d == 0
		}
		if same && (best < 0 || d < distance) {
			best, distance = i, d
		}
	}
	if best >= 0 {
		return b.kept[best].id, distance, true
	}
	b.kept = append(b.kept, bruteKept{id, h})
	return "", 0, false
}

func hashOf(t *testing.T, text string) hamming.Document {
	t.Helper()
	h, err := simhash.NewHasher(simhash.Default(), simhash.Tables{})
	if err != nil {
		t.Fatal(err)
	}
	h.Add([]byte(text), 1)
	sum, n := h.Sum()
	if n < simhash.MinFeatures {
		return hamming.Document{Hash: h.NormalizedHash([]byte(text)), Short: true}
	}
	return hamming.Document{Hash: uint64(sum)}
}

// expect returns the expected output and list of dropped records.
func (b *brute) expect(t *testing.T, samples []sample) (output, dropped string, counts Counts) {
	t.Helper()
	var out, lost strings.Builder
	for _, s := range samples {
		counts.Records++
		resembles, distance, is := b.decide(t, s.id, s.text)
		if is {
			counts.Dropped++
			fmt.Fprintf(&lost, "%s\t%s\t%d\n", s.id, resembles, distance)
			continue
		}
		counts.Kept++
		out.WriteString(s.raw)
	}
	return out.String(), lost.String(), counts
}

// form is a format, with a function that writes a record in it.
type form struct {
	name   string
	layout records.Layout
	head   string
	write  func(i int, id, text string) string
}

// forms returns all formats. Their records vary in what the format allows.
func forms(t *testing.T) []form {
	dir := t.TempDir()
	quoted := func(s string) string {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	ends := func(i int) string { return []string{"\n", "\r\n", " \n"}[i%3] }
	return []form{
		{"jsonl", records.Layout{Format: records.JSONL, Texts: []string{"doc.text"}, ID: "id"}, "", func(i int, id, text string) string {
			other := []string{`"a": [1, {"text": "no"}], `, "", `"text":"neither", `}[i%3]
			return "{" + other + `"doc" : {"text":` + quoted(text) + `}, "id":` + quoted(id) + "}" + ends(i)
		}},
		{"csv", records.Layout{Format: records.CSV, Texts: []string{"body"}, ID: "no", Header: true}, "\ufeffno,x,body\r\n", func(i int, id, text string) string {
			// White space is normalised, so a line break equals a space.
			if i%2 == 0 {
				return id + `,"a ""quote"", yes","` + strings.Replace(text, " ", "\n", 1) + "\"\r\n"
			}
			return id + ",," + text + "\n"
		}},
		{"tsv", records.Layout{Format: records.TSV, Texts: []string{"2"}, ID: "1"}, "", func(i int, id, text string) string {
			return id + "\t" + text + "\t\"rest\n"
		}},
		{"lines", records.Layout{Format: records.Lines}, "", func(i int, id, text string) string { return text + ends(i) }},
		{"zero", records.Layout{Format: records.Lines, Zero: true}, "", func(i int, id, text string) string {
			return strings.Replace(text, " ", "\n", 2) + "\x00"
		}},
		{"files", records.Layout{Format: records.Files}, "", func(i int, id, text string) string {
			path := filepath.Join(dir, id)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path + "\n"
		}},
	}
}

// samples writes texts in a format. In lines and files the format sets the ids.
func (f form) samples(texts []string) []sample {
	all := make([]sample, 0, len(texts))
	for i, text := range texts {
		s := sample{id: fmt.Sprintf("r%d", i), text: text}
		s.raw = f.write(i, s.id, text)
		switch f.layout.Format {
		case records.Lines:
			s.id = fmt.Sprint(i + 1)
		case records.Files:
			s.id = strings.TrimSuffix(s.raw, "\n")
		}
		all = append(all, s)
	}
	return all
}

func joined(f form, samples []sample) string {
	var b strings.Builder
	b.WriteString(f.head)
	for _, s := range samples {
		b.WriteString(s.raw)
	}
	return b.String()
}

// simhashJob returns a job with default options, in memory.
func simhashJob(input string, l records.Layout, to *bytes.Buffer) Job {
	return Job{
		Matching: Matching{Method: Simhash, Scheme: simhash.Default(), Distance: simhash.DedupeDistance, Threads: 2},
		Inputs:   []records.Input{{Name: "input", From: strings.NewReader(input)}},
		Records:  records.Options{Layout: l, BatchBytes: 8 << 10},
		OnError:  Pass, To: to,
	}
}

// openIndex opens an index of records.
func openIndex(t *testing.T, dir string, write bool) *db.Index {
	t.Helper()
	ix, err := db.Open(t.Context(), dir, db.Options{Write: write, Create: write, Kind: db.Records})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

func checkIndex(t *testing.T, dir string) {
	t.Helper()
	ix := openIndex(t, dir, false)
	defer closed(t, ix)
	r, err := ix.Check(context.Background(), db.CheckOptions{})
	if err != nil || len(r.Problems) > 0 {
		t.Errorf("check: %v, %v", err, r.Problems)
	}
}

func closed(t *testing.T, ix *db.Index) {
	t.Helper()
	if err := ix.Close(); err != nil {
		t.Error(err)
	}
}

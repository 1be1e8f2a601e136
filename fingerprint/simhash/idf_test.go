package simhash

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// countedIDF builds a table of Chinese documents and also returns the exact counts.
func countedIDF(t testing.TB, entries int) (*IDF, map[uint64]uint32, []document) {
	t.Helper()
	l := chineseDocuments(300, 200)
	b := NewIDFBuilder(Default(), entries)
	h, err := NewHasher(Default(), Tables{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint64]uint32{}
	for _, d := range l.documents {
		h.Reset()
		h.Add(d.text(), 1)
		if err := b.Add(h); err != nil {
			t.Fatal(err)
		}
		for hash := range h.Features() {
			want[hash]++
		}
	}
	return b.Table(), want, l.documents
}

func TestIDF(t *testing.T) {
	t.Parallel()
	table, want, documents := countedIDF(t, 1<<16)
	tooMuch, seen := 0, 0
	for hash, n := range want {
		seen++
		if got := table.count(hash); got != n {
			tooMuch++ // other features had set its bits in the filter
			if got != n+1 {
				t.Fatalf("count of a feature is %d, want %d", got, n)
			}
		}
	}
	if tooMuch*100 > seen || table.documents != 300 {
		t.Errorf("%d of %d counts are one too high; %d documents", tooMuch, seen, table.documents)
	}
	var file bytes.Buffer
	if _, err := table.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	again, err := ReadIDF(bytes.NewReader(file.Bytes()), 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	if again.Sum() != table.Sum() || again.Len() != table.Len() {
		t.Fatalf("read back, the table has checksum %x and %d entries, want %x and %d", again.Sum(), again.Len(), table.Sum(), table.Len())
	}

	s := Default()
	s.Weights, s.IDF = TFIDF, again.Sum()
	h, err := NewHasher(s, Tables{IDF: again})
	if err != nil {
		t.Fatal(err)
	}
	ref := &reference{scheme: s, idf: again.weight}
	for _, d := range documents[:50] {
		sumOf(t, h, ref, d.text(), []byte(samples["english"]), 0.7)
	}
	if _, err := NewHasher(s, Tables{}); err == nil {
		t.Error("NewHasher accepts a scheme without its table of frequencies")
	}
	s.Chars = 4
	if _, err := NewHasher(s, Tables{IDF: again}); err == nil {
		t.Error("NewHasher accepts a table built with other features")
	}
}

// TestIDFSheds checks that a full table stays bounded and keeps frequent features.
func TestIDFSheds(t *testing.T) {
	t.Parallel()
	table, want, _ := countedIDF(t, 2000)
	if table.Len() > 2000 || table.Len() < 1000 {
		t.Fatalf("%d entries, want 1000 to 2000", table.Len())
	}
	often, kept := 0, 0
	for hash, n := range want {
		if got := table.count(hash); got > n+1 {
			t.Fatalf("count of a feature is %d, want at most %d", got, n)
		}
		if n >= 20 {
			often++
			if table.count(hash) >= n/2 {
				kept++
			}
		}
	}
	if often < 10 || kept*10 < often*9 {
		t.Errorf("the table has only %d of %d frequent features", kept, often)
	}
}

func TestStopWords(t *testing.T) {
	t.Parallel()
	for _, u := range []Unit{Mixed, Words, Chars} {
		for _, n := range []int{1, 2, 3} {
			s := plainScheme
			s.Unit, s.Words, s.Chars = u, n, n
			stop := NewStopWords(s, []string{"The", "é", "over", "小", "会议", "コン"})
			s.Stop = stop.Sum()
			h, err := NewHasher(s, Tables{Stop: stop})
			if err != nil {
				t.Fatal(err)
			}
			ref := &reference{scheme: s, stop: stop.words}
			sumOf(t, h, ref, corpus(), nil, 0)
		}
	}
	if _, err := NewHasher(plainScheme, Tables{Stop: NewStopWords(plainScheme, nil)}); err == nil {
		t.Error("NewHasher accepts stop words that the scheme does not name")
	}
}

func FuzzReadIDF(f *testing.F) {
	table, _, _ := countedIDF(f, 200)
	var file bytes.Buffer
	if _, err := table.WriteTo(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes()[:file.Len()-8])
	f.Add(binary.AppendUvarint([]byte(idfMagic), 1<<40))
	f.Fuzz(func(t *testing.T, body []byte) {
		b := binary.LittleEndian.AppendUint64(bytes.Clone(body), xxhash.Sum64(body))
		got, err := ReadIDF(bytes.NewReader(b), 300)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if _, err := got.WriteTo(&again); err != nil || !bytes.Equal(again.Bytes(), b) {
			t.Errorf("a table is written differently than it was read; error %v", err)
		}
	})
}

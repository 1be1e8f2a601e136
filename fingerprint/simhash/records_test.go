package simhash

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"alike/testdata"
)

// TestRecords checks the purpose of the default scheme: of 3,000 records, every fifth
// followed by a copy with one or two words changed, at least 97 % of the copies are
// dropped and at most one in 1,000 of the others, except those that share much of
// their text with an earlier record. The short form has 1,000 records.
func TestRecords(t *testing.T) {
	t.Parallel()
	count := 1000
	if testdata.IsLong() {
		count = 3000
	}
	languages := []language{chineseDocuments(count, 600)}
	if !testing.Short() {
		languages = append(languages, englishDocuments(t, count, 300))
	}
	for _, lang := range languages {
		e := editor{rand.New(rand.NewPCG(61, 62)), lang}
		var texts [][]byte
		var isCopy []bool
		for i, d := range lang.documents {
			texts, isCopy = append(texts, d.text()), append(isCopy, false)
			if i%5 == 4 {
				c := d.clone()
				e.words(c, 1+e.IntN(2))
				texts, isCopy = append(texts, c.text()), append(isCopy, true)
			}
		}
		var kept []int
		copies, others, copiesDropped, othersDropped := 0, 0, 0, 0
		hashes := hashAll(t, Default(), texts)
		for i, h := range hashes {
			dropped := false
			for _, k := range kept {
				if Distance(h, hashes[k]) <= DedupeDistance {
					joint := lang.documents[0].joint
					dropped = isCopy[i] || !overlap(runsOf(texts[i], joint), runsOf(texts[k], joint))
					break
				}
			}
			switch {
			case isCopy[i]:
				copies++
			default:
				others++
			}
			switch {
			case !dropped:
				kept = append(kept, i)
			case isCopy[i]:
				copiesDropped++
			default:
				othersDropped++
			}
		}
		t.Logf("%s: %d of %d copies dropped, %d of %d others", lang.name, copiesDropped, copies, othersDropped, others)
		if copies != count/5 || 100*copiesDropped < 97*copies {
			t.Errorf("%s: dropped %d of %d copies, want 97 %%", lang.name, copiesDropped, copies)
		}
		if 1000*othersDropped > others {
			t.Errorf("%s: dropped %d of %d others, want at most one in 1,000", lang.name, othersDropped, others)
		}
	}
}

// TestTitles checks that different short titles are distinguished: they have fewer
// than MinFeatures features, and different normalised texts.
func TestTitles(t *testing.T) {
	t.Parallel()
	h, err := NewHasher(Default(), Tables{})
	if err != nil {
		t.Fatal(err)
	}
	w := newChineseWriter(71)
	titles := [][]byte{
		[]byte("第一章 山中的来信"), []byte("第二章 山中的来信"), []byte("数学试卷（上）"), []byte("数学试卷（下）"),
		[]byte("😀"), []byte("🎉"), []byte("！"), []byte("Invoice 2024-01"), []byte("Invoice 2024-02"),
	}
	for range 300 {
		titles = append(titles, w.document(8+w.random.IntN(20)).text())
	}
	seen := map[uint64][]byte{}
	for _, title := range titles {
		h.Reset()
		h.Add(title, 1)
		if _, n := h.Sum(); n >= MinFeatures {
			t.Errorf("%s has %d features and would be judged by its simhash", title, n)
		}
		hash := h.NormalizedHash(title)
		if other, ok := seen[hash]; ok && !bytes.Equal(other, title) {
			t.Errorf("%s and %s are taken for duplicates", title, other)
		}
		seen[hash] = title
	}
	for _, same := range [][2]string{
		{"Ｈｅｌｌｏ　World", " hello\r\n\tWORLD\n"}, {"第１章", "第1章"}, {"cafe\u0301", "CAFÉ"}, {"a\xffb", "a b"}, {"", " \n"},
	} {
		if h.NormalizedHash([]byte(same[0])) != h.NormalizedHash([]byte(same[1])) {
			t.Errorf("%q and %q are not taken for duplicates", same[0], same[1])
		}
	}
}

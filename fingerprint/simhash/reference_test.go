package simhash

import (
	"bytes"
	"hash/fnv"
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/cespare/xxhash/v2"
	"github.com/rivo/uniseg"

	"alike/testdata"
)

// reference computes simhashes naively: it normalises the whole text, takes
// all words from uniseg, and uses maps and 64 sums.
type reference struct {
	scheme Scheme
	stop   map[string]bool
	idf    func(uint64) uint64
	fields []refField
}

type refField struct {
	counts map[uint64]uint64
	weight uint64
}

// refRuns splits a text into runs of characters that keep accepts and runs of the
// others.
func refRuns(text string, keep func(rune) bool) (runs []string, kept []bool) {
	for _, r := range text {
		k := keep(r)
		if len(runs) == 0 || kept[len(kept)-1] != k {
			runs, kept = append(runs, ""), append(kept, k)
		}
		runs[len(runs)-1] += string(r)
	}
	return runs, kept
}

func refWords(text string) []string {
	var words []string
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' }) {
		state := -1
		for piece != "" {
			var word string
			word, piece, state = uniseg.FirstWordInString(piece, state)
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
				words = append(words, word)
			}
		}
	}
	return words
}

// refShingles joins n items at a time, or all items if there are fewer.
func refShingles(items []string, n int, joint string) []string {
	var out []string
	for i := 0; i+n <= len(items); i++ {
		out = append(out, strings.Join(items[i:i+n], joint))
	}
	if len(items) > 0 && len(items) < n {
		out = append(out, strings.Join(items, joint))
	}
	return out
}

func (r *reference) without(items []string) []string {
	return slices.DeleteFunc(items, func(s string) bool { return r.stop[s] })
}

func (r *reference) features(text []byte) []string {
	s, t := r.scheme, testdata.Canonical(text, !r.scheme.Case)
	chars := func(run string) []string { return refShingles(strings.Split(run, ""), s.Chars, "") }
	words := func(run string) []string {
		return r.without(refShingles(r.without(refWords(run)), s.Words, " "))
	}
	switch s.Unit {
	case Words:
		return words(t)
	case Chars:
		runs, kept := refRuns(t, isKept)
		var joined []string
		for i, run := range runs {
			if kept[i] {
				joined = append(joined, run)
			}
		}
		return r.without(chars(strings.Join(joined, " ")))
	}
	var out []string
	runs, grams := refRuns(t, isGram)
	for i, run := range runs {
		if grams[i] {
			out = append(out, r.without(chars(run))...)
		} else {
			out = append(out, words(run)...)
		}
	}
	return out
}

func (r *reference) hash(feature string) uint64 {
	if r.scheme.Hash == FNV1a {
		f := fnv.New64a()
		f.Write([]byte(feature))
		return f.Sum64()
	}
	return xxhash.Sum64String(feature)
}

func (r *reference) add(text []byte, weight float64) {
	f := refField{counts: map[uint64]uint64{}, weight: max(1, uint64(math.Round(weight*256)))}
	for _, feature := range r.features(text) {
		f.counts[r.hash(feature)]++
	}
	r.fields = append(r.fields, f)
}

func (r *reference) sum() (Hash, int) {
	weights := map[uint64]uint64{}
	for _, f := range r.fields {
		for hash, c := range f.counts {
			w := c * 256
			if r.scheme.Weights != Count {
				w = uint64(math.Round(256 * (1 + math.Log(float64(c)))))
			}
			weights[hash] += max(1, w*f.weight/256)
		}
	}
	if r.idf != nil {
		for hash := range weights {
			weights[hash] = weights[hash] * r.idf(hash) / 256
		}
	}
	hashes := make([]uint64, 0, len(weights))
	for hash := range weights {
		hashes = append(hashes, hash)
	}
	slices.SortFunc(hashes, func(a, b uint64) int {
		if weights[a] != weights[b] {
			return new(big.Int).SetUint64(weights[b]).Cmp(new(big.Int).SetUint64(weights[a]))
		}
		return new(big.Int).SetUint64(a).Cmp(new(big.Int).SetUint64(b))
	})
	if top := r.scheme.Top; top > 0 && top < len(hashes) {
		hashes = hashes[:top]
	}
	var v [64]int64
	for _, hash := range hashes {
		for b := range v {
			if hash>>b&1 != 0 {
				v[b] += int64(weights[hash])
			} else {
				v[b] -= int64(weights[hash])
			}
		}
	}
	sum := Hash(0)
	for b := range r.scheme.Bits {
		if v[b] > 0 {
			sum |= 1 << b
		}
	}
	return sum, len(weights)
}

// samples are texts in many scripts.
var samples = map[string]string{
	"english":  "The quick brown fox doesn't jump over 3,141.59 lazy dogs; e.g. example.com and snake_case_names, A:B a:b.",
	"french":   "Les œuvres complètes d’Émile — « ça coûte 12,50 € », dit-il à l’hôtel; naïve café.",
	"chinese":  "今天下午的会议改到三点，地点还是二楼的小会议室。请带上 2024 年的报告，以及 iPhone 的测试结果！",
	"japanese": "新しい図書館は駅から歩いて五分のところにあります。コンピューターも使えるので、とても便利です。",
	"korean":   "오늘 아침에는 비가 많이 와서 버스가 늦게 도착했습니다. 그래도 회의에는 늦지 않았어요.",
	"cyrillic": "Сегодня утром мы ходили на рынок и купили яблоки, хлеб и 3,5 кг картошки. Ёлка стоит у дома.",
	"greek":    "Ο Οδυσσέας γύρισε στην Ιθάκη ύστερα από είκοσι χρόνια· ΣΊΣΥΦΟΣ και σίσυφος.",
	"arabic":   "ذهب الأولاد إلى المدرسة صباحًا وعادوا في الساعة الثانية، ثم لعبوا في الحديقة.",
	"hebrew":   "הילדים הלכו לבית הספר בבוקר וחזרו בשעה שתיים; צה\"ל, ג'ירפה.",
	"thai":     "วันนี้อากาศดีมาก เราจึงไปเดินเล่นที่สวนสาธารณะใกล้บ้าน",
	"hindi":    "आज सुबह मौसम बहुत अच्छा था, इसलिए हम नदी के किनारे टहलने गए।",
	"emoji":    "Good morning ☀️ team 👩‍👩‍👧‍👦! See you at 5️⃣ 🇩🇪🇫🇷 ok👍🏽",
	"mixed":    "使用 Go 1.26 编写的程序 alike 可以比较テキスト and 문서도, ＦＵＬＬ　ｗｉｄｔｈ，ﾊﾝｶｸ ﾃﾞｽ ½ ﬁne Ǆ e\u0301\u0323 a\u200d\u0301.b",
	"broken":   "caf\xe9 \xff\xfe ab\x80cd\xf0\x9f\x98 \xe4\xb8 中\xe4文 ok\xc0",
	"empty":    "",
	"nothing":  " \n\t…—！？ ",
}

// corpus returns all samples in one text.
func corpus() []byte {
	names := make([]string, 0, len(samples))
	for n := range samples {
		names = append(names, n)
	}
	slices.Sort(names)
	var all bytes.Buffer
	for _, n := range names {
		all.WriteString(samples[n] + "\n")
	}
	return all.Bytes()
}

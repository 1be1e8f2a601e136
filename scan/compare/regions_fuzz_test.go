package compare

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
)

// fuzzNames are file names of text and of languages with different rules.
var fuzzNames = []string{"a.go", "a.txt", "a.py", "a.js", "a.c", "a.sh", "a.html", "a.rb", "a.lua", "a.hs", "a.s", "a", "a.md", "a.vue", "a.ipynb"}

// FuzzRegions checks invariants of the regions of any two files under any view, with
// windows of up to 200.
func FuzzRegions(f *testing.F) {
	statement := "for i := range items { sum += items[i] * weights[i] } // of all\n"
	edited := strings.ReplaceAll(strings.ReplaceAll(statement, "items", "列表"), "// of all", "/* it's all */\r")
	text := "One  text, Which\r\nis ＬＯＮＧ ﬁrst and then e\u0301 … not ½ so long; 一的是在不了有和人这中\n"
	for _, sides := range [][2]string{
		{statement + "a := \"b\"\n" + statement, edited + "x" + edited},
		{text + text, strings.ToUpper(text)},
		{inUTF16(text, false), inUTF16(text, true)},
		{inUTF16(text, true), text},
		{"\ufeff" + text, "\x00" + text},
		{text + "\xff\xc3\xe4\xb8", "\xe4\xb8" + text + "\x80"},
		{strings.Repeat("ab", 40), strings.Repeat("aba", 30)},
		{strings.Repeat("\ufdfa", 9), strings.Repeat("\ufdfa", 7)},
		{strings.Repeat(statement, 20), strings.Repeat(edited+"y++\n", 15)},
		{strings.Repeat(text, 9), strings.Repeat(text, 4) + statement + strings.Repeat(text, 5)},
		{statement, statement},
		{"0", "\xef\"000\xef\xef0\xba\ufdfa\xef"}, // broken in every encoding
		{"\xa30", "0"},
	} {
		for kind := range view.Names {
			f.Add([]byte(sides[0]), []byte(sides[1]), byte(kind), byte(0), byte(8))
			f.Add([]byte(sides[0]), []byte(sides[1]), byte(kind), byte(1), byte(20))
			f.Add([]byte(sides[0]), []byte(sides[1]), byte(kind), byte(10), byte(8))
			f.Add([]byte(sides[0]), []byte(sides[1]), byte(kind), byte(0), byte(99))
			f.Add([]byte("```go\n"+sides[0]), []byte("~~~ go\n"+sides[1]), byte(kind), byte(12*15+12), byte(12))
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte, kind, name, window byte) {
		names := [2]string{fuzzNames[int(name)%len(fuzzNames)], fuzzNames[int(name)/len(fuzzNames)%len(fuzzNames)]}
		checkRegions(t, [2][]byte{a, b}, names, view.Kind(view.Names[int(kind)%len(view.Names)]), 1+int(window)%200)
	})
}

// checkRegions compares two files and checks the invariants of their regions.
func checkRegions(t *testing.T, data [2][]byte, names [2]string, kind view.Kind, window int) {
	t.Helper()
	c, viewed := comparedRegions(data, names, kind, window)
	if c.Identical {
		whole := [2]Extent{}
		for i := range whole {
			whole[i] = Extent{0, len(data[i]), 1, lineAt(data[i], len(data[i])-1)}
		}
		if want := []Region{{Sides: whole}}; len(data[0]) > 0 && !slices.Equal(c.Regions, want) || len(data[0]) == 0 && len(c.Regions) > 0 {
			t.Fatalf("identical files of %d bytes: regions %v", len(data[0]), c.Regions)
		}
		return
	}
	found := regions.Find(viewed[0].bytes, viewed[1].bytes, window, nil, nil)
	if len(found) != len(c.Regions) {
		t.Fatalf("the views have %d regions, the files %d", len(found), len(c.Regions))
	}
	for i, r := range found {
		if r.Len < window || i > 0 && r.Len > found[i-1].Len || !bytes.Equal(viewed[0].bytes[r.A:r.A+r.Len], viewed[1].bytes[r.B:r.B+r.Len]) {
			t.Fatalf("%v in %v is too short, out of order or unequal", r, found)
		}
	}
	if len(viewed[0].bytes)*len(viewed[1].bytes) < 160_000 {
		if want := greedy(viewed[0].bytes, viewed[1].bytes, window); !slices.Equal(found, want) {
			t.Fatalf("regions of the views %v, want %v\n%q\n%q", found, want, viewed[0].bytes, viewed[1].bytes)
		}
	}
	for side := range data {
		checkSide(t, c, viewed[side], side, found)
	}
}

// checkSide checks that the regions of one side are where the bytes of the view come
// from.
func checkSide(t *testing.T, c *Comparison, v *viewedFile, side int, found []regions.Region) {
	t.Helper()
	data := c.Files[side].Data
	origins := originsOf(t, v, len(data))
	in := make([]bool, len(data))
	taken := make([]bool, len(v.bytes))
	for i, r := range found {
		at := [2]int{r.A, r.B}[side]
		for k := at; k < at+r.Len; k++ {
			if taken[k] {
				t.Fatalf("byte %d of the view is in two regions", k)
			}
			taken[k] = true
		}
		e := c.Regions[i].Sides[side]
		if e.Start < 0 || e.Start >= e.End || e.End > len(data) {
			t.Fatalf("%v is outside of a file of %d bytes", e, len(data))
		}
		if want := (Extent{origins[at][0], origins[at+r.Len-1][1], lineAt(data, e.Start), lineAt(data, e.End-1)}); e != want {
			t.Fatalf("%q\nregion %d of side %d: %v, want %v", data, i, side, e, want)
		}
		for k := e.Start; k < e.End; k++ {
			in[k] = true
		}
	}
	checkApart(t, c, side, found, origins)
	covered := 0
	for _, is := range in {
		if is {
			covered++
		}
	}
	want := fingerprint.Ratio(float64(covered), float64(len(data)))
	if got := c.Covered(side); got != want && !(len(data) == 0 && !got.Defined()) {
		t.Fatalf("covered: %v, want %v", got, want)
	}
}

// maxCharacter is the largest number of bytes of a character in any encoding.
const maxCharacter = 4

// originsOf returns the bytes of the file that each byte of the view represents. They
// are in the order of the file. Two bytes of the view represent the same bytes of the
// file, disjoint bytes, or overlapping parts of one character, because a view may split
// a character of UTF-8.
func originsOf(t *testing.T, v *viewedFile, size int) [][2]int {
	t.Helper()
	origins := make([][2]int, len(v.bytes))
	last := [2]int{}
	for i := range origins {
		start, end := v.origin(i, i+1)
		o := [2]int{start, end}
		if start < 0 || start >= end || end > size || start < last[0] || o != last && last[1]-start > maxCharacter {
			t.Fatalf("byte %d of a view of %d comes from %v of %d, after %v", i, len(v.bytes), o, size, last)
		}
		origins[i], last = o, o
	}
	return origins
}

// checkApart checks that two regions do not overlap in the file, except in one character
// that both contain a part of.
func checkApart(t *testing.T, c *Comparison, side int, found []regions.Region, origins [][2]int) {
	t.Helper()
	at := func(i int) int { return [2]int{found[i].A, found[i].B}[side] }
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return at(i) - at(j) })
	for k := 1; k < len(order); k++ {
		i, j := order[k-1], order[k]
		x, y := c.Regions[i].Sides[side], c.Regions[j].Sides[side]
		if x.End-y.Start > maxCharacter && origins[at(i)+found[i].Len-1] != origins[at(j)] {
			t.Fatalf("regions %v and %v overlap", x, y)
		}
	}
}

// greedy is the definition of the tiling: repeatedly the longest string that is free on
// both sides, the first of several.
func greedy(a, b []byte, window int) (laid []regions.Region) {
	takenA, takenB := make([]bool, len(a)), make([]bool, len(b))
	for {
		best := regions.Region{}
		before := make([]int, len(b)+1) // lengths of the common strings that end in a[i-1] and b[j-1]
		for i := range a {
			now := make([]int, len(b)+1)
			for j := range b {
				if a[i] != b[j] || takenA[i] || takenB[j] {
					continue
				}
				n := before[j] + 1
				now[j+1] = n
				r := regions.Region{A: i + 1 - n, B: j + 1 - n, Len: n}
				if n > best.Len || n == best.Len && (r.A < best.A || r.A == best.A && r.B < best.B) {
					best = r
				}
			}
			before = now
		}
		if best.Len < window {
			return laid
		}
		for k := range best.Len {
			takenA[best.A+k], takenB[best.B+k] = true, true
		}
		laid = append(laid, best)
	}
}

// inUTF16 encodes a text as UTF-16 with a byte order mark.
func inUTF16(text string, big bool) string {
	m := sample{encoder: utf16Of(big).NewEncoder()}
	m.data = []byte(map[bool]string{false: "\xff\xfe", true: "\xfe\xff"}[big])
	m.addWhole(text, "")
	return string(m.data)
}

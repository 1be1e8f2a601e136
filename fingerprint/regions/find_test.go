package regions

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/testdata"
)

// bruteForce is the definition of greedy string tiling: repeatedly take the longest
// string of free bytes.
func bruteForce(a, b []byte, window int) []Region {
	return bruteForceWithout(a, b, window, make([]bool, len(a)), make([]bool, len(b)))
}

// bruteForceWithout starts with some bytes taken.
func bruteForceWithout(a, b []byte, window int, takenA, takenB []bool) (laid []Region) {
	for {
		best := Region{}
		for i := range a {
			for j := range b {
				n := 0
				for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] && !takenA[i+n] && !takenB[j+n] {
					n++
				}
				if n > best.Len {
					best = Region{i, j, n}
				}
			}
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

// check checks the properties that regions have under any limits.
func check(t *testing.T, a, b []byte, window int, found []Region) {
	t.Helper()
	takenA, takenB := make([]bool, len(a)), make([]bool, len(b))
	for _, r := range found {
		if r.Len < window || r.A < 0 || r.B < 0 || r.A+r.Len > len(a) || r.B+r.Len > len(b) {
			t.Fatalf("%v exceeds %d and %d bytes or is shorter than %d", r, len(a), len(b), window)
		}
		if !bytes.Equal(a[r.A:r.A+r.Len], b[r.B:r.B+r.Len]) {
			t.Fatalf("%v: the bytes differ", r)
		}
		for k := range r.Len {
			if takenA[r.A+k] || takenB[r.B+k] {
				t.Fatalf("%v overlaps another region", r)
			}
			takenA[r.A+k], takenB[r.B+k] = true, true
		}
	}
	longer := func(i, j int) bool {
		return i >= 0 && j >= 0 && i < len(a) && j < len(b) && a[i] == b[j] && !takenA[i] && !takenB[j]
	}
	for _, r := range found {
		if longer(r.A-1, r.B-1) || longer(r.A+r.Len, r.B+r.Len) {
			t.Fatalf("%v could be longer", r)
		}
	}
	if !slices.IsSortedFunc(found, func(x, y Region) int {
		return cmp.Or(cmp.Compare(y.Len, x.Len), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	}) {
		t.Fatalf("not in order: %v", found)
	}
	free := map[string]bool{}
	eachFreeWindow(a, takenA, window, func(w string) { free[w] = true })
	eachFreeWindow(b, takenB, window, func(w string) {
		if free[w] {
			t.Fatalf("%q is free on both sides", w)
		}
	})
}

func eachFreeWindow(side []byte, taken []bool, window int, use func(string)) {
	run := 0
	for i := range side {
		if run++; taken[i] {
			run = 0
		}
		if run >= window {
			use(string(side[i+1-window : i+1]))
		}
	}
}

// edited returns two strings of few letters with common passages.
func edited(r *rand.Rand, size, letters int) (a, b []byte) {
	a = make([]byte, 1+r.IntN(size))
	for i := range a {
		a[i] = 'a' + byte(r.IntN(letters))
	}
	if period := r.IntN(20); period > 1 && r.IntN(2) == 0 {
		for i := period; i < len(a); i++ {
			a[i] = a[i-period]
		}
	}
	for len(b) < size && r.IntN(12) > 0 {
		switch from := r.IntN(len(a)); r.IntN(4) {
		case 0:
			b = append(b, 'a'+byte(r.IntN(letters+1)))
		default:
			b = append(b, a[from:from+r.IntN(len(a)-from+1)]...)
		}
	}
	return a, b
}

// TestBruteForce compares with the definition of greedy string tiling.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	some := 0
	for n := range 3000 {
		a, b := edited(r, 10+r.IntN(90), 1+r.IntN(4))
		window := 1 + r.IntN(12)
		want := bruteForce(a, b, window)
		got := Find(a, b, window, nil, nil)
		if !slices.Equal(got, want) {
			t.Fatalf("case %d: %q, %q, window %d:\n%v, want\n%v", n, a, b, window, got, want)
		}
		check(t, a, b, window, got)
		some += min(len(want), 2)
	}
	if some < 2000 {
		t.Errorf("only %d regions were checked", some)
	}
}

// TestLimits checks the properties of regions when blocks are set aside.
func TestLimits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	other := 0
	for range 3000 {
		a, b := edited(r, 10+r.IntN(300), 1+r.IntN(4))
		window := 1 + r.IntN(12)
		l := limits{chain: 1 + r.IntN(3), hits: r.IntN(40), tries: 1 + r.IntN(3)}
		got := find(a, b, window, nil, nil, l)
		check(t, a, b, window, got)
		if !slices.Equal(got, Find(a, b, window, nil, nil)) {
			other++
		}
	}
	if other < 100 {
		t.Errorf("the limits changed only %d tilings", other)
	}
}

func FuzzFind(f *testing.F) {
	f.Add([]byte("the same words, other words, the same words"), []byte("the same words the same words"), byte(8), byte(0), byte(0))
	f.Add(bytes.Repeat([]byte("ab"), 90), bytes.Repeat([]byte("aab"), 70), byte(5), byte(9), byte(0))
	f.Add(make([]byte, 200), make([]byte, 150), byte(50), byte(3), byte(9))
	f.Add(fibonacci(600), fibonacci(500)[70:], byte(199), byte(0), byte(0))
	f.Add(fibonacci(500), fibonacci(600), byte(11), byte(0), byte(70))
	f.Fuzz(func(t *testing.T, a, b []byte, window, bound, without byte) {
		a, b = a[:min(len(a), 600)], b[:min(len(b), 600)]
		w := 1 + int(window)%200
		l := limitsFor(len(b))
		if bound > 0 {
			l = limits{chain: 1 + int(bound)%4, hits: int(bound) / 2, tries: 1 + int(bound)/4%4}
		}
		small := len(a)*len(b) < 10_000+2000*w
		if from := int(without); from > 0 && bound == 0 && small && from+w <= len(a) {
			left := []Stretch{{from, from + w}}
			want := bruteForceWithout(a, b, w, marked(len(a), left), make([]bool, len(b)))
			if got := find(a, b, w, left, nil, l); !slices.Equal(got, want) {
				t.Fatalf("without %v: %v, want %v", left, got, want)
			}
		}
		got := find(a, b, w, nil, nil, l)
		check(t, a, b, w, got)
		if bound == 0 && small && !slices.Equal(got, bruteForce(a, b, w)) {
			t.Fatalf("%v, want %v", got, bruteForce(a, b, w))
		}
	})
}

// TestKeptIsFound edits a file and checks that exactly the kept passages are found.
func TestKeptIsFound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	noise := func(n int) []byte {
		s := make([]byte, n)
		for i := range s {
			s[i] = byte(r.IntN(256))
		}
		return s
	}
	for range 20 {
		var a, b []byte
		var kept []Region
		for range 40 {
			n := 60 + r.IntN(3000)
			passage := noise(n)
			// Different bytes surround each passage.
			a = append(append(a, 1), noise(r.IntN(100))...)
			b = append(append(b, 2), noise(r.IntN(100))...)
			a, b = append(a, 3), append(b, 4)
			kept = append(kept, Region{len(a), len(b), n})
			a, b = append(a, passage...), append(b, passage...)
			a, b = append(a, 5), append(b, 6)
		}
		slices.SortFunc(kept, func(x, y Region) int { return cmp.Or(y.Len-x.Len, x.A-y.A) })
		if got := Find(a, b, 50, nil, nil); !slices.Equal(got, kept) {
			t.Fatalf("found %v\nkept %v", got, kept)
		}
	}
}

// hostile returns inputs of n bytes that take a naive search forever.
func hostile(n int) map[string][2][]byte {
	r := rand.New(rand.NewPCG(7, 8))
	noise := make([]byte, n)
	for i := range noise {
		noise[i] = byte('a' + r.IntN(26))
	}
	var lines, few [][]byte
	for i := 0; i+80 <= n; i += 80 {
		lines = append(lines, noise[i:i+80])
		few = append(few, noise[i%8000:i%8000+80])
	}
	shuffled := func(lines [][]byte) []byte {
		lines = slices.Clone(lines)
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		return bytes.Join(lines, []byte("\n"))
	}
	broken := make([]byte, n)
	for i := 0; i < n; i += 60 + r.IntN(200) {
		broken[i] = byte(r.IntN(256))
	}
	period := func(p int) []byte { return bytes.Repeat(noise[:p], n/p) }
	big := min(n/8, 1<<20)
	changed := slices.Clone(noise)
	for i := 0; i < n; i += 2000 {
		changed[i]++
	}
	return map[string][2][]byte{
		"zeros":              {make([]byte, n), make([]byte, n-n/10)},
		"zeros, broken":      {broken, shuffled(bytes.SplitAfter(broken, []byte{7}))},
		"zeros, one broken":  {make([]byte, n), broken},
		"periods":            {period(7), period(11)},
		"period, shifted":    {period(1000), period(1000)[77:]},
		"period of 1 MB":     {period(big), period(big)[5:]},
		"lines":              {bytes.Join(lines, []byte("\n")), shuffled(lines)},
		"few lines":          {shuffled(few), shuffled(few)},
		"changed":            {noise, changed},
		"unrelated":          {noise, broken},
		"fibonacci":          {fibonacci(n), fibonacci(n)[n/3:]},
		"one passage, often": {noise, bytes.Repeat(noise[n/2:n/2+big], n/big)},
	}
}

func fibonacci(n int) []byte {
	a, b := []byte("a"), []byte("ab")
	for len(b) < n {
		a, b = b, append(slices.Clone(b), a...)
	}
	return b[:n]
}

// TestHostile checks the regions of highly repetitive inputs.
func TestHostile(t *testing.T) {
	t.Parallel()
	for name, sides := range hostile(testdata.Rounds(100_000, 300_000)) {
		found := Find(sides[0], sides[1], 50, nil, nil)
		check(t, sides[0], sides[1], 50, found)
		if name != "unrelated" && name != "periods" && len(found) == 0 {
			t.Errorf("%s: no regions found", name)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for name, sides := range hostile(50_000_000) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(sides[0]) + len(sides[1])))
			n := 0
			for b.Loop() {
				n = len(Find(sides[0], sides[1], 50, nil, nil))
			}
			b.ReportMetric(float64(n), "regions")
		})
	}
}

func ExampleFind() {
	a := []byte("It was the best of times, it was the worst of times")
	b := []byte("it was the worst of times. It was the best of times,")
	for _, r := range Find(a, b, 10, nil, nil) {
		fmt.Printf("%d at %d and %d: %q\n", r.Len, r.A, r.B, a[r.A:r.A+r.Len])
	}
	// Output:
	// 25 at 0 and 27: "It was the best of times,"
	// 25 at 26 and 0: "it was the worst of times"
}

package fingerprint

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"alike/testdata"
)

// apiFiles returns the lists of Go's exported names. They are records, one a line.
func apiFiles(tb testing.TB) (files [][]byte) {
	tb.Helper()
	root, err := goroot()
	if err != nil {
		tb.Fatalf("go env GOROOT: %v", err)
	}
	names, err := filepath.Glob(filepath.Join(root, "api", "go1*.txt"))
	if err != nil || len(names) < 20 {
		tb.Fatalf("found only %d lists of Go's names, error %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		files = append(files, data)
	}
	return files
}

// editLines returns an edited copy of data, made in blocks of 5 to 40 lines as people
// edit. A block is kept with the given probability, otherwise dropped or replaced by
// as many lines of another file. Every third kept block gains or loses a line, and
// every fifth block trades places with the one before it.
func editLines(r *rand.Rand, data []byte, files [][]byte, keep float64) []byte {
	lines := slices.Collect(bytes.Lines(data))
	var blocks [][]byte
	for block := range chunksOf(r, lines) {
		switch {
		case r.Float64() < keep:
			if at := r.IntN(len(block)); r.IntN(3) == 0 {
				if block = slices.Clone(block); r.IntN(2) == 0 {
					block = slices.Delete(block, at, at+1)
				} else {
					block = slices.Insert(block, at, someLines(r, files, 1)...)
				}
			}
		case r.IntN(2) == 0:
			block = nil
		default:
			block = someLines(r, files, len(block))
		}
		blocks = append(blocks, bytes.Join(block, nil))
		if n := len(blocks); n > 1 && r.IntN(5) == 0 {
			blocks[n-2], blocks[n-1] = blocks[n-1], blocks[n-2]
		}
	}
	return bytes.Join(blocks, nil)
}

// chunksOf yields the lines in blocks of 5 to 40.
func chunksOf(r *rand.Rand, lines [][]byte) func(yield func([][]byte) bool) {
	return func(yield func([][]byte) bool) {
		for len(lines) > 0 {
			n := min(5+r.IntN(36), len(lines))
			if !yield(lines[:n]) {
				return
			}
			lines = lines[n:]
		}
	}
}

// someLines returns n consecutive lines of a random file, or fewer.
func someLines(r *rand.Rand, files [][]byte, n int) [][]byte {
	lines := slices.Collect(bytes.Lines(files[r.IntN(len(files))]))
	from := r.IntN(max(1, len(lines)-n))
	return slices.Clone(lines[from:min(len(lines), from+n)])
}

// selections are the selections compared with each other, by hash and after anchors,
// with the RMSE measured for each class of files.
var selections = []struct {
	name, list string
	rmse       map[string]float64
}{
	{"by hash", "", map[string]float64{"2 KB": .079, "8 KB": .039, "32 KB": .026, "128 KB": .017, "records": .020}},
	{"func", "func ", map[string]float64{"2 KB": .215, "8 KB": .206, "32 KB": .156, "128 KB": .101}},
	{"7 keywords", "func \nreturn \nif \nfor \ncase \ntype \n:= ", map[string]float64{"2 KB": .171, "8 KB": .133, "32 KB": .102, "128 KB": .114}},
	{"each line", `\n`, map[string]float64{"2 KB": .074, "8 KB": .046, "32 KB": .028, "128 KB": .021, "records": .024}},
	{"pkg", `\npkg `, map[string]float64{"records": .023}},
}

// TestAnchoredEstimateError measures the error of the containment estimate after
// anchors and by hash. The bounds are 1.3 times the
// errors measured on the sources of Go 1.26. The short form leaves out the classes
// that need the most data.
func TestAnchoredEstimateError(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads much of GOROOT/src")
	}
	files := sourceFiles(t, 200, 128<<10)
	r := rand.New(rand.NewPCG(1994, 51))
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	classes, most := []struct {
		name     string
		from, to int
	}{{"2 KB", 200, 2 << 10}, {"8 KB", 2 << 10, 8 << 10}, {"32 KB", 8 << 10, 32 << 10}, {"128 KB", 32 << 10, 128 << 10}}, 300
	if !testdata.IsLong() {
		classes, most = classes[:2], 100
	}
	for _, c := range classes {
		var class [][]byte
		bytes := 0
		for _, f := range files {
			if len(f) > c.from && len(f) <= c.to && len(class) < most && bytes < 4<<20 {
				class, bytes = append(class, f), bytes+len(f)
			}
		}
		measureSelections(t, r, c.name, class, files)
	}
	if !testdata.IsLong() {
		return
	}
	records := apiFiles(t)
	measureSelections(t, r, "records", slices.Repeat(records[1:], 2), records)
}

// measureSelections makes an edited copy of each file of a class, and logs and checks
// the errors of the selections on it.
func measureSelections(t *testing.T, r *rand.Rand, class string, originals, files [][]byte) {
	results := make([]measured, len(selections))
	for _, a := range originals {
		b := editLines(r, a, files, .1+.85*r.Float64())
		truth := containment(a, b)
		other := files[r.IntN(len(files))]
		for i, s := range selections {
			if s.rmse[class] > 0 {
				results[i].measure(ruleOf(t, s.list), a, b, other, truth)
			}
		}
	}
	for i, s := range selections {
		if s.rmse[class] > 0 {
			results[i].report(t, class, s.name, 1.3*s.rmse[class])
		}
	}
}

// ruleOf returns the rule for a list of anchors, or DefaultRule if the list is empty.
func ruleOf(t *testing.T, list string) Rule {
	if list == "" {
		return DefaultRule
	}
	return Rule{Window: Window, Anchors: anchorsOf(t, list)}
}

// measured accumulates what a selection yields for some files.
type measured struct {
	sizeClass
	few          int // files with fewer than three fingerprints
	pairs, found int // unrelated pairs, and how many of them share three fingerprints
	lines, seen  int // lines longer than a window, and how many contain a selected one
}

// measure adds a file a, its edited copy b with the true containment, and an
// unrelated file.
func (m *measured) measure(rule Rule, a, b, other []byte, truth float64) {
	x, lx := SetOf(rule, a)
	y, ly := SetOf(rule, b)
	m.add(Compare(x, lx, y, ly).AInB(), truth, len(x))
	if len(x) < 3 {
		m.few++
	}
	m.countLines(Select(rule, a), a)
	if &other[0] == &a[0] {
		return
	}
	m.pairs++
	z, lz := SetOf(rule, other)
	if s := Compare(x, lx, z, lz); s.Shared >= 3 {
		m.found++
	}
}

// countLines counts the lines that would be recognised if nothing else of the file
// had been copied.
func (m *measured) countLines(selected []Selected, data []byte) {
	from := 0
	for line := range bytes.Lines(data) {
		to := from + len(line)
		if len(line) >= 60 {
			m.lines++
			for len(selected) > 0 && int(selected[0].Offset) < from {
				selected = selected[1:]
			}
			if len(selected) > 0 && int(selected[0].Offset)+Window <= to {
				m.seen++
			}
		}
		from = to
	}
}

func (m *measured) report(t *testing.T, class, name string, bound float64) {
	n, all := float64(m.n), float64(m.n+m.none)
	rmse := math.Sqrt(m.squares / n)
	percent := func(part, whole int) float64 { return 100 * float64(part) / float64(whole) }
	t.Logf("%-7s %-10s %3.0f files %7.1f fps, few %5.1f %%, bias %+.3f, RMSE %.3f, lines seen %5.1f %%; of unrelated pairs %4.1f %% share 3",
		class, name, all, float64(m.fingerprints)/all, percent(m.few, m.n+m.none), m.sum/n, rmse,
		percent(m.seen, m.lines), percent(m.found, m.pairs))
	if m.n < 40 || !(rmse <= bound) {
		t.Errorf("%s, %s: RMSE %.4f of %d files exceeds %.4f", class, name, rmse, m.n, bound)
	}
}

package fingerprint

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sourceFiles returns the contents of the Go sources that come with the Go
// installation, between the given sizes in bytes, in order of path.
func sourceFiles(tb testing.TB, smallest, largest int64) [][]byte {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatalf("asking for GOROOT: %v", err)
	}
	var files [][]byte
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(out)), "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Size() < smallest || info.Size() > largest {
			return err
		}
		data, err := os.ReadFile(path)
		files = append(files, data)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) < 1500 {
		tb.Fatalf("only %d source files found", len(files))
	}
	return files
}

// sourceText is some megabytes of Go source in one piece.
func sourceText(tb testing.TB) []byte {
	var text []byte
	for _, f := range sourceFiles(tb, 200, 300<<10) {
		if text = append(text, f...); len(text) > 8<<20 {
			break
		}
	}
	return text
}

// edit makes a copy in chunks of 200 to 1,700 bytes: a chunk is kept with the
// given probability (and then followed, 3 times in 10, by 2 to 4 inserted
// bytes), else replaced by as many bytes of another file.
func edit(r *rand.Rand, data []byte, files [][]byte, keep float64) []byte {
	var out []byte
	for len(data) > 0 {
		n := min(200+r.IntN(1501), len(data))
		if r.Float64() < keep {
			out = append(out, data[:n]...)
			if r.IntN(10) < 3 {
				for range 2 + r.IntN(3) {
					out = append(out, byte('a'+r.IntN(26)))
				}
			}
		} else {
			other := files[r.IntN(len(files))]
			for len(other) < n {
				other = files[r.IntN(len(files))]
			}
			at := r.IntN(len(other) - n + 1)
			out = append(out, other[at:at+n]...)
		}
		data = data[n:]
	}
	return out
}

// windows returns the distinct windows of a file, each as 64 bits of another
// polynomial, in ascending order.
func windows(data []byte) []uint64 {
	const base = 0x9e3779b97f4a7c15
	weight := uint64(1)
	for range Window {
		weight *= base
	}
	var h uint64
	var all []uint64
	for i, b := range data {
		h = h*base + uint64(b) + 1
		if i >= Window {
			h -= (uint64(data[i-Window]) + 1) * weight
		}
		if i >= Window-1 {
			all = append(all, h)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// containment is the share of a's distinct windows that b has.
func containment(a, b []byte) float64 {
	x, y := windows(a), windows(b)
	n := 0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] < y[j]:
			i++
		case x[i] > y[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return float64(n) / float64(len(x))
}

// The estimate's error on edited copies of real files, by size class. The
// bounds are 1.2 times the errors measured when the method was chosen.
func TestEstimateIsRight(t *testing.T) {
	classes := []*sizeClass{
		{upTo: 512, rmse: .093}, {upTo: 2 << 10, rmse: .039}, {upTo: 8 << 10, rmse: .030},
		{upTo: 32 << 10, rmse: .018}, {upTo: 128 << 10, rmse: .013}, {upTo: 512 << 10, rmse: .019},
	}
	files := sourceFiles(t, 200, 512<<10)
	r := rand.New(rand.NewPCG(1994, 50))
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	const perClass, bytesPerClass = 1500, 32 << 20
	for _, a := range files {
		c := classes[slices.IndexFunc(classes, func(c *sizeClass) bool { return len(a) <= c.upTo })]
		if c.n+c.none == perClass || c.bytes > bytesPerClass {
			continue
		}
		c.bytes += len(a)
		b := edit(r, a, files, .1+.85*r.Float64())
		x, la := SetOf(DefaultRule, a)
		y, lb := SetOf(DefaultRule, b)
		c.add(Compare(x, la, y, lb).AInB(), containment(a, b), len(x))
	}
	t.Logf("%8s %6s %6s %8s %8s %8s %6s", "up to", "files", "none", "fps", "bias", "RMSE", "bound")
	for _, c := range classes {
		n := float64(c.n)
		rmse := math.Sqrt(c.squares / n)
		t.Logf("%8d %6d %6d %8.1f %8.3f %8.4f %6.4f", c.upTo, c.n, c.none, float64(c.fingerprints)/n, c.sum/n, rmse, 1.2*c.rmse)
		if c.n < 40 {
			t.Errorf("only %d files of up to %d bytes: too few to tell", c.n, c.upTo)
		}
		if !(rmse <= 1.2*c.rmse) {
			t.Errorf("files of up to %d bytes: RMSE %.4f, at most %.4f is allowed", c.upTo, rmse, 1.2*c.rmse)
		}
	}
}

// sizeClass gathers the errors of files of one size class.
type sizeClass struct {
	upTo         int     // bytes
	rmse         float64 // that of the prototype
	n, none      int     // files with an estimate, and without any fingerprint
	sum, squares float64 // of the errors
	fingerprints int
	bytes        int
}

func (c *sizeClass) add(estimate Share, truth float64, fingerprints int) {
	if !estimate.Defined() {
		c.none++
		return
	}
	d := float64(estimate) - truth
	c.n++
	c.sum += d
	c.squares += d * d
	c.fingerprints += fingerprints
}

package fingerprint

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/testdata"
)

// edit returns an edited copy of data, made in chunks of 200 to 1,700 bytes. A chunk
// is kept with the given probability, followed in 3 of 10 cases by 2 to 4 inserted
// bytes; otherwise it is replaced by the same number of bytes from another file.
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

// containment returns the share of the distinct windows of a that occur in b.
func containment(a, b []byte) float64 { return float64(CompareWindows(a, b, Window, nil).AInB()) }

// TestEstimateError measures the error of the containment estimate on edited copies
// of real files, by size class. The bounds are 1.2 times the errors measured when the
// method was chosen.
func TestEstimateError(t *testing.T) {
	t.Parallel()
	classes := []*sizeClass{
		{upTo: 512, rmse: .093}, {upTo: 2 << 10, rmse: .039}, {upTo: 8 << 10, rmse: .030},
		{upTo: 32 << 10, rmse: .018}, {upTo: 128 << 10, rmse: .013}, {upTo: 512 << 10, rmse: .019},
	}
	files := sourceFiles(t, 200, 512<<10)
	r := rand.New(rand.NewPCG(1994, 50))
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	perClass, bytesPerClass := 500, 16<<20
	if testdata.IsLong() {
		perClass, bytesPerClass = 1500, 32<<20
	}
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
			t.Errorf("only %d files of up to %d bytes", c.n, c.upTo)
		}
		if !(rmse <= 1.2*c.rmse) {
			t.Errorf("files of up to %d bytes: RMSE %.4f exceeds %.4f", c.upTo, rmse, 1.2*c.rmse)
		}
	}
}

// sizeClass accumulates the errors for files of one size class.
type sizeClass struct {
	upTo         int     // bytes
	rmse         float64 // root mean square error when the method was chosen
	n, none      int     // files with and without an estimate
	sum, squares float64 // sums of the errors and of their squares
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

package exact

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/testdata"
)

// TestScorerWithBase checks that windows of the base do not count, with any amount of
// memory.
func TestScorerWithBase(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	files := editedFiles(9)
	files["same"], files["given"] = files["t01"], files["t03"][100:2000]
	files["given2"] = files["given"]
	w := newWorld(t, files)
	root := testdata.Folder(t)
	write(t, root, map[string]string{"a": files["t00"][:len(files["t00"])/2], "d/b": files["t03"], "zeros": strings.Repeat("\x00", 70)})
	base, err := scan.ReadBase(t.Context(), []string{root}, scan.BaseOptions{Options: options(view.Raw), Windows: true})
	must(t, err)
	set := fingerprint.NewWindowSet(fingerprint.Window)
	for _, name := range []string{"a", "d/b", "zeros"} {
		data, err := os.ReadFile(root + "/" + name)
		must(t, err)
		set.Reset()
		_, _ = set.Write(data)
	}
	if n := base.Windows.Len(); n != set.Len() || n == 0 {
		t.Fatalf("%d windows, want %d", n, set.Len())
	}
	less, taken := 0, 0
	for _, memory := range []int64{0, 1 << 20, 64 << 20} {
		s := w.scorer(memory)
		s.Base = base.Windows
		s.Lookup = func(path string) (db.Entry, bool, error) {
			e, ok, err := w.ix.Entry(path)
			e.Unsettled = false // the files were scanned right after they were written
			return e, ok, err
		}
		eachPair(files, func(a, b string) {
			c := fingerprint.CompareWindows([]byte(files[a]), []byte(files[b]), fingerprint.Window, set)
			want := fmt.Sprintf("%d/%d/%d", c.Shared, c.A, c.B)
			if files[a] == files[b] {
				want = fmt.Sprintf("%d/%[1]d/%[1]d", min(1, c.A))
			}
			if got := w.score(s, a, b); got != want {
				t.Errorf("memory %d, %s and %s: %s, want %s", memory, a, b, got, want)
			}
			if want != byBruteForce(files[a], files[b]) {
				less++
			}
			taken += c.A
		})
	}
	if less < 100 || taken == 0 {
		t.Errorf("the base changes %d pairs and leaves %d windows: the test checks too little", less, taken)
	}
}
